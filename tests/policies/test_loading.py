"""Finding policies by what they are called, and saying in one line what is wrong with them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.game.rules import load_rules
from sim.policies import describe_policy, kind_of, loading, make_policy, offered_names, policy_kind
from sim.policies.loading import find_kind, kind_from
from sim.policies.slots import fill_slots
from tests.policies.written_bots import HEAD, write_bots

PRESETS = """
Sly = ScalarPolicy(
    version=3, idea="Sly.", bid=bid, opening_lead=card, lead=card, follow=card,
    parameters=(
        Parameter(name="nerve", meaning="how much", default=0.5, low=0.0, high=1.0),
        Parameter(name="rank", meaning="which", default=9, low=0, high=12, whole=True),
    ),
    presets={"shy": {"nerve": 0.1}, "rash": {"nerve": 1.0, "rank": 2}},
)
"""


def refusal(text: str, folder: Path, **parameters: object) -> str:
    """The one line by which a policy is refused."""
    with pytest.raises(UserError) as caught:
        made = make_policy(text, parameters, folder)
        fill_slots([made] * 3, load_rules("basic", 3))
    told = str(caught.value)
    assert "\n" not in told
    return told


# Names -------------------------------------------------------------------------------------------


def test_a_policy_of_a_file(tmp_path: Path) -> None:
    write_bots(tmp_path, PRESETS)
    policy = make_policy("bots.py:Sly:rash", {"nerve": 0.25}, tmp_path)
    assert policy.label == "bots.py:Sly:rash (nerve=0.25)"
    assert dict(policy.parameters) == {"nerve": 0.25, "rank": 2.0}
    assert (policy.version, policy.source) == (3, str(tmp_path / "bots.py"))
    assert kind_of(policy) is kind_from(policy.name, policy.source)


def test_the_first_preset_is_meant_where_none_is_named(tmp_path: Path) -> None:
    write_bots(tmp_path, PRESETS)
    assert make_policy("bots.py:Sly", folder=tmp_path).label == "bots.py:Sly:shy"
    assert make_policy("bots.py:Plain", folder=tmp_path).label == "bots.py:Plain"


def test_a_file_may_be_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    file = write_bots(tmp_path / "deep", PRESETS)
    by_path = make_policy(f"{file}:Sly:shy")
    beside = make_policy("deep/bots.py:Sly:shy", folder=tmp_path)
    monkeypatch.chdir(tmp_path / "deep")
    here = make_policy("bots.py:Sly:shy")
    assert by_path == beside == here


def test_a_blend_of_a_policy_of_a_file(tmp_path: Path) -> None:
    write_bots(tmp_path, PRESETS)
    blend = make_policy("blend:bots.py:Sly:rash", {"errors": 0.1}, tmp_path)
    assert blend.label == "blend:bots.py:Sly:rash (errors=0.1)"
    assert dict(blend.parameters)["rank"] == 2.0
    assert kind_of(blend).code_digest == blend.code_digest


def test_a_policy_of_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bots(tmp_path, PRESETS, name="module_of_bots")
    monkeypatch.syspath_prepend(tmp_path)
    policy = make_policy("module_of_bots:Sly:rash")
    assert (policy.label, policy.source) == ("module_of_bots:Sly:rash", "")
    assert kind_of(policy).idea == "Sly."


def test_a_policy_that_a_package_offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_bots(tmp_path, PRESETS, name="offered_bots")
    information = tmp_path / "offered_bots-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: offered-bots\nVersion: 1.0\n"
    )
    (information / "entry_points.txt").write_text(
        "[nap.policies]\nsly = offered_bots:Sly\nbroken = offered_bots:Nobody\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    loading._offered.cache_clear()
    try:
        assert offered_names() == ("broken", "sly")
        assert make_policy("sly:rash").label == "sly:rash"
        assert "sly:shy" in describe_policy("sly")
        assert "Nobody" in refusal("broken", tmp_path)
        assert "sly" in refusal("slx", tmp_path)
    finally:
        loading._offered.cache_clear()


# Helpers -----------------------------------------------------------------------------------------


def test_a_helper_beside_the_file_is_part_of_the_policy(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("NUMBER = 1\n")
    write_bots(
        tmp_path, "from helper import NUMBER\nHelped = policy(ScalarPolicy, bid=lambda v: NUMBER)\n"
    )
    before = make_policy("bots.py:Helped", folder=tmp_path)
    assert make_policy("bots.py:Helped", folder=tmp_path) == before
    (tmp_path / "helper.py").write_text("NUMBER = 2\n")
    after = make_policy("bots.py:Helped", folder=tmp_path)
    assert after.code_digest != before.code_digest
    kind = policy_kind(f"{tmp_path}/bots.py:Helped")
    assert kind.bid.__globals__["NUMBER"] == 2  # type: ignore[attr-defined]
    with pytest.raises(UserError, match=r"has changed since bots\.py:Helped was read; start anew"):
        kind_of(before)


def test_helpers_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "helper.py").write_text(f"NUMBER = {number}\n")
        write_bots(
            folder,
            "from helper import NUMBER\nHelped = policy(ScalarPolicy, bid=lambda v: NUMBER)\n",
        )
    kinds = [find_kind("bots.py:Helped", tmp_path / str(number)).kind for number in (1, 2)]
    assert [kind.bid.__globals__["NUMBER"] for kind in kinds] == [1, 2]  # type: ignore[attr-defined]
    assert "helper" not in sys.modules


def test_the_place_of_a_file_does_not_matter(tmp_path: Path) -> None:
    """A copy elsewhere is the same policy: results of both can be added."""
    digests = set()
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        write_bots(tmp_path / place, PRESETS)
        digests.add(make_policy("bots.py:Sly", folder=tmp_path / place).code_digest)
    assert len(digests) == 1


# What is wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nobody.py:Sly", "there is no file"),
        ("bots.py", "say which, as FILE.py:NAME; it has: Plain, Scalar, Numpy, Sly"),
        ("bots.py:Slx", "has no policy 'Slx'; it has: Plain, Scalar, Numpy, Sly"),
        (
            "bots.py:card",
            "is no policy but function; give a ScalarPolicy, a NumpyPolicy or a class",
        ),
        ("bots.py:Sly:mad", "has no preset 'mad'; it has: shy, rash"),
        ("no_module_here:Sly", "there is no policy 'no_module_here'; allowed: random,"),
        ("countin", "did you mean counting?"),
    ],
)
def test_what_is_not_there(text: str, said: str, tmp_path: Path) -> None:
    write_bots(tmp_path, PRESETS)
    assert said in refusal(text, tmp_path)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        (
            {"nerve": 1.5},
            "parameter nerve of policy bots.py:Sly is 1.5; allowed: a number from 0 to 1",
        ),
        ({"rank": 2.5}, "is 2.5; allowed: a whole number from 0 to 12"),
        ({"nerv": 0.5}, "has no parameter 'nerv'; it has: nerve, rank"),
        ({"nerve": "much"}, "is 'much'; allowed: a number from 0 to 1"),
        ({"nerve": float("nan")}, "is nan; allowed: a number from 0 to 1"),
    ],
)
def test_settings_that_are_not_allowed(
    parameters: dict[str, object], said: str, tmp_path: Path
) -> None:
    write_bots(tmp_path, PRESETS)
    assert said in refusal("bots.py:Sly", tmp_path, **parameters)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def broken(:\n", "bots.py:{line}: invalid syntax; the policy cannot be loaded"),
        (
            "1 / 0\n",
            "bots.py:{line}: ZeroDivisionError: division by zero; the policy cannot be loaded",
        ),
        ("import no_such_thing\n", "bots.py:{line}: ModuleNotFoundError: No module named"),
        ("Sly = policy(ScalarPolicy, bid=None)\n", "bots.py:Sly: gives no bid; every policy needs"),
        ("class Sly: version = 1\n", "bots.py:Sly: gives no bid, opening_lead, lead, follow;"),
        ("class Sly(Plain): version = 0\n", "its version is 0; give a whole number from 1 on"),
        ("class Sly(Plain): version = 'a'\n", "its version is 'a'; give a whole number from 1 on"),
        (
            "Parameter(name='five', meaning='', default=5, low=0, high=4)\n",
            "parameter five: its default is 5; allowed: a number from 0 to 4",
        ),
        (
            "Parameter(name='a b', meaning='', default=0, low=0, high=4)\n",
            "'a b': a name is one word",
        ),
        (
            PRESETS.replace('"nerve": 1.0', '"nerve": 7.0'),
            "parameter nerve of policy bots.py:Sly is 7.0",
        ),
        (
            PRESETS.replace('"rank": 2', '"ranks": 2'),
            "has no parameter 'ranks'; it has: nerve, rank",
        ),
        (
            "class Sly(Plain):\n    def __init__(self, settings): pass\n",
            "bots.py:Sly: cannot be made with (settings,",
        ),
    ],
)
def test_what_is_wrong_with_a_file(code: str, said: str, tmp_path: Path) -> None:
    write_bots(tmp_path, code)
    line = len(HEAD.splitlines()) + 1
    assert said.format(line=line) in refusal("bots.py:Sly", tmp_path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_bytes(b"\xff\xfe\x00")
    assert "bots.py: cannot be read (" in refusal("bots.py:Sly", tmp_path)


# Functions that cannot be compiled ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 1.5", "an answer must be a whole number, not float64"),
        ("return 'three'", "an answer must be a whole number, not text"),
        ("return 1, 2", "an answer must be a whole number, not a tuple"),
        ("pass", "an answer must be a whole number, not nothing: a path through it returns no"),
        ("return lowst(view.legal)", "name 'lowst' is not defined"),
        ("return mine(view)", "bots.py:{line}: mine is a plain Python function: decorate it with"),
        ("return view.nonsense", "bots.py:{line}: the view has no 'nonsense'"),
        ("return lowest(view.legal, 3)", "bots.py:{line}: lowest: too many positional arguments"),
        ("return MEMORY.x", "bots.py:{line}: MEMORY is of type Memory, which compiled functions"),
        ("return open('x')", "bots.py:{line}: compiled functions cannot call open"),
        ("import os; return 1", "bots.py:{line}: a compiled function cannot do this: import"),
    ],
)
def test_why_a_function_cannot_be_compiled(body: str, said: str, tmp_path: Path) -> None:
    code = f"""\
def mine(view):
    return view.legal
class Memory: pass
MEMORY = Memory()
def broken(view):
    {body}
Sly = policy(ScalarPolicy, bid=broken)
"""
    write_bots(tmp_path, code)
    line = len(HEAD.splitlines()) + 6
    told = refusal("bots.py:Sly", tmp_path)
    assert told.startswith(f"bots.py:Sly: bid cannot be compiled: {said.format(line=line)}")
    assert told.endswith("; mend it, or write the policy as a Python object")

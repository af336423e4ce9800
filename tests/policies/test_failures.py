"""Policies that raise, answer with nonsense, or never answer: named, with the deal; work goes on.

The deal in which a policy fails is chosen beforehand: it is the only one among those simulated in
which its player is dealt a certain hand and follows to the first trick, as a replay by another
policy, which bids the same, tells.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sim.errors import UserError
from sim.experiment import Experiment
from sim.policies.contract.candidate import everything
from sim.records import play_sessions
from sim.simulation import simulate_sessions
from tests.cli.command import nap
from tests.policies.written_bots import SEED, table, write_bots

SESSIONS = 60
PLAYER = 1
OTHERS = "counting"


@cache
def chosen_deal() -> tuple[int, int]:
    """A deal, and the hand that the player has in it and in no other.

    With his neighbour's policy he bids otherwise than by his own: what he is dealt is the same.
    """
    record = play_sessions(table([OTHERS] * 4), 0, SESSIONS)
    deals = np.arange(len(record.hands))
    position = (PLAYER - record.dealers.astype(int)) % 4
    hands = record.hands[deals, position]
    deal = 301
    assert (hands == hands[deal]).sum() == 1
    return deal, int(hands[deal])


Bots = Callable[[str], Path]


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Bots:
    """Folders of policies that fail in some way, each written once: they are compiled once then."""

    @cache
    def folder_of(fails: str) -> Path:
        folder = tmp_path_factory.mktemp("bots")
        write_failing(folder, fails)
        return folder

    return folder_of


def write_failing(folder: Path, fails: str, *, seconds: float = 30.0) -> None:
    """Policies in all ways that fail in the chosen deal, when they are to bid."""
    _, hand = chosen_deal()
    scalar, block, single = fails.split(" | ") if " | " in fails else [fails] * 3
    write_bots(
        folder,
        textwrap.dedent(
            f"""
            HAND = {hand}

            def scalar(view, settings, game):
                if view.hand == HAND:
                    {scalar}
                return bid(view, settings, game)

            def block(view, settings, game):
                answers = bid(view, settings, game)
                there = view.hand == HAND
                if there.any():
                    {block}
                return answers

            class Object(Plain):
                def bid(self, view):
                    if view.hand == HAND:
                        {single}
                    return bid(view, None, self.game)

            FailingScalar = policy(ScalarPolicy, bid=scalar)
            FailingNumpy = policy(NumpyPolicy, bid=block)
            """
        ),
        seconds=seconds,
    )


def complaint(folder: Path, way: str, experiment: Experiment | None = None) -> str:
    """The one line about a policy at a table, where it is player 1."""
    name = f"bots.py:{way}"
    lineup = [OTHERS, name, OTHERS, OTHERS]
    with pytest.raises(UserError) as caught:
        simulate_sessions(experiment or table(lineup, folder), 0, SESSIONS)
    told = str(caught.value)
    assert "\n" not in told
    assert f"bots.py:{way}" in told
    return told


# One deal ----------------------------------------------------------------------------------------

RAISES = "raise ValueError('no such bid')"
ILLEGAL = "return 1 << 20 | answers[there] = 1 << 20 | return 1 << 20"
NOTHING = "return 0 | answers[there] = 0 | return 0"


@pytest.mark.parametrize(
    ("way", "fails", "said"),
    [
        ("FailingScalar", RAISES, "ValueError: no such bid"),
        ("FailingNumpy", RAISES, "ValueError: no such bid"),
        ("Object", RAISES, "ValueError: no such bid"),
        ("FailingScalar", ILLEGAL, "illegal call bit 20"),
        ("FailingNumpy", ILLEGAL, "illegal call bit 20"),
        ("Object", ILLEGAL, "illegal call bit 20"),
        ("FailingNumpy", NOTHING, "illegal call none"),
        ("Object", NOTHING, "illegal call none"),
    ],
)
def test_the_deal_and_the_policy_are_named(fails: str, said: str, way: str, bots: Bots) -> None:
    deal, _ = chosen_deal()
    told = complaint(bots(fails), way)
    assert told.startswith(f"player 1 (bots.py:{way}): {said}")
    assert f" in deal {deal}, speaking as number " in told
    assert simulate_sessions(table([OTHERS] * 4), 0, SESSIONS).kept.outcomes.any()


@pytest.mark.parametrize("way", ["FailingScalar", "FailingNumpy", "Object"])
def test_other_sessions_are_not_affected(way: str, bots: Bots) -> None:
    """Up to the session of the deal, and behind it."""
    deal, _ = chosen_deal()
    plain = {"FailingScalar": "Scalar", "FailingNumpy": "Numpy", "Object": "Plain"}[way]
    failing, sound = (
        table([OTHERS, f"bots.py:{name}", OTHERS, OTHERS], bots(RAISES)) for name in (way, plain)
    )
    session = deal // 8
    for first, sessions in ((0, session), (session + 1, SESSIONS - session - 1)):
        outcomes = simulate_sessions(failing, first, sessions).kept.outcomes
        assert (outcomes == simulate_sessions(sound, first, sessions).kept.outcomes).all()


@pytest.mark.parametrize("way", ["FailingScalar", "FailingNumpy", "Object"])
def test_a_blend_of_it_fails_in_the_same_deal(way: str, bots: Bots) -> None:
    """What the policy underneath does not answer is no error that the blend adds."""
    deal, _ = chosen_deal()
    folder = bots(RAISES)
    told = complaint(folder, way, table([OTHERS, f"blend:bots.py:{way}", OTHERS, OTHERS], folder))
    assert told.startswith(f"player 1 (blend:bots.py:{way}): ValueError: no such bid")
    assert f" in deal {deal}, " in told


# Other acts --------------------------------------------------------------------------------------


ACTS = [
    ("opening_lead", "view.hand", "illegal card"),
    ("lead", "0 * view.hand", "illegal card none"),
    ("follow", "view.pack & ~view.hand", "illegal card of"),
    ("follow", "lowest(view.seen)", "illegal card"),
    ("discard", "view.hand", "illegal discard"),
    ("discard", "view.pack & ~view.hand", "illegal discard of"),
    ("look", "0 * view.hand + 4", "illegal answer to the float bit 2"),
    ("peep", "0 * view.hand", "illegal answer to the peep card none"),
    ("take", "0 * view.hand + 3", "illegal answer to the extra hand no and yes"),
]


@pytest.mark.parametrize(
    ("way", "decision", "answer", "said"),
    [
        *(("Object", *act) for act in ACTS),
        *(("Numpy", *act) for act in ACTS),
        *(("Scalar", *act) for act in ACTS[3:6:2]),
    ],
)
def test_every_illegal_act_is_told(
    way: str, decision: str, answer: str, said: str, tmp_path: Path
) -> None:
    code = f"""
def broken(view):
    return {answer}

BrokenScalar = policy(ScalarPolicy, {decision}=broken)
BrokenNumpy = policy(NumpyPolicy, {decision}=broken)

class BrokenObject(Plain):
    def {decision}(self, view):
        return broken(view)
"""
    write_bots(tmp_path, code)
    name = f"bots.py:Broken{way}"
    with pytest.raises(UserError) as caught:
        simulate_sessions(table([name] * 3, tmp_path, everything(3)), 0, 30)
    assert f"({name}): {said}" in str(caught.value)
    assert " in deal " in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("None", "TypeError"),
        ("1.0", "TypeError"),
        ("'three'", "TypeError"),
        ("[1, 2]", "TypeError"),
        ("1 << 70", "Error: "),
        ("-1", "no answer"),
    ],
)
@pytest.mark.parametrize("way", ["Numpy", "Object"])
def test_answers_of_the_wrong_type(way: str, answer: str, said: str, tmp_path: Path) -> None:
    code = f"""
def broken(view):
    return {answer}

BrokenNumpy = policy(NumpyPolicy, follow=broken)

class BrokenObject(Plain):
    def follow(self, view):
        return broken(view)
"""
    write_bots(tmp_path, code)
    name = f"bots.py:Broken{way}"
    with pytest.raises(UserError) as caught:
        simulate_sessions(table([name] * 3, tmp_path), 0, 30)
    told = str(caught.value)
    assert f"({name}): " in told and " in deal " in told and "\n" not in told
    assert said in told


# Policies that do not come back ------------------------------------------------------------------

SCRIPT = """
import sys, time
from pathlib import Path
from sim.errors import UserError
from sim.simulation import simulate_sessions
from tests.policies.written_bots import table

folder, name = Path(sys.argv[1]), sys.argv[2]
other = "counting"
try:
    simulate_sessions(table([other, name, other, other], folder), 0, 60)
except UserError as error:
    print(error)
print(simulate_sessions(table([other] * 4), 0, 60).kept.outcomes.size)
"""
LOOPS = (
    "n = view.hand\n                    while n % 2 == HAND % 2: n += 2 | "
    "[None for _ in iter(int, 1)] | [None for _ in iter(int, 1)]"
)


@pytest.mark.parametrize("way", ["FailingScalar", "FailingNumpy", "Object"])
def test_a_policy_that_never_answers_is_left_behind(way: str, tmp_path: Path) -> None:
    """The process goes on with another table, and ends by itself.

    A NumPy function answers for a block of deals at once; which of them it is stuck at is not
    known, so the first of the block is named.
    """
    deal, _ = chosen_deal()
    write_failing(tmp_path, LOOPS, seconds=0.3)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path), f"bots.py:{way}"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([".", os.environ.get("PYTHONPATH", "")])},
        timeout=120,
    )
    told, outcomes = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert told.startswith(f"policy bots.py:{way}: no answer for 0.3 s to bid in ")
    if way == "FailingNumpy":
        assert "in a block of deals that begins with deal " in told
    else:
        assert f" in deal {deal}, holding " in told
    assert outcomes == "480"


# Runs --------------------------------------------------------------------------------------------


def test_other_shards_of_a_run_are_kept(tmp_path: Path) -> None:
    """Four shards, two workers; the policy fails in the third: the first two are there."""
    deals = 200_000
    record = play_sessions(table([OTHERS] * 3), 120_000 // 8, 200)
    hand = int(record.hands[77, 1])
    write_bots(
        tmp_path,
        f"""
def picky(view, settings, game):
    if view.hand == {hand} and view.position == 1:
        raise ValueError("not this hand")
    return bid(view, settings, game)

Picky = policy(ScalarPolicy, bid=picky)
""",
    )
    scenario = [
        'profile = "basic"',
        f"seed = {SEED}",
        "players = 3",
        f"deals = {deals}",
        'policy = "bots.py:Picky"',
    ]
    (tmp_path / "small.toml").write_text("\n".join(scenario))
    said = nap("simulate", "small.toml", "--out", "run", "--workers", 2, folder=tmp_path)
    assert said.status == 2
    errors = [line for line in said.errors.splitlines() if line.startswith("nap: error: ")]
    assert len(errors) == 1
    assert "(bots.py:Picky): ValueError: not this hand" in errors[0]
    assert f"in deal {record.first_deal + 77}," in errors[0]
    kept = {file.name for file in (tmp_path / "run" / "deals").glob("shard-*")}
    assert {"shard-000000.parquet", "shard-000001.parquet"} <= kept
    assert "shard-000002.parquet" not in kept

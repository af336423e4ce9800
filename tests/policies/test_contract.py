"""The contract test of policies: sound ones pass, and each kind of bad one is told from the rest.

Every bad policy is bad in one way only; the checks before the one that must find it pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sim.engine.kernel import kernel
from sim.game.rules import FEWEST_PLAYERS, MOST_PLAYERS
from sim.policies.contract import Checked, check_policy
from sim.policies.contract.blindness import check_blindness
from sim.policies.contract.candidate import Candidate, alone, everything, plain_rules
from sim.policies.contract.declared import check_declaration
from sim.policies.contract.fresh import check_freshness
from sim.policies.contract.legality import check_legality
from sim.policies.contract.speed import check_speed, is_hopeless
from sim.policies.contract.stability import check_stability
from tests.cli.command import nap
from tests.policies.written_bots import write_bots

BOTS = Path(__file__).parent / "bots"
RULES = (plain_rules("basic", 3), everything(3))
SESSIONS = 64

EVEN_THERE = (
    *("ayq", "azq", "azr", "bxp", "bxq", "bxr", "byq", "byr", "bzq"),
    *("cxp", "cxq", "cxr", "cyp", "czp", "dxp", "dxq", "dyr", "dzp"),
)
"""Words whose hashes are even in a process with the hash seed of the check; one is odd here, but
for one time in 250,000."""

BAD = '''
import random as lots
import time
import numba

LEFT = {"seen": 0}

class Peeks(Plain):
    """Finds the next player's hand in the engine's memory."""
    def follow(self, view):
        block = view.lists._view._made_of[1]
        return lowest(view.legal) if int(block[1, view.lane]) % 3 else highest(view.legal)

class PeeksAtTheFloat(Plain):
    """Finds the float there."""
    def bid(self, view):
        block = view.lists._view._made_of[1]
        return PASS if int(block[FLOAT, view.lane]) % 3 else call(view, self.game.three)

class KnowsTheDeal(Plain):
    """Reads the number of the deal, from which the cards can be worked out."""
    def follow(self, view):
        block = view.lists._view._made_of[1]
        return lowest(view.legal) if block[DEAL, view.lane] % 3 else highest(view.legal)

class LooksTooEarly(Plain):
    """Leads by the card that won the trick before."""
    def lead(self, view):
        return lowest(view.legal) if view.best % 7 == 1 else highest(view.legal)

class Draws(Plain):
    """Draws lots as it should."""
    def follow(self, view):
        return lowest(view.legal) if draw(view, 2) else highest(view.legal)

class Counts(Plain):
    """Plays every tenth card otherwise."""
    def follow(self, view):
        LEFT["seen"] += 1
        return lowest(view.legal) if LEFT["seen"] % 10 else highest(view.legal)

class Remembers(Plain):
    """Plays high when it has seen this hand before."""
    known = set()
    def follow(self, view):
        before = view.hand in self.known
        self.known.add(view.hand)
        return highest(view.legal) if before else lowest(view.legal)

class Rolls(Plain):
    """Draws lots from the global generator."""
    def follow(self, view):
        return lowest(view.legal) if lots.random() < 0.9 else highest(view.legal)

class Hashes(Plain):
    """Plays by the hash of a word."""
    def follow(self, view):
        return lowest(view.legal) if hash(WORD) % 2 else highest(view.legal)

class AnyCard(Plain):
    """Follows suit only by chance."""
    def follow(self, view):
        return lowest(view.hand)

class Raises(Plain):
    """Fails with three spades."""
    def bid(self, view):
        if count(view.hand & cards_of_suit(3)) == 3:
            raise KeyError("no such hand")
        return bid(view, None, self.game)

class Expects(Plain):
    """Fails to say what it expects."""
    def estimate(self, view):
        return [][1]

class Drags(Plain):
    """Takes its time."""
    def bid(self, view):
        time.sleep(0.003)
        return bid(view, None, self.game)

class Silent(Plain):
    idea = " "

class CannotBeMade(Plain):
    def __init__(self, settings):
        pass

def rolls(view):
    return lowest(view.legal) if np.random.random() < 0.9 else highest(view.legal)

RollsCompiled = policy(ScalarPolicy, follow=rolls)

def rolls_block(view):
    high = np.random.random(np.shape(view.hand)) < 0.1
    return either(high, highest(view.legal), lowest(view.legal))

RollsBlock = policy(NumpyPolicy, follow=rolls_block)
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from sim.engine.block import DEAL, FLOAT_CARD

    word = next(word for word in EVEN_THERE if hash(word) % 2)
    constants = f"FLOAT, DEAL, WORD = {FLOAT_CARD}, {DEAL}, {word!r}\n"
    folder = tmp_path_factory.mktemp("bots")
    write_bots(folder, constants + BAD)
    return folder


def candidate(name: str, folder: Path) -> Candidate:
    return Candidate.called(f"bots.py:{name}", folder)


def checks(policy: Candidate) -> Iterator[Checked]:
    """The checks in their order, at few tables; those behind the first failure are left out."""
    yield check_declaration(policy)
    yield check_legality(policy, RULES, 2 * SESSIONS)
    yield check_stability(policy, RULES, SESSIONS)
    yield check_blindness(policy, RULES, SESSIONS)


def first_failure(policy: Candidate) -> Checked:
    for checked in checks(policy):
        if not checked.passed:
            assert all(finding.remedy and "\n" not in finding.what for finding in checked.findings)
            return checked
    raise AssertionError("all is well")


# Sound policies ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Scalar", "Numpy", "Plain", "Draws"])
def test_sound_policies_pass(name: str, folder: Path) -> None:
    assert all(checked.passed for checked in checks(candidate(name, folder)))


@pytest.mark.parametrize("name", ["random", "blend:counting:bold"])
def test_bundled_policies_pass(name: str) -> None:
    assert all(checked.passed for checked in checks(Candidate.called(name)))


def test_every_preset_is_checked() -> None:
    assert [policy.preset for policy in Candidate.called("counting").policies] == [
        "standard",
        "cautious",
        "bold",
    ]
    assert len(Candidate.called("counting:bold").policies) == 1


def test_drawing_lots_is_no_leak_but_told(folder: Path) -> None:
    """Also where every field of the view counts."""
    for text, place in (("bots.py:Draws", folder), ("three_ways.py:Object", BOTS)):
        checked = check_blindness(Candidate.called(text, place), RULES, SESSIONS)
        assert checked.passed
        (remark,) = checked.remarks
        assert remark.startswith("draws lots (")
        assert "follow" in remark


# Bad ones ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "check", "said"),
    [
        ("Silent", "declared", "its idea is ' '"),
        ("AnyCard", "legal", "illegal card "),
        ("Raises", "legal", "KeyError: 'no such hand'"),
        ("Expects", "legal", "in its estimate"),
        ("CannotBeMade", "legal", "cannot be made with (settings, game)"),
        ("Counts", "stable", "follow answers otherwise when asked the same again"),
        ("Remembers", "stable", "follow answers otherwise when asked the same again"),
        ("Rolls", "stable", "follow answers otherwise when asked the same again"),
        ("RollsCompiled", "stable", "follow answers otherwise when asked the same again"),
        ("RollsBlock", "stable", "follow answers otherwise when asked the same again"),
        ("Peeks", "blind", "follow answers otherwise when other cards are in the other hands"),
        ("PeeksAtTheFloat", "blind", "bid answers otherwise when other cards lie face down"),
        ("LooksTooEarly", "blind", "lead answers otherwise when something else is left over"),
    ],
)
def test_what_is_bad_is_found(name: str, check: str, said: str, folder: Path) -> None:
    failed = first_failure(candidate(name, folder))
    assert failed.check == check
    assert said in failed.findings[0].what
    assert f"bots.py:{name}" in failed.findings[0].what


@pytest.mark.parametrize("name", ["AnyCard", "Counts", "Peeks"])
def test_findings_tell_the_deal_and_the_hand(name: str, folder: Path) -> None:
    what = first_failure(candidate(name, folder)).findings[0].what
    assert " in deal " in what
    assert ", holding " in what


def test_an_illegal_act_is_told_with_the_hand(folder: Path) -> None:
    """The card that was played is held, and not among those that are legal."""
    what = first_failure(candidate("AnyCard", folder)).findings[0].what
    card = what.partition("illegal card ")[2].split()[0]
    held, legal = what.partition(", holding ")[2].partition(" (")[0].split(", legal: ")
    assert card in held.split()
    assert card not in legal.split()
    assert set(legal.split()) < set(held.split())


def test_the_number_of_the_deal_is_taken_for_lots(folder: Path) -> None:
    """It tells no card unless it is made use of; that it counts is told."""
    checked = check_blindness(candidate("KnowsTheDeal", folder), RULES[:1], SESSIONS)
    assert checked.remarks[0].startswith("draws lots (follow)")


@pytest.mark.slow
def test_a_new_process_finds_what_depends_on_hashes(folder: Path) -> None:
    found = candidate("Hashes", folder)
    assert all(checked.passed for checked in checks(found))
    checked, _ = check_freshness(found, RULES[:1], SESSIONS, compares=True)
    assert "came out otherwise in a new process" in checked.findings[0].what
    plain = candidate("Plain", folder)
    checked, answered = check_freshness(plain, RULES[:1], SESSIONS, compares=True)
    assert checked.passed
    assert answered is not None
    assert min(answered.speed, answered.bundled) > 0


def test_slow_policies(folder: Path) -> None:
    """Below the floor it is a finding, below what is usual a remark."""
    slow = candidate("Drags", folder)
    hopeless = is_hopeless(slow, alone(slow.policies[0], RULES[0]))
    assert hopeless is not None
    assert "slower than 1,000 deals/s" in hopeless.findings[0].what
    assert check_speed(slow, 1_001, 2_000_000).passed
    assert not check_speed(slow, 999, 2_000_000).passed
    assert check_speed(slow, 1_001, 2_000_000).remarks
    assert not check_speed(slow, 15_000, 2_000_000).remarks


# The command -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compiled_engine() -> None:
    """The command plays at tables of all sizes; what that needs is compiled before."""
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        kernel(players)


def test_the_command_says_what_failed(folder: Path, compiled_engine: None) -> None:
    said = nap("check-policy", "bots.py:RollsCompiled", "--deals", 64, folder=folder)
    assert said.status == 2
    assert said.errors == (
        "nap: error: bots.py:RollsCompiled: breaks the contract of policies (stable); see above\n"
    )
    lines = said.output.splitlines()
    assert max(map(len, lines)) <= 80
    states = [line.split()[:2] for line in lines if not line.startswith(" ")]
    assert states == [
        ["passed", "declared"],
        ["passed", "legal"],
        ["FAILED", "stable"],
        ["-", "blind"],
        ["passed", "fresh"],
        ["passed", "speed"],
    ]


def test_the_command_ends_well_for_a_sound_policy(folder: Path, compiled_engine: None) -> None:
    said = nap("check-policy", "bots.py:Scalar", "--deals", 64, "--players", 3, folder=folder)
    assert (said.status, said.errors) == (0, "")
    assert [line.split()[0] for line in said.output.splitlines() if line[0] != " "] == [
        "passed"
    ] * 6


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nobody.py:Sly",), "there is no file"),
        (("counting", "--players", 9), "9"),
        (("counting", "--profile", "nopf"), "nopf"),
        (("counting", "--deals", "none"), "none"),
    ],
)
def test_what_cannot_be_checked(
    arguments: tuple[object, ...], told: str, tmp_path: Path, compiled_engine: None
) -> None:
    said = nap("check-policy", *arguments, folder=tmp_path)
    assert (said.status, said.output) == (2, "")
    assert len(said.errors.splitlines()) == 1
    assert told in said.errors


def test_checking_leaves_the_generators_alone(folder: Path) -> None:
    import random

    before = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[index]
    check_stability(candidate("Plain", folder), RULES[:1], 8)
    after = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[index]
    assert before == after


def test_checks_come_one_by_one(folder: Path) -> None:
    """The first is there before the engine has been asked anything."""
    assert next(check_policy("bots.py:Plain", folder=folder)).check == "declared"

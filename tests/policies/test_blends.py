"""Blends: a policy underneath whose faults are exactly those that were asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from sim.engine.block import CALL_BITS
from sim.engine.calls import BID, DECISIONS, DISCARD, FOLLOW, LEAD, OPENING_LEAD
from sim.errors import UserError
from sim.experiment import Experiment
from sim.game.rules import Rules, load_rules
from sim.outcomes import Unpacked
from sim.policies import make_policy, policy_names
from sim.policies.contract.candidate import alone, everything, plain_rules, table_of
from sim.policies.contract.trial import try_sessions
from sim.policies.contract.witness import Statement, hear
from sim.policies.estimates import estimated_tricks
from sim.policies.loading import find_kind
from tests.policies.written_bots import write_bots

BOTS = Path(__file__).parent / "bots"
QUICK = ("random", "counting")
UNDERNEATH = [
    *(f"three_ways.py:{way}" for way in ("Scalar", "Numpy", "Object")),
    *QUICK,
    *(pytest.param(name, marks=pytest.mark.slow) for name in policy_names() if name not in QUICK),
]
FALSE_ALARM = 1e-6
"""Probability, for each statistical test of this file, that it fails though all is well."""
PLAY = (OPENING_LEAD, LEAD, FOLLOW)


def everybody(policy: str, rules: Rules, **parameters: float) -> Experiment:
    return alone(make_policy(policy, parameters, BOTS), rules)


def bytes_of(experiment: Experiment, sessions: int = 64) -> bytes:
    trial = try_sessions(experiment, 0, sessions)
    assert trial.breach is None
    return trial.outcomes.tobytes() + trial.course.state.player_units.tobytes()


def heard(policy: str, rules: Rules, deals: int, **parameters: float) -> list[Statement]:
    experiment = everybody(policy, rules, **parameters)
    return [each for deal in range(deals) for each in hear(experiment, deal)]


# Without faults ----------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", UNDERNEATH)
@pytest.mark.parametrize("rules", [plain_rules("basic", 4), everything(3)], ids=["basic", "all"])
def test_without_faults_it_is_the_policy_underneath(policy: str, rules: Rules) -> None:
    assert bytes_of(everybody(f"blend:{policy}", rules)) == bytes_of(everybody(policy, rules))


def test_parameters_and_presets_are_passed_on() -> None:
    rules = plain_rules("basic", 4)
    bold = bytes_of(everybody("counting:bold", rules))
    assert bytes_of(everybody("blend:counting:bold", rules)) == bold
    own = {"fraction": 0.9, "whole": -2}
    assert bytes_of(everybody("blend:three_ways.py:Object", rules, **own)) == bytes_of(
        everybody("three_ways.py:Scalar", rules, **own)
    )


# Errors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", UNDERNEATH)
@pytest.mark.parametrize("rules", [plain_rules("basic", 3), everything(3)], ids=["basic", "all"])
def test_errors_are_legal(policy: str, rules: Rules) -> None:
    for faults in ({"errors": 1.0, "bid_errors": 1.0}, {"errors": 0.3, "overbid": 1.5}):
        bytes_of(everybody(f"blend:{policy}", rules, **faults))


@pytest.mark.parametrize("rate", [0.02, 0.25])
@pytest.mark.parametrize("kind", ["errors", "bid_errors"])
def test_the_share_of_errors_is_what_was_asked(kind: str, rate: float, tmp_path: Path) -> None:
    """Where every legal act is an error but the lowest, an error shows in (n - 1)/n of n acts."""
    write_bots(tmp_path, "Passes = policy(ScalarPolicy, bid=lambda view: PASS)\n")
    blended = make_policy("blend:bots.py:Scalar", {kind: rate}, tmp_path)
    experiment = alone(blended, plain_rules("basic", 3))
    wrong = 0
    chances = []
    for deal in range(300):
        for each in hear(experiment, deal):
            choices = each.legal.bit_count()
            lowest = each.legal & -each.legal
            if each.decision in PLAY and kind == "errors" and choices == 2:
                chances.append(0.5)
                wrong += each.answer != lowest
            if each.decision == BID and kind == "bid_errors":
                meant = 2 if each.legal & 2 else 1
                chances.append((choices - 1) / choices)
                wrong += each.answer != meant
    assert len(set(chances)) >= 1 and len(chances) > 300
    expected = rate * np.mean(chances)
    assert binomtest(wrong, len(chances), expected).pvalue > FALSE_ALARM


def test_errors_are_uniform_among_legal_acts() -> None:
    """Cards and calls: the place of each act among the legal ones, over many decisions."""
    counts: dict[tuple[bool, int], np.ndarray] = {}
    for each in heard("blend:counting", plain_rules("basic", 4), 400, errors=1.0, bid_errors=1.0):
        if each.decision != DISCARD:
            choices = each.legal.bit_count()
            place = (each.legal & (each.answer - 1)).bit_count()
            tally = counts.setdefault((each.decision == BID, choices), np.zeros(choices))
            tally[place] += 1
    tested = [tally for (_, choices), tally in counts.items() if choices > 1 and tally.sum() > 200]
    assert len(tested) >= 5
    for tally in tested:
        assert chisquare(tally).pvalue > FALSE_ALARM


def test_discards_by_error_are_of_any_number() -> None:
    numbers = np.zeros(3)
    for each in heard("blend:counting", everything(3), 200, errors=1.0):
        if each.decision == DISCARD and (each.fewest, each.most) == (0, 2):
            numbers[each.answer.bit_count()] += 1
    assert numbers.sum() > 300
    assert chisquare(numbers).pvalue > FALSE_ALARM


def test_bids_and_play_err_apart() -> None:
    rules = plain_rules("basic", 4)
    plain = heard("counting", rules, 100)
    in_play = heard("blend:counting", rules, 100, errors=1.0)
    calls = [each.answer for each in plain if each.decision == BID]
    assert [each.answer for each in in_play if each.decision == BID] == calls
    in_bids = heard("blend:counting", rules, 100, bid_errors=1.0)
    assert [each.answer for each in in_bids if each.decision == BID] != calls


def test_the_policy_underneath_draws_the_same_lots() -> None:
    """Its words are its own: but for the errors themselves, `random` does what it does alone.

    The first act of a deal sees the same deal with errors and without.
    """
    rules = plain_rules("basic", 4)
    alone_first, blended_first = (
        [hear(experiment, deal)[0] for deal in range(300)]
        for experiment in (
            everybody("random", rules),
            everybody("blend:random", rules, bid_errors=0.2),
        )
    )
    differing = sum(one != other for one, other in zip(alone_first, blended_first, strict=True))
    choices = alone_first[0].legal.bit_count()
    assert binomtest(differing, 300, 0.2 * (choices - 1) / choices).pvalue > FALSE_ALARM


# Overbidding -------------------------------------------------------------------------------------


def bids(policy: str, rules: Rules, **parameters: float) -> np.ndarray:
    """Contract numbers by deal and speaking turn."""
    trial = try_sessions(everybody(policy, rules, **parameters), 0, 1000)
    auctions = Unpacked.of(trial.outcomes.reshape(-1))
    packed = auctions.auctions[auctions.auction]
    shifts = np.arange(rules.hands, dtype=np.uint64) * np.uint64(CALL_BITS)
    return ((packed[:, None] >> shifts) & np.uint64(31)).astype(np.int64)


def first_bids(policy: str, **parameters: float) -> np.ndarray:
    """What eldest bids, whom nobody has bid before: 0 a pass, 1 three, 2 four, 3 nap."""
    return bids(policy, plain_rules("basic", 4), **parameters)[:, 0]


def test_bids_are_raised_by_whole_tricks() -> None:
    plain = first_bids("counting:bold")
    assert set(plain.tolist()) >= {0, 1, 2}
    for tricks in (1, 2):
        assert (
            first_bids("blend:counting:bold", overbid=tricks)
            == np.where(plain > 0, np.minimum(plain + tricks, np.maximum(plain, 3)), 0)
        ).all()


def test_bids_are_lowered_by_whole_tricks() -> None:
    """A bid below the lowest contract becomes a pass."""
    plain = first_bids("counting:bold")
    for tricks in (1, 2):
        lowered = first_bids("blend:counting:bold", overbid=-tricks)
        assert (lowered == np.maximum(np.minimum(plain, 3) - tricks, 0)).all()


@pytest.mark.parametrize("tricks", [0.25, -0.75])
def test_a_fraction_of_a_trick_is_a_share_of_bids(tricks: float) -> None:
    plain = first_bids("counting:bold")
    moved = first_bids("blend:counting:bold", overbid=tricks)
    can_move = (plain > 0) & (plain < 3)
    changed = (moved != plain)[can_move]
    assert (moved == plain)[~can_move & (plain == 0)].all()
    assert binomtest(int(changed.sum()), len(changed), abs(tricks)).pvalue > FALSE_ALARM
    step = np.sign(tricks)
    assert (moved[can_move] - plain[can_move])[changed].tolist() == [step] * int(changed.sum())


# What belongs to the policy underneath -----------------------------------------------------------


def test_estimates_are_those_of_the_policy_underneath() -> None:
    rules = load_rules("basic", 4)
    given = (
        np.array([0x1F00, 0x1F], np.uint64),
        np.array([1, 2], np.uint8),
        np.array([0, 1], np.uint8),
    )
    faulty = make_policy("blend:three_ways.py:Numpy", {"errors": 0.5, "overbid": 2.0}, BOTS)
    plain = make_policy("three_ways.py:Numpy", folder=BOTS)
    estimates = [estimated_tricks(policy, rules, *given) for policy in (faulty, plain)]
    assert estimates[0] is not None
    assert (estimates[0] == estimates[1]).all()


def test_blends_of_different_faults_sit_at_one_table() -> None:
    """Each has the table of its own faults, with the policy underneath in common."""
    rules = plain_rules("basic", 3)
    policies = [make_policy("blend:counting", {"errors": rate}, None) for rate in (0.0, 0.5, 1.0)]
    trial = try_sessions(table_of(policies, rules), 0, 200)
    assert trial.breach is None
    again = try_sessions(table_of(policies, rules), 0, 200)
    assert (trial.outcomes == again.outcomes).all()


def test_a_blend_of_a_blend_is_refused() -> None:
    with pytest.raises(UserError, match="a blend of a blend; blend the policy itself"):
        find_kind("blend:blend:counting")


@pytest.mark.parametrize("faults", [{"errors": 1.0}, {"bid_errors": 1.0}], ids=["play", "bids"])
def test_all_decisions_are_blended(faults: dict[str, float]) -> None:
    """Under rules that ask everything: asked the same, it answers otherwise."""
    rules = everything(3)
    plain, faulty = everybody("random", rules), everybody("blend:random", rules, **faults)
    differing = set()
    for deal in range(150):
        meant = {_question(each): each.answer for each in hear(plain, deal)}
        for each in hear(faulty, deal):
            if meant.get(_question(each), each.answer) != each.answer:
                differing.add(DECISIONS[each.decision])
    calls = {"bid", "look", "peep", "take"}
    assert differing == (calls if "bid_errors" in faults else set(DECISIONS) - calls)


def _question(asked: Statement) -> tuple[int, ...]:
    return asked.decision, asked.hand, asked.legal, asked.fewest, asked.most

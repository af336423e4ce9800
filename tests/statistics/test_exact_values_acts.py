"""Peep card and exchange against exact values, through the engine and a player's own eyes.

Decisions of the test's own peep or exchange in every deal. One player of each deal is "me", a
different speaking turn from deal to deal; what I then bid tells what I see: three that it has
happened, a pass that it has not, four that the deal is no trial.

Faults that this would show: extra cards that are drawn from the hands, or twice, or not uniformly;
a player who is shown another card than the one that lies there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.engine.bits import ONE, ZERO, either, lane_function, lowest_bit, u64, where
from sim.engine.block import CALL_BITS
from sim.engine.calls import BID, DISCARD, PEEP
from sim.engine.view import YES, cards_exchanged
from sim.experiment import Experiment, Player
from sim.game.cards import parse_cards
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.simulation import simulate_sessions
from tests.injected_decisions import answer_instead, compiled
from tests.statistics.exact_values import (
    TESTS,
    Finding,
    binomial_finding,
    rows_shown_by,
    value_of,
)

PLAYERS = 4
SEED = 1897
ANOTHER_SEED = 1909
DEALS = 1_000_000
MANY_DEALS = 10_000_000
DEALS_AT_A_TIME = 200_000

PASS = ONE
THREE = u64(1 << 1)
FOUR = u64(1 << 2)
HAPPENED, NO_TRIAL = 1, 2
"""Numbers of the contracts."""

TEN_OF_HEARTS = u64(parse_cards("TH"))
ROYAL = u64(parse_cards("AC KC QC JC TC"))
ACES = u64(parse_cards("AC AD AH AS"))


@lane_function
def tell(view, deal, trial, happened):  # type: ignore[no-untyped-def]
    """My bid in the deals that are mine."""
    mine = view.turn == deal % u64(PLAYERS)
    return either(mine, either(trial, either(happened, THREE, PASS), FOUR), PASS)


# Peep --------------------------------------------------------------------------------------------


@lane_function
def always_peep(view, deal):  # type: ignore[no-untyped-def]
    return YES


@lane_function
def tell_of_the_ten_of_hearts(view, deal):  # type: ignore[no-untyped-def]
    """Whether it is the peep card, if I do not hold it."""
    trial = (view.hand & TEN_OF_HEARTS) == ZERO
    return tell(view, deal, trial, view.peep_card == TEN_OF_HEARTS)


@lane_function
def tell_of_a_royal(view, deal):  # type: ignore[no-untyped-def]
    """Whether my hand and the peep card contain ace to ten of a suit."""
    cards = view.hand | view.peep_card
    found = False
    for suit in range(4):
        royal = ROYAL << u64(16 * suit)
        found |= (cards & royal) == royal
    return tell(view, deal, True, found)


# Exchange ----------------------------------------------------------------------------------------


@lane_function
def exchange(view, number):  # type: ignore[no-untyped-def]
    """So many cards, those of the lowest bits; none from a hand with an ace, which is no trial."""
    thrown = ZERO
    for _ in range(number):
        thrown |= lowest_bit(view.hand & ~thrown)
    return where((view.hand & ACES) == ZERO, thrown)


@lane_function
def exchange_one(view, deal):  # type: ignore[no-untyped-def]
    return exchange(view, 1)


@lane_function
def exchange_three(view, deal):  # type: ignore[no-untyped-def]
    return exchange(view, 3)


@lane_function
def exchange_four(view, deal):  # type: ignore[no-untyped-def]
    return exchange(view, 4)


@lane_function
def tell_of_an_ace(view, deal):  # type: ignore[no-untyped-def]
    """Whether one of the aces has come, if I had none before."""
    trial = cards_exchanged(view, view.turn) != ZERO
    return tell(view, deal, trial, (view.hand & ACES) != ZERO)


SHOWN: dict[str, tuple[str, dict[int, Any]]] = {
    "peep_specific_52": ("peep", {PEEP: always_peep, BID: tell_of_the_ten_of_hearts}),
    "peep_royal_52": ("peep", {PEEP: always_peep, BID: tell_of_a_royal}),
    "ecarte_draw1_one_of_4_52": ("ecarte", {DISCARD: exchange_one, BID: tell_of_an_ace}),
    "ecarte_draw3_one_of_4_52": ("ecarte", {DISCARD: exchange_three, BID: tell_of_an_ace}),
    "ecarte_draw4_one_of_4_52": ("ecarte", {DISCARD: exchange_four, BID: tell_of_an_ace}),
}
"""Profile and decisions that show each value."""


def test_every_row_has_a_test() -> None:
    assert sorted(SHOWN) == sorted(rows_shown_by("acts"))
    assert len(SHOWN) == TESTS["acts"]


def my_calls(experiment: Experiment, deals: int) -> np.ndarray:
    """What I bid in each deal, as the number of a contract."""
    calls = []
    per_session = experiment.rules.deals_per_session
    for first_deal in range(0, deals, DEALS_AT_A_TIME):
        sessions = DEALS_AT_A_TIME // per_session
        outcomes = simulate_sessions(experiment, first_deal // per_session, sessions)
        words = outcomes.kept.outcomes.reshape(-1)
        mine = (first_deal + np.arange(len(words), dtype=np.uint64)) % np.uint64(PLAYERS)
        calls.append((words >> (mine * np.uint64(CALL_BITS))) & np.uint64((1 << CALL_BITS) - 1))
    return np.concatenate(calls)


def compare(row: str, deals: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> Finding:
    profile, decisions = SHOWN[row]
    for decision, function in decisions.items():
        answer_instead(monkeypatch, decision, compiled(function, decision))
    lineup = tuple(Player(f"player {seat}", make_policy("random")) for seat in range(PLAYERS))
    calls = my_calls(Experiment(load_rules(profile, PLAYERS), lineup, "fixed", seed), deals)
    trials = int(np.count_nonzero(calls != NO_TRIAL))
    return binomial_finding(row, int((calls == HAPPENED).sum()), trials, value_of(row))


@pytest.mark.parametrize("row", SHOWN)
def test_a_million_deals(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(row, DEALS, SEED, monkeypatch).judge()


@pytest.mark.slow
@pytest.mark.parametrize("row", SHOWN)
def test_ten_million_deals(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(row, MANY_DEALS, ANOTHER_SEED, monkeypatch).judge()

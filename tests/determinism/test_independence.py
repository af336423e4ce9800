"""Another seed or another number gives other, independent deals.

Judgement: chi-square of a statistic whose law is known exactly. The 27 tests have a level of 1e-5
each, so the set has a false-alarm rate of at most 1 in 3,700; the seeds are fixed.

Faults of this kind elsewhere: seeds 1..N assumed independent (Stim 898), workers draw identical
shuffles (CellphoneDB 231, numpy 9650, open_spiel 956).
"""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from scipy import stats

from sim.dealers import first_dealers
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.hands import deal_hands
from sim.policies import make_policy
from sim.records import play_sessions

SEED = 0x0123_4567_89AB_CDEF
LEVEL = 1e-5
DEALS = 200_000
NEIGHBOURS = {
    "the next seed": 1,
    "a seed that differs in bit 31": 1 << 31,
    "a seed that differs in bit 32": 1 << 32,
    "a seed that differs in bit 63": 1 << 63,
}
CARDS_IN_COMMON = np.array([comb(5, c) * comb(47, 5 - c) / comb(52, 5) for c in range(6)])
"""How many cards two independent hands of five have in common."""


def looks_independent(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two columns of hands have as many cards in common as independent hands have."""
    common = np.bincount(np.bitwise_count(one & other), minlength=6)
    observed = [*common[:4], common[4:].sum()]
    law = [*CARDS_IN_COMMON[:4], CARDS_IN_COMMON[4:].sum()]
    return bool(stats.chisquare(observed, np.array(law) * len(one)).pvalue > LEVEL)


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    return deal_hands(SEED, 0, DEALS, players=3)


@pytest.fixture(scope="module")
def shuffled() -> np.ndarray:
    return hands_of_shuffled_packs(SEED)


def test_dependence_would_be_seen(hands: np.ndarray) -> None:
    """One deal in fifty that two seeds share."""
    other = deal_hands(SEED + 1, 0, DEALS, players=3)
    other[::50] = hands[::50]
    assert not looks_independent(hands[:, 0], other[:, 0])


@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize("neighbour", NEIGHBOURS)
def test_neighbouring_seeds_give_independent_deals(
    neighbour: str, turn: int, hands: np.ndarray
) -> None:
    other = deal_hands(SEED ^ NEIGHBOURS[neighbour], 0, DEALS, players=3)
    assert looks_independent(hands[:, turn], other[:, turn])


@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize("seed", [0, SEED])
def test_neighbouring_deals_are_independent(seed: int, turn: int) -> None:
    """Each deal with the one after it, in pairs that do not overlap."""
    hands = deal_hands(seed, 2**32 - DEALS, 2 * DEALS, players=3)
    assert looks_independent(hands[0::2, turn], hands[1::2, turn])


def hands_of_shuffled_packs(seed: int) -> np.ndarray:
    """Eldest's hands in sessions of one deal, from packs that lie in an order of their own."""
    rules = load_rules("traditional", 3, {"deals_per_session": 1})
    lineup = tuple(Player(f"player {seat}", make_policy("random")) for seat in range(3))
    record = play_sessions(Experiment(rules, lineup, "fixed", seed), 0, DEALS)
    return record.hands[:, 1]


@pytest.mark.parametrize("neighbour", NEIGHBOURS)
def test_neighbouring_seeds_shuffle_packs_independently(
    neighbour: str, shuffled: np.ndarray
) -> None:
    assert looks_independent(shuffled, hands_of_shuffled_packs(SEED ^ NEIGHBOURS[neighbour]))


def test_packs_of_neighbouring_sessions_are_independent(shuffled: np.ndarray) -> None:
    assert looks_independent(shuffled[0::2], shuffled[1::2])


def test_seed_and_number_are_not_added_up(hands: np.ndarray) -> None:
    """Deal i of a seed is not deal i - 1 of the next one."""
    other = deal_hands(SEED + 1, 0, DEALS, players=3)
    assert looks_independent(hands[1:, 0], other[:-1, 0])


@pytest.mark.parametrize("players", [3, 4, 7])
def test_first_dealers_of_neighbouring_sessions_are_independent(players: int) -> None:
    """All pairs of seats equally often."""
    sessions = np.arange(2 * DEALS, dtype=np.uint64)
    seats = first_dealers(SEED, sessions, players).astype(np.int64)
    pairs = np.bincount(seats[0::2] * players + seats[1::2], minlength=players**2)
    assert stats.chisquare(pairs).pvalue > LEVEL


def test_no_two_seeds_share_a_deal() -> None:
    """Among the first thousand deals of a hundred seeds, none is dealt twice.

    There are 3e18 ways to deal three hands, so any of the 5e9 pairs is equal with a probability
    below 2e-9.
    """
    deals = np.concatenate([deal_hands(seed, 0, 1_000, players=3) for seed in range(100)])
    assert len(np.unique(deals, axis=0)) == len(deals)

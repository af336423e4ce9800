"""Exact chances that a hand takes every trick, against best defence.

`nap_...`: hands of three to five trumps and side cards whose chance has a closed form;
`wellington_...`: the lowest trump is led first; `bonaparte_...`: trumps are named, and the lowest
side card is led first; `maxtrump_...`: hands that take every trick unless some opponent holds so
many trumps. `tests/statistics` shows all of them on dealt hands with a rule for each family. Here
the solver plays the hands out, trumps being clubs:

* against one opponent, and in the slow set against two, on all layouts: to the last one;
* against two to six opponents on dealt hands: in each deal it must say what the rule says;
* in the slow set on more dealt hands, whose share is judged by the exact value: two-sided binomial
  tests with exact tails, which share a false-alarm rate of 1 in 1,000 (Bonferroni). Seeds are
  fixed: a run that passes passes always.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import pytest

from sim.game.cards import parse_cards
from tests.solver.asking import takes_all
from tests.solver.exact_rows import FAMILIES, PROMISES, rows_like, value_of
from tests.solver.weighted_deals import Masks, Truths, against_all
from tests.statistics import facts_of_the_deal as facts
from tests.statistics.dealt_hands import RANKS, Deals, Table, field, size, with_me_first
from tests.statistics.exact_values import binomial_finding

SEED = 1921
DEALS = 150
MANY_DEALS = 20_000
LEVEL = 1e-3 / len(PROMISES)

CLUBS = 0


def test_no_row_is_skipped_in_silence() -> None:
    """Only six rows have no hand that would show them: five trumps against three."""
    skipped = [row for family in FAMILIES for row in rows_like(family) if row not in PROMISES]
    assert all(re.fullmatch(r"maxtrump_ge5_t3_52_N\d", row) for row in skipped)
    assert (len(PROMISES), len(skipped)) == (226, 6)


def event_of(row: str, hands: Masks) -> Truths:
    """Whether what a row gives the chance of happens in each deal, by the solver."""
    promise = PROMISES[row]
    return takes_all(hands, parse_cards(promise.leads), CLUBS) != promise.fails


# All layouts -------------------------------------------------------------------------------------


def share_of_all_layouts(row: str, opponents: int) -> None:
    promise = PROMISES[row]
    layouts = against_all(promise.mask, promise.whole_pack, opponents)
    assert layouts.share(event_of(row, layouts.hands)) == value_of(row)


def rows_against(opponents: int) -> list[str]:
    return [row for row, promise in PROMISES.items() if promise.players == opponents + 1]


@pytest.mark.parametrize("row", rows_against(1))
def test_all_layouts_of_an_opponent(row: str) -> None:
    share_of_all_layouts(row, 1)


@pytest.mark.slow
@pytest.mark.parametrize("row", rows_against(2))
def test_all_layouts_of_two_opponents(row: str) -> None:
    share_of_all_layouts(row, 2)


# Dealt hands -------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def deals_of(players: int, pack: int, deals: int) -> Deals:
    table = Table(players, pack)
    return with_me_first(table.deal(SEED + players + pack, 0, deals), 0, table)


def with_the_hand_of(row: str, deals: Deals) -> Deals:
    """The same deals with cards renamed so that I hold the hand of the row.

    The rules look at them with the lowest trumps and queens in my hand, and see the cards of others
    by their order. So my trumps take the place of the lowest, and the others keep their order.
    """
    promise = PROMISES[row]
    mine = promise.hand.split()
    trumps = [RANKS.index(card[0]) for card in mine if card[1] == "C"]
    order = [*sorted(trumps), *(rank for rank in range(len(RANKS)) if rank not in trumps)]
    hands = deals.holding_trumps(len(trumps)).hands
    clubs = np.zeros_like(hands)
    for place, rank in enumerate(order):
        clubs |= (hands >> np.uint64(place) & np.uint64(1)) << np.uint64(rank)
    hands = hands & ~np.uint64(0xFFFF) | clubs
    for card in mine:
        if card[1] != "C":
            hands = swapped(hands, parse_cards(f"Q{card[1]}"), parse_cards(card))
    return Deals(hands, deals.table)


def swapped(hands: Masks, card: int, other: int) -> Masks:
    """The hands with two cards changing places."""
    both = np.uint64(card | other)
    holds_one = np.bitwise_count(hands & both) == 1
    return hands ^ np.where(holds_one & (card != other), both, np.uint64(0))


def rule_says(row: str, deals: Deals, mine: Deals) -> Truths:
    """Whether it happens by the rule of the family."""
    name = re.fullmatch(r"maxtrump_ge(\d)_.*", row)
    if name:
        return (size(field(mine.others, CLUBS)) >= int(name[1])).any(axis=0)
    return facts.trials_of(row, deals)


def dealt_hands_of(row: str, deals: Deals) -> Deals:
    if PROMISES[row].pack == 52:
        return with_the_hand_of(row, deals)
    return deals.holding(np.uint64(PROMISES[row].mask))


@pytest.mark.parametrize("row", PROMISES)
def test_in_every_deal_the_solver_says_what_the_rule_says(row: str) -> None:
    deals = deals_of(PROMISES[row].players, PROMISES[row].pack, DEALS)
    mine = dealt_hands_of(row, deals)
    assert (mine.mine == PROMISES[row].mask).all()
    hands = np.ascontiguousarray(mine.hands.T)
    assert (event_of(row, hands) == rule_says(row, deals, mine)).all()


@pytest.mark.slow
@pytest.mark.parametrize("row", PROMISES)
def test_twenty_thousand_deals(row: str) -> None:
    deals = deals_of(PROMISES[row].players, PROMISES[row].pack, MANY_DEALS)
    mine = dealt_hands_of(row, deals)
    happened = event_of(row, np.ascontiguousarray(mine.hands.T))
    assert (happened == rule_says(row, deals, mine)).all()
    finding = binomial_finding(row, int(happened.sum()), MANY_DEALS, value_of(row))
    assert finding.chance >= LEVEL, finding

"""How the counting policy bids: the highest contract that its estimate is worth."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from sim.engine.bits import ONE, ZERO, either, highest_bit, lane_function, popcount, u64
from sim.engine.card_masks import SUIT, preferring
from sim.engine.compiled import specialised
from sim.game.cards import SUIT_WIDTH, SUITS
from sim.policies.counting.layout import (
    BIDS,
    BIDS_BY_SAFETY,
    BIDS_LOWEST_FIRST,
    BIDS_WITHOUT_TRUMPS,
    FOR_POOL,
    LAST_ESTIMATE,
    LAST_POOL,
    PER_TRICK,
    POOL_WORTH,
    WITH_FLOAT,
)
from sim.policies.counting.worth import (
    HALF,
    LOWER_HALF,
    SAFETY,
    SIDE_TRICKS,
    TRICKS,
    TRICKS_LOWEST_FIRST,
    way_of,
    without_least_useful,
    worth_of,
)


@lane_function
def holding_values(hand, suit, table):  # type: ignore[no-untyped-def]
    """The table's entry for the cards held in a suit: gain as trumps above, side value below."""
    return u64(table[(hand >> u64(SUIT_WIDTH * suit)) & SUIT])


@lane_function
def bid(view, table):  # type: ignore[no-untyped-def]
    """The highest legal contract that the estimated tricks are worth, or a pass."""
    side_values = ZERO
    best_gain = ZERO
    for suit in range(SUITS):
        values = holding_values(view.hand, suit, table)
        side_values += values & LOWER_HALF
        best_gain = max(best_gain, values >> HALF)
    estimate = min(side_values + best_gain, u64(LAST_ESTIMATE))
    worth_bidding = u64(table[u64(BIDS) + estimate])
    return highest_bit(view.legal & (worth_bidding | ONE))


class Parts(NamedTuple):
    """What the rules make worth counting for a bid besides tricks with trumps led from the top.

    Attributes
    ----------
    pick_ups : bool
        The float or the peep card may be picked up.
    pool : bool
        There is a pool to be won.
    lowest_first, no_trumps, miseres : bool
        There are contracts whose lowest trump is led first, without trumps, or misères.
    """

    pick_ups: bool
    pool: bool
    lowest_first: bool
    no_trumps: bool
    miseres: bool


PARTS = Parts(pick_ups=True, pool=True, lowest_first=True, no_trumps=True, miseres=True)
"""Stands for the parts that count until a bid is made for some rules."""


@cache
def bid_by(parts: Parts) -> Any:
    """The bid for rules in which these parts count: the compiler leaves the others out."""
    name = "_".join(["bid_counting", *(part for part, counts in parts._asdict().items() if counts)])
    return lane_function(specialised(bid_any_contract, name, PARTS=parts))


def bid_any_contract(view, table):  # type: ignore[no-untyped-def]
    """The highest legal contract that the hand is worth with what may be picked up, or a pass.

    A contract is bid with the float, just below, if the float makes the hand better: it pays the
    same. Who has taken the extra hand has one legal call.
    """
    cards = view.hand | view.peep_card
    if PARTS.pick_ups:
        return with_float_if_it_helps(cards, view, table, PARTS)
    return highest_bit(preferring(view.legal, bids_worth(cards, view, table, PARTS) | ONE))


@lane_function
def with_float_if_it_helps(cards, view, table, parts):  # type: ignore[no-untyped-def]
    """The highest contract that the hand is worth with the float or without."""
    cards_with_float = cards | view.float_card
    float_bids = u64(table[WITH_FLOAT])
    worth = bids_worth(cards, view, table, parts) & ~float_bids
    worth_with_float = bids_worth(cards_with_float, view, table, parts) & float_bids
    highest = highest_bit(preferring(view.legal, worth | worth_with_float | ONE))
    way = way_of(popcount(highest - ONE), table)
    helps = best_worth(cards_with_float, view, way, table) > best_worth(cards, view, way, table)
    with_float = (highest >> ONE) & view.legal & worth_with_float
    return either(helps & (with_float != ZERO), with_float, highest)


@lane_function
def bids_worth(cards, view, table, parts):  # type: ignore[no-untyped-def]
    """The contracts that a hand is worth that is made up of some cards, as bits."""
    worth = bids_counted(BIDS, cards, view, TRICKS, table, parts)
    if parts.lowest_first:
        worth |= bids_counted(BIDS_LOWEST_FIRST, cards, view, TRICKS_LOWEST_FIRST, table, parts)
    if parts.no_trumps:
        worth |= bids_counted(BIDS_WITHOUT_TRUMPS, cards, view, SIDE_TRICKS, table, parts)
    if parts.miseres:
        worth |= bids_counted(BIDS_BY_SAFETY, cards, view, SAFETY, table, parts)
    return worth


@lane_function
def bids_counted(section, cards, view, way, table, parts):  # type: ignore[no-untyped-def]
    """The contracts of a section that cards are worth, counted in one of the ways."""
    worth = best_worth(cards, view, way, table) if parts.pick_ups else worth_of(cards, way, table)
    bids = u64(table[u64(section) + worth])
    if parts.pool:
        for_pool = u64(table[FOR_POOL])
        bonus = u64(table[u64(POOL_WORTH) + min(view.pool, u64(LAST_POOL))])
        with_pool = min(worth + bonus, u64(LAST_ESTIMATE))
        bids = (bids & ~for_pool) | (u64(table[u64(section) + with_pool]) & for_pool)
    return bids


@lane_function
def best_worth(cards, view, way, table):  # type: ignore[no-untyped-def]
    """The worth of the best hand that can be made up of some cards."""
    too_many = popcount(cards) - view.hand_size
    return worth_of(without_least_useful(cards, too_many, way, table), way, table)


@lane_function
def expected_tricks(view, table):  # type: ignore[no-untyped-def]
    """The tricks expected under rules with trumps led from the top."""
    return min(worth_of(view.hand, u64(TRICKS), table), view.hand_size * u64(PER_TRICK))


@lane_function
def expected_tricks_of_any_contract(view, table):  # type: ignore[no-untyped-def]
    """The tricks expected in the contract; in a misère its risk is the number of tricks feared."""
    way = way_of(view.contract, table)
    worth = worth_of(view.hand, way, table)
    tricks = either(way == u64(SAFETY), u64(LAST_ESTIMATE) - worth, worth)
    return min(tricks, view.hand_size * u64(PER_TRICK))

"""How the counting policy bids: the highest contract that its estimate is worth."""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, either, highest_bit, lane_function, popcount, u64
from sim.engine.card_masks import SUIT, preferring
from sim.game.cards import SUIT_WIDTH, SUITS
from sim.policies.counting.layout import (
    BIDS,
    BIDS_BY_SAFETY,
    BIDS_LOWEST_FIRST,
    BIDS_WITHOUT_TRUMPS,
    FOR_POOL,
    LAST_ESTIMATE,
    LAST_POOL,
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


@lane_function
def bid_any_contract(view, table):  # type: ignore[no-untyped-def]
    """The highest legal contract that the hand is worth with what may be picked up, or a pass.

    A contract is bid with the float, just below, if the float makes the hand better: it pays the
    same. Who has taken the extra hand has one legal call.
    """
    cards = view.hand | view.peep_card
    cards_with_float = cards | view.float_card
    float_bids = u64(table[WITH_FLOAT])
    worth = bids_worth(cards, view, table) & ~float_bids
    worth_with_float = bids_worth(cards_with_float, view, table) & float_bids
    highest = highest_bit(preferring(view.legal, worth | worth_with_float | ONE))
    way = way_of(popcount(highest - ONE), table)
    helps = best_worth(cards_with_float, view, way, table) > best_worth(cards, view, way, table)
    with_float = (highest >> ONE) & view.legal & worth_with_float
    return either(helps & (with_float != ZERO), with_float, highest)


@lane_function
def bids_worth(cards, view, table):  # type: ignore[no-untyped-def]
    """The contracts that a hand is worth that is made up of some cards, as bits."""
    by_tricks = best_worth(cards, view, TRICKS, table)
    lowest_first = best_worth(cards, view, TRICKS_LOWEST_FIRST, table)
    without_trumps = best_worth(cards, view, SIDE_TRICKS, table)
    safety = best_worth(cards, view, SAFETY, table)
    return (
        bids_from(BIDS, by_tricks, view.pool, table)
        | bids_from(BIDS_LOWEST_FIRST, lowest_first, view.pool, table)
        | bids_from(BIDS_WITHOUT_TRUMPS, without_trumps, view.pool, table)
        | bids_from(BIDS_BY_SAFETY, safety, view.pool, table)
    )


@lane_function
def bids_from(section, worth, pool, table):  # type: ignore[no-untyped-def]
    """The contracts of a section that a worth is enough for; a pool to be won adds to it."""
    for_pool = u64(table[FOR_POOL])
    bonus = u64(table[u64(POOL_WORTH) + min(pool, u64(LAST_POOL))])
    with_pool = min(worth + bonus, u64(LAST_ESTIMATE))
    return (u64(table[u64(section) + worth]) & ~for_pool) | (
        u64(table[u64(section) + with_pool]) & for_pool
    )


@lane_function
def best_worth(cards, view, way, table):  # type: ignore[no-untyped-def]
    """The worth of the best hand that can be made up of some cards."""
    too_many = popcount(cards) - view.hand_size
    return worth_of(without_least_useful(cards, too_many, way, table), way, table)

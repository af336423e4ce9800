"""What a hand is worth to the counting policy, by the way in which its contract is played.

Worth is a number in 1/256 trick, more for a better hand: estimated tricks, or for a misère how
far the risk stays below the highest.
"""

from __future__ import annotations

from sim.engine.bits import ZERO, either, lane_function, lowest_bit, u64, where
from sim.engine.card_masks import lowest_rank, suit_mask
from sim.game.cards import JOKER, SUIT_WIDTH, SUITS
from sim.policies.counting.layout import (
    GAINS,
    GAINS_LOWEST_FIRST,
    GAINS_LOWEST_FIRST_WITH_JOKER,
    GAINS_WITH_JOKER,
    HOLDINGS,
    LAST_ESTIMATE,
    LOWEST_FIRST,
    MISERES,
    NO_CHANGE,
    RISKS,
)

HALF = u64(32)
LOWER_HALF = u64(0xFFFFFFFF)

TRICKS, TRICKS_LOWEST_FIRST, SIDE_TRICKS, SAFETY = range(4)
"""Ways to count what a hand is worth: with trumps from the top, with the lowest trump led first,
without trumps, and in a misère."""


@lane_function
def held_in(cards, suit):  # type: ignore[no-untyped-def]
    """The ranks held in a suit, the joker not counted."""
    return (cards >> u64(SUIT_WIDTH * suit)) & u64(HOLDINGS - 1)


@lane_function
def values_of(cards, suit, way, table):  # type: ignore[no-untyped-def]
    """The entry for a suit, the joker at its top if it is held: gain above, side value below."""
    has_joker = (cards & u64(JOKER)) != ZERO
    if way == TRICKS_LOWEST_FIRST:
        section = either(has_joker, u64(GAINS_LOWEST_FIRST_WITH_JOKER), u64(GAINS_LOWEST_FIRST))
    else:
        section = either(has_joker, u64(GAINS_WITH_JOKER), u64(GAINS))
    return u64(table[section + held_in(cards, suit)])


@lane_function
def worth_of(cards, way, table):  # type: ignore[no-untyped-def]
    """What cards are worth, counted in one of the ways."""
    if way == SAFETY:
        return u64(LAST_ESTIMATE) - risk_of(cards, table)
    side_values = ZERO
    best_gain = ZERO
    for suit in range(SUITS):
        values = values_of(cards, suit, way, table)
        side_values += values & LOWER_HALF
        best_gain = max(best_gain, values >> HALF)
    gain = where(way != SIDE_TRICKS, best_gain)
    return min(side_values + gain, u64(LAST_ESTIMATE))


@lane_function
def best_trumps(cards, way, table):  # type: ignore[no-untyped-def]
    """All places of the suit that gains most as trumps."""
    best_gain = ZERO
    best_suit = ZERO
    for suit in range(SUITS):
        gain = values_of(cards, suit, way, table) >> HALF
        better = gain > best_gain
        best_gain = either(better, gain, best_gain)
        best_suit = either(better, suit_mask(u64(suit)), best_suit)
    return best_suit


@lane_function
def risk_of(cards, table):  # type: ignore[no-untyped-def]
    """The risk of a hand in a misère; with the joker, which wins its trick, the highest.

    That is also what an empty table gives, where no misère is on the ladder.
    """
    risk = ZERO
    least_change = u64(table[RISKS]) >> HALF
    for suit in range(SUITS):
        values = u64(table[u64(RISKS) + held_in(cards, suit)])
        risk += values & LOWER_HALF
        least_change = min(least_change, values >> HALF)
    has_joker = (cards & u64(JOKER)) != ZERO
    hopeless = has_joker | (least_change == ZERO)
    risk = min(risk + least_change - u64(NO_CHANGE), u64(LAST_ESTIMATE))
    return either(hopeless, u64(LAST_ESTIMATE), risk)


@lane_function
def safest_lead(cards, table):  # type: ignore[no-untyped-def]
    """The card to lead in a misère: the lowest of the suit that is least risky to lead."""
    least_change = u64(table[RISKS]) >> HALF
    lowest = lowest_bit(cards)
    for suit in range(SUITS):
        change = u64(table[u64(RISKS) + held_in(cards, suit)]) >> HALF
        safer = change < least_change
        least_change = either(safer, change, least_change)
        lowest = either(safer, lowest_bit(cards & suit_mask(u64(suit))), lowest)
    return lowest


@lane_function
def way_of(contract, table):  # type: ignore[no-untyped-def]
    """How a hand is counted that is made up for a contract, or for none yet (0)."""
    misere = (u64(table[MISERES]) >> contract) & u64(1)
    lowest_first = (u64(table[LOWEST_FIRST]) >> contract) & u64(1)
    return either(misere, u64(SAFETY), lowest_first * u64(TRICKS_LOWEST_FIRST))


@lane_function
def least_useful(cards, way, table):  # type: ignore[no-untyped-def]
    """The card without which the others are worth most; of equals the lowest."""
    least = ZERO
    best_worth = ZERO
    others = cards
    while others != ZERO:
        card = lowest_rank(others)
        others ^= card
        worth = worth_of(cards ^ card, way, table)
        better = (worth > best_worth) | (least == ZERO)
        best_worth = either(better, worth, best_worth)
        least = either(better, card, least)
    return least


@lane_function
def without_least_useful(cards, number, way, table):  # type: ignore[no-untyped-def]
    """What is kept when that many cards are thrown, the least useful first."""
    while number > ZERO:
        cards ^= least_useful(cards, way, table)
        number -= u64(1)
    return cards

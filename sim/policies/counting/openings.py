"""How the counting policy opens the play as declarer: the trump suit and the first card."""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, either, highest_bit, lane_function, lowest_bit, u64
from sim.engine.card_masks import highest_rank, preferring, suit_mask
from sim.game.cards import SUITS
from sim.policies.counting.bidding import holding_values
from sim.policies.counting.layout import TRUMP_LED
from sim.policies.counting.play import declarer_leads
from sim.policies.counting.worth import (
    HALF,
    TRICKS,
    best_trumps,
    safest_lead,
    way_of,
)


@lane_function
def opening_lead(view, table):  # type: ignore[no-untyped-def]
    """The highest card of the suit that gains most as trumps."""
    best_values = ZERO
    best_suit = ZERO
    for suit in range(SUITS):
        values = holding_values(view.hand, suit, table)
        better = (values >> HALF) > (best_values >> HALF)
        best_values = either(better, values, best_values)
        best_suit = either(better, u64(suit), best_suit)
    return highest_bit(view.hand & suit_mask(best_suit))


@lane_function
def opening_lead_of_any_contract(view, table):  # type: ignore[no-untyped-def]
    """The first card that the contract asks for.

    With trumps named already, or none, the declarer leads as he does later.
    """
    makes_trump = (u64(table[TRUMP_LED]) >> view.contract) & ONE
    lead = either(makes_trump, lead_of_trump(view, table), lead_with_known_trump(view))
    return either(view.misere, lead_to_lose(view, table), lead)


@lane_function
def lead_to_lose(view, table):  # type: ignore[no-untyped-def]
    """The safest card, if the contract leaves the choice."""
    return lowest_bit(preferring(view.legal, safest_lead(view.hand, table)))


@lane_function
def lead_of_trump(view, table):  # type: ignore[no-untyped-def]
    """The highest legal card of the suit that gains most, the joker if it is held.

    Where the lowest trump has to be led, only one card of each suit is legal.
    """
    way = way_of(view.contract, table)
    return highest_bit(view.legal & best_trumps(view.hand, way, table))


@lane_function
def lead_with_known_trump(view):  # type: ignore[no-untyped-def]
    """The best of what may be led: trumps to draw, else a winner, else a high card."""
    return highest_rank(preferring(view.legal, declarer_leads(view)))


@lane_function
def name_trump(view, table):  # type: ignore[no-untyped-def]
    """The suit that gains most as trumps."""
    return view.legal & best_trumps(view.hand, u64(TRICKS), table)

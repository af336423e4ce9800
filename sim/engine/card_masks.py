"""Sets of cards as masks: following, winning, ranks and suits, as lane functions.

See :mod:`sim.game.cards` for which bit is which card.
"""

from __future__ import annotations

import sim.game.cards
from sim.engine.bits import ONE, ZERO, bits_above, either, lane_function, lowest_bit, popcount, u64

SUIT = u64(0xFFFF)
"""All places of the lowest suit."""
JOKER_PLACES = u64(sim.game.cards.JOKER_PLACES)
"""The joker's place in each suit."""


@lane_function
def suit_mask(suit):  # type: ignore[no-untyped-def]
    """All places of suit number ``suit``."""
    return SUIT << (suit << u64(4))


@lane_function
def suit_of(card):  # type: ignore[no-untyped-def]
    """All places of the suit of a single card."""
    return SUIT << (popcount(card - ONE) & u64(48))


@lane_function
def cards_that_follow(hand, led_suit):  # type: ignore[no-untyped-def]
    """The legal cards of a hand: those of the suit led if there are any, else all of them."""
    following = hand & led_suit
    return either(following != ZERO, following, hand)


@lane_function
def cards_that_win(cards, best, trump, led_suit):  # type: ignore[no-untyped-def]
    """Those of ``cards`` that beat ``best``, the card that is winning the trick."""
    higher = bits_above(best)
    trumped = (best & trump) != ZERO
    return cards & either(trumped, trump & higher, (led_suit & higher) | trump)


@lane_function
def ranks_of(cards):  # type: ignore[no-untyped-def]
    """The ranks held in any suit, as a mask of one suit."""
    halves = cards | (cards >> u64(32))
    return (halves | (halves >> u64(16))) & SUIT


@lane_function
def cards_of_rank(cards, rank):  # type: ignore[no-untyped-def]
    """Those cards that have one rank, given as a single bit of the lowest suit."""
    two_suits = rank | (rank << u64(16))
    return cards & (two_suits | (two_suits << u64(32)))


@lane_function
def lowest_rank(cards):  # type: ignore[no-untyped-def]
    """The card of lowest rank, the lowest suit first among equals; 0 for no cards."""
    return lowest_bit(cards_of_rank(cards, lowest_bit(ranks_of(cards))))


@lane_function
def highest_rank(cards):  # type: ignore[no-untyped-def]
    """The card of highest rank, the lowest suit first among equals; 0 for no cards."""
    ranks = ranks_of(cards)
    highest = ranks & ~cards_below(ranks)
    return lowest_bit(cards_of_rank(cards, highest))


@lane_function
def cards_below(cards):  # type: ignore[no-untyped-def]
    """Every place lower than some given card of the same suit."""
    below = (cards >> ONE) & u64(0x7FFF_7FFF_7FFF_7FFF)
    below |= (below >> ONE) & u64(0x7FFF_7FFF_7FFF_7FFF)
    below |= (below >> u64(2)) & u64(0x3FFF_3FFF_3FFF_3FFF)
    below |= (below >> u64(4)) & u64(0x0FFF_0FFF_0FFF_0FFF)
    return below | ((below >> u64(8)) & u64(0x00FF_00FF_00FF_00FF))


@lane_function
def cards_above(cards):  # type: ignore[no-untyped-def]
    """Every place higher than some given card of the same suit."""
    above = (cards & u64(0x7FFF_7FFF_7FFF_7FFF)) << ONE
    above |= (above & u64(0x7FFF_7FFF_7FFF_7FFF)) << ONE
    above |= (above & u64(0x3FFF_3FFF_3FFF_3FFF)) << u64(2)
    above |= (above & u64(0x0FFF_0FFF_0FFF_0FFF)) << u64(4)
    return above | ((above & u64(0x00FF_00FF_00FF_00FF)) << u64(8))


@lane_function
def lone_cards(cards):  # type: ignore[no-untyped-def]
    """Those that are the only card of their suit."""
    return cards & ~(cards_above(cards) | cards_below(cards))


@lane_function
def preferring(cards, preferred):  # type: ignore[no-untyped-def]
    """The preferred ones among the cards if there are any, else all of them."""
    liked = cards & preferred
    return either(liked != ZERO, liked, cards)

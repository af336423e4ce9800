"""Layouts: hands for all other players, drawn from the cards that one player cannot locate.

Hands are drawn one after the other, each uniformly among those that the suits shown to be lacking
leave. Where several players lack suits, the first ones drawn take cards from the later ones, and
some layouts would come too often: each layout therefore has a weight, the number of hands that the
later players could have had, over that if nothing had been taken (importance sampling).

A hand is drawn again, up to a number of tries, until the player's call is the one that
counting:standard would make with it if there were no pool, and until the declarer's trumps are the
ones it would choose: the calls of others are taken to mean what most of them mean. The last hand
drawn stands. How often a hand is drawn again depends a little on what the players before have got,
which the weights leave out: with such tries the law is near the one meant, not equal to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.engine.bits import (
    ONE,
    ZERO,
    either,
    highest_bit,
    i64,
    lane_function,
    nth_bit,
    popcount,
    u64,
)
from sim.engine.card_masks import JOKER_PLACES, suit_of
from sim.engine.philox import bounded_draw
from sim.game.cards import JOKER
from sim.policies.counting.bidding import Parts, bids_counted
from sim.policies.counting.layout import (
    BIDS,
    BIDS_BY_SAFETY,
    BIDS_LOWEST_FIRST,
    BIDS_WITHOUT_TRUMPS,
    LOWEST_FIRST,
    MISERES,
)
from sim.policies.counting.worth import (
    SAFETY,
    SIDE_TRICKS,
    TRICKS,
    TRICKS_LOWEST_FIRST,
    best_trumps,
    safest_lead,
    way_of,
)
from sim.policies.search.knowledge import (
    CALLED,
    CARDS,
    CHANCE,
    COULD_CALL,
    DECLARER_TURN,
    LACKS,
    MADE_TRUMP,
    ORDER,
    OTHERS,
    SHOWN,
    UNSEEN,
)
from sim.policies.search.table import CHOICES, MOST_HELD, WITHOUT_TRUMPS

FULL_WEIGHT = u64(1 << 20)
"""The weight of a layout in which nobody has taken cards from anybody."""

PARTS: Parts = Parts(pick_ups=False, pool=False, lowest_first=True, no_trumps=True, miseres=True)
"""What others are taken to count for their calls: what is not in their hands is left out."""

FOR_A_BID = 32
"""Times as many tries for the hand of a player who has bid: few hands are worth a high bid, and
nearly all are worth a pass."""

_STEP = u64(0x9E37_79B9_7F4A_7C15)
_MIX_1 = u64(0xBF58_476D_1CE4_E5B9)
_MIX_2 = u64(0x94D0_49BB_1331_11EB)
"""SplitMix64 (Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014):
the random word of a decision is stretched by it to as many as its layouts take."""


class Terms(NamedTuple):
    """What estimates ask of a view besides the cards."""

    hand_size: np.uint64
    pool: np.uint64


@lane_function
def random_word(known):  # type: ignore[no-untyped-def]
    """The next of the random words of a decision."""
    known[CHANCE] += _STEP
    word = known[CHANCE]
    word = (word ^ (word >> u64(30))) * _MIX_1
    word = (word ^ (word >> u64(27))) * _MIX_2
    return word ^ (word >> u64(31))


@lane_function
def choices(out, held, table):  # type: ignore[no-untyped-def]
    """In how many ways so many cards can be chosen from so many."""
    return u64(table[u64(CHOICES) + out * u64(MOST_HELD) + held])


@lane_function
def draw_hand(known, cards, number):  # type: ignore[no-untyped-def]
    """So many of some cards by one word: each choice equally likely within one part in 2**23."""
    word = random_word(known)
    left = cards
    out = popcount(cards)
    while number != ZERO:
        place, word = bounded_draw(word, out)
        left ^= nth_bit(left, place)
        out -= ONE
        number -= ONE
    return cards ^ left


@lane_function
def bids_meant(cards, hand_size, table):  # type: ignore[no-untyped-def]
    """The contracts that counting thinks a hand worth, as bits; ways not played cost nothing."""
    terms = Terms(hand_size, ZERO)
    worth = bids_counted(BIDS, cards, terms, TRICKS, table, PARTS)
    if table[LOWEST_FIRST] != 0:
        worth |= bids_counted(BIDS_LOWEST_FIRST, cards, terms, TRICKS_LOWEST_FIRST, table, PARTS)
    if table[WITHOUT_TRUMPS] != 0:
        worth |= bids_counted(BIDS_WITHOUT_TRUMPS, cards, terms, SIDE_TRICKS, table, PARTS)
    if table[MISERES] != 0:
        worth |= bids_counted(BIDS_BY_SAFETY, cards, terms, SAFETY, table, PARTS)
    return worth


@lane_function
def speaks_so(known, turn, hand, view, table):  # type: ignore[no-untyped-def]
    """Whether counting would have made a player's call, and chosen his trumps, with a hand."""
    could = known[COULD_CALL + turn]
    if could == ZERO:
        return True
    cards = hand | known[SHOWN + turn]
    cards = either((cards & JOKER_PLACES) != ZERO, (cards & ~JOKER_PLACES) | u64(JOKER), cards)
    call = highest_bit(could & (bids_meant(cards, view.hand_size, table) | ONE))
    speaks = call == known[CALLED + turn]
    if u64(turn) == known[DECLARER_TURN] and known[MADE_TRUMP] != ZERO:
        speaks &= trumps_meant(cards, view.contract, table) == known[MADE_TRUMP]
    return speaks


@lane_function
def trumps_meant(cards, contract, table):  # type: ignore[no-untyped-def]
    """The suit that counting would make trumps with a hand; in a misère that of its safest lead."""
    way = way_of(contract, table)
    if way == SAFETY:
        return suit_of(safest_lead(cards, table))
    return best_trumps(cards, way, table)


@lane_function
def draw_layout(known, hands, tries, view, table):  # type: ignore[no-untyped-def]
    """Fill ``hands`` of the others by turn; return the weight, 0 if no cards are left for one."""
    pool = known[UNSEEN]
    weight = FULL_WEIGHT
    for place in range(i64(known[OTHERS])):
        turn = i64(known[ORDER + place])
        number = known[CARDS + turn]
        lacks = known[LACKS + turn]
        allowed = pool & ~lacks
        out = popcount(allowed)
        if out < number:
            return ZERO
        if lacks != ZERO and place > 0:
            could = choices(popcount(known[UNSEEN] & ~lacks), number, table)
            weight = u64(i64(weight) * i64(choices(out, number, table)) // i64(could))
        hand = draw_hand(known, allowed, number)
        times = 1 if known[CALLED + turn] == ONE else FOR_A_BID
        for _ in range((tries - 1) * times):
            if speaks_so(known, turn, hand, view, table):
                break
            hand = draw_hand(known, allowed, number)
        hands[turn] = hand
        pool &= ~hand
    return weight

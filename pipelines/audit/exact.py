"""Exact probabilities of what is dealt, as fractions: counted, never fitted.

All follow from one law: a hand is any h of the N cards of the pack with the same probability, and
so are all hands together. Numbers of marked cards in a hand are therefore hypergeometric (Feller,
An Introduction to Probability Theory and Its Applications 1, II.6), and lengths of suits are
counted by products of binomial coefficients.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

from pipelines.dealt.lay_downs import lay_down_hands
from sim.conditions.pack import Pack
from sim.game.cards import SUITS

__all__ = [
    "marked_among",
    "pattern_probabilities",
    "probability_of_lay_down",
    "variance_of_marked",
]


def marked_among(drawn: int, marked: int, cards: int) -> dict[int, Fraction]:
    """Return how probable each number of marked cards is among some that are drawn.

    Parameters
    ----------
    drawn, marked, cards : int
        Cards that are drawn, marked cards in the pack, and all cards of the pack.

    Examples
    --------
    >>> marked_among(drawn=5, marked=4, cards=52)[4]
    Fraction(1, 54145)
    """
    return {
        number: Fraction(comb(marked, number) * comb(cards - marked, drawn - number))
        / comb(cards, drawn)
        for number in range(min(drawn, marked) + 1)
        if drawn - number <= cards - marked
    }


def variance_of_marked(drawn: int, marked: int, cards: int) -> Fraction:
    """Return the variance of the number of marked cards among some that are drawn.

    Examples
    --------
    >>> variance_of_marked(drawn=5, marked=13, cards=52)
    Fraction(235, 272)
    """
    share = Fraction(marked, cards)
    return drawn * share * (1 - share) * Fraction(cards - drawn, cards - 1)


def pattern_probabilities(pack: Pack) -> dict[int, Fraction]:
    """Return how probable all lengths of the suits of a hand are, by their digits.

    The longest suit comes first; the joker belongs to no suit.

    Examples
    --------
    >>> from sim.game.cards import pack_of
    >>> pattern_probabilities(Pack(pack_of(52), 5))[5000]
    Fraction(33, 16660)
    """
    ranks, hand_size = pack.ranks.bit_count(), pack.hand_size
    hands: dict[int, int] = {}
    for lengths in product(range(hand_size + 1), repeat=SUITS):
        jokers = hand_size - sum(lengths)
        if 0 <= jokers <= int(pack.joker):
            ways = 1
            for length in lengths:
                ways *= comb(ranks, length)
            digits = int("".join(map(str, sorted(lengths, reverse=True))))
            hands[digits] = hands.get(digits, 0) + ways
    return {
        digits: Fraction(number, pack.possible_hands)
        for digits, number in sorted(hands.items(), reverse=True)
        if number
    }


def probability_of_lay_down(pack: Pack) -> Fraction:
    """Return how probable a lay-down hand is; they are listed one by one.

    Examples
    --------
    >>> from sim.game.cards import pack_of
    >>> probability_of_lay_down(Pack(pack_of(52), 5))
    Fraction(1, 649740)
    """
    return Fraction(len(lay_down_hands(pack)), pack.possible_hands)

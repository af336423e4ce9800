"""All deals of a few hands, where deals that are alike are taken together and counted.

Deals are played in the same way if, suit by suit, the cards in play lie in the same order: cards of
the stock part nothing. So a deal of two hands is four *words*, one a suit, which say from the
highest card down whose each card is. Against a given hand the others differ only in how many of
their cards lie in each *gap* above, between and below its cards, and in their order there. Each
such deal stands for as many as there are ways to choose its ranks; with these weights a few
thousand deals are the complete game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from sim.game.cards import RANKS, SUIT_WIDTH, SUITS

Masks = NDArray[np.uint64]
Counts = NDArray[np.int64]
Truths = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class WeightedDeals:
    """Deals, `hands` of shape (deals, players), and how many deals each stands for."""

    hands: Masks
    weights: Counts

    @property
    def all_deals(self) -> int:
        return int(self.weights.sum())

    def share(self, deals: Truths) -> Fraction:
        """The share of some of the deals in all that they stand for."""
        return Fraction(int(self.weights[deals].sum()), self.all_deals)


# The complete game -------------------------------------------------------------------------------


@cache
def all_words(size: int) -> tuple[Masks, Counts]:
    """Every deal of two hands as four words: masks, and the lengths of the words.

    The cards of each word are the highest of its suit.
    """
    hands, lengths = [], []
    for separators in combinations(range(2 * size + SUITS - 1), SUITS - 1):
        ends = np.diff([-1, *separators, 2 * size + SUITS - 1]) - 1
        places = [
            SUIT_WIDTH * suit + len(RANKS) - 1 - place
            for suit, length in enumerate(ends)
            for place in range(length)
        ]
        for mine in combinations(range(2 * size), size):
            bits = [1 << place for place in places]
            first = sum(bits[number] for number in mine)
            hands.append((first, sum(bits) - first))
            lengths.append(ends)
    return np.array(hands, np.uint64), np.array(lengths)


def complete_game(pack: int, size: int) -> WeightedDeals:
    """All deals of two hands from a pack: those of :func:`all_words`, some with no weight."""
    hands, lengths = all_words(size)
    ranks = pack // SUITS
    ways = np.array([comb(ranks, length) for length in range(len(RANKS) + 1)])
    return WeightedDeals(hands, ways[lengths].prod(axis=1))


# One hand against all others ---------------------------------------------------------------------


def gaps_of(mine: int, pack: int) -> list[list[int]]:
    """The cards that an opponent can have, gap by gap."""
    gaps: list[list[int]] = []
    for suit in range(SUITS):
        gaps.append([])
        for bit in range(SUIT_WIDTH * suit, SUIT_WIDTH * (suit + 1)):
            if mine >> bit & 1:
                gaps.append([])
            elif pack >> bit & 1:
                gaps[-1].append(1 << bit)
    return [gap for gap in gaps if gap]


def numbers_in(gaps: list[list[int]], cards: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to have so many cards in the gaps."""
    *others, last = gaps
    for numbers in product(*(range(min(cards, len(gap)) + 1) for gap in others)):
        rest = cards - sum(numbers)
        if 0 <= rest <= len(last):
            yield *numbers, rest


def against_all(mine: int, pack: int, opponents: int = 1) -> WeightedDeals:
    """One hand against all hands of one or two opponents, from a pack, which is a mask."""
    gaps, size = gaps_of(mine, pack), mine.bit_count()
    out = opponents * size
    shared = [*combinations(range(out), size)] if opponents == 2 else [tuple(range(out))]
    first = np.zeros((len(shared), out), np.uint64)
    np.put_along_axis(first, np.array(shared), 1, axis=1)
    hands, weights = [], []
    for numbers in numbers_in(gaps, out):
        chosen = [*zip(gaps, numbers, strict=True)]
        cards = np.array([card for gap, number in chosen for card in gap[:number]], np.uint64)
        of_first = first @ cards
        columns = [np.full(len(shared), mine, np.uint64), of_first, cards.sum() - of_first]
        hands.append(np.stack(columns[: 1 + opponents], axis=1))
        weights += [prod(comb(len(gap), number) for gap, number in chosen)] * len(shared)
    return WeightedDeals(np.concatenate(hands), np.array(weights))


# Card by card ------------------------------------------------------------------------------------


def all_hands(pack: int, size: int) -> Masks:
    """Every hand of so many cards of a pack, which is a mask."""
    cards = np.array([1 << bit for bit in range(64) if pack >> bit & 1], np.uint64)
    places = np.fromiter(
        (place for hand in combinations(range(len(cards)), size) for place in hand),
        np.uint8,
        count=size * comb(len(cards), size),
    )
    return np.bitwise_or.reduce(cards[places].reshape(-1, size), axis=1)


def renamed(hands: Masks, names: tuple[int, ...]) -> Masks:
    """The hands with the cards of each suit s in suit ``names[s]``."""
    result = np.zeros_like(hands)
    for suit, name in enumerate(names):
        ranks = hands >> np.uint64(SUIT_WIDTH * suit) & np.uint64(0xFFFF)
        result |= ranks << np.uint64(SUIT_WIDTH * name)
    return result


def classes_of(hands: Masks) -> tuple[Masks, Counts]:
    """One hand of each class alike but for the names of suits, and how many are of the class."""
    alike = [renamed(hands, names) for names in permutations(range(SUITS))]
    in_order = np.sort(np.minimum.reduce(alike))
    starts = np.flatnonzero(np.append(True, in_order[1:] != in_order[:-1]))
    return in_order[starts], np.diff(np.append(starts, len(hands)))

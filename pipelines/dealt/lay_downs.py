"""All lay-down hands of a pack, listed without a look at all hands.

A lay-down hand consists of trumps and, where it has others, of the highest cards of the side
suits (see `sim.conditions.lay_down`). So every set of trumps is tried with every choice of how
many of the highest cards of the side suits fill the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from sim.conditions.lay_down import is_lay_down
from sim.conditions.pack import Masks, Numbers, Pack
from sim.game.cards import JOKER, RANKS, SUIT_WIDTH, SUITS

__all__ = ["lay_down_hands", "may_be_lay_down"]


@lru_cache(maxsize=8)
def lay_down_hands(pack: Pack) -> Masks:
    """Return all lay-down hands of a pack in ascending order; one at least.

    Examples
    --------
    >>> from sim.game.cards import pack_of
    >>> len(lay_down_hands(Pack(pack_of(52), 5))), len(lay_down_hands(Pack(pack_of(24), 5)))
    (4, 116)
    """
    candidates = np.unique(np.array([*_candidates(pack)], np.uint64))
    return candidates[is_lay_down(candidates, pack)]


def may_be_lay_down(longest: Numbers, pack: Pack) -> npt.NDArray[np.bool_]:
    """Return which hands have a suit long enough to be one, by the length of the longest suit.

    Without side cards the whole hand is trumps; with some, no more trumps are missing than held.
    A joker is a trump more, and fills a suit that is one card shorter.
    """
    all_trumps = pack.ranks.bit_count() + pack.joker
    fewest = min(pack.hand_size, (all_trumps + 1) // 2) - pack.joker
    long_enough: npt.NDArray[np.bool_] = longest >= fewest
    return long_enough


def _candidates(pack: Pack) -> Iterator[int]:
    ranks = [rank for rank in reversed(range(len(RANKS))) if pack.ranks >> rank & 1]
    for jokers in range(pack.joker + 1):
        for length in range(pack.hand_size - jokers + 1):
            for trumps in combinations(ranks, min(length, len(ranks))):
                mask = sum(1 << rank for rank in trumps)
                rest = pack.hand_size - jokers - len(trumps)
                if rest and 2 * (len(trumps) + jokers) < len(ranks) + pack.joker:
                    continue  # a trump would be left to ruff the side cards with
                for sides in _side_suits(ranks, rest):
                    for trump in range(SUITS):
                        yield _hand(trump, mask, sides) | jokers * JOKER


def _side_suits(ranks: list[int], cards: int) -> Iterator[tuple[int, ...]]:
    """Yield the highest cards of three side suits, so many in all."""
    for lengths in product(range(min(cards, len(ranks)) + 1), repeat=SUITS - 1):
        if sum(lengths) == cards:
            yield tuple(sum(1 << rank for rank in ranks[:length]) for length in lengths)


def _hand(trump: int, trumps: int, sides: tuple[int, ...]) -> int:
    suits = [*sides[:trump], trumps, *sides[trump:]]
    return sum(cards << SUIT_WIDTH * suit for suit, cards in enumerate(suits))

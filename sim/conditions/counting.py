"""All hands of a pack that satisfy something: counted exactly, and kept while they are few.

Subsets are made in colex order: of all sets of four cards, those below the n-th card of the pack
come first, C(n, 4) of them. So all hands with the same highest cards are one slice of that list
with these cards added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from sim.conditions.pack import Masks, Pack, Truths
from sim.errors import UserError

Test = Callable[[Masks], Truths]

MOST_LISTED: Final = 1 << 24
"""Hands kept at most: 128 megabytes of them."""

_LOWEST_TOGETHER: Final = 4
"""So many of the lowest cards of a hand are taken from a list of all subsets."""


class TooManyHandsError(UserError):
    """More hands than are kept in a list."""


def hands_that(test: Test, pack: Pack) -> Masks:
    """Return all hands of a pack that pass a test, in ascending order.

    Parameters
    ----------
    test : callable
        Gets hands as a uint64 array, and returns which of them pass.
    pack : Pack

    Raises
    ------
    TooManyHandsError
        If they are more than `MOST_LISTED`.

    Examples
    --------
    >>> from sim.game.cards import pack_of
    >>> len(hands_that(lambda hands: hands & np.uint64(1) == 1, Pack(pack_of(52), 5)))
    249900
    """
    found: list[Masks] = []
    number = 0
    for hands in all_hands(pack):
        passing = hands[test(hands)]
        number += len(passing)
        if number > MOST_LISTED:
            raise TooManyHandsError(
                f"more than {MOST_LISTED:,} of the {pack.possible_hands:,} hands of "
                f"{pack.hand_size} satisfy it; so common a hand needs no condition: ask for less, "
                "or leave given out"
            )
        found.append(passing)
    return np.sort(np.concatenate(found))


def all_hands(pack: Pack) -> Iterator[Masks]:
    """Yield all hands of a pack, in parts."""
    bits = np.array([1 << place for place in range(64) if pack.cards >> place & 1], np.uint64)
    lowest = _subsets(bits, _LOWEST_TOGETHER)
    for higher in combinations(
        range(_LOWEST_TOGETHER, len(bits)), pack.hand_size - _LOWEST_TOGETHER
    ):
        yield lowest[: comb(higher[0], _LOWEST_TOGETHER)] | np.bitwise_or.reduce(bits[[*higher]])


def _subsets(bits: Masks, size: int) -> Masks:
    """Return all sets of so many of some cards, in colex order.

    Examples
    --------
    >>> _subsets(np.array([1, 2, 4], np.uint64), 2).tolist()
    [3, 5, 6]
    """
    if size == 0:
        return np.zeros(1, np.uint64)
    smaller = _subsets(bits, size - 1)
    parts = [smaller[: comb(place, size - 1)] | bit for place, bit in enumerate(bits)]
    return np.concatenate([part for part in parts if len(part)])

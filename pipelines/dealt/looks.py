"""What hands look like: lengths of suits, honours, as numbers that can be counted.

Hands are masks as `sim.game.cards` describes them, the joker among the clubs.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from sim.conditions.pack import Masks, Numbers
from sim.game.cards import JOKER, RANKS, SUIT_WIDTH, SUITS

__all__ = [
    "ACES",
    "HONOURS",
    "HONOURS_OF_ALL_SUITS",
    "Codes",
    "bits_counted",
    "cards_of_suit",
    "digits_of",
    "pattern_codes",
    "sorted_lengths",
    "trumps_of",
]

ACES: Final = np.uint64(sum(1 << SUIT_WIDTH * suit + RANKS.index("A") for suit in range(SUITS)))
"""The four aces."""

HONOURS: Final = np.uint64(sum(1 << RANKS.index(rank) for rank in "AKQJ") | JOKER)
"""Ace, king, queen, jack and the joker, in a mask of one suit."""

HONOURS_OF_ALL_SUITS: Final = np.uint64(
    sum((int(HONOURS) & ~JOKER) << SUIT_WIDTH * suit for suit in range(SUITS)) | JOKER
)
"""Ace, king, queen and jack of each suit, and the joker."""

_SUIT: Final = np.uint64((1 << len(RANKS)) - 1)
_EACH_BYTE: Final = np.uint64(0x0101010101010101)
_FULL_BYTE: Final = 255

Codes = npt.NDArray[np.int16]


def bits_counted(masks: Masks) -> npt.NDArray[np.int64]:
    """Count how many masks have each of the 64 bits.

    Eight bits of every mask are added at once, each in a byte of its own, 255 masks at a time.

    Examples
    --------
    >>> bits_counted(np.array([0b101, 0b001], np.uint64))[:3].tolist()
    [2, 0, 1]
    """
    filled = np.zeros((-(-len(masks) // _FULL_BYTE), _FULL_BYTE), np.uint64)
    filled.reshape(-1)[: len(masks)] = masks
    counts = np.zeros(64, np.int64)
    for place in range(8):
        bytes_of_sums = ((filled >> np.uint64(place)) & _EACH_BYTE).sum(axis=1).view(np.uint8)
        counts[place::8] = bytes_of_sums.reshape(-1, 8).sum(axis=0, dtype=np.int64)
    return counts


def cards_of_suit(hands: Masks, suit: int) -> Masks:
    """Return the ordinary cards that each hand has of a suit, as masks of one suit."""
    return (hands >> np.uint64(SUIT_WIDTH * suit)) & _SUIT


def sorted_lengths(*lengths: Numbers) -> list[Numbers]:
    """Return lengths of three or four suits sorted hand by hand, the longest first.

    Examples
    --------
    >>> [int(each[0]) for each in sorted_lengths(*np.array([[0], [3], [2]], np.uint8))]
    [3, 2, 0]
    """
    sorted_so_far = [*lengths]
    for rounds in range(len(lengths) - 1, 0, -1):
        for place in range(rounds):
            one, other = sorted_so_far[place : place + 2]
            sorted_so_far[place : place + 2] = np.maximum(one, other), np.minimum(one, other)
    return sorted_so_far


def pattern_codes(hand_size: int, first: Numbers, *others: Numbers) -> Codes:
    """Return the lengths of four suits as one number; `digits_of` tells it as people read it.

    The first length keeps its place; the others follow, the longest first.
    """
    codes = first.astype(np.int16)
    for lengths in sorted_lengths(*others):
        codes = codes * np.int16(hand_size + 1) + lengths
    return codes


def digits_of(code: int, hand_size: int) -> int:
    """Return the lengths behind a code as decimal digits: 3110 for three, one, one, none.

    Examples
    --------
    >>> digits_of(int(pattern_codes(5, *np.array([[3], [0], [1], [1]], np.uint8))[0]), 5)
    3110
    """
    digits = 0
    for place in range(SUITS):
        code, length = divmod(code, hand_size + 1)
        digits += length * 10**place
    return digits


def trumps_of(cards: Masks, trump: npt.NDArray[np.integer]) -> Masks:
    """Return the trumps among some cards as masks of one suit, the joker the highest.

    Parameters
    ----------
    cards : uint64 array
        Cards of each deal.
    trump : array of integers
        The trump suit of each deal; at most 3.
    """
    of_suit = (cards >> (SUIT_WIDTH * trump).astype(np.uint64)) & _SUIT
    return of_suit | (cards & np.uint64(JOKER))

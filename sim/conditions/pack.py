"""The cards of a pack as conditions see them, and questions about many hands at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from sim.game.cards import JOKER, RANKS, SUIT_WIDTH, SUITS, pack_of

if TYPE_CHECKING:
    from sim.game.rules import Rules

Masks = npt.NDArray[np.uint64]
Truths = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.uint8]

ALL_RANKS: Final = (1 << len(RANKS)) - 1
"""The places of a suit's ordinary cards."""


@dataclass(frozen=True)
class Pack:
    """What hands are dealt from.

    Attributes
    ----------
    cards : int
        The whole pack as a mask, the joker included.
    hand_size : int
        Cards in a hand.

    Examples
    --------
    >>> Pack(pack_of(52), 5).possible_hands
    2598960
    """

    cards: int
    hand_size: int

    @classmethod
    def of(cls, rules: Rules) -> Pack:
        """Return the pack of some rules."""
        return cls(pack_of(rules.pack) | (JOKER if rules.joker else 0), rules.hand_size)

    @property
    def size(self) -> int:
        """Cards in the pack."""
        return self.cards.bit_count()

    @property
    def ranks(self) -> int:
        """The ranks of each suit, as a mask of one suit."""
        return self.cards & ALL_RANKS

    @property
    def joker(self) -> bool:
        """Whether there is a joker."""
        return bool(self.cards & JOKER)

    @property
    def possible_hands(self) -> int:
        """How many different hands can be dealt."""
        return comb(self.size, self.hand_size)


def suit_of_hands(hands: Masks, suit: int) -> Masks:
    """The ordinary cards that each hand has of a suit, as masks of one suit."""
    return (hands >> np.uint64(SUIT_WIDTH * suit)) & np.uint64(ALL_RANKS)


def suit_lengths(hands: Masks) -> Numbers:
    """How many ordinary cards each hand has of each suit; shape (4, …)."""
    return np.stack([np.bitwise_count(suit_of_hands(hands, suit)) for suit in range(SUITS)])


def up_to_highest(cards: Masks) -> Masks:
    """All places up to the highest of some cards of one suit; none where there are no cards."""
    for shift in (1, 2, 4, 8):
        cards = cards | (cards >> np.uint64(shift))
    return cards

"""What a hand may hold: each kind of holding, in words and as a test of many hands at once."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from sim.conditions.lay_down import is_lay_down
from sim.conditions.pack import Masks, Numbers, Pack, Truths, suit_lengths, suit_of_hands
from sim.game.cards import RANKS, SUIT_NAMES, SUIT_WIDTH, SUITS, format_cards

ANY_SUIT: Final = None
"""Stands for a suit that is not named."""

HONOURS: Final = "AKQJT"
RANK_WORDS: Final = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}


class Holding(Protocol):
    """Something that a hand holds or does not hold; its text is the canonical one."""

    def held_by(self, hands: Masks, pack: Pack) -> Truths:
        """Return which of the hands hold it."""
        ...

    def complaint(self, pack: Pack) -> str | None:
        """Return why no hand of this pack can be asked for it; None if it makes sense."""
        ...


@dataclass(frozen=True)
class SuitCards:
    """Cards of one suit, such as ``AKQxx of a suit``.

    Attributes
    ----------
    named : int
        Ranks that must be there, as a mask of one suit.
    small : int
        Further cards of the suit, each lower than every named one.
    exactly : bool
        Whether the hand may have no other card of the suit; so it is with small cards.
    suit : int or None
        Number of the suit; None for any.
    """

    named: int
    small: int
    exactly: bool
    suit: int | None

    def __str__(self) -> str:
        ranks = "".join(RANKS[rank] for rank in range(12, -1, -1) if self.named >> rank & 1)
        exactly = "exactly " if self.exactly and not self.small else ""
        return f"{exactly}{ranks}{'x' * self.small} of {_suit_name(self.suit)}"

    def held_by(self, hands: Masks, pack: Pack) -> Truths:
        """Return which of the hands hold it."""
        suits = range(SUITS) if self.suit is ANY_SUIT else (self.suit,)
        result = np.zeros(hands.shape, np.bool_)
        for suit in suits:
            result |= self._held_in(suit_of_hands(hands, suit))
        return result

    def _held_in(self, cards: Masks) -> Truths:
        named = np.uint64(self.named)
        held: Truths = (cards & named) == named
        if not self.exactly:
            return held
        below_named = (self.named & -self.named) - 1 if self.named else -1
        too_high = np.uint64(~(below_named | self.named) & 0xFFFF)
        number = self.named.bit_count() + self.small
        held &= ((cards & too_high) == 0) & (np.bitwise_count(cards) == number)
        return held

    def complaint(self, pack: Pack) -> str | None:
        """Return why no hand of this pack can be asked for it."""
        missing = self.named & ~pack.ranks
        if missing:
            lowest = RANKS[missing.bit_length() - 1]
            return f"the pack of {pack.size} has no {RANK_WORDS[lowest]}"
        return _too_many(self.named.bit_count() + self.small, pack)


@dataclass(frozen=True)
class Cards:
    """Certain cards, such as ``AS KD`` or ``joker``.

    Attributes
    ----------
    cards : int
        As a mask.
    """

    cards: int

    def __str__(self) -> str:
        return format_cards(self.cards)

    def held_by(self, hands: Masks, pack: Pack) -> Truths:
        """Return which of the hands hold all of them."""
        held: Truths = (hands & np.uint64(self.cards)) == np.uint64(self.cards)
        return held

    def complaint(self, pack: Pack) -> str | None:
        """Return why no hand of this pack can be asked for them."""
        missing = self.cards & ~pack.cards
        if missing:
            return f"the pack of {pack.size} has no {format_cards(missing & -missing)}"
        return _too_many(self.cards.bit_count(), pack)


@dataclass(frozen=True)
class Pattern:
    """How many cards of its longest suit a hand has, of the next, and so on.

    Attributes
    ----------
    lengths : tuple of int
        From the longest suit to the shortest, four of them.
    """

    lengths: tuple[int, int, int, int]

    def __str__(self) -> str:
        return f"pattern {'-'.join(map(str, self.lengths))}"

    def held_by(self, hands: Masks, pack: Pack) -> Truths:
        """Return which of the hands have these lengths, in whichever suits."""
        in_order = np.sort(suit_lengths(hands), axis=0)[::-1]
        wanted = np.array(self.lengths, np.uint8).reshape(-1, *[1] * hands.ndim)
        matches: Truths = (in_order == wanted).all(axis=0)
        return matches

    def complaint(self, pack: Pack) -> str | None:
        """Return why no hand of this pack can have these lengths."""
        total = sum(self.lengths)
        if total == pack.hand_size or (pack.joker and total == pack.hand_size - 1):
            return None
        beside = f", or {pack.hand_size - 1} beside a joker" if pack.joker else ""
        return f"its numbers add up to {total}, but a hand has {pack.hand_size} cards{beside}"


Compare = Callable[[Any, Any], Any]

COMPARISONS: Final[dict[str, Compare]] = {
    "at least": operator.ge,
    "at most": operator.le,
    "exactly": operator.eq,
}


@dataclass(frozen=True)
class Count:
    """How many of a kind a hand has, such as ``at least 3 honours``.

    Attributes
    ----------
    compared : str
        "at least", "at most" or "exactly".
    number : int
    kind : str
        "honour"; a rank, such as "ace"; a suit, such as "heart"; "of a suit" for the longest
        suit; or "suit" for the number of suits of which there is a card.
    """

    compared: str
    number: int
    kind: str

    def __str__(self) -> str:
        ending = "" if self.kind.startswith("of ") or self.number == 1 else _ending(self.kind)
        return f"{self.compared} {self.number} {self.kind}{ending}"

    def held_by(self, hands: Masks, pack: Pack) -> Truths:
        """Return which of the hands have so many."""
        result: Truths = COMPARISONS[self.compared](_numbers_of(self.kind, hands), self.number)
        return result

    def complaint(self, pack: Pack) -> str | None:
        """Return why no hand of this pack can be asked for so many."""
        most = SUITS if self.kind == "suit" else pack.hand_size
        if self.number > most:
            return f"{self.number} is more than a hand can have, {most} at most"
        return None


@dataclass(frozen=True)
class LayDown:
    """A hand that takes every trick whatever the others hold and play."""

    def __str__(self) -> str:
        return "a lay-down hand"

    def held_by(self, hands: Masks, pack: Pack) -> Truths:
        """Return which of the hands are lay-downs."""
        return is_lay_down(hands, pack)

    def complaint(self, pack: Pack) -> str | None:
        """Nothing is wrong with it in any pack."""
        return None


_RANKS_OF_KIND: Final = {
    "honour": sum(1 << RANKS.index(rank) for rank in HONOURS),
    **{word: 1 << RANKS.index(rank) for rank, word in RANK_WORDS.items()},
}
_SUITS_OF_KIND: Final = {name.removesuffix("s"): suit for suit, name in enumerate(SUIT_NAMES)}

KINDS: Final = {
    **{kind + _end: kind for kind in _SUITS_OF_KIND for _end in ("", "s")},
    **{kind + _end: kind for kind in ("honour", "suit") for _end in ("", "s")},
    **{kind: kind for kind in RANK_WORDS.values()},
    **{f"{kind}{'es' if kind == 'six' else 's'}": kind for kind in RANK_WORDS.values()},
}
"""What can be counted, by every word for it."""


def _numbers_of(kind: str, hands: Masks) -> Numbers:
    """How many of a kind each hand has."""
    counts: Numbers
    if kind in ("of a suit", "suit"):
        lengths = suit_lengths(hands)
        counts = lengths.max(axis=0) if kind == "of a suit" else (lengths > 0).sum(axis=0)
        return counts
    if kind in _SUITS_OF_KIND:
        counts = np.bitwise_count(suit_of_hands(hands, _SUITS_OF_KIND[kind]))
        return counts
    ranks = _RANKS_OF_KIND[kind]
    mask = sum(ranks << (SUIT_WIDTH * suit) for suit in range(SUITS))
    counts = np.bitwise_count(hands & np.uint64(mask))
    return counts


def _ending(kind: str) -> str:
    return "es" if kind == "six" else "s"


def _suit_name(suit: int | None) -> str:
    return "a suit" if suit is None else SUIT_NAMES[suit]


def _too_many(number: int, pack: Pack) -> str | None:
    if number > pack.hand_size:
        return f"{number} cards are more than a hand has, {pack.hand_size}"
    return None

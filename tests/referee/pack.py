"""Fouls and cards: what the referee calls things.

A card is a text, its rank and its suit: "AC" is the ace of clubs, "TD" the ten of diamonds. The
joker is "JO" and has no suit of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

SUITS = "CDHS"
RANKS = "23456789TJQKA"
STRENGTH = {rank: strength for strength, rank in enumerate(RANKS)}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
JOKER = "JO"


class Foul(Exception):  # noqa: N818 - a foul is what players call it
    """Something that the rules forbid; its text says what was done, and by whom."""


@cache
def pack_of(size: int, joker: bool = False) -> tuple[str, ...]:
    """List a pack in its printed order: clubs, diamonds, hearts, spades, each from its lowest.

    The joker, a card more than `size`, is printed right after the ace of clubs.
    """
    ranks_in_a_suit, odd_cards = divmod(size, len(SUITS))
    if odd_cards or not 0 < ranks_in_a_suit <= len(RANKS):
        raise Foul(f"no pack of {size} cards can be made by stripping the lowest ranks")
    cards = [rank + suit for suit in SUITS for rank in RANKS[-ranks_in_a_suit:]]
    if joker:
        cards.insert(ranks_in_a_suit, JOKER)
    return tuple(cards)


def suit_of(card: str, trump: str | None) -> str | None:
    """Give the suit that a card belongs to: the joker's is the trump suit, if there is one."""
    return trump if card == JOKER else card[1]


def strength_of(card: str) -> int:
    """Give the strength of a card within its suit; the joker is above the ace."""
    return len(RANKS) if card == JOKER else STRENGTH[card[0]]


def in_words(cards: Iterable[str]) -> str:
    """Write some cards for a sentence: "2C AS", or "nothing"."""
    return " ".join(sorted(cards)) or "nothing"

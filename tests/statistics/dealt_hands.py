"""Blocks of dealt hands as masks, and what can be asked of many of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.hands import deal_hands

Masks = NDArray[np.uint64]
Truths = NDArray[np.bool_]
Counts = NDArray[np.uint8]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_WIDTH = 16
SUIT_MASK = np.uint64(0xFFFF)
JOKER = np.uint64(1 << 13)
"""The joker as it is dealt: above the ace of clubs."""


@dataclass(frozen=True)
class Table:
    """What is dealt: so many hands of a pack."""

    players: int
    pack: int = 52
    joker: bool = False
    hand_size: int = 5

    @property
    def cards(self) -> int:
        """Cards in the pack, the joker included."""
        return self.pack + self.joker

    @property
    def ranks(self) -> np.uint64:
        """The ranks of every suit, as its lowest 13 bits."""
        number = self.pack // len(SUITS)
        return np.uint64(((1 << number) - 1) << (len(RANKS) - number))

    def deal(self, seed: int, first_deal: int, deals: int) -> Masks:
        """Hands of shape (deals, players), in speaking order."""
        return deal_hands(
            seed, first_deal, deals, self.players, self.pack, self.hand_size, joker=self.joker
        )

    def __str__(self) -> str:
        """Return the table in words, what is usual left out."""
        said = [f"{self.players} players"]
        if (self.pack, self.joker) != (52, False):
            said.append(f"pack of {self.pack}" + " and a joker" * self.joker)
        if self.hand_size != 5:
            said.append(f"hands of {self.hand_size}")
        return ", ".join(said)


def cards(text: str) -> np.uint64:
    """The mask of cards written as in "AC TD": bit 16 * suit + rank for each."""
    return np.uint64(
        sum(
            1 << (SUIT_WIDTH * SUITS.index(card[1]) + RANKS.index(card[0])) for card in text.split()
        )
    )


def of_suit(ranks: str, suit: str) -> str:
    """Write the cards of one suit: of_suit("AK", "C") is "AC KC"."""
    return " ".join(rank + suit for rank in ranks)


def field(hands: Masks, suit: int) -> Masks:
    """The 13 cards of one suit, as a number below 2^13; a joker stands above the clubs."""
    return (hands >> np.uint64(SUIT_WIDTH * suit)) & SUIT_MASK


def lowest_card(hands: Masks) -> Masks:
    """The lowest bit of each mask; 0 of an empty one."""
    return hands & (~hands + np.uint64(1))


def size(hands: Masks) -> Counts:
    """The number of cards in each mask."""
    return np.bitwise_count(hands)


def different(masks: Masks) -> Masks:
    """The different masks, in order; NumPy's own way takes many times as long for millions."""
    in_order = np.sort(masks, axis=None)
    return in_order[np.append(True, in_order[1:] != in_order[:-1])]


@dataclass(frozen=True, eq=False)
class Deals:
    """A block of deals: masks of shape (players, deals).

    Row 0 is my hand, row 1 that of my left-hand opponent, and so on clockwise.
    """

    hands: Masks
    table: Table

    @cached_property
    def of_two(self) -> Deals:
        """My hand and the next alone: two hands of any table are dealt like a table of two."""
        return Deals(self.hands[:2], self.table)

    @property
    def mine(self) -> Masks:
        return self.hands[0]

    @property
    def others(self) -> Masks:
        return self.hands[1:]

    @property
    def next_opponent(self) -> Masks:
        return self.hands[1]

    @cached_property
    def in_play(self) -> Masks:
        """All cards that were dealt."""
        return np.bitwise_or.reduce(self.hands, axis=0)

    @cached_property
    def out(self) -> Masks:
        """All cards that my opponents hold."""
        return np.bitwise_or.reduce(self.others, axis=0)

    @cached_property
    def lengths(self) -> Counts:
        """Cards by suit: shape (4, players, deals)."""
        return np.stack([size(field(self.hands, suit)) for suit in range(len(SUITS))])

    @cached_property
    def my_pattern(self) -> NDArray[np.uint16]:
        """The lengths of my suits from the longest, as a number: 3110 for three, one, one, none."""
        mine = np.sort([size(field(self.mine, suit)) for suit in range(len(SUITS))], axis=0)
        pattern: NDArray[np.uint16] = np.uint16([1, 10, 100, 1000]) @ mine
        return pattern

    @cached_property
    def longest(self) -> Counts:
        """The length of the longest suit: shape (players, deals)."""
        return self.lengths.max(axis=0)

    @lru_cache(maxsize=8)  # noqa: B019 - a handful of blocks at a time
    def lengths_where_i_hold(self, held: int) -> Counts:
        """Lengths, player by player, in a suit of which I hold exactly that many cards.

        Deals in which I have no such suit are left out; of several such suits the first counts
        (the choice looks at my hand alone). Shape (players, trials).
        """
        exactly = self.lengths[:, 0] == held
        suit = exactly.argmax(axis=0)
        lengths = np.take_along_axis(self.lengths, suit[None, None], axis=0)[0]
        return lengths[:, exactly.any(axis=0)]

    @lru_cache(maxsize=8)  # noqa: B019 - a handful of blocks at a time
    def holding(self, wanted: np.uint64) -> Deals:
        """Rename the cards of every deal so that I hold these.

        My hand says nothing about the places of the other cards, so any hand can stand for any
        other: card by card, one that I hold too much changes names with one that I want.
        """
        hands = self.hands.copy()
        for _ in range(self.table.hand_size):
            surplus = lowest_card(hands[0] & ~wanted)
            missing = lowest_card(wanted & ~hands[0])
            renamed = surplus | missing
            holds_one = np.bitwise_count(hands & renamed) == 1
            hands ^= np.where(holds_one, renamed, np.uint64(0))
        return Deals(hands, self.table)

    def holding_trumps(self, number: int) -> Deals:
        """Rename the cards so that I hold the lowest trumps, and the queen of each side suit."""
        side_cards = " QD QH QS"[: 3 * (self.table.hand_size - number)]
        return self.holding(cards(of_suit(RANKS[:number], "C") + side_cards))

    def missing_trumps(self, number: int) -> Masks:
        """What every opponent holds of the trumps that I, with that many, do not hold.

        Bit 0 is the lowest missing trump, whatever it is. Shape (players - 1, deals).
        """
        return field(self.holding_trumps(number).others, 0) >> np.uint64(number)


def with_me_first(hands: Masks, first_deal: int, table: Table) -> Deals:
    """Turn the table so that I sit at place 0, 1, 2, ... in speaking order, deal after deal."""
    deals, players = hands.shape
    turn = (np.arange(players)[:, None] + first_deal + np.arange(deals)) % players
    return Deals(np.take_along_axis(hands.T, turn, axis=0), table)

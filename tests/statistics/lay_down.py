"""Lay-down hands: those that take every trick as trumps, whatever the others hold and play.

The criterion. The declarer leads his trumps from the top, then his side cards. No opponent may
ever get in:

* his trumps run: those above the highest missing one are as many as an opponent can follow with,
  all the missing ones or a whole hand of them;
* if he has side cards, he has at least as many trumps as are missing, so that none is left to
  ruff with, and of every side suit he holds the highest cards without a gap.

A joker is the highest card of the trump suit; an ordinary trump is led before it.
"""

from __future__ import annotations

import numpy as np

from tests.statistics.dealt_hands import (
    JOKER,
    SUIT_WIDTH,
    SUITS,
    Masks,
    Table,
    Truths,
    field,
    lowest_card,
    size,
)

ONE = np.uint64(1)


def is_lay_down(hands: Masks, table: Table) -> Truths:
    """Whether each hand is a lay-down in some trump suit; the result has the hands' shape."""
    # Without so many of a suit there are side cards, and too few trumps to draw the others'.
    fewest = min(table.hand_size, (int(size(table.ranks)) + 1) // 2)
    joker = JOKER if table.joker else np.uint64(0)
    result = np.zeros(hands.shape, np.bool_)
    for trump in range(len(SUITS)):
        all_trumps = table.ranks << np.uint64(SUIT_WIDTH * trump) | joker
        candidates = np.nonzero(size(hands & all_trumps) >= fewest)
        result[candidates] |= is_lay_down_with(hands[candidates], trump, table)
    return result


def is_lay_down_with(hands: Masks, trump: int, table: Table) -> Truths:
    """Whether each hand is a lay-down if one suit is trump."""
    suits = [field(hands, suit) & table.ranks for suit in range(len(SUITS))]
    all_trumps = table.ranks | (JOKER if table.joker else np.uint64(0))
    trumps = suits[trump] | (hands & JOKER)
    missing = all_trumps & ~trumps
    tops = size(trumps & ~up_to_highest(missing))
    run = (tops >= size(missing)) | (tops >= table.hand_size)
    all_trump = size(trumps) == table.hand_size
    all_drawn = size(missing) <= size(trumps)
    no_gaps = np.logical_and.reduce(
        [is_top_sequence(suits[side], table) for side in range(len(SUITS)) if side != trump]
    )
    return run & (suits[trump] != 0) & (all_trump | (all_drawn & no_gaps))


def is_top_sequence(cards: Masks, table: Table) -> Truths:
    """Whether no higher card of the suit is missing than the lowest held; so it is of none."""
    lowest = lowest_card(cards)
    higher = table.ranks & ~(lowest | (lowest - ONE))
    return (cards == 0) | ((higher & ~cards) == 0)


def up_to_highest(cards: Masks) -> Masks:
    """All places of a suit up to the highest of some cards; none if there are no cards."""
    for shift in (1, 2, 4, 8):
        cards = cards | (cards >> np.uint64(shift))
    return cards

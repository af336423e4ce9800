"""Lay-down hands: those that take every trick as trumps, whatever the others hold and play.

The declarer leads his trumps from the top, then his side cards. Nobody else may ever get in:

* his trumps above the highest missing one draw all the others': they are as many as are missing,
  or as a hand can hold of them;
* any side cards are the highest of their suits, without a gap, and no trump is left to ruff them:
  no more are missing than he holds.

How many others there are does not matter: one of them can hold any cards that he does not.
A joker is the highest card of the trump suit.
"""

from __future__ import annotations

import numpy as np

from sim.conditions.pack import Masks, Pack, Truths, suit_of_hands, up_to_highest
from sim.game.cards import JOKER, SUITS


def is_lay_down(hands: Masks, pack: Pack) -> Truths:
    """Return which hands are lay-downs in some trump suit."""
    result = np.zeros(hands.shape, np.bool_)
    suits = [suit_of_hands(hands, suit) for suit in range(SUITS)]
    whole_suits = [_has_no_gap(cards, pack) for cards in suits]
    for trump in range(SUITS):
        side = np.logical_and.reduce([whole_suits[suit] for suit in range(SUITS) if suit != trump])
        result |= _runs_with(suits[trump] | (hands & np.uint64(JOKER)), side, pack)
    return result


def _runs_with(trumps: Masks, side_runs: Truths, pack: Pack) -> Truths:
    """Return where these trumps draw all others, and the side cards take the rest."""
    all_trumps = np.uint64(pack.ranks | (JOKER if pack.joker else 0))
    missing = all_trumps & ~trumps
    held, outstanding = np.bitwise_count(trumps), np.bitwise_count(missing)
    masters = np.bitwise_count(trumps & ~up_to_highest(missing))
    draw_all = masters >= np.minimum(outstanding, np.uint8(pack.hand_size))
    no_side_cards = held == pack.hand_size
    result: Truths = draw_all & (no_side_cards | (side_runs & (outstanding <= held)))
    return result


def _has_no_gap(cards: Masks, pack: Pack) -> Truths:
    """Return where no card of a suit is missing above the lowest that is held."""
    missing = np.uint64(pack.ranks) & ~cards
    lowest = cards & (~cards + np.uint64(1))
    gap = (missing & ~(lowest | (lowest - np.uint64(1)))) != 0
    whole: Truths = (cards == 0) | ~gap
    return whole

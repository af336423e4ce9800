"""Dealing where one position's hand is drawn from a list: the compiled part.

The hand is drawn by a stream of its own; all other hands come from the rest of the pack, card by
card, by the words of the cards stream as in :mod:`sim.engine.dealing`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import int64, types, uint64

from sim.engine.bits import ZERO, i64, lane_function, u64
from sim.engine.block import DEAL, HAND, LANES, ROWS, STOCK
from sim.engine.compiled import compile_kernel
from sim.engine.dealing import CARDS_PER_WORD, draw_packet, next_word
from sim.engine.philox import CARDS, bounded_draw, random_words

GIVEN = 4
"""The stream of hands drawn from a list; the streams below have other uses in
:mod:`sim.engine.philox`, and policies have those from 16 on."""

NO_TURN = -1
"""Nobody's hand is drawn from a list."""


def deal_given(seed, deals, turn, listed, pack, pack_size, hand_size, hands):  # type: ignore[no-untyped-def]
    """Fill ``hands``, 64 deals at a time.

    Parameters
    ----------
    seed : uint64
    deals : uint64 array, shape (deals,)
        The index of each deal in its streams.
    turn : int64
        The speaking turn whose hand is drawn from the list, or ``NO_TURN``.
    listed : uint64 array
        The hands that it may be, as masks: fewer than 2**24, so that no hand is off its
        probability by more than one part in 2**40.
    pack : uint64
    pack_size, hand_size : int64
    hands : uint64 array, shape (deals, players)
    """
    block = np.zeros((ROWS, LANES), np.uint64)
    last = deals.shape[0] - 1
    for first in range(0, deals.shape[0], LANES):
        for lane in range(LANES):
            block[DEAL, lane] = deals[min(first + lane, last)]
            block[STOCK, lane] = pack
        left = i64(pack_size)
        if turn >= 0:
            take_listed_hand(block, seed, turn, listed)
            left -= hand_size
        deal_the_rest(block, hands.shape[1], turn, seed, left, hand_size)
        for lane in range(min(LANES, deals.shape[0] - first)):
            for player in range(hands.shape[1]):
                hands[first + lane, player] = block[HAND + player, lane]


@lane_function
def take_listed_hand(block, seed, turn, listed):  # type: ignore[no-untyped-def]
    """Draw the hand of a speaking turn from the list, and take it out of the stock."""
    for lane in range(LANES):
        word, _ = random_words(seed, u64(GIVEN), block[DEAL, lane], ZERO)
        number, _ = bounded_draw(word, u64(listed.shape[0]))
        block[HAND + turn, lane] = listed[number]
        block[STOCK, lane] &= ~listed[number]


@lane_function
def deal_the_rest(block, players, turn, seed, left, hand_size):  # type: ignore[no-untyped-def]
    """Deal all other hands from what is left in the stock, eldest first."""
    words = i64(0)
    for player in range(players):
        if player != turn:
            for lane in range(LANES):
                block[HAND + player, lane] = ZERO
            dealt = i64(0)
            while dealt < hand_size:
                packet = min(i64(CARDS_PER_WORD), i64(hand_size) - dealt)
                next_word(block, seed, u64(CARDS), words)
                draw_packet(block, HAND + player, packet, left)
                words += 1
                dealt += packet
                left -= packet


@cache
def compiled_dealing() -> Callable[..., Any]:
    """The compiled :func:`deal_given`."""
    signature = types.void(
        uint64, uint64[::1], int64, uint64[::1], uint64, int64, int64, uint64[:, ::1]
    )
    return compile_kernel(signature, deal_given)

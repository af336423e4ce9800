"""The hands of numbered deals alone, without auction and play."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import int64, types, uint64

from sim.engine.bits import u64
from sim.engine.block import DEAL, HAND, LANES, MOST_PLAYERS, ROWS
from sim.engine.compiled import compile_kernel
from sim.engine.dealing import deal_hands as deal_block
from sim.engine.philox import CARDS
from sim.errors import UserError
from sim.game.cards import JOKER, pack_of
from sim.game.options import PACKS


def deal_hands(
    seed: int,
    first_deal: int,
    deals: int,
    players: int,
    pack: int = 52,
    hand_size: int = 5,
    *,
    joker: bool = False,
) -> npt.NDArray[np.uint64]:
    """Deal the hands of consecutive deals, as any run under that seed would.

    Returns
    -------
    uint64 array, shape (deals, players)
        Hands as masks in speaking order: column 0 is eldest, the last is the dealer.

    Raises
    ------
    UserError
        If there is no such pack, or it does not hold so many cards.

    Examples
    --------
    >>> from sim.game.cards import format_cards
    >>> hands = deal_hands(seed=1815, first_deal=6, deals=1, players=4)
    >>> format_cards(int(hands[0, 0])) == format_cards(int(deal_hands(1815, 0, 9, 4)[6, 0]))
    True
    """
    size = pack + joker
    if pack not in PACKS or not 1 <= players <= MOST_PLAYERS or players * hand_size > size:
        raise UserError(
            f"{players} players x {hand_size} cards cannot be dealt from a pack of {size}; packs: "
            f"{', '.join(map(str, PACKS))}, and a joker"
        )
    hands = np.zeros((deals, players), np.uint64)
    cards = pack_of(pack) | (JOKER if joker else 0)
    _deal_blocks()(u64(seed), u64(first_deal), u64(cards), size, hand_size, hands)
    return hands


def deal_blocks(seed, first_deal, pack, pack_size, hand_size, hands):  # type: ignore[no-untyped-def]
    """Fill ``hands``, 64 deals at a time."""
    block = np.zeros((ROWS, LANES), np.uint64)
    for first in range(0, hands.shape[0], LANES):
        for lane in range(LANES):
            block[DEAL, lane] = first_deal + u64(first + lane)
        deal_block(block, hands.shape[1], seed, u64(CARDS), pack, pack_size, hand_size)
        for lane in range(min(LANES, hands.shape[0] - first)):
            for turn in range(hands.shape[1]):
                hands[first + lane, turn] = block[HAND + turn, lane]


@cache
def _deal_blocks() -> Callable[..., Any]:
    signature = types.void(uint64, uint64, uint64, int64, int64, uint64[:, ::1])
    return compile_kernel(signature, deal_blocks)

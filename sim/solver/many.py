"""Many deals solved at once: what every player could make, and what each card played was worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sim.game.ladder import LEAD_MODES, TRUMP_MODES
from sim.solver.batches import solve_hands_kernel
from sim.solver.opening import FEWEST, MOST
from sim.solver.plays import solve_plays_kernel
from sim.solver.position import Way
from sim.solver.workspace import make_workspace

__all__ = ["solve_hands", "solve_plays"]

_SLOTS = 1 << 12
"""Small enough for the fastest cache; larger ones bring nothing to few players."""
_SLOTS_OF_MANY = 1 << 16
_MANY = 6
"""Players from which the larger table pays."""


def solve_hands(hands: npt.NDArray[np.uint64], ways: Sequence[Way]) -> npt.NDArray[np.int8]:
    """The tricks that every player could take as declarer, all hands open.

    Parameters
    ----------
    hands : uint64 array, shape (deals, players)
        Masks in speaking order, as many cards in each; a joker at the place of the clubs.
    ways : sequence of Way

    Returns
    -------
    int8 array, shape (deals, players, ways)
        By the best opening that the way allows: the most tricks, the fewest, or for an exact aim
        that number if he can take just so many, else -1.
    """
    deals, players = hands.shape
    tricks = np.zeros((deals, players, len(ways)), np.int8)
    if deals:
        kernel = solve_hands_kernel()
        hand_size = int(hands[0, 0]).bit_count()
        workspace = make_workspace(slots_for(players))
        kernel(workspace, np.ascontiguousarray(hands), numbers_of(ways), hand_size, tricks)
    return tricks


def solve_plays(
    cards: npt.NDArray[np.uint8],
    declarers: npt.NDArray[np.int64],
    trumps: npt.NDArray[np.int64],
    contracts: npt.NDArray[np.int64],
    ways: Sequence[Way],
    players: int,
) -> npt.NDArray[np.int8]:
    """The declarer's tricks after every card of deals that were played out, all hands open.

    Parameters
    ----------
    cards : uint8 array, shape (deals, cards)
        Bit numbers of the cards in the order played; the declarer leads the first.
    declarers : int64 array, shape (deals,)
        Speaking turns.
    trumps : int64 array, shape (deals,)
        Numbers of the trump suits; 4 where no suit is trump.
    contracts : int64 array, shape (deals,)
        The place of each deal's way among the ways.
    ways : sequence of Way
        Their aim is to take the most tricks, or an exact number.
    players : int
        Players with cards.

    Returns
    -------
    int8 array, shape (deals, cards + 1)
        At place *n*, after *n* cards: the most tricks that he can take in the whole deal with best
        play from there on; for an exact aim that number while he can take just so many, else -1.
        Place 0 is before the opening lead, by the best opening (with any trumps) that the way
        allows.
    """
    tricks = np.zeros((len(cards), cards.shape[1] + 1), np.int8)
    if len(cards):
        solve_plays_kernel()(
            make_workspace(slots_for(players)),
            np.ascontiguousarray(cards),
            np.ascontiguousarray(declarers),
            np.ascontiguousarray(trumps),
            np.ascontiguousarray(contracts),
            numbers_of(ways),
            players,
            tricks,
        )
    return tricks


def slots_for(players: int) -> int:
    return _SLOTS if players < _MANY else _SLOTS_OF_MANY


def numbers_of(ways: Sequence[Way]) -> npt.NDArray[np.int64]:
    """Return the ways as the compiled loops read them."""
    aims = {"most": MOST, "fewest": FEWEST}
    rows = [
        (
            TRUMP_MODES.index(way.trump),
            LEAD_MODES.index(way.lead),
            way.aim if isinstance(way.aim, int) else aims[way.aim],
        )
        for way in ways
    ]
    return np.array(rows, np.int64).reshape(len(rows), 3)

"""Many deals solved at once, in compiled loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import int8, int64, types, uint64

from sim.engine.bits import i64
from sim.engine.compiled import compile_kernel
from sim.solver.bounds import BROKEN, KEPT
from sim.solver.opening import begin_deal, some_opening_keeps, tricks_by_opening
from sim.solver.search import keeps
from sim.solver.workspace import pointer_to

TRUMP_MODE, LEAD_MODE, AIM = range(3)
"""Columns of an array of ways to play a contract."""


def solve_hands_of_deals(workspace, hands, ways, hand_size, tricks):  # type: ignore[no-untyped-def]
    """Fill ``tricks[deal, declarer, way]``; see :func:`sim.solver.solve_hands`."""
    words = pointer_to(workspace)
    players = hands.shape[1]
    for deal in range(hands.shape[0]):
        dealt = pointer_to(hands[deal])
        for declarer in range(players):
            for way in range(ways.shape[0]):
                begin_deal(words, players, declarer)
                tricks[deal, declarer, way] = tricks_by_opening(
                    words,
                    dealt,
                    ways[way, TRUMP_MODE],
                    ways[way, LEAD_MODE],
                    ways[way, AIM],
                    i64(hand_size),
                )


def keep_goal_of_deals(workspace, hands, declarers, way, least, most, hand_size, kept):  # type: ignore[no-untyped-def]
    """Fill ``kept[deal]`` with whether the declarer can keep the goal by any opening allowed."""
    words = pointer_to(workspace)
    for deal in range(hands.shape[0]):
        begin_deal(words, hands.shape[1], declarers[deal])
        answer = some_opening_keeps(
            words,
            pointer_to(hands[deal]),
            way[TRUMP_MODE],
            way[LEAD_MODE],
            i64(least),
            i64(most),
            i64(hand_size),
        )
        kept[deal] = answer == KEPT


def keeps_from(workspace, least, most, left, turn, played, led, best, winner):  # type: ignore[no-untyped-def]
    """Answer :func:`sim.solver.search.keeps` of the position in a workspace."""
    if played == 0 and left == 0:
        return KEPT if least <= 0 <= most else BROKEN
    return keeps(pointer_to(workspace), least, most, left, turn, played, led, best, winner)


@cache
def keeps_kernel() -> Callable[..., Any]:
    """Compile :func:`keeps_from`, or read it from the cache."""
    signature = int64(uint64[::1], int64, int64, int64, int64, int64, uint64, uint64, int64)
    return compile_kernel(signature, keeps_from)


@cache
def solve_hands_kernel() -> Callable[..., Any]:
    """Compile :func:`solve_hands_of_deals`, or read it from the cache."""
    signature = types.void(
        uint64[::1], uint64[:, ::1], int64[:, ::1], int64, types.Array(int8, 3, "C")
    )
    return compile_kernel(signature, solve_hands_of_deals)


@cache
def keep_goal_kernel() -> Callable[..., Any]:
    """Compile :func:`keep_goal_of_deals`, or read it from the cache."""
    signature = types.void(
        uint64[::1],
        uint64[:, ::1],
        int64[::1],
        int64[::1],
        int64,
        int64,
        int64,
        types.boolean[::1],
    )
    return compile_kernel(signature, keep_goal_of_deals)

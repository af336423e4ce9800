"""Turning rows that stand in the order of play, when another player comes first."""

from __future__ import annotations

from sim.engine.bits import ONE, either, lane_function, u64
from sim.engine.block import SPARE


@lane_function
def turn_rows(block, lane, first_row, players, steps):  # type: ignore[no-untyped-def]
    """Rotate a lane's ``players`` rows so that the one at ``steps`` comes first.

    A rotation by 0 … 7 is one by 1, one by 2 and one by 4, each where its bit is set.
    """
    for power in range(3):
        shift = 1 << power
        if shift < players:
            wanted = (steps >> u64(power)) & ONE
            for turn in range(shift):
                block[SPARE + turn, lane] = block[first_row + turn, lane]
            for turn in range(players):
                source = first_row + turn + shift
                if turn + shift >= players:
                    source = SPARE + turn + shift - players
                block[first_row + turn, lane] = either(
                    wanted, block[source, lane], block[first_row + turn, lane]
                )

"""The settlement: what a made or failed contract pays, seat by seat."""

from __future__ import annotations

from sim.engine.auction import FAILED, MADE, TARGET
from sim.engine.bits import ZERO, either, i64, lane_function, u64, where
from sim.engine.block import (
    CONTRACT,
    DECLARER,
    LANES,
    PAYMENT,
    PLAYER_UNITS,
    POSITION_UNITS,
    STAKE,
    TRICKS,
)


@lane_function
def settle(block, players, contracts, ladder):  # type: ignore[no-untyped-def]
    """Put into PAYMENT what each speaking turn receives; every deal's payments sum to zero.

    A made contract brings the declarer its made stake from every opponent; a failed one costs him
    its failed stake to every opponent; a deal passed out pays nothing.
    """
    for lane in range(LANES):
        block[STAKE, lane] = ZERO
    for number in range(1, contracts + 1):
        target = u64(ladder[number, TARGET])
        won = u64(ladder[number, MADE])
        lost = ZERO - u64(ladder[number, FAILED])
        for lane in range(LANES):
            stake = either(block[TRICKS, lane] >= target, won, lost)
            block[STAKE, lane] |= where(block[CONTRACT, lane] == u64(number), stake)
    for turn in range(players):
        for lane in range(LANES):
            stake = block[STAKE, lane]
            block[PAYMENT + turn, lane] = either(
                block[DECLARER, lane] == u64(turn), stake * u64(players - 1), ZERO - stake
            )


@lane_function
def book_payments(block, players, dealing_player):  # type: ignore[no-untyped-def]
    """Add the deal's payments to the sums of positions and of the players of the line-up."""
    for turn in range(players):
        position = (turn + 1) % players
        player = (i64(dealing_player) + position) % players
        for lane in range(LANES):
            block[POSITION_UNITS + position, lane] += block[PAYMENT + turn, lane]
        for lane in range(LANES):
            block[PLAYER_UNITS + player, lane] += block[PAYMENT + turn, lane]

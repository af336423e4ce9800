"""The settlement: what a made or failed contract pays, seat by seat."""

from __future__ import annotations

from sim.engine.bits import ZERO, either, i64, lane_function, u64, where
from sim.engine.block import (
    CONTRACT,
    DECLARER,
    LANES,
    PAYMENT,
    PLAYER_UNITS,
    POSITION_UNITS,
    STAKE,
    STAKE_OF_ALL,
    TRICKS,
)
from sim.engine.rule_numbers import AT_MOST, FAILED, MADE, SEATS, TARGET


@lane_function
def settle(block, rules, players, ladder):  # type: ignore[no-untyped-def]
    """Put into PAYMENT what each seat receives in turn; every deal's payments sum to zero.

    A made contract brings the declarer its made stake from every opponent; a failed one costs him
    its failed stake to every opponent; a deal passed out pays nothing.
    """
    find_stakes(block, rules, ladder)
    for turn in range(players):
        for lane in range(LANES):
            block[PAYMENT + turn, lane] = either(
                block[DECLARER, lane] == u64(turn),
                block[STAKE_OF_ALL, lane],
                ZERO - block[STAKE, lane],
            )
    for turn in range(players, rules[SEATS]):
        for lane in range(LANES):
            block[PAYMENT + turn, lane] = ZERO - block[STAKE, lane]


@lane_function
def find_stakes(block, rules, ladder):  # type: ignore[no-untyped-def]
    """Put into STAKE what each opponent pays the declarer, by contract and tricks."""
    opponents = rules[SEATS] - 1
    for lane in range(LANES):
        block[STAKE, lane] = ZERO
        block[STAKE_OF_ALL, lane] = ZERO
    for number in range(1, ladder.shape[0]):
        target = u64(ladder[number, TARGET])
        most = u64(ladder[number, AT_MOST])
        won = u64(ladder[number, MADE])
        lost = ZERO - u64(ladder[number, FAILED])
        all_won = won * u64(opponents)
        all_lost = lost * u64(opponents)
        for lane in range(LANES):
            tricks = block[TRICKS, lane]
            made = (tricks >= target) & (tricks <= most)
            bid = block[CONTRACT, lane] == u64(number)
            block[STAKE, lane] |= where(bid, either(made, won, lost))
            block[STAKE_OF_ALL, lane] |= where(bid, either(made, all_won, all_lost))


@lane_function
def book_payments(block, rules, players, seating, dealing_seat):  # type: ignore[no-untyped-def]
    """Add the deal's payments to the sums of positions and of the players of the line-up.

    ``seating`` has the players present clockwise, of whom ``dealing_seat`` deals.
    """
    seats = rules[SEATS]
    for turn in range(players):
        # The row of a position is a constant of the compiler unless the dealer sits out.
        if seats == players:
            book_position(block, turn, (turn + 1) % players)
        else:
            book_position(block, turn, turn + 1)
        book_player(block, turn, i64(seating[(dealing_seat + turn + 1) % seats]))
    for turn in range(players, seats):
        book_position(block, turn, 0)
        book_player(block, turn, i64(seating[dealing_seat]))


@lane_function
def book_position(block, turn, position):  # type: ignore[no-untyped-def]
    """Add what a turn receives to the sum of a position."""
    for lane in range(LANES):
        block[POSITION_UNITS + position, lane] += block[PAYMENT + turn, lane]


@lane_function
def book_player(block, turn, player):  # type: ignore[no-untyped-def]
    """Add what a turn receives to the balance of a player."""
    for lane in range(LANES):
        block[PLAYER_UNITS + player, lane] += block[PAYMENT + turn, lane]

"""Money where payments depend on more than auction and tricks: pool, chips, revokes.

All amounts are units in ``uint64`` arithmetic modulo 2**64; what a seat has left is never negative.
"""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, i64, lane_function, phase, u64
from sim.engine.block import (
    BUYS,
    CHIPS,
    CONTRACT,
    DECLARER,
    LANES,
    PAYMENT,
    PLAYER_UNITS,
    POOL,
    POOL_WON,
    REVOKED,
    STAKE,
    TRICKS,
)
from sim.engine.rule_numbers import (
    ALL_TRICKS,
    ANTE,
    AT_MOST,
    CHIPS_EACH,
    FAILED,
    MADE,
    REBUYS,
    SEATS,
    TARGET,
)
from sim.engine.speaking import can_pay, pay_into_pool

UNLIMITED = u64(1 << 40)
"""What a seat without a limit has: more than any deal can cost."""


@phase
def open_accounts(block, rules, seating, dealing_seat):  # type: ignore[no-untyped-def]
    """State what every seat can pay in this deal, and collect the antes."""
    seats = rules[SEATS]
    limited = (rules[CHIPS_EACH] > 0) & (rules[REBUYS] == 0)
    for lane in range(LANES):
        block[POOL_WON, lane] = ZERO
    for turn in range(seats):
        player = i64(seating[(dealing_seat + turn + 1) % seats])
        for lane in range(LANES):
            block[CHIPS + turn, lane] = UNLIMITED
            if limited:
                block[CHIPS + turn, lane] = (
                    u64(rules[CHIPS_EACH]) + block[PLAYER_UNITS + player, lane]
                )
            block[PAYMENT + turn, lane] = ZERO
            pay_into_pool(block, lane, turn, min(u64(rules[ANTE]), block[CHIPS + turn, lane]))


@phase
def settle_accounts(block, rules, ladder, seating, dealing_seat):  # type: ignore[no-untyped-def]
    """Add to PAYMENT what contract, revoke and pool bring each seat, as far as it can be paid."""
    buy_stacks(block, rules, seating, dealing_seat)
    for lane in range(LANES):
        if block[CONTRACT, lane] != ZERO:
            settle_lane(block, rules, ladder, lane)
    buy_stacks(block, rules, seating, dealing_seat)


@lane_function
def settle_lane(block, rules, ladder, lane):  # type: ignore[no-untyped-def]
    """Settle a deal with a declarer."""
    contract = i64(block[CONTRACT, lane])
    declarer = i64(block[DECLARER, lane])
    revoker = i64(block[REVOKED, lane]) - 1
    stake = u64(ladder[contract, MADE])
    made = is_made(block, ladder, lane)
    opponents = rules[SEATS] - 1
    block[STAKE, lane] = stake if made else ZERO - u64(ladder[contract, FAILED])
    if revoker >= 0 and made:
        pay(block, lane, revoker, declarer, stake * u64(opponents))
    elif made:
        for turn in range(rules[SEATS]):
            if turn != declarer:
                pay(block, lane, turn, declarer, stake)
    else:
        for step in range(1, rules[SEATS]):
            payee = (declarer + step) % rules[SEATS]
            pay(block, lane, declarer, payee, u64(ladder[contract, FAILED]))
    if made and ladder[contract, ALL_TRICKS] > 0:
        block[POOL_WON, lane] = block[POOL, lane]
        block[PAYMENT + declarer, lane] += block[POOL, lane]
        block[POOL, lane] = ZERO


@lane_function
def is_made(block, ladder, lane):  # type: ignore[no-untyped-def]
    """Whether the declarer has made his contract: by his tricks, or by a defender's revoke."""
    contract = i64(block[CONTRACT, lane])
    if block[REVOKED, lane] != ZERO:
        return block[REVOKED, lane] - ONE != block[DECLARER, lane]
    tricks = i64(block[TRICKS, lane])
    return (tricks >= ladder[contract, TARGET]) & (tricks <= ladder[contract, AT_MOST])


@lane_function
def pay(block, lane, payer, payee, units):  # type: ignore[no-untyped-def]
    """Move units from seat to seat, as far as the payer has them.

    In a settlement one side only pays, so nobody passes on what he has just received.
    """
    paid = min(units, can_pay(block, lane, payer))
    block[PAYMENT + payer, lane] -= paid
    block[PAYMENT + payee, lane] += paid


@lane_function
def buy_stacks(block, rules, seating, dealing_seat):  # type: ignore[no-untyped-def]
    """Let every seat below zero buy as many stacks as it needs, where the rules have that."""
    if rules[REBUYS] > 0 and rules[CHIPS_EACH] > 0:
        seats = rules[SEATS]
        for turn in range(seats):
            player = i64(seating[(dealing_seat + turn + 1) % seats])
            for lane in range(LANES):
                units = i64(block[PLAYER_UNITS + player, lane] + block[PAYMENT + turn, lane])
                stacks = i64(block[BUYS + player, lane]) + 1
                while units + stacks * rules[CHIPS_EACH] < 0:
                    stacks += 1
                block[BUYS + player, lane] = u64(stacks - 1)

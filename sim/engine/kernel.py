"""The engine: sessions in blocks of 64, in lock-step, deal after deal.

The kernel is specialised on the number of hands only; all other rules are numbers that it reads
at run time. One lane is one session, so that balances, pool and pack carry over from deal to deal.
In all lanes of a block the same players sit in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import int64, types, uint64

from sim.engine.arrays import (
    GIVEN_TYPE,
    KEPT_TYPE,
    LINEUP_TYPE,
    SEATS_TYPE,
    STATE_TYPE,
)
from sim.engine.bits import ZERO, i64, lane_function, phase, u64
from sim.engine.block import (
    BUYS,
    CHIPS,
    CONTRACT,
    DEAL,
    EXCHANGED,
    FACT_HAND_SIZE,
    FACT_MISERES,
    FACT_PLAYERS,
    FACT_SEATS,
    FACT_SEED,
    FACT_STREAM,
    FACTS,
    FAULT,
    FAULT_ANSWER,
    FAULT_BITS,
    LANES,
    MOST_PLAYERS,
    OUTCOME,
    PACK,
    PAYMENT,
    PLAYER_UNITS,
    POOL,
    POOL_WON,
    POSITION_UNITS,
    RESHUFFLE,
    ROWS,
)
from sim.engine.calls import (
    FOLLOW,
    LEAD,
    NAME_TRUMP,
    OPENING_LEAD,
    UNANSWERED,
    Deciders,
    pack_turn_slots,
)
from sim.engine.compiled import compile_kernel, is_on_disk, specialised
from sim.engine.deal import fill_row, play_deal
from sim.engine.money import UNLIMITED
from sim.engine.outcome import add_acts, outcome_of
from sim.engine.rule_numbers import (
    AFTER_NAP,
    ASIDES,
    AT_MOST,
    DEALS,
    FIRST_DEAL,
    HAND_SIZE,
    KEEPS_MONEY,
    LINEUP,
    PACK_SIZE,
    SEATS,
    STREAM,
)
from sim.engine.settlement import book_payments

PLAYERS = 0
"""Number of hands; set when the kernel is specialised."""


def simulate_blocks(seed, pack, rules, ladder, lineup, seats, state, given, kept):  # type: ignore[no-untyped-def]
    """Simulate blocks of sessions; see :mod:`sim.simulation`.

    Parameters
    ----------
    seed, pack : uint64
    rules : int64 array
        See :mod:`sim.engine.rule_numbers`.
    ladder : int64 array, shape (contracts + 1, CONTRACT_NUMBERS)
    lineup : Lineup
    seats : Seats
    state : State
        Read at the start, brought up to date at the end.
    given : Given
    kept : Kept

    Returns
    -------
    tuple of int64
        Zeros, or at the first fault: the deal (two's complement), the fault as in row FAULT, the
        answer given, and the number of the block.
    """
    block = np.zeros((ROWS, LANES), np.uint64)
    facts = np.zeros(FACTS, np.int64)
    deal_places = np.zeros(LANES, np.uint64)
    packs = np.zeros((LANES, 2 * rules[PACK_SIZE]), np.uint8)
    gathered = np.zeros((LANES, rules[PACK_SIZE]), np.uint8)
    speaker_rates = np.zeros(PLAYERS, np.uint64)
    deciders = Deciders(
        lineup.addresses,
        lineup.answering,
        lineup.tables,
        np.zeros(PLAYERS, np.int64),
        np.zeros(lineup.answering.shape[0], np.uint64),
    )
    state_facts(facts, PLAYERS, rules, ladder, seed)
    fill_row(block, PACK, pack)
    for turn in range(MOST_PLAYERS):
        fill_row(block, CHIPS + turn, UNLIMITED)
    for number in range(seats.places.shape[0]):
        start_block(block, rules, seats, number, state, packs)
        seating = seats.seating[number]
        for deal in range(rules[DEALS]):
            dealing_seat = deal % rules[SEATS]
            for turn in range(PLAYERS):
                player = seating[(dealing_seat + turn + 1) % rules[SEATS]]
                deciders.speaker_slots[turn] = lineup.slots[player]
                speaker_rates[turn] = lineup.revoke_rates[player]
            pack_turn_slots(deciders)
            deal_of_session = rules[FIRST_DEAL] + deal
            for lane in range(LANES):
                block[DEAL, lane] = seats.deals[number, lane] + u64(deal)
                first_place = seats.places[number, lane] * u64(kept.outcomes.shape[1])
                deal_places[lane] = first_place + u64(deal_of_session)
            play_deal(
                block,
                facts,
                rules,
                deciders,
                PLAYERS,
                ladder,
                seed,
                pack,
                packs,
                gathered,
                seating,
                dealing_seat,
                speaker_rates,
                given,
                kept,
                deal_places,
            )
            book_payments(block, rules, PLAYERS, seating, dealing_seat)
            keep_outcomes(block, rules, seats.places[number], deal_of_session, kept)
            lane = lane_at_fault(block)
            if lane >= 0:
                return (
                    i64(block[DEAL, lane]),
                    i64(block[FAULT, lane]),
                    i64(block[FAULT_ANSWER, lane]),
                    i64(number),
                )
        end_block(block, rules, seats, number, state, packs)
    return i64(0), i64(0), i64(0), i64(0)


@lane_function
def state_facts(facts, players, rules, ladder, seed):  # type: ignore[no-untyped-def]
    """Write down what all lanes share."""
    facts[FACT_PLAYERS] = players
    facts[FACT_SEATS] = rules[SEATS]
    facts[FACT_HAND_SIZE] = rules[HAND_SIZE]
    facts[FACT_SEED] = i64(seed)
    facts[FACT_STREAM] = rules[STREAM]
    facts[FACT_MISERES] = 0
    for number in range(1, ladder.shape[0]):
        facts[FACT_MISERES] |= int(ladder[number, AT_MOST] == 0) << number


@lane_function
def start_block(block, rules, seats, number, state, packs):  # type: ignore[no-untyped-def]
    """Take up the sessions of a block, one a lane, where they stand."""
    for player in range(MOST_PLAYERS):
        fill_row(block, PLAYER_UNITS + player, ZERO)
        fill_row(block, POSITION_UNITS + player, ZERO)
    if rules[FIRST_DEAL] > 0:
        take_up_units(block, rules, seats.places[number], state)
    if rules[KEEPS_MONEY] > 0:
        take_up_money(block, rules, seats.places[number], state)
    if rules[AFTER_NAP] > 0:
        take_up_packs(block, rules, seats.places[number], state, packs)


@phase
def take_up_units(block, rules, places, state):  # type: ignore[no-untyped-def]
    """Take up what has been won so far."""
    for player in range(rules[LINEUP]):
        for lane in range(LANES):
            place = places[lane]
            block[PLAYER_UNITS + player, lane] = u64(state.player_units[place, player])
            block[POSITION_UNITS + player, lane] = u64(state.position_units[place, player])


@phase
def take_up_money(block, rules, places, state):  # type: ignore[no-untyped-def]
    """Take up pools and stacks bought."""
    for lane in range(LANES):
        block[POOL, lane] = u64(state.pools[places[lane]])
        for player in range(rules[LINEUP]):
            block[BUYS + player, lane] = u64(state.buys[places[lane], player])


@phase
def take_up_packs(block, rules, places, state, packs):  # type: ignore[no-untyped-def]
    """Take up the packs as they lie."""
    for lane in range(LANES):
        block[RESHUFFLE, lane] = u64(state.reshuffle[places[lane]])
        for card in range(rules[PACK_SIZE]):
            packs[lane, card] = state.packs[places[lane], card]


@lane_function
def end_block(block, rules, seats, number, state, packs):  # type: ignore[no-untyped-def]
    """Keep how the sessions of a block stand."""
    for player in range(rules[LINEUP]):
        for lane in range(LANES):
            place = seats.places[number, lane]
            state.player_units[place, player] = i64(block[PLAYER_UNITS + player, lane])
            state.position_units[place, player] = i64(block[POSITION_UNITS + player, lane])
    if rules[KEEPS_MONEY] > 0:
        keep_money(block, rules, seats.places[number], state)
    if rules[AFTER_NAP] > 0:
        keep_packs(block, rules, seats.places[number], state, packs)


@phase
def keep_money(block, rules, places, state):  # type: ignore[no-untyped-def]
    """Keep pools and stacks bought."""
    for lane in range(LANES):
        state.pools[places[lane]] = i64(block[POOL, lane])
        for player in range(rules[LINEUP]):
            state.buys[places[lane], player] = i64(block[BUYS + player, lane])


@phase
def keep_packs(block, rules, places, state, packs):  # type: ignore[no-untyped-def]
    """Keep the packs as they lie."""
    for lane in range(LANES):
        state.reshuffle[places[lane]] = block[RESHUFFLE, lane]
        for card in range(rules[PACK_SIZE]):
            state.packs[places[lane], card] = packs[lane, card]


@lane_function
def keep_outcomes(block, rules, places, deal, kept):  # type: ignore[no-untyped-def]
    """Keep what the deal came to, as far as there is room."""
    for lane in range(LANES):
        block[OUTCOME, lane] = outcome_of(block, lane)
    if rules[ASIDES] > 0:
        add_acts(block)
    for lane in range(LANES):
        kept.outcomes[places[lane], deal] = block[OUTCOME, lane]
    if kept.exchanged.shape[0] > 0:
        for lane in range(LANES):
            kept.exchanged[places[lane], deal] = block[EXCHANGED, lane]
    if kept.payments.shape[0] > 0:
        for turn in range(rules[SEATS]):
            position = (turn + 1) % rules[SEATS]
            for lane in range(LANES):
                kept.payments[places[lane], deal, position] = i64(block[PAYMENT + turn, lane])
    if kept.pools.shape[0] > 0:
        for lane in range(LANES):
            kept.pools[places[lane], deal, 0] = i64(block[POOL_WON, lane])
            kept.pools[places[lane], deal, 1] = i64(block[POOL, lane])


@lane_function
def lane_at_fault(block):  # type: ignore[no-untyped-def]
    """The first lane with a fault, or -1."""
    any_fault = ZERO
    for lane in range(LANES):
        any_fault |= block[FAULT, lane]
    if any_fault != ZERO:
        for lane in range(LANES):
            if is_at_fault(block, lane):
                return i64(lane)
    return i64(-1)


@lane_function
def is_at_fault(block, lane):  # type: ignore[no-untyped-def]
    """Whether a rule was broken; after a pass-out cards move only to keep step with other lanes.

    An answer that was not given at all is a fault of the policy even then.
    """
    decision = i64(block[FAULT, lane] & u64((1 << FAULT_BITS) - 1)) - 1
    of_the_play = (
        (decision == NAME_TRUMP)
        | (decision == OPENING_LEAD)
        | (decision == LEAD)
        | (decision == FOLLOW)
    )
    answered = block[FAULT_ANSWER, lane] != UNANSWERED
    passed_out = block[CONTRACT, lane] == ZERO
    return decision >= 0 and not (of_the_play and passed_out and answered)


_SIGNATURE = types.UniTuple(int64, 4)(
    uint64,
    uint64,
    int64[::1],
    int64[:, ::1],
    LINEUP_TYPE,
    SEATS_TYPE,
    STATE_TYPE,
    GIVEN_TYPE,
    KEPT_TYPE,
)


@cache
def kernel(players: int) -> Callable[..., Any]:
    """The compiled engine for a number of hands."""
    return compile_kernel(
        _SIGNATURE, specialised(simulate_blocks, _kernel_name(players), PLAYERS=players)
    )


def is_compiled(players: int) -> bool:
    """Whether the engine for a number of hands is on disk already."""
    return is_on_disk(_kernel_name(players))


def _kernel_name(players: int) -> str:
    return f"simulate_blocks_{players}"

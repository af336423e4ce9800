"""The engine: sessions in blocks of 64, in lock-step, deal after deal.

The kernel is specialised on the number of hands only; all other rules are numbers that it reads
at run time. One lane is one session, so that balances, pool and pack carry over from deal to deal.
In all lanes of a block the same players sit in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import int32, int64, types, uint8, uint64

from sim.engine.bits import ZERO, either, i64, lane_function, phase, trailing_zeros, u64
from sim.engine.block import (
    AUCTION,
    BUYS,
    CALL_BITS,
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
    LOOKED,
    MOST_PLAYERS,
    OUTCOME,
    PACK,
    PAYMENT,
    PEEPED,
    PLAYER_UNITS,
    POOL,
    POOL_WON,
    POSITION_UNITS,
    RESHUFFLE,
    REVOKED,
    ROWS,
    TAKER,
    TRICKS,
    TRUMP,
)
from sim.engine.calls import FOLLOW, LEAD, NAME_TRUMP, OPENING_LEAD, Deciders, pack_turn_slots
from sim.engine.compiled import compile_kernel, is_on_disk, specialised
from sim.engine.deal import fill_row, play_deal
from sim.engine.money import UNLIMITED
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

TRICKS_SHIFT = CALL_BITS * MOST_PLAYERS
TRUMP_SHIFT = TRICKS_SHIFT + 4
REVOKED_SHIFT = TRUMP_SHIFT + 3
TAKER_SHIFT = REVOKED_SHIFT + 3
PEEPED_SHIFT = TAKER_SHIFT + 3
LOOKED_SHIFT = PEEPED_SHIFT + MOST_PLAYERS
"""An outcome packs the auction, the declarer's tricks, the trump suit's number (4 for none), who
has revoked and who took the extra hand (1 + speaking turn, 0 for nobody), and who has seen the
peep card and the float (a bit a speaking turn)."""

NO_SUIT = u64(4)
"""Number of the trump suit where there is none."""

_LOWEST_PLACES = u64(0x0001_0001_0001_0001)


class Seats(NamedTuple):
    """Who plays in the lanes of each block, and which deals.

    Attributes
    ----------
    seating : int64 array, shape (blocks, seats)
        Players of the line-up who are present, clockwise from the dealer of the first deal.
    deals : uint64 array, shape (blocks, LANES)
        Number of each lane's first deal.
    places : uint64 array, shape (blocks, LANES)
        Where each lane's results go.
    """

    seating: Any
    deals: Any
    places: Any


class Lineup(NamedTuple):
    """How the players of the line-up decide; see :class:`sim.policies.slots.Slots`.

    Attributes
    ----------
    addresses, answering, tables, slots : int64 arrays
    revoke_rates : uint64 array, shape (players,)
        Probabilities in ``2**-53``.
    """

    addresses: Any
    answering: Any
    tables: Any
    slots: Any
    revoke_rates: Any


class State(NamedTuple):
    """What sessions carry from deal to deal, a row a place.

    Attributes
    ----------
    player_units, position_units, buys : int64 arrays, shape (places, players)
        Units won by each player of the line-up and at each position, stacks bought.
    pools : int64 array, shape (places,)
    packs : uint8 array, shape (places, cards) or (0, cards)
        Packs that are not shuffled for every deal, the top card first.
    reshuffle : uint8 array, shape (places,)
        1 if the pack is shuffled before the next deal.
    """

    player_units: Any
    position_units: Any
    buys: Any
    pools: Any
    packs: Any
    reshuffle: Any


class Given(NamedTuple):
    """What replaces the cards dealt and the calls chosen; arrays without rows replace nothing.

    Attributes
    ----------
    hands, bids : uint64 arrays, shape (deals, players) or (0, players)
        Hands (masks) and calls (contract numbers) by speaking turn, at
        ``place * deals a session + deal of the session``.
    """

    hands: Any
    bids: Any


class Kept(NamedTuple):
    """Where results go; of all but ``outcomes`` an array without rows keeps nothing.

    Attributes
    ----------
    outcomes : uint64 array, shape (places, deals a session)
    exchanged : uint64 array, shape (places, deals a session)
        Cards exchanged by each speaking turn, packed.
    payments : int32 array, shape (places, deals a session, seats)
        Units received by position.
    pools : int32 array, shape (places, deals a session, 2)
        Units that the declarer took from the pool, and those left in it.
    hands : uint64 array, shape (deals, players)
        Hands dealt by speaking turn.
    cards : uint8 array, shape (deals, players * hand size)
        Cards in the order played.
    events : uint64 array, shape (deals, EVENTS)
        See :mod:`sim.engine.events`.
    """

    outcomes: Any
    exchanged: Any
    payments: Any
    pools: Any
    hands: Any
    cards: Any
    events: Any


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
def outcome_of(block, lane):  # type: ignore[no-untyped-def]
    """The deal's outcome in one word; a deal passed out has no trump, no tricks and no revoke."""
    trump = block[TRUMP, lane]
    suit_number = trailing_zeros(trump | ~(~ZERO >> u64(1))) >> u64(4)
    trump_number = either((trump & _LOWEST_PLACES) != ZERO, suit_number, NO_SUIT)
    play = (
        (block[TRICKS, lane] << u64(TRICKS_SHIFT))
        | (trump_number << u64(TRUMP_SHIFT))
        | (block[REVOKED, lane] << u64(REVOKED_SHIFT))
    )
    passed_out = NO_SUIT << u64(TRUMP_SHIFT)
    return block[AUCTION, lane] | either(block[CONTRACT, lane] != ZERO, play, passed_out)


@phase
def add_acts(block):  # type: ignore[no-untyped-def]
    """Add to the outcomes who took the extra hand, and who has seen peep card and float."""
    for lane in range(LANES):
        block[OUTCOME, lane] |= (
            (block[TAKER, lane] << u64(TAKER_SHIFT))
            | (block[PEEPED, lane] << u64(PEEPED_SHIFT))
            | (block[LOOKED, lane] << u64(LOOKED_SHIFT))
        )


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
    """Whether a rule was broken; after a pass-out cards move only to keep step with other lanes."""
    decision = i64(block[FAULT, lane] & u64((1 << FAULT_BITS) - 1)) - 1
    of_the_play = (
        (decision == NAME_TRUMP)
        | (decision == OPENING_LEAD)
        | (decision == LEAD)
        | (decision == FOLLOW)
    )
    return decision >= 0 and (not of_the_play or block[CONTRACT, lane] != ZERO)


def _named(kind: Any, *fields: Any) -> Any:
    """The compiler's type of a named tuple."""
    return types.BaseTuple.from_types(fields, kind)


_SIGNATURE = types.UniTuple(int64, 4)(
    uint64,
    uint64,
    int64[::1],
    int64[:, ::1],
    _named(Lineup, int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1], uint64[::1]),
    _named(Seats, int64[:, ::1], uint64[:, ::1], uint64[:, ::1]),
    _named(
        State,
        int64[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
        int64[::1],
        uint8[:, ::1],
        uint8[::1],
    ),
    _named(Given, uint64[:, ::1], uint64[:, ::1]),
    _named(
        Kept,
        uint64[:, ::1],
        uint64[:, ::1],
        int32[:, :, ::1],
        int32[:, :, ::1],
        uint64[:, ::1],
        uint8[:, ::1],
        uint64[:, ::1],
    ),
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

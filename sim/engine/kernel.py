"""The engine: sessions in blocks of 64, in lock-step, through the phases of a deal.

The kernel is specialised on the number of players only; all other rules are numbers that it reads
at run time. One lane is one session, deal after deal, so that balances carry over. The sessions of
a block have the same player dealing first: who sits where is then the same in all lanes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import int64, types, uint8, uint64

from sim.engine.auction import hold_auction
from sim.engine.bits import ZERO, i64, lane_function, trailing_zeros, u64, where
from sim.engine.block import (
    AUCTION,
    CALL_BITS,
    CONTRACT,
    DEAL,
    FACT_HAND_SIZE,
    FACT_PACK,
    FACT_PLAYERS,
    FACT_SEED,
    FACTS,
    FAULT,
    FAULT_ANSWER,
    FAULT_BITS,
    HAND,
    LANES,
    MOST_PLAYERS,
    PLAYER_UNITS,
    POSITION_UNITS,
    ROWS,
    SESSION,
    TRICKS,
    TRUMP,
)
from sim.engine.calls import pack_turn_slots
from sim.engine.compiled import compile_kernel, is_on_disk, specialised
from sim.engine.dealing import deal_hands, take_given_hands
from sim.engine.settlement import book_payments, settle
from sim.engine.tricks import play_tricks

PLAYERS = 0
"""Number of players; set when the kernel is specialised."""

TRICKS_SHIFT = CALL_BITS * MOST_PLAYERS
TRUMP_SHIFT = TRICKS_SHIFT + 4
"""An outcome packs the auction, then the declarer's tricks, then the trump suit's number."""

LADDER_COLUMNS = 4


def simulate_blocks(  # type: ignore[no-untyped-def]
    seed,
    pack,
    pack_size,
    hand_size,
    deals_per_session,
    ladder,
    addresses,
    answering,
    tables,
    player_slots,
    sessions,
    places,
    first_players,
    given_hands,
    given_bids,
    outcomes,
    player_units,
    position_units,
    hand_log,
    card_log,
):
    """Simulate blocks of sessions; see :func:`sim.simulation.blocks_by_first_player`.

    Parameters
    ----------
    seed, pack : uint64
    pack_size, hand_size, deals_per_session : int64
    ladder : int64 array, shape (contracts + 1, 4)
    addresses, answering, tables, player_slots : int64 arrays
        See :class:`sim.policies.slots.Slots`.
    sessions, places : uint64 arrays, shape (blocks, LANES)
        Number of each lane's session, and where its results go.
    first_players : int64 array, shape (blocks,)
        The player of the line-up who deals first in the sessions of a block.
    given_hands, given_bids : uint64 arrays, shape (deals, players) or (0, players)
        Hands (masks) and calls (contract numbers) by speaking turn in place of dealt and chosen
        ones, at ``place * deals_per_session + deal of the session``.
    outcomes : uint64 array, shape (places, deals_per_session)
    player_units, position_units : int64 arrays, shape (places, players)
    hand_log : uint64 array, shape (deals, players) or (0, players)
    card_log : uint8 array, shape (deals, players * hand_size) or (0, …)
        Filled with hands by speaking turn and cards in the order played, if there is room.

    Returns
    -------
    tuple of int64
        Zeros, or at the first fault: the deal (two's complement), the fault as in row FAULT, and
        the answer given.
    """
    block = np.zeros((ROWS, LANES), np.uint64)
    facts = np.zeros(FACTS, np.int64)
    deal_places = np.zeros(LANES, np.uint64)
    speaker_slots = np.zeros(PLAYERS, np.int64)
    turn_slots = np.zeros(answering.shape[0], np.uint64)
    contracts = ladder.shape[0] - 1
    state_facts(facts, PLAYERS, hand_size, seed, pack)
    for number in range(sessions.shape[0]):
        start_sessions(block, sessions, number)
        for deal in range(deals_per_session):
            dealing_player = (first_players[number] + deal) % PLAYERS
            for turn in range(PLAYERS):
                speaker_slots[turn] = player_slots[(dealing_player + turn + 1) % PLAYERS]
            pack_turn_slots(turn_slots, answering, speaker_slots)
            for lane in range(LANES):
                first_deal = block[SESSION, lane] * u64(deals_per_session)
                block[DEAL, lane] = first_deal + u64(deal)
                deal_places[lane] = places[number, lane] * u64(deals_per_session) + u64(deal)
                block[FAULT, lane] = ZERO
            if given_hands.shape[0] > 0:
                take_given_hands(block, PLAYERS, given_hands, deal_places)
            else:
                deal_hands(block, PLAYERS, seed, pack, pack_size, hand_size)
            if hand_log.shape[0] > 0:
                log_hands(block, PLAYERS, hand_log, deal_places)
            hold_auction(
                block,
                facts,
                PLAYERS,
                contracts,
                ladder,
                addresses,
                tables,
                speaker_slots,
                given_bids,
                deal_places,
            )
            play_tricks(
                block,
                facts,
                PLAYERS,
                hand_size,
                addresses,
                answering,
                tables,
                turn_slots,
                card_log,
                deal_places,
            )
            settle(block, PLAYERS, contracts, ladder)
            book_payments(block, PLAYERS, dealing_player)
            for lane in range(LANES):
                outcomes[places[number, lane], deal] = outcome_of(block, lane)
            lane = lane_at_fault(block, PLAYERS)
            if lane >= 0:
                return (
                    i64(block[DEAL, lane]),
                    i64(block[FAULT, lane]),
                    i64(block[FAULT_ANSWER, lane]),
                )
        for player in range(PLAYERS):
            for lane in range(LANES):
                place = places[number, lane]
                player_units[place, player] = i64(block[PLAYER_UNITS + player, lane])
                position_units[place, player] = i64(block[POSITION_UNITS + player, lane])
    return i64(0), i64(0), i64(0)


@lane_function
def state_facts(facts, players, hand_size, seed, pack):  # type: ignore[no-untyped-def]
    """Write down what all lanes share."""
    facts[FACT_PLAYERS] = players
    facts[FACT_HAND_SIZE] = hand_size
    facts[FACT_SEED] = i64(seed)
    facts[FACT_PACK] = i64(pack)


@lane_function
def start_sessions(block, sessions, number):  # type: ignore[no-untyped-def]
    """Seat the sessions of a block, one a lane, with all balances at zero."""
    for lane in range(LANES):
        block[SESSION, lane] = sessions[number, lane]
    for row in range(MOST_PLAYERS):
        for lane in range(LANES):
            block[PLAYER_UNITS + row, lane] = ZERO
            block[POSITION_UNITS + row, lane] = ZERO


@lane_function
def log_hands(block, players, hand_log, places):  # type: ignore[no-untyped-def]
    """Keep the hands as they were dealt."""
    for turn in range(players):
        for lane in range(LANES):
            hand_log[places[lane], turn] = block[HAND + turn, lane]


@lane_function
def outcome_of(block, lane):  # type: ignore[no-untyped-def]
    """The deal's outcome in one word; a deal passed out has no tricks and no trump."""
    trump_number = trailing_zeros(block[TRUMP, lane]) >> u64(4)
    play = (block[TRICKS, lane] << u64(TRICKS_SHIFT)) | (trump_number << u64(TRUMP_SHIFT))
    return block[AUCTION, lane] | where(block[CONTRACT, lane] != ZERO, play)


@lane_function
def lane_at_fault(block, players):  # type: ignore[no-untyped-def]
    """The first lane with a fault, or -1."""
    any_fault = ZERO
    for lane in range(LANES):
        any_fault |= block[FAULT, lane]
    if any_fault != ZERO:
        for lane in range(LANES):
            if is_at_fault(block, lane, players):
                return i64(lane)
    return i64(-1)


@lane_function
def is_at_fault(block, lane, players):  # type: ignore[no-untyped-def]
    """Whether a rule was broken; after a pass-out cards move only to keep step with other lanes."""
    decision = block[FAULT, lane] & u64((1 << FAULT_BITS) - 1)
    spoken = decision <= u64(players)
    return decision != ZERO and (spoken or block[CONTRACT, lane] != ZERO)


_SIGNATURE = types.UniTuple(int64, 3)(
    uint64,
    uint64,
    int64,
    int64,
    int64,
    int64[:, ::1],
    int64[:, ::1],
    int64[:, ::1],
    int64[:, ::1],
    int64[::1],
    uint64[:, ::1],
    uint64[:, ::1],
    int64[::1],
    uint64[:, ::1],
    uint64[:, ::1],
    uint64[:, ::1],
    int64[:, ::1],
    int64[:, ::1],
    uint64[:, ::1],
    uint8[:, ::1],
)


@cache
def kernel(players: int) -> Callable[..., Any]:
    """The compiled engine for a number of players."""
    return compile_kernel(
        _SIGNATURE, specialised(simulate_blocks, _kernel_name(players), PLAYERS=players)
    )


def is_compiled(players: int) -> bool:
    """Whether the engine for a number of players is on disk already."""
    return is_on_disk(_kernel_name(players))


def _kernel_name(players: int) -> str:
    return f"simulate_blocks_{players}"

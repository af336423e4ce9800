"""Following the studied player of an entry through all deals and rotations: the compiled part.

Only what counts and adds up stands here; :mod:`sim.comparisons.tally` hands the arrays in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import int32, int64, types, uint8, uint64

from sim.engine.bits import (
    ONE,
    ZERO,
    i64,
    lane_function,
    leading_zeros,
    popcount,
    trailing_zeros,
    u64,
)
from sim.engine.block import CALL_BITS, MOST_PLAYERS
from sim.engine.compiled import compile_kernel
from sim.engine.outcome import TRICKS_SHIFT

FEWEST_TO_MAKE = 0
"""Columns of the ladder as it is read here, a row a contract: the tricks that make it, from …"""
MOST_TO_MAKE = 1
"""… to …"""
LOWER_WAS_THERE = 2
"""… those with which the next lower contract of fewer tricks is made, or more than any hand …"""
HIGHER_WAS_THERE = 3
"""… and those with which the next higher one of more tricks is made, or more than any hand."""
PROMISES = 4

_CALLED = 0
"""Columns of what is counted in a unit by contract: calls, …"""
_PLAYED = 1
"""… contracts played, …"""
_MADE = 2
"""… those made, …"""
_OVERBID = 3
_UNDERBID = 4
_COUNTS = 5

_SPOKEN = 0
"""What else is counted in a unit: deals in which the studied player speaks, …"""
_DECLARED = 1
"""… those in which he is the declarer, …"""
_DECLARER_UNITS = 2
_DEFENDED = 3
_DEFENDER_UNITS = 4
_OTHERS = 5

_AUCTION = (1 << CALL_BITS * MOST_PLAYERS) - 1
_ONE_CALL = (1 << CALL_BITS) - 1


class Played(NamedTuple):
    """The tables of an entry; at the table of a row the studied player sits at that seat.

    Attributes
    ----------
    words : uint64 array, shape (seats, deals)
        Packed outcomes.
    payments : int32 array, shape (seats, deals, seats)
        Units received by position.
    dealers, members : uint8 arrays, shape (seats, deals)
        The seat that deals, and who is present, a bit a seat; 0 if the deal was not played.
    """

    words: Any
    payments: Any
    dealers: Any
    members: Any


class Counted(NamedTuple):
    """What an entry comes to; ``int64`` arrays of zeros at first.

    Attributes
    ----------
    won : array, shape (seats, units)
        Units that the studied player receives in each unit, by his seat.
    ratios : array, shape (len(Ratio), MOMENTS)
    contract_ratios : array, shape (contracts + 1, len(ContractRatio), MOMENTS)
        A call that nobody makes in a unit leaves no trace in those of that call.
    spoken : array, shape (MOMENTS,)
        Of the deals in which he speaks, as if they were numerator and denominator.
    calls, played, made : arrays, shape (seats, contracts + 1)
    position_units, position_squares : arrays, shape (1, seats)
        These and those above as in :class:`~sim.comparisons.sums.ComparisonSums`.
    """

    won: Any
    ratios: Any
    contract_ratios: Any
    spoken: Any
    calls: Any
    played: Any
    made: Any
    position_units: Any
    position_squares: Any


def study_player(played, promises, deals_of_unit, sits_out, counted):  # type: ignore[no-untyped-def]
    """Follow the studied player of one entry.

    Parameters
    ----------
    played : Played
    promises : int64 array, shape (contracts + 1, PROMISES)
    deals_of_unit : int64
    sits_out : int64
        1 if the dealer gets no cards, else 0.
    counted : Counted
        Is added to.
    """
    seats = played.words.shape[0]
    by_contract = np.zeros((promises.shape[0], _COUNTS), np.int64)
    others = np.zeros(_OTHERS, np.int64)
    by_position = np.zeros(seats, np.int64)
    for unit in range(counted.won.shape[1]):
        called = ZERO
        first = unit * deals_of_unit
        for seat in range(seats):
            for deal in range(first, first + deals_of_unit):
                if played.members[seat, deal] >> seat & 1:
                    called |= study_deal(
                        played,
                        promises,
                        sits_out,
                        counted,
                        by_contract,
                        others,
                        by_position,
                        seat,
                        deal,
                        unit,
                    )
        add_ratios(counted, others)
        add_contract_ratios(counted, by_contract, others[_SPOKEN], called)
        add_positions(counted, by_position)
        others[:] = 0


@lane_function
def study_deal(  # type: ignore[no-untyped-def]
    played, promises, sits_out, counted, by_contract, others, by_position, seat, deal, unit
):
    """Count one deal in which the studied player is present; give his call as a bit."""
    word = played.words[seat, deal]
    members = u64(played.members[seat, deal])
    position = position_of(members, i64(played.dealers[seat, deal]), seat, played.words.shape[0])
    units = i64(played.payments[seat, deal, position])
    counted.won[seat, unit] += units
    by_position[position] += units
    turn = position - 1 if position > 0 else i64(popcount(members)) - 1
    speaks = position > 0 or sits_out == 0
    called = ZERO
    if speaks:
        call = call_at(word, turn)
        called = ONE << u64(call)
        others[_SPOKEN] += 1
        by_contract[call, _CALLED] += 1
        counted.calls[position, call] += 1
    auction = word & u64(_AUCTION)
    if auction != ZERO:
        # Every bid is higher than those before it: the last one is the declarer's.
        declarer = i64(u64(63) - leading_zeros(auction)) // CALL_BITS
        if speaks and declarer == turn:
            others[_DECLARED] += 1
            others[_DECLARER_UNITS] += units
            count_contract(promises, counted, by_contract, position, call, tricks_of(word))
        else:
            others[_DEFENDED] += 1
            others[_DEFENDER_UNITS] += units
    return called


@lane_function
def position_of(members, dealer, seat, seats):  # type: ignore[no-untyped-def]
    """How many of those present sit between the dealer, included, and a seat clockwise of him."""
    steps = seat - dealer if seat >= dealer else seat - dealer + seats
    from_dealer = (members >> u64(dealer)) | (members << u64(seats - dealer))
    return i64(popcount(from_dealer & ((ONE << u64(steps)) - ONE)))


@lane_function
def call_at(word, turn):  # type: ignore[no-untyped-def]
    """What was called at a speaking turn."""
    return i64((word >> u64(CALL_BITS * turn)) & u64(_ONE_CALL))


@lane_function
def tricks_of(word):  # type: ignore[no-untyped-def]
    """The declarer's tricks."""
    return i64((word >> u64(TRICKS_SHIFT)) & u64(15))


@lane_function
def count_contract(promises, counted, by_contract, position, contract, tricks):  # type: ignore[no-untyped-def]
    """Count a contract that the studied player has played."""
    fewest = promises[contract, FEWEST_TO_MAKE]
    is_made = fewest <= tricks <= promises[contract, MOST_TO_MAKE]
    counted.played[position, contract] += 1
    by_contract[contract, _PLAYED] += 1
    if is_made:
        counted.made[position, contract] += 1
        by_contract[contract, _MADE] += 1
        by_contract[contract, _UNDERBID] += tricks >= promises[contract, HIGHER_WAS_THERE]
    else:
        by_contract[contract, _OVERBID] += tricks >= promises[contract, LOWER_WAS_THERE]


@lane_function
def add_ratios(counted, others):  # type: ignore[no-untyped-def]
    """Add a unit to the moments of what is not counted by contract."""
    add_moments(counted.spoken, others[_SPOKEN], others[_SPOKEN])
    add_moments(counted.ratios[0], others[_DECLARED], others[_SPOKEN])
    add_moments(counted.ratios[1], others[_DECLARER_UNITS], others[_DECLARED])
    add_moments(counted.ratios[2], others[_DEFENDER_UNITS], others[_DEFENDED])


@lane_function
def add_contract_ratios(counted, by_contract, spoken, called):  # type: ignore[no-untyped-def]
    """Add a unit to the moments of the calls that were made in it, and forget its counts."""
    while called != ZERO:
        call = i64(trailing_zeros(called))
        called &= called - ONE
        moments = counted.contract_ratios[call]
        counts = by_contract[call]
        add_moments(moments[0], counts[_CALLED], spoken)
        if counts[_PLAYED] > 0:
            add_moments(moments[1], counts[_MADE], counts[_PLAYED])
            add_moments(moments[2], counts[_OVERBID], counts[_PLAYED])
            add_moments(moments[3], counts[_UNDERBID], counts[_PLAYED])
        for column in range(_COUNTS):
            counts[column] = 0


@lane_function
def add_moments(moments, y, x):  # type: ignore[no-untyped-def]
    """Add a unit to what is kept of a ratio y of x."""
    moments[0] += y
    moments[1] += x
    moments[2] += y * y
    moments[3] += x * y
    moments[4] += x * x
    moments[5] += x > 0
    moments[6] += y > 0
    moments[7] += y < x


@lane_function
def add_positions(counted, by_position):  # type: ignore[no-untyped-def]
    """Add what a unit brought at each position, and forget it."""
    for position in range(by_position.shape[0]):
        units = by_position[position]
        counted.position_units[0, position] += units
        counted.position_squares[0, position] += units * units
        by_position[position] = 0


_PLAYED_TYPE = types.BaseTuple.from_types(
    (uint64[:, ::1], int32[:, :, ::1], uint8[:, ::1], uint8[:, ::1]), Played
)
_COUNTED_TYPE = types.BaseTuple.from_types(
    (
        int64[:, ::1],
        int64[:, ::1],
        int64[:, :, ::1],
        int64[::1],
        int64[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
    ),
    Counted,
)


@cache
def compiled_study() -> Callable[..., Any]:
    """The compiled :func:`study_player`."""
    signature = types.void(_PLAYED_TYPE, int64[:, ::1], int64, int64, _COUNTED_TYPE)
    return compile_kernel(signature, study_player)

"""Sums over the sessions of a shard: histograms and moments, all whole numbers.

A session is the independent unit. Sums of products of every two values give the exact variance of
any combination of players, such as of all who follow one policy. One value more, what the
declarers of a session received in all, splits every balance into what was won as declarer and as
defender: see `pipelines.moments`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.shard_rows import ShardRows
from sim.errors import UserError

__all__ = [
    "SUMS_COUNT",
    "SUMS_SCHEMA",
    "check_squares",
    "histograms",
    "session_sums",
    "shares_of_a_win",
    "win_shares",
    "winners_of",
]

SUMS_COUNT: Final = "value"
SUMS_SCHEMA: Final = {
    "quantity": pl.String(),
    "of": pl.String(),
    "first": pl.Int64(),
    "second": pl.Int64(),
    "value": pl.Int64(),
}

_EXACT_IN_FLOAT64: Final = 2**53
_EXACT_IN_INT64: Final = 2**63

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Row = tuple[str, str, int, int, int]


def shares_of_a_win(players: int) -> int:
    """Return into how many shares a win is cut, so that any number of winners divides it.

    Examples
    --------
    >>> shares_of_a_win(4), shares_of_a_win(7)
    (12, 420)
    """
    return math.lcm(*range(1, players + 1))


def winners_of(shard: ShardRows) -> npt.NDArray[np.bool_]:
    """Return who won which session, shape (players, sessions): those with the highest balance.

    Where ties are played off, the files say which of these.
    """
    if "won_0" in shard.session_columns:
        return np.stack([shard.session_columns[f"won_{j}"] for j in range(shard.players)])
    leading: npt.NDArray[np.bool_] = shard.player_units == shard.player_units.max(axis=0)
    return leading


def win_shares(won: npt.NDArray[np.bool_]) -> Int32s:
    """Return the shares of a win by player and session, in parts of `shares_of_a_win`."""
    number_of_winners = won.sum(axis=0, dtype=np.int32)
    shares: Int32s = won * (np.int32(shares_of_a_win(len(won))) // number_of_winners)
    return shares


def session_sums(shard: ShardRows, declarer_units: Int32s) -> pl.DataFrame:
    """Sum up the sessions of a shard.

    Parameters
    ----------
    shard : ShardRows
        The shard.
    declarer_units : int32 array
        What the declarer receives, in units, by `ShardRows.outcome_code`.

    Returns
    -------
    polars.DataFrame
        quantity, of String; first, second, value Int64; sorted by all but the last. Rows are

        - ``balance`` of ``player``: sessions that left player *first* with balance *second*.
        - ``winners`` of ``player``: sessions that player *first* won as one of *second* winners;
          0: that he did not win.
        - ``moment`` of ``player`` and of ``position``: the sum over the sessions of
          v[first] * v[second], for first <= second. For n players, v is 1, then n balances, then
          what declarers received in all; of players also, then, n shares of a win, which is cut
          into `shares_of_a_win`.
        - ``tries`` of ``deal``, under a condition: deals that were tried; *first* and *second*
          are 0.

    Raises
    ------
    UserError
        If balances are so large that a sum could exceed 64 bits.
    """
    players = shard.players
    of_players = np.zeros((2 * players + 2,) * 2, np.int64)
    of_positions = np.zeros((players + 2,) * 2, np.int64)
    winners = np.zeros((players, players + 1), np.int64)
    for block in shard.blocks:
        received = _declarers_units_by_session(block, declarer_units)
        won = winners_of(block)
        sessions = len(shard.first_dealer)
        of_players += _moments(sessions, block.player_units, received, win_shares(won))
        of_positions += _moments(sessions, block.position_units, received)
        winners += _count_winners(won)
    rows = [
        *_balance_rows(shard.player_units),
        *_winner_rows(winners),
        *_moment_rows("player", of_players),
        *_moment_rows("position", of_positions),
        *_tries_rows(shard),
    ]
    return pl.DataFrame(rows, schema=SUMS_SCHEMA, orient="row").sort([*SUMS_SCHEMA][:-1])


def histograms(shard: ShardRows) -> pl.DataFrame:
    """Count the sessions of a shard by what they came to.

    Returns
    -------
    polars.DataFrame
        As `session_sums`, without moments. Where the options of the rules make it differ, also

        - ``deals`` of ``session``: sessions of *second* deals; *first* is 0.
        - ``tries`` of ``deal``: as there
        - ``extra deals`` of ``session``: sessions decided by *second* extra deals, and won by one
          player (*first* is 0) or by several (1).
    """
    won = winners_of(shard)
    rows = [*_balance_rows(shard.player_units), *_winner_rows(_count_winners(won))]
    rows += _tries_rows(shard)
    if "deals" in shard.session_columns:
        rows += _count_rows("deals", 0, shard.deals_of_session)
    if "extra_deals" in shard.session_columns:
        extra_deals, several = shard.session_columns["extra_deals"], won.sum(axis=0) > 1
        rows += _count_rows("extra deals", 0, extra_deals[~several])
        rows += _count_rows("extra deals", 1, extra_deals[several])
    return pl.DataFrame(rows, schema=SUMS_SCHEMA, orient="row").sort([*SUMS_SCHEMA][:-1])


def _tries_rows(shard: ShardRows) -> Iterator[Row]:
    """Add up how many deals were tried until each satisfied the condition."""
    if "tries" in shard.deal_columns:
        yield "tries", "deal", 0, 0, int(shard.deal_columns["tries"].sum(dtype=np.int64))


def _count_winners(won: npt.NDArray[np.bool_]) -> Int64s:
    """Count the sessions by player and by number of winners; 0: that he did not win."""
    among = won * won.sum(axis=0, dtype=np.int32)
    return np.stack([np.bincount(number, minlength=len(won) + 1) for number in among])


def _count_rows(quantity: str, first: int, values: npt.NDArray[np.integer]) -> Iterator[Row]:
    counts = np.bincount(values)
    for value in np.flatnonzero(counts).tolist():
        yield quantity, "session", first, value, int(counts[value])


def _declarers_units_by_session(shard: ShardRows, declarer_units: Int32s) -> Int32s:
    """Return what the declarers of a session's deals received in all, for every session."""
    # Codes are in range by construction; "clip" spares NumPy a second look at each of them.
    received = np.take(declarer_units, shard.outcome_code, mode="clip")
    first_deals = np.arange(0, len(received), shard.deals_per_session)
    return np.add.reduceat(received, first_deals, dtype=np.int32)


def _moments(of_shard: int, *values: Int32s) -> Int64s:
    """Return the exact sums over the sessions of products of every two of 1 and the values.

    Floating-point matrix products are many times faster, and exact while no sum exceeds 2^53.

    Parameters
    ----------
    of_shard : int
        Sessions of the shard, over which the sums of its blocks are added.

    Raises
    ------
    UserError
        If a sum over the shard could exceed 64 bits.
    """
    largest = max(max(int(part.max()), -int(part.min())) for part in values)
    check_squares(largest, of_shard)
    exact = largest**2 * values[0].shape[-1] < _EXACT_IN_FLOAT64
    ones = np.ones(values[0].shape[-1], np.int32)
    rows = np.vstack([ones, *values], dtype=np.float64 if exact else np.int64)
    return (rows @ rows.T).astype(np.int64)


def check_squares(largest: int, sessions: int) -> None:
    """See that squares of so many units a session can be added up.

    Raises
    ------
    UserError
        If a sum over the sessions could exceed 64 bits.
    """
    if largest**2 * sessions >= _EXACT_IN_INT64:
        raise UserError(
            f"a session moves {largest} units: the squares of {sessions} such sessions are too "
            f"large to be added up exactly; choose lower stakes or shorter sessions"
        )


def _balance_rows(units: Int32s) -> Iterator[Row]:
    """Count the balances of every player."""
    for player, balances in enumerate(units):
        lowest = int(balances.min())
        counts = np.bincount(balances - lowest)
        for place in np.flatnonzero(counts).tolist():
            yield "balance", "player", player, lowest + place, int(counts[place])


def _winner_rows(winners: Int64s) -> Iterator[Row]:
    for player, number in np.argwhere(winners).tolist():
        yield "winners", "player", player, number, int(winners[player, number])


def _moment_rows(of: str, moments: Int64s) -> Iterator[Row]:
    for first, second in zip(*np.triu_indices(len(moments)), strict=True):
        yield "moment", of, int(first), int(second), int(moments[first, second])

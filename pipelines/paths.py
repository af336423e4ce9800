"""How balances move within sessions: where they stand after some deals, and how low they fall.

Looking at every deal of every session would make counting several times as long. So some sessions
are followed, and their numbers alone tell which: the first ones, then some of each thousand. The
same ones are followed however a run is cut into shards, or put together of several.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.deals import Deals
from pipelines.sessions import SUMS_COUNT, SUMS_SCHEMA
from pipelines.shard_rows import ShardRows
from sim.experiment import Seating

__all__ = [
    "LOWEST_BALANCE",
    "balance_after",
    "checkpoints",
    "followed_sessions",
    "paths_of_deals",
    "paths_of_outcomes",
]

LOWEST_BALANCE: Final = "lowest balance"
"""What counts sessions by player and by the lowest balance in them; see `paths_of_outcomes`."""

_ALL_BELOW: Final = 1 << 17
_FOLLOWED: Final = 64
_PERIOD: Final = 1024
_EVERY_DEAL_UP_TO: Final = 8
_LEAST_RATIO: Final = 1.2
"""Of the last checkpoint and the one before."""
_SPARSE: Final = 8
"""Values are sorted instead of counted in an array where that would be so many times as long."""

Whole = npt.NDArray[np.int64]
Int32s = npt.NDArray[np.int32]
Changes = Iterable[npt.NDArray[np.integer[Any]]]


def checkpoints(deals_per_session: int) -> tuple[int, ...]:
    """Return after which deals of a session balances are looked at.

    The first eight, then in steps of about the square root of two, and the last.

    Examples
    --------
    >>> checkpoints(3), checkpoints(20)
    ((1, 2, 3), (1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 20))
    """
    chosen = [*range(1, min(_EVERY_DEAL_UP_TO, deals_per_session) + 1)]
    roots = (math.isqrt(2**power) for power in count(7))
    while (after := next(roots)) * _LEAST_RATIO <= deals_per_session:
        chosen.append(after)
    if chosen[-1] < deals_per_session:
        chosen.append(deals_per_session)
    return tuple(chosen)


def balance_after(deal: int) -> str:
    """Return what counts sessions by player and balance after a deal; see `paths_of_outcomes`.

    Examples
    --------
    >>> balance_after(3)
    'balance after deal 3'
    """
    return f"balance after deal {deal}"


def followed_sessions(first: int, sessions: int) -> Whole:
    """Return which of so many sessions from a number on are followed deal by deal.

    All below 131,072 are, and above that the first 64 of each 1,024.

    Returns
    -------
    int64 array
        Places counted from ``first``, in order.

    Examples
    --------
    >>> followed_sessions(131_070, 4).tolist(), followed_sessions(200_760, 10).tolist()
    ([0, 1, 2, 3], [0, 1, 2, 3, 4, 5, 6, 7])
    """
    end = first + sessions
    begins = range(max(first, _ALL_BELOW) // _PERIOD * _PERIOD, end, _PERIOD)
    stretches = [(0, _ALL_BELOW), *((begin, begin + _FOLLOWED) for begin in begins)]
    places = [np.arange(max(a, first), min(b, end), dtype=np.int64) - first for a, b in stretches]
    return np.concatenate(places)


def paths_of_outcomes(
    rows: ShardRows, seating: Seating, declarer_units: Int32s, declarer: Int32s
) -> pl.DataFrame:
    """Count the balances within the sessions of a plain run, from the outcomes of their deals.

    Parameters
    ----------
    rows : ShardRows
        The shard.
    seating : {"fixed", "rotate"}
        How the line-up is seated.
    declarer_units, declarer : int32 arrays
        What the declarer receives, in units, and his position, by `ShardRows.outcome_code`; 0 if
        passed out. His opponents pay it in equal parts.

    Returns
    -------
    polars.DataFrame
        See `pipelines.sessions.SUMS_SCHEMA`; of is ``player``. Rows are

        - `balance_after` each of the `checkpoints`: sessions that had left player *first* with
          balance *second* by then. A session that has ended stays as it ended.
        - `LOWEST_BALANCE`: sessions in which *second* was the lowest balance of player *first*,
          after any of the deals or before the first one.
    """
    places = followed_sessions(rows.first_session, len(rows.first_dealer))
    code = rows.auction.reshape(-1, rows.deals_per_session)[places] * np.int32(rows.hand_size + 1)
    code += rows.tricks.reshape(-1, rows.deals_per_session)[places]
    dealer = rows.first_dealing_players(seating)[places].astype(np.int32)
    stakes = np.take(declarer_units // np.int32(rows.players - 1), code.T)
    place = np.take(declarer, code.T) + dealer
    histograms = _Histograms(rows.deals_per_session)
    if len(places):
        histograms.follow(_changes_by_stakes(stakes, place, rows.players))
    return histograms.table()


def _changes_by_stakes(stakes: Int32s, declarer: Int32s, players: int) -> Iterator[Int32s]:
    """Yield what every deal brings the players, shape (players, sessions).

    Parameters
    ----------
    stakes : int32 array, shape (deals, sessions)
        What each opponent pays the declarer.
    declarer : int32 array, shape (deals, sessions)
        His position, counted from the player who deals first.
    """
    everybody = np.arange(players, dtype=np.int32)[:, None]
    for deal, (stake, place) in enumerate(zip(stakes, declarer, strict=True)):
        won = ((place + np.int32(deal)) % np.int32(players) == everybody) * (
            np.int32(players) * stake
        )
        won -= stake
        yield won


def paths_of_deals(deals: Deals) -> pl.DataFrame:
    """Count the balances within any sessions; see `paths_of_outcomes`.

    What is left in the pool is shared out after the last deal: it is in the balances after it, and
    not in the lowest ones.
    """
    rows = deals.rows
    places = followed_sessions(rows.first_session, len(rows.first_dealer))
    histograms = _Histograms(rows.deals_per_session)
    if len(places):
        lengths = rows.deals_of_session[places]
        share = rows.session_columns.get("split", np.zeros(len(rows.first_dealer), np.int64))
        changes = _changes_of_deals(deals, rows.first_deals[places], lengths)
        histograms.follow(changes, lengths, share[places].astype(np.int64))
    return histograms.table()


def _changes_of_deals(deals: Deals, first: Whole, lengths: Whole) -> Iterator[Whole]:
    """Yield what every deal brings the players, shape (players, sessions); 0 after the last."""
    units = deals.by_player(deals.units)
    for deal in range(deals.rows.deals_per_session):
        won = np.zeros((units.shape[1], len(first)), np.int64)
        played = lengths > deal
        won[:, played] = units[first[played] + deal].T
        yield won


class _Histograms:
    """Sessions by player and by balance, after some deals and at its lowest.

    Parameters
    ----------
    deals_per_session : int
        Deals of a session, unless it ends early.
    """

    def __init__(self, deals_per_session: int) -> None:
        self._checkpoints = frozenset(checkpoints(deals_per_session))
        self._found: dict[str, tuple[Whole, Whole, Whole]] = {}

    def follow(
        self, changes: Changes, lengths: Whole | None = None, share: Whole | None = None
    ) -> None:
        """Count sessions, once.

        Parameters
        ----------
        changes : iterable of integer array, shape (players, sessions)
            What each deal brings the players.
        lengths, share : int64 arrays, shape (sessions,), optional
            After so many deals the session ends, and each player is given so many units.
        """
        balance: Any = 0
        lowest: Any = 0
        for deal, won in enumerate(changes, start=1):
            balance = won + balance
            lowest = np.minimum(balance, lowest)
            if deal in self._checkpoints:
                given = 0 if share is None or lengths is None else share * (lengths <= deal)
                self._count(balance_after(deal), balance + given)
        self._count(LOWEST_BALANCE, lowest)

    def _count(self, quantity: str, balances: npt.NDArray[np.integer[Any]]) -> None:
        """Count the sessions by player and balance."""
        players = len(balances)
        least = int(balances.min())
        width = int(balances.max()) - least + 1
        cells = (balances - least).astype(np.int64)
        cells += width * np.arange(players)[:, None]
        if players * width > _SPARSE * balances.size:
            cell, sessions = np.unique(cells, return_counts=True)
        else:
            counts = np.bincount(cells.ravel())
            cell = np.flatnonzero(counts)
            sessions = counts[cell]
        self._found[quantity] = cell // width, cell % width + least, sessions

    def table(self) -> pl.DataFrame:
        """Return what was counted; sorted by player and balance within each quantity."""
        rows = [len(sessions) for _, _, sessions in self._found.values()]
        quantities = np.repeat(np.array([*self._found], object), rows).tolist()
        numbers = np.concatenate([np.zeros((3, 0), np.int64), *self._found.values()], axis=1)
        first, second, sessions = numbers
        return pl.DataFrame(
            {
                "quantity": quantities,
                "of": ["player"] * len(quantities),
                "first": first,
                "second": second,
                SUMS_COUNT: sessions,
            },
            schema=SUMS_SCHEMA,
        )

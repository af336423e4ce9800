"""First occurrences: the lowest number of all deals, or sessions, in which something happened.

The number of a deal is all it takes to see it again, so the lowest of a kind stands for the kind.
Lowest numbers are exact, whoever counts which part of a run: of several parts, the lowest counts.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.shard_rows import ShardRows

__all__ = [
    "FIRST_DEAL",
    "FIRST_NUMBERS",
    "FIRST_SESSION",
    "FIRST_SESSIONS_SCHEMA",
    "UNSEEN",
    "are_numbered",
    "first_sessions",
    "known_numbers",
    "lowest_of",
    "note_first",
    "nothing_seen",
]

FIRST_DEAL: Final = "first_deal"
FIRST_SESSION: Final = "first_session"
FIRST_NUMBERS: Final = (FIRST_DEAL, FIRST_SESSION)
"""Columns of which the lowest number counts where others are added up."""

FIRST_SESSIONS_SCHEMA: Final = {
    "quantity": pl.String(),
    "of": pl.String(),
    "first": pl.Int64(),
    "second": pl.Int64(),
    FIRST_SESSION: pl.Int64(),
}

UNSEEN: Final = np.iinfo(np.int64).max
"""Stands for the number of what has not occurred yet; no deal and no session that is noted has it.
"""

_FEW: Final = 2048

Numbers = npt.NDArray[np.int64]


def are_numbered(rows: ShardRows) -> bool:
    """Whether the numbers of all deals fit into 64 bits with a sign: others are not noted."""
    sessions = rows.first_session + len(rows.first_dealer)
    return sessions * rows.deals_per_session <= UNSEEN


def nothing_seen(*shape: int) -> Numbers:
    """Return a table in which nothing has occurred yet."""
    return np.full(shape, UNSEEN, np.int64)


def note_first(first: Numbers, kinds: npt.NDArray[np.integer], start: int) -> None:
    """Note the lowest numbers of kinds that have not occurred before.

    One look at each row, about two nanoseconds, is all it takes once nearly all kinds have
    occurred.

    Parameters
    ----------
    first : int64 array
        The lowest number of each kind, `UNSEEN` where there is none; changed in place.
    kinds : integer array
        The kinds of rows that follow each other, places in `first`.
    start : int
        The number of the first of these rows; none of them has been looked at before.
    """
    # Most kinds occur among a few rows, so that of the many others hardly any is new.
    for start_of_part, part in ((start, kinds[:_FEW]), (start + _FEW, kinds[_FEW:])):
        # Kinds are in range by construction; "clip" spares NumPy a second look at each of them.
        places = np.flatnonzero(np.take(first == UNSEEN, part, mode="clip"))
        np.minimum.at(first, part[places], start_of_part + places)


def known_numbers(first: Numbers, *, numbered: bool) -> list[int | None]:
    """Return numbers for a table; none at all where the rows have no number that fits."""
    return first.tolist() if numbered else [None] * len(first)


def lowest_of(column: str) -> pl.Expr:
    """Return the lowest number of a group, or null if any of its rows does not know its own."""
    numbers = pl.col(column)
    return pl.when(numbers.null_count() == 0).then(numbers.min()).alias(column)


def first_sessions(rows: ShardRows) -> pl.DataFrame:
    """Find the first session that left each player with each balance.

    Returns
    -------
    polars.DataFrame
        quantity, of String; first, second Int64: what of the sums of a shard it belongs to, see
        `pipelines.sessions.session_sums`; first_session Int64. Empty if the numbers of the
        shard's deals do not fit. Sorted.
    """
    if not are_numbered(rows):
        return pl.DataFrame(schema=FIRST_SESSIONS_SCHEMA)
    lowest = int(rows.player_units.min())
    first = nothing_seen(rows.players, int(rows.player_units.max()) - lowest + 1)
    for of_player, balances in zip(first, rows.player_units, strict=True):
        note_first(of_player, balances - lowest, rows.first_session)
    player, place = np.nonzero(first != UNSEEN)
    columns = {
        "quantity": ["balance"] * len(player),
        "of": ["player"] * len(player),
        "first": player,
        "second": lowest + place,
        FIRST_SESSION: first[player, place],
    }
    return pl.DataFrame(columns, schema=FIRST_SESSIONS_SCHEMA)

"""Shards: contiguous ranges of sessions, the pieces in which a run is simulated and stored.

The cut depends on nothing but the number of sessions, which rows are kept and which sessions are
solved: not on workers, machines or time. A run that grows keeps the shards it has, and adds new
ones behind them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sim.double_dummy import SOLVE_NONE, SolvedShare
from sim.runs.kept_outcomes import KEEP_ALL, KEEP_NONE, KeptOutcomes

MOST_DEALS_PER_SHARD: Final = 1_000_000
"""About a quarter of a second of work, and 2.2 MB in two files."""

FEWEST_DEALS_PER_SHARD: Final = 50_000
"""Below this, files and messages cost more than the deals."""

FEWEST_SOLVED_PER_SHARD: Final = 1_000
"""Fewer deals may be in a shard if so many of them are solved: each takes as long as hundreds."""

SHARDS_WANTED: Final = 32
"""Small runs are cut so finely, to keep many CPUs busy to the end."""

_FILE_NAME: Final = re.compile(r"shard-(\d{6}|[1-9]\d{6,})\.parquet", re.ASCII)

MOST_DEALS_WITHOUT_ROWS: Final = 64_000_000
"""A shard of which only counts are kept may be so large: about a quarter of a minute of work."""

SHARDS_ENOUGH: Final = 8_192
"""Where only counts are kept, shards become larger rather than more than this."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A range of sessions.

    Attributes
    ----------
    number : int
        Its place among the shards of the run, from 0.
    first_session : int
        Number of its first session.
    sessions : int
        How many sessions it holds, at least 1.
    keeps_rows : bool
        Whether its deals and sessions are kept row by row, or only what is counted of them.
    """

    number: int
    first_session: int
    sessions: int
    keeps_rows: bool = True

    @property
    def name(self) -> str:
        """Its name, in files and messages.

        >>> Shard(number=7, first_session=875_000, sessions=125_000).name
        'shard-000007'
        """
        return file_name_of(self.number).removesuffix(".parquet")

    @property
    def file_name(self) -> str:
        """The name of its files: one for deals, one for sessions, one for counts."""
        return file_name_of(self.number)


def file_name_of(number: int) -> str:
    """Return the name of the files of the shard with this number."""
    return f"shard-{number:06d}.parquet"


def number_in(file_name: str) -> int | None:
    """Return the number of the shard whose file has this name, or None if no shard's has.

    >>> number_in("shard-000007.parquet"), number_in("shard-7.parquet")
    (7, None)
    """
    found = _FILE_NAME.fullmatch(file_name)
    return int(found[1]) if found else None


def sessions_per_shard(
    sessions: int,
    deals_per_session: int,
    outcomes: KeptOutcomes = KEEP_ALL,
    solve: SolvedShare = SOLVE_NONE,
) -> int:
    """Return how many sessions a shard should hold when so many are to be simulated.

    Where no rows are kept, memory and files do not bound a shard: it is simulated and counted
    piece by piece.

    >>> sessions_per_shard(sessions=125_000_000, deals_per_session=8)
    125000
    >>> sessions_per_shard(sessions=1_000, deals_per_session=8)
    6250
    >>> sessions_per_shard(125_000_000_000, deals_per_session=8, outcomes=KEEP_NONE)
    8000000
    >>> sessions_per_shard(sessions=1_000, deals_per_session=8, solve=SolvedShare.of(True))
    125
    """
    planned = sessions * deals_per_session
    share = planned // SHARDS_WANTED
    fewest = FEWEST_DEALS_PER_SHARD
    if solve:
        fewest = min(fewest, math.ceil(FEWEST_SOLVED_PER_SHARD / solve.share))
    deals = min(max(share, fewest), MOST_DEALS_PER_SHARD)
    if outcomes == KEEP_NONE:
        deals = min(max(deals, -(-planned // SHARDS_ENOUGH)), MOST_DEALS_WITHOUT_ROWS)
    return -(-deals // deals_per_session)


def plan_shards(
    sessions: int,
    sessions_per_shard: int,
    *,
    first_session: int = 0,
    first_number: int = 0,
    outcomes: KeptOutcomes = KEEP_ALL,
) -> Iterator[Shard]:
    """Cut a range of sessions into shards; the last one may be short.

    >>> [shard.sessions for shard in plan_shards(sessions=10, sessions_per_shard=4)]
    [4, 4, 2]
    """
    for place, start in enumerate(range(0, sessions, sessions_per_shard)):
        yield Shard(
            number=first_number + place,
            first_session=first_session + start,
            sessions=min(sessions_per_shard, sessions - start),
            keeps_rows=outcomes.by(place),
        )


def pieces_of(shard: Shard, deals_per_session: int) -> Iterator[Shard]:
    """Cut a shard into pieces of which each fits into memory.

    >>> [piece.sessions for piece in pieces_of(Shard(0, 0, 300_000), deals_per_session=8)]
    [125000, 125000, 50000]
    """
    return plan_shards(
        shard.sessions,
        -(-MOST_DEALS_PER_SHARD // deals_per_session),
        first_session=shard.first_session,
    )

"""Partial tables: what some sessions add to every total, exactly addable.

A partial is a few small tables of whole numbers: adding many is exact and free of order. Of
numbers of deals and sessions, the lowest counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import polars as pl

from pipelines.census import CENSUS_COUNT, CENSUS_SCHEMA
from pipelines.firsts import FIRST_NUMBERS, FIRST_SESSIONS_SCHEMA, lowest_of
from pipelines.ratio_sums import RATIO_COUNTS, RATIO_SCHEMA
from pipelines.sessions import SUMS_COUNT, SUMS_SCHEMA

__all__ = ["PartialTables"]


_NO_RATIOS: Final = pl.DataFrame(schema=RATIO_SCHEMA)
_NO_FIRST_SESSIONS: Final = pl.DataFrame(schema=FIRST_SESSIONS_SCHEMA)


@dataclass(frozen=True)
class PartialTables:
    """What some sessions add to the totals.

    Attributes
    ----------
    census : polars.DataFrame
        See `census_table` and `census_of_deals`; without the numbers of first deals where
        an earlier version counted.
    sums : polars.DataFrame
        See `session_sums` and `histograms`.
    ratios : polars.DataFrame
        See `RatioTotals`; where the outcomes of deals tell all, of solved sessions alone.
    first_sessions : polars.DataFrame
        See `pipelines.firsts.first_sessions`; empty where an earlier version counted.
    """

    census: pl.DataFrame
    sums: pl.DataFrame
    ratios: pl.DataFrame = field(default_factory=_NO_RATIOS.clone)
    first_sessions: pl.DataFrame = field(default_factory=_NO_FIRST_SESSIONS.clone)

    @property
    def frames(self) -> Mapping[str, pl.DataFrame]:
        """The tables under the names of their files."""
        return {
            "census": self.census,
            "sessions": self.sums,
            "ratios": self.ratios,
            "first_sessions": self.first_sessions,
        }

    @classmethod
    def nothing(cls) -> PartialTables:
        """Return what no session adds."""
        return cls(pl.DataFrame(schema=CENSUS_SCHEMA), pl.DataFrame(schema=SUMS_SCHEMA))

    @classmethod
    def total(cls, parts: Iterable[PartialTables]) -> PartialTables:
        """Add any number of partials of one experiment, in any order, exactly."""
        parts = [part for part in parts if len(part.census)] or [cls.nothing()]
        return cls(
            _added([part.census for part in parts], [CENSUS_COUNT]),
            _added([part.sums for part in parts], [SUMS_COUNT]),
            _added([part.ratios for part in parts], RATIO_COUNTS),
            _added([part.first_sessions for part in parts], []),
        )


def _added(frames: Sequence[pl.DataFrame], counts: Sequence[str]) -> pl.DataFrame:
    """Add the counts of equal keys; an overflow of 64 bits is an error, never a wrong number."""
    filled = [frame for frame in frames if len(frame)]
    if not filled:
        return frames[0]
    whole = pl.concat(filled, how="diagonal")
    lowest = [name for name in whole.columns if name in FIRST_NUMBERS]
    keys = [name for name in whole.columns if name not in (*counts, *lowest)]
    total = pl.col(counts).cast(pl.Int128).sum().cast(pl.Int64, strict=True)
    return whole.group_by(keys).agg(total, *map(lowest_of, lowest)).sort(keys)

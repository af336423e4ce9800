"""Partial tables: what some sessions add to every total, exactly addable.

A partial is a few small tables of whole numbers: adding many is exact and free of order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import polars as pl

from pipelines.census import CENSUS_COUNT, CENSUS_SCHEMA
from pipelines.ratio_sums import RATIO_COUNTS, RATIO_SCHEMA
from pipelines.sessions import SUMS_COUNT, SUMS_SCHEMA

__all__ = ["PartialTables"]


_NO_RATIOS: Final = pl.DataFrame(schema=RATIO_SCHEMA)


@dataclass(frozen=True)
class PartialTables:
    """What some sessions add to the totals.

    Attributes
    ----------
    census : polars.DataFrame
        See `census_table` and `census_of_deals`.
    sums : polars.DataFrame
        See `session_sums` and `histograms`.
    ratios : polars.DataFrame
        See `RatioTotals`; empty where the outcomes of deals tell all.
    """

    census: pl.DataFrame
    sums: pl.DataFrame
    ratios: pl.DataFrame = field(default_factory=_NO_RATIOS.clone)

    @property
    def frames(self) -> Mapping[str, pl.DataFrame]:
        """The tables under the names of their files."""
        return {"census": self.census, "sessions": self.sums, "ratios": self.ratios}

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
        )


def _added(frames: Sequence[pl.DataFrame], counts: Sequence[str]) -> pl.DataFrame:
    """Add the counts of equal keys; an overflow of 64 bits is an error, never a wrong number."""
    filled = [frame for frame in frames if len(frame)]
    if not filled:
        return frames[0]
    keys = [name for name in filled[0].columns if name not in counts]
    total = pl.col(counts).cast(pl.Int128).sum().cast(pl.Int64, strict=True)
    return pl.concat(filled).group_by(keys).agg(total).sort(keys)

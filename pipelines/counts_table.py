"""Partial tables as one table, as it is kept in a file a shard.

The rows of all partial tables stand below each other. The first column says to which of them a
row belongs; it has nothing in the columns of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import polars as pl
import pyarrow as pa

from pipelines.census import CENSUS_COUNT
from pipelines.firsts import (
    FIRST_DEAL,
    FIRST_NUMBERS,
    FIRST_SESSION,
    FIRST_SESSIONS_SCHEMA,
    lowest_of,
)
from pipelines.partial_tables import PartialTables
from pipelines.ratio_sums import RATIO_COUNTS, RATIO_SCHEMA
from pipelines.sessions import SUMS_COUNT, SUMS_SCHEMA

__all__ = ["added_up", "counts_table", "partial_of"]

_TABLE: Final = "table"

_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "census": (
            *("dealer_player", "auction", "tricks", "revoked", "seated"),
            *(CENSUS_COUNT, FIRST_DEAL),
        ),
        "sessions": tuple(SUMS_SCHEMA),
        "ratios": tuple(RATIO_SCHEMA),
        "first_sessions": tuple(FIRST_SESSIONS_SCHEMA),
    }
)
"""The columns that each table may have, in order."""

_COUNTS: Final = (CENSUS_COUNT, SUMS_COUNT, *RATIO_COUNTS)
_NUMBERS: Final = (*_COUNTS, *FIRST_NUMBERS)
"""The columns that hold what was found; all others say of what."""


def counts_table(partial: PartialTables) -> pa.Table:
    """Return partial tables as one table.

    Parameters
    ----------
    partial : PartialTables
        What was counted.

    Returns
    -------
    pyarrow.Table
        ``table``: ``census``, ``sessions``, ``ratios`` or ``first_sessions``; then the columns of
        `PartialTables`, as far as any row has something there. Sorted, so that equal partials
        give equal tables.
    """
    frames = [
        frame.sort([name for name in frame.columns if name not in _NUMBERS]).select(
            pl.lit(table).alias(_TABLE), *frame.columns
        )
        for table, frame in partial.frames.items()
        if len(frame)
    ]
    whole = pl.concat(frames, how="diagonal").to_arrow(compat_level=pl.CompatLevel.oldest())
    return whole.cast(_schema(whole.schema)).combine_chunks()


def added_up(counts: Sequence[pa.Table]) -> pa.Table:
    """Return a table that holds the sums of many, and the lowest numbers, in no order.

    All are added at once, whatever they hold, which takes a third of the time of taking each
    apart. An overflow of 64 bits is an error, never a wrong number.

    Parameters
    ----------
    counts : sequence of pyarrow.Table
        Of `counts_table`, or sums of these; one at least. They are of one experiment.

    Returns
    -------
    pyarrow.Table
        `partial_of` takes it apart. What a row has nothing of may be 0 in it.
    """
    together = pa.concat_tables(counts, promote_options="default")
    whole = pl.from_arrow(together)
    assert isinstance(whole, pl.DataFrame)
    sums = [name for name in whole.columns if name in _COUNTS]
    lowest = [name for name in whole.columns if name in FIRST_NUMBERS]
    keys = [name for name in whole.columns if name not in _NUMBERS]
    total = pl.col(sums).cast(pl.Int128).sum().cast(pl.Int64, strict=True)
    added = whole.group_by(keys).agg(total, *map(lowest_of, lowest)).select(whole.columns)
    return added.to_arrow(compat_level=pl.CompatLevel.oldest()).cast(together.schema)


def partial_of(counts: pa.Table) -> PartialTables:
    """Return the partial tables that a table holds; see `counts_table`."""
    frame = pl.from_arrow(counts)
    assert isinstance(frame, pl.DataFrame)
    whole = frame.cast({pl.Int32: pl.Int64})

    def part(table: str) -> pl.DataFrame:
        names = [name for name in _COLUMNS[table] if name in whole.columns]
        return whole.filter(pl.col(_TABLE) == table).select(names)

    # What has no rows anywhere has no columns of its own either.
    there = {"ratios": RATIO_COUNTS[0], "first_sessions": FIRST_SESSION}
    more = {name: part(name) for name, column in there.items() if column in whole.columns}
    return PartialTables(part("census"), part("sessions"), **more)


def _schema(schema: pa.Schema) -> pa.Schema:
    """Return the same columns with plain texts, and keys as small as they all are."""
    kinds = {
        name: pa.int64() if name in _NUMBERS else pa.int32()
        for name, kind in zip(schema.names, schema.types, strict=True)
        if kind == pa.int64()
    }
    return pa.schema([(name, kinds.get(name, pa.string())) for name in schema.names])

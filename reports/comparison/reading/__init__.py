"""The tables of the page of a comparison, for reading: numbers as text, with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.ranking import Standings
from reports.comparison.reading.behaviour import bids_by_position, by_contract, overall
from reports.comparison.reading.calibration import calibration
from reports.comparison.reading.differences import differences
from reports.comparison.reading.ladder import ladder
from reports.comparison.reading.positions import positions
from reports.comparison.reading.sweep import sweep
from reports.comparison.shown import ShownEntries
from reports.reading.cells import ReadingTable

_MOST_COLUMNS: Final = 7
"""So many, with names of policies and intervals of differences, are printed in usual type."""

__all__ = ["comparison_tables_to_read"]


def comparison_tables_to_read(
    tables: ComparisonTables, standings: Sequence[Standings], shown: Sequence[ShownEntries]
) -> tuple[ReadingTable, ...]:
    """Make every table of the page, in its order."""
    made = [
        replace(table, most_columns=_MOST_COLUMNS) for table in _tables(tables, standings, shown)
    ]
    return tuple(made if len(shown) > 1 else map(_without_players, made))


def _without_players(table: ReadingTable) -> ReadingTable:
    """Drop the first column, which says the number of players, where that is always the same."""
    return replace(
        table,
        columns=table.columns[1:],
        names=table.names - 1,
        rows=tuple(row[1:] for row in table.rows),
    )


def _tables(
    tables: ComparisonTables, standings: Sequence[Standings], shown: Sequence[ShownEntries]
) -> Iterator[ReadingTable]:
    if tables.sweep is not None:
        yield sweep(tables, tables.sweep)
    else:
        yield from ladder(tables, standings)
    yield differences(tables, standings)
    yield overall(tables, shown)
    yield by_contract(tables, shown)
    yield from bids_by_position(tables, shown)
    yield positions(tables, shown)
    yield from calibration(tables, shown)

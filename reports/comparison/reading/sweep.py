"""The points of a sweep as a table."""

from __future__ import annotations

import polars as pl

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.conditions import level_text
from reports.comparison.sweep_points import Point, swept_at
from reports.reading.cells import Cell, ReadingTable, text_cells


def sweep(tables: ComparisonTables, frame: pl.DataFrame) -> ReadingTable:
    """Show every point with its difference from the field."""
    provenance = tables.provenance
    reference = provenance.field or "the field"
    rows = [
        (
            *text_cells(str(players), *(f"{value:g}" for value in point.at)),
            Cell(text=point.number, interval=point.interval),
            *text_cells(_mark(point)),
        )
        for players in provenance.sizes
        for point in swept_at(frame, provenance, players).points
    ]
    return ReadingTable(
        name="sweep",
        title="The points of the sweep",
        note=(
            f"Units per deal that the policy with these values wins more than {reference}, with "
            f"{level_text(provenance)} intervals that hold for all points at once and at any time "
            f"of looking. May be the best: not shown to be worse than the best point."
        ),
        columns=("players", *provenance.swept, "units per deal", "among the best"),
        names=1 + len(provenance.swept),
        rows=tuple(rows),
    )


def _mark(point: Point) -> str:
    if point.is_best:
        return "best"
    return "may be the best" if point.may_be_best else "worse than the best"

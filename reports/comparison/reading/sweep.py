"""The points of a sweep as a table."""

from __future__ import annotations

import polars as pl

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.conditions import level_text
from reports.comparison.sweep_points import Point, swept_at
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, text_cells
from reports.wording import general, prose


def sweep(tables: ComparisonTables, frame: pl.DataFrame) -> ReadingTable:
    """Show every point with its difference from the field."""
    provenance = tables.provenance
    reference = provenance.field or tr("the field")
    rows = [
        (
            *text_cells(str(players), *map(general, point.at)),
            Cell(text=point.number, interval=point.interval),
            *text_cells(_mark(point)),
        )
        for players in provenance.sizes
        for point in swept_at(frame, provenance, players).points
    ]
    return ReadingTable(
        name="sweep",
        title=tr("The points of the sweep"),
        note=prose(
            tr(
                "Units per deal that the policy with these values wins more than {field}, with "
                "{level} intervals that hold for all points at once and at any time of looking.",
                field=reference,
                level=level_text(provenance),
            ),
            tr("May be the best: not shown to be worse than the best point."),
        ),
        columns=(
            tr("players"),
            *provenance.swept,
            tr("units per deal"),
            tr("among the best"),
        ),
        names=1 + len(provenance.swept),
        rows=tuple(rows),
    )


def _mark(point: Point) -> str:
    if point.is_best:
        return tr("best")
    return tr("may be the best") if point.may_be_best else tr("worse than the best")

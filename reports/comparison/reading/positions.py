"""What each position is worth to the studied players, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.conditions import level_text
from reports.comparison.reading.groups import left_out_note
from reports.comparison.shown import ShownEntries, entry_in_words
from reports.estimates import Mean
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, mean_cell, text_cells
from reports.wording import count, position_name, prose, speaking_order


def positions(tables: ComparisonTables, shown: Sequence[ShownEntries]) -> ReadingTable:
    """Show the units per deal at each position; a position is a column."""
    most = speaking_order(max(each.players for each in shown))
    rows = []
    for of_size in shown:
        frame = tables.positions.filter(players=of_size.players)
        found = {(row["entry"], row["position"]): row for row in frame.rows(named=True)}
        rows += [
            (
                *text_cells(str(of_size.players), entry_in_words(entry), _n(found, entry)),
                *(_value(found.get((entry, position))) for position in most),
            )
            for entry in of_size.entries
        ]
    return ReadingTable(
        name="positions",
        title=tr("Units per deal by position"),
        note=prose(
            tr(
                "Mean over all deals (n), in each of which the studied player sits at every "
                "position once."
            ),
            tr(
                "Below each: {level} interval of that number alone.",
                level=level_text(tables.provenance),
            ),
            left_out_note(shown),
        ),
        columns=(tr("players"), tr("studied"), tr("n, deals"), *map(position_name, most)),
        names=2,
        rows=tuple(rows),
    )


def _value(row: Mapping[str, Any] | None) -> Cell:
    if row is None:
        return Cell(text="")
    return mean_cell(
        Mean(value=row["value"], low=row["low"], high=row["high"], clusters=row["deals"])
    )


def _n(found: Mapping[tuple[str, int], Mapping[str, Any]], entry: str) -> str:
    return next((count(row["deals"]) for (of, _), row in found.items() if of == entry), "0")

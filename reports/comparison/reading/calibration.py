"""Estimates against what happened, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.conditions import level_text
from reports.comparison.reading.groups import left_out_note
from reports.comparison.shown import ShownEntries, entry_in_words
from reports.estimates import Mean, Share
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, amount_cell, share_cell, text_cells
from reports.wording import DASH, count, decimal, prose


def calibration(tables: ComparisonTables, shown: Sequence[ShownEntries]) -> Iterator[ReadingTable]:
    """Yield the bins of estimates; nothing where no policy gives any."""
    rows = []
    for of_size in shown:
        frame = tables.calibration.filter(players=of_size.players).sort("bin")
        for entry in of_size.entries:
            bins = frame.filter(entry=entry).rows(named=True)
            rows += [_row(of_size.players, entry, row) for row in bins]
    if not rows:
        return
    yield ReadingTable(
        name="calibration",
        title=tr("Estimates and what came of them"),
        note=prose(
            tr(
                "Contracts that the studied player plays (n), by the tricks that his policy "
                "expects of them."
            ),
            tr("Below each: {level} interval.", level=level_text(tables.provenance)),
            left_out_note(shown),
        ),
        columns=(
            tr("players"),
            tr("studied"),
            tr("estimate, tricks"),
            tr("n, contracts"),
            tr("mean estimate"),
            tr("tricks taken"),
            tr("made"),
            tr("made, of n"),
        ),
        names=3,
        rows=tuple(rows),
    )


def _row(players: int, entry: str, row: Mapping[str, Any]) -> tuple[Cell, ...]:
    between = DASH.join(decimal(row[end], 2) for end in ("estimate_low", "estimate_high"))
    n = row["contracts"]
    tricks = Mean(value=row["tricks"], low=row["tricks_low"], high=row["tricks_high"], clusters=n)
    return (
        *text_cells(str(players), entry_in_words(entry), between),
        *text_cells(count(n), decimal(row["estimate"], 2)),
        _without_end(amount_cell(tricks), tricks.low),
        _made(row),
        *text_cells(count(row["made"])),
    )


def _made(row: Mapping[str, Any]) -> Cell:
    rate = row["made_rate"]
    known = row["made_low"] is not None
    share = Share(
        successes=row["made"],
        of=row["contracts"],
        rate=rate,
        low=row["made_low"] if known else rate,
        high=row["made_high"] if known else rate,
    )
    return _without_end(share_cell(share), row["made_low"])


def _without_end(cell: Cell, low: float | None) -> Cell:
    return Cell(text=cell.text) if low is None else cell

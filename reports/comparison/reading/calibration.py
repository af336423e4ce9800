"""Estimates against what happened, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.conditions import level_text
from reports.comparison.reading.groups import left_out_note
from reports.comparison.shown import ShownEntries
from reports.estimates import Mean, Share
from reports.reading.cells import Cell, ReadingTable, amount_cell, share_cell, text_cells
from reports.wording import DASH, count


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
        title="Estimates and what came of them",
        note=(
            f"Contracts that the studied player plays (n), by the tricks that his policy expects "
            f"of them. Below each number: its {level_text(tables.provenance)} "
            f"interval.{left_out_note(shown)}"
        ),
        columns=(
            "players",
            "studied",
            "estimate, tricks",
            "n, contracts",
            "mean estimate",
            "tricks taken",
            "made",
            "made, of n",
        ),
        names=3,
        rows=tuple(rows),
    )


def _row(players: int, entry: str, row: Mapping[str, Any]) -> tuple[Cell, ...]:
    between = f"{row['estimate_low']:.2f}{DASH}{row['estimate_high']:.2f}"
    n = row["contracts"]
    tricks = Mean(value=row["tricks"], low=row["tricks_low"], high=row["tricks_high"], clusters=n)
    return (
        *text_cells(str(players), entry, between, count(n), f"{row['estimate']:.2f}"),
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

"""The tables of the page: the differences, and the numbers of each run that they are between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.beside.tables import BesideTables
from reports.beside.answer import share
from reports.beside.difference import Difference
from reports.comparison.wording import gain_in_words
from reports.estimates import Mean, Share
from reports.language import marked, tr
from reports.reading.cells import Cell, ReadingTable, mean_cell, share_cell, text_cells
from reports.wording import (
    NOTHING,
    contract_name,
    count,
    position_name,
    signed,
    speaking_order,
)

_MOST_COLUMNS: Final = 8

_WHAT: Final = {
    "passed out": marked("passed out, of all deals"),
    "contract made": marked("made, of the deals not passed out"),
    "bid": marked("bid, of all deals"),
    "played": marked("played, of all deals"),
    "made": marked("made, of the deals played in it"),
    "units": marked("units per deal"),
}


def beside_tables_to_read(
    tables: BesideTables, differences: Sequence[Difference]
) -> tuple[ReadingTable, ...]:
    """Make the tables of the page, but for that of the conditions."""
    return (_differences(tables, differences), _contracts(tables), _positions(tables))


def _differences(tables: BesideTables, differences: Sequence[Difference]) -> ReadingTable:
    first = tables.provenance.first.label
    return ReadingTable(
        name="differences",
        title=tr("Differences to {first}", first=first),
        note=tr(
            "The run less {first}: shares in percentage points, means in units per deal. Below a "
            "difference its own interval; beside it the one that holds for all {n} differences at "
            "once, from which the last column follows. n: deals among which both numbers are "
            "counted. Gain: how many times as many deals it would take if the runs shared none.",
            first=first,
            n=count(len(differences)),
        ),
        columns=(
            tr("run"),
            tr("of"),
            tr("number"),
            first,
            tr("run"),
            tr("n of {first}", first=first),
            tr("n of the run"),
            tr("difference"),
            tr("for all at once"),
            tr("gain"),
            tr("told"),
        ),
        names=3,
        rows=tuple(_difference_row(each) for each in differences),
        most_columns=_MOST_COLUMNS,
    )


def _difference_row(difference: Difference) -> tuple[Cell, ...]:
    name = "" if difference.what == "passed out" else difference.name
    return (
        *text_cells(difference.label, name or tr("all"), tr(_WHAT[difference.what])),
        *text_cells(_number(difference, difference.first), _number(difference, difference.other)),
        *text_cells(count(difference.first_n), count(difference.other_n)),
        Cell(text=difference.number, interval=difference.interval),
        Cell(text=difference.interval_at_once or NOTHING),
        Cell(text=gain_in_words(difference.gain)),
        Cell(text=difference.verdict_in_words),
    )


def _number(difference: Difference, value: float | None) -> str:
    if value is None:
        return NOTHING
    if difference.is_rate:
        return share(value, difference)
    return signed(value, difference.decimals)


def _contracts(tables: BesideTables) -> ReadingTable:
    rows = tables.contracts.rows(named=True)
    return ReadingTable(
        name="contracts",
        title=tr("Bids and success by run"),
        note=tr(
            "Bid and played: of all deals. Made: of the deals played in the contract. Below each "
            "share its own interval; contracts in which nothing was bid are left out."
        ),
        columns=(
            tr("run"),
            tr("contract"),
            tr("deals"),
            tr("bid"),
            tr("played"),
            tr("deals played"),
            tr("made"),
        ),
        names=2,
        rows=tuple(
            (
                *text_cells(row["label"], contract_name(row["contract"]), count(row["deals"])),
                share_cell(Share.from_family(row, "bid", "deals")),
                share_cell(Share.from_family(row, "played", "deals")),
                Cell(text=count(row["played"])),
                share_cell(Share.from_family(row, "made", "played")),
            )
            for row in rows
            if row["bid"]
        ),
    )


def _positions(tables: BesideTables) -> ReadingTable:
    rows = {(row["run"], row["position"]): row for row in tables.positions.rows(named=True)}
    ordered = [
        rows[number, position]
        for number, run in enumerate(tables.provenance.runs)
        for position in speaking_order(run.provenance.players)
    ]
    return ReadingTable(
        name="positions",
        title=tr("What a position is worth, by run"),
        note=tr(
            "Units per deal that whoever is in the position wins; the intervals take sessions as "
            "independent clusters."
        ),
        columns=(
            tr("run"),
            tr("position"),
            tr("deals"),
            tr("sessions"),
            tr("units"),
            tr("units per deal"),
        ),
        names=2,
        rows=tuple(
            (
                *text_cells(row["label"], position_name(row["position"])),
                *text_cells(*(count(row[name]) for name in ("deals", "sessions", "units"))),
                mean_cell(Mean.from_row(row, "units_per_deal", "low", "high")),
            )
            for row in ordered
        ),
    )

"""What the studied players do, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.behaviour import Behaviour, mean_of, share_of
from reports.comparison.conditions import level_text
from reports.comparison.reading.groups import left_out_note
from reports.comparison.shown import ShownEntries, entry_in_words
from reports.estimates import Mean
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, mean_cell, share_cell, text_cells
from reports.wording import (
    NOTHING,
    contract_name,
    count,
    position_name,
    prose,
    speaking_order,
)


def overall(tables: ComparisonTables, shown: Sequence[ShownEntries]) -> ReadingTable:
    """Show what each line-up's studied player wins, how often he declares, and as what he wins."""
    rows = []
    for of_size in shown:
        behaviour = Behaviour.of(tables, of_size.players)
        frame = tables.scores.filter(players=of_size.players)
        scores = {row["entry"]: row for row in frame.rows(named=True)}
        for entry in of_size.entries:
            declarer = behaviour.row(entry, "declarer value")
            defender = behaviour.row(entry, "defender value")
            rows.append(
                (
                    *text_cells(str(of_size.players), entry_in_words(entry)),
                    _score_cell(scores[entry]),
                    _share(behaviour.row(entry, "declares")),
                    _mean(declarer),
                    _mean(defender),
                    *text_cells(count(scores[entry]["deals"]), _n(declarer), _n(defender)),
                )
            )
    return ReadingTable(
        name="scores",
        title=tr("What the studied player wins"),
        note=prose(
            tr(
                "Units per deal over all deals and seats; share of deals in which he is the "
                "declarer; units in a deal in which he is, and in one in which another is."
            ),
            _below(tables),
            tr("n counts a deal once for every seat, but the first."),
            left_out_note(shown),
        ),
        columns=(
            tr("players"),
            tr("studied"),
            tr("units per deal"),
            tr("declares"),
            tr("as declarer"),
            tr("as defender"),
            tr("n, deals"),
            tr("n as declarer"),
            tr("n as defender"),
        ),
        names=2,
        rows=tuple(rows),
    )


def by_contract(tables: ComparisonTables, shown: Sequence[ShownEntries]) -> ReadingTable:
    """Show how often each contract is bid, made, and was too much or too little."""
    rows = []
    for of_size in shown:
        behaviour = Behaviour.of(tables, of_size.players)
        for entry in of_size.entries:
            for contract in behaviour.contracts:
                made = behaviour.row(entry, "made", contract)
                bid = behaviour.row(entry, "bid", contract)
                rows.append(
                    (
                        *text_cells(
                            str(of_size.players), entry_in_words(entry), contract_name(contract)
                        ),
                        _share(bid),
                        _share(made),
                        _share(behaviour.row(entry, "overbid", contract)),
                        _share(behaviour.row(entry, "underbid", contract)),
                        *text_cells(_n(bid), NOTHING if bid is None else count(bid["numerator"])),
                        *text_cells(
                            _n(made), NOTHING if made is None else count(made["numerator"])
                        ),
                    )
                )
    return ReadingTable(
        name="contracts",
        title=tr("Bids and their success"),
        note=prose(
            tr(
                "Bid: of deals. Made, overbid, underbid: of the contracts that the studied player "
                "plays."
            ),
            tr(
                "Overbid: it fails, though the next lower one of fewer tricks would have been made."
            ),
            tr("Underbid: it takes the tricks of the next higher one."),
            _below(tables),
            left_out_note(shown),
        ),
        columns=(
            tr("players"),
            tr("studied"),
            tr("contract"),
            tr("bid"),
            tr("made"),
            tr("overbid"),
            tr("underbid"),
            tr("n, deals"),
            tr("bids"),
            tr("n, played"),
            tr("made, of n"),
        ),
        names=3,
        rows=tuple(rows),
    )


def bids_by_position(
    tables: ComparisonTables, shown: Sequence[ShownEntries]
) -> Iterator[ReadingTable]:
    """Yield what is called at each position; nothing where that was not counted."""
    calls = list(
        dict.fromkeys(call for each in shown for call in Behaviour.of(tables, each.players).calls)
    )
    rows = [row for of_size in shown for row in _calls_at_positions(tables, of_size, calls)]
    if not rows:
        return
    yield ReadingTable(
        name="bids_by_position",
        title=tr("Calls by position"),
        note=prose(
            tr(
                "Share of the deals at that position in which the studied player makes the call, "
                "whether it is overcalled or not."
            ),
            _below(tables),
            tr("A row adds up to one."),
            left_out_note(shown),
        ),
        columns=(
            tr("players"),
            tr("studied"),
            tr("position"),
            tr("n, deals"),
            *map(contract_name, calls),
        ),
        names=3,
        rows=tuple(rows),
    )


def _calls_at_positions(
    tables: ComparisonTables, of_size: ShownEntries, calls: Sequence[str]
) -> Iterator[tuple[Cell, ...]]:
    behaviour = Behaviour.of(tables, of_size.players)
    for entry in of_size.entries:
        for position in speaking_order(of_size.players):
            found = [behaviour.row(entry, "bid", call, position) for call in calls]
            known = [row for row in found if row is not None]
            if known:
                names = (str(of_size.players), entry_in_words(entry), position_name(position))
                yield (*text_cells(*names, _n(known[0])), *map(_share, found))


def _below(tables: ComparisonTables) -> str:
    """Say what stands below each number."""
    level = level_text(tables.provenance)
    return tr("Below each: {level} interval of that number alone.", level=level)


def _share(row: Mapping[str, Any] | None) -> Cell:
    if row is None or row["value"] is None:
        return Cell(text=NOTHING)
    if row["low"] is None or row["high"] is None:
        return Cell(text=share_cell(share_of(row)).text)
    return share_cell(share_of(row))


def _mean(row: Mapping[str, Any] | None) -> Cell:
    return Cell(text=NOTHING) if row is None else mean_cell(mean_of(row))


def _n(row: Mapping[str, Any] | None) -> str:
    return NOTHING if row is None else count(row["denominator"])


def _score_cell(row: Mapping[str, Any]) -> Cell:
    return mean_cell(
        Mean(value=row["score"], low=row["low"], high=row["high"], clusters=row["units"])
    )

"""The calls of the auction as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pipelines.tables import Tables
from reports.conditions import clusters_in_words, level_text, speakers_of
from reports.estimates import Share
from reports.language import tr, trc
from reports.left_out import bid_contracts, left_out_in_words
from reports.reading.cells import Cell, ReadingTable, share_cell, text_cells
from reports.wording import contract_name, count, position_name, prose


def calls_by_position(tables: Tables) -> ReadingTable:
    """Show how often each position makes each call."""
    rows = tables.calls_by_position.rows(named=True)
    return _calls_table(
        tables,
        name="calls_by_position",
        title=tr("Calls by position"),
        split=(tr("position"),),
        groups=[
            ([position_name(position)], [row for row in rows if row["position"] == position])
            for position in speakers_of(tables.provenance)
        ],
        note=tr(
            "Share of the deals in which the position makes the call, whether overcalled or not."
        ),
    )


def calls_given_bid(tables: Tables) -> ReadingTable:
    """Show what each position says after each highest bid before it."""
    groups: dict[tuple[int, str], list[Mapping[str, Any]]] = {}
    for row in tables.calls_by_position_given_bid.rows(named=True):
        if row["spoken"]:
            groups.setdefault((row["position"], row["highest"]), []).append(row)
    order = speakers_of(tables.provenance)
    in_order = sorted(groups.items(), key=lambda group: order.index(group[0][0]))
    return _calls_table(
        tables,
        name="calls_by_position_given_bid",
        title=tr("Calls by position and highest bid before"),
        split=(tr("position"), tr("highest bid before")),
        groups=[
            ([position_name(position), _highest_name(highest)], rows)
            for (position, highest), rows in in_order
        ],
        note=tr("Share of the times (n) that the position spoke after that highest bid."),
    )


def _highest_name(highest: str) -> str:
    return trc("bid", "none") if highest == "none" else contract_name(highest)


def _calls_table(
    tables: Tables,
    *,
    name: str,
    title: str,
    split: tuple[str, ...],
    groups: Iterable[tuple[list[str], list[Mapping[str, Any]]]],
    note: str,
) -> ReadingTable:
    bid = bid_contracts(tables)
    calls, rows = ["pass", *bid], []
    for names, of_group in groups:
        shares = {row["call"]: Share.from_columns(row, "calls", "spoken") for row in of_group}
        cells = [share_cell(shares[call]) if call in shares else Cell(text="") for call in calls]
        rows.append((*text_cells(*names, count(of_group[0]["spoken"])), *cells))
    return ReadingTable(
        name=name,
        title=title,
        note=prose(
            note,
            tr("Below each: {level} interval.", level=level_text(tables.provenance)),
            clusters_in_words(tables.provenance),
            tr("A row adds up to one."),
            left_out_in_words(tables, bid, "Never bid"),
        ),
        columns=(*split, tr("n, times spoken"), *map(contract_name, calls)),
        names=len(split),
        rows=tuple(rows),
    )

"""The declarer's tricks as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pipelines.tables import Tables
from reports.conditions import clusters_in_words, level_text
from reports.estimates import Share
from reports.language import tr
from reports.left_out import left_out_in_words, played_contracts
from reports.reading.cells import ReadingTable, share_cell, text_cells
from reports.wording import contract_name, count, counted, prose


def tricks(tables: Tables) -> ReadingTable:
    """Show how many tricks the declarer takes in each contract."""
    by_contract: dict[str, list[Mapping[str, Any]]] = {}
    for row in tables.tricks.rows(named=True):
        by_contract.setdefault(row["contract"], []).append(row)
    numbers = [row["tricks"] for row in next(iter(by_contract.values()))]
    shown = played_contracts(tables)
    rows = tuple(
        (
            *text_cells(contract_name(contract), count(by_contract[contract][0]["played"])),
            *(
                share_cell(Share.from_columns(row, "deals", "played"))
                for row in by_contract[contract]
            ),
        )
        for contract in shown
    )
    return ReadingTable(
        name="tricks",
        title=tr("Tricks taken by the declarer"),
        note=prose(
            tr(
                "Share of the deals played in the contract (n) in which the declarer takes that "
                "many tricks; below each: {level} interval.",
                level=level_text(tables.provenance),
            ),
            clusters_in_words(tables.provenance),
            tr("A row adds up to one."),
            left_out_in_words(tables, shown, "Never played"),
        ),
        columns=(
            tr("contract"),
            tr("n, deals"),
            *(counted(number, "trick") for number in numbers),
        ),
        names=1,
        rows=rows,
    )

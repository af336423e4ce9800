"""Success by the declarer's hand as a table."""

from __future__ import annotations

from collections.abc import Iterator

from pipelines.tables import Tables
from reports.conditions import level_text
from reports.estimates import Share
from reports.language import tr
from reports.reading.cells import ReadingTable, share_cell, text_cells
from reports.wording import contract_name, count


def hands(tables: Tables) -> Iterator[ReadingTable]:
    """Show how often contracts are made by the declarer's hand, where hands can be told."""
    if tables.hands is None or tables.hands.is_empty():
        return
    rows = tables.hands.rows(named=True)
    yield ReadingTable(
        name="hands",
        title=tr("Success by the declarer’s hand"),
        note=tr(
            "Lengths of suits: trumps first, then the others; without trumps the longest first. "
            "Honours are ace, king, queen, jack and the joker: in trumps, or in all suits without "
            "trumps. n: deals dealt again with such a hand; made: share of them in which the "
            "contract is made; below: {level} interval.",
            level=level_text(tables.provenance),
        ),
        columns=(tr("contract"), tr("lengths"), tr("honours"), tr("n, deals"), tr("made")),
        names=3,
        rows=tuple(
            (
                *text_cells(
                    contract_name(row["contract"]),
                    row["lengths"],
                    str(row["honours"]),
                    count(row["played"]),
                ),
                share_cell(Share.from_family(row, "made", "played")),
            )
            for row in rows
        ),
    )

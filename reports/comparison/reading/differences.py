"""The differences as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.conditions import level_text
from reports.comparison.difference import Difference
from reports.comparison.ranking import Standings
from reports.comparison.verdicts import SHORT_WORDS
from reports.comparison.wording import (
    about,
    decimals_of,
    ends_in_words,
    gain_in_words,
    interval_of,
    percent_of_deals,
)
from reports.language import marked, tr, trc
from reports.reading.cells import Cell, ReadingTable, text_cells
from reports.wording import NOTHING, count, prose, signed

_ALONE: Final = {
    "deal": marked(
        "Alone: the {level} interval of the difference alone, where the number of deals was not "
        "chosen by the results."
    ),
    "session": marked(
        "Alone: the {level} interval of the difference alone, where the number of sessions was not "
        "chosen by the results."
    ),
}
_DIFFER: Final = {
    "deal": marked("Differ: deals in which the two win different amounts at any seat, of n."),
    "session": marked("Differ: sessions in which the two win different amounts at any seat, of n."),
}
_N: Final = {"deal": marked("n, deals"), "session": marked("n, sessions")}
"""By the unit of analysis."""


def differences(tables: ComparisonTables, standings: Sequence[Standings]) -> ReadingTable:
    """Show every difference, the stronger before the weaker, all before the field."""
    level, unit = level_text(tables.provenance), tables.provenance.unit
    alone = any(not early for early in tables.provenance.stopped_early.values())
    return ReadingTable(
        name="differences",
        title=tr("Differences"),
        note=prose(
            tr(
                "Units per deal that the first wins more than the second, with the {level} "
                "interval that holds for all at once and whenever one looks.",
                level=level,
            ),
            tr(_ALONE[unit], level=level) if alone else "",
            tr(_DIFFER[unit]),
            tr("Gain: how many times as many deals would be needed without common cards."),
            tr("More deals: about how many a decision needs."),
        ),
        columns=(
            tr("players"),
            trc("of two", "first"),
            trc("of two", "second"),
            tr("units per deal"),
            *((trc("interval", "alone"),) if alone else ()),
            tr("verdict"),
            tr("differ"),
            tr(_N[unit]),
            tr("gain"),
            tr("more deals"),
        ),
        names=3,
        rows=tuple(
            _row(difference, alone=alone)
            for of_size in standings
            for difference in of_size.all_pairs()
        ),
    )


def _row(difference: Difference, *, alone: bool) -> tuple[Cell, ...]:
    decimals = decimals_of(difference)
    number = NOTHING if difference.value is None else signed(difference.value, decimals)
    fixed = NOTHING if difference.fixed is None else ends_in_words(difference.fixed, decimals)
    more = NOTHING if difference.more_deals is None else about(difference.more_deals)
    return (
        *text_cells(str(difference.players), difference.first, difference.second),
        Cell(text=number, interval=interval_of(difference)),
        *(text_cells(fixed) if alone else ()),
        *text_cells(tr(SHORT_WORDS[difference.verdict])),
        Cell(text=percent_of_deals(difference), interval=count(difference.differing)),
        *text_cells(
            count(difference.units),
            gain_in_words(difference.gain),
            more,
        ),
    )

"""The ladder of strength as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.conditions import level_text
from reports.comparison.difference import Difference
from reports.comparison.figures.ladder import is_ladder, reference_named
from reports.comparison.ranking import Rung, Standings
from reports.comparison.verdicts import SHORT_WORDS
from reports.comparison.wording import decimals_of, interval_of
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, text_cells
from reports.wording import NOTHING, prose, signed


def ladder(tables: ComparisonTables, standings: Sequence[Standings]) -> Iterator[ReadingTable]:
    """Yield the policies by strength, with the steps between them, where they make a ladder."""
    shown = [of_size for of_size in standings if is_ladder(of_size)]
    if not shown:
        return
    yield ReadingTable(
        name="ladder",
        title=tr("Policies by strength"),
        note=prose(
            tr(
                "Units per deal that the policy wins more than the field, or else than the "
                "strongest; step: what it wins more than the next one below it."
            ),
            tr(
                "Intervals: {level}, at any time of looking and for all differences of the "
                "comparison at once.",
                level=level_text(tables.provenance),
            ),
        ),
        columns=(
            tr("players"),
            tr("place"),
            tr("policy"),
            tr("units per deal"),
            tr("verdict"),
            tr("step"),
            tr("verdict on the step"),
        ),
        names=3,
        rows=tuple(
            (
                *text_cells(str(of_size.players), str(place), rung.subject),
                *_cells(rung, of_size),
            )
            for of_size in shown
            for place, rung in enumerate(of_size.ladder(), start=1)
        ),
    )


def _cells(rung: Rung, of_size: Standings) -> tuple[Cell, ...]:
    if rung.against is None:
        against = text_cells("0", reference_named(of_size))
    else:
        against = (_number(rung.against), *text_cells(tr(SHORT_WORDS[rung.against.verdict])))
    if rung.step is None:
        return (*against, *text_cells("", ""))
    return (*against, _number(rung.step), *text_cells(tr(SHORT_WORDS[rung.step.verdict])))


def _number(difference: Difference) -> Cell:
    if difference.value is None:
        return Cell(text=NOTHING)
    number = signed(difference.value, decimals_of(difference))
    return Cell(text=number, interval=interval_of(difference))

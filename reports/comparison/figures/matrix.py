"""The matrix of all pairs: what each row wins more or less than each column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.cells_panel import Cells, Sample, ValueCell, draw_cells, draw_key
from reports.comparison.conditions import footer_of
from reports.comparison.difference import Difference
from reports.comparison.names import ShortNames, short_names
from reports.comparison.ranking import Standings
from reports.comparison.verdicts import BETTER, WORSE
from reports.comparison.wording import (
    at_tables,
    decimals_of,
    players_in_words,
    verdict_in_words,
)
from reports.grid import Panel, draw_grid
from reports.language import marked, tr
from reports.sheet import BROAD, Sheet
from reports.wording import NOTHING, count, prose, sentence, signed

_FEW: Final = 4
"""So many can be shown for two table sizes beside each other."""
_LONGEST_NAME: Final = 170.0
_LONGEST_BESIDE: Final = 120.0

_SIGNS: Final = {"better": "+", "worse": "−", "equal": "=", "not decided": "?"}

_KEY: Final = (
    Sample(cell=ValueCell(text="", brief="+", colour=BETTER), meaning=marked("row wins more")),
    Sample(cell=ValueCell(text="", brief="−", colour=WORSE), meaning=marked("row wins less")),
    Sample(cell=ValueCell(text="", brief="?"), meaning=marked("not decided")),
    Sample(cell=ValueCell(text="", brief="="), meaning=marked("equal")),
)


def matrices(tables: ComparisonTables, standings: Sequence[Standings]) -> Iterator[Chart]:
    """Yield the matrices: all of few in one figure, else one figure for each table size.

    None where there are only two to compare.
    """
    if len(standings[0].subjects) < 3:
        return
    if len(standings[0].subjects) <= _FEW and len(standings) > 1:
        yield _matrix(tables, standings, "pairs")
        return
    for of_size in standings:
        yield _matrix(tables, [of_size], f"pairs-{of_size.players}")


def _matrix(tables: ComparisonTables, standings: Sequence[Standings], name: str) -> Chart:
    panels = [_panel(of_size, beside=len(standings) > 1) for of_size in standings]
    return Chart(
        name=name,
        title=_finding(standings),
        caption=prose(
            tr(
                "Units per deal that the policy of the row wins more than that of the column; the "
                "strongest first."
            ),
            tr(
                "Tinted where it is decided, at a level that holds for all differences of the "
                "comparison at once and whenever one looks; the interval of each is in the table."
            ),
            *dict.fromkeys(_keys(standings)),
        ),
        alt=prose(tr("All pairs, in units per deal."), *map(_in_words, standings)),
        footer=footer_of(tables.provenance, [of_size.players for of_size in standings]),
        paint=partial(_paint, panels=panels),
    )


def _paint(sheet: Sheet, panels: Sequence[Panel]) -> None:
    if len(panels) == 1:
        panels[0].paint(sheet, sheet.margin, sheet.bottom, sheet.canvas.width)
    else:
        draw_grid(sheet, panels)
    draw_key(sheet, _KEY)


def _keys(standings: Sequence[Standings]) -> Iterator[str]:
    for of_size in standings:
        yield _names(of_size, beside=len(standings) > 1).key


def _names(of_size: Standings, *, beside: bool) -> ShortNames:
    width = _LONGEST_BESIDE if beside else _LONGEST_NAME
    return short_names(of_size.strongest_first, width, BROAD.text, bold=False)


def _panel(of_size: Standings, *, beside: bool) -> Panel:
    order = of_size.strongest_first
    names = _names(of_size, beside=beside).of
    cells = Cells(
        rows=tuple(
            tuple(
                _cell(of_size.pairs[one, other]) if (one, other) in of_size.pairs else None
                for other in order
            )
            for one in order
        ),
        row_labels=tuple(
            names[one] if names[one].startswith(f"{place}. ") else f"{place}. {names[one]}"
            for place, one in enumerate(order, start=1)
        ),
        column_labels=tuple(str(place) for place in range(1, len(order) + 1)),
    )
    return Panel(
        heading=sentence(players_in_words(of_size.players)),
        detail="",
        height=cells.height,
        paint=partial(draw_cells, cells),
    )


def _cell(difference: Difference) -> ValueCell:
    number = NOTHING
    if difference.value is not None:
        number = signed(difference.value, decimals_of(difference))
    return ValueCell(
        text=number if difference.verdict != "equal" else "=",
        brief=_SIGNS[difference.verdict],
        colour={"better": BETTER, "worse": WORSE}.get(difference.verdict),
        bold=difference.verdict in ("better", "worse"),
        muted=not difference.decided,
    )


def _finding(standings: Sequence[Standings]) -> str:
    """Say how many pairs are decided, and who beats all others."""
    pairs = [pair for of_size in standings for pair in of_size.all_pairs()]
    decided = sum(pair.decided for pair in pairs)
    if decided == len(pairs):
        clauses = [tr("all {n} differences are decided", n=count(decided))]
    else:
        clauses = [
            tr("{n} of {of} differences are decided", n=count(decided), of=count(len(pairs)))
        ]
    if len(standings) == 1:
        clauses += _of_best(standings[0])
    return at_tables([of_size.players for of_size in standings], "; ".join(clauses))


def _of_best(of_size: Standings) -> Iterator[str]:
    """Yield that the strongest beats all others, if that is shown."""
    best, *others = of_size.strongest_first
    against = [of_size.pairs.get((best, other)) for other in others]
    if all(pair is not None and pair.verdict == "better" for pair in against):
        yield tr("{best} wins more than every other", best=best)


def _in_words(of_size: Standings) -> str:
    clauses = []
    for pair in of_size.all_pairs():
        values = f"{_cell(pair).text}, {verdict_in_words(pair)}"
        told = {"first": pair.first, "second": pair.second, "values": values}
        clauses.append(tr("{first} against {second}: {values}", **told))
    name = sentence(players_in_words(of_size.players))
    return tr("{name}: {values}.", name=name, values="; ".join(clauses))

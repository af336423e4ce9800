"""The parts of the page of a comparison, each with its question and the figures that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.figures.bidding import bids, bids_by_position
from reports.comparison.figures.calibration import Calibrated, calibrated, calibration_charts
from reports.comparison.figures.forest import forests
from reports.comparison.figures.ladder import ladders
from reports.comparison.figures.matrix import matrices
from reports.comparison.figures.success import misjudged, success
from reports.comparison.figures.sweep import sweep_chart
from reports.comparison.figures.value import by_position, parts
from reports.comparison.ranking import Standings
from reports.comparison.shown import ShownEntries
from reports.comparison.sweep_points import Swept
from reports.comparison.wording import names_up_to, sizes_in_words
from reports.language import tr
from reports.sections import Section

_NAMED: Final = 8


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A comparison, as all parts of the page read it.

    Attributes
    ----------
    tables
        What it reports.
    standings, shown
        For each table size, the differences, and the line-ups that figures of behaviour show.
    swept
        For each table size the points of the sweep; empty where it is none.
    """

    tables: ComparisonTables
    standings: tuple[Standings, ...]
    shown: tuple[ShownEntries, ...]
    swept: tuple[Swept, ...]


def comparison_sections(compared: Compared) -> tuple[Section, ...]:
    """Make the parts that have anything to show."""
    made = (
        *_differences(compared),
        _section("bidding", tr("Who bids what?"), _bidding(compared)),
        _section("success", tr("How often does a bid succeed?"), _success(compared)),
        _section("value", tr("Where do the units come from?"), _value(compared)),
        _calibration(compared),
    )
    return tuple(part for part in made if part.remarks or part.charts)


def _section(
    anchor: str, heading: str, charts: Iterable[Chart], remarks: Sequence[str] = ()
) -> Section:
    return Section(
        anchor=anchor,
        heading=heading,
        remarks=tuple(remarks),
        key_figures=(),
        charts=tuple(charts),
    )


def _differences(compared: Compared) -> Iterator[Section]:
    tables = compared.tables
    if compared.swept:
        charts = (sweep_chart(tables, swept) for swept in compared.swept)
        yield _section("best-values", tr("Which values are best?"), charts)
        return
    who_wins = (*ladders(tables, compared.standings), *forests(tables, compared.standings))
    yield _section("who-wins", tr("Who wins more?"), who_wins)
    yield _section(
        "than-whom", tr("Who wins more than whom?"), matrices(tables, compared.standings)
    )


def _each(
    compared: Compared,
    *figures: Callable[[ComparisonTables, Standings, ShownEntries], Chart | None],
) -> Iterator[Chart]:
    """Yield figures of behaviour, those of a kind together."""
    for figure in figures:
        for of_size, shown in zip(compared.standings, compared.shown, strict=True):
            chart = figure(compared.tables, of_size, shown)
            if chart is not None:
                yield chart


def _bidding(compared: Compared) -> Iterator[Chart]:
    return _each(compared, bids, bids_by_position)


def _success(compared: Compared) -> Iterator[Chart]:
    return _each(compared, success, misjudged)


def _value(compared: Compared) -> Iterator[Chart]:
    return _each(compared, parts, by_position)


def _calibration(compared: Compared) -> Section:
    found = [
        calibrated(compared.tables, of_size, shown)
        for of_size, shown in zip(compared.standings, compared.shown, strict=True)
    ]
    charts = [chart for each in found for chart in calibration_charts(compared.tables, each)]
    heading = tr("Do policies know what they will take?")
    return _section("calibration", heading, iter(charts), [*_without_estimate(found)])


def _without_estimate(found: Sequence[Calibrated]) -> Iterator[str]:
    """Yield whose policy gives no estimate: once where it is the same at all table sizes."""
    if len({each.silent for each in found}) == 1:
        if found[0].silent:
            names = names_up_to(found[0].silent, _NAMED)
            yield tr("No estimate of tricks comes from {names}.", names=names)
        return
    for each in found:
        if each.silent:
            yield tr(
                "No estimate of tricks comes from {names} at {players} players.",
                names=names_up_to(each.silent, _NAMED),
                players=sizes_in_words([each.players]),
            )

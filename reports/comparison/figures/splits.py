"""What figures of behaviour have in common: one row for each line-up, one measure for each dot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.behaviour import rate_as_mean, rate_dot
from reports.comparison.conditions import footer_of
from reports.comparison.lattice import LONGEST_NAME, Measure, draw_lattice
from reports.comparison.ranking import Standings
from reports.comparison.shown import ShownEntries
from reports.comparison.wording import at_tables
from reports.estimates import extremes
from reports.language import tr
from reports.scale import scale_around
from reports.style import GREEN, INK, SLATE, Colour
from reports.wording import least_to_most, prose

Rows = Sequence[tuple[str, Mapping[str, Any] | None]]
"""Line-ups, each with its row of a table; None where there is none."""


def colour_of(entry: str, of_size: Standings, usual: Colour = GREEN) -> Colour:
    """Draw the field quieter than what is held against it."""
    return SLATE if entry == of_size.field else usual


def share_measure(
    heading: str,
    rows: Rows,
    shown: ShownEntries,
    of_size: Standings,
    *,
    label: str,
    absent: str,
    from_zero: bool,
    narrowest: float = 0.0,
    usual: Colour = GREEN,
    heading_colour: Colour = INK,
) -> Measure:
    """Make a measure of shares, on a scale of its own."""
    names = shown.short(LONGEST_NAME)
    dots = [
        rate_dot(names[entry], row, absent=absent, colour=colour_of(entry, of_size, usual))
        for entry, row in rows
    ]
    return Measure(
        heading=heading,
        detail=f"n = {n_of(rows, 'denominator')}",
        dots=tuple(dots),
        scale=scale_around(
            dots, label=label, percent=True, from_zero=from_zero, narrowest=narrowest
        ),
        colour=heading_colour,
    )


def n_of(rows: Rows, column: str) -> str:
    """Write the range of a count over rows."""
    counts = [row[column] for _, row in rows if row is not None]
    return least_to_most(counts) if counts else "0"


def lattice_chart(
    tables: ComparisonTables,
    shown: ShownEntries,
    measures: Sequence[Measure],
    *,
    name: str,
    title: str,
    caption: str,
    alt: str,
) -> Chart:
    """Make the figure; the number of players is part of its name."""
    words = [
        tr(
            "{name}: {values}",
            name=measure.heading,
            values=", ".join(dot.in_words for dot in measure.dots),
        )
        for measure in measures
    ]
    return Chart(
        name=f"{name}-{shown.players}",
        title=title,
        caption=prose(caption, shown.left_out, shown.key(LONGEST_NAME)),
        alt=prose(alt, f"{'; '.join(words)}."),
        footer=footer_of(tables.provenance, [shown.players]),
        paint=partial(draw_lattice, measures=measures),
    )


def common_scale(
    measures: Sequence[Measure], *, label: str, percent: bool, from_zero: bool = False
) -> list[Measure]:
    """Give all measures one scale, so that they can be held against each other."""
    dots = [dot for measure in measures for dot in measure.dots]
    scale = scale_around(dots, label=label, percent=percent, from_zero=from_zero)
    return [replace(measure, scale=scale) for measure in measures]


def units_of(tables: ComparisonTables, of_size: Standings) -> int:
    """Give the units of analysis of a table size."""
    units = tables.scores.filter(players=of_size.players)["units"]
    return int(units[0]) if len(units) else 0


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """Clauses about who does something most often, translated where they are used.

    Attributes
    ----------
    most_and_least, more_often
        Who does it most often and least often, and who more often than whom; places: ``most``,
        ``least``, and ``contract`` where it is done with one.
    no_one
        That nobody is shown to do it more often than another.
    """

    most_and_least: str
    more_often: str
    no_one: str


def most_and_least(
    rows: Rows,
    shown: ShownEntries,
    said: Ranking,
    *,
    level: float,
    clusters: int,
    contract: str = "",
    in_words: Callable[[Mapping[str, Any]], str],
) -> str:
    """Say who does something most often and who least, if that is more than chance."""
    known = [(entry, row) for entry, row in rows if row is not None]
    found = extremes([rate_as_mean(row, clusters) for _, row in known], level)
    if found is None:
        return at_tables([shown.players], tr(said.no_one, contract=contract))
    most, least = (
        f"{shown.name(known[place][0])} ({in_words(known[place][1])})"
        for place in (found.highest, found.lowest)
    )
    if found.alone and len(known) > 2:
        clause = tr(said.most_and_least, most=most, least=least, contract=contract)
    else:
        clause = tr(said.more_often, most=most, least=least, contract=contract)
    return at_tables([shown.players], clause)

"""What the studied players win: as declarer and as defender, and at each position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.behaviour import Behaviour, share_of, value_dot
from reports.comparison.conditions import level_text, units_in_words
from reports.comparison.figures.splits import (
    colour_of,
    lattice_chart,
    most_and_least,
    n_of,
    share_measure,
    units_of,
)
from reports.comparison.lattice import LONGEST_NAME, Measure
from reports.comparison.outliers import beyond_in_words, scale_for_most, within
from reports.comparison.ranking import Standings
from reports.comparison.shown import ShownEntries
from reports.comparison.wording import names_up_to, opening
from reports.estimates import Mean, extremes
from reports.scale import scale_around
from reports.style import DECLARER, DEFENDER
from reports.wording import (
    mean_value,
    percent,
    position_in_prose,
    position_name,
    sentence,
    speaking_order,
)


def parts(tables: ComparisonTables, of_size: Standings, shown: ShownEntries) -> Chart:
    """Draw how often the studied player declares, and what he wins as either side."""
    behaviour = Behaviour.of(tables, of_size.players)
    declares = [(entry, behaviour.row(entry, "declares")) for entry in shown.entries]
    names = shown.short(LONGEST_NAME)
    measures = [
        share_measure(
            "Declares",
            declares,
            shown,
            of_size,
            label="% of deals",
            absent="no deal",
            from_zero=True,
        )
    ]
    for heading, measure, colour in (
        ("As declarer", "declarer value", DECLARER),
        ("As defender", "defender value", DEFENDER),
    ):
        rows = [(entry, behaviour.row(entry, measure)) for entry in shown.entries]
        dots = tuple(
            value_dot(names[entry], row, colour=colour_of(entry, of_size, colour))
            for entry, row in rows
        )
        measures.append(
            Measure(
                heading=heading,
                detail=f"n = {n_of(rows, 'denominator')}",
                dots=dots,
                scale=scale_around(dots, label="units per such deal", percent=False),
            )
        )
    return lattice_chart(
        tables,
        shown,
        measures,
        name="parts",
        title=most_and_least(
            declares,
            shown,
            level=tables.provenance.level,
            clusters=units_of(tables, of_size),
            verb="is the declarer",
            otherwise="nobody is shown to be the declarer more often than another",
            in_words=lambda row: percent(share_of(row)),
        ),
        caption=(
            f"Dots, at all seats: share of deals in which the studied player is the declarer; "
            f"units that he wins in a deal in which he is; units that he wins in a deal in which "
            f"another is. Lines: {level_text(tables.provenance)} interval of each dot alone; n: "
            f"deals behind it."
        ),
        alt="How often the studied player declares, and what he wins as declarer and as defender.",
    )


def by_position(tables: ComparisonTables, of_size: Standings, shown: ShownEntries) -> Chart:
    """Draw what the studied player wins at each position."""
    frame = tables.positions.filter(players=of_size.players)
    rows = {(row["entry"], row["position"]): row for row in frame.rows(named=True)}
    names = shown.short(LONGEST_NAME)
    order = speaking_order(of_size.players)
    measures = []
    for position in order:
        dots = tuple(
            value_dot(
                names[entry],
                _as_value(rows.get((entry, position))),
                colour=colour_of(entry, of_size),
            )
            for entry in shown.entries
        )
        measures.append(
            Measure(
                heading=sentence(position_name(position)),
                detail="",
                dots=dots,
                scale=scale_around(dots, label="units per deal", percent=False),
            )
        )
    every = [dot for measure in measures for dot in measure.dots]
    scale = scale_for_most(every, label="units per deal")
    return lattice_chart(
        tables,
        shown,
        [replace(each, dots=tuple(within(each.dots, scale)), scale=scale) for each in measures],
        name="positions",
        title=_finding(tables, rows, of_size, shown),
        caption=(
            f"Dot: units per deal that the studied player wins at that position, in speaking "
            f"order, mean over {units_in_words(tables.provenance, of_size.players)}; line: "
            f"{level_text(tables.provenance)} interval of that dot alone. All panels have the same "
            f"scale.{beyond_in_words(every, scale)}"
        ),
        alt="Units per deal at each position.",
    )


def _as_value(row: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return None if row is None else {**row, "denominator": row["deals"]}


def _finding(
    tables: ComparisonTables,
    rows: Mapping[tuple[str, int], Mapping[str, Any]],
    of_size: Standings,
    shown: ShownEntries,
) -> str:
    """Name the best position, if it is the same for all, or that of the strongest."""
    order = speaking_order(of_size.players)
    best: dict[str, list[str]] = {}
    first = ""
    for entry in shown.entries:
        known = [rows[entry, position] for position in order if (entry, position) in rows]
        means = [
            Mean(value=row["value"], low=row["low"], high=row["high"], clusters=row["deals"])
            for row in known
        ]
        found = extremes(means, tables.provenance.level, times=len(shown.entries))
        if found is None or not found.alone:
            continue
        place = position_in_prose(known[found.highest]["position"])
        worst = position_in_prose(known[found.lowest]["position"])
        best.setdefault(place, []).append(shown.name(entry))
        most, least = mean_value(means[found.highest]), mean_value(means[found.lowest])
        first = first or (
            f"{shown.name(entry)} wins most as {place} ({most} units per deal), "
            f"least as {worst} ({least})"
        )
    start = opening(of_size.players)
    if len(best) == 1 and len(shown.entries) > 1:
        place, names = best.popitem()
        if len(names) == len(shown.entries):
            return f"{start} everybody wins most as {place}"
        verb = "wins" if len(names) == 1 else "win"
        return f"{start} {names_up_to(names, 3)} {verb} most as {place}"
    return f"{start} {first or 'no position is shown to be worth most to anybody'}"

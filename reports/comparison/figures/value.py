"""What the studied players win: as declarer and as defender, and at each position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.behaviour import Behaviour, share_of, value_dot
from reports.comparison.conditions import level_text, units_in_words
from reports.comparison.figures.splits import (
    Ranking,
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
from reports.comparison.wording import at_tables, names_up_to
from reports.estimates import Mean, extremes
from reports.language import marked, tr, trn
from reports.scale import scale_around
from reports.style import DECLARER, DEFENDER
from reports.wording import (
    mean_value,
    percent,
    position_in_prose,
    position_name,
    prose,
    sentence,
    speaking_order,
)

_WHO_DECLARES: Final = Ranking(
    most_and_least=marked("{most} is the declarer most often, {least} least often"),
    more_often=marked("{most} is the declarer more often than {least}"),
    no_one=marked("nobody is shown to be the declarer more often than another"),
)


def parts(tables: ComparisonTables, of_size: Standings, shown: ShownEntries) -> Chart:
    """Draw how often the studied player declares, and what he wins as either side."""
    behaviour = Behaviour.of(tables, of_size.players)
    declares = [(entry, behaviour.row(entry, "declares")) for entry in shown.entries]
    names = shown.short(LONGEST_NAME)
    measures = [
        share_measure(
            tr("Declares"),
            declares,
            shown,
            of_size,
            label=tr("% of deals"),
            absent=tr("no deal"),
            from_zero=True,
        )
    ]
    for heading, measure, colour in (
        (tr("As declarer"), "declarer value", DECLARER),
        (tr("As defender"), "defender value", DEFENDER),
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
                scale=scale_around(dots, label=tr("units per such deal"), percent=False),
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
            _WHO_DECLARES,
            level=tables.provenance.level,
            clusters=units_of(tables, of_size),
            in_words=lambda row: percent(share_of(row)),
        ),
        caption=prose(
            tr(
                "Dots, at all seats: share of deals in which the studied player is the declarer; "
                "units that he wins in a deal in which he is; units that he wins in a deal in "
                "which another is."
            ),
            tr(
                "Lines: {level} interval of each dot alone; n: deals behind it.",
                level=level_text(tables.provenance),
            ),
        ),
        alt=tr(
            "How often the studied player declares, and what he wins as declarer and as defender."
        ),
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
                scale=scale_around(dots, label=tr("units per deal"), percent=False),
            )
        )
    every = [dot for measure in measures for dot in measure.dots]
    scale = scale_for_most(every, label=tr("units per deal"))
    return lattice_chart(
        tables,
        shown,
        [replace(each, dots=tuple(within(each.dots, scale)), scale=scale) for each in measures],
        name="positions",
        title=_finding(tables, rows, of_size, shown),
        caption=prose(
            tr(
                "Dot: units per deal that the studied player wins at that position, in speaking "
                "order, mean over {deals}; line: {level} interval of that dot alone.",
                deals=units_in_words(tables.provenance, of_size.players),
                level=level_text(tables.provenance),
            ),
            tr("All panels have the same scale."),
            beyond_in_words(every, scale),
        ),
        alt=tr("Units per deal at each position."),
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
        first = first or tr(
            "{name} wins most as {place} ({most} units per deal), least as {worst} ({least})",
            name=shown.name(entry),
            place=place,
            most=most,
            worst=worst,
            least=least,
        )
    clause = first or tr("no position is shown to be worth most to anybody")
    if len(best) == 1 and len(shown.entries) > 1:
        clause = _same_place(*best.popitem(), of=len(shown.entries))
    return at_tables([of_size.players], clause)


def _same_place(place: str, names: Sequence[str], *, of: int) -> str:
    """Say for whom of so many that place is the best."""
    if len(names) == of:
        return tr("everybody wins most as {place}", place=place)
    return trn(
        "{names} wins most as {place}",
        "{names} win most as {place}",
        len(names),
        names=names_up_to(names, 3),
        place=place,
    )

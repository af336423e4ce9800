"""What a position, or a player, wins in a deal on average, and as what: declarer or defender."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text
from reports.dot_panel import dots_across_sheet
from reports.dots import Dot, mean_dot
from reports.estimates import Mean, extremes, side_of
from reports.scale import scale_around
from reports.style import DECLARER, DEFENDER, INK
from reports.wording import (
    count,
    mean_value,
    position_in_prose,
    position_name,
    sentence,
    speaking_order,
)


def expectation_by_position(tables: Tables) -> Chart:
    """Draw the units per deal of every position, whole and in parts."""
    by_position = {row["position"]: row for row in tables.expectation_by_position.rows(named=True)}
    order = speaking_order(tables.provenance.players)
    rows = [by_position[position] for position in order]
    return _expectation(
        tables,
        rows,
        [position_name(position) for position in order],
        name="expectation-by-position",
        title=_finding(rows, [position_in_prose(p) for p in order], tables, "position"),
        subject="whoever is in the position",
    )


def expectation_by_player(tables: Tables) -> Chart:
    """Draw the units per deal of every player of the line-up, whole and in parts."""
    rows = tables.expectation_by_player.rows(named=True)
    return _expectation(
        tables,
        rows,
        [row["name"] for row in rows],
        name="expectation-by-player",
        title=_finding(
            rows, [f"{row['name']} ({row['policy']})" for row in rows], tables, "player"
        ),
        subject="the player",
    )


def _expectation(
    tables: Tables,
    rows: Sequence[Mapping[str, Any]],
    labels: Sequence[str],
    *,
    name: str,
    title: str,
    subject: str,
) -> Chart:
    dots = [
        dot for label, row in zip(labels, rows, strict=True) for dot in _whole_and_parts(label, row)
    ]
    scale = scale_around(dots, label="units per deal, over all deals", percent=False)
    level = level_text(tables.provenance)
    columns = ("units per deal", f"{level} interval", "")
    caption = (
        f"Round dot: units that {subject} wins per deal, mean over all {count(rows[0]['deals'])} "
        f"deals; below it the parts won as declarer (triangle) and as defender (square), which add "
        f"up to it. {intervals_in_words(tables)}"
    )
    return Chart(
        name=name,
        title=title,
        caption=caption,
        alt=f"Units per deal, with {level} intervals. {'; '.join(d.in_words for d in dots)}.",
        footer=footer_of(tables.provenance),
        paint=partial(dots_across_sheet, dots, scale, columns),
    )


def _whole_and_parts(label: str, row: Mapping[str, Any]) -> list[Dot]:
    return [
        mean_dot(label, _whole(row), colour=INK),
        mean_dot(
            "as declarer",
            Mean.from_row(row, "declarer_per_deal", "declarer_low", "declarer_high"),
            colour=DECLARER,
            marker="^",
            minor=True,
        ),
        mean_dot(
            "as defender",
            Mean.from_row(row, "defender_per_deal", "defender_low", "defender_high"),
            colour=DEFENDER,
            marker="s",
            minor=True,
        ),
    ]


def _whole(row: Mapping[str, Any]) -> Mean:
    return Mean.from_row(row, "units_per_deal", "low", "high")


def _finding(
    rows: Sequence[Mapping[str, Any]], subjects: Sequence[str], tables: Tables, kind: str
) -> str:
    """Name the best and the worst if they differ, else say that no difference is shown."""
    means = [_whole(row) for row in rows]
    level = tables.provenance.level
    if tables.provenance.sessions < 2:
        return f"One session is too little to say what a {kind} is worth"
    found = extremes(means, level)
    if found is None:
        if any(side_of(mean, 0.0, level, len(means)) for mean in means):
            return f"No {kind} is shown to be worth more than another"
        return f"No {kind} is shown to win or to lose"
    best, worst = subjects[found.highest], subjects[found.lowest]
    most, least = mean_value(means[found.highest]), mean_value(means[found.lowest])
    if found.alone:
        return sentence(f"{best} does best with {most} units per deal, {worst} worst with {least}")
    return sentence(f"{best} with {most} units per deal does better than {worst} with {least}")


def intervals_in_words(tables: Tables) -> str:
    """Say from what the intervals of means come."""
    sessions = tables.provenance.sessions
    if sessions < 2:
        return "One session allows no interval."
    return (
        f"The {level_text(tables.provenance)} intervals take {count(sessions)} sessions as "
        f"independent clusters."
    )

"""The page of what positions are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pipelines.tables import Tables
from reports.conditions import level_text, position_label, positions_of
from reports.estimates import Mean, extremes, side_of
from reports.key_figures import KeyFigure
from reports.questions.question import Part, Question
from reports.wording import (
    count,
    mean_interval,
    mean_value,
    position_in_prose,
    sentence,
)


def _answer(tables: Tables) -> str:
    """Say which positions do best and worst; no more than the intervals allow, all together."""
    if tables.provenance.sessions < 2:
        return "One session is too little to say what a seat is worth."
    rows = _rows(tables)
    means = [_worth(row) for row in rows]
    level = tables.provenance.level
    in_words = [_in_words(row, tables) for row in rows]
    found = extremes(means, level)
    if found is not None:
        best, worst = in_words[found.highest], in_words[found.lowest]
        if found.alone:
            return sentence(f"{best} does best, {worst} worst.")
        return sentence(f"{best} does better than {worst}.")
    if any(side_of(mean, 0.0, level, len(means)) for mean in means):
        return f"No seat is shown to be worth more than another: {'; '.join(in_words)}."
    return f"No seat is shown to win or to lose: {'; '.join(in_words)}."


def _rows(tables: Tables) -> list[Mapping[str, Any]]:
    """List the positions in speaking order."""
    rows = {row["position"]: row for row in tables.expectation_by_position.rows(named=True)}
    return [rows[position] for position in positions_of(tables.provenance)]


def _worth(row: Mapping[str, Any]) -> Mean:
    return Mean.from_row(row, "units_per_deal", "low", "high")


def _in_words(row: Mapping[str, Any], tables: Tables) -> str:
    worth = _worth(row)
    return (
        f"{position_in_prose(row['position'])} with {mean_value(worth)} units per deal "
        f"({level_text(tables.provenance)} interval {mean_interval(worth)})"
    )


def _key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Show what every position is worth."""
    return tuple(
        KeyFigure(
            name=sentence(position_label(row["position"], tables.provenance)),
            number=mean_value(_worth(row)),
            interval=mean_interval(_worth(row)),
            basis=f"units per deal, over {count(row['deals'])} deals",
        )
        for row in _rows(tables)
    )


SEAT: Final = Question(
    name="seat",
    heading="What is a seat worth?",
    short="Seats",
    answer=_answer,
    key_figures=_key_figures,
    parts=(
        Part(
            anchor="expectation",
            heading="What is a position worth, and what a player?",
            charts=("expectation-by-position", "expectation-by-player"),
        ),
    ),
    tables=("expectation_by_position", "expectation_by_player"),
    method=frozenset({"means", "comparisons"}),
)

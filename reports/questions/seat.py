"""The page of what positions are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pipelines.tables import Tables
from reports.conditions import position_label, positions_of
from reports.estimates import Mean
from reports.key_figures import KeyFigure
from reports.language import marked, trn
from reports.questions.best_and_worst import Compared, Sayings, best_and_worst
from reports.questions.question import Part, Question
from reports.wording import count, mean_interval, mean_value, position_in_prose, sentence

_SAYINGS: Final = Sayings(
    alone=marked(
        "{best} does best with {most} units per deal ({most_interval}), {worst} worst with {least} "
        "({least_interval})."
    ),
    apart=marked(
        "{best} with {most} units per deal ({most_interval}) does better than {worst} with {least} "
        "({least_interval})."
    ),
    together=marked(
        "No position is shown to be worth more than another: the estimates run from {least} units "
        "per deal ({worst}; {least_interval}) to {most} ({best}; {most_interval})."
    ),
    nothing=marked(
        "No position is shown to win or to lose: the estimates run from {least} units per deal "
        "({worst}; {least_interval}) to {most} ({best}; {most_interval})."
    ),
    one_session=marked("One session is too little to say what a position is worth."),
)


def _answer(tables: Tables) -> tuple[str, ...]:
    rows = _rows(tables)
    compared = Compared(
        subjects=tuple(position_in_prose(row["position"]) for row in rows),
        means=tuple(_worth(row) for row in rows),
    )
    return (sentence(best_and_worst(compared, _SAYINGS, tables.provenance)),)


def _rows(tables: Tables) -> list[Mapping[str, Any]]:
    """List the positions in speaking order."""
    rows = {row["position"]: row for row in tables.expectation_by_position.rows(named=True)}
    return [rows[position] for position in positions_of(tables.provenance)]


def _worth(row: Mapping[str, Any]) -> Mean:
    return Mean.from_row(row, "units_per_deal", "low", "high")


def _key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Show what every position is worth."""
    return tuple(
        KeyFigure(
            name=sentence(position_label(row["position"], tables.provenance)),
            number=mean_value(_worth(row)),
            interval=mean_interval(_worth(row)),
            basis=trn(
                "units per deal, over {n} deal",
                "units per deal, over {n} deals",
                row["deals"],
                n=count(row["deals"]),
            ),
        )
        for row in _rows(tables)
    )


SEAT: Final = Question(
    name="seat",
    heading=marked("What is a seat worth?"),
    short=marked("Seats"),
    answer=_answer,
    key_figures=_key_figures,
    parts=(
        Part(
            anchor="expectation",
            heading=marked("What is a position worth, and what a player?"),
            charts=("expectation-by-position", "expectation-by-player"),
        ),
    ),
    tables=("expectation_by_position", "expectation_by_player"),
    method=frozenset({"means", "comparisons"}),
)

"""The page of what policies win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pipelines.tables import Tables
from reports.conditions import policies_of
from reports.estimates import Mean, side_of
from reports.intervals_in_words import interval_of_mean
from reports.key_figures import KeyFigure
from reports.language import marked, tr, trn
from reports.questions.best_and_worst import Compared, Sayings, best_and_worst
from reports.questions.question import Part, Question
from reports.wording import mean_interval, mean_value

_SAYINGS: Final = Sayings(
    alone=marked(
        "{best} does best with {most} units per deal and player ({most_interval}), {worst} worst "
        "with {least} ({least_interval})."
    ),
    apart=marked(
        "{best} with {most} units per deal and player ({most_interval}) does better than {worst} "
        "with {least} ({least_interval})."
    ),
    together=marked(
        "Which policy wins more cannot be told: the estimates run from {least} units per deal and "
        "player ({worst}; {least_interval}) to {most} ({best}; {most_interval})."
    ),
    nothing=marked(
        "No policy is shown to win or to lose: the estimates run from {least} units per deal and "
        "player ({worst}; {least_interval}) to {most} ({best}; {most_interval})."
    ),
    one_session=marked("One session is too little to say which policy wins more."),
)


def _several(tables: Tables) -> bool:
    return len(policies_of(tables.provenance)) > 1


def _answer(tables: Tables) -> tuple[str, ...]:
    return (_which(tables),)


def _which(tables: Tables) -> str:
    policies = policies_of(tables.provenance)
    if len(policies) == 1:
        return tr(
            "All players follow {policy}, so that this run tells nothing of other policies.",
            policy=policies[0],
        )
    rows = tables.expectation_by_policy.rows(named=True)
    if len(rows) == 2 and tables.provenance.sessions > 1 and _add_up_to_nothing(tables):
        return _of_two(rows[0], rows[1], tables)
    compared = Compared(
        subjects=tuple(row["policy"] for row in rows), means=tuple(_worth(row) for row in rows)
    )
    return best_and_worst(compared, _SAYINGS, tables.provenance)


def _add_up_to_nothing(tables: Tables) -> bool:
    """Whether what one wins the others lose, and all are at the table in every deal."""
    return tables.pool is None and tables.players_left is None


def _of_two(first: Mapping[str, Any], second: Mapping[str, Any], tables: Tables) -> str:
    """Say by how much one of two policies wins more, as players of the same table.

    What one wins per player the other loses, times the players of the one by those of the other:
    so the difference is a multiple of either mean, in every session, and so is its interval.
    """
    times = (first["players"] + second["players"]) / second["players"]
    worth = _worth(first)
    if (worth.value or 0.0) < 0:
        first, second, times = second, first, -times
    difference = _multiplied(worth, times)
    places = {
        "better": first["policy"],
        "worse": second["policy"],
        "difference": mean_value(difference),
        "interval": interval_of_mean(difference, tables.provenance),
    }
    if side_of(difference, 0.0, tables.provenance.level):
        return tr(
            "{better} wins more than {worse}: {difference} units per deal between a player of the "
            "one and a player of the other ({interval}).",
            **places,
        )
    return tr(
        "Which of {better} and {worse} wins more cannot be told: {difference} units per deal "
        "between a player of the first and a player of the second ({interval}).",
        **places,
    )


def _multiplied(mean: Mean, times: float) -> Mean:
    if mean.value is None:
        return mean
    value = times * mean.value
    if mean.low is None or mean.high is None:
        return Mean(value=value, low=None, high=None, clusters=mean.clusters)
    low, high = sorted((times * mean.low, times * mean.high))
    return Mean(value=value, low=low, high=high, clusters=mean.clusters)


def _worth(row: Mapping[str, Any]) -> Mean:
    return Mean.from_row(row, "units_per_deal", "low", "high")


def _key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Show what every policy wins."""
    return tuple(
        KeyFigure(
            name=row["policy"],
            number=mean_value(_worth(row)),
            interval=mean_interval(_worth(row)),
            basis=trn(
                "units per deal and player; {n} player",
                "units per deal and player; {n} players",
                row["players"],
            ),
        )
        for row in tables.expectation_by_policy.rows(named=True)
    )


POLICY: Final = Question(
    name="policy",
    heading=marked("Which policy?"),
    short=marked("Policies"),
    answer=_answer,
    key_figures=_key_figures,
    parts=(
        Part(
            anchor="policies",
            heading=marked("Who wins more, and how?"),
            charts=(
                "expectation-by-player",
                "success-by-policy",
                "win-shares",
            ),
        ),
    ),
    tables=(
        "expectation_by_policy",
        "expectation_by_player",
        "contracts_by_policy",
        "win_share_by_policy",
        "win_shares",
    ),
    method=frozenset({"shares", "means", "comparisons", "break-even"}),
    can_tell=_several,
    how_to="one_policy.html.j2",
)

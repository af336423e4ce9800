"""The page of what could be made with all hands open, and what is lost against that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipelines.tables import Tables
from reports.conditions import headline_name, policies_of
from reports.estimates import Mean, Share
from reports.figures.regret import what_is_lost
from reports.intervals_in_words import interval_of_amount
from reports.key_figures import KeyFigure
from reports.language import marked, tr, trn
from reports.questions.question import Part, Question
from reports.solved import (
    LOSSES,
    Loss,
    Row,
    could_be_made_in_words,
    headline_row,
    is_solved,
    made,
    none_solved_in_words,
    of_deals,
    of_hands,
    of_played,
    rows_of_loss,
    solved_in_words,
    solved_sessions,
    units_lost,
)
from reports.wording import amount_interval, amount_value, count, percent, percent_interval, prose


def _answer(tables: Tables) -> tuple[str, ...]:
    if not is_solved(tables):
        return (none_solved_in_words(tables),)
    return (could_be_made_in_words(tables), *_lost(tables))


def _lost(tables: Tables) -> Iterator[str]:
    """Yield what is lost by bidding and play, where all follow one policy."""
    policies = policies_of(tables.provenance)
    if len(policies) > 1:
        return

    def amount(mean: Mean) -> str:
        interval = interval_of_amount(mean, tables.provenance)
        return f"{amount_value(mean)} ({interval})"

    yield f"{what_is_lost(policies[0], [row for _, row in _losses(tables)], amount)}."


def _losses(tables: Tables) -> list[tuple[Loss, Row]]:
    return [(loss, row) for loss in LOSSES for row in rows_of_loss(tables.regret, loss)]


def _key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Show how often the headline could be made; of one policy, what it loses too."""
    row, contract = headline_row(tables), headline_name(tables)
    figures = (
        _of_share(
            tr("{contract} could be made", contract=contract),
            of_hands(row),
            trn(
                "{part} of {n} hand", "{part} of {n} hands", row["hands"], **_counts(of_hands(row))
            ),
        ),
        _of_share(
            tr("Somebody could make it"),
            of_deals(row),
            trn(
                "{part} of {n} deal", "{part} of {n} deals", row["deals"], **_counts(of_deals(row))
            ),
        ),
        _of_share(
            tr("Played out in it: could be made"), of_played(row), _of_played_in_it(of_played(row))
        ),
        _of_share(tr("Played out in it: was made"), made(row), _of_played_in_it(made(row))),
    )
    if len(policies_of(tables.provenance)) > 1:
        return figures
    return (*figures, *(_of_units(loss, row) for loss, row in _losses(tables)))


def _counts(share: Share) -> dict[str, str]:
    return {"part": count(share.successes), "n": count(share.of)}


def _of_played_in_it(share: Share) -> str:
    if not share.of:
        return tr("of no deals played out in it")
    return trn(
        "{part} of {n} deal played out in it",
        "{part} of {n} deals played out in it",
        share.of,
        **_counts(share),
    )


def _of_share(name: str, share: Share, basis: str) -> KeyFigure:
    if share.rate is None:
        return KeyFigure(name=name, number=tr("unknown"), interval="", basis=basis)
    return KeyFigure(
        name=name, number=percent(share), interval=percent_interval(share), basis=basis
    )


def _of_units(loss: Loss, row: Row) -> KeyFigure:
    mean = units_lost(row)
    return KeyFigure(
        name=tr(loss.heading),
        number=amount_value(mean),
        interval="" if mean.low is None else amount_interval(mean),
        basis=trn(
            "units per deal, over {n} deal",
            "units per deal, over {n} deals",
            row["deals"],
            n=count(row["deals"]),
        ),
    )


def _remarks(tables: Tables) -> Iterator[str]:
    """Yield what was solved, and what that does not mean."""
    yield prose(
        solved_in_words(tables),
        tr(
            "All hands open is a yardstick, no forecast: players who do not see the other hands "
            "make less of their own, and defenders who do not see them let through what could be "
            "beaten."
        ),
    )


PERFECT: Final = Question(
    name="perfect",
    heading=marked("How often could a contract be made?"),
    short=marked("Perfect play"),
    answer=_answer,
    key_figures=_key_figures,
    parts=(
        Part(
            anchor="could",
            heading=marked("What could be made, and what is?"),
            charts=("makeable", "makeable-by-position", "double-dummy-tricks"),
            remarks=_remarks,
        ),
        Part(
            anchor="regret",
            heading=marked("Where are units lost?"),
            charts=("regret-by-policy", "regret-by-position", "regret-by-trick"),
        ),
    ),
    tables=(
        "makeable",
        "makeable_by_position",
        "double_dummy_tricks",
        "regret",
        "regret_by_position",
        "regret_by_trick",
    ),
    method=frozenset({"double dummy", "shares", "means", "comparisons"}),
    can_tell=is_solved,
    sessions=solved_sessions,
    how_to="unsolved.html.j2",
)

"""What a position, or a player, wins in a deal on average, and as what: declarer or defender."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pipelines.tables import Tables
from reports.behind import behind_players, behind_seats
from reports.chart import Chart, Examples
from reports.conditions import footer_of, level_text, position_label, positions_of
from reports.dot_panel import dots_across_sheet
from reports.dots import Dot, mean_dot
from reports.estimates import Mean, extremes, side_of
from reports.language import marked, tr, trn
from reports.options import shares_pool_out
from reports.scale import scale_around
from reports.style import DECLARER, DEFENDER, INK, POOL, Colour
from reports.wording import count, listed, mean_value, position_in_prose, prose, sentence


@dataclass(frozen=True, kw_only=True)
class Part:
    """As what units are won: its columns, its row and its mark; texts are translated in use."""

    prefix: str
    label: str
    colour: Colour
    marker: str
    shape: str


_DECLARER: Final = Part(
    prefix="declarer",
    label=marked("as declarer"),
    colour=DECLARER,
    marker="^",
    shape=marked("triangle"),
)
_DEFENDER: Final = Part(
    prefix="defender",
    label=marked("as defender"),
    colour=DEFENDER,
    marker="s",
    shape=marked("square"),
)
_POOL: Final = Part(
    prefix="pool",
    label=marked("from the pool"),
    colour=POOL,
    marker="D",
    shape=marked("diamond"),
)


@dataclass(frozen=True, kw_only=True)
class _Sentences:
    """What is said of positions, or of players, in texts that are translated where they are used.

    Attributes
    ----------
    round_dot
        What the round dots are: units over the ``deals``, and in ``parts`` below them.
    too_little, none_better, none_wins
        One session is too little; none is shown to be better than another; none to win or lose.
    """

    round_dot: str
    too_little: str
    none_better: str
    none_wins: str


_OF_POSITIONS: Final = _Sentences(
    round_dot=marked(
        "Round dot: units that whoever is in the position wins per deal, mean over {deals}; below "
        "it the parts won {parts}, which add up to it."
    ),
    too_little=marked("One session is too little to say what a position is worth"),
    none_better=marked("No position is shown to be worth more than another"),
    none_wins=marked("No position is shown to win or to lose"),
)
_OF_PLAYERS: Final = _Sentences(
    round_dot=marked(
        "Round dot: units that the player wins per deal, mean over {deals}; below it the parts won "
        "{parts}, which add up to it."
    ),
    too_little=marked("One session is too little to say what a player is worth"),
    none_better=marked("No player is shown to be worth more than another"),
    none_wins=marked("No player is shown to win or to lose"),
)


def parts_of(tables: Tables) -> tuple[Part, ...]:
    """List as what units are won: the pool is a part where there is one."""
    return (_DECLARER, _DEFENDER, *([] if tables.pool is None else [_POOL]))


def expectation_by_position(tables: Tables) -> Chart:
    """Draw the units per deal of every position, whole and in parts."""
    by_position = {row["position"]: row for row in tables.expectation_by_position.rows(named=True)}
    order = positions_of(tables.provenance)
    rows = [by_position[position] for position in order]
    return _expectation(
        tables,
        rows,
        [position_label(position, tables.provenance) for position in order],
        name="expectation-by-position",
        title=_finding(rows, [position_in_prose(p) for p in order], tables, _OF_POSITIONS),
        said=_OF_POSITIONS,
        of_pool=pool_of_positions(tables),
        examples=behind_seats(tables),
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
            rows, [f"{row['name']} ({row['policy']})" for row in rows], tables, _OF_PLAYERS
        ),
        said=_OF_PLAYERS,
        of_pool=pool_of_players(tables),
        examples=behind_players(tables),
    )


def _expectation(
    tables: Tables,
    rows: Sequence[Mapping[str, Any]],
    labels: Sequence[str],
    *,
    name: str,
    title: str,
    said: _Sentences,
    of_pool: str,
    examples: Examples | None,
) -> Chart:
    parts = parts_of(tables)
    dots = [
        dot
        for label, row in zip(labels, rows, strict=True)
        for dot in _whole_and_parts(label, row, parts)
    ]
    scale = scale_around(dots, label=tr("units per deal, over all deals"), percent=False)
    level = level_text(tables.provenance)
    columns = (tr("units per deal"), tr("{level} interval", level=level), "")
    shapes = listed([f"{tr(part.label)} ({tr(part.shape)})" for part in parts])
    round_dot = tr(said.round_dot, deals=deals_in_words(rows), parts=shapes)
    return Chart(
        name=name,
        title=title,
        caption=prose(round_dot, of_pool, intervals_in_words(tables)),
        alt=prose(
            tr("Units per deal, with {level} intervals.", level=level),
            f"{'; '.join(dot.in_words for dot in dots)}.",
        ),
        footer=footer_of(tables),
        paint=partial(dots_across_sheet, dots, scale, columns),
        examples=examples,
    )


def _whole_and_parts(label: str, row: Mapping[str, Any], parts: Sequence[Part]) -> list[Dot]:
    return [
        mean_dot(label, _whole(row), colour=INK),
        *(
            mean_dot(
                tr(part.label),
                mean_of_part(row, part.prefix),
                colour=part.colour,
                marker=part.marker,
                minor=True,
            )
            for part in parts
        ),
    ]


def mean_of_part(row: Mapping[str, Any], prefix: str) -> Mean:
    """Read the mean of one part of the units per deal: "declarer", "defender" or "pool"."""
    return Mean.from_row(row, f"{prefix}_per_deal", f"{prefix}_low", f"{prefix}_high")


def _whole(row: Mapping[str, Any]) -> Mean:
    return Mean.from_row(row, "units_per_deal", "low", "high")


def deals_in_words(rows: Sequence[Mapping[str, Any]]) -> str:
    """Say over which deals the means of some positions or players are taken."""
    deals = {row["deals"] for row in rows}
    if len(deals) == 1:
        all_deals = deals.pop()
        return trn("the {n} deal", "all {n} deals", all_deals, n=count(all_deals))
    return tr(
        "the {least} to {most} deals in which each was at the table",
        least=count(min(deals)),
        most=count(max(deals)),
    )


def pool_of_positions(tables: Tables) -> str:
    """Say what counts as a position's units from the pool; nothing where there is no pool."""
    if tables.pool is None:
        return ""
    if shares_pool_out(tables.provenance):
        return tr(
            "From the pool: what is won of it, less antes and prices, and what is shared out at "
            "the end of a session belongs to no position."
        )
    return tr("From the pool: what is won of it, less antes and prices.")


def pool_of_players(tables: Tables) -> str:
    """Say what counts as a player's units from the pool; nothing where there is no pool."""
    if tables.pool is None:
        return ""
    if shares_pool_out(tables.provenance):
        return tr(
            "From the pool: what is won of it and shared out at the end of a session, less antes "
            "and prices."
        )
    return tr("From the pool: what is won of it, less antes and prices.")


def _finding(
    rows: Sequence[Mapping[str, Any]], subjects: Sequence[str], tables: Tables, said: _Sentences
) -> str:
    """Name the best and the worst if they differ, else say that no difference is shown."""
    means = [_whole(row) for row in rows]
    level = tables.provenance.level
    if tables.provenance.sessions < 2:
        return tr(said.too_little)
    found = extremes(means, level)
    if found is None:
        if any(side_of(mean, 0.0, level, len(means)) for mean in means):
            return tr(said.none_better)
        return tr(said.none_wins)
    values = {
        "best": subjects[found.highest],
        "most": mean_value(means[found.highest]),
        "worst": subjects[found.lowest],
        "least": mean_value(means[found.lowest]),
    }
    if found.alone:
        finding = tr(
            "{best} does best with {most} units per deal, {worst} worst with {least}", **values
        )
    else:
        finding = tr(
            "{best} with {most} units per deal does better than {worst} with {least}", **values
        )
    return sentence(finding)


def intervals_in_words(tables: Tables) -> str:
    """Say from what the intervals of means come."""
    sessions = tables.provenance.sessions
    if sessions < 2:
        return tr("One session allows no interval.")
    return tr(
        "The {level} intervals take {n} sessions as independent clusters.",
        level=level_text(tables.provenance),
        n=count(sessions),
    )

"""What is lost against perfect information: by bidding, by the declarer's play, by the defence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import polars as pl

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text, policies_of, speakers_of
from reports.dot_panel import dots_across_sheet, dots_in_panel, panel_height
from reports.dots import Dot, amount_dot
from reports.estimates import Mean, extremes
from reports.grid import Panel, draw_grid
from reports.language import tr
from reports.scale import Scale, scale_around
from reports.solved import LOSSES, Loss, is_solved, rows_of_loss, solved_in_words, units_lost
from reports.wording import (
    amount_value,
    count,
    least_to_most,
    position_in_prose,
    position_name,
    prose,
    sentence,
)

Row = Mapping[str, Any]


def regret_by_policy(tables: Tables) -> Chart | None:
    """Draw the units per deal that each policy loses; None where nothing was solved."""
    policies = policies_of(tables.provenance)
    if not is_solved(tables):
        return None
    if len(policies) > 1:
        return _split(
            tables,
            tables.regret,
            "policy",
            policies,
            name="regret-by-policy",
            label=str,
            subject=str,
            alt=tr("Units per deal that each policy loses against perfect information."),
            nobody=tr("No policy is shown to lose more than another against perfect information"),
        )
    rows = [row for loss in LOSSES for row in rows_of_loss(tables.regret, loss)]
    dots = [
        amount_dot(
            tr(loss.label),
            units_lost(row),
            detail=count(row["deals"]),
            colour=loss.colour,
            marker=loss.marker,
        )
        for loss, row in zip(LOSSES, rows, strict=True)
    ]
    level = level_text(tables.provenance)
    columns = (tr("units per deal"), tr("{level} interval", level=level), tr("n, deals"))
    return Chart(
        name="regret-by-policy",
        title=what_is_lost(policies[0], rows),
        caption=_caption(tables),
        alt=prose(
            tr("Units per deal that each policy loses against perfect information."),
            f"{'; '.join(dot.in_words for dot in dots)}.",
        ),
        footer=footer_of(tables),
        paint=partial(dots_across_sheet, dots, _scale(dots), columns),
    )


def what_is_lost(
    policy: str, rows: Sequence[Row], amount: Callable[[Mean], str] = amount_value
) -> str:
    """Say what a policy loses, from its rows of `LOSSES`; no full stop.

    `amount` writes a number of units.
    """
    bidding, as_declarer, as_defender = (amount(units_lost(row)) for row in rows)
    if not rows[1]["deals"]:
        return tr(
            "{policy} loses {bidding} units per deal by bidding, and no solved deal was played out",
            policy=policy,
            bidding=bidding,
        )
    return tr(
        "{policy} loses {bidding} units per deal by bidding, {declarer} by play in a deal as "
        "declarer, {defender} in a deal as defender",
        policy=policy,
        bidding=bidding,
        declarer=as_declarer,
        defender=as_defender,
    )


def regret_by_position(tables: Tables) -> Chart | None:
    """Draw the units per deal that each position loses; None where nothing was solved."""
    if not is_solved(tables):
        return None
    return _split(
        tables,
        tables.regret_by_position,
        "position",
        speakers_of(tables.provenance),
        name="regret-by-position",
        label=position_name,
        subject=position_in_prose,
        alt=tr("Units per deal that each position loses against perfect information."),
        nobody=tr("No position is shown to lose more than another against perfect information"),
    )


def _split(
    tables: Tables,
    frame: pl.DataFrame | None,
    split: str,
    keys: Sequence[Any],
    *,
    name: str,
    label: Callable[[Any], str],
    subject: Callable[[Any], str],
    alt: str,
    nobody: str,
) -> Chart:
    rows = {loss.part: _in_order(rows_of_loss(frame, loss), split, keys) for loss in LOSSES}
    panels_and_words = [
        _panel(loss, [(label(row[split]), row) for row in rows[loss.part]]) for loss in LOSSES
    ]
    panels, words = zip(*panels_and_words, strict=True)
    return Chart(
        name=name,
        title=_who_loses_most(rows, split, subject, nobody, tables.provenance.level),
        caption=prose(
            _caption(tables),
            tr(
                "Every panel has its own scale, from zero; n is the least and the most deals "
                "behind a dot."
            ),
        ),
        alt=prose(alt, f"{'; '.join(words)}."),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _in_order(rows: Sequence[Row], split: str, keys: Sequence[Any]) -> list[Row]:
    by_key = {row[split]: row for row in rows}
    return [by_key[key] for key in keys]


def _panel(loss: Loss, rows: Sequence[tuple[str, Row]]) -> tuple[Panel, str]:
    """Make the panel of a way to lose, and its part of the alternative text."""
    dots = [
        amount_dot(label, units_lost(row), colour=loss.colour, marker=loss.marker)
        for label, row in rows
    ]
    heading = tr(loss.heading)
    panel = Panel(
        heading=heading,
        detail=f"n = {least_to_most([row['deals'] for _, row in rows])}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, _scale(dots)),
    )
    words = ", ".join(dot.in_words for dot in dots)
    return panel, tr("{name}: {values}", name=heading, values=words)


def _scale(dots: Sequence[Dot]) -> Scale:
    return scale_around(
        dots, label=tr("units lost per deal"), percent=False, from_zero=True, signed=False
    )


def _caption(tables: Tables) -> str:
    return prose(
        tr(
            "Units per deal: lost by bidding, per deal in which one has cards, against the best "
            "call that there was; lost by play, per deal as declarer or as defender, by cards that "
            "turn what the contract comes to."
        ),
        tr(
            "All of it with hindsight, as if all hands were open: nobody sees them, and not all of "
            "it can be avoided."
        ),
        tr(
            "Line: {level} interval, from solved sessions as independent clusters.",
            level=level_text(tables.provenance),
        ),
        solved_in_words(tables),
    )


def _who_loses_most(
    rows: Mapping[str, Sequence[Row]],
    split: str,
    subject: Callable[[Any], str],
    nobody: str,
    level: float,
) -> str:
    """Say who loses most in the first way in which a difference is shown."""
    for loss in LOSSES:
        means = [units_lost(row) for row in rows[loss.part]]
        found = extremes(means, level, times=len(LOSSES))
        if found is None:
            continue
        saying = loss.most_and_least if found.alone and len(means) > 2 else loss.more
        places = {
            "most": subject(rows[loss.part][found.highest][split]),
            "most_units": amount_value(means[found.highest]),
            "least": subject(rows[loss.part][found.lowest][split]),
            "least_units": amount_value(means[found.lowest]),
        }
        return sentence(tr(saying, **places))
    return nobody

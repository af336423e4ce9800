"""In which trick cards turn what a contract comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pipelines.double_dummy.parts import DECLARER
from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text
from reports.dot_panel import dots_in_panel, panel_height
from reports.dots import share_dot
from reports.estimates import Share, simultaneous
from reports.grid import Panel, draw_grid
from reports.language import tr
from reports.scale import scale_around
from reports.solved import (
    LOSSES_OF_PLAY,
    Loss,
    is_solved,
    rows_of_loss,
    solved_clusters_in_words,
    solved_in_words,
)
from reports.wording import least_to_most, percent, prose

Row = Mapping[str, Any]


def regret_by_trick(tables: Tables) -> Chart | None:
    """Draw how many of the cards to each trick turn the result; None where nothing is known."""
    if not is_solved(tables):
        return None
    rows = {loss.part: rows_of_loss(tables.regret_by_trick, loss) for loss in LOSSES_OF_PLAY}
    if not any(row["cards"] for of_part in rows.values() for row in of_part):
        return None
    panels_and_words = [_panel(loss, rows[loss.part]) for loss in LOSSES_OF_PLAY]
    panels, words = zip(*panels_and_words, strict=True)
    return Chart(
        name="regret-by-trick",
        title=_finding(rows[DECLARER], tables),
        caption=prose(
            tr(
                "Dot: share of the cards played to the trick that turn what the contract comes to "
                "with all hands open: the declarer’s break it, a defender’s let it be kept; line: "
                "{level} interval of that dot alone.",
                level=level_text(tables.provenance),
            ),
            solved_clusters_in_words(tables),
            tr("Every panel has its own scale, from zero; n is the number of cards behind a dot."),
            solved_in_words(tables),
        ),
        alt=prose(
            tr("Share of the cards to each trick that turn what a contract comes to."),
            f"{'; '.join(words)}.",
        ),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def mistakes(row: Row) -> Share:
    """Read the share of the cards to a trick that turned the result."""
    return Share.from_share(row, "mistakes", "cards")


def trick_name(number: int) -> str:
    """Name a trick by its number in the deal, from 1 on."""
    return tr("trick {n}", n=number)


def _panel(loss: Loss, rows: Sequence[Row]) -> tuple[Panel, str]:
    dots = [
        share_dot(
            trick_name(row["trick"]),
            mistakes(row),
            absent=tr("no card"),
            colour=loss.colour,
            marker=loss.marker,
        )
        for row in rows
    ]
    heading = tr(loss.heading)
    panel = Panel(
        heading=heading,
        detail=f"n = {least_to_most([row['cards'] for row in rows])}",
        height=panel_height(dots),
        paint=partial(
            dots_in_panel,
            dots,
            scale_around(dots, label=tr("% of cards"), percent=True, from_zero=True),
        ),
    )
    words = ", ".join(dot.in_words for dot in dots)
    return panel, tr("{name}: {values}", name=heading, values=words)


def _finding(rows: Sequence[Row], tables: Tables) -> str:
    """Say in which trick the declarer's cards turn the result most often, if that is shown."""
    shares = [mistakes(row) for row in rows]
    place = _highest(shares, tables.provenance.level)
    if place is None:
        return tr("It cannot be told in which trick a declarer most often breaks his contract")
    return tr(
        "A declarer most often breaks his contract in trick {n}: with {share} of his cards to it",
        n=rows[place]["trick"],
        share=percent(shares[place]),
    )


def _highest(shares: Sequence[Share], level: float) -> int | None:
    """Find the share that is higher than every other one; None if that is not shown."""
    intervals = [simultaneous(share, len(shares), level) or (0.0, 1.0) for share in shares]
    best = max(range(len(shares)), key=lambda place: shares[place].rate or 0.0)
    others = [high for place, (_, high) in enumerate(intervals) if place != best]
    return best if max(others) < intervals[best][0] else None

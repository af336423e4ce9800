"""Who wins sessions: each player's share of wins, ties shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text
from reports.dot_panel import dots_across_sheet
from reports.dots import Dot
from reports.estimates import BoundedMean, extremes, side_of
from reports.language import tr, trn
from reports.options import breaks_ties
from reports.scale import scale_around
from reports.style import GREEN
from reports.wording import (
    DASH,
    count,
    decimal,
    decimals_for,
    in_percent,
    percent_of,
    prose,
    sentence,
)


def win_shares(tables: Tables) -> Chart:
    """Draw each player's share of session wins against an equal share."""
    rows = tables.balance_summary.rows(named=True)
    equal = 1 / tables.provenance.players
    dots = [_dot(row, equal) for row in rows]
    scale = scale_around(
        dots,
        label=_share_won(tables),
        percent=True,
        narrowest=4.0,
        reference_name=tr("equal share"),
    )
    level = level_text(tables.provenance)
    columns = (tr("share won"), tr("{level} interval", level=level), tr("alone + shared"))
    return Chart(
        name="win-shares",
        title=_finding(rows, equal, tables),
        caption=prose(
            trn(
                "Dot: share of {n} session that the player wins with the highest balance; {ties}",
                "Dot: share of {n} sessions that the player wins with the highest balance; {ties}",
                rows[0]["sessions"],
                ties=ties_in_words(tables),
            ),
            tr("Line: {level} interval.", level=level),
            tr("Upright line: an equal share, {share}.", share=percent_of(equal)),
            tr("Right: sessions won alone + sessions of which the win is shared."),
        ),
        alt=tr(
            "Share of sessions won. {values}; an equal share would be {share}.",
            values="; ".join(dot.in_words for dot in dots),
            share=percent_of(equal),
        ),
        footer=footer_of(tables),
        paint=partial(dots_across_sheet, dots, scale, columns),
    )


def ties_in_words(tables: Tables) -> str:
    """Say who wins a session with several highest balances, as the end of a sentence."""
    if breaks_ties(tables.provenance):
        return tr(
            "those who tie for it play extra deals, and if k of them are still tied after the "
            "last, each is given 1/k of a win."
        )
    return tr("of k players who tie for it, each is given 1/k of a win.")


def _share_won(tables: Tables) -> str:
    if breaks_ties(tables.provenance):
        return tr("share of sessions won, % (ties played off)")
    return tr("share of sessions won, % (ties shared)")


def win_share(row: Mapping[str, Any]) -> BoundedMean:
    """Read a player's share of wins, a mean of fractions in [0, 1]."""
    return BoundedMean(
        value=row["win_share"],
        low=row["win_share_low"],
        high=row["win_share_high"],
        clusters=row["sessions"],
        standard_error=row["win_share_standard_error"],
        most=1.0,
    )


def win_share_text(row: Mapping[str, Any]) -> tuple[str, str]:
    """Write a share of wins, of a player or of a policy, and its interval, in percent."""
    mean = win_share(row)
    if mean.value is None:
        return tr("no session"), ""
    if mean.low is None or mean.high is None:
        return percent_of(mean.value), tr("no interval")
    decimals = decimals_for(50 * (mean.high - mean.low))
    ends = (decimal(100 * end, decimals) for end in (mean.low, mean.high))
    return in_percent(100 * mean.value, decimals), DASH.join(ends)


def _dot(row: Mapping[str, Any], equal: float) -> Dot:
    mean = win_share(row)
    number, interval = win_share_text(row)
    return Dot(
        label=row["name"],
        value=None if mean.value is None else 100 * mean.value,
        low=None if mean.low is None else 100 * mean.low,
        high=None if mean.high is None else 100 * mean.high,
        number=number,
        interval=interval,
        detail=f"{count(row['sole_wins'])} + {count(row['shared_wins'])}",
        colour=GREEN,
        reference=100 * equal,
    )


def _finding(rows: Sequence[Mapping[str, Any]], equal: float, tables: Tables) -> str:
    shares, level = [win_share(row) for row in rows], tables.provenance.level
    if tables.provenance.sessions < 2:
        return tr("One session is too little to compare shares of wins")
    found = extremes(shares, level)
    if found is None:
        if any(side_of(share, equal, level, len(shares)) for share in shares):
            return tr("No player is shown to win more sessions than another")
        return tr(
            "No player's share of wins is shown to differ from an equal {share}",
            share=percent_of(equal),
        )
    best, worst = (
        f"{rows[place]['name']} ({win_share_text(rows[place])[0]})"
        for place in (found.highest, found.lowest)
    )
    if found.alone:
        finding = tr("{most} wins the most sessions, {least} the fewest", most=best, least=worst)
    else:
        finding = tr("{most} wins more sessions than {least}", most=best, least=worst)
    return sentence(finding)

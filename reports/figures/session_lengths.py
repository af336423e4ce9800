"""How long sessions last where players leave the table when their chips run out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.ticker import FixedLocator, FuncFormatter

from pipelines.quantiles import percentiles
from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of
from reports.language import tr, trn
from reports.scale import Scale
from reports.sheet import Box, Sheet
from reports.style import GREEN, MUTED, RULE
from reports.wording import count, counted, decimal, in_percent, prose

_ROOM_FOR_SHARES = 44.0
_ROOM_FOR_LAST_TICK = 18.0
_NAME = 24.0
_HEIGHT = 170.0


def session_lengths(tables: Tables) -> Chart | None:
    """Draw how many sessions are still played; None where all last to their end."""
    if tables.session_lengths is None or not early_sessions(tables):
        return None
    lengths = tables.session_lengths["deals"].to_list()
    sessions = tables.session_lengths["sessions"].to_list()
    (half,) = percentiles(lengths, sessions, [50])
    return Chart(
        name="session-lengths",
        title=_finding(tables),
        caption=prose(
            trn(
                "Height: share of {n} session in which that deal is played; the others ended "
                "before, with fewer than three players left.",
                "Height: share of {n} sessions in which that deal is played; the others ended "
                "before, with fewer than three players left.",
                tables.provenance.sessions,
            ),
            tr("Counts are exact, for this run."),
        ),
        alt=tr(
            "How long sessions last, in deals. Shortest {shortest}, half of them at most {half}, "
            "longest {longest}; {finding}.",
            shortest=count(min(lengths)),
            half=count(half),
            longest=count(max(lengths)),
            finding=_finding(tables),
        ),
        footer=footer_of(tables),
        paint=partial(_draw, lengths, sessions),
    )


def early_sessions(tables: Tables) -> int:
    """Count the sessions that end before all their deals are played."""
    if tables.session_lengths is None:
        return 0
    whole = tables.session_lengths.filter(deals=tables.provenance.deals_per_session)
    return tables.provenance.sessions - int(whole["sessions"].sum())


def mean_length(tables: Tables) -> str:
    """Write how many deals a session lasts on average."""
    mean = tables.provenance.deals / tables.provenance.sessions
    return tr("{n} deals", n=decimal(mean, 1))


def _finding(tables: Tables) -> str:
    return tr(
        "{n} of {sessions} end before their {planned} are played; on average a session lasts "
        "{mean}",
        n=count(early_sessions(tables)),
        sessions=counted(tables.provenance.sessions, "session"),
        planned=counted(tables.provenance.deals_per_session, "deal"),
        mean=mean_length(tables),
    )


def _draw(lengths: Sequence[int], sessions: Sequence[int], sheet: Sheet) -> None:
    left = sheet.margin + _ROOM_FOR_SHARES
    width = sheet.canvas.width - _ROOM_FOR_SHARES - _ROOM_FOR_LAST_TICK
    box = Box(left=left, top=sheet.bottom + _NAME, width=width, height=_HEIGHT)
    axes, longest = sheet.axes(box), max(lengths)
    ended = np.zeros(longest + 1)
    ended[list(lengths)] = sessions
    still_played = 100 * (1 - (np.cumsum(ended) - ended)[1:] / ended.sum())
    edges = np.arange(longest + 1) + 0.5
    axes.stairs(still_played, edges, fill=True, color=GREEN.light, alpha=0.5)
    axes.stairs(still_played, edges, color=GREEN.light, linewidth=2, baseline=None)
    scale = Scale(
        low=0.5, high=longest + 0.5, label=tr("deal of the session"), percent=False, signed=False
    )
    ticks = [tick for tick in scale.ticks_for(width, sheet.canvas.small) if tick == int(tick)]
    scale.mark(axes, ticks, sheet.canvas.small)
    axes.set_ylim(0, 100)
    axes.yaxis.set_major_locator(FixedLocator([0, 25, 50, 75, 100]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: in_percent(value)))
    axes.tick_params(axis="y", labelsize=sheet.canvas.small - 1)
    axes.grid(axis="y", color=RULE.light, linewidth=1)
    axes.set_axisbelow(True)
    texts = (
        (tr("sessions still played"), left + width, box.top - _NAME + 11, "right"),
        (scale.label, left + width / 2, box.top + _HEIGHT + 32, "center"),
    )
    for text, x, y, side in texts:
        sheet.write(text, x, y, ha=side, size=sheet.canvas.small, colour=MUTED)

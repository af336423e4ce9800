"""How the balances after a session spread: histograms and cumulative curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from pipelines.quantiles import percentiles
from pipelines.tables import Tables
from reports.behind import behind_balances
from reports.chart import Chart
from reports.conditions import footer_of, session_in_words
from reports.estimates import Mean
from reports.language import tr, trn
from reports.options import may_end_early, shares_pool_out
from reports.scale import Scale
from reports.sheet import Box, Sheet, shortened, text_width
from reports.style import AXIS, INK, MUTED, PLAYER_LINES, RULE
from reports.wording import counted, decimal, in_percent, mean_value, prose, signed

_TAIL: Final = Fraction(1, 10)
"""Percentage of all balances that may lie off each end of the axis."""
_MOST_BARS: Final = 60
_BAR_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_ROOM_FOR_SHARES: Final = 40.0
_ROOM_FOR_LAST_TICK: Final = 22.0
_SAMPLE: Final = 28.0
_CURVE_WIDTH: Final = 2.0
_NAME: Final = 24.0
_HISTOGRAM: Final = 50.0
_STRIP: Final = 20.0
_CURVES: Final = 190.0
_IN_WORDS: Final = ("q50", "q25", "q75", "q05", "q95", "min", "max")


def balances(tables: Tables) -> Chart:
    """Draw each player's balances after a session, and the curves of all of them together."""
    spread = _spread(tables)
    summary = tables.balance_summary.rows(named=True)
    return Chart(
        name="balances",
        title=_finding(tables),
        caption=prose(
            trn(
                "Histograms: share of {sessions} of {deals} that end with the balance, bars a unit "
                "wide, all to one scale.",
                "Histograms: share of {sessions} of {deals} that end with the balance, bars {n} "
                "units wide, all to one scale.",
                spread.bar,
                sessions=counted(summary[0]["sessions"], "session"),
                deals=session_in_words(tables.provenance),
            ),
            share_of_pool_in_words(tables),
            tr(
                "Below each: {least} to {most} of sessions (thin), the middle half (thick) and the "
                "median (dot).",
                least=5,
                most=in_percent(95),
            ),
            tr(
                "Curves: share of sessions that end below the balance, in the line beside the "
                "player's name."
            ),
            _outside_in_words(spread),
        ),
        alt=prose(tr("Balances after a session, in units."), *map(_in_words, summary)),
        footer=footer_of(tables),
        paint=partial(_draw, spread, summary),
        examples=behind_balances(tables),
    )


@dataclass(frozen=True, kw_only=True)
class _Spread:
    """What is drawn.

    Attributes
    ----------
    edges
        Edges of the bars, units, int64; a bar holds the balances from its left edge up to, but
        without, its right edge.
    bar
        Width of a bar in units.
    shares
        One row a player: share of sessions in each bar.
    below
        One row a player: share of sessions that end below each edge.
    outside
        Share of all balances beyond the edges.
    """

    edges: NDArray[np.int64]
    bar: int
    shares: NDArray[np.float64]
    below: NDArray[np.float64]
    outside: float

    @property
    def scale(self) -> Scale:
        """The axis that all panels of the figure share."""
        low, high = float(self.edges[0]), float(self.edges[-1])
        return Scale(low=low, high=high, label=tr("balance, units"), percent=False)


def _spread(tables: Tables) -> _Spread:
    frame = tables.balances
    low, high = _pooled_percentiles(frame, (_TAIL, 100 - _TAIL))
    bar = next((b for b in _BAR_WIDTHS if (high - low) / b <= _MOST_BARS), _BAR_WIDTHS[-1])
    first = low // bar * bar
    edges = np.arange(first, high // bar * bar + 2 * bar, bar, dtype=np.int64)
    below = np.zeros((tables.provenance.players, edges.size))
    for player in range(tables.provenance.players):
        own = frame.filter(pl.col("player") == player).sort("balance")
        cumulative = np.concatenate(([0], own["sessions"].to_numpy().cumsum()))
        before = np.searchsorted(own["balance"].to_numpy(), edges, side="left")
        below[player] = cumulative[before] / max(1, cumulative[-1])
    outside = float(np.mean(below[:, 0] + 1 - below[:, -1]))
    return _Spread(
        edges=edges, bar=bar, shares=np.diff(below, axis=1), below=below, outside=outside
    )


def _pooled_percentiles(frame: pl.DataFrame, percents: Sequence[int | Fraction]) -> list[int]:
    """Give percentiles of the balances of all players together, exactly from the counts."""
    pooled = frame.group_by("balance").agg(pl.col("sessions").sum()).sort("balance")
    return percentiles(pooled["balance"].to_list(), pooled["sessions"].to_list(), percents)


def _draw(spread: _Spread, summary: Sequence[Mapping[str, Any]], sheet: Sheet) -> None:
    """Put the histograms left and the curves right, or one above the other where it is narrow."""
    top, narrow, broad = sheet.bottom, sheet.canvas.is_narrow, sheet.canvas.width
    left = sheet.margin + _ROOM_FOR_SHARES
    width = (broad if narrow else 0.55 * broad) - _ROOM_FOR_SHARES - _ROOM_FOR_LAST_TICK
    row = _NAME + _HISTOGRAM + _STRIP
    for player, of_player in enumerate(summary):
        place = top + player * row
        _write_name(sheet, of_player, player, place, width)
        box = Box(left=left, top=place + _NAME, width=width, height=_HISTOGRAM + _STRIP)
        _draw_histogram(spread, of_player, player, sheet, box)
    last = top + len(summary) * row
    _write_below(sheet, tr("balance after a session, units"), left, width, last)
    if narrow:
        box = Box(left=left, top=last + _NAME + 56, width=width, height=_CURVES)
    else:
        left += width + _ROOM_FOR_LAST_TICK + _ROOM_FOR_SHARES + 20
        width = sheet.margin + broad - left - _ROOM_FOR_LAST_TICK
        box = Box(left=left, top=top + _NAME, width=width, height=last - top - _NAME)
    _draw_curves(spread, sheet, box)


def _write_name(
    sheet: Sheet, of_player: Mapping[str, Any], player: int, top: float, width: float
) -> None:
    colour, dashes = PLAYER_LINES[player]
    size, small, right = sheet.canvas.text, sheet.canvas.small, _ROOM_FOR_SHARES + width
    text = _mean_in_words(of_player)
    room = right - text_width(text, small) - _SAMPLE - 24
    name = shortened(of_player["name"], room, size, bold=True)
    sheet.write(name, sheet.margin, top + 11, weight="bold", colour=colour)
    after = sheet.margin + text_width(name, size, bold=True) + 8
    sheet.rule(
        after, after + _SAMPLE, top + 11, colour=colour, linestyle=dashes, linewidth=_CURVE_WIDTH
    )
    sheet.write(text, sheet.margin + right, top + 11, ha="right", size=small, colour=MUTED)


def _mean_in_words(of_player: Mapping[str, Any]) -> str:
    mean = mean_value(mean_balance(of_player))
    if of_player["sd"] is None:
        return tr("mean {mean}", mean=mean)
    return tr("mean {mean}, sd {deviation}", mean=mean, deviation=decimal(of_player["sd"], 1))


def mean_balance(of_player: Mapping[str, Any]) -> Mean:
    """Read a player's mean balance after a session, units."""
    return Mean.from_row(of_player, "mean", "mean_low", "mean_high")


def _draw_histogram(
    spread: _Spread, of_player: Mapping[str, Any], player: int, sheet: Sheet, box: Box
) -> None:
    """Draw one player's histogram and, in a strip below its base line, the quantiles."""
    axes, scale = sheet.axes(box), spread.scale
    colour = PLAYER_LINES[player][0].light
    peak = float(100 * spread.shares.max()) or 1.0
    strip = peak * _STRIP / _HISTOGRAM
    axes.set_ylim(-strip, peak)
    axes.stairs(100 * spread.shares[player], spread.edges, fill=True, color=colour, alpha=0.5)
    axes.plot([scale.low, scale.high], [0, 0], color=AXIS.light, linewidth=1)
    middle = -0.55 * strip
    for low, high, thickness in (("q05", "q95", 1.5), ("q25", "q75", 5.0)):
        ends = [max(scale.low, of_player[low]), min(scale.high, of_player[high])]
        axes.plot(ends, [middle] * 2, color=colour, lw=thickness, solid_capstyle="butt")
    axes.plot([of_player["q50"]], [middle], marker="o", markersize=7, color=INK.light)
    round_share = MaxNLocator(nbins=2).tick_values(0, peak)[1]
    _mark_shares(axes, sheet, [0, round_share])
    _mark_balances(axes, sheet, scale, box, labels=player == len(spread.shares) - 1)


def _draw_curves(spread: _Spread, sheet: Sheet, box: Box) -> None:
    axes = sheet.axes(box)
    axes.set_ylim(0, 100)
    for player, below in enumerate(spread.below):
        colour, dashes = PLAYER_LINES[player]
        axes.plot(
            spread.edges, 100 * below, color=colour.light, linestyle=dashes, linewidth=_CURVE_WIDTH
        )
    _mark_shares(axes, sheet, [0, 25, 50, 75, 100])
    _mark_balances(axes, sheet, spread.scale, box, labels=True)
    sheet.write(
        tr("sessions that end below"),
        box.left + box.width,
        box.top - _NAME + 11,
        ha="right",
        size=sheet.canvas.small,
        colour=MUTED,
    )
    _write_below(sheet, tr("balance, units"), box.left, box.width, box.top + box.height)


def _mark_shares(axes: Axes, sheet: Sheet, ticks: Sequence[float]) -> None:
    """Give the upright axis its ticks, in percent of sessions."""
    axes.yaxis.set_major_locator(FixedLocator(list(ticks)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: in_percent(value)))
    axes.tick_params(axis="y", labelsize=sheet.canvas.small - 1)
    axes.grid(axis="y", color=RULE.light, linewidth=1)
    axes.set_axisbelow(True)


def _mark_balances(axes: Axes, sheet: Sheet, scale: Scale, box: Box, *, labels: bool) -> None:
    """Give the level axis its whole-numbered ticks and mark zero."""
    ticks = [tick for tick in scale.ticks_for(box.width, sheet.canvas.small) if tick == int(tick)]
    scale.mark(axes, ticks, sheet.canvas.small)
    axes.tick_params(axis="x", labelbottom=labels, length=4 if labels else 0)
    axes.spines["bottom"].set_visible(labels)
    axes.axvline(0, color=INK.light, linewidth=1)


def _write_below(sheet: Sheet, text: str, left: float, width: float, bottom: float) -> None:
    sheet.write(
        text, left + width / 2, bottom + 32, ha="center", size=sheet.canvas.small, colour=MUTED
    )


def _finding(tables: Tables) -> str:
    low, middle_low, middle_high = _pooled_percentiles(tables.balances, (5, 25, 75))
    deals = session_in_words(tables.provenance)
    if tables.provenance.sessions == 1:
        return tr("One session of {deals} was played: its balances show no spread", deals=deals)
    numbers = {
        "low": signed(middle_low, 0),
        "high": signed(middle_high, 0),
        "lowest": signed(low, 0),
    }
    if may_end_early(tables.provenance):
        return tr(
            "After a session, at least half of all balances lie between {low} and {high} units; "
            "one in twenty is {lowest} or less",
            **numbers,
        )
    return tr(
        "After {deals}, at least half of all balances lie between {low} and {high} units; one in "
        "twenty is {lowest} or less",
        deals=deals,
        **numbers,
    )


def share_of_pool_in_words(tables: Tables) -> str:
    """Say that balances hold the shares of the pool at the end, where that is so."""
    shared = tables.pool is not None and shares_pool_out(tables.provenance)
    return tr("A balance includes the player's share of the pool.") if shared else ""


def _outside_in_words(spread: _Spread) -> str:
    if spread.outside <= 0:
        return tr("Counts are exact, for this run; no balance lies outside the axis.")
    return tr(
        "Counts are exact, for this run; {share} of balances lie outside the axis.",
        share=in_percent(100 * spread.outside, 2),
    )


def _in_words(row: Mapping[str, Any]) -> str:
    return tr(
        "{name}: {sessions}, median {q50}, middle half {q25} to {q75}, 5 to 95 percent {q05} to "
        "{q95}, least {min}, most {max}.",
        name=row["name"],
        sessions=counted(row["sessions"], "session"),
        **{name: signed(row[name], 0) for name in _IN_WORDS},
    )

"""What was expected against what happened: a dot for each bin of estimates, n of each below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter

from reports.language import tr
from reports.scale import Scale
from reports.sheet import Box, Sheet, widest
from reports.style import GREEN, MUTED, PAPER, REFERENCE, RULE, SLATE
from reports.wording import count

FEW: Final = 30
"""Bins of fewer contracts are drawn hollow and grey."""

PLOT_HEIGHT: Final = 170.0
_BARS: Final = 26.0
_BETWEEN: Final = 8.0
_BELOW: Final = 40.0
PANEL_HEIGHT: Final = PLOT_HEIGHT + _BETWEEN + _BARS + _BELOW


@dataclass(frozen=True, kw_only=True)
class EstimateDot:
    """One bin: mean of its estimates, what happened, the interval of that, and n."""

    estimate: float
    value: float
    low: float | None
    high: float | None
    n: int

    @property
    def few(self) -> bool:
        """Whether it rests on too few contracts to say much."""
        return self.n < FEW


def draw_estimates(
    dots: Sequence[EstimateDot],
    across: Scale,
    up: Scale,
    diagonal: bool,
    sheet: Sheet,
    left: float,
    top: float,
    width: float,
) -> None:
    """Draw a panel at the given place.

    Parameters
    ----------
    across, up
        Scales of estimates, and of what happened.
    diagonal
        Whether the line is drawn on which both are equal.
    """
    small = sheet.canvas.small
    ticks = up.ticks(4)
    texts = [up.tick_text(tick, ticks) for tick in ticks]
    room = widest(texts, small) + 8
    box = Box(left=left + room, top=top + 16, width=width - room - 6, height=PLOT_HEIGHT - 16)
    sheet.write(up.label, left, top, size=small, colour=MUTED)
    axes = sheet.axes(box)
    _dress(axes, across, up, ticks, box, small)
    if diagonal:
        ends = (max(across.low, up.low), min(across.high, up.high))
        axes.plot(ends, ends, color=REFERENCE.light, linewidth=1.2)
    _draw_dots(axes, dots)
    below = Box(left=box.left, top=top + PLOT_HEIGHT + _BETWEEN, width=box.width, height=_BARS)
    _draw_numbers(sheet.axes(below), dots, across, box.width, small)
    most = max((dot.n for dot in dots), default=0)
    middle = below.top + _BARS / 2
    sheet.write("n", box.left - 8, middle, ha="right", size=small, colour=MUTED)
    sheet.write(
        tr("{axis} (bars: n, at most {most})", axis=across.label, most=count(most)),
        left + width / 2,
        below.top + _BARS + 31,
        ha="center",
        size=small,
        colour=MUTED,
    )
    sheet.bottom = max(sheet.bottom, top + PANEL_HEIGHT)


def _dress(
    axes: Axes, across: Scale, up: Scale, ticks: Sequence[float], box: Box, small: float
) -> None:
    axes.set_xlim(across.low, across.high)
    axes.set_ylim(up.low, up.high)
    axes.xaxis.set_major_locator(FixedLocator(across.ticks_for(box.width, small)))
    axes.tick_params(axis="x", labelbottom=False, length=0)
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: up.tick_text(tick, ticks)))
    axes.tick_params(axis="y", labelsize=small)
    axes.grid(color=RULE.light, linewidth=1)
    axes.set_axisbelow(True)


def _draw_dots(axes: Axes, dots: Sequence[EstimateDot]) -> None:
    for few, colour in ((True, SLATE), (False, GREEN)):
        alike = [dot for dot in dots if dot.few == few]
        known = [
            (dot.estimate, dot.low, dot.high)
            for dot in alike
            if dot.low is not None and dot.high is not None
        ]
        if known:
            places, lows, highs = map(list, zip(*known, strict=True))
            axes.vlines(places, lows, highs, colors=colour.light, linewidths=2)
        if alike:
            axes.plot(
                [dot.estimate for dot in alike],
                [dot.value for dot in alike],
                marker="o",
                markersize=6.5,
                markerfacecolor=PAPER.light if few else colour.light,
                markeredgecolor=colour.light,
                linestyle="none",
                clip_on=False,
            )


def _draw_numbers(
    axes: Axes, dots: Sequence[EstimateDot], across: Scale, width: float, small: float
) -> None:
    """Draw the bars of n, and the axis of estimates below them."""
    across.mark(axes, across.ticks_for(width, small), small)
    axes.set_yticks([])
    axes.set_ylim(0, max((dot.n for dot in dots), default=1))
    thickness = min(8.0 / width * (across.high - across.low), 0.2)
    axes.bar(
        [dot.estimate for dot in dots],
        [dot.n for dot in dots],
        width=thickness,
        color=SLATE.light,
    )

"""The lane in which dots stand: its axis, its reference lines, the intervals, the dots.

Where its rows are, and what is written beside them, is the business of a panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from matplotlib.axes import Axes

from reports.dots import Dot
from reports.scale import Scale
from reports.sheet import Box, Sheet, text_width
from reports.style import MUTED, PAPER, REFERENCE, RULE

AXIS_HEIGHT: Final = 40.0
"""Room below a lane for ticks and the name of the axis, CSS pixels."""

_END: Final = 5.0
"""How far the ends of an inner interval reach up and down, CSS pixels."""


@dataclass(frozen=True, kw_only=True)
class Lane:
    """Where the dots go: its place on the sheet, and each row's middle in it, CSS pixels."""

    box: Box
    middles: list[float]
    reach: list[float]
    """How far a row's reference line reaches up and down from its middle."""
    grid: bool
    has_axis: bool = True
    """Whether ticks and the name of the axis stand below it; else those of a lane further down."""


def draw_lane(sheet: Sheet, dots: Sequence[Dot], scale: Scale, lane: Lane) -> None:
    """Draw the dots of a lane with all that belongs to them, and its axis below it."""
    axes = sheet.axes(lane.box)
    axes.set_ylim(lane.box.height, 0)
    _dress(axes, sheet, scale, lane)
    _draw_references(axes, dots, lane)
    rows = [row for row in zip(dots, lane.middles, strict=True) if row[0].value is not None]
    _draw_intervals(axes, rows)
    _draw_inner_intervals(axes, rows)
    _draw_dots(axes, rows)
    below = AXIS_HEIGHT if lane.has_axis else 0
    sheet.bottom = max(sheet.bottom, lane.box.top + lane.box.height + below)


def half_distances(middles: Sequence[float], height: float) -> list[float]:
    """Give each row's reach so that the pieces of a common reference line meet."""
    between = [(low + high) / 2 for low, high in pairwise(middles)]
    edges = [0.0, *between, height]
    return [
        max(middle - above, below - middle)
        for middle, (above, below) in zip(middles, pairwise(edges), strict=True)
    ]


def _dress(axes: Axes, sheet: Sheet, scale: Scale, lane: Lane) -> None:
    """Give the axes round ticks, a faint grid and the name of what they measure."""
    ticks = scale.ticks_for(lane.box.width, sheet.canvas.small)
    scale.mark(axes, ticks, sheet.canvas.small)
    axes.set_yticks([])
    axes.set_axisbelow(True)
    axes.hlines(lane.middles, scale.low, scale.high, color=RULE.light, linewidth=1, zorder=1)
    if lane.grid:
        axes.grid(axis="x", color=RULE.light, linewidth=1)
    else:
        for middle in lane.middles:
            axes.vlines(ticks, middle - 4, middle + 4, color=RULE.light, linewidth=1, zorder=0.5)
    if not lane.has_axis:
        axes.spines["bottom"].set_visible(False)
        axes.tick_params(axis="x", labelbottom=False, length=0)
        return
    sheet.write(
        scale.label,
        lane.box.left + lane.box.width / 2,
        lane.box.top + lane.box.height + 32,
        ha="center",
        size=sheet.canvas.small,
        colour=MUTED,
    )


def _draw_references(axes: Axes, dots: Sequence[Dot], lane: Lane) -> None:
    """Draw one line where all rows have the same reference, else a piece for every row."""
    if lane.grid and len({dot.reference for dot in dots}) == 1:
        lines = [(dots[0].reference, 0.0, lane.box.height)]
    else:
        rows = zip(dots, lane.middles, lane.reach, strict=True)
        lines = [(dot.reference, y - reach, y + reach) for dot, y, reach in rows]
    lines = [line for line in lines if line[0] is not None]
    if lines:
        places, tops, bottoms = zip(*lines, strict=True)
        axes.vlines(places, tops, bottoms, color=REFERENCE.light, linewidth=1.2)


def name_reference(sheet: Sheet, dots: Sequence[Dot], scale: Scale, box: Box) -> None:
    """Say what the reference lines mark, above the first of them."""
    places = [dot.reference for dot in dots if dot.reference is not None]
    if not places or not scale.reference_name or not scale.low <= places[0] <= scale.high:
        return
    x = box.left + box.width * (places[0] - scale.low) / (scale.high - scale.low)
    half = text_width(scale.reference_name, sheet.canvas.small) / 2
    x = min(max(x, sheet.margin + half), sheet.width - sheet.margin - half)
    sheet.write(scale.reference_name, x, box.top - 9, ha="center", size=sheet.canvas.small)


def _draw_intervals(axes: Axes, rows: Sequence[tuple[Dot, float]]) -> None:
    known = [
        (y, dot.low, dot.high, dot)
        for dot, y in rows
        if dot.low is not None and dot.high is not None
    ]
    if known:
        middles, lows, highs, drawn = zip(*known, strict=True)
        colours = [dot.colour.light for dot in drawn]
        widths = [2 if dot.minor else 3 for dot in drawn]
        axes.hlines(middles, lows, highs, colors=colours, linewidths=widths)


def _draw_inner_intervals(axes: Axes, rows: Sequence[tuple[Dot, float]]) -> None:
    """Draw the inner intervals where there are any: a thin line between two short upright ones."""
    known = [(y, *dot.inner) for dot, y in rows if dot.inner is not None]
    if known:
        middles, lows, highs = map(list, zip(*known, strict=True))
        tops, bottoms = ([y + reach for y in middles * 2] for reach in (-_END, _END))
        axes.hlines(middles, lows, highs, color=REFERENCE.light, linewidth=1)
        axes.vlines(lows + highs, tops, bottoms, color=REFERENCE.light, linewidth=1.2)


def _draw_dots(axes: Axes, rows: Sequence[tuple[Dot, float]]) -> None:
    """Draw the dots, those that look alike at once."""
    alike: dict[tuple[str, str, bool, bool], list[tuple[float | None, float]]] = {}
    for dot, y in rows:
        look = (dot.colour.light, dot.marker, dot.minor, dot.hollow)
        alike.setdefault(look, []).append((dot.value, y))
    for (colour, marker, minor, hollow), places in alike.items():
        axes.plot(
            *zip(*places, strict=True),
            marker=marker,
            markersize=6.5 if minor else 8.5,
            markerfacecolor=PAPER.light if hollow else colour,
            markeredgecolor=colour,
            linestyle="none",
            clip_on=False,
        )

"""The ladder: a rung for each policy, strongest first, and between two of them the step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from reports.comparison.narrow_dot import LINE, write_narrow_dot
from reports.dot_lane import Lane, draw_lane
from reports.dots import Dot
from reports.language import tr
from reports.scale import Scale
from reports.sheet import Box, Sheet, shortened, text_width, widest
from reports.style import INK, MUTED, SLATE, Colour

LONGEST_LABEL: Final = 230.0
"""Room for the label of a rung on a broad sheet, CSS pixels."""

_GAP: Final = 14.0
_RUNG: Final = 46.0
_HEADINGS: Final = 22.0
_NARROW_LANE: Final = 18.0
_NARROW_INSET: Final = 18.0
_BELOW_LANE: Final = 12.0
_NOT_SHOWN: Final = (0, (3, 2.5))
"""Dashes of a step that is not shown."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """What a rung lies above the next: number and interval as text, and whether it is shown."""

    number: str
    interval: str
    shown: bool


@dataclass(frozen=True, kw_only=True)
class LadderRow:
    """A rung as it is drawn.

    Attributes
    ----------
    dot
        Label, estimate, interval; the last two as text too.
    verdict
        What is settled, and the colour in which that is written.
    step
        The step down to the next; None of the last.
    """

    dot: Dot
    verdict: str
    colour: Colour
    step: Step | None


def draw_ladder(sheet: Sheet, rows: Sequence[LadderRow], scale: Scale) -> None:
    """Draw it below all that is on the sheet."""
    draw = _draw_narrow if sheet.canvas.is_narrow else _draw_broad
    draw(sheet, rows, scale)


def _draw_broad(sheet: Sheet, rows: Sequence[LadderRow], scale: Scale) -> None:
    """Write labels left of the dots, numbers right of them, steps between two rungs."""
    size, small = sheet.canvas.text, sheet.canvas.small
    steps = [row.step for row in rows if row.step is not None]
    headings = (tr("units per deal"), tr("interval"), tr("step"), tr("interval"))
    widths = (
        widest((row.dot.number for row in rows), size, bold=True),
        widest((row.dot.interval for row in rows), small),
        widest((step.number for step in steps), size, bold=True),
        widest((step.interval for step in steps), small),
    )
    right, edges = sheet.margin + sheet.canvas.width, list[float]()
    for heading, width in zip(reversed(headings), reversed(widths), strict=True):
        edges.insert(0, right)
        right -= max(text_width(heading, small), width) + _GAP
    top = sheet.bottom + _HEADINGS
    for heading, edge in zip(headings, edges, strict=True):
        sheet.write(heading, edge, top - 12, ha="right", size=small, colour=MUTED)
    labels = max(
        min(widest((row.dot.label for row in rows), size, bold=True), LONGEST_LABEL),
        widest((row.verdict for row in rows), small),
    )
    left = sheet.margin + labels + _GAP
    middles = [(place + 0.5) * _RUNG for place in range(len(rows))]
    for row, middle in zip(rows, middles, strict=True):
        _write_rung(sheet, row, top + middle, edges)
    box = Box(left=left, top=top, width=right - left, height=_RUNG * len(rows))
    _draw_steps(sheet, rows, scale, box, middles)
    lane = Lane(box=box, middles=middles, reach=[_RUNG / 2] * len(rows), grid=True)
    draw_lane(sheet, [row.dot for row in rows], scale, lane)


def _write_rung(sheet: Sheet, row: LadderRow, middle: float, edges: Sequence[float]) -> None:
    size, small = sheet.canvas.text, sheet.canvas.small
    label = shortened(row.dot.label, LONGEST_LABEL, size, bold=True)
    sheet.write(label, sheet.margin, middle - LINE / 2, weight="bold")
    sheet.write(row.verdict, sheet.margin, middle + LINE / 2, size=small, colour=row.colour)
    sheet.write(row.dot.number, edges[0], middle, ha="right", weight="bold")
    sheet.write(row.dot.interval, edges[1], middle, ha="right", size=small, colour=MUTED)
    if row.step is None:
        return
    weight, colour = _look(row.step)
    below = middle + _RUNG / 2
    sheet.write(row.step.number, edges[2], below, ha="right", weight=weight, colour=colour)
    sheet.write(row.step.interval, edges[3], below, ha="right", size=small, colour=MUTED)


def _look(step: Step) -> tuple[str, Colour]:
    return ("bold", INK) if step.shown else ("normal", MUTED)


def _draw_steps(
    sheet: Sheet, rows: Sequence[LadderRow], scale: Scale, box: Box, middles: Sequence[float]
) -> None:
    """Draw stairs from rung to rung: down from one, across, and down to the next."""
    axes = sheet.axes(box)
    axes.set_axis_off()
    axes.set_xlim(scale.low, scale.high)
    axes.set_ylim(box.height, 0)
    for (upper, lower), (above, below) in zip(pairwise(rows), pairwise(middles), strict=True):
        if upper.step is None or upper.dot.value is None or lower.dot.value is None:
            continue
        half = (above + below) / 2
        axes.plot(
            [upper.dot.value, upper.dot.value, lower.dot.value, lower.dot.value],
            [above, half, half, below],
            color=(INK if upper.step.shown else SLATE).light,
            linestyle="-" if upper.step.shown else _NOT_SHOWN,
            linewidth=1.4,
        )


def _draw_narrow(sheet: Sheet, rows: Sequence[LadderRow], scale: Scale) -> None:
    """Write a rung's text above its dot, and below that the step."""
    top, bottom, middles = sheet.bottom, 0.0, list[float]()
    for row in rows:
        bottom = (
            write_narrow_dot(sheet, row.dot, row.verdict, row.colour, top + bottom)
            - top
            + _NARROW_LANE
        )
        middles.append(bottom)
        bottom += _BELOW_LANE
        if row.step is not None:
            _write_narrow_step(sheet, row.step, top + bottom + LINE / 2)
            bottom += LINE + _BELOW_LANE / 2
    width = sheet.canvas.width - 2 * _NARROW_INSET
    box = Box(left=sheet.margin + _NARROW_INSET, top=top, width=width, height=bottom)
    lane = Lane(box=box, middles=middles, reach=[8.0] * len(rows), grid=False)
    draw_lane(sheet, [row.dot for row in rows], scale, lane)


def _write_narrow_step(sheet: Sheet, step: Step, middle: float) -> None:
    weight, colour = _look(step)
    left, small = sheet.margin + _NARROW_INSET, sheet.canvas.small
    text = tr("step {number}", number=step.number)
    sheet.write(text, left, middle, size=small, weight=weight, colour=colour)
    left += text_width(text, small, bold=step.shown) + 6
    sheet.write(f"({step.interval})", left, middle, size=small, colour=MUTED)

"""A lattice of dots: what is compared row by row, several measures side by side.

On a broad sheet the names of the rows stand once at the left of each band of measures; on a narrow
one every measure is a panel of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from reports.dot_lane import Lane, draw_lane
from reports.dot_panel import dots_in_panel, panel_height
from reports.dots import Dot
from reports.grid import Panel, draw_grid
from reports.scale import Scale
from reports.sheet import Box, Sheet, shortened, widest
from reports.style import INK, MUTED, Colour

LONGEST_NAME: Final = 150.0
"""Room for the name of a row, CSS pixels."""

_ROW: Final = 22.0
_HEADING: Final = 40.0
_SHORT_HEADING: Final = 23.0
_GAP: Final = 10.0
_BETWEEN: Final = 26.0
_BETWEEN_BANDS: Final = 18.0
_USUAL_ACROSS: Final = 4
_MOST_ACROSS: Final = 5


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One column of the lattice: its heading, what it rests on, and a dot for each row."""

    heading: str
    detail: str
    dots: tuple[Dot, ...]
    scale: Scale
    colour: Colour = INK


def draw_lattice(sheet: Sheet, measures: Sequence[Measure]) -> None:
    """Draw the measures below all that is on the sheet."""
    if sheet.canvas.is_narrow:
        draw_grid(sheet, [_panel(measure) for measure in measures])
        return
    across = _across(len(measures))
    for first in range(0, len(measures), across):
        sheet.bottom += _BETWEEN_BANDS if first else 0
        _band(sheet, measures[first : first + across], across)


def _across(measures: int) -> int:
    """Choose how many stand side by side, so that all bands are about as full."""
    most = _USUAL_ACROSS if measures <= 2 * _USUAL_ACROSS else _MOST_ACROSS
    bands = ceil(measures / most)
    return ceil(measures / bands)


def _panel(measure: Measure) -> Panel:
    return Panel(
        heading=measure.heading,
        detail=measure.detail,
        height=panel_height(measure.dots),
        paint=partial(dots_in_panel, measure.dots, measure.scale),
        colour=measure.colour,
    )


def _band(sheet: Sheet, measures: Sequence[Measure], across: int) -> None:
    """Draw measures side by side, the names of the rows at the left."""
    labels = [dot.label for dot in measures[0].dots]
    names = widest(labels, sheet.canvas.text)
    top = sheet.bottom + (_HEADING if any(each.detail for each in measures) else _SHORT_HEADING)
    for place, label in enumerate(labels):
        sheet.write(label, sheet.margin, top + (place + 0.5) * _ROW)
    room = (sheet.canvas.width - names) / across
    for column, measure in enumerate(measures):
        left = sheet.margin + names + column * room + _BETWEEN
        _column(sheet, measure, left, top, room - _BETWEEN)


def _column(sheet: Sheet, measure: Measure, left: float, top: float, width: float) -> None:
    small = sheet.canvas.small
    heading = shortened(measure.heading, width, sheet.canvas.text, bold=True)
    above = 29 if measure.detail else 12
    sheet.write(heading, left, top - above, weight="bold", colour=measure.colour)
    if measure.detail:
        detail = shortened(measure.detail, width, small)
        sheet.write(detail, left, top - 12, size=small, colour=MUTED)
    numbers = widest((dot.number for dot in measure.dots), small)
    middles = [(place + 0.5) * _ROW for place in range(len(measure.dots))]
    for dot, middle in zip(measure.dots, middles, strict=True):
        colour = INK if dot.value is not None else MUTED
        sheet.write(dot.number, left + width, top + middle, ha="right", size=small, colour=colour)
    height = _ROW * len(measure.dots)
    box = Box(left=left, top=top, width=width - numbers - _GAP, height=height)
    lane = Lane(box=box, middles=middles, reach=[_ROW / 2] * len(middles), grid=True)
    draw_lane(sheet, measure.dots, measure.scale, lane)

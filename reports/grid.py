"""Panels side by side on a broad sheet, one below the other on a narrow one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from reports.sheet import Sheet, text_width
from reports.style import INK, MUTED, Colour

COLUMN_GAP: Final = 36.0
ROW_GAP: Final = 14.0
HEADING: Final = 26.0
_SECOND_LINE: Final = 18.0
_BETWEEN: Final = 12.0
_TALLEST: Final = 1100.0
"""What goes on one printed page with title and caption, CSS pixels; more is made smaller there."""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One panel: its heading, what its numbers rest on, and how it is drawn.

    `paint` is given the sheet and the panel's left edge, top and width in CSS pixels; it draws
    `height` CSS pixels.
    """

    heading: str
    detail: str
    height: float
    paint: Callable[[Sheet, float, float, float], None]
    colour: Colour = INK


def draw_grid(sheet: Sheet, panels: Sequence[Panel]) -> None:
    """Draw the panels row by row below all that is on the sheet."""
    columns = _columns(sheet, panels)
    width = (sheet.canvas.width - (columns - 1) * COLUMN_GAP) / columns
    below = _SECOND_LINE if _collide(sheet, panels, width) else 0.0
    for first in range(0, len(panels), columns):
        top = sheet.bottom + (ROW_GAP if first else 0)
        for column, panel in enumerate(panels[first : first + columns]):
            left = sheet.margin + column * (width + COLUMN_GAP)
            sheet.write(panel.heading, left, top + 10, weight="bold", colour=panel.colour)
            sheet.write(
                panel.detail,
                left if below else left + width,
                top + 10 + below,
                ha="left" if below else "right",
                size=sheet.canvas.small,
                colour=MUTED,
            )
            panel.paint(sheet, left, top + HEADING + below, width)


def _columns(sheet: Sheet, panels: Sequence[Panel]) -> int:
    """Choose two columns, or three where two would be longer than a printed page."""
    if sheet.canvas.is_narrow or len(panels) == 1:
        return 1
    row = HEADING + max(panel.height for panel in panels) + ROW_GAP
    return 2 if math.ceil(len(panels) / 2) * row <= _TALLEST else 3


def _collide(sheet: Sheet, panels: Sequence[Panel], width: float) -> bool:
    """Whether any heading and its detail have no room beside each other."""
    size, small = sheet.canvas.text, sheet.canvas.small
    return any(
        text_width(panel.heading, size, bold=True) + _BETWEEN + text_width(panel.detail, small)
        > width
        for panel in panels
    )

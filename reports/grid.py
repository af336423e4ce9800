"""Panels side by side: two columns on a broad sheet, one on a narrow one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from reports.sheet import Sheet
from reports.style import INK, MUTED, Colour

COLUMN_GAP: Final = 36.0
ROW_GAP: Final = 14.0
HEADING: Final = 26.0


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One panel: its heading, what its numbers rest on, and how it is drawn.

    `paint` is given the sheet and the panel's left edge, top and width in CSS pixels.
    """

    heading: str
    detail: str
    paint: Callable[[Sheet, float, float, float], None]
    colour: Colour = INK


def draw_grid(sheet: Sheet, panels: Sequence[Panel]) -> None:
    """Draw the panels row by row below all that is on the sheet."""
    columns = 1 if sheet.canvas.is_narrow else 2
    width = (sheet.canvas.width - (columns - 1) * COLUMN_GAP) / columns
    for first in range(0, len(panels), columns):
        top = sheet.bottom + (ROW_GAP if first else 0)
        for column, panel in enumerate(panels[first : first + columns]):
            left = sheet.margin + column * (width + COLUMN_GAP)
            sheet.write(panel.heading, left, top + 10, weight="bold", colour=panel.colour)
            sheet.write(
                panel.detail,
                left + width,
                top + 10,
                ha="right",
                size=sheet.canvas.small,
                colour=MUTED,
            )
            panel.paint(sheet, left, top + HEADING, width)

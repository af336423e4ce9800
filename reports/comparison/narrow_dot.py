"""A row of dots as it is written on narrow sheets: label, number and interval above its lane."""

from __future__ import annotations

from typing import Final

from reports.dots import Dot
from reports.sheet import Sheet, shortened, text_width
from reports.style import MUTED, Colour

__all__ = ["LINE", "write_narrow_dot"]

LINE: Final = 17.0
"""Height of a line in points."""
_GAP: Final = 14.0


def write_narrow_dot(sheet: Sheet, dot: Dot, verdict: str, colour: Colour, top: float) -> float:
    """Write a dot's label, number and interval, and a verdict below; give the verdict's middle."""
    size, small = sheet.canvas.text, sheet.canvas.small
    left, right = sheet.margin, sheet.margin + sheet.canvas.width
    y = top + LINE / 2
    interval = f"({dot.interval})" if dot.interval else ""
    number_right = right - (text_width(interval, small) + 6 if interval else 0)
    room = number_right - text_width(dot.number, size, bold=True) - _GAP - left
    label = shortened(dot.label, right - left, size, bold=True)
    sheet.write(label, left, y, weight="bold")
    y += LINE if text_width(label, size, bold=True) > room else 0
    sheet.write(dot.number, number_right, y, ha="right", weight="bold")
    sheet.write(interval, right, y, ha="right", size=small, colour=MUTED)
    y += LINE
    sheet.write(verdict, left, y, size=small, colour=colour)
    return y

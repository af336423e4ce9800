"""The dot-and-interval panel: one row for each estimate, its label, its dot, its number.

Most figures of the report are made of it. On a broad sheet the label stands left of the dot and
the numbers right of it; on a narrow one both stand above.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reports.dot_lane import AXIS_HEIGHT, Lane, draw_lane, half_distances, name_reference
from reports.dots import Dot
from reports.scale import Scale
from reports.sheet import Box, Sheet, shortened, text_width, widest
from reports.style import INK, MUTED, Colour

_GAP: Final = 14.0
_ROW: Final = 28.0
_SHORT_ROW: Final = 20.0
_BETWEEN_GROUPS: Final = 10.0
_TEXT_ABOVE: Final = 22.0
_LANE_BELOW_TEXT: Final = 18.0
_HEADINGS: Final = 18.0
_LONGEST_LABEL: Final = 150.0
_INDENT: Final = 12.0
_ROOM_FOR_END_TICKS: Final = 18.0


def panel_height(dots: Sequence[Dot]) -> float:
    """Give the height of a small panel, CSS pixels."""
    return _SHORT_ROW * len(dots) + AXIS_HEIGHT


def dots_in_panel(
    dots: Sequence[Dot], scale: Scale, sheet: Sheet, left: float, top: float, width: float
) -> None:
    """Draw a small panel at the given place; beside each dot stands its number alone."""
    draw_lane(sheet, dots, scale, _short_rows(sheet, dots, left, top, width))


def dots_across_sheet(
    dots: Sequence[Dot], scale: Scale, headings: tuple[str, str, str], sheet: Sheet
) -> None:
    """Draw a panel as broad as the sheet, with interval and detail written out.

    Parameters
    ----------
    headings
        Names of the columns number, interval and detail; there is no room for them on a narrow
        sheet, where the text stands above the dots.
    """
    top = sheet.bottom + _HEADINGS
    if sheet.canvas.is_narrow:
        lane = _rows_below_text(sheet, dots, sheet.margin, top)
    else:
        lane = _rows_with_columns(sheet, dots, sheet.margin, top, headings)
    draw_lane(sheet, dots, scale, lane)
    name_reference(sheet, dots, scale, lane.box)


def _short_rows(sheet: Sheet, dots: Sequence[Dot], left: float, top: float, width: float) -> Lane:
    """Write label and number beside each dot; give the lane between them."""
    size, small = sheet.canvas.text, sheet.canvas.small
    labels = [shortened(dot.label, _LONGEST_LABEL, size) for dot in dots]
    middles = [(place + 0.5) * _SHORT_ROW for place in range(len(dots))]
    for dot, label, middle in zip(dots, labels, middles, strict=True):
        known = dot.value is not None
        indent, colour = (_INDENT, MUTED) if dot.minor else (0.0, INK)
        sheet.write(label, left + indent, top + middle, colour=colour)
        sheet.write(
            dot.number,
            left + width,
            top + middle,
            ha="right",
            size=size if known else small,
            colour=colour if known else MUTED,
        )
    indents = (_INDENT if dot.minor else 0.0 for dot in dots)
    lane_left = _GAP + left
    lane_left += max(
        widest([label], size) + indent for label, indent in zip(labels, indents, strict=True)
    )
    lane_right = left + width - widest((dot.number for dot in dots), size) - _GAP
    box = Box(left=lane_left, top=top, width=lane_right - lane_left, height=_SHORT_ROW * len(dots))
    return Lane(box=box, middles=middles, reach=[_SHORT_ROW / 2] * len(dots), grid=True)


def _rows_with_columns(
    sheet: Sheet,
    dots: Sequence[Dot],
    left: float,
    top: float,
    headings: tuple[str, str, str],
) -> Lane:
    """Write label, number, interval and detail as columns; give the lane between them."""
    size, small = sheet.canvas.text, sheet.canvas.small
    labels = [shortened(dot.label, _LONGEST_LABEL, size, bold=not dot.minor) for dot in dots]
    numbers = widest((dot.number for dot in dots), size, bold=True)
    intervals = widest((headings[1], *(dot.interval for dot in dots)), small)
    details = widest((headings[2], *(dot.detail for dot in dots)), small)
    right = left + sheet.canvas.width
    interval_right = right - (details + _GAP if details else 0)
    number_right = interval_right - intervals - _GAP
    middles = _middles(dots, lead=_ROW / 2, step=_ROW, minor_step=_SHORT_ROW)
    for text, column in zip(headings, (number_right, interval_right, right), strict=True):
        sheet.write(text, column, top - 9, ha="right", size=small, colour=MUTED)
    for dot, label, middle in zip(dots, labels, middles, strict=True):
        weight, colour = _look_of_text(dot)
        y = top + middle
        sheet.write(label, left + (_INDENT if dot.minor else 0), y, weight=weight, colour=colour)
        sheet.write(dot.number, number_right, y, ha="right", weight=weight, colour=colour)
        sheet.write(dot.interval, interval_right, y, ha="right", size=small, colour=MUTED)
        sheet.write(dot.detail, right, y, ha="right", size=small, colour=MUTED)
    lane_left = (
        left
        + _GAP
        + max(
            widest([label], size, bold=not dot.minor) + (_INDENT if dot.minor else 0)
            for dot, label in zip(dots, labels, strict=True)
        )
    )
    height = middles[-1] + _ROW / 2
    box = Box(
        left=lane_left, top=top, width=number_right - numbers - _GAP - lane_left, height=height
    )
    return Lane(box=box, middles=middles, reach=half_distances(middles, height), grid=True)


def _rows_below_text(sheet: Sheet, dots: Sequence[Dot], left: float, top: float) -> Lane:
    """Write each row's label, number and interval over its dot; the lane has the whole width."""
    size, small, width = sheet.canvas.text, sheet.canvas.small, sheet.canvas.width
    step = _TEXT_ABOVE + _LANE_BELOW_TEXT
    lead = _TEXT_ABOVE / 2 + _LANE_BELOW_TEXT
    middles = _middles(dots, lead=lead, step=step + 6, minor_step=step - 4)
    for dot, middle in zip(dots, middles, strict=True):
        y, bold = top + middle - _LANE_BELOW_TEXT, not dot.minor
        weight, colour = _look_of_text(dot)
        interval = f"({dot.interval})" if dot.interval else ""
        number_right = left + width - (text_width(interval, small) + 6 if interval else 0)
        room = number_right - text_width(dot.number, size, bold=bold) - _GAP - left
        indent = 0 if bold else _INDENT
        label = shortened(dot.label, room - indent, size, bold=bold)
        sheet.write(label, left + indent, y, weight=weight, colour=colour)
        sheet.write(interval, left + width, y, ha="right", size=small, colour=MUTED)
        sheet.write(dot.number, number_right, y, ha="right", weight=weight, colour=colour)
    inset = _ROOM_FOR_END_TICKS
    box = Box(left=left + inset, top=top, width=width - 2 * inset, height=middles[-1] + 14)
    return Lane(box=box, middles=middles, reach=[7.0] * len(dots), grid=False)


def _look_of_text(dot: Dot) -> tuple[str, Colour]:
    """Give weight and colour of a row's text: parts are quieter than the whole."""
    return ("normal", MUTED) if dot.minor else ("bold", INK)


def _middles(dots: Sequence[Dot], *, lead: float, step: float, minor_step: float) -> list[float]:
    """Place the rows one below the other, parts close to their whole, groups apart."""
    grouped = any(dot.minor for dot in dots)
    middles: list[float] = []
    for dot in dots:
        if not middles:
            middles.append(lead)
        elif dot.minor:
            middles.append(middles[-1] + minor_step)
        else:
            middles.append(middles[-1] + step + (_BETWEEN_GROUPS if grouped else 0))
    return middles

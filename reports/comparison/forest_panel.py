"""The forest: a row for each difference, its dot and intervals, and its verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reports.comparison.narrow_dot import LINE, write_narrow_dot
from reports.dot_lane import Lane, draw_lane, half_distances
from reports.dots import Dot
from reports.scale import Scale
from reports.sheet import Box, Sheet, shortened, text_width, widest, wrapped
from reports.style import AXIS, INK, MUTED, Colour

_GAP: Final = 14.0
_ROW: Final = 40.0
_BETWEEN_GROUPS: Final = 10.0
_HEADINGS: Final = 24.0
_RULE: Final = 12.0
LONGEST_LABEL: Final = 270.0
"""Room for the label of a row on a broad sheet, CSS pixels."""

_NARROW_LANE: Final = 18.0
_NARROW_INSET: Final = 18.0
_BELOW_LANE: Final = 14.0


@dataclass(frozen=True, kw_only=True)
class ForestRow:
    """A difference as the forest shows it.

    Attributes
    ----------
    dot
        Label, estimate and intervals; its number and interval as text.
    verdict
        What is settled, and the colour in which that is written.
    still
        What a decision still needs; empty where it is settled.
    columns
        What else is written beside it, under the headings of the forest.
    in_short
        The same as words, for a narrow sheet.
    """

    dot: Dot
    verdict: str
    colour: Colour
    still: str
    columns: tuple[str, ...]
    in_short: str


@dataclass(frozen=True, kw_only=True)
class ForestGroup:
    """The rows of a table size, and the line that says so."""

    heading: str
    rows: tuple[ForestRow, ...]


@dataclass(frozen=True, kw_only=True)
class Forest:
    """All groups, and the names of the columns: number, interval, then those of the rows."""

    groups: tuple[ForestGroup, ...]
    headings: tuple[str, ...]
    scale: Scale

    @property
    def rows(self) -> list[ForestRow]:
        """The rows of all groups."""
        return [row for group in self.groups for row in group.rows]


def draw_forest(sheet: Sheet, forest: Forest) -> None:
    """Draw it below all that is on the sheet: beside its columns, or under its text if narrow."""
    edges = None if sheet.canvas.is_narrow else _edges(sheet, forest)
    if edges is not None:
        _write_headings(sheet, forest, edges)
    for place, group in enumerate(forest.groups):
        sheet.bottom += _BETWEEN_GROUPS if place else 0
        _write_heading(sheet, group)
        lane = _narrow_rows(sheet, group) if edges is None else _broad_rows(sheet, group, edges)
        last = place == len(forest.groups) - 1
        lane = Lane(
            box=lane.box, middles=lane.middles, reach=lane.reach, grid=lane.grid, has_axis=last
        )
        draw_lane(sheet, [row.dot for row in group.rows], forest.scale, lane)


@dataclass(frozen=True, kw_only=True)
class _Edges:
    """Where the lane begins and ends, and the right edge of every column, CSS pixels."""

    lane_left: float
    lane_right: float
    columns: tuple[float, ...]


def _edges(sheet: Sheet, forest: Forest) -> _Edges:
    size, small = sheet.canvas.text, sheet.canvas.small
    texts = [
        [row.dot.interval for row in forest.rows],
        *([row.columns[place] for row in forest.rows] for place in range(len(forest.headings) - 2)),
    ]
    columns = [sheet.margin + sheet.canvas.width]
    for heading, column in zip(forest.headings[:0:-1], texts[::-1], strict=True):
        columns.append(columns[-1] - widest((heading, *column), small) - _GAP)
    columns.reverse()
    numbers = max(
        widest((row.dot.number for row in forest.rows), size, bold=True),
        text_width(forest.headings[0], small),
    )
    labels = max(
        min(widest((row.dot.label for row in forest.rows), size, bold=True), LONGEST_LABEL),
        widest((row.verdict for row in forest.rows), small),
    )
    return _Edges(
        lane_left=sheet.margin + labels + _GAP,
        lane_right=columns[0] - numbers - _GAP,
        columns=tuple(columns),
    )


def _write_headings(sheet: Sheet, forest: Forest, edges: _Edges) -> None:
    y, small = sheet.bottom + 8, sheet.canvas.small
    for text, column in zip(forest.headings, edges.columns, strict=True):
        sheet.write(text, column, y, ha="right", size=small, colour=MUTED)
    sheet.bottom = y - 8 + _HEADINGS


def _write_heading(sheet: Sheet, group: ForestGroup) -> None:
    """Write the line, or lines, of a group, with a rule below."""
    small, width = sheet.canvas.small, sheet.canvas.width
    lines = wrapped(group.heading, width, small, bold=True)
    lines = [shortened(line, width, small, bold=True) for line in lines]
    sheet.write_lines(lines, sheet.margin, size=small, weight="bold", colour=MUTED)
    y = sheet.bottom + _RULE / 4
    sheet.rule(sheet.margin, sheet.margin + width, y, colour=AXIS, linewidth=0.8)
    sheet.bottom += _RULE / 2


def _broad_rows(sheet: Sheet, group: ForestGroup, edges: _Edges) -> Lane:
    """Write label and verdict left of each dot, numbers right of it."""
    top = sheet.bottom
    middles = [(place + 0.5) * _ROW for place in range(len(group.rows))]
    for row, middle in zip(group.rows, middles, strict=True):
        _write_broad_row(sheet, row, top + middle, edges.columns)
    height = _ROW * len(group.rows)
    box = Box(
        left=edges.lane_left, top=top, width=edges.lane_right - edges.lane_left, height=height
    )
    return Lane(box=box, middles=middles, reach=half_distances(middles, height), grid=True)


def _write_broad_row(sheet: Sheet, row: ForestRow, middle: float, columns: Sequence[float]) -> None:
    size, small = sheet.canvas.text, sheet.canvas.small
    upper, lower = middle - LINE / 2, middle + LINE / 2
    label = shortened(row.dot.label, LONGEST_LABEL, size, bold=True)
    sheet.write(label, sheet.margin, upper, weight="bold")
    sheet.write(row.verdict, sheet.margin, lower, size=small, colour=row.colour)
    sheet.write(row.dot.number, columns[0], upper, ha="right", weight="bold")
    texts = (row.dot.interval, *row.columns)
    for text, column in zip(texts, columns[1:], strict=True):
        sheet.write(text, column, upper, ha="right", size=small, colour=INK)
    sheet.write(row.still, columns[-1], lower, ha="right", size=small, colour=MUTED)


def _narrow_rows(sheet: Sheet, group: ForestGroup) -> Lane:
    """Write label, number, verdict and the rest on lines above each dot."""
    top = sheet.bottom
    middles: list[float] = []
    bottom = 0.0
    for row in group.rows:
        bottom = _write_narrow_row(sheet, row, top + bottom) - top + _NARROW_LANE
        middles.append(bottom)
        bottom += _BELOW_LANE
    width = sheet.canvas.width - 2 * _NARROW_INSET
    box = Box(left=sheet.margin + _NARROW_INSET, top=top, width=width, height=bottom)
    return Lane(box=box, middles=middles, reach=[8.0] * len(middles), grid=False)


def _write_narrow_row(sheet: Sheet, row: ForestRow, top: float) -> float:
    """Write a row's lines; give the middle of the last."""
    left, right, small = sheet.margin, sheet.margin + sheet.canvas.width, sheet.canvas.small
    y = write_narrow_dot(sheet, row.dot, row.verdict, row.colour, top)
    sheet.write(row.still, right, y, ha="right", size=small, colour=MUTED)
    y += LINE
    sheet.write(row.in_short, left, y, size=small, colour=MUTED)
    return y

"""A table of coloured cells: the matrix of all pairs, and the heat map of a sweep.

Colour is only half of what a cell says: its number has a sign, and a cell that is not settled is
quieter and has no colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reports.language import tr
from reports.sheet import Box, Sheet, text_width, widest
from reports.style import INK, MUTED, RULE, Colour

ROW: Final = 32.0
"""Height of a row, CSS pixels."""
HEADING: Final = 22.0
"""Height of the line above the cells, CSS pixels."""
TINT: Final = 0.22
"""How much of its colour a cell has; the rest is paper, so that ink on it can be read."""

_GAP: Final = 12.0
_WIDEST_CELL: Final = 92.0
_INSET: Final = 1.5
_ROOM: Final = 6.0
_SMALLEST: Final = 9.5


@dataclass(frozen=True, kw_only=True)
class ValueCell:
    """One cell.

    Attributes
    ----------
    text
        Its number.
    brief
        What stands for the number where there is no room for it.
    colour
        What it is tinted with; None: it has no tint.
    bold, muted
        How its text looks.
    outline
        0 none, 1 thin, 2 thick.
    """

    text: str
    brief: str
    colour: Colour | None = None
    bold: bool = False
    muted: bool = False
    outline: int = 0


@dataclass(frozen=True, kw_only=True)
class Cells:
    """All cells, row by row (None: there is none), with what their rows and columns are called."""

    rows: tuple[tuple[ValueCell | None, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_name: str = ""
    column_name: str = ""

    @property
    def height(self) -> float:
        """Height of the drawing, CSS pixels."""
        return HEADING * (2 if self.column_name else 1) + ROW * len(self.rows)


def draw_cells(cells: Cells, sheet: Sheet, left: float, top: float, width: float) -> None:
    """Draw the cells at the given place, no wider than they need to be."""
    size, small = sheet.canvas.text, sheet.canvas.small
    labels = widest((*cells.row_labels, cells.row_name), size) + _GAP
    cell = min(_WIDEST_CELL, (width - labels) / len(cells.column_labels))
    box = Box(
        left=left + labels,
        top=top + cells.height - ROW * len(cells.rows),
        width=cell * len(cells.column_labels),
        height=ROW * len(cells.rows),
    )
    if cells.column_name:
        middle = box.left + box.width / 2
        sheet.write(cells.column_name, middle, top + 9, ha="center", size=small, colour=MUTED)
    sheet.write(cells.row_name, left, box.top - 10, size=small, colour=MUTED)
    above = small if widest(cells.column_labels, small) + _ROOM / 2 <= cell else _SMALLEST
    for place, label in enumerate(cells.column_labels):
        x = box.left + (place + 0.5) * cell
        sheet.write(label, x, box.top - 10, ha="center", size=above, colour=MUTED)
    for place, label in enumerate(cells.row_labels):
        sheet.write(label, left, box.top + (place + 0.5) * ROW)
    _fill(sheet, cells, box, cell)


def _fill(sheet: Sheet, cells: Cells, box: Box, cell: float) -> None:
    size = _type_size(cells, cell, sheet.canvas.text)
    for row, of_row in enumerate(cells.rows):
        for column, one in enumerate(of_row):
            place = Box(
                left=box.left + column * cell + _INSET,
                top=box.top + row * ROW + _INSET,
                width=cell - 2 * _INSET,
                height=ROW - 2 * _INSET,
            )
            if one is None:
                sheet.rectangle(place, facecolor=RULE.light, alpha=0.5, linewidth=0)
                continue
            _draw_cell(sheet, one, place)
            sheet.write(
                one.text if size else one.brief,
                place.left + place.width / 2,
                place.top + place.height / 2,
                ha="center",
                size=size or sheet.canvas.text,
                weight="bold" if one.bold else "normal",
                colour=MUTED if one.muted else INK,
            )
    sheet.bottom = max(sheet.bottom, box.top + box.height)


def _draw_cell(sheet: Sheet, cell: ValueCell, place: Box) -> None:
    if cell.colour is not None:
        sheet.rectangle(place, facecolor=cell.colour.light, alpha=TINT, linewidth=0)
    edge, line = (RULE, 1.0) if cell.outline == 0 else (INK, 1.0 if cell.outline == 1 else 2.4)
    sheet.rectangle(place, fill=False, edgecolor=edge.light, linewidth=line)


def _type_size(cells: Cells, width: float, usual: float) -> float:
    """Choose the size in which all numbers have room; 0 if there is none."""
    texts = [(cell.text, cell.bold) for row in cells.rows for cell in row if cell is not None]
    for size in (usual, usual - 1, usual - 2, _SMALLEST):
        needed = max((text_width(text, size, bold=bold) for text, bold in texts), default=0.0)
        if size >= _SMALLEST and needed + _ROOM <= width:
            return size
    return 0.0


@dataclass(frozen=True, kw_only=True)
class Sample:
    """One entry of the key: how a cell looks, and what that means, translated when drawn."""

    cell: ValueCell
    meaning: str


def draw_key(sheet: Sheet, samples: Sequence[Sample]) -> None:
    """Explain the looks of cells below all that is on the sheet, as many a line as fit."""
    small = sheet.canvas.small
    left, right = sheet.margin, sheet.margin + sheet.canvas.width
    x, y = left, sheet.bottom + 20
    for sample in samples:
        meaning = tr(sample.meaning)
        needed = 34 + text_width(meaning, small)
        if x > left and x + needed > right:
            x, y = left, y + 22
        _draw_cell(sheet, sample.cell, Box(left=x + 1, top=y - 8, width=25, height=16))
        if sample.cell.brief:
            sheet.write(sample.cell.brief, x + 13, y, ha="center", size=small)
        sheet.write(meaning, x + 34, y, size=small, colour=MUTED)
        x += needed + 18
    sheet.bottom = y + 12

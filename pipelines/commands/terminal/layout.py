"""Tables laid out in the columns of a terminal: never broader than it is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from pipelines.commands.terminal.pictures import Axis, Drawing
from reports.reading import Cell, ReadingTable

__all__ = ["PictureRow", "PictureTable", "paragraph", "picture_lines", "reading_lines"]

_GAP: Final = "  "
_FAINT: Final = "dim"
_TITLE: Final = "bold"
_PICTURE: Final = "cyan"
_LEAST_NAME: Final = 12
_LEAST_PICTURE: Final = 8
_MOST_PICTURE: Final = 24
_USUAL: Final = 13
"""So broad a heading is written in one line, if it stands in a table with pictures."""
_NARROW: Final = 6


@dataclass(frozen=True, kw_only=True)
class PictureRow:
    """One row: its cells, the first of which names it, and what is drawn beside them."""

    cells: tuple[str, ...]
    drawing: Drawing


@dataclass(frozen=True, kw_only=True)
class PictureTable:
    """A table with a picture at the right of every row.

    Attributes
    ----------
    title, note : str
        What it is called; what n counts, the units, and how to read the pictures.
    columns : tuple of str
        Headings of the cells.
    axis : Axis
        Of all pictures.
    rows : tuple of PictureRow
    """

    title: str
    note: str
    columns: tuple[str, ...]
    axis: Axis
    rows: tuple[PictureRow, ...]


@dataclass(frozen=True)
class _Column:
    """A column as it is printed: heading and cells, all of one width."""

    width: int
    right: bool
    heading: tuple[str, ...]

    @classmethod
    def of(cls, heading: str, cells: Sequence[str], *, right: bool, whole: int) -> _Column:
        widest = max(map(cell_len, cells), default=0)
        longest_word = max(map(cell_len, heading.split(" ")))
        width = max(widest, longest_word, min(whole, cell_len(heading)))
        return cls(width, right, tuple(textwrap.wrap(heading, width)) or ("",))

    def narrowed(self, width: int) -> _Column:
        """Return the column with fewer columns of letters, but enough to tell names apart."""
        least = min(self.width, _LEAST_NAME)
        heading = " ".join(self.heading)
        narrow = min(self.width, max(least, width))
        return _Column(narrow, self.right, tuple(textwrap.wrap(heading, narrow)) or ("",))

    def cell(self, text: str) -> str:
        """Write a cell as wide as the column, cut off where it is too long."""
        room = self.width - cell_len(text)
        if room < 0:
            return set_cell_size(text, self.width - 1) + "…"
        return " " * room + text if self.right else text + " " * room


def paragraph(text: str, width: int, style: str = "") -> Iterator[Text]:
    """Yield the lines of a paragraph; none of an empty one."""
    for line in textwrap.wrap(text, width, break_on_hyphens=False):
        yield Text(line, style=style)


def picture_lines(table: PictureTable, width: int) -> Iterator[Text]:
    """Yield the lines of a table with pictures, at most ``width`` columns wide.

    Where names are too long for it they are cut off; where numbers leave too little room for
    pictures, these are left out.
    """
    columns = [
        _Column.of(
            heading,
            [row.cells[place] for row in table.rows],
            right=place > 0,
            whole=_USUAL,
        )
        for place, heading in enumerate(table.columns)
    ]
    least = max(_LEAST_PICTURE, table.axis.width)
    columns[0] = columns[0].narrowed(width - _width_of(columns[1:]) - len(_GAP) - least - len(_GAP))
    room = min(_MOST_PICTURE, width - _width_of(columns) - len(_GAP))
    if room < least:
        room = 0
        columns[0] = columns[0].narrowed(width - _width_of(columns[1:]) - len(_GAP))
    yield Text(table.title, style=_TITLE)
    yield from paragraph(table.note, width, _FAINT)
    *above, last = _headings(columns)
    for line in above:
        yield Text(line.rstrip(), style=_FAINT)
    axis = _GAP + table.axis.drawn(room) if room else ""
    yield Text((last + axis).rstrip(), style=_FAINT)
    for row in table.rows:
        cells = _GAP.join(
            column.cell(text) for column, text in zip(columns, row.cells, strict=True)
        )
        drawn = _GAP + row.drawing(room) if room else ""
        shown = Text.assemble(cells, (drawn, _PICTURE))
        shown.rstrip()
        yield shown


def reading_lines(table: ReadingTable, width: int) -> Iterator[Text]:
    """Yield the lines of a table for reading: intervals below numbers, as on the page.

    What is too broad goes into several blocks below each other, each with the names of the rows.
    """
    columns = [
        _Column.of(heading, _texts(table, place), right=place >= table.names, whole=_NARROW)
        for place, heading in enumerate(table.columns)
    ]
    names = _names_in(columns[: table.names], width // 2)
    columns[: table.names] = names
    yield Text(table.title, style=_TITLE)
    yield from paragraph(table.note, width, _FAINT)
    for number, block in enumerate(_blocks(columns, table.names, width)):
        if number:
            yield Text("")
        shown = [columns[place] for place in block]
        for line in _headings(shown):
            yield Text(line.rstrip(), style=_FAINT)
        for row in table.rows:
            cells = [row[place] for place in block]
            yield _line(shown, [cell.text for cell in cells])
            if any(cell.interval for cell in cells):
                below = _line(shown, [cell.interval for cell in cells])
                below.stylize(_FAINT)
                yield below


def _texts(table: ReadingTable, place: int) -> list[str]:
    cells: list[Cell] = [row[place] for row in table.rows]
    return [text for cell in cells for text in (cell.text, cell.interval)]


def _names_in(columns: Sequence[_Column], room: int) -> list[_Column]:
    """Narrow the broadest columns of names until they fit, as far as they can be."""
    narrowed = list(columns)
    while _width_of(narrowed) > room:
        broadest = max(range(len(narrowed)), key=lambda place: narrowed[place].width)
        if narrowed[broadest].width <= _LEAST_NAME:
            break
        narrowed[broadest] = narrowed[broadest].narrowed(narrowed[broadest].width - 1)
    return narrowed


def _blocks(columns: Sequence[_Column], names: int, width: int) -> Iterator[list[int]]:
    """Yield the places of the columns of each block: the names, and as many more as fit."""
    block = list(range(names))
    for place in range(names, len(columns)):
        if len(block) > names and _width_of([columns[p] for p in (*block, place)]) > width:
            yield block
            block = list(range(names))
        block.append(place)
    yield block


def _width_of(columns: Sequence[_Column]) -> int:
    return sum(column.width for column in columns) + len(_GAP) * max(0, len(columns) - 1)


def _headings(columns: Sequence[_Column]) -> Iterator[str]:
    """Yield the lines of the headings, which end on one line."""
    height = max(len(column.heading) for column in columns)
    for line in range(height):
        yield _GAP.join(
            column.cell(
                column.heading[place] if (place := line - height + len(column.heading)) >= 0 else ""
            )
            for column in columns
        )


def _line(columns: Sequence[_Column], texts: Sequence[str]) -> Text:
    cells = (column.cell(text) for column, text in zip(columns, texts, strict=True))
    return Text(_GAP.join(cells).rstrip())

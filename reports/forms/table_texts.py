"""Tables for reading, with their intervals, in the markup of other documents."""

from __future__ import annotations

import re
from typing import Final

from reports.forms.tex import comment, in_tex
from reports.reading import Cell, ReadingTable

_MARKDOWN: Final = re.compile(r"([\\`*_\[\]<>|#])")

_ROW: Final = "{}"
"""Begins a row: LaTeX takes a star or bracket after the end of a row as part of that end."""

_PREAMBLE: Final = r"In the preamble: \usepackage{booktabs}."


def in_markdown(table: ReadingTable) -> str:
    """Write a table as Markdown, as GitHub and Pandoc read it; intervals stand in parentheses."""
    heading = f"### {_plain(table.title)}\n\n"
    columns = _markdown_row([_plain(column) for column in table.columns])
    sides = "".join(
        "|:---" if place < table.names else "|---:" for place in range(len(table.columns))
    )
    rows = "".join(_markdown_row([_markdown_cell(cell) for cell in row]) for row in table.rows)
    note = f"\n{_plain(table.note)}\n" if table.note else ""
    return f"{heading}{columns}{sides}|\n{rows}{note}"


def _plain(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _markdown_row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _markdown_cell(cell: Cell) -> str:
    interval = f" ({_plain(cell.interval)})" if cell.interval else ""
    return _plain(cell.text) + interval


def in_latex(table: ReadingTable) -> str:
    """Write a table as LaTeX; intervals stand below their numbers, in smaller type."""
    sides = "l" * table.names + "r" * (len(table.columns) - table.names)
    head = " & ".join(map(in_tex, table.columns))
    rows = "".join(_latex_row(row) for row in table.rows)
    return (
        f"{comment(table.title)}"
        f"{comment(_PREAMBLE)}"
        f"\\begin{{tabular}}{{@{{}}{sides}@{{}}}}\n\\toprule\n{_ROW}{head} \\\\\n\\midrule\n"
        f"{rows}\\bottomrule\n\\end{{tabular}}\n\n\\par\\smallskip\n"
        f"{{\\footnotesize {in_tex(table.note)}}}\n"
    )


def _latex_row(row: tuple[Cell, ...]) -> str:
    numbers = " & ".join(in_tex(cell.text) for cell in row)
    if not any(cell.interval for cell in row):
        return f"{_ROW}{numbers} \\\\\n"
    intervals = " & ".join(
        f"\\scriptsize {in_tex(cell.interval)}" if cell.interval else "" for cell in row
    )
    return f"{_ROW}{numbers} \\\\\n{_ROW}{intervals} \\\\\n"

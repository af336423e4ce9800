"""How transcripts put things: lists, numbers, tables, and lines that fit the page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

PAGE_WIDTH = 80
"""Columns of a line, where names and labels are not too long for it."""


def counted(number: int, thing: str) -> str:
    """Return a number of things.

    Examples
    --------
    >>> counted(1, "trick"), counted(0, "trick")
    ('1 trick', '0 tricks')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def joined(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    Examples
    --------
    >>> joined(["Anne"]), joined(["Anne", "Beth", "Carl"])
    ('Anne', 'Anne, Beth and Carl')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def signed(units: int) -> str:
    """Return units won with their sign.

    Examples
    --------
    >>> signed(3), signed(-3), signed(0)
    ('+3', '-3', '0')
    """
    return f"{units:+d}" if units else "0"


def fitted(line: str, indent: str = "", hanging: int = 2) -> list[str]:
    """Break a line that is too long for the page; what follows hangs so many columns further."""
    return textwrap.wrap(
        line,
        PAGE_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def table(names: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a table with a line a name; a single column says what it is without a heading.

    Examples
    --------
    >>> for line in table(["Anne", "Bo"], {"contract": ["+5", "-5"], "ante": ["-1", "-1"]}):
    ...     print(line)
            contract  ante
      Anne        +5    -1
      Bo          -5    -1
    """
    width = max(map(len, names))
    if len(columns) == 1:
        (entries,) = columns.values()
        yield from (
            f"  {name:<{width}}  {entry}" for name, entry in zip(names, entries, strict=True)
        )
        return
    widths = [max(map(len, [title, *entries])) for title, entries in columns.items()]
    for name, *cells in [("", *columns), *zip(names, *columns.values(), strict=True)]:
        aligned = (f"{cell:>{wide}}" for cell, wide in zip(cells, widths, strict=True))
        yield f"  {name:<{width}}  " + "  ".join(aligned)

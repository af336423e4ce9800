"""Tables as plain text."""

from __future__ import annotations

from collections.abc import Sequence


def in_columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows with their cells below each other, the first column to the left.

    Examples
    --------
    >>> print(in_columns([("contract", "made"), ("nap", "7 %")]))
    contract  made
    nap        7 %
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )

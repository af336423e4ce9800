"""A table for reading, and its cells."""

from __future__ import annotations

from dataclasses import dataclass

from reports.estimates import Mean, Share
from reports.wording import (
    NOTHING,
    amount_interval,
    amount_value,
    mean_interval,
    mean_value,
    percent,
    percent_interval,
)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell: a number or name, and below it the interval, if it has one."""

    text: str
    interval: str = ""


@dataclass(frozen=True, kw_only=True)
class ReadingTable:
    """A table as the page shows it.

    Attributes
    ----------
    name
        Anchor in the page; also the name of the full table's file.
    title, note
        What it holds; units and what n counts.
    columns
        Headings.
    names
        How many columns, from the left, name the row.
    rows
        Cells, one for each column.
    most_columns
        A table of more columns is printed in smaller type.
    """

    name: str
    title: str
    note: str
    columns: tuple[str, ...]
    names: int
    rows: tuple[tuple[Cell, ...], ...]
    most_columns: int = 12


def share_cell(share: Share) -> Cell:
    """Write a share with its interval."""
    if share.rate is None:
        return Cell(text=NOTHING)
    return Cell(text=percent(share), interval=percent_interval(share))


def mean_cell(mean: Mean) -> Cell:
    """Write a mean with its interval."""
    if mean.value is None:
        return Cell(text=NOTHING)
    return Cell(text=mean_value(mean), interval=mean_interval(mean))


def amount_cell(mean: Mean) -> Cell:
    """Write a mean that is never negative with its interval."""
    if mean.value is None:
        return Cell(text=NOTHING)
    return Cell(text=amount_value(mean), interval=amount_interval(mean))


def text_cells(*texts: str) -> tuple[Cell, ...]:
    """Write cells without intervals."""
    return tuple(Cell(text=text) for text in texts)

"""What a comparison came to, for the terminal: differences, intervals and verdicts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from pipelines.comparisons.tables import ComparisonTables

_WIDTH: Final = 80
_BESIDE_PAIR_AND_INTERVAL: Final = 27
"""Columns that a difference takes up besides; what does not fit gets a line of its own."""
_MOST_POINTS: Final = 30
"""Of a larger grid only points that may be the best are listed."""

Row = Mapping[str, Any]


def verdict_list(tables: ComparisonTables, *, fixed: bool) -> str:
    """Return what a comparison came to, size by size, at most 80 columns wide.

    Parameters
    ----------
    tables : ComparisonTables
    fixed : bool
        Whether to show each difference's interval for a single look at the end, in place of those
        that hold for all differences together at any time of looking.
    """
    blocks = ["\n".join(_size(tables, players, fixed)) for players in tables.provenance.sizes]
    return "\n\n".join([*blocks, textwrap.fill(_explained(tables, fixed), _WIDTH)])


def _size(tables: ComparisonTables, players: int, fixed: bool) -> Iterator[str]:
    rows = tables.differences.filter(pl.col("players") == players).rows(named=True)
    yield _heading(tables, players, rows)
    if tables.sweep is None:
        yield from _verdicts(rows, fixed)
    else:
        points = tables.sweep.filter(pl.col("players") == players).rows(named=True)
        yield from _points(points, rows, tables.provenance.swept, fixed)
    gains = [row["gain"] for row in rows if row["gain"] is not None]
    if gains:
        worth = _times(min(gains), max(gains))
        yield f"The same deals for all are worth {worth} as many deals of their own."


def _heading(tables: ComparisonTables, players: int, rows: Sequence[Row]) -> str:
    provenance = tables.provenance
    decided = all(row["verdict"] != "not decided" for row in rows)
    if provenance.stopped_early[players]:
        end = "all is decided"
    else:
        end = "all that was asked for" if decided else f"the cap is {provenance.cap[players]:,}"
    return f"{players} players: {provenance.deals[players]:,} deals, {end}"


def _verdicts(rows: Sequence[Row], fixed: bool) -> Iterator[str]:
    """Yield a line for each difference, with a second one for what does not fit in."""
    pairs = [f"{row['first']} vs {row['second']}" for row in rows]
    intervals = _intervals(rows, fixed)
    longest = _WIDTH - _BESIDE_PAIR_AND_INTERVAL - len(intervals[0])
    width = max([0, *(len(pair) for pair in pairs if len(pair) <= longest)])
    yield f"  {'':{width}}  {'units':>8}  {intervals[0]}"
    for pair, row, interval in zip(pairs, rows, intervals[1:], strict=True):
        if len(pair) > longest:
            yield from (f"  {line}" for line in textwrap.wrap(pair, _WIDTH - 2))
            pair = ""
        yield f"  {pair:{width}}  {_signed(row['difference']):>8}  {interval}  {row['verdict']}"
        if row["verdict"] == "not decided":
            yield f"    {_needed(row['more_deals'])}"


def _points(
    points: Sequence[Row], rows: Sequence[Row], swept: Sequence[str], fixed: bool
) -> Iterator[str]:
    """Yield a line for each point of a sweep, or for those of a large grid that may be best."""
    of_entry = {row["first"]: row for row in rows}
    listed = points if len(points) <= _MOST_POINTS else [p for p in points if p["may_be_best"]]
    against = rows[0]["second"]
    headings = "  ".join(f"{name:>{_column(name)}}" for name in swept)
    shown = [of_entry[point["entry"]] for point in listed[:_MOST_POINTS]]
    intervals = _intervals(shown, fixed)
    yield f"  {headings}  {'units':>8}  {intervals[0]}  vs {against}"
    for point, row, interval in zip(listed, shown, intervals[1:], strict=False):
        values = "  ".join(f"{point[name]!r:>{_column(name)}}" for name in swept)
        line = f"  {values}  {_signed(row['difference']):>8}  {interval}  {_rank(point)}"
        yield line.rstrip()
    if len(points) > _MOST_POINTS:
        left_out = len(points) - len(listed[:_MOST_POINTS])
        yield f"  {left_out} more points stand in tables/sweep.csv"


def _column(name: str) -> int:
    return max(len(name), 6)


def _rank(point: Row) -> str:
    if point["is_best"]:
        return "best"
    return "may be best" if point["may_be_best"] else ""


def _signed(value: float | None) -> str:
    """Return a number of units with its sign; what is nothing has none.

    >>> _signed(0.12344), _signed(-0.00001), _signed(0.0), _signed(None)
    ('+0.1234', '-0.0000', '0', '')
    """
    if value is None:
        return ""
    return f"{value:+.4f}" if value else "0"


def _intervals(rows: Sequence[Row], fixed: bool) -> list[str]:
    """Return a heading and the interval of each row, all of one width."""
    cells = ["interval", *(_interval(row, fixed) for row in rows)]
    return [cell.rjust(max(map(len, cells))) for cell in cells]


def _interval(row: Row, fixed: bool) -> str:
    low, high = ("low", "high") if fixed else ("anytime_low", "anytime_high")
    if row[low] is None:
        return "never differed" if row.get("verdict") == "equal" else "too few deals yet"
    if row[low] == row[high] == 0:
        return "exactly"
    return f"{_signed(row[low])} to {_signed(row[high])}"


def _needed(more_deals: int | None) -> str:
    """Return in words how many deals would decide it.

    >>> _needed(1_234_567), _needed(None)
    ('needs about 1,200,000 more deals', 'how many deals would decide it cannot be told')
    """
    if more_deals is None:
        return "how many deals would decide it cannot be told"
    digits = len(str(more_deals))
    return f"needs about {round(more_deals, min(0, 2 - digits)):,} more deals"


def _times(fewest: float, most: float) -> str:
    """Return a range of factors: "3.1 to 4.8 times"."""
    low, high = f"{fewest:.1f}", f"{most:.1f}"
    return f"{low} times" if low == high else f"{low} to {high} times"


def _explained(tables: ComparisonTables, fixed: bool) -> str:
    level = f"{100 * tables.provenance.level:g} %"
    how = "Units are per deal, in favour of the first where they are positive. "
    if fixed:
        how += (
            f"Each interval holds with {level} by itself, for a single look after all deals; "
            "the verdicts hold together, at any time of looking."
        )
    else:
        how += f"Intervals and verdicts hold with {level} together, at any time of looking."
    if tables.provenance.unit == "session":
        how += " The deals of a session depend on each other: a session counts as one."
    return how

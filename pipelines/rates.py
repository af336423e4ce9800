"""Columns with rates and their intervals, from columns of counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from pipelines.intervals import Rate
from pipelines.totals import RatioName, Totals

__all__ = ["RateColumn", "rate_columns", "with_rate"]


@dataclass(frozen=True, kw_only=True)
class RateColumn:
    """Which columns of a table make a rate.

    Attributes
    ----------
    what, who : str
        What the rate is called among the ratios of sessions, and whose it is.
    numbers : sequence of str
        The columns that give the ratio's member, first and second number; those left out are 0.
    successes, trials : str
        The columns, Int64: how often it happened, among how many trials.
    prefix : str
        Goes before ``rate``, ``low`` and ``high``.
    among : str, optional
        A column of whole numbers: see `Totals.rate`.
    """

    what: str
    who: str
    numbers: Sequence[str]
    successes: str
    trials: str
    prefix: str = ""
    among: str | None = None


def with_rate(frame: pl.DataFrame, column: RateColumn, totals: Totals) -> pl.DataFrame:
    """Add ``rate``, ``low`` and ``high``, each with the prefix.

    Where only sessions are independent, also ``trials``, the effective number of deals.
    """
    counts = frame.select(column.successes, column.trials).rows()
    numbers = frame.select(column.numbers).rows()
    among = [1] * len(frame) if column.among is None else frame[column.among].to_list()
    rates = [
        totals.rate(RatioName(column.what, column.who, *label), successes, trials, players)
        for label, (successes, trials), players in zip(numbers, counts, among, strict=True)
    ]
    columns: dict[str, list[float | None]] = {
        "rate": [found.estimate for found in rates],
        "low": [found.low for found in rates],
        "high": [found.high for found in rates],
    }
    if totals.clustered:
        columns["trials"] = [found.effective for found in rates]
    return frame.with_columns(
        pl.Series(f"{column.prefix}{name}", values, dtype=pl.Float64)
        for name, values in columns.items()
    )


def rate_columns(name: str, found: Rate) -> dict[str, int | float | None]:
    """Return count, rate and interval of one row: ``name``, ``name_rate``, ``name_low``, ...

    Also ``name_trials`` where the trials are not independent.

    Examples
    --------
    >>> once = Rate(successes=1, trials=2, estimate=0.5, low=0.1, high=0.9)
    >>> rate_columns("made", once)
    {'made': 1, 'made_rate': 0.5, 'made_low': 0.1, 'made_high': 0.9}
    """
    columns = {
        name: found.successes,
        f"{name}_rate": found.estimate,
        f"{name}_low": found.low,
        f"{name}_high": found.high,
    }
    if found.effective is not None:
        columns[f"{name}_trials"] = found.effective
    return columns

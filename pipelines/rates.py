"""Columns with rates, means and their intervals, from columns of counts."""

from __future__ import annotations

import polars as pl

from pipelines.intervals import Rate, rate

__all__ = ["with_bare_rate", "with_rate"]


def with_rate(
    frame: pl.DataFrame, successes: str, of: str, level: float, per: str | None = None
) -> pl.DataFrame:
    """Add ``<successes>_rate``, ``_low`` and ``_high``.

    Parameters
    ----------
    frame : polars.DataFrame
        Has both columns of counts, Int64.
    successes, of : str
        The columns: how often it happened, among how many independent trials.
    level : float
        Confidence level.
    per : str, optional
        A column of whole numbers by which rate and interval are divided: among k players that
        share a policy at most one can do it in a deal, so the deal is the trial, and each player's
        rate is the k-th part.
    """
    names = (f"{successes}_rate", f"{successes}_low", f"{successes}_high")
    return _with_rates(frame, successes, of, names, level, per)


def with_bare_rate(frame: pl.DataFrame, successes: str, of: str, level: float) -> pl.DataFrame:
    """Add ``rate``, ``low`` and ``high``."""
    return _with_rates(frame, successes, of, ("rate", "low", "high"), level, None)


def _with_rates(
    frame: pl.DataFrame,
    successes: str,
    of: str,
    names: tuple[str, str, str],
    level: float,
    per: str | None,
) -> pl.DataFrame:
    counts = frame.select(successes, of).rows()
    parts = [1] * len(counts) if per is None else frame[per].to_list()
    rates = [
        _shared(rate(happened, trials, level), among)
        for (happened, trials), among in zip(counts, parts, strict=True)
    ]
    columns = [
        pl.Series(name, values, dtype=pl.Float64)
        for name, values in zip(names, zip(*rates, strict=True), strict=True)
    ]
    return frame.with_columns(columns)


def _shared(whole: Rate, among: int) -> tuple[float | None, float, float]:
    estimate = None if whole.estimate is None else whole.estimate / among
    return estimate, whole.low / among, whole.high / among

"""Intervals of clustered rates and means once more: NumPy over single sessions, SciPy's laws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats


def ends_of_rate(successes: float, trials: float) -> tuple[float, float]:
    """Wilson's interval, or the exact one where successes or failures are fewer than ten."""
    if trials == 0:
        return 0.0, 1.0
    failures = trials - successes
    if min(successes, failures) < 10:
        low = stats.beta.ppf(0.025, successes, failures + 1) if successes > 0 else 0.0
        high = stats.beta.ppf(0.975, successes + 1, failures) if failures > 0 else 1.0
        return low, high
    z, p = stats.norm.ppf(0.975), successes / trials
    middle = (p + z * z / 2 / trials) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + (z / 2 / trials) ** 2)
    return middle - half, middle + half


def error_of_ratio(y: np.ndarray, x: np.ndarray) -> float | None:
    """Return the standard error of sum y / sum x, from the deviations of single sessions."""
    y, x = y[x > 0], x[x > 0]
    if len(x) < 2:
        return None
    deviations = y - y.sum() / x.sum() * x
    return math.sqrt((deviations**2).sum() * len(x) / (len(x) - 1)) / x.sum()


def effective_trials(y: list[int], x: list[int]) -> float:
    y, x = np.array(y, float), np.array(x, float)
    if x.sum() == 0:
        return 0.0
    share = y.sum() / x.sum()
    fewest = x.sum() ** 2 / (x**2).sum()
    telling = min((y > 0).sum(), (y < x).sum())
    error = error_of_ratio(y, x)
    trials = fewest
    if telling >= 2 and error:
        found = min(share * (1 - share) / error**2, x.sum())
        ratio = stats.norm.ppf(0.975) / stats.t.ppf(0.975, telling - 1)
        trials = max(found * ratio**2, min(found, fewest))
    return trials


def ends_of_clustered_rate(y: list[int], x: list[int]) -> tuple[float, float]:
    trials = effective_trials(y, x)
    return ends_of_rate(trials * sum(y) / max(sum(x), 1), trials)


def ends_of_mean(y: list[int], x: list[int]) -> tuple[float | None, float | None]:
    y, x = np.array(y, float), np.array(x, float)
    error = error_of_ratio(y, x)
    if not error:
        return None, None
    half = stats.t.ppf(0.975, (x > 0).sum() - 1) * error
    return y.sum() / x.sum() - half, y.sum() / x.sum() + half


def ends_of_bounded_mean(y: list[int], x: list[int], most: float) -> tuple[Any, Any]:
    low, high = ends_of_mean(y, x)
    y, x = np.array(y, float), np.array(x, float)
    if x.sum() == 0:
        return None, None
    mean = y.sum() / x.sum()
    if low is not None and high - low < min(mean, most - mean):
        return low, high
    trials = (x > 0).sum()
    successes = trials * mean / most
    low = stats.beta.ppf(0.025, successes, trials - successes + 1) if successes > 0 else 0.0
    high = stats.beta.ppf(0.975, successes + 1, trials - successes) if successes < trials else 1.0
    return most * low, most * high


def assert_rate(row: dict, prefix: str, y: list[int], x: list[int], clustered: bool) -> None:
    """See that a row has the rate of counts a session."""
    successes, trials = sum(y), sum(x)
    ends = ends_of_clustered_rate(y, x) if clustered else ends_of_rate(successes, trials)
    assert row[f"{prefix}rate"] == (successes / trials if trials else None)
    assert (row[f"{prefix}low"], row[f"{prefix}high"]) == pytest.approx(ends, rel=1e-7, abs=1e-9)
    if clustered:
        assert row[f"{prefix}trials"] == pytest.approx(effective_trials(y, x))


def assert_mean(row: dict, names: tuple[str, str, str], y: list, x: list, scale: float = 1) -> None:
    mean, low, high = (row[name] for name in names)
    assert mean == (pytest.approx(scale * sum(y) / sum(x)) if sum(x) else None)
    wanted_low, wanted_high = ends_of_mean(y, x)
    if wanted_low is None:
        assert (low, high) == (None, None)
    else:
        assert (low, high) == pytest.approx((scale * wanted_low, scale * wanted_high), rel=1e-7)


def rows_by(frame: pl.DataFrame, *keys: str) -> dict:
    found = {tuple(row[key] for key in keys): row for row in frame.iter_rows(named=True)}
    assert len(found) == len(frame), "rows are distinct"
    return found

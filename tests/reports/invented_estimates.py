"""Rates and means of invented runs, with intervals by SciPy, as columns of tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from pipelines.intervals import bounded_interval

LEVEL = 0.95


def wilson(successes: int, n: int) -> tuple[float | None, float, float]:
    if n == 0:
        return None, 0.0, 1.0
    method = "exact" if min(successes, n - successes) < 10 else "wilson"
    interval = stats.binomtest(successes, n).proportion_ci(LEVEL, method=method)
    return successes / n, float(interval.low), float(interval.high)


def family(name: str, successes: int, n: int) -> dict[str, Any]:
    rate, low, high = wilson(successes, n)
    return {name: successes, f"{name}_rate": rate, f"{name}_low": low, f"{name}_high": high}


def columns(successes: int, n: int) -> dict[str, Any]:
    rate, low, high = wilson(successes, n)
    return {"rate": rate, "low": low, "high": high}


def mean_of(
    sums: np.ndarray, scale: float
) -> tuple[float, float | None, float | None, float | None]:
    """Mean of cluster sums times `scale`, its standard error and interval."""
    mean = float(sums.mean()) * scale
    if sums.size < 2:
        return mean, None, None, None
    error = float(sums.std(ddof=1)) / float(np.sqrt(sums.size)) * scale
    if error == 0:
        return mean, error, None, None
    half = float(stats.t.ppf((1 + LEVEL) / 2, sums.size - 1)) * error
    return mean, error, mean - half, mean + half


def within_0_and_1(shares: np.ndarray) -> tuple[float, float | None, float, float]:
    """Mean of shares, its standard error and interval."""
    mean, error, _, _ = mean_of(shares, 1.0)
    low, high = bounded_interval(
        clusters=shares.size, estimate=mean, standard_error=error, most=1.0, level=LEVEL
    )
    return mean, error, low, high


def location(own: np.ndarray) -> dict[str, Any]:
    mean, error, low, high = mean_of(own, 1.0)
    ordered = np.sort(own)
    return {
        "sessions": own.size,
        "mean": mean,
        "standard_error": error,
        "mean_low": low,
        "mean_high": high,
        "sd": float(own.std(ddof=1)) if own.size > 1 else None,
        "min": int(own.min()),
        "max": int(own.max()),
        **{
            f"q{percent:02d}": int(ordered[max(0, int(np.ceil(percent / 100 * own.size)) - 1)])
            for percent in (1, 5, 25, 50, 75, 95, 99)
        },
        **family("ahead", int((own > 0).sum()), own.size),
        **family("level", int((own == 0).sum()), own.size),
        **family("behind", int((own < 0).sum()), own.size),
    }

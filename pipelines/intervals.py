"""Interval estimates from whole numbers: of probabilities, and of means over clusters.

Counts and sums arrive as Python integers of any size and stay exact until the last division.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Final

__all__ = [
    "LEVEL",
    "RARE",
    "Mean",
    "Rate",
    "bounded_interval",
    "clopper_pearson",
    "interval_of_rate",
    "mean_of_clusters",
    "rate",
    "standard_deviation",
    "student_quantile",
    "wilson",
]

LEVEL: Final = 0.95
"""Confidence level of every printed interval."""

RARE: Final = 10
"""With fewer successes or failures than this a rate gets the exact interval.

There Wilson's interval covers too little for some probabilities (down to about 0.84 instead of
0.95 near n p = 0.2: Brown, Cai and DasGupta, Statistical Science 16 (2001) 101, section 4).
"""


@dataclass(frozen=True, kw_only=True)
class Rate:
    """How often something happened among a number of trials.

    Attributes
    ----------
    successes, trials : int
        The counts.
    estimate : float or None
        successes / trials, a probability; None without a trial.
    low, high : float
        Ends of the interval, in [0, 1]; 0 and 1 without a trial, when nothing is known.
    effective : float or None
        How many independent trials would tell as much, where the trials are not independent.
    """

    successes: int
    trials: int
    estimate: float | None
    low: float
    high: float
    effective: float | None = None

    def shared(self, among: int) -> Rate:
        """Return the rate of each of so many, at most one of whom succeeds in a trial.

        Examples
        --------
        >>> rate(10, 100).shared(2).estimate
        0.05
        """
        return replace(
            self,
            estimate=None if self.estimate is None else self.estimate / among,
            low=self.low / among,
            high=self.high / among,
        )


@dataclass(frozen=True, kw_only=True)
class Mean:
    """A mean over independent clusters, in the unit of the clusters' values.

    Attributes
    ----------
    clusters : int
        Number of clusters.
    estimate : float or None
        Sum of the clusters' values / clusters; None without a cluster.
    standard_error : float or None
        Of the estimate; None with fewer than two clusters.
    low, high : float or None
        Ends of the interval; None where the clusters show no spread from which to tell one:
        fewer than two of them, or all of equal value.
    """

    clusters: int
    estimate: float | None
    standard_error: float | None
    low: float | None
    high: float | None

    def per(self, parts: int) -> Mean:
        """Return the mean per part of clusters that each have this many equal parts.

        Examples
        --------
        >>> mean_of_clusters(clusters=4, total=32, squares=320).per(8).estimate
        1.0
        """
        scaled = [
            None if value is None else value / parts
            for value in (self.estimate, self.standard_error, self.low, self.high)
        ]
        estimate, standard_error, low, high = scaled
        return Mean(
            clusters=self.clusters,
            estimate=estimate,
            standard_error=standard_error,
            low=low,
            high=high,
        )

    def within(self, most: float, level: float = LEVEL) -> Mean:
        """Return the mean with the interval of values that lie between 0 and ``most``.

        See `bounded_interval`; there is one as soon as there is a cluster.

        Examples
        --------
        >>> never = mean_of_clusters(clusters=10, total=0, squares=0).within(1)
        >>> never.low, round(never.high, 4)
        (0.0, 0.3085)
        """
        if self.estimate is None:
            return self
        low, high = bounded_interval(
            clusters=self.clusters,
            estimate=self.estimate,
            standard_error=self.standard_error,
            most=most,
            level=level,
        )
        return replace(self, low=low, high=high)


def rate(successes: int, trials: int, level: float = LEVEL) -> Rate:
    """Return a rate with Wilson's interval, or the exact one where either outcome is rare.

    Parameters
    ----------
    successes, trials : int
        0 <= successes <= trials.
    level : float
        Confidence level in (0, 1).

    Examples
    --------
    >>> once_in_ten = rate(1, 10)
    >>> once_in_ten.estimate, round(once_in_ten.low, 4), round(once_in_ten.high, 4)
    (0.1, 0.0025, 0.445)
    >>> rate(0, 0)
    Rate(successes=0, trials=0, estimate=None, low=0.0, high=1.0, effective=None)
    """
    low, high = interval_of_rate(successes, trials, level)
    return Rate(
        successes=successes,
        trials=trials,
        estimate=successes / trials if trials else None,
        low=low,
        high=high,
    )


def interval_of_rate(successes: float, trials: float, level: float = LEVEL) -> tuple[float, float]:
    """Return Wilson's interval, or the exact one where either outcome is rare.

    Effective numbers of trials, and successes among them, need not be whole.

    Examples
    --------
    >>> [round(end, 4) for end in interval_of_rate(1.5, 10.5)]
    [0.0105, 0.4844]
    """
    rare = min(successes, trials - successes) < RARE
    interval = clopper_pearson if rare else wilson
    return interval(successes, trials, level)


def wilson(successes: float, trials: float, level: float = LEVEL) -> tuple[float, float]:
    """Return Wilson's score interval of a probability.

    Its ends are the roots p of n (s/n - p)^2 = z^2 p (1 - p) (Wilson, Journal of the American
    Statistical Association 22 (1927) 209). The lower end is written as the product of the roots
    over the greater one, and the upper end as one minus the lower end for failures where those
    are fewer: no term is ever the difference of two nearly equal numbers.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(50, 100)]
    [0.4038, 0.5962]
    """
    _check_counts(successes, trials, level)
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + level / 2)
    failures = trials - successes
    root = z * math.sqrt(successes * failures / trials + z * z / 4)

    def lower_end(count: float) -> float:
        return count * count / trials / (count + z * z / 2 + root)

    low, high = lower_end(successes), 1 - lower_end(failures)
    if successes < failures:
        high = (successes + z * z / 2 + root) / (trials + z * z)
    return low, min(high, 1.0)


def clopper_pearson(successes: float, trials: float, level: float = LEVEL) -> tuple[float, float]:
    """Return the exact interval of a probability: each tail holds at most half of 1 - level.

    The ends are quantiles of beta distributions (Clopper and Pearson, Biometrika 26 (1934) 404),
    taken for the rarer of the two outcomes, where they keep all their digits.

    Examples
    --------
    >>> [round(end, 4) for end in clopper_pearson(0, 10)]
    [0.0, 0.3085]
    """
    _check_counts(successes, trials, level)
    return _exact_ends(successes, trials - successes, level)


def _exact_ends(successes: float, failures: float, level: float) -> tuple[float, float]:
    """Return the ends of the exact interval; the beta quantiles also exist between counts."""
    if failures < successes:
        low, high = _exact_ends(failures, successes, level)
        return 1 - high, 1 - low
    # Not at the top: workers that count need no quantiles, and this takes as long as Polars.
    from scipy import special

    tail = (1 - level) / 2
    low = float(special.betaincinv(successes, failures + 1, tail)) if successes else 0.0
    high = float(special.betainccinv(successes + 1, failures, tail)) if failures else 1.0
    return low, high


def mean_of_clusters(*, clusters: int, total: int, squares: int, level: float = LEVEL) -> Mean:
    """Return the mean of independent clusters with Student's t interval.

    "Student", Biometrika 6 (1908) 1: estimate +- t(clusters - 1) * s / sqrt(clusters). The sum
    of squared deviations is formed in whole numbers, so that it cannot cancel.

    Parameters
    ----------
    clusters : int
        Number of clusters, such as sessions.
    total, squares : int
        Sum of the clusters' values and of the squares of these values.
    level : float
        Confidence level in (0, 1).

    Examples
    --------
    >>> heights = mean_of_clusters(clusters=3, total=6, squares=14)
    >>> heights.estimate, round(heights.standard_error, 4), round(heights.high, 4)
    (2.0, 0.5774, 4.4841)
    """
    if clusters == 0:
        return Mean(clusters=0, estimate=None, standard_error=None, low=None, high=None)
    estimate = total / clusters
    error = _standard_error(clusters, total, squares)
    low = high = None
    if error:
        margin = student_quantile(clusters, level) * error
        low, high = estimate - margin, estimate + margin
    return Mean(
        clusters=clusters,
        estimate=estimate,
        standard_error=error,
        low=low,
        high=high,
    )


def student_quantile(clusters: int, level: float = LEVEL) -> float:
    """Return t such that Student's law of so many clusters holds ``level`` between -t and t.

    It has clusters - 1 degrees of freedom; there must be two clusters at least.

    Examples
    --------
    >>> round(student_quantile(2), 3), round(student_quantile(1_000_000), 3)
    (12.706, 1.96)
    """
    from scipy import special

    return float(special.stdtrit(clusters - 1, 0.5 + level / 2))


def bounded_interval(
    *,
    clusters: int,
    estimate: float,
    standard_error: float | None,
    most: float,
    level: float = LEVEL,
) -> tuple[float, float]:
    """Return an interval for the mean of clusters whose values lie between 0 and ``most``.

    It never leaves 0 to ``most``, and it exists for one cluster and for clusters of equal value.

    Student's interval is taken where even one of twice its width stays strictly inside. Nearer
    to an end the values are too skew for it, or do not vary at all. There the interval is the one
    of Clopper and Pearson for estimate / most, with clusters for trials: a value between 0 and
    ``most`` varies at most as much as one of the same mean that is either 0 or ``most``
    (Bhatia and Davis, American Mathematical Monthly 107 (2000) 353), so that it is rather too
    wide than too narrow.

    Parameters
    ----------
    clusters : int
        Number of clusters, 1 at least.
    estimate : float
        Mean of the clusters' values.
    standard_error : float or None
        Of the estimate; None if there is one cluster.
    most : float
        The greatest value that a cluster can have.
    level : float
        Confidence level in (0, 1).

    Examples
    --------
    >>> [round(end, 4) for end in clopper_pearson(1, 5)]
    [0.0051, 0.7164]
    >>> once_in_five = bounded_interval(clusters=5, estimate=0.2, standard_error=0.2, most=1)
    >>> [round(end, 4) for end in once_in_five]
    [0.0051, 0.7164]
    """
    if standard_error:
        margin = student_quantile(clusters, level) * standard_error
        if 2 * margin < min(estimate, most - estimate):
            return estimate - margin, estimate + margin
    successes = min(clusters * (estimate / most), float(clusters))
    low, high = _exact_ends(successes, clusters - successes, level)
    return most * low, most * high


def standard_deviation(count: int, total: int, squares: int) -> float | None:
    """Return the sample standard deviation (divisor count - 1); None with fewer than two values.

    Examples
    --------
    >>> standard_deviation(count=3, total=6, squares=14)
    1.0
    """
    if count < 2:
        return None
    return math.sqrt((count * squares - total * total) / (count * (count - 1)))


def _standard_error(clusters: int, total: int, squares: int) -> float | None:
    deviation = standard_deviation(clusters, total, squares)
    return None if deviation is None else deviation / math.sqrt(clusters)


def _check_counts(successes: float, trials: float, level: float) -> None:
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials: not possible")
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; it must lie strictly between 0 and 1")

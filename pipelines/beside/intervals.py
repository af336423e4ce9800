"""Intervals of differences: of independent estimates, of paired ones, and whatever binds them.

The difference of two rates has its interval from those of the rates themselves (the square-and-add
method, MOVER), which works for rare events as for common ones. For estimates r and r' with
intervals l to u and l' to u', whose errors have the correlation c, the lower end of r' - r lies

    sqrt((r' - l')^2 + (u - r)^2 - 2 c (r' - l') (u - r))

below it, and the upper end likewise. With c = 0 and Wilson's intervals this is method 10 of
Newcombe, Statistics in Medicine 17 (1998) 873, for independent rates; for paired ones it is method
10 of Newcombe, ibid. 2635; in general see Zou and Donner, ibid. 27 (2008) 1693.

Means of independent runs are compared by Welch's interval (Biometrika 34 (1947) 28) with
Satterthwaite's degrees of freedom (Biometrics Bulletin 2 (1946) 110).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pipelines.intervals import clopper_pearson

__all__ = [
    "NOTHING_KNOWN",
    "Interval",
    "MeanOfRun",
    "RateOfRun",
    "any_dependence",
    "few_differing",
    "mover",
    "student",
    "welch",
]

Interval = tuple[float, float]

NOTHING_KNOWN: Final[Interval] = (-1.0, 1.0)
"""Where nothing is known of a difference of rates."""


@dataclass(frozen=True, kw_only=True)
class RateOfRun:
    """A rate in one run, with the ends of its interval at some level."""

    rate: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class MeanOfRun:
    """A mean in one run, its standard error, and the independent clusters that tell it."""

    mean: float
    standard_error: float
    clusters: int


def mover(first: RateOfRun, other: RateOfRun, correlation: float = 0.0) -> Interval:
    """Return the interval of how much higher the other rate is.

    Parameters
    ----------
    first, other : RateOfRun
        With intervals of the level that is wanted.
    correlation : float
        Of their errors; 0 if they are independent.

    Examples
    --------
    Newcombe 1998, table II, example (a): 56 of 70 less 48 of 80.

    >>> from pipelines.intervals import wilson
    >>> rates = [RateOfRun(rate=s / n, low=wilson(s, n)[0], high=wilson(s, n)[1])
    ...          for s, n in ((48, 80), (56, 70))]
    >>> [round(end, 4) for end in mover(*rates)]
    [0.0524, 0.3339]
    """
    difference = other.rate - first.rate
    below = _root(other.rate - other.low, first.high - first.rate, correlation)
    above = _root(other.high - other.rate, first.rate - first.low, correlation)
    return max(-1.0, difference - below), min(1.0, difference + above)


def _root(one: float, other: float, correlation: float) -> float:
    return math.sqrt(max(0.0, one * one + other * other - 2 * correlation * one * other))


def few_differing(differing: int, units: int, most: int, trials: int, level: float) -> Interval:
    """Return a bound of a difference of paired rates that differ in very few units.

    No more than each differing unit can change the difference, and how many differ has the exact
    interval: so the true one lies between both signs of the most that these can bring.

    Parameters
    ----------
    differing, units : int
        Units that differ, and all units.
    most : int
        The most deals that a unit has.
    trials : int
        What the rate is counted among, in the run where that is less.
    level : float
        Confidence level in (0, 1).

    Examples
    --------
    >>> few_differing(0, 1000, 1, 1000, 0.95)[1] == clopper_pearson(0, 1000)[1]
    True
    """
    _, share = clopper_pearson(differing, units, level)
    bound = min(1.0, share * units * most / trials)
    return -bound, bound


def any_dependence(first: Interval, other: Interval) -> Interval:
    """Return an interval of the other less the first, however they depend on each other.

    Both intervals hold at once with the probability 1 - a if each holds with 1 - a / 2
    (Bonferroni); then the difference is between the differences of their ends.

    Examples
    --------
    >>> any_dependence((0.25, 0.5), (0.5, 1.0))
    (0.0, 0.75)
    """
    return other[0] - first[1], other[1] - first[0]


def student(difference: float, standard_error: float, units: int, level: float) -> Interval:
    """Return Student's interval of a difference over so many paired units."""
    return _student(difference, standard_error, units - 1, level)


def welch(first: MeanOfRun, other: MeanOfRun, level: float) -> Interval | None:
    """Return Welch's interval of how much greater the other of two independent means is.

    None where neither run shows any spread.

    Examples
    --------
    >>> one = MeanOfRun(mean=0.0, standard_error=0.3, clusters=10)
    >>> other = MeanOfRun(mean=1.0, standard_error=0.4, clusters=20)
    >>> [round(end, 3) for end in welch(one, other, 0.95)]
    [-0.025, 2.025]
    """
    variances = [each.standard_error**2 for each in (first, other)]
    both = sum(variances)
    if not both:
        return None
    spread = sum(
        variance**2 / (each.clusters - 1)
        for variance, each in zip(variances, (first, other), strict=True)
        if variance
    )
    return _student(other.mean - first.mean, math.sqrt(both), both**2 / spread, level)


def _student(difference: float, standard_error: float, freedom: float, level: float) -> Interval:
    # Not at the top: commands that compare nothing need no quantiles.
    from scipy import special

    margin = float(special.stdtrit(freedom, 0.5 + level / 2)) * standard_error
    return difference - margin, difference + margin

"""Rates and means of deals that depend on each other within a session.

With a pool, with chips that can run out, or with a pack that is not shuffled, the deals of a
session are no independent trials; its sessions still are. So every rate and every mean is a ratio
R = sum y / sum x of two sums over sessions, and its error comes from how much these differ.

The variance is that of the ratio estimator, by linearisation ("delta method"): with c clusters

    v(R) = c / (c - 1) * sum (y - R x)^2 / (sum x)^2

(Cochran, Sampling Techniques, 3rd edition, 1977: chapter 6, and section 3.12 for proportions).
Sums of y, x and their products tell it, all in whole numbers.

Where y counts some of the x trials, the interval is that of a rate among independent trials, with
their number replaced by the effective one, R (1 - R) / v: Wilson's as in Franco, Little, Louis and
Slud (Journal of Survey Statistics and Methodology 7 (2019) 334), the exact one as in Korn and
Graubard (Survey Methodology 24 (1998) 193).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from statistics import NormalDist

from pipelines.intervals import LEVEL, Mean, Rate, interval_of_rate, student_quantile

__all__ = ["RatioSums", "rate_of_clusters", "ratio_of_clusters"]


@dataclass(frozen=True, kw_only=True)
class RatioSums:
    """Sums over clusters, such as sessions, of two whole numbers y and x that each of them has.

    Attributes
    ----------
    y, x : int
        The sums themselves; no x is negative.
    yy, xy, xx : int
        Sums of products.
    clusters : int
        Clusters with x > 0: the others say nothing of the ratio.
    some, rest : int
        Clusters with y > 0, and with y < x: where y counts successes among x trials, those that
        show a success, and those that show a failure.
    """

    y: int
    x: int
    yy: int
    xy: int
    xx: int
    clusters: int
    some: int
    rest: int

    def __add__(self, other: RatioSums) -> RatioSums:
        """Return the sums over these clusters and others.

        Examples
        --------
        >>> one = RatioSums(y=1, x=2, yy=1, xy=2, xx=4, clusters=1, some=1, rest=1)
        >>> (one + one).x, (one + one).xx
        (4, 8)
        """
        names = (each.name for each in fields(self))
        return RatioSums(**{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def ratio(self) -> float | None:
        """The ratio of the two sums; None where x is 0 throughout."""
        return self.y / self.x if self.x else None

    @property
    def variance(self) -> float | None:
        """Estimated variance of the ratio; None with fewer than two clusters."""
        if self.clusters < 2:
            return None
        # The sum of (y X - Y x)^2, with X and Y the two sums: whole numbers, so nothing cancels.
        squares = self.x**2 * self.yy - 2 * self.x * self.y * self.xy + self.y**2 * self.xx
        return squares * self.clusters / ((self.clusters - 1) * self.x**4)


def ratio_of_clusters(sums: RatioSums, level: float = LEVEL) -> Mean:
    """Return a ratio of sums over clusters, such as units per deal, with Student's t interval.

    Equal x make it the mean of `pipelines.intervals.mean_of_clusters`, divided by x.

    Examples
    --------
    >>> sums = RatioSums(y=6, x=6, yy=14, xy=12, xx=12, clusters=3, some=3, rest=1)
    >>> mean = ratio_of_clusters(sums)
    >>> mean.estimate, round(mean.standard_error, 4), round(mean.high, 4)
    (1.0, 0.2887, 2.2421)
    """
    estimate, variance = sums.ratio, sums.variance
    error = low = high = None
    if estimate is not None and variance is not None:
        error = math.sqrt(variance)
    if estimate is not None and error:
        margin = student_quantile(sums.clusters, level) * error
        low, high = estimate - margin, estimate + margin
    return Mean(clusters=sums.clusters, estimate=estimate, standard_error=error, low=low, high=high)


def rate_of_clusters(
    sums: RatioSums, level: float = LEVEL, independent: float | None = None
) -> Rate:
    """Return how often something happened among trials that belong together in clusters.

    Parameters
    ----------
    sums : RatioSums
        y counts the successes of a cluster, x its trials.
    level : float
        Confidence level in (0, 1).
    independent : float, optional
        Into how many groups of equal size, independent of each other, the trials fall at the
        least; if that is not known, as many as if all trials of a cluster were one and the same.

    Examples
    --------
    >>> sums = RatioSums(y=40, x=80, yy=320, xy=320, xx=640, clusters=10, some=5, rest=5)
    >>> all_or_nothing = rate_of_clusters(sums)  # five clusters of 8 successes, five of 8 failures
    >>> round(all_or_nothing.low, 3), round(all_or_nothing.high, 3)
    (0.173, 0.827)
    """
    if not sums.x:
        return Rate(successes=0, trials=0, estimate=None, low=0.0, high=1.0, effective=0.0)
    if independent is None:
        independent = sums.x**2 / sums.xx
    trials = _effective_trials(sums, level, independent)
    low, high = interval_of_rate(trials * (sums.y / sums.x), trials, level)
    return Rate(
        successes=sums.y,
        trials=sums.x,
        estimate=sums.ratio,
        low=low,
        high=high,
        effective=trials,
    )


def _effective_trials(sums: RatioSums, level: float, independent: float) -> float:
    """Return how many independent trials would tell the rate as exactly as the clusters do.

    Only clusters that show the rarer outcome tell how strongly it comes in clumps. As Korn and
    Graubard do for few clusters, their number enters through Student's t. With one or none of
    them, and wherever this would be less, all trials that may depend on each other are taken for
    one and the same; and trials are never taken for more than they are.
    """
    telling = min(sums.some, sums.rest)
    variance = sums.variance
    if telling < 2 or not variance:
        return independent
    rate = sums.y / sums.x
    estimated = min(rate * (1 - rate) / variance, float(sums.x))
    normal = NormalDist().inv_cdf(0.5 + level / 2)
    certain = estimated * (normal / student_quantile(telling, level)) ** 2
    return max(certain, min(estimated, independent))

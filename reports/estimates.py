"""Shares and means as the tables state them, and what may be claimed from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from pipelines.intervals import bounded_interval, interval_of_rate, rate, student_quantile


@dataclass(frozen=True, kw_only=True)
class Share:
    """A proportion with its interval.

    Attributes
    ----------
    successes, of
        Counts: `successes` of `of`.
    rate
        ``successes / of``, probability in [0, 1]; None when `of` is 0.
    low, high
        Ends of the interval; 0 and 1 when nothing is known.
    trials
        How many independent trials would tell the share as exactly, where those that were counted
        depend on each other; None: they do not.
    """

    successes: int
    of: int
    rate: float | None
    low: float
    high: float
    trials: float | None = None

    @classmethod
    def from_family(cls, row: Mapping[str, Any], family: str, of: str) -> Self:
        """Read ``family``, ``family_rate``, ``family_low``, ``family_high`` of a table's row."""
        return cls(
            successes=row[family],
            of=row[of],
            rate=row[f"{family}_rate"],
            low=row[f"{family}_low"],
            high=row[f"{family}_high"],
            trials=row.get(f"{family}_trials"),
        )

    @classmethod
    def from_columns(cls, row: Mapping[str, Any], successes: str, of: str) -> Self:
        """Read a row whose interval stands in the columns ``rate``, ``low`` and ``high``."""
        return cls(
            successes=row[successes],
            of=row[of],
            rate=row["rate"],
            low=row["low"],
            high=row["high"],
            trials=row.get("trials"),
        )

    @classmethod
    def from_share(cls, row: Mapping[str, Any], successes: str, of: str, prefix: str = "") -> Self:
        """Read a row with the columns ``share``, ``low`` and ``high``, all behind a prefix."""
        return cls(
            successes=row[successes],
            of=row[of],
            rate=row[f"{prefix}share"],
            low=row[f"{prefix}low"],
            high=row[f"{prefix}high"],
            trials=row.get(f"{prefix}trials"),
        )

    @property
    def value(self) -> float | None:
        """The estimate, under the name that shares and means have in common."""
        return self.rate

    def interval(self, level: float) -> tuple[float, float]:
        """Work the interval out anew, at another level."""
        if self.trials is not None and self.rate is not None:
            return interval_of_rate(self.trials * self.rate, self.trials, level)
        found = rate(self.successes, self.of, level)
        return found.low, found.high


@dataclass(frozen=True, kw_only=True)
class Mean:
    """A mean with Student's interval.

    Attributes
    ----------
    value, low, high
        Estimate and interval; the ends are None where the clusters show no spread: one of them,
        or all of equal value.
    clusters
        How many independent values it is the mean of.
    """

    value: float | None
    low: float | None
    high: float | None
    clusters: int

    @classmethod
    def from_row(
        cls, row: Mapping[str, Any], value: str, low: str, high: str, clusters: str = "sessions"
    ) -> Self:
        """Read the four named columns of a table's row."""
        return cls(value=row[value], low=row[low], high=row[high], clusters=row[clusters])


@dataclass(frozen=True, kw_only=True)
class BoundedMean(Mean):
    """A mean of values between 0 and `most`, with the interval of `bounded_interval`."""

    standard_error: float | None
    most: float


Estimate = Share | Mean
AnyEstimate = TypeVar("AnyEstimate", Share, Mean, BoundedMean)


def simultaneous(estimate: Estimate, comparisons: int, level: float) -> tuple[float, float] | None:
    """Give the interval widened so that `comparisons` of them hold at once (Bonferroni).

    Each holds with the probability 1 - (1 - level) / comparisons: that of a share is worked out
    anew from its trials, that of a mean stretched by the ratio of Student's quantiles. None when
    the estimate or its interval is missing.

    >>> share = Share(successes=50, of=100, rate=0.5, low=0.4038, high=0.5962)
    >>> [round(end, 3) for end in simultaneous(share, 4, 0.95)]
    [0.379, 0.621]
    >>> mean = Mean(value=0.0, low=-12.706, high=12.706, clusters=2)
    >>> [round(end, 1) for end in simultaneous(mean, 4, 0.95)]
    [-50.9, 50.9]
    """
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return None
    stricter = 1 - (1 - level) / max(1, comparisons)
    if isinstance(estimate, Share):
        return estimate.interval(stricter)
    if isinstance(estimate, BoundedMean):
        return bounded_interval(
            clusters=estimate.clusters,
            estimate=estimate.value,
            standard_error=estimate.standard_error,
            most=estimate.most,
            level=stricter,
        )
    if estimate.clusters < 2:
        return estimate.low, estimate.high
    stretch = student_quantile(estimate.clusters, stricter)
    stretch /= student_quantile(estimate.clusters, level)
    return (
        estimate.value - stretch * (estimate.value - estimate.low),
        estimate.value + stretch * (estimate.high - estimate.value),
    )


def side_of(estimate: Estimate, reference: float, level: float, comparisons: int = 1) -> int | None:
    """Tell on which side of `reference` the true value lies: -1 below, +1 above, None: unknown."""
    interval = simultaneous(estimate, comparisons, level)
    if interval is None:
        return None
    if interval[1] < reference:
        return -1
    return 1 if interval[0] > reference else None


@dataclass(frozen=True, kw_only=True)
class Extremes:
    """The highest and the lowest of several estimates, which differ.

    Attributes
    ----------
    highest, lowest
        Their places.
    alone
        Whether each of the two also differs from all others, so that "most" and "least" are true.
    """

    highest: int
    lowest: int
    alone: bool


def extremes(estimates: Sequence[AnyEstimate], level: float, *, times: int = 1) -> Extremes | None:
    """Find the highest and the lowest estimate, if they can be told apart.

    They can when their intervals, widened for all the values compared, do not overlap; `times` is
    how many such comparisons the finding was chosen from.
    """
    known = [place for place, estimate in enumerate(estimates) if estimate.value is not None]
    intervals = {
        place: interval
        for place in known
        if (interval := simultaneous(estimates[place], len(known) * times, level)) is not None
    }
    if len(known) < 2 or len(intervals) < len(known):
        return None
    order = sorted(known, key=lambda place: estimates[place].value or 0.0)
    lowest, highest = order[0], order[-1]

    def apart(low: int, high: int) -> bool:
        return intervals[low][1] < intervals[high][0]

    if not apart(lowest, highest):
        return None
    alone = all(apart(lowest, place) for place in order[1:])
    alone = alone and all(apart(place, highest) for place in order[:-1])
    return Extremes(highest=highest, lowest=lowest, alone=alone)

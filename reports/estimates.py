"""Shares and means as the tables state them, and what may be claimed from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Self, TypeVar


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
    """

    successes: int
    of: int
    rate: float | None
    low: float
    high: float

    @classmethod
    def from_family(cls, row: Mapping[str, Any], family: str, of: str) -> Self:
        """Read ``family``, ``family_rate``, ``family_low``, ``family_high`` of a table's row."""
        return cls(
            successes=row[family],
            of=row[of],
            rate=row[f"{family}_rate"],
            low=row[f"{family}_low"],
            high=row[f"{family}_high"],
        )

    @classmethod
    def from_columns(cls, row: Mapping[str, Any], successes: str, of: str) -> Self:
        """Read a row whose interval stands in the columns ``rate``, ``low`` and ``high``."""
        return cls(
            successes=row[successes], of=row[of], rate=row["rate"], low=row["low"], high=row["high"]
        )

    @property
    def value(self) -> float | None:
        """The estimate, under the name that shares and means have in common."""
        return self.rate


@dataclass(frozen=True, kw_only=True)
class Mean:
    """A mean with its interval, which is None where the sample allows none (one session)."""

    value: float | None
    low: float | None
    high: float | None

    @classmethod
    def from_row(cls, row: Mapping[str, Any], value: str, low: str, high: str) -> Self:
        """Read the three named columns of a table's row."""
        return cls(value=row[value], low=row[low], high=row[high])


Estimate = Share | Mean
AnyEstimate = TypeVar("AnyEstimate", Share, Mean)


def simultaneous(estimate: Estimate, comparisons: int, level: float) -> tuple[float, float] | None:
    """Give the interval widened so that `comparisons` of them hold at once (Bonferroni).

    The two arms are stretched by the ratio of normal quantiles, which is exact for a normal
    estimate and close for a Wilson interval. None when the estimate or its interval is missing.

    >>> share = Share(successes=50, of=100, rate=0.5, low=0.4, high=0.6)
    >>> [round(end, 3) for end in simultaneous(share, 4, 0.95)]
    [0.373, 0.627]
    """
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return None
    normal, error = NormalDist(), 1 - level
    stretch = normal.inv_cdf(1 - error / (2 * max(1, comparisons))) / normal.inv_cdf(1 - error / 2)
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

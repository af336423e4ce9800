"""From what two runs show to their differences, each with intervals and a verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pipelines.beside.dependence import INDEPENDENT, PAIRED, Dependence
from pipelines.beside.intervals import (
    Interval,
    MeanOfRun,
    RateOfRun,
    any_dependence,
    few_differing,
    mover,
    student,
    welch,
)
from pipelines.beside.pair_sums import PairSums
from pipelines.beside.quantities import Quantity
from pipelines.intervals import RARE, interval_of_rate, rate
from pipelines.tables import Tables

__all__ = ["Between", "Found", "found_in", "interval_between"]

_MANY: Final = 100
"""Fewer units that differ do not tell the spread of a difference of means: it may be skewed."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a run's tables say of a quantity.

    Attributes
    ----------
    y, x : int
        Its two sums.
    value : float or None
        y / x.
    effective : float or None
        Of a rate: independent trials that would tell as much, where those counted are not
        independent.
    standard_error : float or None
        Of a mean.
    clusters : int
        Of a mean: independent sessions.
    """

    y: int
    x: int
    value: float | None
    effective: float | None = None
    standard_error: float | None = None
    clusters: int = 0

    def rate_at(self, level: float) -> RateOfRun:
        """Return the rate with its interval at some level; there must be a trial."""
        assert self.value is not None
        if self.effective is None:
            found = rate(self.y, self.x, level)
            return RateOfRun(rate=self.value, low=found.low, high=found.high)
        low, high = interval_of_rate(self.effective * self.value, self.effective, level)
        return RateOfRun(rate=self.value, low=low, high=high)

    @property
    def mean(self) -> MeanOfRun | None:
        """The mean with its error; None where there are fewer than two clusters."""
        if self.value is None or self.standard_error is None:
            return None
        return MeanOfRun(
            mean=self.value, standard_error=self.standard_error, clusters=self.clusters
        )


@dataclass(frozen=True, kw_only=True)
class Between:
    """Two runs as far as one quantity is concerned.

    Attributes
    ----------
    quantity : Quantity
    first, other : Found
        What the tables of each say.
    dependence : {"paired", "independent", "unknown"}
    sums : PairSums or None
        Over the units of both, where these are paired.
    deals_a_unit : int
    same : bool
        Whether both runs are the same deals of the same experiment.
    """

    quantity: Quantity
    first: Found
    other: Found
    dependence: Dependence
    sums: PairSums | None = None
    deals_a_unit: int = 1
    same: bool = False

    @property
    def difference(self) -> float | None:
        """The other less the first; None where one of them is unknown."""
        if self.first.value is None or self.other.value is None:
            return None
        return self.other.value - self.first.value


def found_in(tables: Tables, quantity: Quantity) -> Found:
    """Return what a run's tables say of a quantity."""
    if quantity.position is not None:
        row = _row(tables.expectation_by_position, "position", quantity.position)
        return Found(
            y=row["units"],
            x=row["deals"],
            value=row["units_per_deal"],
            standard_error=row["standard_error"],
            clusters=row["sessions"],
        )
    if quantity.contract is None:
        row = _row(tables.overview, "measure", quantity.what)
        return Found(y=row["successes"], x=row["n"], value=row["rate"], effective=row.get("trials"))
    row = _row(tables.contracts, "contract", quantity.contract)
    return Found(
        y=row[quantity.what],
        x=row["played" if quantity.what == "made" else "deals"],
        value=row[f"{quantity.what}_rate"],
        effective=row.get(f"{quantity.what}_trials"),
    )


def _row(frame: Any, column: str, value: object) -> Mapping[str, Any]:
    row: dict[str, Any] = frame.filter(frame[column] == value).row(0, named=True)
    return row


def interval_between(between: Between, level: float) -> Interval | None:
    """Return the interval of a difference at some level; None where there is none."""
    if between.difference is None:
        return None
    if between.same:
        return 0.0, 0.0
    return (_of_rates if between.quantity.is_rate else _of_means)(between, level)


def _of_rates(between: Between, level: float) -> Interval:
    first, other, sums = between.first, between.other, between.sums
    if between.dependence == INDEPENDENT:
        return mover(first.rate_at(level), other.rate_at(level))
    if between.dependence != PAIRED or sums is None:
        ends = [each.rate_at((1 + level) / 2) for each in (first, other)]
        return any_dependence(*((each.low, each.high) for each in ends))
    if sums.all_common and sums.differing < RARE:
        trials = min(first.x, other.x)
        return few_differing(sums.differing, sums.common, between.deals_a_unit, trials, level)
    correlation = sums.correlation if sums.differing >= RARE else 0.0
    return mover(first.rate_at(level), other.rate_at(level), correlation)


def _of_means(between: Between, level: float) -> Interval | None:
    first, other, sums = between.first.mean, between.other.mean, between.sums
    if first is None or other is None or not first.standard_error + other.standard_error:
        return None
    if between.dependence == PAIRED and sums is not None and sums.differing >= _MANY:
        difference, variance = between.difference, sums.variance
        if difference is None or variance is None:
            return None
        # The spread is told by the units that differ, however many do not.
        clusters = min(sums.units, sums.differing)
        return student(difference, math.sqrt(variance), clusters, level)
    if between.dependence in (PAIRED, INDEPENDENT):
        # Pairs that hardly ever differ tell no spread; taken for independent they tell too much.
        return welch(first, other, level)
    ends = [
        student(each.mean, each.standard_error, each.clusters, (1 + level) / 2)
        for each in (first, other)
    ]
    return any_dependence(*ends)

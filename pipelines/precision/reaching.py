"""When a target of precision is reached: narrow enough, and from enough deals to trust it.

A run that stops as soon as an interval is narrow looks many times, and stops a little earlier where
chance makes the interval too narrow. For long runs that does no harm: the interval covers as it
says, to first order, whatever the distribution (Chow and Robbins, Annals of Mathematical Statistics
36 (1965) 457). It does harm where few deals tell the width. So nothing is reached before there are

- 1,000 trials of a rate; 1,000 sessions where these are what is independent;
- 100 successes and 100 failures: with fewer, the interval must be narrow enough even if there were
  so many. While they are fewer, the number of trials at which the run stops is then a fixed one.

The mean of a rate that stops so is off by (1 - 2p) / n (by Wald's identity), which is less than a
twentieth of the half-width with 100 successes and failures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pipelines.contract_tables import name_of_rate, rate_of_all
from pipelines.intervals import interval_of_rate
from pipelines.precision.targets import Precision, Target, precision_of
from pipelines.tables import Asked
from pipelines.totals import Totals

__all__ = ["FEWEST_EVENTS", "FEWEST_TRIALS", "Standing", "asked_of", "standing_of"]

FEWEST_TRIALS: Final = 1_000
"""No target is reached with fewer trials, or with fewer sessions where sessions are the trials."""

FEWEST_EVENTS: Final = 100
"""No interval of a rate is relied on as narrower than with so many successes and failures."""

_DIGITS: Final = 2
"""Digits of a forecast."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How far a run is from one of its targets.

    Attributes
    ----------
    target : Target
    precision : Precision
        What is known, as the report prints it.
    deals : int
        Deals that were counted.
    factor : float
        How many times as many deals the target takes, as far as these tell; infinity if they do
        not tell. At most 1 exactly if the target is reached.
    """

    target: Target
    precision: Precision
    deals: int
    factor: float

    @property
    def reached(self) -> bool:
        """Whether the run may stop, as far as this target goes."""
        return self.factor <= 1

    @property
    def deals_needed(self) -> int | None:
        """About how many deals it takes, to two digits, rounded up; None if nothing tells.

        A half-width falls as one over the square root of the number of deals.
        """
        if math.isinf(self.factor):
            return None
        needed = math.ceil(self.deals * self.factor)
        step: int = 10 ** max(len(str(needed)) - _DIGITS, 0)
        return -(-needed // step) * step


def asked_of(standing: Standing) -> Asked:
    """Return how far a run is from a target, as it goes with tables."""
    return Asked(
        target=str(standing.target),
        estimate=standing.precision.estimate,
        half_width=standing.precision.half_width,
        n=standing.precision.n,
        reached=standing.reached,
        deals_needed=standing.deals_needed,
    )


def standing_of(target: Target, totals: Totals) -> Standing:
    """Return how far the totals of a run are from a target.

    Parameters
    ----------
    target : Target
        One that the experiment of the totals can tell.
    totals : Totals
        Of the shards that count.
    """
    factor = _factor_of_rate if target.is_rate else _factor_of_mean
    return Standing(
        target=target,
        precision=precision_of(target, totals),
        deals=totals.facts.deals,
        factor=factor(target, totals),
    )


def _factor_of_mean(target: Target, totals: Totals) -> float:
    _, half_width, sessions = precision_of(target, totals)
    if half_width is None:
        return math.inf
    return max(FEWEST_TRIALS / sessions, _quotient(half_width, target))


def _factor_of_rate(target: Target, totals: Totals) -> float:
    rate = rate_of_all(target.kind, target.of, totals)
    if not rate.trials:
        return math.inf
    telling, independent = _trials(target, totals)
    fewest = max(FEWEST_TRIALS / independent, 2 * FEWEST_EVENTS / telling)
    printed = _quotient((rate.high - rate.low) / 2, target)
    if telling < 2 * FEWEST_EVENTS:
        return max(fewest, printed)
    found = telling * (rate.successes / rate.trials)
    successes = min(max(found, FEWEST_EVENTS), telling - FEWEST_EVENTS)
    low, high = interval_of_rate(successes, telling, totals.level)
    relied_on = _quotient((high - low) / 2, target)
    if successes != found and relied_on > 1:
        # A half-width of so many events among n falls as 1 / n, not as its root.
        relied_on = math.sqrt(relied_on)
    return max(fewest, printed, relied_on)


def _quotient(half_width: float, target: Target) -> float:
    return (half_width / target.half_width) ** 2


def _trials(target: Target, totals: Totals) -> tuple[float, int]:
    """Return how many independent trials tell as much, and how many there are to start with.

    Where few sessions show the rarer outcome, nothing is known of how strongly it comes in clumps:
    all trials of a session are then taken for one.
    """
    rate = rate_of_all(target.kind, target.of, totals)
    if rate.effective is None:
        return rate.trials, rate.trials
    sums = totals.ratio(name_of_rate(target.kind, target.of, totals))
    telling = rate.effective
    if min(sums.some, sums.rest) < FEWEST_EVENTS:
        telling = min(telling, sums.x**2 / sums.xx)
    return telling, sums.clusters

"""Verdicts that hold whenever they are looked at, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from pipelines.comparisons.contrasts import ContrastSums, contrast_sums
from pipelines.confidence_sequence import (
    FEWEST_UNITS,
    fewest_differing,
    half_width,
    tuned_rho,
    units_until_decided,
)
from pipelines.intervals import LEVEL
from sim.comparisons.comparison import Comparison
from sim.comparisons.sums import ComparisonSums

__all__ = [
    "Judging",
    "Outcome",
    "Verdict",
    "anytime_interval",
    "decided",
    "verdict",
    "verdicts",
]

Outcome = Literal["better", "worse", "equal", "not decided"]

TUNED_TO: Final = 10
"""The sequence is narrowest at the cap divided by this.

Tuned to the cap itself it would be 2.3 times as wide after a hundredth of it, where clear
differences show; so it is only 7 % wider than need be at the cap (with alpha = 0.05).
"""


@dataclass(frozen=True, kw_only=True)
class Judging:
    """How sure verdicts must be: fixed before the first deal.

    Attributes
    ----------
    level : float
        Confidence that all verdicts hold together.
    differences : int
        How many differences are judged together, over all sizes of table: each gets an equal part
        of 1 - level (Bonferroni).
    cap_units : int
        Most units that will be simulated.
    """

    level: float = LEVEL
    differences: int
    cap_units: int

    @property
    def alpha(self) -> float:
        """Chance of a false verdict on one difference, at most."""
        return (1 - self.level) / self.differences

    @cached_property
    def rho(self) -> float:
        """Where the confidence sequence is narrowest, see `TUNED_TO`."""
        units = max(self.cap_units // TUNED_TO, FEWEST_UNITS)
        return tuned_rho(units=units, alpha=self.alpha)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What may be said of a difference after the deals so far.

    Attributes
    ----------
    outcome : {"better", "worse", "equal", "not decided"}
        The first one is better or worse than the second; "equal" if the two are the same by
        design, or have not differed in any of `FEWEST_UNITS` units or more.
    low, high : float or None
        Ends of the confidence sequence in units per deal, simultaneous over all differences; None
        before the first verdict may be given.
    more_deals : int or None
        How many further deals decide it if estimate and spread stay as they are; None if it is
        decided, or if that cannot be told.
    final : bool
        Whether further deals are not expected to change it.
    """

    outcome: Outcome
    low: float | None
    high: float | None
    more_deals: int | None
    final: bool


def verdict(sums: ContrastSums, judging: Judging) -> Verdict:
    """Return the verdict on one difference.

    Examples
    --------
    Two policies have differed by one unit in 500 of 5,000 deals, 270 times in favour of the first:

    >>> sums = ContrastSums(
    ...     units=5_000,
    ...     total=270 - 230,
    ...     squares=500,
    ...     unpaired=0,
    ...     differing=500,
    ...     players=4,
    ...     deals_per_unit=1,
    ...     divisor=1,
    ...     zero=False,
    ... )
    >>> found = verdict(sums, Judging(differences=1, cap_units=100_000))
    >>> found.outcome, found.more_deals
    ('not decided', 9473)
    """
    if sums.zero:
        return Verdict(outcome="equal", low=0.0, high=0.0, more_deals=None, final=True)
    interval = anytime_interval(sums, judging)
    if interval is None:
        never = sums.units >= FEWEST_UNITS and not sums.differing
        return Verdict(
            outcome="equal" if never else "not decided",
            low=None,
            high=None,
            more_deals=_more_deals(sums, judging),
            final=False,
        )
    low, high = interval
    if low <= 0 <= high:
        return Verdict(
            outcome="not decided",
            low=low,
            high=high,
            more_deals=_more_deals(sums, judging),
            final=False,
        )
    outcome: Outcome = "better" if low > 0 else "worse"
    return Verdict(outcome=outcome, low=low, high=high, more_deals=None, final=True)


def anytime_interval(sums: ContrastSums, judging: Judging) -> tuple[float, float] | None:
    """Return the interval in units per deal; None before the first verdict may be given."""
    variance = sums.variance
    enough = sums.units >= FEWEST_UNITS and sums.differing >= fewest_differing(judging.alpha)
    if not variance or not enough:
        return None
    half = half_width(units=sums.units, variance=variance, alpha=judging.alpha, rho=judging.rho)
    if half is None:
        return None
    estimate = sums.total / sums.units
    return (estimate - half) / sums.per, (estimate + half) / sums.per


def _more_deals(sums: ContrastSums, judging: Judging) -> int | None:
    variance = sums.variance
    if not variance or not sums.differing:
        return None
    units = units_until_decided(
        estimate=sums.total / sums.units,
        variance=variance,
        units=sums.units,
        alpha=judging.alpha,
        rho=judging.rho,
    )
    if units is None:
        return None
    wanted = fewest_differing(judging.alpha)
    until_enough_differ = -(-wanted * sums.units // sums.differing) - sums.units
    return max(units, FEWEST_UNITS - sums.units, until_enough_differ) * sums.deals_per_unit


def verdicts(
    comparison: Comparison,
    sums: ComparisonSums,
    *,
    contrasts_in_all: int,
    level: float = LEVEL,
    cap_units: int,
) -> tuple[Verdict, ...]:
    """Return the verdict on every contrast of a comparison, in their order.

    Parameters
    ----------
    comparison : Comparison
    sums : ComparisonSums
        Of the contiguous prefix of its shards.
    contrasts_in_all : int
        Contrasts of all sizes of table that are compared together.
    level : float
        Confidence that all of them hold together, whenever one looks.
    cap_units : int
        Most units that will be simulated at this size; fixed before the first deal.
    """
    judging = Judging(level=level, differences=contrasts_in_all, cap_units=cap_units)
    return tuple(
        verdict(contrast_sums(comparison, sums, number), judging)
        for number in range(len(comparison.contrasts))
    )


def decided(
    comparison: Comparison,
    sums: ComparisonSums,
    *,
    contrasts_in_all: int,
    level: float = LEVEL,
    cap_units: int,
) -> bool:
    """Whether every contrast is decided, so that the comparison may stop; see `verdicts`.

    Different policies that have not differed yet are not: they may do so in a later deal.
    """
    found = verdicts(
        comparison, sums, contrasts_in_all=contrasts_in_all, level=level, cap_units=cap_units
    )
    return all(each.final for each in found)

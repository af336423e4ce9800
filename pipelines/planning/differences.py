"""How many deals it takes to tell a difference between policies, by what a pilot has shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pipelines.comparisons.contrasts import ContrastSums
from pipelines.comparisons.verdicts import Judging
from pipelines.confidence_sequence import fewest_differing
from pipelines.intervals import LEVEL, clopper_pearson
from pipelines.planning.sample_size import (
    range_of_variance,
    units_for_difference,
    units_for_verdict,
    units_until_differing,
)

__all__ = ["Deals", "DifferenceNeed", "need_of_difference"]

_HEAVINESS: Final = 3.0
"""Kurtosis about zero of the units that differ: 1.1 to 3.2 where it was measured, with policies
that differ in 1 % to 96 % of deals, and in pools."""

_ONE_SIDED: Final = 2 * LEVEL - 1
"""Level of a two-sided interval whose upper end alone holds with `LEVEL`."""


@dataclass(frozen=True)
class Deals:
    """Deals that are foretold, and their range; None where it is too far to tell."""

    likely: int | None
    fewest: int | None
    most: int | None


@dataclass(frozen=True, kw_only=True)
class DifferenceNeed:
    """How many deals it takes to tell one difference from zero, if it is as large as is asked.

    Numbered deals are meant: each is played at every table of the comparison, in all rotations.

    Attributes
    ----------
    zero : bool
        Whether both are the same by design: no deals will tell them apart. All else is None then.
    one_look, any_time : Deals or None
        On the same deals for all: with a single look at the end, and with verdicts that hold at any
        time of looking, as nap compare gives them. None where the pilot shows no difference at all.
    half_by : int or None
        With verdicts at any time half of all comparisons have told it by then.
    unpaired : Deals or None
        With a single look, where every table has cards of its own.
    gain : float or None
        How many times as many deals that takes.
    at_least : int or None
        Where nothing differed in the pilot: before so many deals there can be no verdict.
    """

    zero: bool = False
    one_look: Deals | None = None
    any_time: Deals | None = None
    half_by: int | None = None
    unpaired: Deals | None = None
    gain: float | None = None
    at_least: int | None = None


def need_of_difference(
    sums: ContrastSums, *, effect: float, differences: int, level: float = LEVEL
) -> DifferenceNeed:
    """Return how many deals it takes to tell a difference, with a probability of `POWER`.

    Parameters
    ----------
    sums : ContrastSums
        Of the pilot. Only its spread is used, and in how many units anything differs.
    effect : float
        The true difference, in units of money per deal, above 0.
    differences : int
        How many are judged together: each has an equal part of 1 - level (Bonferroni).
    level : float
        Confidence that all verdicts hold.

    Notes
    -----
    The variance s^2 of n units has a relative variance of (k - 1) / n, with k the kurtosis. If only
    d units differ, whose kurtosis about zero is h, k / n is h / d: as if s^2 had 2 d / h degrees of
    freedom. The ranges rest on that, with h = 3.

    Examples
    --------
    Two policies have differed by one unit in 500 of 5,000 deals:

    >>> sums = ContrastSums(
    ...     units=5_000,
    ...     total=20,
    ...     squares=500,
    ...     unpaired=4 * 5_000 * 4_999,
    ...     differing=500,
    ...     players=4,
    ...     deals_per_unit=1,
    ...     divisor=1,
    ...     zero=False,
    ... )
    >>> need = need_of_difference(sums, effect=0.01, differences=1)
    >>> need.one_look.likely, need.unpaired.likely, round(need.gain, 1)
    (657, 6568, 10.0)
    """
    if sums.zero:
        return DifferenceNeed(zero=True)
    variance = sums.variance
    if not variance or not sums.differing:
        return DifferenceNeed(at_least=_at_least(sums, differences, level))
    share = sums.differing / sums.units
    size = effect * sums.per
    alpha = Judging(level=level, differences=differences, cap_units=1).alpha
    gain = sums.gain or 1.0

    def at_one_look(spread: float) -> int:
        return units_for_difference(effect=size, variance=spread, alpha=alpha)

    def at_any_time(spread: float) -> int | None:
        return units_for_verdict(
            effect=size,
            variance=spread,
            differing=share,
            differences=differences,
            level=level,
        )

    half_by = units_for_verdict(
        effect=size,
        variance=variance,
        differing=share,
        differences=differences,
        power=0.5,
        level=level,
    )
    freedom = 2 * sums.differing / _HEAVINESS
    ends = (variance, *range_of_variance(variance, freedom))
    return DifferenceNeed(
        one_look=_deals(at_one_look, ends, sums.deals_per_unit),
        any_time=_deals(at_any_time, ends, sums.deals_per_unit),
        half_by=None if half_by is None else half_by * sums.deals_per_unit,
        unpaired=_deals(lambda spread: at_one_look(spread * gain), ends, sums.deals_per_unit),
        gain=sums.gain,
    )


def _deals(
    units_for: Callable[[float], int | None], ends: tuple[float, ...], deals_per_unit: int
) -> Deals:
    units = [units_for(spread) for spread in ends]
    return Deals(*(None if number is None else number * deals_per_unit for number in units))


def _at_least(sums: ContrastSums, differences: int, level: float) -> int | None:
    """Return the deals before which there is no verdict, where nothing has differed yet.

    With `LEVEL` fewer than about 3 / n of the units differ ("rule of three"), and a verdict wants
    some that do.
    """
    if not sums.units:
        return None
    alpha = Judging(level=level, differences=differences, cap_units=1).alpha
    rarer_than = clopper_pearson(0, sums.units, _ONE_SIDED)[1]
    units = units_until_differing(rarer_than, fewest_differing(alpha), power=0.5)
    return math.ceil(units) * sums.deals_per_unit

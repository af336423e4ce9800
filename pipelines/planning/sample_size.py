"""How many independent units a precision, or a difference, takes: formulas alone.

Whatever is planned here is judged later by `pipelines.intervals` and
`pipelines.comparisons.verdicts`; so the widths are taken from those, and only solved for the number
of units. All searches rest on widths that shrink as units are added.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Final

from scipy import special

from pipelines.comparisons.verdicts import Judging
from pipelines.confidence_sequence import (
    FEWEST_UNITS,
    FURTHEST,
    fewest_differing,
    half_width,
)
from pipelines.intervals import LEVEL, interval_of_rate, student_quantile
from pipelines.precision.reaching import FEWEST_EVENTS, FEWEST_TRIALS

__all__ = [
    "POWER",
    "clusters_for_mean",
    "half_width_of_mean",
    "half_width_of_rate",
    "range_of_variance",
    "trials_for_rate",
    "units_for_difference",
    "units_for_verdict",
    "units_until_differing",
]

POWER: Final = 0.9
"""Chance with which a planned comparison tells a difference that is really there."""


def half_width_of_rate(*, rate: float, trials: float, level: float = LEVEL) -> float:
    """Return half the width of a rate's interval after so many trials, if the rate stays.

    Wilson's interval, or the exact one where either outcome is rare: see
    `pipelines.intervals.interval_of_rate`. For large numbers z sqrt(rate (1 - rate) / trials).

    Examples
    --------
    >>> round(half_width_of_rate(rate=0.5, trials=9_600), 5)
    0.01
    """
    low, high = interval_of_rate(rate * trials, trials, level)
    return (high - low) / 2


def trials_for_rate(*, rate: float, half_width: float, level: float = LEVEL) -> int | None:
    """Return the fewest independent trials after which a run knows a rate so precisely.

    By the normal approximation z^2 rate (1 - rate) / half_width^2 (Cochran, Sampling Techniques,
    3rd edition, 1977, section 4.4); here the interval that is printed is solved for the number of
    trials. A run waits for 1,000 trials, and relies on no interval as narrower than with 100
    successes and failures: see `pipelines.precision.reaching`. That is what counts near 0 and 1,
    where the approximation asks for none at all.

    Parameters
    ----------
    rate : float
        Probability in [0, 1].
    half_width : float
        Above 0.
    level : float
        Confidence level in (0, 1).

    Returns
    -------
    int or None
        None if it takes more than `FURTHEST`.

    Examples
    --------
    >>> trials_for_rate(rate=0.5, half_width=0.01), trials_for_rate(rate=0.0, half_width=0.001)
    (9600, 19640)
    """

    def is_enough(trials: int) -> bool:
        if trials < max(FEWEST_TRIALS, 2 * FEWEST_EVENTS):
            return False
        events = min(max(rate * trials, FEWEST_EVENTS), trials - FEWEST_EVENTS)
        return all(
            half_width_of_rate(rate=found, trials=trials, level=level) <= half_width
            for found in (rate, events / trials)
        )

    return _fewest(is_enough)


def half_width_of_mean(*, deviation: float, clusters: int, level: float = LEVEL) -> float:
    """Return half the width of Student's interval of the mean of so many clusters, 2 at least.

    Examples
    --------
    >>> round(half_width_of_mean(deviation=1.0, clusters=10_000), 5)
    0.0196
    """
    return student_quantile(clusters, level) * deviation / math.sqrt(clusters)


def clusters_for_mean(*, deviation: float, half_width: float, level: float = LEVEL) -> int | None:
    """Return the fewest clusters whose mean is known with such a half-width.

    (t deviation / half_width)^2, with Student's t for that many clusters: the fixed-width formula
    of the normal law (Cochran, Sampling Techniques, 1977, section 4.6), exact also where clusters
    are few.

    Parameters
    ----------
    deviation : float
        Standard deviation of a cluster.
    half_width : float
        Above 0, in the same unit.
    level : float
        Confidence level in (0, 1).

    Returns
    -------
    int or None
        None if it takes more than `FURTHEST`.

    Examples
    --------
    >>> clusters_for_mean(deviation=1.0, half_width=0.01)
    38418
    """

    def is_enough(clusters: int) -> bool:
        if clusters < FEWEST_TRIALS:
            return False
        width = half_width_of_mean(deviation=deviation, clusters=clusters, level=level)
        return width <= half_width

    return _fewest(is_enough)


def units_for_difference(
    *, effect: float, variance: float, alpha: float, power: float = POWER
) -> int:
    """Return how many units a single test at the end needs to tell a difference.

    n = ((z(1 - alpha / 2) + z(power)) sigma / effect)^2, the two-sided test of a mean that is as
    good as normal (Cohen, Statistical Power Analysis, 2nd edition, 1988, chapter 2; Armitage,
    Berry and Matthews, Statistical Methods in Medical Research, 4th edition, 2002, section 4.6).

    Parameters
    ----------
    effect : float
        The true mean, not 0, in the unit of a unit's value.
    variance : float
        Of one unit.
    alpha : float
        Chance in (0, 1) of a false alarm where the mean is 0, both sides together.
    power : float
        Chance in (0, 1) of telling it.

    Examples
    --------
    >>> units_for_difference(effect=0.1, variance=1.0, alpha=0.05)
    1051
    """
    quantiles = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
    return math.ceil(variance * (quantiles / effect) ** 2)


def units_for_verdict(
    *,
    effect: float,
    variance: float,
    differing: float,
    differences: int,
    power: float = POWER,
    level: float = LEVEL,
) -> int | None:
    """Return the cap with which a comparison tells a difference by its anytime-valid verdict.

    The fewest units n, taken for the cap, after which the confidence sequence excludes zero with
    this probability at the last look:

        effect >= half-width(n) + z(power) sigma / sqrt(n).

    Earlier looks may tell it too, so that the chance is `power` at least. n is never below the
    minimum of a verdict: `FEWEST_UNITS`, of which `fewest_differing` differ. Half of all
    comparisons are decided a good deal earlier; see `units_until_differing` for the minimum.

    Parameters
    ----------
    effect : float
        Above 0, in the unit of a unit's value.
    variance : float
        Of one unit.
    differing : float
        Share in (0, 1] of units that differ.
    differences : int
        How many are judged together (Bonferroni).
    power : float
        Chance in (0, 1) of telling it; 0.5 gives when half of all comparisons have told it.
    level : float
        Confidence that all verdicts hold.

    Returns
    -------
    int or None
        None if it takes more than `FURTHEST`.

    Examples
    --------
    >>> units_for_verdict(effect=0.1, variance=1.0, differing=1.0, differences=1)
    1885
    """
    z = NormalDist().inv_cdf(power)
    alpha = Judging(level=level, differences=differences, cap_units=1).alpha

    def is_enough(units: int) -> bool:
        judging = Judging(level=level, differences=differences, cap_units=units)
        half = half_width(units=units, variance=variance, alpha=alpha, rho=judging.rho)
        assert half is not None
        return half + z * math.sqrt(variance / units) <= effect

    units = _fewest(is_enough)
    if units is None:
        return None
    minimum = units_until_differing(differing, fewest_differing(alpha), power)
    return max(units, minimum, FEWEST_UNITS)


def units_until_differing(share: float, wanted: int, power: float = POWER) -> int:
    """Return after how many units so many of them differ, with this probability.

    The root n of n share - z(power) sqrt(n share (1 - share)) = wanted: the normal approximation of
    the binomial law.

    Examples
    --------
    >>> units_until_differing(0.1, 200, power=0.5), units_until_differing(0.1, 200)
    (2000, 2180)
    """
    z = NormalDist().inv_cdf(power)
    spread = z * math.sqrt(share * (1 - share))
    root = (spread + math.sqrt(spread**2 + 4 * share * wanted)) / (2 * share)
    # Rounded first: the square of a root may lie a hair above the whole number that it is.
    return math.ceil(round(root**2, 6))


def range_of_variance(variance: float, freedom: float, level: float = LEVEL) -> tuple[float, float]:
    """Return between what the true variance lies, by an estimate of so many degrees of freedom.

    freedom s^2 / sigma^2 follows the chi-square law for normal values (Armitage, Berry and
    Matthews, 2002, section 5.1); for others with the degrees of freedom that give the same spread.

    Examples
    --------
    >>> [round(end, 2) for end in range_of_variance(1.0, 10)]
    [0.49, 3.08]
    """
    tail = (1 - level) / 2
    low, high = (float(special.chdtri(freedom, part)) for part in (tail, 1 - tail))
    return variance * freedom / low, variance * freedom / high


def _fewest(is_enough: Callable[[int], bool]) -> int | None:
    """Return the least whole number from 1 on that is enough, where all greater ones are too."""
    enough = 1
    while not is_enough(enough):
        if enough > FURTHEST:
            return None
        enough *= 2
    too_few = enough // 2
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        if is_enough(middle):
            enough = middle
        else:
            too_few = middle
    return enough

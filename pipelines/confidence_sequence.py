"""Intervals for a mean that hold at every number of units at once: looking often costs nothing.

The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform
central limit theory and asymptotic confidence sequences", Annals of Statistics 52 (2024) 2613,
Theorem 2.2), with the normal mixture boundary of Robbins (Annals of Mathematical Statistics 41
(1970) 1397): with n units of sample variance s^2,

    mean +- s sqrt(2 (n rho^2 + 1) / (n^2 rho^2) log(sqrt(n rho^2 + 1) / alpha)).

For sums of normal units the chance that the true mean is ever outside, however often one looks, is
alpha at most (Ville's inequality); for other units it tends to that as the first look is taken
later. Hence `FEWEST_UNITS` and `fewest_differing`.
"""

from __future__ import annotations

import math
from typing import Final

from scipy import special

__all__ = [
    "FEWEST_UNITS",
    "FURTHEST",
    "fewest_differing",
    "half_width",
    "tuned_rho",
    "units_until_decided",
]

FEWEST_UNITS: Final = 1_000
"""There is no verdict on fewer units than this."""

_DIFFERING: Final = 200
"""Fewest units that must differ, with alpha = 0.05."""

FURTHEST: Final = 10**15
"""Further units than this nobody will simulate; they are not foretold."""


def fewest_differing(alpha: float) -> int:
    """Return how many units must differ before there is a verdict.

    Most deals of Nap end alike under two policies, so that the units which differ are what tells,
    and they may be skew: many small gains against a few great losses, of which none has been seen
    yet. Simulated with 1 % of units that differ by +3, or by -30 so rarely that the mean is zero,
    1,000 looks and alpha = 0.05: a false verdict in 32 % of runs without a minimum, in 9 % with 50,
    in 5 % with 100, in 3 % with 200. For smaller alpha the minimum grows as log(1 / alpha) does,
    which keeps that rate below alpha (`tests/statistics/test_confidence_sequence.py`). Losses
    of more than ten times the gains may still mislead more often.

    Examples
    --------
    >>> fewest_differing(0.05), fewest_differing(0.05 / 10)
    (200, 354)
    """
    _check(alpha)
    return max(_DIFFERING, round(_DIFFERING * math.log(alpha) / math.log(0.05)))


def half_width(*, units: int, variance: float, alpha: float, rho: float) -> float | None:
    """Return half the width of the interval after some units; None before the first one.

    Parameters
    ----------
    units : int
        How many independent units the mean is of.
    variance : float
        Of one unit, estimated from them.
    alpha : float
        Chance in (0, 1) that the true mean is ever outside.
    rho : float
        Positive; at which number of units the interval is narrowest, see `tuned_rho`. It must not
        depend on the data.

    Examples
    --------
    >>> rho = tuned_rho(units=10_000, alpha=0.05)
    >>> round(half_width(units=10_000, variance=1.0, alpha=0.05, rho=rho), 4)
    0.0304
    """
    _check(alpha)
    if units < 1:
        return None
    spread = units * rho * rho
    log = math.log1p(spread) - 2 * math.log(alpha)
    return math.sqrt(variance / units * (1 + 1 / spread) * log)


def tuned_rho(*, units: int, alpha: float) -> float:
    """Return the rho whose interval is narrowest after so many units.

    With x = units rho^2 the squared width is (1 + 1/x) log((1 + x) / alpha^2) times what does not
    depend on x. Its derivative is zero where x = log((1 + x) / alpha^2), that is at
    x = -W(-alpha^2 / e) - 1 on the lower branch of Lambert's W.

    Examples
    --------
    >>> round(tuned_rho(units=100, alpha=0.05) ** 2 * 100, 3)
    8.212
    """
    _check(alpha)
    if units < 1:
        raise ValueError(f"tuned to {units} units; there must be one at least")
    spread = -special.lambertw(-math.exp(2 * math.log(alpha) - 1), -1).real - 1
    return math.sqrt(spread / units)


def units_until_decided(
    *, estimate: float, variance: float, units: int, alpha: float, rho: float
) -> int | None:
    """Return how many further units exclude zero, if estimate and variance stay as they are.

    0 if it is excluded already. None if that cannot be told: without a unit, with an estimate of
    zero, or if it takes more than `FURTHEST` units.

    Examples
    --------
    >>> rho = tuned_rho(units=10_000, alpha=0.05)
    >>> units_until_decided(estimate=0.03, variance=1.0, units=4_000, alpha=0.05, rho=rho)
    6236
    """

    def excluded(number: int) -> bool:
        half = half_width(units=number, variance=variance, alpha=alpha, rho=rho)
        return half is not None and abs(estimate) > half

    if units < 1 or not estimate or not excluded(units + FURTHEST):
        return None
    # The interval only ever narrows, so that zero stays excluded once it is.
    enough, too_few = units + FURTHEST, units - 1
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        if excluded(middle):
            enough = middle
        else:
            too_few = middle
    return enough - units


def _check(alpha: float) -> None:
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}; it must lie strictly between 0 and 1")

"""Intervals that hold at every number of units: the formula, its chance of error, and its limits.

Chances are simulated with fixed seeds. A count of R runs with chance p leaves p R +- 4 standard
deviations in 1 of 16,000 seeds (of 31,000 to one side only).
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from pipelines.confidence_sequence import (
    FEWEST_UNITS,
    FURTHEST,
    fewest_differing,
    half_width,
    tuned_rho,
    units_until_decided,
)


def four_sd(chance: float, runs: int) -> float:
    return 4 * math.sqrt(chance * (1 - chance) / runs)


def half_widths(units: np.ndarray, variances: np.ndarray, alpha: float, rho: float) -> np.ndarray:
    """The theorem's formula as it is printed, for arrays."""
    margin = 2 * (units * rho**2 + 1) / (units**2 * rho**2)
    return np.sqrt(variances * margin * np.log(np.sqrt(units * rho**2 + 1) / alpha))


# The formula ------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.05, 0.005, 0.05 / 900])
@pytest.mark.parametrize("units", [1, 2, 1_000, 10**6, 10**12])
def test_the_width_is_that_of_the_theorem(units, alpha):
    rho = tuned_rho(units=50_000, alpha=alpha)
    wanted = half_widths(np.array(float(units)), np.array(7.5), alpha, rho)
    found = half_width(units=units, variance=7.5, alpha=alpha, rho=rho)
    assert found == pytest.approx(float(wanted), rel=1e-12)


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.001, 1e-9])
@pytest.mark.parametrize("units", [1, 1_000, 10**9])
def test_rho_makes_it_narrowest_where_it_should(units, alpha):
    def width(log_of_rho: float) -> float:
        return half_width(units=units, variance=1, alpha=alpha, rho=math.exp(log_of_rho))

    found = optimize.minimize_scalar(width, bounds=(-20, 5), method="bounded")
    best = tuned_rho(units=units, alpha=alpha)
    assert width(math.log(best)) <= found.fun * (1 + 1e-12)
    assert math.log(best) == pytest.approx(found.x, abs=1e-3)


def test_the_width_never_grows_with_units():
    rho = tuned_rho(units=10_000, alpha=0.05)
    widths = [
        half_width(units=int(units), variance=1, alpha=0.05, rho=rho)
        for units in np.geomspace(1, 1e15, 400)
    ]
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1, 5.0])
def test_alpha_is_a_chance(alpha):
    with pytest.raises(ValueError, match="alpha"):
        half_width(units=10, variance=1, alpha=alpha, rho=0.1)
    with pytest.raises(ValueError, match="alpha"):
        tuned_rho(units=10, alpha=alpha)


def test_it_is_safe_at_its_limits():
    rho = tuned_rho(units=1_000, alpha=0.05)
    assert half_width(units=0, variance=1, alpha=0.05, rho=rho) is None
    assert half_width(units=1, variance=0.0, alpha=0.05, rho=rho) == 0
    assert 0 < half_width(units=10**12, variance=1e-6, alpha=0.05, rho=rho) < 1e-8
    assert half_width(units=10**18, variance=1e6, alpha=1e-12, rho=1e-12) < math.inf


# The chance of error ----------------------------------------------------------------------------


def test_normal_units_are_hardly_ever_outside():
    """A walk of normal steps looked at 1,200 times, evenly by ratio, from 1 unit to 10^12.

    In the limit of continuous looks from 0 to infinity the chance is alpha exactly.
    """
    runs, alpha = 4_000, 0.05
    random = np.random.default_rng(20240601)
    units = np.geomspace(1, 1e12, 1_200)
    margin = half_widths(units, np.ones_like(units), alpha, tuned_rho(units=10_000, alpha=alpha))
    outside = np.zeros(runs, bool)
    walk = np.zeros(runs)
    for number, step in enumerate(np.diff(units, prepend=0)):
        walk += math.sqrt(step) * random.standard_normal(runs)
        outside |= np.abs(walk) / units[number] > margin[number]
    assert outside.mean() < alpha + four_sd(alpha, runs)
    assert outside.mean() > 0.6 * alpha, "nor is it much wider than it need be"


def false_verdicts(
    values: list[int],
    chances: list[float],
    differing: int,
    *,
    seed: int,
    runs: int = 4_000,
    looks: int = 1_000,
    alpha: float = 0.05,
) -> float:
    """Share of runs of 100,000 units, that ever show a false difference.

    A verdict needs `FEWEST_UNITS` units, so many of them different from zero.
    """
    block = 100_000 // looks
    random = np.random.default_rng(seed)
    units = block * np.arange(1, looks + 1)
    counts = random.multinomial(block, chances, size=(runs, looks)).cumsum(axis=1)
    total, squares = counts @ np.array(values), counts @ np.array(values) ** 2
    mean = total / units - np.dot(values, chances)
    variance = (squares - total * total / units) / (units - 1)
    far = np.abs(mean) > half_widths(units, variance, alpha, tuned_rho(units=10_000, alpha=alpha))
    allowed = (units >= FEWEST_UNITS) & (units - counts[:, :, 0] >= differing)
    return (far & allowed).any(axis=1).mean()


@pytest.mark.parametrize("share", [0.01, 0.05, 0.3])
def test_rare_even_differences_raise_few_false_verdicts(share):
    values = [0, 3, -3, 4, -4, 5, -5, 10, -10]
    chances = [1 - share, *[share * part / 40 for part in (10, 10, 5, 5, 4, 4, 1, 1)]]
    assert false_verdicts(values, chances, 200, seed=1, runs=2_000) < 0.05


@pytest.mark.parametrize(("great", "share"), [(15, 0.05), (15, 0.01), (30, 0.05), (30, 0.01)])
def test_skew_differences_raise_few_false_verdicts(great, share):
    """Many small gains and a few great losses; the shares of 4,000 runs are 0.02 to 0.04."""
    lost = share * 3 / (3 + great)
    rate = false_verdicts([0, 3, -great], [1 - share, share - lost, lost], 200, seed=2)
    assert rate < 0.05


@pytest.mark.parametrize("share", [0.05, 0.01])
def test_skew_differences_among_ten_raise_few_false_verdicts(share):
    """Each of ten is allowed 0.005: of 16,000 runs that is 80, and 4 standard deviations are 36."""
    alpha, lost = 0.005, share * 3 / 33
    chances = [1 - share, share - lost, lost]
    shares = [
        false_verdicts(
            [0, 3, -30], chances, fewest_differing(alpha), seed=seed, looks=200, alpha=alpha
        )
        for seed in range(4)
    ]
    assert np.mean(shares) < 0.005 + four_sd(0.005, 16_000)


@pytest.mark.parametrize(("differing", "chance"), [(0, 0.32), (50, 0.09), (100, 0.05), (200, 0.03)])
def test_without_the_minimum_skew_differences_would_mislead(differing, chance):
    """The figures given at `fewest_differing`, with half a unit of rounding."""
    lost = 0.01 * 3 / 33
    rate = false_verdicts([0, 3, -30], [0.99, 0.01 - lost, lost], differing, seed=3)
    assert rate == pytest.approx(chance, abs=0.005 + four_sd(chance, 4_000))


# How many further units -------------------------------------------------------------------------


@given(
    estimate=st.floats(1e-6, 1e3),
    variance=st.floats(1e-6, 1e6),
    units=st.integers(1, 10**12),
    sign=st.sampled_from([-1, 1]),
)
def test_so_many_further_units_decide_and_one_fewer_does_not(estimate, variance, units, sign):
    alpha, rho = 0.01, tuned_rho(units=10_000, alpha=0.01)
    more = units_until_decided(
        estimate=sign * estimate, variance=variance, units=units, alpha=alpha, rho=rho
    )

    def excluded(number: int) -> bool:
        return estimate > half_width(units=number, variance=variance, alpha=alpha, rho=rho)

    if more is None:
        assert not excluded(units + FURTHEST)
    else:
        assert excluded(units + more)
        assert more == 0 or not excluded(units + more - 1)


def test_what_cannot_be_told_is_none():
    rho = tuned_rho(units=1_000, alpha=0.05)
    common = {"alpha": 0.05, "rho": rho}
    assert units_until_decided(estimate=0.0, variance=1, units=1_000, **common) is None
    assert units_until_decided(estimate=1.0, variance=1, units=0, **common) is None
    assert units_until_decided(estimate=1e-12, variance=1, units=10**12, **common) is None
    assert units_until_decided(estimate=1e-3, variance=0.0, units=1, **common) == 0

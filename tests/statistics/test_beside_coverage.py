"""Intervals of differences between runs hold the true difference as often as they say.

Each kind is tried on 1,000 generated pairs of runs with seeds 0 to 999. A true coverage of 95 %
would leave 93 % to 97 % once in 300 such trials; the seeds are fixed. A bound may hold more often.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pipelines.beside.estimating import Between, interval_between
from tests.statistics.beside_samples import MEAN, alike, between_of

SEEDS = 1000
PAYMENTS = np.array([-15, -4, 0, 3, 30])
CHANCES = np.array([0.1, 0.3, 0.3, 0.25, 0.05])


def _independent_rates(random) -> tuple[Between, float]:
    """Of 150 and of 400 deals."""
    samples = [(random.random(n) < p, np.ones(n)) for n, p in ((150, 0.08), (400, 0.2))]
    return between_of(*samples, "independent"), 0.12


def _rare_independent_rates(random) -> tuple[Between, float]:
    """A few in a thousand, where exact intervals are joined."""
    samples = [(random.random(2000) < p, np.ones(2000)) for p in (0.002, 0.006)]
    return between_of(*samples, "independent"), 0.004


def _independent_means(random) -> tuple[Between, float]:
    """Unlike spread, unlike n."""
    few, many = (random.choice(PAYMENTS, n, p=CHANCES) for n in (120, 500))
    samples = [(few, np.ones(120)), (2 * many, np.ones(500))]
    return between_of(*samples, "independent", quantity=MEAN), float(PAYMENTS @ CHANCES)


def _paired_rates(random) -> tuple[Between, float]:
    """How often something is bid, on the same 300 deals."""
    one, other = alike(random, 300, 0.7)
    samples = [(one < 0.3, np.ones(300)), (other < 0.4, np.ones(300))]
    return between_of(*samples, "paired"), 0.1


def _paired_ratios(random) -> tuple[Between, float]:
    """How often it is made where it is played, which are other deals of the same 900."""
    played = alike(random, 900, 0.8)
    made = alike(random, 900, 0.9)
    plays = [played[0] < 0.2, played[1] < 0.3]
    samples = [
        ((made[side] < chance) & plays[side], plays[side])
        for side, chance in enumerate((0.6, 0.75))
    ]
    return between_of(*samples, "paired"), 0.15


def _paired_means(random) -> tuple[Between, float]:
    """Units on the same 400 deals, three quarters of which go alike."""
    steps = np.cumsum(CHANCES)
    one, other = (PAYMENTS[np.searchsorted(steps, u).clip(max=4)] for u in alike(random, 400, 0.75))
    samples = [(one, np.ones(400)), (2 * other, np.ones(400))]
    return between_of(*samples, "paired", quantity=MEAN), float(PAYMENTS @ CHANCES)


def _paired_blocks(random) -> tuple[Between, float]:
    """Rates where the deals of a block depend on each other: 160 blocks of 8."""
    luck = random.beta(3, 5, 160)
    size = (160, 8)
    one = (random.random(size) < luck[:, None]).sum(axis=1)
    other = (random.random(size) < 0.8 * luck[:, None]).sum(axis=1)
    samples = [(one, np.full(160, 8)), (other, np.full(160, 8))]
    return between_of(*samples, "paired", deals_a_unit=8), -0.2 * 3 / 8


def _partly_common(random) -> tuple[Between, float]:
    """The other run has the later half of the deals of the first, and as many more."""
    one, other = alike(random, 600, 0.9)
    first = (one[:400] < 0.5, np.ones(400))
    second = (other[200:] < 0.35, np.ones(400), 200)
    return between_of(first, second, "paired"), -0.15


KINDS = (
    _independent_rates,
    _rare_independent_rates,
    _independent_means,
    _paired_rates,
    _paired_ratios,
    _paired_means,
    _paired_blocks,
    _partly_common,
)


def _few_differ(random) -> tuple[Between, float]:
    """Three deals in 1,000 go better, one worse: mostly fewer than ten differ."""
    one, other = random.random((2, 1000))
    better, worse = (one < 0.4) | (other < 0.003), other > 0.999
    second = better & ~worse
    truth = 0.6 * 0.003 - 0.4 * 0.001
    return between_of((one < 0.4, np.ones(1000)), (second, np.ones(1000)), "paired"), truth


def _opposite(random) -> tuple[Between, float]:
    """As unlike as two runs can be, and nobody knows."""
    one = random.random(300)
    samples = [(one < 0.3, np.ones(300)), (one > 0.6, np.ones(300))]
    return between_of(*samples, "unknown"), 0.1


def _opposite_means(random) -> tuple[Between, float]:
    units = random.choice(PAYMENTS, 300, p=CHANCES)
    samples = [(units, np.ones(300)), (-units, np.ones(300))]
    return between_of(*samples, "unknown", quantity=MEAN), -2 * float(PAYMENTS @ CHANCES)


BOUNDS = (_few_differ, _opposite, _opposite_means)


def _coverage(kind: Callable, seeds: int, level: float = 0.95) -> float:
    held = 0
    for seed in range(seeds):
        between, truth = kind(np.random.Generator(np.random.PCG64(seed)))
        low, high = interval_between(between, level)
        held += low <= truth <= high
    return held / seeds


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_an_interval_holds_the_truth_in_95_percent(kind):
    assert 0.93 <= _coverage(kind, SEEDS) <= 0.97


@pytest.mark.parametrize("kind", BOUNDS, ids=lambda kind: kind.__name__.strip("_"))
def test_a_bound_holds_the_truth_in_95_percent_at_least(kind):
    assert _coverage(kind, SEEDS) >= 0.93


def test_pairing_narrows_what_goes_alike():
    """Of pairs that are alike in nine of ten deals the interval is less than half as wide."""
    random = np.random.Generator(np.random.PCG64(1))
    one, other = alike(random, 2000, 0.9)
    samples = [(one < 0.3, np.ones(2000)), (other < 0.3, np.ones(2000))]
    widths = [
        np.diff(interval_between(between_of(*samples, dependence), 0.95))
        for dependence in ("paired", "independent", "unknown")
    ]
    assert widths[0] < 0.5 * widths[1] < 0.5 * widths[2]


def test_intervals_that_hold_at_once_do():
    """Five differences, each at its part of the error: all hold in 95 %.

    That they hold in fewer than 368 of 400 has the probability 0.004 where 95 % is true.
    """
    held = 0
    for seed in range(400):
        random = np.random.Generator(np.random.PCG64(seed))
        intervals = [
            (interval_between(between, 1 - 0.05 / 5), truth)
            for _ in range(5)
            for between, truth in [_paired_rates(random)]
        ]
        held += all(low <= truth <= high for (low, high), truth in intervals)
    assert held >= 368

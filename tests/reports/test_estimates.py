"""What may be claimed from estimates: a difference is stated only where there is one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from pipelines.intervals import interval_of_rate, mean_of_clusters, rate
from reports.estimates import (
    BoundedMean,
    Extremes,
    Mean,
    Share,
    extremes,
    side_of,
    simultaneous,
)

LEVEL = 0.95


def share(successes: int, of: int) -> Share:
    found = rate(successes, of)
    return Share(
        successes=successes,
        of=of,
        rate=successes / of if of else None,
        low=found.low,
        high=found.high,
    )


def test_clearly_different_shares_are_told_apart():
    found = extremes([share(500, 1000), share(300, 1000), share(400, 1000)], LEVEL)
    assert found == Extremes(highest=0, lowest=1, alone=True)


def test_the_best_is_only_called_best_where_the_second_best_is_told_apart():
    found = extremes([share(500, 1000), share(300, 1000), share(495, 1000)], LEVEL)
    assert found == Extremes(highest=0, lowest=1, alone=False)


def test_overlapping_shares_are_not_told_apart():
    assert extremes([share(50, 100), share(45, 100)], LEVEL) is None


def test_shares_of_nothing_are_left_out_of_the_comparison():
    found = extremes([share(0, 0), share(900, 1000), share(100, 1000)], LEVEL)
    assert found == Extremes(highest=1, lowest=2, alone=True)
    assert extremes([share(0, 0), share(900, 1000)], LEVEL) is None


def test_a_mean_without_interval_supports_no_claim():
    alone = Mean(value=3.0, low=None, high=None, clusters=1)
    assert simultaneous(alone, 4, LEVEL) is None
    assert side_of(alone, 0.0, LEVEL) is None
    assert extremes([alone, Mean(value=0.0, low=-1.0, high=1.0, clusters=9)], LEVEL) is None


@pytest.mark.parametrize(("successes", "side"), [(600, 1), (400, -1), (505, None)])
def test_the_side_of_break_even_is_told_only_where_the_interval_allows(successes, side):
    assert side_of(share(successes, 1000), 0.5, LEVEL) == side


def test_more_comparisons_need_wider_intervals():
    one, seven = (simultaneous(share(50, 100), many, LEVEL) for many in (1, 7))
    assert seven[0] < one[0] < 0.5 < one[1] < seven[1]


@pytest.mark.parametrize(("successes", "of"), [(0, 5), (1, 5), (5, 5), (0, 100), (40, 100)])
def test_a_share_is_widened_as_its_counts_say(successes, of):
    wanted = rate(successes, of, 1 - 0.05 / 7)
    found = simultaneous(share(successes, of), 7, LEVEL)
    assert found == pytest.approx((wanted.low, wanted.high))


@pytest.mark.parametrize(("rate_of", "trials"), [(0.4, 812.5), (0.004, 900.0), (0.0, 150.0)])
def test_a_share_of_dependent_deals_is_widened_as_its_effective_trials_say(rate_of, trials):
    successes = round(1000 * rate_of)
    low, high = interval_of_rate(trials * rate_of, trials, LEVEL)
    dependent = Share(successes=successes, of=1000, rate=rate_of, low=low, high=high, trials=trials)
    assert simultaneous(dependent, 1, LEVEL) == pytest.approx((low, high))
    wanted = interval_of_rate(trials * rate_of, trials, 1 - 0.05 / 7)
    assert simultaneous(dependent, 7, LEVEL) == pytest.approx(wanted)
    independent = simultaneous(share(successes, 1000), 7, LEVEL)
    assert independent[1] < wanted[1]


def test_effective_trials_are_read_from_the_tables():
    row = {"made": 4, "made_rate": 0.4, "made_low": 0.1, "made_high": 0.8, "played": 10}
    assert Share.from_family(row, "made", "played").trials is None
    assert Share.from_family({**row, "made_trials": 7.5}, "made", "played").trials == 7.5
    bare = {"calls": 4, "spoken": 10, "rate": 0.4, "low": 0.1, "high": 0.8, "trials": 7.5}
    assert Share.from_columns(bare, "calls", "spoken").trials == 7.5


@pytest.mark.parametrize("clusters", [2, 3, 10, 1000])
def test_a_mean_is_widened_by_students_law(clusters):
    values = [(-1) ** k * k for k in range(clusters)]
    sums = {"clusters": clusters, "total": sum(values), "squares": sum(v * v for v in values)}
    printed, wanted = (mean_of_clusters(**sums, level=level) for level in (0.95, 1 - 0.05 / 4))
    mean = Mean(
        value=printed.estimate, low=printed.low, high=printed.high, clusters=printed.clusters
    )
    assert simultaneous(mean, 4, LEVEL) == pytest.approx((wanted.low, wanted.high))


@pytest.mark.parametrize("wins", [0, 1, 5, 200])
def test_a_bounded_mean_is_widened_and_stays_inside(wins):
    sums = {"clusters": 400, "total": wins, "squares": wins}
    printed = mean_of_clusters(**sums).within(1)
    wanted = mean_of_clusters(**sums, level=1 - 0.05 / 4).within(1, 1 - 0.05 / 4)
    mean = BoundedMean(
        value=printed.estimate,
        low=printed.low,
        high=printed.high,
        clusters=400,
        standard_error=printed.standard_error,
        most=1.0,
    )
    assert simultaneous(mean, 4, LEVEL) == (wanted.low, wanted.high)
    assert 0 <= wanted.low < wanted.high <= 1


@pytest.mark.parametrize(("of", "chance"), [(5, 0.05), (12, 0.2), (30, 0.02), (100, 0.5)])
def test_few_trials_hold_what_bonferroni_promises(of, chance):
    """Of 20 shares at once, exactly: each may miss the truth once in 400."""
    chances = stats.binom.pmf(np.arange(of + 1), of, chance)
    intervals = [simultaneous(share(k, of), 20, LEVEL) for k in range(of + 1)]
    covers = [low <= chance <= high for low, high in intervals]
    assert chances[covers].sum() >= 1 - 1.5 * 0.05 / 20


def test_equal_players_are_rarely_called_different():
    """Seven equal shares, 4,000 times: at most 5 % false alarms by Bonferroni.

    False-alarm rate of the test itself: the seed is fixed; over seeds, a true rate of 5 % would
    exceed 6.2 % once in about 4,000.
    """
    random = np.random.default_rng(20)
    trials = 4_000
    alarms = sum(
        extremes([share(int(k), 2_000) for k in random.binomial(2_000, 0.43, 7)], LEVEL) is not None
        for _ in range(trials)
    )
    assert alarms / trials < 0.062


def test_a_real_difference_is_found():
    random = np.random.default_rng(21)
    chances = [0.40, 0.43, 0.43, 0.43, 0.43, 0.43, 0.52]
    found = [
        extremes([share(int(k), 2_000) for k in random.binomial(2_000, chances)], LEVEL)
        for _ in range(50)
    ]
    assert all(pair is not None and pair.highest == 6 for pair in found)

"""Intervals: published values, an independent library, extremes, and how often they cover.

The coverage of binomial intervals is worked out exactly, by summing probabilities over all counts.
That of means is simulated with a fixed seed; bounds are 4 standard deviations wide, so that a
correct interval fails for 1 seed in 15,000.
"""

from __future__ import annotations

import math
from decimal import Decimal, getcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pipelines.intervals import (
    RARE,
    bounded_interval,
    clopper_pearson,
    mean_of_clusters,
    rate,
    standard_deviation,
    student_quantile,
    wilson,
)

COUNTS = [(0, 1), (1, 1), (0, 20), (1, 29), (15, 148), (81, 263), (500, 1000), (1000, 1000)]

# Newcombe, Statistics in Medicine 17 (1998) 857, table I: methods 3 (score) and 5 (exact).
NEWCOMBE = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]


@pytest.mark.parametrize(("successes", "trials", "score", "exact"), NEWCOMBE)
def test_published_examples(successes, trials, score, exact):
    assert wilson(successes, trials) == pytest.approx(score, abs=5e-5)
    assert clopper_pearson(successes, trials) == pytest.approx(exact, abs=5e-5)


@pytest.mark.parametrize(("successes", "trials"), COUNTS)
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_an_independent_library_agrees(successes, trials, level):
    test = stats.binomtest(successes, trials)
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
        theirs = test.proportion_ci(level, method=method)
        assert ours(successes, trials, level) == pytest.approx(
            (theirs.low, theirs.high), rel=1e-9, abs=1e-12
        )


def wilson_by_long_arithmetic(successes: int, trials: int, z: float) -> tuple[float, float]:
    getcontext().prec = 80
    s, n, squared = Decimal(successes), Decimal(trials), Decimal(z) ** 2
    middle = s + squared / 2
    root = Decimal(z) * (s * (n - s) / n + squared / 4).sqrt()
    return float((middle - root) / (n + squared)), float((middle + root) / (n + squared))


@pytest.mark.parametrize("trials", [1, 7, 10**6, 10**12, 10**15])
@pytest.mark.parametrize("place", [0, 1, 2, 1000])
def test_wilson_keeps_its_digits_where_the_textbook_formula_cancels(trials, place):
    z = stats.norm.ppf(0.975)
    for successes in {min(place, trials), trials - min(place, trials)}:
        low, high = wilson_by_long_arithmetic(successes, trials, z)
        assert wilson(successes, trials) == pytest.approx((low, high), rel=1e-14, abs=0)


@given(st.integers(0, 10**13), st.integers(0, 10**13), st.floats(0.5, 0.9999))
def test_every_interval_is_finite_ordered_and_inside_0_to_1(one, other, level):
    successes, trials = min(one, other), max(one, other, 1)
    for interval in (wilson, clopper_pearson):
        low, high = interval(successes, trials, level)
        assert 0 <= low <= successes / trials <= high <= 1
        assert low < high, "no interval has zero width"


@pytest.mark.parametrize("trials", [1, 10, 10**6, 10**12])
def test_none_and_all_reach_the_very_end(trials):
    for interval in (wilson, clopper_pearson):
        assert interval(0, trials)[0] == 0
        assert interval(trials, trials)[1] == 1
        assert 0 < interval(0, trials)[1] < 1
        assert 0 < interval(trials, trials)[0] < 1


def test_successes_and_failures_mirror_each_other():
    for interval in (wilson, clopper_pearson):
        low, high = interval(3, 17)
        assert interval(14, 17) == pytest.approx((1 - high, 1 - low), rel=1e-14)


def test_at_a_billion_the_interval_has_the_width_that_the_normal_law_gives():
    low, high = wilson(10**9 // 4, 10**9)
    assert high - low == pytest.approx(2 * 1.959964 * math.sqrt(0.25 * 0.75 / 10**9), rel=1e-6)


def test_without_a_trial_nothing_is_known():
    for interval in (wilson, clopper_pearson):
        assert interval(0, 0) == (0.0, 1.0)
    assert rate(0, 0).estimate is None


def test_a_rate_is_exact_where_an_outcome_is_rare_and_wilson_elsewhere():
    for trials in (100, 10**12):
        for rare in (RARE - 1, trials - RARE + 1):
            assert (rate(rare, trials).low, rate(rare, trials).high) == clopper_pearson(
                rare, trials
            )
        for common in (RARE, trials - RARE):
            assert (rate(common, trials).low, rate(common, trials).high) == wilson(common, trials)


@pytest.mark.parametrize("counts", [(-1, 5), (6, 5)])
def test_impossible_counts_are_refused(counts):
    with pytest.raises(ValueError, match="not possible"):
        wilson(*counts)
    with pytest.raises(ValueError, match="not possible"):
        clopper_pearson(*counts)


def coverage(interval, trials: int, probabilities: np.ndarray) -> np.ndarray:
    """Return how often the interval covers, for each true probability: an exact sum."""
    ends = np.array([interval(count, trials) for count in range(trials + 1)])
    chances = stats.binom.pmf(np.arange(trials + 1)[:, None], trials, probabilities)
    covers = (ends[:, :1] <= probabilities) & (probabilities <= ends[:, 1:])
    return (chances * covers).sum(axis=0)


def ends_of_rate(successes: int, trials: int) -> tuple[float, float]:
    return rate(successes, trials).low, rate(successes, trials).high


@pytest.mark.parametrize("trials", [10, 100, 1000])
def test_the_exact_interval_never_covers_less_than_it_says(trials):
    assert coverage(clopper_pearson, trials, np.linspace(0, 1, 4001)).min() >= 0.95 - 1e-12


def test_a_rate_covers_what_it_says_also_where_wilson_alone_does_not():
    probabilities = np.geomspace(1e-5, 0.5, 4001)
    covered = coverage(ends_of_rate, 1000, probabilities)
    assert covered.min() > 0.925
    common = covered[probabilities > 0.03]
    assert 0.945 < common.mean() < 0.955
    assert coverage(wilson, 1000, probabilities).min() < 0.85


@given(st.lists(st.integers(-60, 60), min_size=2, max_size=50).filter(lambda xs: len(set(xs)) > 1))
def test_a_mean_agrees_with_an_independent_library(values):
    mean = mean_of_clusters(
        clusters=len(values), total=sum(values), squares=sum(x * x for x in values)
    )
    theirs = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean.estimate == pytest.approx(np.mean(values))
    assert mean.standard_error == pytest.approx(stats.sem(values))
    assert (mean.low, mean.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9, abs=1e-9)


def test_students_own_example():
    """Biometrika 6 (1908) 1: sleep gained by ten patients with the second drug, in 0.1 hours."""
    gained = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34]
    mean = mean_of_clusters(clusters=10, total=sum(gained), squares=sum(x * x for x in gained))
    assert mean.estimate == 23.3
    deviation = standard_deviation(10, sum(gained), sum(x * x for x in gained))
    assert deviation * math.sqrt(9 / 10) == pytest.approx(19.0, abs=0.05)  # his divisor is n


def test_one_cluster_has_a_mean_but_no_interval():
    alone = mean_of_clusters(clusters=1, total=-12, squares=144)
    assert (alone.estimate, alone.standard_error, alone.low, alone.high) == (-12, None, None, None)
    nothing = mean_of_clusters(clusters=0, total=0, squares=0)
    assert nothing.estimate is None


def test_equal_clusters_give_no_interval_rather_than_one_of_zero_width():
    same = mean_of_clusters(clusters=5, total=20, squares=80)
    assert (same.estimate, same.standard_error, same.low, same.high) == (4, 0, None, None)


def test_a_mean_of_a_trillion_clusters_does_not_cancel():
    clusters = 10**12
    # half of them 10^6 and half 10^6 + 1: variance 1/4, lost if squares were floats
    total = clusters // 2 * (2 * 10**6 + 1)
    squares = clusters // 2 * (10**12 + (10**6 + 1) ** 2)
    mean = mean_of_clusters(clusters=clusters, total=total, squares=squares)
    assert mean.standard_error == pytest.approx(0.5 / 10**6, rel=1e-9)
    assert mean.high - mean.low == pytest.approx(2 * 1.96 * 0.5e-6, rel=1e-4)


def test_the_interval_of_a_mean_of_sessions_covers_95_per_cent():
    """4,000 runs of 40 sessions with a skew law of balances; sd of the share covered is 0.0034."""
    draw = np.random.default_rng(1908)
    runs = draw.choice(
        [-12, -4, -3, 0, 3, 9, 15], p=[0.1, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1], size=(4000, 40)
    )
    truth = float(np.dot([-12, -4, -3, 0, 3, 9, 15], [0.1, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1]))
    assert share_covering(runs, truth) == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / 4000))


def test_deals_that_share_a_session_are_not_independent():
    """Eight deals with a common part: rows as clusters would cover far too rarely."""
    draw = np.random.default_rng(1922)
    common = draw.integers(-20, 21, size=(2000, 60, 1))
    deals = common + draw.integers(-9, 10, size=(2000, 60, 8))
    sessions = deals.sum(axis=2)
    bound = 4 * math.sqrt(0.95 * 0.05 / 2000)
    assert share_covering(sessions, 0.0) == pytest.approx(0.95, abs=bound)
    assert share_covering(deals.reshape(2000, 480), 0.0) < 0.6


def share_covering(runs: np.ndarray, truth: float) -> float:
    covered = 0
    for values in runs.tolist():
        mean = mean_of_clusters(
            clusters=len(values), total=sum(values), squares=sum(x * x for x in values)
        )
        covered += mean.low <= truth <= mean.high
    return covered / len(runs)


# Means of values between two ends ----------------------------------------------------------------


def bounded_mean(values: list[int], most: int, level: float = 0.95):
    squares = sum(x * x for x in values)
    mean = mean_of_clusters(clusters=len(values), total=sum(values), squares=squares, level=level)
    return mean.within(most, level)


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=60),
    st.floats(0.5, 0.9999),
)
def test_a_bounded_mean_always_has_an_interval_and_it_stays_inside(values, level):
    mean = bounded_mean(values, 12, level)
    assert 0 <= mean.low <= mean.estimate + 1e-9
    assert mean.estimate - 1e-9 <= mean.high <= 12
    assert mean.low < mean.high


@pytest.mark.parametrize("clusters", [1, 2, 5, 30, 10**6])
def test_none_and_all_of_the_clusters_get_the_exact_interval_of_a_share(clusters):
    none = mean_of_clusters(clusters=clusters, total=0, squares=0).within(12)
    assert (none.low, none.high) == (0, pytest.approx(12 * clopper_pearson(0, clusters)[1]))
    all_of_it = mean_of_clusters(
        clusters=clusters, total=12 * clusters, squares=144 * clusters
    ).within(12)
    low = pytest.approx(12 * clopper_pearson(clusters, clusters)[0])
    assert (all_of_it.low, all_of_it.high) == (low, 12)


@pytest.mark.parametrize(("values", "ends"), [([0], (0, 0.975)), ([1], (0.025, 1))])
def test_one_cluster_says_little_but_something(values, ends):
    mean = bounded_mean(values, 1)
    assert (mean.low, mean.high) == pytest.approx(ends)


@pytest.mark.parametrize("values", [[6], [6, 6], [0, 12]])
def test_one_or_two_clusters_in_the_middle_say_hardly_anything(values):
    mean = bounded_mean(values, 12)
    assert 0 < mean.low < 2 < 10 < mean.high < 12


def test_one_win_in_five_sessions_is_no_negative_share():
    """Student's interval would be -0.355 to 0.755."""
    mean = bounded_mean([12, 0, 0, 0, 0], 12)
    assert (mean.low / 12, mean.high / 12) == pytest.approx(clopper_pearson(1, 5))


def test_away_from_the_ends_a_bounded_mean_has_students_interval():
    values = [4] * 300 + [0] * 500 + [12] * 200
    squares = sum(x * x for x in values)
    plain = mean_of_clusters(clusters=1000, total=sum(values), squares=squares)
    assert bounded_mean(values, 12) == plain


def test_the_interval_of_few_and_rare_wins_is_that_of_a_count_also_between_counts():
    ends = [
        bounded_interval(clusters=20, estimate=wins / 20, standard_error=None, most=1)
        for wins in (1, 1.25, 1.5, 2)
    ]
    assert ends[0] == pytest.approx(clopper_pearson(1, 20))
    assert ends[-1] == pytest.approx(clopper_pearson(2, 20))
    assert ends == sorted(ends) and [high for _, high in ends] == sorted(h for _, h in ends)


@pytest.mark.parametrize("clusters", [1, 2, 5, 20, 100, 400])
def test_a_bounded_mean_of_wins_and_defeats_covers_what_it_says(clusters):
    """The hardest values are the two ends; then coverage is an exact sum."""

    def interval(wins: int, clusters: int) -> tuple[float, float]:
        mean = mean_of_clusters(clusters=clusters, total=wins, squares=wins).within(1)
        return mean.low, mean.high

    covered = coverage(interval, clusters, np.linspace(0.001, 0.999, 999))
    assert covered.min() > 0.92
    assert covered.mean() > 0.945


@pytest.mark.parametrize("sessions", [2, 3, 6, 15, 60])
@pytest.mark.parametrize("law", [(0.6, 0.2, 0.1, 0.1), (0.95, 0.02, 0.01, 0.02)])
def test_a_share_of_wins_with_ties_covers_what_it_says(sessions, law):
    """2,000 runs; 4 standard deviations are 0.0195."""
    draw = np.random.default_rng(1934)
    runs = draw.choice([0, 4, 6, 12], p=law, size=(2000, sessions)).tolist()
    truth = float(np.dot([0, 4, 6, 12], law))
    means = [bounded_mean(values, 12) for values in runs]
    assert sum(mean.low <= truth <= mean.high for mean in means) / 2000 > 0.95 - 0.0195 - 0.01


@pytest.mark.parametrize("clusters", [2, 3, 10, 10**6])
def test_students_quantile_agrees_with_an_independent_library(clusters):
    assert student_quantile(clusters, 0.99) == pytest.approx(stats.t.ppf(0.995, clusters - 1))

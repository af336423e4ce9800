"""What may be claimed from estimates: a difference is stated only where there is one."""

from __future__ import annotations

import numpy as np
import pytest

from pipelines.intervals import rate
from reports.estimates import Extremes, Mean, Share, extremes, side_of, simultaneous

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
    alone = Mean(value=3.0, low=None, high=None)
    assert simultaneous(alone, 4, LEVEL) is None
    assert side_of(alone, 0.0, LEVEL) is None
    assert extremes([alone, Mean(value=0.0, low=-1.0, high=1.0)], LEVEL) is None


@pytest.mark.parametrize(("successes", "side"), [(600, 1), (400, -1), (505, None)])
def test_the_side_of_break_even_is_told_only_where_the_interval_allows(successes, side):
    assert side_of(share(successes, 1000), 0.5, LEVEL) == side


def test_more_comparisons_need_wider_intervals():
    one, seven = (simultaneous(share(50, 100), many, LEVEL) for many in (1, 7))
    assert seven[0] < one[0] < 0.5 < one[1] < seven[1]


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

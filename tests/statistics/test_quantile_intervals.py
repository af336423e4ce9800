"""Intervals of quantiles hold the true quantile as often as they say, or more."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from pipelines.quantile_intervals import percentile_interval

RUNS, N = 1_000, 400


def histogram(values: np.ndarray) -> tuple[list[int], list[int]]:
    found, counts = np.unique(values, return_counts=True)
    return found.tolist(), counts.tolist()


@pytest.mark.parametrize("percent", [25, 50, 75])
@pytest.mark.parametrize("players", [1, 4])
def test_it_holds_the_true_quantile_in_95_of_100_runs_or_more(percent, players):
    """Balances of a session are those of one player, or of four of whom each one's depends on
    all others' (they sum to zero). Misses beyond the 99.9999 % point of the binomial with 5 % are
    a false alarm of at most 10^-6 each."""
    rng = np.random.default_rng(20 + percent + players)
    misses = 0
    for _ in range(RUNS):
        hands = np.rint(12 * rng.standard_normal((N, players))).astype(int)
        balances = hands if players == 1 else np.rint(hands - hands.mean(1, keepdims=True))
        spread = 12 if players == 1 else 12 * np.sqrt(1 - 1 / players)
        true = stats.norm.ppf(percent / 100) * spread
        found = percentile_interval(
            *histogram(balances.ravel().astype(int)), percent, trials=N, level=0.95
        )
        assert found is not None
        misses += not found[0] - 0.5 <= true <= found[1] + 0.5
    assert misses <= stats.binom.ppf(1 - 1e-6, RUNS, 0.05)


def test_too_few_trials_have_none_and_many_have_a_narrow_one():
    assert percentile_interval([0, 1], [1, 4], 50, trials=5, level=0.95) is None
    assert percentile_interval([0, 1], [1, 5], 50, trials=6, level=0.95) == (0, 1)
    many = 10**12
    assert percentile_interval(
        [-1, 0, 1], [many, 3 * many, many], 50, trials=5 * many, level=0.95
    ) == (0, 0)

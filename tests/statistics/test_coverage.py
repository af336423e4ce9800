"""Every kind of interval that is printed covers the truth in 95 ± 2 % of 1,000 seeds.

Each seed makes the whole numbers of a run of realistic size from a law that is known; a kind is
then worked out by the function that makes the printed one.

=======================  ===========================================================================
kind                     where it is printed
=======================  ===========================================================================
rate, both outcomes      bid, played and made of contracts, whole and by position, player, policy;
common (Wilson)          calls; the declarer's tricks; sessions ahead, level and behind; ruin by
                         stack; players out of chips; stacks bought; what is done before bidding;
                         revokes; heat maps of hands; convergence; the overview; calibration and
                         behaviour of compared policies
rate, one outcome rare   the same where fewer than ten deals show one outcome, and 0 of n, n of n
(exact)
rate of a policy         bid and played by policy: shared among the players who follow it
value of a contract      units per opponent: the interval of its rate, in units
probability of a         the share of tries that satisfy a condition: deals are played until so
condition                many satisfy it, so that the tries are what chance decides
rate among sessions      all rates of deals where deals of a session depend on each other: pool,
                         chips, a pack that is not shuffled; convergence there
rate among sessions,     the same where few sessions show one outcome
one outcome rare
mean of sessions         units per deal of positions, players and policies, in all their parts;
(Student)                mean balances, also in the course of a session; scores of policies
ratio of sums over       units per deal where sessions end early; stacks per session; cards
sessions                 exchanged per deal; units of the pool; behaviour of compared policies
mean between two ends    tricks taken by contract; shares of sessions won
mean near an end         the same where nearly all, or nearly none, are taken or won
=======================  ===========================================================================

Differences of policies, and intervals that hold at any time of looking, have tests of their own:
`test_comparison_coverage`, `test_confidence_sequence`; targets of precision, which stop a run by
what it has found: `test_early_stopping`. Quantiles and histograms are printed without an interval:
they are said to be of this run.

A kind that is *exact* or falls back on the exact interval covers 95 % at least, by construction:
there only too little is a fault. Of 1,000 seeds an interval that covers with probability 0.95 lies
outside 0.93 to 0.97 with probability 0.003 (binomial law): that is the false-alarm rate of each
test below, had the seeds not been fixed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pipelines.intervals import Mean, Rate, mean_of_clusters, rate
from pipelines.ratios import RatioSums, rate_of_clusters, ratio_of_clusters

SEEDS = 1_000
DEALS = 10_000_000
SESSIONS = 1_250_000

Interval = Rate | Mean
Draw = np.random.Generator


def coverage(interval: Callable[[Draw], Interval], truth: float) -> float:
    """How many of 1,000 seeds give an interval that holds the truth."""
    held = 0
    for seed in range(SEEDS):
        found = interval(np.random.default_rng(seed))
        assert found.low is not None and found.high is not None
        held += found.low <= truth <= found.high
    return held / SEEDS


# Rates of independent trials ----------------------------------------------------------------------

COMMON = [(DEALS, 0.01338), (133_678, 0.6732), (1_000, 0.05), (SESSIONS, 0.465), (400, 0.9)]
"""Bid, made, made at one position of a small run, ahead, an able policy's few deals."""


@pytest.mark.parametrize(("trials", "probability"), COMMON)
def test_rates(trials: int, probability: float) -> None:
    def found(draw: Draw) -> Rate:
        return rate(int(draw.binomial(trials, probability)), trials)

    assert coverage(found, probability) == pytest.approx(0.95, abs=0.02)


RARE = [(DEALS, 2e-7), (119, 0.97), (800, 0.002), (20, 0.02), (SESSIONS, 3e-6)]


@pytest.mark.parametrize(("trials", "probability"), RARE)
def test_rates_of_rare_outcomes_cover_at_least(trials: int, probability: float) -> None:
    def found(draw: Draw) -> Rate:
        return rate(int(draw.binomial(trials, probability)), trials)

    assert coverage(found, probability) >= 0.93


@pytest.mark.parametrize("players", [2, 3])
def test_rates_shared_by_the_players_of_a_policy(players: int) -> None:
    """At most one of them declares in a deal: of so many deals any of them does in this share."""
    any_of_them = 0.04

    def found(draw: Draw) -> Rate:
        return rate(int(draw.binomial(80_000, any_of_them)), 80_000).shared(players)

    assert coverage(found, any_of_them / players) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(("deals", "probability"), [(1_000_000, 0.02), (2_000, 0.3)])
def test_the_probability_of_a_condition(deals: int, probability: float) -> None:
    def found(draw: Draw) -> Rate:
        return rate(deals, deals + int(draw.negative_binomial(deals, probability)))

    assert coverage(found, probability) == pytest.approx(0.95, abs=0.02)


# Deals that depend on each other within a session ------------------------------------------------


def ratio_sums(y: np.ndarray, x: np.ndarray) -> RatioSums:
    y, x = y.astype(np.int64), x.astype(np.int64)
    return RatioSums(
        y=int(y.sum()),
        x=int(x.sum()),
        yy=int(y @ y),
        xy=int(x @ y),
        xx=int(x @ x),
        clusters=int((x > 0).sum()),
        some=int((y > 0).sum()),
        rest=int((y < x).sum()),
    )


def alike(draw: Draw, sessions: int, probability: float, correlation: float) -> RatioSums:
    """Sessions of 8 to 20 deals, each with a probability of its own (beta-binomial)."""
    deals = draw.integers(8, 21, sessions)
    shape = 1 / correlation - 1
    own = draw.beta(probability * shape, (1 - probability) * shape, sessions)
    return ratio_sums(draw.binomial(deals, own), deals)


@pytest.mark.parametrize(
    ("sessions", "probability", "correlation"),
    [(2_000, 0.3, 0.05), (2_000, 0.02, 0.02), (500, 0.6, 0.3)],
)
def test_rates_among_sessions(sessions: int, probability: float, correlation: float) -> None:
    def found(draw: Draw) -> Rate:
        return rate_of_clusters(alike(draw, sessions, probability, correlation))

    assert coverage(found, probability) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(("sessions", "probability"), [(300, 0.001), (2_000, 0.0003), (40, 0.01)])
def test_rates_of_rare_outcomes_among_sessions_cover_at_least(
    sessions: int, probability: float
) -> None:
    def found(draw: Draw) -> Rate:
        return rate_of_clusters(alike(draw, sessions, probability, 0.1))

    assert coverage(found, probability) >= 0.93


def sessions_with_chips(draw: Draw, sessions: int) -> RatioSums:
    """A player's units and deals: a bad run of cards costs his chips, and ends the session."""
    out = draw.random(sessions) < 0.15
    deals = np.where(out, draw.integers(6, 20, sessions), 20)
    units = np.where(out, -30, draw.integers(-25, 41, sessions))
    return ratio_sums(units, deals)


def test_ratios_of_sums_over_sessions() -> None:
    mean_deals, mean_units = 0.15 * 12.5 + 0.85 * 20, 0.15 * -30 + 0.85 * 7.5

    def found(draw: Draw) -> Mean:
        return ratio_of_clusters(sessions_with_chips(draw, 2_000))

    assert coverage(found, mean_units / mean_deals) == pytest.approx(0.95, abs=0.02)


# Means --------------------------------------------------------------------------------------------

BALANCES = np.array([-30, -20, -12, -8, -4, -3, 0, 3, 5, 9, 15, 30])
CHANCES = np.array([0.02, 0.05, 0.1, 0.1, 0.2, 0.1, 0.05, 0.1, 0.08, 0.08, 0.1, 0.02])


def of_law(draw: Draw, values: np.ndarray, chances: np.ndarray, clusters: int) -> tuple[int, int]:
    """Sum and sum of squares of so many clusters with a law of values."""
    counts = draw.multinomial(clusters, chances)
    return int(counts @ values), int(counts @ values**2)


@pytest.mark.parametrize("sessions", [40, 1_000, SESSIONS])
def test_means_of_sessions(sessions: int) -> None:
    def found(draw: Draw) -> Mean:
        total, squares = of_law(draw, BALANCES, CHANCES, sessions)
        return mean_of_clusters(clusters=sessions, total=total, squares=squares).per(8)

    assert coverage(found, float(BALANCES @ CHANCES) / 8) == pytest.approx(0.95, abs=0.02)


TRICKS = np.arange(6)
SHARES = np.array([0, 3, 4, 6, 12])
"""Of a win, in twelfths: won by one of four, three or two, or alone."""


@pytest.mark.parametrize(
    ("values", "chances", "clusters"),
    [
        (TRICKS, (0.01, 0.03, 0.1, 0.26, 0.35, 0.25), 133_678),
        (TRICKS, (0.0, 0.0, 0.02, 0.08, 0.2, 0.7), 2_000),
        (SHARES, (0.72, 0.01, 0.02, 0.05, 0.2), SESSIONS),
        (SHARES, (0.8, 0.01, 0.02, 0.02, 0.15), 300),
    ],
)
def test_means_between_two_ends(
    values: np.ndarray, chances: tuple[float, ...], clusters: int
) -> None:
    def found(draw: Draw) -> Mean:
        return bounded(draw, values, chances, clusters)

    assert coverage(found, float(values @ chances)) == pytest.approx(0.95, abs=0.02)


def bounded(draw: Draw, values: np.ndarray, chances: tuple[float, ...], clusters: int) -> Mean:
    total, squares = of_law(draw, values, np.array(chances), clusters)
    mean = mean_of_clusters(clusters=clusters, total=total, squares=squares)
    return mean.within(int(values.max()))


@pytest.mark.parametrize(
    ("values", "chances", "clusters"),
    [
        (TRICKS, (0.0, 0.0, 0.0, 0.01, 0.05, 0.94), 119),
        (SHARES, (0.97, 0.0, 0.0, 0.01, 0.02), 60),
        (SHARES, (0.5, 0.0, 0.1, 0.1, 0.3), 3),
    ],
)
def test_means_near_an_end_cover_at_least(
    values: np.ndarray, chances: tuple[float, ...], clusters: int
) -> None:
    def found(draw: Draw) -> Mean:
        return bounded(draw, values, chances, clusters)

    assert coverage(found, float(values @ chances)) >= 0.93

"""Stopping at a precision is honest: it biases no estimate, and intervals cover as they say.

Runs of generated counts go through the code that stops real ones. Their shards are finished by
several workers, those with many failures last.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from scipy import stats

from pipelines.precision import watch as watching
from pipelines.precision.targets import Precision, Target
from pipelines.precision.watch import Watch
from sim.runs.directory import RunDirectory
from sim.runs.plan import Plan
from sim.runs.prefix import Prefix
from sim.runs.shards import Shard
from tests.statistics.synthetic_shards import (
    DEALS_PER_SESSION,
    EXPERIMENT,
    NAP_MADE,
    UNITS_PER_DEAL,
    Counted,
    as_finished,
    counted,
    run_of,
)

LEVEL = 0.95
WORKERS = 12
SLOWER = 400.0
"""A shard takes exp(this times its share of failures) as long."""

SAMPLE = 50
LARGE_SAMPLE = 1_000
SAMPLES = [SAMPLE, pytest.param(LARGE_SAMPLE, marks=pytest.mark.slow)]

FALSE_ALARM = 1e-3

CASES = {
    "nap made ±0.008": NAP_MADE,
    "position 1 expectation ±0.01": UNITS_PER_DEAL,
}
"""Targets that are reached after 15,000 to 40,000 deals, and the truth."""

Run = tuple[list[Shard], dict[int, Counted]]


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def generated(seed: int) -> tuple[RunDirectory, list[Shard], dict[int, Counted]]:
    plan = Plan.of(sessions=8_000, deals_per_session=DEALS_PER_SESSION, by_tenths=True)
    generator = np.random.default_rng((2026, seed))
    shards = list(plan.shards())
    return run_of(plan), shards, {shard.number: counted(shard, generator) for shard in shards}


def finished(shards: list[Shard], counts: dict[int, Counted]) -> Iterator[Shard]:
    seconds = [
        shard.sessions * float(np.exp(SLOWER * (counts[shard.number].failures - 0.56)))
        for shard in shards
    ]
    return as_finished(shards, seconds, WORKERS)


def stopped(
    target: Target, seed: int, monkeypatch: pytest.MonkeyPatch, *, in_order: bool
) -> tuple[Precision, bool]:
    """What a run says when it stops, and whether shards came out of order.

    Parameters
    ----------
    in_order : bool
        Whether the prefix is looked at, as it should be, or whatever is finished.
    """
    run, shards, counts = generated(seed)
    monkeypatch.setattr(
        watching, "partial_of_shard", lambda run, shard, *rest: counts[shard.number].partial
    )
    watch = Watch([target], EXPERIMENT)
    order = list(finished(shards, counts))
    if in_order:
        prefix = Prefix(run, watch.is_enough)
        for shard in order:
            prefix.add(shard)
            if prefix.is_enough:
                break
        assert prefix.is_enough
    else:
        assert any(watch.is_enough(run, shard) for shard in order)
    return watch.standings[0].precision, order != shards


@pytest.mark.parametrize("text", CASES)
def test_estimates_are_unbiased_and_intervals_cover(
    text: str, sample: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both bounds hold with fixed seeds; with others each would fail in one of 1,000 cases."""
    target, truth = Target.parse(text), CASES[text]
    runs = [stopped(target, seed, monkeypatch, in_order=True) for seed in range(sample)]
    assert any(disordered for _, disordered in runs)
    estimates = np.array([found.estimate for found, _ in runs])
    half_widths = np.array([found.half_width for found, _ in runs])
    assert max(half_widths) <= target.half_width

    off = abs(estimates.mean() - truth) / (estimates.std(ddof=1) / np.sqrt(sample))
    assert off < stats.norm.isf(FALSE_ALARM / 2)

    covered = int((abs(estimates - truth) <= half_widths).sum())
    low, high = stats.binom.ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], sample, LEVEL)
    assert low <= covered <= high
    if sample == LARGE_SAMPLE:
        assert abs(covered / sample - LEVEL) <= 0.02


def test_what_happens_to_be_finished_would_mislead(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same runs, looked at as their shards come, find too many contracts made."""
    target = Target.parse("nap made ±0.008")
    runs = [stopped(target, seed, monkeypatch, in_order=False) for seed in range(SAMPLE)]
    estimates = np.array([found.estimate for found, _ in runs])
    off = (estimates.mean() - NAP_MADE) / (estimates.std(ddof=1) / np.sqrt(SAMPLE))
    assert off > 10

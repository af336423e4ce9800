"""Every interval column of every table covers what the column itself comes to in the long run.

Many runs are simulated, each of its own seed, and their tables made; the truth is what all of them
together come to, known many times better than any one. So no interval escapes because nobody
thought of its kind: the columns are found by their names. What is estimated from one run in a
thousand of the whole is 0.05 % too near to it, which is nothing here.

Intervals of one column are averaged over its rows where, of all runs together, both outcomes are
common in a run; in rows where one is rare they are exact or nearly so, and too little alone is a
fault. Every single row is bounded too: by the binomial law of the number of runs, at a chance of
one in a million for an interval that covers with probability 0.94.

Two things are left as they are, and known. Where players of several policies take a position in
turn, its deals have several probabilities in fixed shares, and vary less than alike ones would: its
rates cover more than they say, up to 0.99. Where a player loses all his chips in nearly every
session, his balances are so skew that Student's interval needs thousands of sessions: 0.86 of 400
runs of 200 sessions for a random bidder in `pub`. So no such player is among those with chips.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean
from typing import Any

import polars as pl
import pytest
from scipy import stats

from pipelines.aggregate import _makers
from pipelines.counts_table import partial_of
from pipelines.intervals import LEVEL
from pipelines.partial_tables import PartialTables
from pipelines.totals import Totals
from pipelines.worker_counting import WorkerCounting
from sim.experiment import Experiment
from sim.outcomes import simulate_shard
from sim.runs.shards import Shard
from tests.statistics.synthetic_run import experiment

MIXED = ("counting", "random", "counting", "counting:bold")
ABLE = ("counting", "counting:cautious", "counting", "counting:bold")
LABELS = {
    "measure",
    "of",
    "contract",
    "position",
    "player",
    "name",
    "policy",
    "players",
    "call",
} | {"highest", "tricks", "makes", "act", "amount", "stack", "has_trump", "lengths", "honours"}
"""Columns that name a row; the number of deals at which balances are looked at does so too."""
Key = tuple[str, str, tuple[object, ...]]


def tables_of(total: PartialTables, of: Experiment) -> dict[str, pl.DataFrame]:
    totals = Totals.of(total, of, LEVEL)
    return {name: make(totals) for name, make in _makers(totals).items()}


def counted(of: Experiment, sessions: int) -> PartialTables:
    counts = WorkerCounting(of).count(Shard(0, 0, sessions), *simulate_shard(of, 0, sessions))
    return partial_of(counts)


def estimate_of(name: str, prefix: str, columns: list[str]) -> str:
    """The column of the estimate whose interval's columns begin with the prefix."""
    stem = prefix.removesuffix("_")
    wanted = {
        "": "units_per_deal" if name.startswith("expectation") else "rate",
        "cards": "cards_per_deal",
        "stacks": "stacks_per_session",
    }
    found = [
        column
        for column in (wanted.get(stem, ""), f"{stem}_rate", f"{stem}_per_deal", stem, "mean")
        if column in columns
    ]
    return found[0]


def intervals(frames: dict[str, pl.DataFrame]) -> Iterator[tuple[Key, str, dict[str, Any]]]:
    """Every interval: its key, the column of its estimate, and its row.

    Convergence is that of a run, not of what many runs come to.
    """
    for name, frame in frames.items():
        if name == "convergence":
            continue
        more = ["deals"] if name == "balances_after" else []
        labels = [column for column in frame.columns if column in LABELS or column in more]
        for column in frame.columns:
            if not column.endswith("low"):
                continue
            prefix = column.removesuffix("low")
            estimate = estimate_of(name, prefix, frame.columns)
            for row in frame.rows(named=True):
                yield (name, prefix, tuple(row[label] for label in labels)), estimate, row


OF_WHAT = {"bid": "deals", "played": "deals", "made": "played", "value": "played", "done": "deals"}
"""Trials of the families of columns whose trials are no sessions."""
BARE = (("successes", "n"), ("calls", "spoken"), ("deals", "played"), ("deals", "n"))
"""Successes and trials of rates that stand in a column called so."""


def rarest_outcome(prefix: str, row: dict[str, Any]) -> int | None:
    """The rarer of successes and failures, if the interval is that of a rate."""
    stem = prefix.removesuffix("_")
    if f"{stem}_rate" in row or stem == "value":
        successes, trials = "made" if stem == "value" else stem, OF_WHAT.get(stem, "sessions")
    else:
        names = [pair for pair in BARE if not stem and "rate" in row and set(pair) <= row.keys()]
        if not names:
            return None
        successes, trials = names[0]
    return min(row[successes], row[trials] - row[successes])


def judge(
    profile: str, policies: tuple[str, ...], runs: int, sessions: int, tolerance: float
) -> None:
    of = experiment(len(policies), policies=policies, profile=profile)
    parts = [counted(replace(of, seed=seed), sessions) for seed in range(runs)]
    truth = {
        key: row[estimate]
        for key, estimate, row in intervals(tables_of(PartialTables.total(parts), of))
    }
    held: dict[Key, list[bool]] = {}
    rare: dict[Key, list[int]] = {}
    for part in parts:
        for key, estimate, row in intervals(tables_of(part, of)):
            low, high = row[f"{key[1]}low"], row[f"{key[1]}high"]
            if row[estimate] is None or low is None or truth.get(key) is None:
                continue
            held.setdefault(key, []).append(low <= truth[key] <= high)
            outcome = rarest_outcome(key[1], row)
            if outcome is not None:
                rare.setdefault(key, []).append(outcome)
    by_column: dict[tuple[str, str], list[float]] = {}
    for key, covered in held.items():
        if len(covered) < runs:  # it is there where something happened: a choice by the outcome
            continue
        share = fmean(covered)
        fewest = stats.binom.ppf(1e-6, len(covered), 0.94)
        assert sum(covered) >= fewest, f"{key}: covers {share:.3f} of {len(covered)}"
        common = key not in rare or fmean(rare[key]) >= 30
        if common:
            by_column.setdefault(key[:2], []).append(share)
    assert len(by_column) > 15
    for column, shares in by_column.items():
        assert fmean(shares) == pytest.approx(0.95, abs=tolerance), column


@pytest.mark.slow
@pytest.mark.parametrize(
    ("profile", "policies", "sessions"),
    [
        ("basic", MIXED, 1_000),
        ("pub", ABLE, 300),
        ("ecarte", ABLE, 500),
        ("traditional", MIXED[:3], 500),
    ],
)
def test_every_interval_of_every_table(
    profile: str, policies: tuple[str, ...], sessions: int
) -> None:
    judge(profile, policies, 1_000, sessions, tolerance=0.02)


def test_every_interval_of_every_table_in_few_runs() -> None:
    """Of 60 runs a column that is right is more than 0.06 off with a chance of one in 30."""
    judge("basic", MIXED[:3], 60, 500, tolerance=0.06)

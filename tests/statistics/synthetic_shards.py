"""Shards of generated counts, finished in the order that a few workers would finish them.

A shard takes the longer the more of its contracts fail: then whatever is finished early is better
than the truth. Only what a target of precision reads is there.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from pipelines.census import CENSUS_SCHEMA
from pipelines.partial_tables import PartialTables
from pipelines.sessions import SUMS_SCHEMA
from sim.experiment import Experiment
from sim.runs.directory import RunDirectory
from sim.runs.plan import Plan
from sim.runs.shards import Shard
from tests.statistics.synthetic_run import experiment

EXPERIMENT: Experiment = experiment(3)
DEALS_PER_SESSION = EXPERIMENT.rules.deals_per_session
NAP_PLAYED = 0.8
NAP_MADE = 0.3
SHARES = (NAP_PLAYED * NAP_MADE, NAP_PLAYED * (1 - NAP_MADE), 1 - NAP_PLAYED)
ENDINGS = (("nap pass pass", 5), ("nap pass pass", 3), ("pass pass pass", 0))

UNITS = (-1, 8)
"""What a session brings position 1: a small loss, or now and then a gain, …"""
GAIN = 0.1
"""… with this probability."""
UNITS_PER_DEAL = (UNITS[0] + GAIN * (UNITS[1] - UNITS[0])) / DEALS_PER_SESSION


@dataclass(frozen=True)
class Counted:
    """What a generated shard holds."""

    failures: float
    """The share of failed contracts among its deals."""
    partial: PartialTables


def run_of(plan: Plan) -> RunDirectory:
    """A run that is nowhere on a disk."""
    return RunDirectory(Path("nowhere"), EXPERIMENT.identity, plan, {})


def counted(shard: Shard, generator: np.random.Generator) -> Counted:
    """Play a shard by the tossing of coins."""
    deals = shard.sessions * DEALS_PER_SESSION
    counts = [int(count) for count in generator.multinomial(deals, SHARES)]
    gains = int(generator.binomial(shard.sessions, GAIN))
    both = (shard.sessions - gains, gains)
    moments = (
        (0, 0, shard.sessions),
        (0, 2, sum(count * units for count, units in zip(both, UNITS, strict=True))),
        (2, 2, sum(count * units**2 for count, units in zip(both, UNITS, strict=True))),
    )
    census = [(0, *ending, count) for ending, count in zip(ENDINGS, counts, strict=True)]
    sums = [("moment", "position", *moment) for moment in moments]
    return Counted(
        counts[1] / deals,
        PartialTables(
            pl.DataFrame(census, schema=CENSUS_SCHEMA, orient="row"),
            pl.DataFrame(sums, schema=SUMS_SCHEMA, orient="row"),
        ),
    )


def as_finished(shards: Sequence[Shard], seconds: Sequence[float], workers: int) -> Iterator[Shard]:
    """Yield shards in the order in which so many workers finish them, who take them in order."""
    in_hand: list[tuple[float, int]] = []
    clock = 0.0
    for place in range(len(shards)):
        if len(in_hand) == workers:
            clock, done = heapq.heappop(in_hand)
            yield shards[done]
        heapq.heappush(in_hand, (clock + seconds[place], place))
    while in_hand:
        yield shards[heapq.heappop(in_hand)[1]]

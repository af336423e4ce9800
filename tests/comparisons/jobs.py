"""Jobs of comparisons that are slow or fail where a test wants it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from sim.comparisons.job import SumsJob, Task
from sim.comparisons.sums import ComparisonSums
from sim.errors import UserError

FAILING = 3
SECONDS = 0.3
WORKERS = 3
PATIENCE = 60.0


@dataclass(frozen=True)
class SlowWhereLosing(SumsJob):
    """Takes long over shards in which the first entry does worse than the second.

    The workers wait for each other at the start: the first could do everything else.
    """

    def start(self) -> None:
        super().start()
        (sums,) = self.folders.values()
        (sums.parent / f"ready-{os.getpid()}").touch()
        deadline = time.monotonic() + PATIENCE
        while len(list(sums.parent.glob("ready-*"))) < WORKERS and time.monotonic() < deadline:
            time.sleep(0.01)

    def compute(self, task: Task) -> Callable[[], ComparisonSums]:
        sums = super().compute(task)()
        if sums.scores[0] < sums.scores[1]:
            time.sleep(SECONDS)
        return lambda: sums


@dataclass(frozen=True)
class SlowFirst(SumsJob):
    """Takes long over the first shard."""

    def compute(self, task: Task) -> Callable[[], ComparisonSums]:
        if task.shard.number == 0:
            time.sleep(4 * SECONDS)
        return super().compute(task)


@dataclass(frozen=True)
class FailsLater(SlowFirst):
    """Fails at one of the later shards, long before the first is done."""

    def compute(self, task: Task) -> Callable[[], ComparisonSums]:
        if task.shard.number == FAILING:
            raise UserError("policy sly broke the rules in deal 7")
        return super().compute(task)

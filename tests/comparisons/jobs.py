"""Jobs of comparisons that are slow or fail where a test wants it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sim.comparisons.job import SumsJob, Task
from sim.comparisons.sums import ComparisonSums
from sim.comparisons.tally import tally
from sim.errors import UserError

FAILING = 3
SECONDS = 0.3
WORKERS = 3
PATIENCE = 60.0


def wait_until(it_is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not it_is_so() and time.monotonic() < deadline:
        time.sleep(0.01)


def folder_of(job: SumsJob) -> Path:
    """The folder of the only comparison."""
    (sums,) = job.folders.values()
    assert isinstance(sums, Path)
    return sums.parent


@dataclass(frozen=True)
class SlowWhereLosing(SumsJob):
    """Takes long over shards in which the first entry does worse than the second.

    The workers wait for each other at the start: the first could do everything else. And the first
    of these shards waits until a later one is finished.
    """

    def start(self) -> None:
        super().start()
        folder = folder_of(self)
        (folder / f"ready-{os.getpid()}").touch()
        wait_until(lambda: len(list(folder.glob("ready-*"))) == WORKERS)

    def compute(self, task: Task) -> Callable[[], ComparisonSums]:
        comparison = self.comparisons[task.players]
        sums = tally(comparison, task.shard.first_session, task.shard.sessions)
        if sums.scores[0] < sums.scores[1]:
            time.sleep(SECONDS)
            if self._is_first_of_these():
                wait_until(lambda: self._last_finished() > task.shard.number)
        return super().compute(task)

    def _is_first_of_these(self) -> bool:
        try:
            (folder_of(self) / "losing").touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def _last_finished(self) -> int:
        log = (folder_of(self).parent / "run.log").read_text()
        return max(map(int, re.findall(r"shard-(\d+): ", log)), default=-1)


@dataclass(frozen=True)
class FailsLater(SumsJob):
    """Fails at one of the later shards, before the first is done."""

    def compute(self, task: Task) -> Callable[[], ComparisonSums]:
        failing = folder_of(self) / "failing"
        if task.shard.number == 0:
            wait_until(failing.exists)
            time.sleep(4 * SECONDS)  # until it is heard of
        if task.shard.number == FAILING:
            failing.touch()
            raise UserError("policy sly broke the rules in deal 7")
        return super().compute(task)

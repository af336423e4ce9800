"""Shards that are slow, or fail, where a test wants it."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sim.errors import UserError
from sim.runs.shard_job import ShardJob
from sim.runs.shards import Shard
from sim.storage import Folder

WORKERS = 2
PATIENCE = 60.0


@dataclass(frozen=True)
class SlowFirst(ShardJob):
    """Takes longer over the first shard than another worker over its own.

    The workers wait for each other at the start.
    """

    def start(self) -> None:
        super().start()
        (self.run / f"ready-{os.getpid()}").touch()
        deadline = time.monotonic() + PATIENCE
        while len(list(self.run.glob("ready-*"))) < WORKERS and time.monotonic() < deadline:
            time.sleep(0.01)

    def compute(self, shard: Shard) -> Callable[[], int]:
        deadline = time.monotonic() + PATIENCE
        while shard.number == 0 and not self._another_is_done() and time.monotonic() < deadline:
            time.sleep(0.01)
        return super().compute(shard)

    def _another_is_done(self) -> bool:
        return re.search(r"shard-\d+: ", (self.run / "run.log").read_text()) is not None


@dataclass(frozen=True)
class FailsAtSeven(ShardJob):
    """Fails at the eighth shard."""

    def compute(self, shard: Shard) -> Callable[[], int]:
        if shard.number == 7:
            raise UserError(f"{shard.name}: policy sly broke the rules in deal 7")
        return super().compute(shard)


@dataclass
class PretendedWorkers:
    """A workforce, crew and work in this process, who finish shards as if they were several.

    Attributes
    ----------
    number : int
        How many shards are in hand.
    slow : tuple of int
        Shards that are finished only when some others were.
    finished : list of int
        Shards in the order in which they were finished.
    """

    number: int
    slow: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.finished: list[int] = []
        self._waiting: deque[Shard] = deque()
        self._job: Any = None

    def __str__(self) -> str:
        return "workers in this process"

    def crew(
        self, *, folder: Folder, lock: int | None, environment: Mapping[str, str]
    ) -> PretendedWorkers:
        return self

    @contextmanager
    def at_work(self, job: Any) -> Iterator[PretendedWorkers]:
        self._job = job
        yield self

    def results(self, tasks: Iterable[Shard]) -> Iterator[tuple[Shard, int]]:
        self._waiting = deque(tasks)
        in_hand: list[Shard] = []
        while self._waiting or in_hand:
            while self._waiting and len(in_hand) < self.number:
                in_hand.append(self._waiting.popleft())
            shard = min(in_hand, key=lambda shard: shard.number + 6 * (shard.number in self.slow))
            in_hand.remove(shard)
            deals = self._job.compute(shard)()
            self.finished.append(shard.number)
            yield shard, deals

    def drop(self, is_unwanted: Callable[[Shard], bool]) -> None:
        self._waiting = deque(task for task in self._waiting if not is_unwanted(task))

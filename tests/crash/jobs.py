"""Small jobs for worker processes, kind and unkind."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pipelines.worker_counting import WorkerCounting
from sim.errors import UserError
from sim.runs.shards import Shard


@dataclass(frozen=True)
class Task:
    """A number, with a name for messages."""

    number: int
    behaviour: str = "square"

    @property
    def name(self) -> str:
        return f"task-{self.number}"


def die(number: int = signal.SIGKILL) -> None:
    os.kill(os.getpid(), number)
    time.sleep(60)


@dataclass(frozen=True)
class Squares:
    """Squares numbers, or does what the task says instead."""

    diary: Path
    """A line is added for every task that is computed."""

    def start(self) -> None:
        pass

    def compute(self, task: Task) -> Callable[[], object]:
        with self.diary.open("a") as file:
            file.write(f"{task.number} {os.getpid()}\n")
        match task.behaviour:
            case "die":
                die()
            case "die once" if self._tries(task) == 1:
                die()
            case "leave":
                os._exit(3)
            case "crash":
                die(signal.SIGSEGV)
            case "raise":
                raise ZeroDivisionError("no cards")
            case "user error":
                raise UserError("the scenario asks too much")
            case "sleep":
                time.sleep(0.5)
            case "announce and wait":
                (self.diary.parent / "begun").touch()
                time.sleep(60)
            case "log 5,000 lines":
                for number in range(5_000):
                    logging.getLogger("tests.jobs").info("line %d", number)
            case "log and die":
                logging.getLogger("tests.jobs").info("farewell")
                die()
        return lambda: self._finish(task)

    def _finish(self, task: Task) -> object:
        match task.behaviour:
            case "raise at the end":
                raise OSError("disk gone")
            case "die at the end" if self._tries(task) == 1:
                die()
            case "unpicklable":
                return lambda: None
        logging.getLogger("tests.jobs").info("squared %d", task.number)
        return task.number**2

    def _tries(self, task: Task) -> int:
        lines = self.diary.read_text().splitlines()
        return sum(line.split()[0] == str(task.number) for line in lines)


@dataclass(frozen=True)
class FailsToStart:
    """Cannot get ready, in one of several ways."""

    way: str

    def start(self) -> None:
        match self.way:
            case "raise":
                raise ImportError("no module named numbers")
            case "user error":
                raise UserError("my_bots.py: not found")
            case "leave":
                sys.exit(7)
            case "die":
                die()

    def compute(self, task: Task) -> Callable[[], object]:
        raise AssertionError("never reached")


@dataclass(frozen=True)
class CannotBeUnpickled:
    """Arrives at no worker."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return _explode, ("this job does not travel",)


def _explode(reason: str) -> object:
    raise RuntimeError(reason)


@dataclass(frozen=True)
class Counts:
    """Counts one session, and tells how many threads the library that counts may use."""

    counting: WorkerCounting

    def start(self) -> None:
        pass

    def compute(self, task: Task) -> Callable[[], tuple[bool, int]]:
        """Whether the library was there before anything was counted, and its threads after."""
        from sim.outcomes import simulate_shard

        before = "polars" in sys.modules
        tables = simulate_shard(self.counting.experiment, 0, 1)
        self.counting.count(Shard(number=0, first_session=0, sessions=1), *tables)
        threads: int = sys.modules["polars"].thread_pool_size()
        return lambda: (before, threads)


@dataclass(frozen=True)
class Inside:
    """Tells what a worker process looks like inside."""

    def start(self) -> None:
        import numpy

        numpy.zeros(1)

    def compute(self, task: Task) -> Callable[[], tuple[list[str], int]]:
        """Modules that are loaded, and threads that Python did not start."""
        native = len(list(Path("/proc/self/task").iterdir())) - threading.active_count()
        return lambda: (sorted(sys.modules), native)

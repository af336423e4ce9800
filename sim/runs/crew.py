"""Worker processes of this machine."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from sim.runs.cpus import checked_workers
from sim.runs.interrupts import Interrupts
from sim.runs.logs import LogReceiver
from sim.runs.pool import Pool
from sim.runs.run_errors import StoppedAtOnceError
from sim.runs.worker import Equipment, Job, KeptOpen
from sim.runs.worker_process import StartMethod
from sim.storage import Folder

TaskT = TypeVar("TaskT", bound=Hashable)
ResultT = TypeVar("ResultT")

logger = logging.getLogger(__name__)


class LocalProcesses:
    """Worker processes of this machine: a :class:`sim.runs.workforce.Workforce`.

    Parameters
    ----------
    workers : int, optional
        How many at most; all CPUs this process may use if not given.
    method : {"spawn", "forkserver"}
        How they are started.

    Raises
    ------
    UserError
        If there cannot be so many.
    """

    def __init__(self, workers: int | None = None, method: StartMethod = "spawn") -> None:
        self.workers = checked_workers(workers)
        self.method: StartMethod = method

    def __str__(self) -> str:
        return f"{self.workers} workers"

    def crew(
        self, *, folder: Folder, lock: int | None, environment: Mapping[str, str]
    ) -> LocalCrew:
        """Give those who work on one folder."""
        return LocalCrew(self.workers, self.method, lock, environment)


@dataclass(frozen=True)
class LocalCrew:
    """Processes that work on one folder: a :class:`sim.runs.workforce.Crew`.

    Attributes
    ----------
    workers : int
        How many processes at most.
    method : {"spawn", "forkserver"}
        How they are started.
    lock : int or None
        Descriptor that holds the lock of the folder, if one does; all of them keep it.
    environment : mapping of str to str
        Variables of their environment, set before they import the engine.
    """

    workers: int
    method: StartMethod
    lock: int | None
    environment: Mapping[str, str]

    @contextmanager
    def at_work(self, job: Job[TaskT, ResultT]) -> Iterator[Pool[TaskT, ResultT]]:
        """Give a pool for a job; log lines of workers arrive, and stop signals are heard.

        After the second stop signal the context ends in silence, its tasks unfinished.
        """
        level = logging.getLogger(__package__).getEffectiveLevel()
        # Signals are counted before a thread is started, which none may cut in two.
        with Interrupts() as interrupts, LogReceiver() as receiver:
            lock = None if self.lock is None else KeptOpen(self.lock)
            equipment = Equipment(pickle.dumps(job), receiver.sender, level, lock, self.environment)
            try:
                with Pool[TaskT, ResultT](
                    equipment, workers=self.workers, interrupts=interrupts, method=self.method
                ) as pool:
                    yield pool
            except StoppedAtOnceError:
                logger.warning("stopped at once; shards in hand were dropped")

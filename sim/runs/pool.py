"""A pool of worker processes that loses nothing but time when one of them is killed.

Each worker has a pipe of its own, and nothing is shared between workers: no queue, no lock. A
killed worker therefore takes with it only the tasks it had in hand, which go to others.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

from sim.errors import UserError
from sim.runs.interrupts import Interrupts
from sim.runs.run_errors import StoppedAtOnceError, WorkerError
from sim.runs.worker import Done, Equipment, Failed, NotStarted, Ready, name_of
from sim.runs.worker_process import StartMethod, WorkerProcess

TaskT = TypeVar("TaskT", bound=Hashable)
ResultT = TypeVar("ResultT")

DEATHS_ALLOWED: Final = 10
"""Workers that may die over one task, or in a row before they are ready, before the run stops."""

logger = logging.getLogger(__name__)


class Pool(Generic[TaskT, ResultT]):
    """Worker processes for one job. Use it as a context: no process outlives it.

    Parameters
    ----------
    equipment : Equipment
        What every worker is given; the job in it takes ``TaskT`` and returns ``ResultT``.
    workers : int
        How many processes at most; no more are started than there are tasks.
    interrupts : Interrupts
        Stop signals: after the first no more tasks are handed out, the second drops everything.
    method : {"spawn", "forkserver"}
        How processes are started.
    """

    def __init__(
        self,
        equipment: Equipment,
        *,
        workers: int,
        interrupts: Interrupts,
        method: StartMethod = "spawn",
    ) -> None:
        self._equipment = equipment
        self._most = workers
        self._interrupts = interrupts
        self._method: StartMethod = method
        self._staff: list[WorkerProcess] = []
        self._waiting: deque[TaskT] = deque()
        self._deaths: Counter[TaskT] = Counter()
        self._deaths_at_start = 0
        self._failure: Failed[TaskT] | None = None

    def __enter__(self) -> Pool[TaskT, ResultT]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._staff:
            if kind is None and worker.started:
                worker.dismiss()
            else:
                worker.kill()
        for worker in self._staff:
            worker.bury()
        self._staff.clear()

    def results(self, tasks: Iterable[TaskT]) -> Iterator[tuple[TaskT, ResultT]]:
        """Do tasks, and yield each with its result, in the order in which they are done.

        Only tasks in hand can have results, two a worker at most, so that results do not pile up
        while the caller is busy. After a stop signal the tasks in hand are finished and the
        iterator ends early.

        Raises
        ------
        UserError
            If a task or the start of a worker raises one.
        WorkerError
            If a task raises anything else, kills one worker after the other, or workers cannot
            start. Other tasks in hand are finished first.
        StoppedAtOnceError
            After the second stop signal.
        """
        self._waiting.extend(tasks)
        while self._hand_out():
            signals = self._interrupts.fileno()
            for heard in wait([signals, *(worker.pipe for worker in self._staff)]):
                if heard == signals:
                    self._hear_signal()
                else:
                    yield from self._hear(heard)
        if self._failure is not None:
            raise self._failure.trouble.error(f"{name_of(self._failure.task)}: ")

    def drop(self, is_unwanted: Callable[[TaskT], bool]) -> None:
        """Forget waiting tasks, and that one has failed; those in hand are finished."""
        self._waiting = deque(task for task in self._waiting if not is_unwanted(task))
        if self._failure is not None and is_unwanted(self._failure.task):
            self._failure = None

    def _hand_out(self) -> bool:
        """Give tasks to workers that are ready, start workers, and say whether to go on."""
        if not self._interrupts.polite and self._failure is None:
            for worker in self._staff:
                if worker.ready and self._waiting:
                    worker.give(self._waiting.popleft())
            wanted = min(self._most - len(self._staff), len(self._waiting) - self._starting())
            for _ in range(wanted):
                self._staff.append(self._started_worker())
            if self._waiting:
                return True
        return any(worker.in_hand for worker in self._staff)

    def _started_worker(self) -> WorkerProcess:
        try:
            return WorkerProcess(self._equipment, self._method)
        except OSError as error:
            raise UserError(
                f"worker number {len(self._staff) + 1} cannot be started ({error.strerror}); "
                "try fewer --workers"
            ) from error

    def _starting(self) -> int:
        return sum(not worker.started for worker in self._staff)

    def _hear_signal(self) -> None:
        self._interrupts.take_notice()
        if self._interrupts.urgent:
            raise StoppedAtOnceError
        logger.warning("asked to stop: finishing what is in hand; ask again to stop at once")

    def _hear(self, pipe: Any) -> Iterator[tuple[TaskT, ResultT]]:
        worker = next(worker for worker in self._staff if worker.pipe is pipe)
        match worker.hear():
            case Ready():
                worker.started = worker.ready = True
                self._deaths_at_start = 0
            case Done(task, result):
                worker.in_hand.remove(task)
                del self._deaths[task]
                yield task, result
            case Failed() as failed:
                worker.in_hand.remove(failed.task)
                self._failure = self._failure or failed
            case NotStarted(trouble):
                raise trouble.error("a worker could not start: ")
            case None:
                self._mourn(worker)

    def _mourn(self, worker: WorkerProcess) -> None:
        """Put the tasks of a dead worker back, unless too many have died over one."""
        self._staff.remove(worker)
        ending = worker.bury()
        logger.warning("a worker was lost (%s) with %s in hand", ending, _names(worker.in_hand))
        if not worker.started:
            self._deaths_at_start += 1
            if self._deaths_at_start == DEATHS_ALLOWED or not ending.by_signal:
                raise WorkerError(f"workers cannot start: the last one was {ending}")
        for task in worker.in_hand:
            self._deaths[task] += 1
            if self._deaths[task] == DEATHS_ALLOWED:
                raise WorkerError(
                    f"{name_of(task)}: {DEATHS_ALLOWED} workers were lost over it, the last one "
                    f"was {ending}; if memory is short, try fewer --workers"
                )
        # Whoever waits for the first tasks should not wait for the last.
        self._waiting.extendleft(reversed(worker.in_hand))


def _names(tasks: Iterable[object]) -> str:
    return " and ".join(map(name_of, tasks)) or "nothing"

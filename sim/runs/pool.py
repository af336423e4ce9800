"""A pool of worker processes that loses nothing but time when one of them is killed.

Each worker has a pipe of its own, and nothing is shared between workers: no queue, no lock. A
killed worker therefore takes with it only the tasks it had in hand, which go to others.

What the parent does for a message does not grow with the number of workers, so that a thousand of
them can be kept busy: see ``benchmarks/parent.py``.
"""

from __future__ import annotations

import logging
import selectors
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from types import TracebackType
from typing import Final, Generic, TypeVar

from sim.errors import UserError
from sim.runs.interrupts import Interrupts
from sim.runs.run_errors import StoppedAtOnceError, WorkerError
from sim.runs.worker import Done, Equipment, Failed, NotStarted, Ready, name_of
from sim.runs.worker_process import Ending, StartMethod, WorkerProcess

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
        self._staff: set[WorkerProcess] = set()
        self._starting = 0
        self._idle: deque[WorkerProcess] = deque()
        self._in_hand = 0
        self._waiting: deque[TaskT] = deque()
        self._deaths: Counter[TaskT] = Counter()
        self._deaths_at_start = 0
        self._failure: Failed[TaskT] | None = None
        self._ears = selectors.DefaultSelector()
        self._ears.register(interrupts.fileno(), selectors.EVENT_READ)

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
        self._ears.close()

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
            for key, _ in self._ears.select():
                if key.data is None:
                    self._hear_signal()
                else:
                    yield from self._hear(key.data)
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
            while self._waiting and self._idle:
                self._idle.popleft().give(self._waiting.popleft())
                self._in_hand += 1
            wanted = min(self._most - len(self._staff), len(self._waiting) - self._starting)
            for _ in range(wanted):
                self._start_worker()
            if self._waiting:
                return True
        return self._in_hand > 0

    def _start_worker(self) -> None:
        try:
            worker = WorkerProcess(self._equipment, self._method)
        except BrokenPipeError as error:
            raise WorkerError(
                "workers cannot start: the last one ended before it had heard what to do"
            ) from error
        except OSError as error:
            raise UserError(
                f"worker number {len(self._staff) + 1} cannot be started ({error.strerror}); "
                "try again, or with fewer --workers",
                again=True,
            ) from error
        self._staff.add(worker)
        self._starting += 1
        self._ears.register(worker.pipe, selectors.EVENT_READ, worker)

    def _hear_signal(self) -> None:
        self._interrupts.take_notice()
        if self._interrupts.urgent:
            raise StoppedAtOnceError
        logger.warning("asked to stop: finishing what is in hand; ask again to stop at once")

    def _hear(self, worker: WorkerProcess) -> Iterator[tuple[TaskT, ResultT]]:
        match worker.hear():
            case Ready():
                if not worker.started:
                    worker.started = True
                    self._starting -= 1
                    self._deaths_at_start = 0
                self._idle.append(worker)
            case Done(task, result):
                self._take_from(worker, task)
                del self._deaths[task]
                yield task, result
            case Failed() as failed:
                self._take_from(worker, failed.task)
                self._failure = self._failure or failed
            case NotStarted(trouble):
                raise trouble.error("a worker could not start: ")
            case None:
                self._mourn(worker)

    def _take_from(self, worker: WorkerProcess, task: TaskT) -> None:
        worker.in_hand.remove(task)
        self._in_hand -= 1

    def _mourn(self, worker: WorkerProcess) -> None:
        """Put the tasks of a dead worker back, unless too many have died over one."""
        self._ears.unregister(worker.pipe)
        self._staff.remove(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        ending = worker.bury()
        logger.warning("a worker was lost (%s) with %s in hand", ending, _names(worker.in_hand))
        if not worker.started:
            self._starting -= 1
            self._deaths_at_start += 1
            if self._deaths_at_start == DEATHS_ALLOWED or not ending.by_signal:
                raise WorkerError(_why_none_starts(ending))
        for task in worker.in_hand:
            self._deaths[task] += 1
            if self._deaths[task] == DEATHS_ALLOWED:
                raise WorkerError(
                    f"{name_of(task)}: {DEATHS_ALLOWED} workers were lost over it, the last one "
                    f"was {ending}; if memory is short, try fewer --workers"
                )
        self._in_hand -= len(worker.in_hand)
        # Whoever waits for the first tasks should not wait for the last.
        self._waiting.extendleft(reversed(worker.in_hand))


def _why_none_starts(ending: Ending) -> str:
    why = (
        "if memory is short, try fewer --workers"
        if ending.by_signal
        else "what it said before, if anything, tells why"
    )
    return f"workers cannot start: the last one was {ending}; {why}"


def _names(tasks: Iterable[object]) -> str:
    return " and ".join(map(name_of, tasks)) or "nothing"

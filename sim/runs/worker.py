"""A worker: takes tasks one after the other, and answers.

:class:`Worker` is a plain object with no process in sight. Around it, :func:`serve` is the
process: it reads tasks from a pipe, sends answers back, and dies with its parent.

A task is done in two steps. The first computes; the second, usually writing to a disk, runs in a
thread, so that the next task is computed while the disk works.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import socket
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import DupFd
from typing import Any, Generic, Protocol, TypeVar

from sim.errors import UserError
from sim.runs.files import refusal_of_the_system
from sim.runs.interrupts import ignore_stop_signals
from sim.runs.logs import send_logs_to
from sim.runs.run_errors import WorkerError

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")
ResultOfJob = TypeVar("ResultOfJob", covariant=True)
TaskOfJob = TypeVar("TaskOfJob", contravariant=True)

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS"), "1"
)
"""Libraries read these when they are imported: the workers are enough threads for a machine."""


class Job(Protocol[TaskOfJob, ResultOfJob]):
    """What workers do; sent to each of them once, so it must be picklable."""

    def start(self) -> None:
        """Get ready for the first task: import, compile, read."""

    def compute(self, task: TaskOfJob) -> Callable[[], ResultOfJob]:
        """Do the first step of a task, and return the second."""


@dataclass(frozen=True)
class Trouble:
    """An exception, as it travels between processes."""

    reason: str
    """One line."""
    trace: str
    """The traceback as text."""
    mendable: bool
    """Whether it is a mistake of the user, whom the reason tells what to do."""
    again: bool = False
    """Whether the same command goes on once it is mended."""

    @classmethod
    def of(cls, error: Exception) -> Trouble:
        """Describe an exception; a refusal of the system is one that the user can mend."""
        told = refusal_of_the_system(error) if isinstance(error, OSError) else None
        known = told or error
        trace = "".join(traceback.format_exception(error))
        if isinstance(known, UserError):
            return cls(str(known), trace, mendable=True, again=known.again)
        return cls(f"{type(error).__name__}: {error}", trace, mendable=False)

    def error(self, where: str) -> UserError | WorkerError:
        """Return what to raise in the parent; the message begins with where it happened."""
        if self.mendable:
            return UserError(where + self.reason, again=self.again)
        return WorkerError(where + self.reason, self.trace)


def name_of(task: object) -> str:
    """Return the name of a task in messages.

    >>> name_of(7)
    '7'
    """
    return getattr(task, "name", None) or str(task)


@dataclass(frozen=True)
class Ready:
    """The worker can be given a task."""


@dataclass(frozen=True)
class NotStarted:
    """The worker could not get ready, and ends."""

    trouble: Trouble


@dataclass(frozen=True)
class Done(Generic[TaskT, ResultT]):
    """A task is done, both steps of it."""

    task: TaskT
    result: ResultT


@dataclass(frozen=True)
class Failed(Generic[TaskT]):
    """A task raised an exception; the worker goes on."""

    task: TaskT
    trouble: Trouble


@dataclass(frozen=True)
class Computed(Generic[TaskT, ResultT]):
    """A task whose first step is done."""

    task: TaskT
    finish: Callable[[], ResultT]


class Worker(Generic[TaskT, ResultT]):
    """Does a job's tasks, and turns exceptions into answers."""

    def __init__(self, job: Job[TaskT, ResultT]) -> None:
        self._job = job

    def start(self) -> Ready | NotStarted:
        """Get ready for tasks."""
        try:
            self._job.start()
        except Exception as error:
            return NotStarted(Trouble.of(error))
        return Ready()

    def compute(self, task: TaskT) -> Computed[TaskT, ResultT] | Failed[TaskT]:
        """Do the first step of a task."""
        try:
            return Computed(task, self._job.compute(task))
        except Exception as error:
            return Failed(task, Trouble.of(error))

    def finish(
        self, computed: Computed[TaskT, ResultT] | Failed[TaskT]
    ) -> Done[TaskT, ResultT] | Failed[TaskT]:
        """Do the second step, if the first went well."""
        if isinstance(computed, Failed):
            return computed
        try:
            return Done(computed.task, computed.finish())
        except Exception as error:
            return Failed(computed.task, Trouble.of(error))


@dataclass(frozen=True)
class KeptOpen:
    """A file descriptor that a worker duplicates at its start and has open while it lives."""

    descriptor: int

    def __reduce__(self) -> tuple[Callable[[Any], KeptOpen], tuple[Any]]:
        return _kept_open, (DupFd(self.descriptor),)


def _kept_open(duplicate: Any) -> KeptOpen:
    return KeptOpen(duplicate.detach())


@dataclass(frozen=True)
class Equipment:
    """What a worker process is given at its start, beside its pipe."""

    pickled_job: bytes
    """The :class:`Job`. It is unpickled late, so that a failure is answered, not just printed."""
    log_sender: socket.socket
    """Where log lines go (see :mod:`sim.runs.logs`)."""
    log_level: int
    """The lowest level that is sent."""
    lock: KeptOpen | None = None
    """The lock of the run directory, which no other run may have while this worker lives."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables of the environment that the job's modules read when they are imported."""


def serve(pipe: Connection, equipment: Equipment) -> None:
    """Be a worker process until the pipe says None or the parent is gone.

    Parameters
    ----------
    pipe : Connection
        Brings tasks; takes answers.
    equipment : Equipment
        What the work needs.
    """
    os.environ.update({**ONE_THREAD, **equipment.environment})
    ignore_stop_signals()
    _die_with_parent()
    send_logs_to(equipment.log_sender, equipment.log_level)
    attend(pipe, equipment.pickled_job, _tasks(pipe))


def attend(pipe: Connection, pickled_job: bytes, tasks: Iterator[Any]) -> None:
    """Get ready for a job, and do its tasks.

    Parameters
    ----------
    pipe : Connection
        Takes answers: first whether the worker is ready, then what became of the tasks.
    pickled_job : bytes
        The :class:`Job`.
    tasks : iterator
        Tasks as they come.
    """
    try:
        worker: Worker[Any, Any] = Worker(pickle.loads(pickled_job))
    except Exception as error:
        pipe.send(NotStarted(Trouble.of(error)))
        return
    answer = worker.start()
    pipe.send(answer)
    if isinstance(answer, Ready):
        _do_tasks(pipe, worker, tasks)


def _do_tasks(pipe: Connection, worker: Worker[Any, Any], tasks: Iterator[Any]) -> None:
    sending = threading.Lock()

    def send(answer: object) -> None:
        with sending:
            pipe.send(answer)

    def finish(computed: Computed[Any, Any] | Failed[Any]) -> None:
        try:
            send(worker.finish(computed))
        except Exception as error:  # the result cannot be pickled
            send(Failed(computed.task, Trouble.of(error)))

    unfinished: Future[None] | None = None
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="finish") as finisher:
        for task in tasks:
            computed = worker.compute(task)
            if unfinished is not None:
                unfinished.result()  # one task at most waits for the disk
            unfinished = finisher.submit(finish, computed)
            send(Ready())


def _tasks(pipe: Connection) -> Iterator[Any]:
    """Tasks as they come, until None comes or the other end is closed."""
    with contextlib.suppress(EOFError):
        yield from iter(pipe.recv, None)


def _die_with_parent() -> None:
    """End this process at once when its parent ends, however that happens."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="watch-parent", daemon=True).start()

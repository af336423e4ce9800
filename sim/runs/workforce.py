"""Who simulates: what a command needs of the processes that do its tasks, wherever they are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from sim.runs.worker import Job
from sim.storage import Folder

TaskT = TypeVar("TaskT", bound=Hashable)
ResultT = TypeVar("ResultT")
TaskOfWork = TypeVar("TaskOfWork", bound=Hashable)
ResultOfWork = TypeVar("ResultOfWork", covariant=True)


class Work(Protocol[TaskOfWork, ResultOfWork]):
    """A job in progress."""

    def results(self, tasks: Iterable[TaskOfWork]) -> Iterator[tuple[TaskOfWork, ResultOfWork]]:
        """Do tasks, and yield each with its result, in the order in which they are done.

        After a stop signal the tasks in hand are finished and the iterator ends early.

        Raises
        ------
        UserError
            If a task or the start of a worker raises one.
        WorkerError
            If a task raises anything else, kills one worker after the other, or workers cannot
            start.
        """

    def drop(self, is_unwanted: Callable[[TaskOfWork], bool]) -> None:
        """Forget waiting tasks, and that one has failed; those in hand are finished."""


class Crew(Protocol):
    """The processes of one command, from the first to the last task."""

    def at_work(self, job: Job[TaskT, ResultT]) -> AbstractContextManager[Work[TaskT, ResultT]]:
        """Do a job; log lines of workers arrive, and stop signals are heard.

        After the second stop signal the context ends in silence, its tasks unfinished.
        """


class Workforce(Protocol):
    """Where processes are to be found, and how many of them."""

    def __str__(self) -> str:
        """Return what they are in words, for logs: "2 workers"."""

    def crew(self, *, folder: Folder, lock: int | None, environment: Mapping[str, str]) -> Crew:
        """Give those who work on one folder.

        Parameters
        ----------
        folder : Path or ObjectPath
            The folder, absolute. It has copies of the files of users' policies.
        lock : int or None
            Descriptor that holds the lock of the folder, if one does; processes of this machine
            keep it.
        environment : mapping of str to str
            Variables of their environment, set before they import the engine.
        """

"""A workforce without processes: tasks are done here and now, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sim.runs.workforce import Work
from sim.storage import Folder


class InThisProcess:
    """Does every task in the process that asks for it."""

    def __str__(self) -> str:
        return "this process"

    def crew(
        self, *, folder: Folder, lock: int | None, environment: Mapping[str, str]
    ) -> InThisProcess:
        return self

    @contextmanager
    def at_work(self, job: Any) -> Iterator[Work[Any, Any]]:
        job.start()
        yield _Doing(job)


class _Doing:
    def __init__(self, job: Any) -> None:
        self._job = job

    def results(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        for task in tasks:
            yield task, self._job.compute(task)()

    def drop(self, is_unwanted: Callable[[Any], bool]) -> None:
        raise AssertionError("never asked here")

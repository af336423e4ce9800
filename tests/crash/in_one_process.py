"""The three steps of a run in one process, to be called by :mod:`tests.forked`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim.runs.worker import Job


class OneProcess:
    """A workforce without workers: this process does their tasks, writes included."""

    def __str__(self) -> str:
        return "1 process"

    def crew(self, **given: object) -> OneProcess:
        return self

    @contextmanager
    def at_work(self, job: Job[Any, Any]) -> Iterator[_Work]:
        job.start()
        yield _Work(job)


class _Work:
    def __init__(self, job: Job[Any, Any]) -> None:
        self._job = job

    def results(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        for task in tasks:
            yield task, self._job.compute(task)()

    def drop(self, is_unwanted: Callable[[Any], bool]) -> None:
        """Keep all."""


def simulate() -> None:
    """Simulate SCENARIO into RUN, so many DEALS."""
    from sim.runs.simulate import simulate_run
    from sim.scenarios.scenario import load_scenario

    scenario, run, deals = sys.argv[1:]
    loaded = load_scenario(Path(scenario), {"deals": deals})
    simulate_run(run, loaded, workforce=OneProcess(), resume=True)


def aggregate() -> None:
    """Make the tables of RUN."""
    from pipelines.aggregate import aggregate_run
    from sim.runs.claim import held_run

    with held_run(Path(sys.argv[1])):
        aggregate_run(sys.argv[1], threads=1)


def tables() -> None:
    """Say how many deals the tables of RUN were made of, or why they cannot be used."""
    from pipelines.table_files import load_tables
    from sim.errors import UserError

    try:
        print(load_tables(sys.argv[1]).provenance.deals)
    except UserError as error:
        print(error)


def report() -> None:
    """Write the report of RUN."""
    from reports.report import write_report
    from sim.runs.claim import held_run

    with held_run(Path(sys.argv[1])):
        write_report(Path(sys.argv[1]))

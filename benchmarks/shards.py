"""What a shard costs beyond its deals: messages, encoding, files forced to the disk, counts.

The same deals are simulated in 10, 100 and 1,000 shards by one worker, turn by turn. What more
shards take longer, divided by their number, is the overhead of a shard: by the clock, and of CPU
time of worker and parent together.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.measuring import describe_machine
from pipelines.worker_counting import WorkerCounting
from sim.experiment import Experiment
from sim.runs.crew import LocalProcesses
from sim.runs.files import make_folder
from sim.runs.kept_outcomes import KEEP_ALL, KEEP_NONE, KeptOutcomes
from sim.runs.run_lock import run_lock
from sim.runs.shard_files import COUNTS, DEALS, SESSIONS
from sim.runs.shard_job import ShardJob
from sim.runs.shards import plan_shards
from sim.scenarios.scenario import load_scenario
from sim.scenarios.shipped import scenario_file

SHARDS = (10, 100, 1_000)


@dataclass(frozen=True)
class Way:
    """What is written of every shard."""

    name: str
    outcomes: KeptOutcomes
    counted: bool


WAYS = (
    Way("rows", KEEP_ALL, counted=False),
    Way("rows and counts", KEEP_ALL, counted=True),
    Way("counts alone", KEEP_NONE, counted=True),
)


@dataclass(frozen=True)
class Took:
    """Seconds by the clock, from the first task to the last, and of CPU time from start to end."""

    clock: float
    cpu: float

    @classmethod
    def median(cls, all_of_them: list[Took]) -> Took:
        return cls(
            statistics.median(took.clock for took in all_of_them),
            statistics.median(took.cpu for took in all_of_them),
        )


def main(
    deals: Annotated[int, typer.Option(help="Deals of every run.")] = 10_000_000,
    repeats: Annotated[int, typer.Option(help="Interleaved repeats.")] = 5,
    folder: Annotated[Path | None, typer.Option(help="Where files are put, then removed.")] = None,
) -> None:
    """Run the quickstart's table in few and in many shards, and print the cost of one."""
    experiment = load_scenario(scenario_file("quickstart")).experiment
    sessions = deals // experiment.rules.deals_per_session
    typer.echo(describe_machine())
    typer.echo(f"{deals:,} deals, one worker, median of {repeats} repeats: by the clock / CPU time")
    seconds: dict[tuple[str, int], list[Took]] = {}
    for _ in range(repeats):
        for way in WAYS:
            for shards in SHARDS:
                took = measure(experiment, sessions, shards, way, folder)
                seconds.setdefault((way.name, shards), []).append(took)
    for line in table({key: Took.median(took) for key, took in seconds.items()}):
        typer.echo(line)


def measure(
    experiment: Experiment, sessions: int, shards: int, way: Way, folder: Path | None
) -> Took:
    """Simulate sessions in so many shards, and return what it took.

    The start of the worker is in its CPU time; it is the same for few shards and for many.
    """
    cpu_before = sum(os.times()[:4])
    counting = WorkerCounting(experiment) if way.counted else None
    tasks = list(plan_shards(sessions, -(-sessions // shards), outcomes=way.outcomes))
    with tempfile.TemporaryDirectory(dir=folder, prefix="nap-bench-") as place:
        run = Path(place)
        for name in (DEALS, SESSIONS, COUNTS):
            make_folder(run / name)
        job = ShardJob(run, experiment, counting)
        with run_lock(run) as lock:
            crew = LocalProcesses(1).crew(folder=run, lock=lock, environment={})
            with crew.at_work(job) as work:
                warm_up = list(plan_shards(1, 1, first_number=len(tasks)))
                list(work.results(warm_up))
                began = time.perf_counter()
                list(work.results(tasks))
                clock = time.perf_counter() - began
    return Took(clock, sum(os.times()[:4]) - cpu_before)


def table(seconds: dict[tuple[str, int], Took]) -> Iterator[str]:
    """Yield the lines of the result."""
    more = SHARDS[-1] - SHARDS[0]
    yield f"{'':>18}" + "".join(f"{f'{n:,} shards':>16}" for n in SHARDS) + f"{'ms a shard':>16}"
    for way in WAYS:
        took = [seconds[way.name, shards] for shards in SHARDS]
        few, many = took[0], took[-1]
        clock, cpu = (1_000 * (many.clock - few.clock), 1_000 * (many.cpu - few.cpu))
        cells = [f"{each.clock:.2f} / {each.cpu:.2f}" for each in took]
        cells.append(f"{clock / more:.1f} / {cpu / more:.1f}")
        yield f"{way.name:>18}" + "".join(f"{cell:>16}" for cell in cells)


if __name__ == "__main__":
    typer.run(main)

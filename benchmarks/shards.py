"""What a shard costs beyond its deals: messages, encoding, files forced to the disk, counts.

The same deals are simulated in 10, 100 and 1,000 shards by one worker, turn by turn. What more
shards take longer, divided by their number, is the overhead of a shard.
"""

from __future__ import annotations

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


def main(
    deals: Annotated[int, typer.Option(help="Deals of every run.")] = 10_000_000,
    repeats: Annotated[int, typer.Option(help="Interleaved repeats.")] = 5,
    folder: Annotated[Path | None, typer.Option(help="Where files are put, then removed.")] = None,
) -> None:
    """Run the quickstart's table in few and in many shards, and print the cost of one."""
    experiment = load_scenario(scenario_file("quickstart")).experiment
    sessions = deals // experiment.rules.deals_per_session
    typer.echo(describe_machine())
    typer.echo(f"{deals:,} deals, one worker, seconds by the clock: median of {repeats} repeats")
    seconds: dict[tuple[str, int], list[float]] = {}
    for _ in range(repeats):
        for way in WAYS:
            for shards in SHARDS:
                took = measure(experiment, sessions, shards, way, folder)
                seconds.setdefault((way.name, shards), []).append(took)
    for line in table({key: statistics.median(took) for key, took in seconds.items()}):
        typer.echo(line)


def measure(
    experiment: Experiment, sessions: int, shards: int, way: Way, folder: Path | None
) -> float:
    """Simulate sessions in so many shards, and return the seconds from the first to the last.

    What starting the worker takes is not counted.
    """
    counting = WorkerCounting(experiment) if way.counted else None
    tasks = list(plan_shards(sessions, -(-sessions // shards), outcomes=way.outcomes))
    with tempfile.TemporaryDirectory(dir=folder, prefix="nap-bench-") as place:
        run = Path(place)
        for name in (DEALS, SESSIONS, COUNTS):
            make_folder(run / name)
        job = ShardJob(run, experiment, counting)
        with run_lock(run) as lock:
            crew = LocalProcesses(1).crew(lock=lock, environment={})
            with crew.at_work(job) as work:
                warm_up = list(plan_shards(1, 1, first_number=len(tasks)))
                list(work.results(warm_up))
                began = time.perf_counter()
                list(work.results(tasks))
                return time.perf_counter() - began


def table(seconds: dict[tuple[str, int], float]) -> Iterator[str]:
    """Yield the lines of the result."""
    fewest, most = SHARDS[0], SHARDS[-1]
    yield f"{'':>18}" + "".join(f"{f'{n:,} shards':>14}" for n in SHARDS) + f"{'ms a shard':>14}"
    for way in WAYS:
        took = [seconds[way.name, shards] for shards in SHARDS]
        overhead = (took[-1] - took[0]) / (most - fewest) * 1_000
        yield f"{way.name:>18}" + "".join(f"{s:>14.2f}" for s in took) + f"{overhead:>14.1f}"


if __name__ == "__main__":
    typer.run(main)

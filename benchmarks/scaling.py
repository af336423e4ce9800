"""Deals a second by one and two workers of this machine, and by two workers of a Dask cluster.

All play the same scenario turn by turn in one run of the benchmark, and ratios are taken within a
turn. Two rates are given: of the whole run, with the start of its processes, and of its steady
part, from the first finished shard to the last.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from distributed import LocalCluster

from benchmarks.measuring import describe_machine
from sim.cluster.workforce import DaskCluster
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.runs.crew import LocalProcesses
from sim.runs.simulate import simulate_run
from sim.runs.workforce import Workforce
from sim.scenarios.scenario import Scenario

ONE, TWO, DASK = "1 worker", "2 workers", "2 dask workers"
PLAYERS = 4


@dataclass
class Clock:
    """A progress that notes when shards are done."""

    times: list[float] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)

    def advance(self, deals: int) -> None:
        self.times.append(time.perf_counter())
        self.deals.append(deals)

    @contextmanager
    def shown(self, deals: int, already: int) -> Iterator[Clock]:
        yield self

    @property
    def steady(self) -> float:
        """Deals a second from the first finished shard to the last."""
        return sum(self.deals[1:]) / (self.times[-1] - self.times[0])


def main(
    deals: Annotated[int, typer.Option(help="Deals of a run.")] = 20_000_000,
    repeats: Annotated[int, typer.Option(help="Turns.")] = 5,
    folder: Annotated[Path | None, typer.Option(help="Where runs are put, then removed.")] = None,
) -> None:
    """Play turn by turn, and print medians."""
    typer.echo(describe_machine())
    typer.echo(f"{PLAYERS} players, counting everywhere, {deals:,} deals, {repeats} turns")
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
    ) as cluster:
        kinds: dict[str, Workforce] = {
            ONE: LocalProcesses(1),
            TWO: LocalProcesses(2),
            DASK: DaskCluster(cluster.scheduler_address),
        }
        for workforce in kinds.values():  # compiles the engine
            _rates(workforce, 100_000, folder)
        turns = [
            {name: _rates(workforce, deals, folder) for name, workforce in kinds.items()}
            for _ in range(repeats)
        ]
    _print(turns)


def _rates(workforce: Workforce, deals: int, folder: Path | None) -> tuple[float, float]:
    """Deals a second: of the whole run, and of its steady part."""
    lineup = tuple(Player(f"player {seat}", make_policy("counting")) for seat in range(PLAYERS))
    rules = load_rules("basic", PLAYERS)
    experiment = Experiment(rules, lineup, "rotate", 1815)
    sessions = -(-deals // rules.deals_per_session)
    scenario = Scenario(name="scaling", experiment=experiment, sessions=sessions)
    with tempfile.TemporaryDirectory(dir=folder, prefix="nap-bench-") as place:
        clock = Clock()
        done = simulate_run(
            Path(place) / "run", scenario, workforce=workforce, progress=clock.shown
        )
    return done.deals / done.seconds, clock.steady


def _print(turns: list[dict[str, tuple[float, float]]]) -> None:
    typer.echo(f"\n{'M deals/s':<16}{'whole':>8}{'to 1':>8}{'steady':>10}{'to 1':>8}{'to 2':>8}")
    for name in (ONE, TWO, DASK):
        whole, steady = (statistics.median(turn[name][each] for turn in turns) for each in (0, 1))
        to_one = [statistics.median(turn[name][n] / turn[ONE][n] for turn in turns) for n in (0, 1)]
        to_two = statistics.median(turn[name][1] / turn[TWO][1] for turn in turns)
        typer.echo(
            f"{name:<16}{whole / 1e6:>8.2f}{to_one[0]:>8.2f}"
            f"{steady / 1e6:>10.2f}{to_one[1]:>8.2f}{to_two:>8.2f}"
        )


if __name__ == "__main__":
    typer.run(main)

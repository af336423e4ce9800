"""The whole way by the public command: simulate and write, aggregate, report.

Says, for growing numbers of deals: deals a second and per core, bytes a deal on disk, and the peak
memory of the command and of its workers, which must not grow with the number of deals.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.measuring import describe_machine
from benchmarks.processes import CommandFailedError, Usage, run_and_watch

SCENARIO = """\
profile = "basic"
players = {players}
policy = "counting"
seating = "rotate"
deals = {deals}
seed = 1815
outcomes = "{outcomes}"
"""
COMPILING_DEALS = 8_000
"""A first run that is not counted: the engine is compiled once, then read from disk."""

STAGES = ("simulate", "aggregate", "report")
FOLDERS = ("deals", "sessions", "counts")


@dataclass(frozen=True)
class Measured:
    """What one run took.

    Attributes
    ----------
    deals : int
    workers : int
    stages : dict of str to Usage
        By the names of ``STAGES``.
    bytes_in : dict of str to int
        Size of the files by the names of ``FOLDERS``.
    """

    deals: int
    workers: int
    stages: dict[str, Usage]
    bytes_in: dict[str, int]

    @property
    def wall(self) -> float:
        """Seconds by the clock, all stages."""
        return sum(usage.wall for usage in self.stages.values())

    @property
    def cpu(self) -> float:
        """Seconds of CPU time of all processes, all stages."""
        return sum(usage.cpu for usage in self.stages.values())


def main(
    deals: Annotated[list[int] | None, typer.Option(help="Deals; may be repeated.")] = None,
    billion: Annotated[bool, typer.Option(help="Also run a billion deals.")] = False,
    players: Annotated[int, typer.Option(help="Players.")] = 4,
    workers: Annotated[int, typer.Option(help="Worker processes; 0: a core each.")] = 0,
    outcomes: Annotated[str, typer.Option(help="Which shards keep rows.")] = "all",
    folder: Annotated[Path | None, typer.Option(help="Where runs are put, then removed.")] = None,
) -> None:
    """Run the scenario in every size and print two tables."""
    sizes = [*(deals or [100_000, 10_000_000, 100_000_000]), *([1_000_000_000] if billion else [])]
    workers = workers or len(os.sched_getaffinity(0))
    typer.echo(describe_machine())
    typer.echo(
        f'{players} players, counting everywhere, {workers} workers, outcomes = "{outcomes}"'
    )
    try:
        _measure_once(COMPILING_DEALS, players, workers, outcomes, folder)
        runs = [_measure_once(size, players, workers, outcomes, folder) for size in sizes]
    except CommandFailedError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    _print_speeds(runs)
    _print_memory(runs)


def _measure_once(
    deals: int, players: int, workers: int, outcomes: str, folder: Path | None
) -> Measured:
    with tempfile.TemporaryDirectory(dir=folder, prefix="nap-bench-") as place:
        return measure(deals, players, workers, outcomes, Path(place))


def measure(deals: int, players: int, workers: int, outcomes: str, place: Path) -> Measured:
    """Take one run through all stages.

    Raises
    ------
    CommandFailedError
        If a stage fails.
    """
    scenario = place / "scenario.toml"
    scenario.write_text(SCENARIO.format(players=players, deals=deals, outcomes=outcomes))
    run = place / "run"
    arguments = {
        "simulate": [str(scenario), "--out", str(run), "--workers", str(workers)],
        "aggregate": [str(run)],
        "report": [str(run)],
    }
    nap = _command()
    stages = {stage: run_and_watch([nap, stage, *arguments[stage]]) for stage in STAGES}
    return Measured(deals, workers, stages, {name: _bytes_in(run / name) for name in FOLDERS})


def _command() -> str:
    """Return the path of the public command: this environment's, else the search path's."""
    places = [str(Path(sys.executable).parent), *os.get_exec_path()]
    found = shutil.which("nap", path=os.pathsep.join(places))
    if found is None:
        raise CommandFailedError("there is no command nap: install the project first")
    return found


def _bytes_in(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def _print_speeds(runs: list[Measured]) -> None:
    typer.echo("\nTime of each stage in seconds: by the clock / CPU time of all its processes")
    _print_by_stage(runs, lambda usage: f"{usage.wall:.1f} / {usage.cpu:.1f}")
    typer.echo("\nAll stages: M deals/s, by the clock, for each core used, and for each CPU second")
    typer.echo(
        f"{'deals':>15}{'clock':>10}{'per core':>10}{'per CPU s':>11}"
        f"{'B a deal in deals/':>21}{'in sessions/':>14}{'in counts/':>12}"
    )
    for run in runs:
        speed = run.deals / run.wall / 1e6
        typer.echo(
            f"{run.deals:>15,}{speed:>10.2f}{speed / run.workers:>10.2f}"
            f"{run.deals / run.cpu / 1e6:>11.2f}"
            f"{run.bytes_in['deals'] / run.deals:>21.3f}"
            f"{run.bytes_in['sessions'] / run.deals:>14.3f}"
            f"{run.bytes_in['counts'] / run.deals:>12.5f}"
        )


def _print_memory(runs: list[Measured]) -> None:
    typer.echo("\nPeak memory in MB: the command itself / the greatest process that it started")
    _print_by_stage(runs, lambda usage: f"{usage.own_memory:.0f} / {usage.worker_memory:.0f}")


def _print_by_stage(runs: list[Measured], cell: Callable[[Usage], str]) -> None:
    typer.echo(f"{'deals':>15}" + "".join(f"{stage:>16}" for stage in STAGES))
    for run in runs:
        cells = "".join(f"{cell(run.stages[stage]):>16}" for stage in STAGES)
        typer.echo(f"{run.deals:>15,}{cells}")


if __name__ == "__main__":
    typer.run(main)

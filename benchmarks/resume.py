"""Going on with a run that has many shards: what a look at them takes, and what it is spared.

A run of tiny shards is written by the simulator, then looked at: by reading every byte, as with no
file ``.checked``, and by listing its folders. The commands that begin with a look are timed too.
What reading costs grows with the bytes, what listing costs with the files alone; the speed of
reading is therefore also measured on one shard of full size.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.measuring import describe_machine
from benchmarks.processes import CommandFailedError, run_and_watch
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.outcomes import simulate_shard
from sim.policies import make_policy
from sim.runs.claim import claimed_run, description
from sim.runs.directory import RUN_FILE, RunDirectory
from sim.runs.plan import Plan, Stretch
from sim.runs.shard_files import encode_shard
from sim.runs.shards import Shard
from sim.scenarios.scenario import Scenario

SESSIONS_A_SHARD = 4
FULL_SHARD = Shard(number=0, first_session=0, sessions=125_000)


def main(
    shards: Annotated[int, typer.Option(help="Finished shards.")] = 10_000,
    repeats: Annotated[int, typer.Option(help="Looks of each kind; the fastest counts.")] = 3,
    folder: Annotated[Path | None, typer.Option(help="Where the run is put, then removed.")] = None,
    keep: Annotated[bool, typer.Option(help="Leave the run there.")] = False,
) -> None:
    """Write a run, look at it in both ways, and time the commands that look."""
    typer.echo(describe_machine())
    if keep:
        _measure(Path(tempfile.mkdtemp(dir=folder, prefix="nap-bench-")), shards, repeats)
        return
    with tempfile.TemporaryDirectory(dir=folder, prefix="nap-bench-") as place:
        _measure(Path(place), shards, repeats)


def _measure(place: Path, shards: int, repeats: int) -> None:
    scenario = _scenario(shards)
    path = place / "run"
    typer.echo(f"{shards:,} shards of {SESSIONS_A_SHARD} sessions in {path}")
    _write_run(path, scenario, shards)
    _print_looks(path, repeats)
    _print_full_shard(scenario.experiment)
    _print_commands(path)


def _scenario(shards: int) -> Scenario:
    lineup = tuple(Player(f"player {seat}", make_policy("counting")) for seat in range(3))
    experiment = Experiment(load_rules("basic", 3), lineup, "rotate", 1815)
    return Scenario(name="many", experiment=experiment, sessions=shards * SESSIONS_A_SHARD)


def _write_run(path: Path, scenario: Scenario, shards: int) -> None:
    """Write a finished run that was cut more finely than any real one, as copied from elsewhere."""
    with claimed_run(path, scenario, resume=False) as (begun, _):
        plan = Plan(8, (Stretch(shards * SESSIONS_A_SHARD, SESSIONS_A_SHARD),))
        run = RunDirectory(path, begun.identity, plan, begun.versions)
        (path / RUN_FILE).write_text(description(run))
        for shard in plan.shards():
            for folder, content in _encoded(shard, scenario.experiment).items():
                run.file(folder, shard).write_bytes(content)
    time.sleep(3)  # so that the dates of all files are settled


def _encoded(shard: Shard, experiment: Experiment) -> dict[str, memoryview]:
    deals, sessions = simulate_shard(experiment, shard.first_session, shard.sessions)
    return encode_shard(shard, experiment.identity.digest, deals, sessions).contents


def _print_looks(path: Path, repeats: int) -> None:
    with claimed_run(path, RunDirectory.open(path).scenario(), resume=True):
        run = RunDirectory.open(path)
        reading = _fastest(lambda: run.look(afresh=True), repeats)
        saving = _fastest(run.checked.save, 1)
        listing = _fastest(lambda: RunDirectory.open(path).look(), repeats)
    found = RunDirectory.open(path).look()
    assert len(found.finished) == len(run.plan)
    size = (path / ".checked").stat().st_size
    typer.echo(f"\na look that reads all {found.bytes / 1e6:.0f} MB: {reading:.2f} s")
    typer.echo(f"a look that lists: {listing:.2f} s")
    typer.echo(f".checked: {size / 1e6:.2f} MB, written in {saving:.2f} s")


def _print_full_shard(experiment: Experiment) -> None:
    with tempfile.TemporaryDirectory(prefix="nap-bench-") as place:
        path = Path(place) / "run"
        scenario = Scenario(name="one", experiment=experiment, sessions=FULL_SHARD.sessions)
        with claimed_run(path, scenario, resume=False) as (run, _):
            plan = Plan(8, (Stretch(FULL_SHARD.sessions, FULL_SHARD.sessions),))
            run = RunDirectory(path, run.identity, plan, run.versions)
            for folder, content in _encoded(FULL_SHARD, experiment).items():
                run.file(folder, FULL_SHARD).write_bytes(content)
            seconds = _fastest(lambda: run.look(afresh=True), 20)
            megabytes = run.look().bytes / 1e6
    typer.echo(
        f"\na shard of a million deals, {megabytes:.2f} MB, is read in {seconds * 1e3:.1f} ms"
    )


def _print_commands(path: Path) -> None:
    typer.echo("\ncommand: seconds by the clock / CPU seconds / peak MB")
    nap = [sys.executable, "-m", "pipelines.cli"]
    resume = ["simulate", str(path / "scenario.toml"), "--out", str(path), "--resume"]
    commands = {
        "nap --help": ["--help"],
        "nap simulate --resume, nothing left to do": resume,
        "nap aggregate, the first": ["aggregate", str(path)],
        "nap aggregate, the second": ["aggregate", str(path)],
        "nap status": ["status", str(path)],
        "nap verify --all --deals 1": ["verify", str(path), "--all", "--deals", "1"],
    }
    try:
        for name, arguments in commands.items():
            used = run_and_watch([*nap, *arguments])
            typer.echo(f"{name}: {used.wall:.1f} / {used.cpu:.1f} / {used.own_memory:.0f}")
    except CommandFailedError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None


def _fastest(work: Callable[[], object], repeats: int) -> float:
    """Return the least time by the clock, in seconds: others may be at work on the machine."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


if __name__ == "__main__":
    typer.run(main)

"""Chaos: workers and parents are killed again and again while a run of many shards goes on.

Each kill follows something that was seen to happen, at a moment drawn from a seed: so it falls on
starting, computing, writing and handing out alike. The run is always resumed by the same command.
Then every shard is there once, every file is that of an undisturbed run, and nothing is left over.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from sim.runs.claim import claimed_run
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.scenarios.scenario import Scenario, load_scenario
from tests.crash.runs import Nap, contents, kill, simulate_and_count

SCENARIO = """\
name = "small"
profile = "basic"
players = 3
policy = "random"
deals = {deals}
seed = 1815
"""
DEALS_A_SHARD = 50_000
SHARDS_A_STRETCH = 32
"""A run that grows by so many shards at a time keeps them as small as that."""


class Chaos:
    """A run of many small shards, and one command that is disturbed until it has made it.

    Parameters
    ----------
    folder : Path
        Empty.
    shards : int
        How many.
    seed : int
        Draws whom to kill, and when.
    """

    def __init__(self, folder: Path, shards: int, seed: int) -> None:
        self.shards = shards
        self.run = folder / "run"
        self.file = folder / "small.toml"
        self.file.write_text(SCENARIO.format(deals=shards * DEALS_A_SHARD))
        self.undisturbed_run = folder / "undisturbed"
        for run in (self.run, self.undisturbed_run):
            self._plan(run)
        self._random = random.Random(seed)
        self.killed_workers = self.killed_parents = 0
        self.nap = self._started()

    def undisturbed(self) -> dict[str, bytes]:
        simulate_and_count(
            self.undisturbed_run, self._scenario(), resume=True, workforce=LocalProcesses(1)
        )
        return contents(self.undisturbed_run)

    def _scenario(self, shards: int | None = None) -> Scenario:
        deals = (shards or self.shards) * DEALS_A_SHARD
        return load_scenario(self.file, {"deals": str(deals)})

    def _plan(self, run: Path) -> None:
        """Make the run so long, step by step, without simulating anything."""
        for shards in (*range(SHARDS_A_STRETCH, self.shards, SHARDS_A_STRETCH), self.shards):
            with claimed_run(run, self._scenario(shards), resume=True):
                pass
        assert len(RunDirectory.open(run).plan) == self.shards

    def _started(self) -> Nap:
        return Nap("simulate", self.file, "--out", self.run, "--workers", 2, "--resume")

    def kill_workers(self) -> None:
        """Kill all workers at some moment after the next shard has been finished."""
        self._wait_for_news()
        assert self.nap.running
        for worker in self.nap.workers():
            if self.killed_workers % 3:
                time.sleep(0.02 * self._random.random())
            kill(worker)
            self.killed_workers += 1

    def kill_parent(self) -> None:
        """Kill the command at some moment, and start it again."""
        self._wait_for_news()
        time.sleep(0.02 * self._random.random())
        assert self.nap.running
        kill(self.nap.process.pid)
        self.killed_parents += 1
        self.nap.end()
        assert self.nap.leaves_no_process()
        self.nap = self._started()

    def _wait_for_news(self) -> None:
        self.nap.wait_for_shards(self.run, 1 + len(self.finished()))

    def finished(self) -> list[str]:
        return sorted(path.name for path in (self.run / "deals").glob("shard-*"))

    def goes_on_to_the_end(self) -> None:
        status, errors = self.nap.end()
        assert status == 0, errors
        assert self.nap.leaves_no_process()
        assert len(self.finished()) == self.shards
        assert contents(self.run) == self.undisturbed()
        assert not list(self.run.rglob(".tmp-*"))


def disturbed(folder: Path, *, shards: int, workers: int, parents: int, seed: int) -> Chaos:
    chaos = Chaos(folder, shards, seed)
    for number in range(parents):
        while chaos.killed_workers < workers * (number + 1) / parents:
            chaos.kill_workers()
        chaos.kill_parent()
    return chaos


def test_chaos_in_short(tmp_path: Path) -> None:
    chaos = disturbed(tmp_path, shards=48, workers=8, parents=4, seed=1)
    chaos.goes_on_to_the_end()
    assert chaos.killed_workers >= 8 and chaos.killed_parents == 4


@pytest.mark.slow
def test_chaos(tmp_path: Path) -> None:
    chaos = disturbed(tmp_path, shards=200, workers=50, parents=20, seed=2)
    chaos.goes_on_to_the_end()
    assert chaos.killed_workers >= 50 and chaos.killed_parents == 20


@pytest.mark.slow
def test_chaos_to_the_report(tmp_path: Path) -> None:
    """The tables and the report of a disturbed run are those of an undisturbed one."""
    chaos = disturbed(tmp_path, shards=48, workers=6, parents=3, seed=3)
    chaos.goes_on_to_the_end()
    for run in (chaos.run, chaos.undisturbed_run):
        for command in ("aggregate", "report"):
            status, errors = Nap(command, run).end()
            assert status == 0, errors
    assert contents(chaos.run) == contents(chaos.undisturbed_run)

"""Runs on a real cluster: the files of a local run, whatever happens to the cluster."""

from __future__ import annotations

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pipelines.aggregate import aggregate_run
from sim.cluster.work import Patience
from sim.cluster.workforce import DaskCluster
from sim.errors import UserError
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.runs.crew import LocalProcesses
from sim.runs.simulate import simulate_run
from sim.runs.workforce import Workforce
from sim.scenarios.scenario import Scenario, load_scenario
from tests.cluster.clusters import Cluster, wait_until
from tests.crash.runs import (
    Hold,
    Nap,
    contents,
    files_of_a_run,
    kill,
    scenario,
    scenario_file,
    simulate_and_count,
)
from tests.policies.written_bots import write_bots

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs Linux")

DEALS = 1_000_000
SHARDS = 20


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario file."""
    return scenario_file(tmp_path_factory.mktemp("scenario"), DEALS)


@pytest.fixture(scope="module")
def local(small: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All files of the run by processes of this machine."""
    return files_of_a_run(small, tmp_path_factory.mktemp("local"), SHARDS)


def simulated(small: Path, run: Path, workforce: Workforce, **options: Any) -> None:
    """Do what the command does."""
    simulate_and_count(run, load_scenario(small), workforce=workforce, **options)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with Cluster(tmp_path_factory.mktemp("cluster")) as each:
        yield each
    assert not each.processes()


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "run"


@dataclass
class Doing:
    """A progress that does something when so many shards are done, instead of showing it."""

    when: dict[int, Callable[[], None]]
    shards: int = 0

    def advance(self, deals: int) -> None:
        self.shards += 1
        self.when.get(self.shards, lambda: None)()

    @contextmanager
    def shown(self, deals: int, already: int) -> Iterator[Doing]:
        yield self


def test_files_are_those_of_a_local_run_and_all_lines_arrive(
    cluster: Cluster, small: Path, run: Path, local: dict[str, bytes]
) -> None:
    simulated(small, run, DaskCluster.of_file(cluster.file))
    assert contents(run) == local
    log = (run / "run.log").read_text()
    assert sorted(line.split()[8] for line in log.splitlines() if " deals in " in line) == [
        f"shard-{number:06d}:" for number in range(SHARDS)
    ]
    assert f"worker on {socket.gethostname()}" in log
    assert wait_until(lambda: not cluster.children())


def test_lost_children_workers_and_nannies_change_nothing(
    cluster: Cluster, small: Path, run: Path, local: dict[str, bytes]
) -> None:
    doing = Doing(
        {
            3: lambda: kill(cluster.children()[0]),
            7: lambda: kill(cluster.members()[-1]),
            11: lambda: kill(cluster.nannies()[0]),
        }
    )
    simulated(small, run, DaskCluster.of_file(cluster.file), progress=doing.shown)
    assert contents(run) == local
    assert doing.shards == SHARDS
    assert "has left the cluster" in (run / "run.log").read_text()
    cluster.start_worker()


def test_stopped_runs_and_lost_schedulers_end_plainly_and_go_on(
    small: Path, run: Path, tmp_path: Path, local: dict[str, bytes]
) -> None:
    hold = Hold(tmp_path / "held", first=4)
    with Cluster(tmp_path / "cluster", workers=0, threads=2) as cluster:
        cluster.start_worker(**hold.environment)
        simulate = ("simulate", small, "--out", run, "--engine", "dask")
        simulate = (*simulate, "--scheduler-file", cluster.file)
        nap = Nap(*simulate)
        nap.wait_for_shards(run, 2)
        os.kill(nap.process.pid, signal.SIGINT)
        nap.wait_until_asked_to_stop(run)
        hold.end()
        status, errors = nap.end()
        assert status == 130, errors
        assert "nap: asked to stop: finishing what is in hand" in errors
        assert f"go on with: nap simulate {small}" in errors
        stopped_at = len(list((run / "deals").iterdir()))
        assert 2 <= stopped_at < SHARDS
        assert not list(run.rglob(".tmp-*"))

        hold.begin(stopped_at + 4)
        nap = Nap(*simulate, "--resume")
        nap.wait_for_shards(run, stopped_at + 2)
        cluster.scheduler.kill()
        status, errors = nap.end()
        assert status == 2, errors
        assert f"nap: error: {cluster.address}: the scheduler is gone" in errors
        assert f"go on with: nap simulate {small}" in errors
        assert "Traceback" not in errors
        assert wait_until(lambda: not cluster.processes())
        hold.end()

        cluster.start_scheduler()
        cluster.start_worker()
        simulated(small, run, DaskCluster.of_file(cluster.file), resume=True)
        assert contents(run) == local


def test_tables_are_those_that_one_process_makes(
    cluster: Cluster, small: Path, run: Path, tmp_path: Path
) -> None:
    """Some shards have counts already, the others are counted by the cluster."""
    simulated(small, run, LocalProcesses(2))
    shutil.copytree(run, tmp_path / "elsewhere")
    aggregate_run(run)
    for number in range(0, SHARDS, 3):
        (tmp_path / "elsewhere" / "counts" / f"shard-{number:06d}.parquet").unlink()
    aggregate_run(tmp_path / "elsewhere", workforce=DaskCluster.of_file(cluster.file))
    assert contents(tmp_path / "elsewhere") == contents(run)


TELLING = """\
import logging
from beside import HELLO

logging.getLogger("sim").info("%s of %s", HELLO, __file__)
"""

ILLEGAL = """
class Cheat(Plain):
    def lead(self, view):
        return 0
"""


def three_of(policy: str, folder: Path) -> Scenario:
    players = [Player(f"player {seat}", make_policy(policy, folder=folder)) for seat in range(3)]
    experiment = Experiment(load_rules("basic", 3), tuple(players), "fixed", 1)
    return Scenario(name="bots", experiment=experiment, sessions=20)


def test_users_policies_are_read_from_the_run_and_their_mistakes_are_told(
    cluster: Cluster, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "beside.py").write_text('HELLO = "greetings"\n')
    write_bots(tmp_path, TELLING + ILLEGAL)
    workforce = DaskCluster.of_file(cluster.file)
    simulate_run(run, three_of("bots.py:Plain", tmp_path), workforce=workforce)
    assert f"greetings of {run}/policies/bots.py" in (run / "run.log").read_text()
    with pytest.raises(UserError, match=r"\(bots.py:Cheat\): illegal card") as caught:
        simulate_run(tmp_path / "cheated", three_of("bots.py:Cheat", tmp_path), workforce=workforce)
    assert "\n" not in str(caught.value)


def test_a_cluster_without_workers_is_told(run: Path, tmp_path: Path) -> None:
    with Cluster(tmp_path / "cluster", workers=0) as cluster:
        workforce = DaskCluster(cluster.address, Patience(members=1.0))
        with pytest.raises(UserError, match=r"the cluster has had no workers for \d+ s; start"):
            simulate_run(run, scenario(), workforce=workforce)


def test_what_is_no_scheduler_is_told(run: Path) -> None:
    """Nothing listens at one address; at the other somebody does who says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for address in ("tcp://127.0.0.1:1", f"tcp://127.0.0.1:{silent.getsockname()[1]}"):
            workforce = DaskCluster(address, Patience(scheduler=0.5))
            with pytest.raises(UserError, match=f"^{address}: no scheduler .* answers there"):
                simulate_run(run, scenario(), workforce=workforce, resume=True)

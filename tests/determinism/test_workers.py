"""The same files, byte for byte, however the work is spread over processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim.outcomes import simulate_shard
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.runs.shard_files import DEALS, SESSIONS
from sim.runs.simulate import simulate_run
from sim.runs.worker_process import StartMethod
from tests.crash.runs import contents, scenario

SESSIONS_PLAYED = 20_000


@pytest.fixture(scope="module")
def one_worker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run that all others must equal: four shards by one worker."""
    run = tmp_path_factory.mktemp("one-worker") / "run"
    simulate_run(run, scenario(sessions=SESSIONS_PLAYED), workforce=LocalProcesses(1))
    return run


@pytest.mark.parametrize(
    ("workers", "method"), [(2, "spawn"), (3, "spawn"), (1, "forkserver"), (2, "forkserver")]
)
def test_workers_and_start_methods_change_nothing(
    workers: int, method: StartMethod, one_worker: Path, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    simulate_run(run, scenario(sessions=SESSIONS_PLAYED), workforce=LocalProcesses(workers, method))
    assert contents(run) == contents(one_worker)


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_the_hash_seed_changes_nothing(hash_seed: str, one_worker: Path, tmp_path: Path) -> None:
    """Elsewhere sets that iterate in hash order made seeds useless."""
    program = (
        "import sys; from sim.runs.crew import LocalProcesses\n"
        "from sim.runs.simulate import simulate_run\n"
        "from tests.crash.runs import scenario\n"
        "wanted = scenario(sessions=int(sys.argv[2]))\n"
        "simulate_run(sys.argv[1], wanted, workforce=LocalProcesses(2))\n"
    )
    run = tmp_path / "run"
    subprocess.run(
        [sys.executable, "-c", program, str(run), str(SESSIONS_PLAYED)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path.cwd())},
        check=True,
    )
    assert contents(run) == contents(one_worker)


def test_the_order_of_shards_changes_nothing(one_worker: Path, tmp_path: Path) -> None:
    """The first shards are simulated last, in a second start."""
    run = tmp_path / "run"
    wanted = scenario(sessions=SESSIONS_PLAYED)
    simulate_run(run, wanted, workforce=LocalProcesses(1))
    for folder in (DEALS, SESSIONS):
        for number in (0, 1):
            (run / folder / f"shard-{number:06d}.parquet").unlink()
    assert simulate_run(run, wanted, workforce=LocalProcesses(2), resume=True).deals == 100_000
    assert contents(run) == contents(one_worker)


def test_the_cut_into_shards_changes_no_row(one_worker: Path) -> None:
    """Elsewhere another batch size gave other samples."""
    run = RunDirectory.open(one_worker)
    deals, sessions = simulate_shard(run.scenario().experiment, 0, SESSIONS_PLAYED)
    for folder, whole in ((DEALS, deals), (SESSIONS, sessions)):
        shards = [pq.read_table(run.file(folder, shard)) for shard in run.plan.shards()]
        together = pa.concat_tables(shards).replace_schema_metadata(None)
        assert together.to_pylist() == whole.to_pylist()


def test_a_run_made_longer_has_the_rows_of_a_long_run(one_worker: Path, tmp_path: Path) -> None:
    """Elsewhere appending drew one index twice and another never."""
    run = tmp_path / "run"
    simulate_run(run, scenario(sessions=3_001), workforce=LocalProcesses(1))
    simulate_run(run, scenario(sessions=SESSIONS_PLAYED), workforce=LocalProcesses(2), resume=True)
    for folder in (DEALS, SESSIONS):
        grown, at_once = (
            pq.read_table(each / folder).replace_schema_metadata(None) for each in (run, one_worker)
        )
        assert grown.to_pylist() == at_once.to_pylist()


def test_a_finished_run_is_left_alone(one_worker: Path) -> None:
    before = contents(one_worker)
    summary = simulate_run(one_worker, scenario(sessions=SESSIONS_PLAYED), resume=True)
    assert summary.deals == 0
    assert contents(one_worker) == before

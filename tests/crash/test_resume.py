"""A run that is killed, stopped or damaged goes on, and ends as if nothing had happened."""

from __future__ import annotations

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.crash.runs import Hold, Nap, contents, files_of_a_run, kill, scenario_file, send

DEALS = 3_200_000
SHARDS = 32


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario file."""
    return scenario_file(tmp_path_factory.mktemp("scenario"), DEALS)


@pytest.fixture(scope="module")
def undisturbed(small: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All files of the run when nothing goes wrong."""
    return files_of_a_run(small, tmp_path_factory.mktemp("undisturbed"), SHARDS)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "run"


def resumed(small: Path, run: Path) -> dict[str, bytes]:
    status, errors = Nap("simulate", small, "--out", run, "--resume").end()
    assert status == 0, errors
    return contents(run)


def disturb_workers(nap: Nap, run: Path, generator: random.Random, kills: int) -> int:
    """Kill workers at random moments; return how many were killed."""
    killed = 0
    for _ in range(kills):
        nap.wait_for_shards(run, generator.randrange(SHARDS))
        time.sleep(0.05 * generator.random())
        workers = nap.workers()
        if workers:
            kill(generator.choice(workers))
            killed += 1
    return killed


def test_killed_workers_change_nothing(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    nap = Nap("simulate", small, "--out", run, "--workers", 2)
    killed = disturb_workers(nap, run, random.Random(1), kills=4)
    status, errors = nap.end()
    assert status == 0, errors
    assert killed >= 2
    assert "a worker was lost (killed by SIGKILL)" in errors
    assert contents(run) == undisturbed
    assert nap.leaves_no_process()


def kill_parents(small: Path, run: Path, generator: random.Random, kills: int) -> None:
    """Kill the command again and again, each time later, and start it anew at once."""
    for attempt in range(kills):
        nap = Nap("simulate", small, "--out", run, "--workers", 2, "--resume")
        nap.wait_for_shards(run, 1 + SHARDS * attempt // kills)
        time.sleep(0.05 * generator.random())
        kill(nap.process.pid)
        nap.end()
        assert nap.leaves_no_process()


def test_a_killed_parent_changes_nothing(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    kill_parents(small, run, random.Random(2), kills=2)
    assert contents(run) != undisturbed
    assert resumed(small, run) == undisturbed


def test_a_run_killed_while_it_starts_can_be_started_again(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    """Killed when it has its lock, when it has described itself, and when workers start."""
    for has_come_so_far in (
        lambda nap: (run / ".lock").exists(),
        lambda nap: (run / "run.json").exists(),
        lambda nap: nap.workers(),
    ):
        nap = Nap("simulate", small, "--out", run, "--resume")
        nap.wait_until(partial(has_come_so_far, nap))
        kill(nap.process.pid)
        nap.end()
        assert nap.leaves_no_process(seconds=60)
    assert resumed(small, run) == undisturbed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_finishes_what_is_in_hand(
    small: Path, run: Path, undisturbed: dict[str, bytes], number: signal.Signals
) -> None:
    hold = Hold(run.with_name("held"), first=4)
    nap = Nap("simulate", small, "--out", run, "--workers", 2, environment=hold.environment)
    nap.wait_for_shards(run, 2)
    os.killpg(nap.process.pid, number)  # as a terminal does: workers get it too
    nap.wait_until_asked_to_stop(run)
    hold.end()
    status, errors = nap.end()
    assert status == 130
    assert nap.leaves_no_process()
    *_, stopped, advice = errors.splitlines()
    assert re.match(rf"nap: stopped; [\d,]+ of 3,200,000 deals are safe in {run}$", stopped)
    assert advice == f"nap: go on with: nap simulate {small} --out {run} --workers 2 --resume"
    finished = contents(run)
    assert 3 * 2 + 3 <= len(finished) < len(undisturbed)
    assert finished.items() <= undisturbed.items()


def test_the_command_that_resumes_is_the_one_that_is_printed(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    hold = Hold(run.with_name("held"), first=4)
    nap = Nap("simulate", small, "--out", run, environment=hold.environment)
    nap.wait_for_shards(run, 2)
    nap.process.send_signal(signal.SIGINT)
    nap.wait_until_asked_to_stop(run)
    hold.end()
    _, errors = nap.end()
    command = errors.splitlines()[-1].removeprefix("nap: go on with: nap ")
    assert Nap(*shlex.split(command)).end()[0] == 0
    assert contents(run) == undisturbed


def test_the_second_signal_stops_at_once(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    hold = Hold(run.with_name("held"), first=2)  # what is in hand then cannot be finished
    nap = Nap("simulate", small, "--out", run, "--workers", 2, environment=hold.environment)
    nap.wait_until(hold.is_reached)
    nap.process.send_signal(signal.SIGINT)
    nap.wait_until_asked_to_stop(run)
    assert nap.running
    nap.process.send_signal(signal.SIGINT)
    status, errors = nap.end()
    assert status == 130
    assert "stopped at once" in errors
    assert nap.leaves_no_process()
    assert resumed(small, run) == undisturbed


def test_a_signal_before_the_first_deal_is_no_success(small: Path, run: Path) -> None:
    nap = Nap("simulate", small, "--out", run)
    while nap.running and not (run / "run.json").exists():
        time.sleep(0.002)
    nap.process.send_signal(signal.SIGINT)
    status, errors = nap.end()
    assert status == 130
    assert errors.splitlines()[-1].endswith("--resume")


def test_a_full_disk_leaves_no_torn_file(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    """A real refusal by the system: files may not grow above 20,000 bytes."""
    nap = Nap("simulate", small, "--out", run, limit_file_size=20_000)
    status, errors = nap.end()
    assert status == 2
    assert re.search(
        r"nap: error: shard-\d+: \S+shard-\d+.parquet: cannot be written: File too large; .*"
        r"then go on\nnap: go on with: nap simulate .* --resume$",
        errors,
    )
    assert "Traceback" not in errors
    assert not [name for name in contents(run) if ".tmp-" in name or "deals/" in name]
    assert nap.leaves_no_process()
    assert resumed(small, run) == undisturbed


def test_damaged_shards_are_named_and_simulated_again(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    for name, content in undisturbed.items():
        path = run / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (run / "deals/shard-000003.parquet").write_bytes(b"")
    os.truncate(run / "sessions/shard-000008.parquet", 1000)
    (run / "deals/shard-000011.parquet").unlink()
    nap = Nap("simulate", small, "--out", run, "--resume")
    status, errors = nap.end()
    assert status == 0, errors
    assert re.search(r"deals/shard-000003.parquet: is empty; shard-000003 is simulated", errors)
    assert re.search(r"sessions/shard-000008.parquet: is cut short", errors)
    assert "simulated again" in (run / "run.log").read_text()
    assert contents(run) == undisturbed


def test_two_commands_on_one_run(small: Path, run: Path, undisturbed: dict[str, bytes]) -> None:
    first = Nap("simulate", small, "--out", run, "--workers", 1)
    first.wait_for_shards(run, 1)
    for worker in first.workers():
        send(worker, signal.SIGSTOP)
    status, errors = Nap("simulate", small, "--out", run, "--resume").end()
    assert status == 2
    assert "another nap process is at work on this run" in errors
    for worker in first.workers():
        send(worker, signal.SIGCONT)
    assert first.end()[0] == 0
    assert contents(run) == undisturbed


def test_a_script_needs_no_main_guard(
    small: Path, run: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """Elsewhere the example of the manual started itself in every worker."""
    script = tmp_path / "script.py"
    script.write_text(
        "from sim.runs.crew import LocalProcesses\n"
        "from pipelines.worker_counting import WorkerCounting\n"
        "from sim.runs.simulate import simulate_run\n"
        "from sim.scenarios.scenario import load_scenario\n"
        f"scenario = load_scenario({str(small)!r})\n"
        "counting = WorkerCounting(scenario.experiment)\n"
        "workforce = LocalProcesses(2)\n"
        f"done = simulate_run({str(run)!r}, scenario, workforce=workforce, counting=counting)\n"
        "print(done.deals)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment
    )
    assert (done.stdout, done.stderr) == ("3200000\n", "")
    assert contents(run) == undisturbed

"""Small runs to break: scenarios, shards without a simulation, and the command as a process."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from pipelines.worker_counting import WorkerCounting
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.runs.shard_files import encode_shard, write_shard
from sim.runs.shards import Shard
from sim.runs.simulate import RunSummary, simulate_run
from sim.scenarios.scenario import Scenario, load_scenario

DEALS_PER_SESSION = 8
FAULTS = Path(__file__).parent / "sitecustomize"


def scenario(
    *, sessions: int = 20_000, seed: int = 1815, policy: str = "random", first_session: int = 0
) -> Scenario:
    """Three players of one policy."""
    lineup = tuple(Player(f"player {seat}", make_policy(policy)) for seat in range(3))
    experiment = Experiment(load_rules("basic", 3), lineup, "fixed", seed)
    return Scenario(
        name="small", experiment=experiment, sessions=sessions, first_session=first_session
    )


def made_up_tables(shard: Shard, extra_rows: int = 0) -> tuple[pa.Table, pa.Table]:
    """Deals and sessions of a shard that nobody has played."""
    first = shard.first_session * DEALS_PER_SESSION
    deals = np.arange(first, first + shard.sessions * DEALS_PER_SESSION + extra_rows, dtype="u8")
    sessions = np.arange(shard.first_session, shard.first_session + shard.sessions, dtype="u8")
    return pa.table({"deal": deals, "tricks": (deals % 6)}), pa.table({"session": sessions})


def write_made_up_shard(run: RunDirectory, shard: Shard, *, extra_rows: int = 0) -> None:
    tables = made_up_tables(shard, extra_rows)
    write_shard(run.path, encode_shard(shard, run.identity.digest, *tables))


def scenario_file(folder: Path, deals: int) -> Path:
    """Write a small scenario of so many deals into a folder."""
    path = folder / "small.toml"
    path.write_text(
        'name = "small"\nprofile = "basic"\nplayers = 3\npolicy = "random"\n'
        f"deals = {deals}\nseed = 1815\n"
    )
    return path


def files_of_a_run(small: Path, folder: Path, shards: int) -> dict[str, bytes]:
    """All files of the run of a scenario in so many shards, when nothing goes wrong."""
    simulate_and_count(folder / "run", load_scenario(small), workforce=LocalProcesses(1))
    files = contents(folder / "run")
    assert sum(name.endswith(".parquet") for name in files) == 3 * shards
    return files


def simulate_and_count(run: Path, wanted: Scenario, **options: Any) -> RunSummary:
    """Do what the command does: workers count the shards that they simulate."""
    return simulate_run(run, wanted, counting=WorkerCounting(wanted.experiment), **options)


def contents(run: Path) -> dict[str, bytes]:
    """Every file of a run with its bytes, but for those that tell times."""
    files = sorted(path for path in run.rglob("*") if path.is_file())
    of_times = ("run.log", ".checked")
    return {str(p.relative_to(run)): p.read_bytes() for p in files if p.name not in of_times}


def with_fault(fault: str) -> dict[str, str]:
    """The variables by which the command and its workers meet a fault."""
    path = os.pathsep.join([str(FAULTS), str(Path.cwd())])
    return {"NAP_TEST_FAULT": fault, "PYTHONPATH": path}


class Hold:
    """Holds workers before they write a shard of a number or a later one, until it is ended.

    With one worker three further shards, at least, are not there meanwhile: what is held, what is
    computed behind it, and what is not handed out yet if there is more.

    Parameters
    ----------
    file : Path
        Where it is kept, outside the run.
    first : int
        The first shard that is held.
    """

    def __init__(self, file: Path, first: int) -> None:
        self._file = file
        self._reached = file.with_suffix(".reached")
        self.begin(first)

    @property
    def environment(self) -> dict[str, str]:
        """Variables of the workers that are held."""
        return with_fault(f"held shards:{self._file}")

    def begin(self, first: int) -> None:
        """Hold from a shard on."""
        self._reached.unlink(missing_ok=True)
        self._file.write_text(str(first))

    def is_reached(self) -> bool:
        """Whether a worker is held: it has a shard in hand that it cannot finish."""
        return self._reached.exists()

    def end(self) -> None:
        """Let everything be written."""
        self._file.unlink()


class Nap:
    """The command as a process, in a session of its own.

    Parameters
    ----------
    arguments : object
        Texts are made of them.
    limit_file_size : int, optional
        No file can grow above so many bytes.
    closed : collection of int
        Of the three standard streams, those that are closed.
    hangup_ignored : bool
        Whether it is begun as by ``nohup``.
    environment : dict of str to str, optional
        Variables beside those of this process.
    """

    def __init__(
        self,
        *arguments: object,
        limit_file_size: int | None = None,
        closed: Collection[int] = (),
        hangup_ignored: bool = False,
        environment: dict[str, str] | None = None,
    ) -> None:
        def prepare() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where tests run in background
            signal.signal(signal.SIGHUP, signal.SIG_IGN if hangup_ignored else signal.SIG_DFL)
            if limit_file_size is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit_file_size, limit_file_size))
            for descriptor in closed:
                os.close(descriptor)

        self.mark = f"NAP_TEST_MARK={uuid.uuid4()}"
        name, _, value = self.mark.partition("=")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pipelines.cli", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=prepare,
            env={**os.environ, **(environment or {}), name: value},
        )

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def end(self) -> tuple[int, str]:
        """Wait for its end; return its exit status and what it said on standard error."""
        _, errors = self.process.communicate(timeout=240)
        return self.process.returncode, errors

    def wait_until(self, it_is_so: Callable[[], object]) -> None:
        """Wait for something, or until the command has ended."""
        while self.running and not it_is_so():
            time.sleep(0.002)

    def wait_for_shards(self, run: Path, number: int, folder: str = "deals") -> None:
        """Wait until the run has so many shards, or the command has ended."""
        self.wait_until(lambda: len(list((run / folder).glob("shard-*"))) >= number)

    def wait_until_asked_to_stop(self, run: Path) -> None:
        """Wait until it has heard a stop signal, or has ended."""
        self.wait_until(lambda: "asked to stop" in (run / "run.log").read_text())

    def processes(self) -> list[int]:
        """Its living processes, itself included (Linux).

        Told by their group, and by a variable of their environment, should one have left it.
        """
        return [
            process
            for process, group in living_processes()
            if group == self.process.pid or self.mark.encode() in environment_of(process)
        ]

    def workers(self) -> list[int]:
        """Its worker processes."""
        return [
            process
            for process in self.processes()
            if process != self.process.pid and b"spawn_main" in command_line(process)
        ]

    def leaves_no_process(self, seconds: float = 2.0) -> bool:
        """Whether all its processes end within some seconds."""
        deadline = time.monotonic() + seconds
        while self.processes():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True


def living_processes() -> Iterator[tuple[int, int]]:
    """Every process with its group."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if state != "Z":
                yield int(entry.name), int(group)


def command_line(process: int) -> bytes:
    return _of_process(process, "cmdline")


def environment_of(process: int) -> list[bytes]:
    return _of_process(process, "environ").split(b"\0")


def _of_process(process: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{name}").read_bytes()
    except OSError:
        return b""


def send(process: int, number: signal.Signals) -> None:
    """Send a process a signal, if it is still there."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)


def kill(process: int) -> None:
    """End a process by force, if it is still there."""
    send(process, signal.SIGKILL)

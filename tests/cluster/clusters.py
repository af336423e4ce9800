"""Clusters to break: a scheduler and workers as their users start them, all on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tests.crash.runs import command_line, kill, living_processes

_SECONDS_TO_START = 60.0

_QUIET = {
    "DASK_DISTRIBUTED__DASHBOARD__LINK": "",
    "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False",
    "DASK_LOGGING__DISTRIBUTED": "error",
}


def wait_until(it_is_so: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Wait for something, and say whether it came about."""
    deadline = time.monotonic() + seconds
    while not it_is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


class Cluster:
    """A scheduler and some workers with their nannies. Use it as a context.

    Parameters
    ----------
    folder : Path
        For the scheduler's file and for what all of them say.
    workers : int
        How many.
    threads : int
        Of each worker.
    """

    def __init__(self, folder: Path, *, workers: int = 2, threads: int = 1) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.file = folder / "scheduler.json"
        self._workers = workers
        self._threads = threads
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Cluster:
        self.start_scheduler()
        for _ in range(self._workers):
            self.start_worker()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        wait_until(self._are_killed)
        for each in self._started:
            each.wait()

    def _are_killed(self) -> bool:
        """Kill all that live; one that is just being started is met next time."""
        living = self.processes()
        for process in living:
            kill(process)
        return not living

    @property
    def address(self) -> str:
        """Of the scheduler."""
        return str(json.loads(self.file.read_text())["address"])

    def start_scheduler(self) -> None:
        """Start a scheduler, and wait until it can be reached."""
        self.file.unlink(missing_ok=True)
        self.scheduler = self._start(
            "scheduler", "--port", "0", "--scheduler-file", self.file, "--no-dashboard",
            "--host", "127.0.0.1",
        )  # fmt: skip
        deadline = time.monotonic() + _SECONDS_TO_START
        while not self.file.exists() or not self.file.read_text().endswith("}"):
            assert self.scheduler.poll() is None and time.monotonic() < deadline, self.said()
            time.sleep(0.02)

    def start_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker with its nanny; it joins when it is ready."""
        return self._start(
            "worker", self.address, "--nworkers", "1", "--nthreads", str(self._threads),
            "--no-dashboard", "--host", "127.0.0.1", "--memory-limit", "0",
            "--local-directory", self.folder, "--death-timeout", "10", **environment,
        )  # fmt: skip

    def _start(self, *arguments: object, **environment: str) -> subprocess.Popen[bytes]:
        with (self.folder / "said").open("ab") as said:
            started = subprocess.Popen(
                [sys.executable, "-m", "dask", *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
                env={**os.environ, **_QUIET, "PYTHONPATH": str(Path.cwd()), **environment},
            )
        self._started.append(started)
        return started

    def said(self) -> str:
        """What scheduler and workers have said."""
        return (self.folder / "said").read_text()

    def processes(self) -> list[int]:
        """Return all living processes of the cluster (Linux)."""
        groups = {each.pid for each in self._started}
        return [process for process, group in living_processes() if group in groups]

    def nannies(self) -> list[int]:
        """Return those that `dask worker` is itself."""
        living = set(self.processes())
        return [each.pid for each in self._started if each.pid in living - {self.scheduler.pid}]

    def members(self) -> list[int]:
        """Return the workers, as Dask understands the word."""
        return [each for each in self.processes() if b"spawn_main" in command_line(each)]

    def children(self) -> list[int]:
        """Return the processes in which tasks are done."""
        return [each for each in self.processes() if b"sim.cluster.served" in command_line(each)]

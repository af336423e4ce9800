"""Running a command and watching it: wall time, CPU time, peak memory of all its processes."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SAMPLING_SECONDS = 0.05
KIB = 1024
MB = 1_000_000


@dataclass(frozen=True)
class Usage:
    """What a command took.

    Attributes
    ----------
    wall, cpu : float
        Seconds by the clock, and of all processes together on all cores.
    own_memory, worker_memory : float
        Peak resident memory, in MB, of the command's own process and of the greatest of the
        processes that it started; 0 if there were none.
    """

    wall: float
    cpu: float
    own_memory: float
    worker_memory: float


class CommandFailedError(Exception):
    """The command under measurement did not succeed."""


def run_and_watch(command: Sequence[str]) -> Usage:
    """Run a command to its end and return what it took. Linux only: memory is read in /proc.

    Raises
    ------
    CommandFailedError
        If the command does not exit with 0; with the end of what it said.
    """
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        watch = _MemoryWatch(process.pid)
        watch.start()
        said = process.stdout.read() if process.stdout else b""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    peaks = watch.stop()
    if process.returncode != 0:
        raise CommandFailedError(
            f"{' '.join(command)} exited with {process.returncode}: "
            f"{said.decode(errors='replace')[-2000:]}"
        )
    own = peaks.pop(process.pid, 0)
    return Usage(
        wall=wall,
        cpu=used.ru_utime + used.ru_stime,
        own_memory=own / MB,
        worker_memory=max(peaks.values(), default=0) / MB,
    )


class _MemoryWatch(threading.Thread):
    """Notes the peak memory, in bytes, of a process and of all that descend from it.

    The system keeps every process's high-water mark itself, so a sample misses only what a
    process grows by between the last sample and its end.
    """

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self._root = root
        self._peaks: dict[int, int] = {}
        self._over = threading.Event()

    def run(self) -> None:
        """Sample until stopped."""
        while not self._over.wait(SAMPLING_SECONDS):
            for process in (self._root, *_descendants(self._root)):
                self._peaks[process] = max(self._peaks.get(process, 0), _peak_bytes(process))

    def stop(self) -> dict[int, int]:
        """Stop sampling and return the peaks by process number."""
        self._over.set()
        self.join()
        return self._peaks


def _descendants(process: int) -> Iterator[int]:
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in _text_of(task).split():
            yield int(child)
            yield from _descendants(int(child))


def _peak_bytes(process: int) -> int:
    for line in _text_of(Path(f"/proc/{process}/status")).splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * KIB
    return 0


def _text_of(path: Path) -> str:
    """Return the text of a file of /proc, empty once the process has gone."""
    try:
        return path.read_text()
    except OSError:
        return ""

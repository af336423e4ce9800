"""Starting, hearing and ending one child process, seen from the member of the cluster."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import Pipe
from multiprocessing.connection import wait
from queue import Empty
from typing import Any

from sim.cluster.answers import Answer, Lost
from sim.cluster.ticket import Equipment
from sim.runs.logs import SocketQueue
from sim.runs.worker import ONE_THREAD, Done, Failed, NotStarted, Ready
from sim.runs.worker_process import Ending


class Child:
    """A process for the tasks of one job, with a pipe of its own.

    Dask starts its workers as daemons, which multiprocessing allows no children; hence a
    subprocess. It ends with the member, whose end of its standard input is closed then.

    Parameters
    ----------
    equipment : Equipment
        What it is given.

    Raises
    ------
    OSError
        If the system starts no further process.
    """

    def __init__(self, equipment: Equipment) -> None:
        self._pipe, pipe = Pipe()
        self._arriving, logs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._records = SocketQueue(self._arriving)
        self._lines: list[Mapping[str, Any]] = []
        self._started = False
        numbers = (pipe.fileno(), logs.fileno())
        with pipe, logs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "sim.cluster.served", *map(str, numbers)],
                stdin=subprocess.PIPE,
                pass_fds=numbers,
                env=_environment(equipment.environment),
            )
        with contextlib.suppress(OSError):  # it may have ended; that is heard later
            self._pipe.send(equipment)

    def greeting(self) -> Answer:
        """Return whether it fits, which it says first."""
        return self._hear() or self._lost()

    def answer_to(self, task: Any) -> Answer:
        """Have it do a task."""
        with contextlib.suppress(OSError):
            self._pipe.send(task)
        while answer := self._hear():
            if isinstance(answer, Ready):
                self._started = True
            elif isinstance(answer, Done | Failed | NotStarted):
                return answer
        return self._lost()

    def lines(self) -> tuple[Mapping[str, Any], ...]:
        """Return what it has logged since this was asked last."""
        while self._records.qsize():
            self._keep_line()
        lines = tuple(self._lines)
        self._lines.clear()
        return lines

    @property
    def retired(self) -> bool:
        """Whether it has ended for want of tasks."""
        return self._process.poll() is not None

    def kill(self) -> None:
        """End it now."""
        self._process.kill()

    def bury(self) -> None:
        """Wait until it has ended, and close what belongs to it."""
        self._process.wait()
        self._pipe.close()
        self._records.close()
        if self._process.stdin:
            self._process.stdin.close()

    def _hear(self) -> Any:
        """Return its next answer, or None if it has ended; keep what it logs meanwhile."""
        while True:
            for heard in wait([self._pipe, self._arriving]):
                if heard is self._arriving:
                    self._keep_line()
                else:
                    try:
                        return self._pipe.recv()
                    except (EOFError, OSError):
                        return None

    def _keep_line(self) -> None:
        with contextlib.suppress(Empty):
            self._lines.append(self._records.get(0).__dict__)

    def _lost(self) -> Lost:
        return Lost(Ending(self._process.wait()), self._started)


def _environment(additions: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process, in which the child finds the same modules."""
    path = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, "PYTHONPATH": path, **ONE_THREAD, **additions}

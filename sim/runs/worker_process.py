"""Starting, hearing and ending one worker process, seen from the parent."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.context import ForkServerContext, SpawnContext
from types import ModuleType
from typing import Any, Final, Literal

from sim.runs.interrupts import signals_blocked
from sim.runs.worker import Equipment, serve

StartMethod = Literal["spawn", "forkserver"]

_CONTEXTS: Final[dict[StartMethod, SpawnContext | ForkServerContext]] = {
    "spawn": multiprocessing.get_context("spawn"),
    "forkserver": multiprocessing.get_context("forkserver"),
}
_SECONDS_TO_END = 5.0


class WorkerProcess:
    """A worker process with a pipe of its own.

    Parameters
    ----------
    equipment : Equipment
        What it is given.
    method : {"spawn", "forkserver"}
        How it is started.

    Attributes
    ----------
    pipe : Connection
        To wait on.
    started : bool
        Whether it has ever been ready for a task.
    in_hand : list
        The tasks it has not answered yet: at most one being computed and one being finished.
    """

    def __init__(self, equipment: Equipment, method: StartMethod) -> None:
        context = _CONTEXTS[method]
        self.pipe, workers_end = context.Pipe()
        # Started later, the tracker would unblock the signals that are blocked here.
        resource_tracker.ensure_running()
        with workers_end, signals_blocked(), _without_main_module():
            self._process = context.Process(
                target=serve, args=(workers_end, equipment), name="worker"
            )
            self._process.start()
        self.started = False
        self.in_hand: list[Any] = []

    def give(self, task: object) -> None:
        """Hand it a task; if it has died, that is heard later."""
        self.in_hand.append(task)
        with contextlib.suppress(OSError):
            self.pipe.send(task)

    def hear(self) -> Any:
        """Return its next answer, or None if it has died."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return None

    def dismiss(self) -> None:
        """Let it end when its tasks are finished."""
        with contextlib.suppress(OSError):
            self.pipe.send(None)

    def kill(self) -> None:
        """End it now."""
        self._process.kill()

    def bury(self) -> Ending:
        """Wait until it has ended, and say how; if it takes too long, kill it."""
        self._process.join(_SECONDS_TO_END)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        ending = Ending(self._process.exitcode or 0)
        self._process.close()
        self.pipe.close()
        return ending


@dataclass(frozen=True)
class Ending:
    """How a process ended.

    >>> str(Ending(-9)), str(Ending(3))
    ('killed by SIGKILL', 'ended by exit code 3')
    """

    exit_code: int
    """Negative for a signal."""

    @property
    def by_signal(self) -> bool:
        """Whether a signal ended it."""
        return self.exit_code < 0

    def __str__(self) -> str:
        if self.by_signal:
            return f"killed by {signal.Signals(-self.exit_code).name}"
        return f"ended by exit code {self.exit_code}"


@contextmanager
def _without_main_module() -> Iterator[None]:
    """Hide the program's main module while a process starts.

    The new process would import it again, under another name. Workers need nothing of it, and a
    script that starts a run without the customary ``if __name__ == "__main__"`` would start a
    run in every worker.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main

"""Asking a run to stop: the first ^C, SIGTERM or lost terminal politely, the second at once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""SIGHUP comes when the terminal is closed; ``nohup`` has it ignored, which is respected."""


class Interrupts:
    """Counts stop signals instead of dying of them, while it is used as a context.

    It can be waited on like a file, so that a loop that waits for workers hears of a signal.
    Python lets only the main thread handle signals; in any other thread it counts none.
    """

    def __init__(self) -> None:
        self.requests = 0
        self._heard, self._bell = os.pipe()
        os.set_blocking(self._heard, False)
        os.set_blocking(self._bell, False)
        self._bell_before = -1
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            # The bell is rung outside Python: whichever thread the system interrupts, a main
            # thread that waits wakes up and comes to count.
            self._bell_before = signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
            self._before = {
                name: signal.signal(name, self._count)
                for name in STOP_SIGNALS
                if not is_left_to_nohup(name)
            }
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before:
            for name, handler in self._before.items():
                signal.signal(name, handler)
            signal.set_wakeup_fd(self._bell_before)
        os.close(self._heard)
        os.close(self._bell)

    @property
    def polite(self) -> bool:
        """Whether the run was asked to stop."""
        return self.requests >= 1

    @property
    def urgent(self) -> bool:
        """Whether it was asked again."""
        return self.requests >= 2

    def fileno(self) -> int:
        """Return a descriptor that can be read from after a signal."""
        return self._heard

    def take_notice(self) -> None:
        """Make :meth:`fileno` quiet again until the next signal."""
        os.read(self._heard, 64)

    def _count(self, number: int, frame: FrameType | None) -> None:
        self.requests += 1


def is_left_to_nohup(name: signal.Signals) -> bool:
    """Whether the user has asked that a closed terminal should stop nothing."""
    return name == signal.SIGHUP and signal.getsignal(name) == signal.SIG_IGN


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Hold stop signals back; processes started meanwhile begin with them blocked."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_stop_signals() -> None:
    """Leave stopping to the parent; for a process that was started with signals blocked."""
    for name in STOP_SIGNALS:
        signal.signal(name, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)

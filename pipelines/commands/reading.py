"""How far the reading of many files is: a plain line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TextIO

_SECONDS_BETWEEN_LINES: Final = 5.0


class LinesOfReading:
    """Writes a line every few seconds, and none for what is quick.

    Parameters
    ----------
    stream : TextIO
        Usually standard error.
    what : str
        What is done with how many of what: "files read".
    clock : callable
        Seconds, from any start.
    """

    def __init__(
        self, stream: TextIO, what: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._what = what
        self._clock = clock
        self._last = clock()

    def __call__(self, done: int, total: int) -> None:
        """Take note of how many of all are done."""
        now = self._clock()
        if now - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = now
            share = 100 * done // total
            print(f"{done:,} of {total:,} {self._what} ({share} %)", file=self._stream, flush=True)

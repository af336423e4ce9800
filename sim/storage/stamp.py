"""What a listing says of a file."""

from __future__ import annotations

from typing import NamedTuple


class Stamp(NamedTuple):
    """What a listing says of a file. Who writes to the file changes it.

    Attributes
    ----------
    size : int
        In bytes.
    mtime_ns : int
        When it was written, by the clock of its file system, in nanoseconds.
    """

    size: int
    mtime_ns: int

"""Standard input, output and error that cannot end a command: closed, gone or full.

A run of hours must not die because nobody can see its progress any more: a terminal was closed,
``| head`` has read enough, or a service was started without any of the three.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_GONE: Final = frozenset({errno.EPIPE, errno.EIO, errno.ENXIO})
"""What the system says when whoever read a stream has left."""


def make_streams_last() -> None:
    """Open what is closed of the three to nowhere; let the other two outlive their readers.

    Were a descriptor below 3 left closed, the next file that is opened would get its number, and
    whatever a library prints would go into that file.
    """
    was_closed = [_opened_to_nowhere(descriptor) for descriptor in (0, 1, 2)]
    sys.stdout = _lasting(sys.stdout, 1, forgiven=_GONE, was_closed=was_closed[1])
    # Nothing that is said on the way is worth the run: not even a full disk stops it.
    sys.stderr = _lasting(sys.stderr, 2, forgiven=None, was_closed=was_closed[2])


def _opened_to_nowhere(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
        return True
    return False


def _lasting(
    stream: TextIO | None, descriptor: int, *, forgiven: frozenset[int] | None, was_closed: bool
) -> TextIO:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.flush()
    told = stream if isinstance(stream, io.TextIOWrapper) and not was_closed else None
    return io.TextIOWrapper(
        io.BufferedWriter(_LastingFile(descriptor, forgiven)),
        encoding=told.encoding if told else "utf-8",
        errors=told.errors if told else "backslashreplace",
        line_buffering=told.line_buffering if told else True,
        write_through=told.write_through if told else False,
    )


class _LastingFile(io.FileIO):
    """A stream that is continued to nowhere when writing fails.

    Parameters
    ----------
    descriptor : int
        Of the stream.
    forgiven : frozenset of int or None
        The errors that are passed over; None for all.
    """

    def __init__(self, descriptor: int, forgiven: frozenset[int] | None) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self._forgiven = forgiven

    def write(self, data: ReadableBuffer, /) -> int:
        """Write, or drop what nobody can read."""
        try:
            return super().write(data)
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())  # what is still buffered would fail once more
            os.close(nowhere)
            if self._forgiven is not None and error.errno not in self._forgiven:
                raise OSError(error.errno, error.strerror, "standard output") from error
            return memoryview(data).nbytes

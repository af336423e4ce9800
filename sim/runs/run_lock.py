"""One process at a time writes into a run directory.

Two things are locked: the file ``.lock``, and the directory itself where the file system can do
that. A lock file that somebody removes would let a second process in beside the first; a
directory is there as long as its run is.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sim.errors import UserError
from sim.runs.files import write_error

LOCK_NAME = ".lock"

_PATIENCE_SECONDS = 3.0
"""Longer than the workers of a killed run live on, which keep its lock while they do."""

_PAUSE_SECONDS = 0.05

_NO_LOCKS_FOR_FOLDERS = frozenset({errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP})


@contextmanager
def run_lock(run: Path) -> Iterator[int]:
    """Hold the lock of a run directory, which must exist.

    Yields
    ------
    int
        A file descriptor. The lock is held while any process has it or a duplicate of it open;
        the system lets go of it when all of them have ended, however they ended.

    Raises
    ------
    UserError
        If another process holds it for longer than a moment.
    """
    path = run / LOCK_NAME
    with ExitStack() as opened:
        try:
            file = _opened(path, os.O_RDWR | os.O_CREAT, opened)
            folder = _opened(run, os.O_RDONLY, opened)
            deadline = time.monotonic() + _PATIENCE_SECONDS
            _wait_for(file, run, deadline)
            kept = folder if _folder_locked(folder, run, deadline) else file
        except OSError as error:  # also a file system without locks
            raise write_error(path, error) from error
        yield kept


def _opened(path: Path, flags: int, opened: ExitStack) -> int:
    descriptor = os.open(path, flags, 0o666)
    opened.callback(os.close, descriptor)
    return descriptor


def _folder_locked(descriptor: int, run: Path, deadline: float) -> bool:
    """Lock the directory; return False where the file system has no locks for directories."""
    try:
        _wait_for(descriptor, run, deadline)
    except OSError as error:
        if error.errno not in _NO_LOCKS_FOR_FOLDERS:
            raise
        return False
    return True


def _wait_for(descriptor: int, run: Path, deadline: float) -> None:
    while not _locked(descriptor):
        if time.monotonic() > deadline:
            raise UserError(
                f"{run}: another nap process is at work on this run; "
                "let it finish or stop it, or choose another --out",
                again=True,
            )
        time.sleep(_PAUSE_SECONDS)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

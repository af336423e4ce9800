"""One process at a time writes into a run directory.

Two things are locked: the file ``.lock``, and the directory itself where the file system can do
that. A lock file that somebody removes would let a second process in beside the first; a
directory is there as long as its run is.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sim.errors import UserError
from sim.runs.files import write_error
from sim.storage import Folder, ObjectPath
from sim.storage.lease import LeaseHeldError, is_leased, lease

LOCK_NAME = ".lock"

_PATIENCE_SECONDS = 3.0
"""Longer than the workers of a killed run live on, which keep its lock while they do."""

_PAUSE_SECONDS = 0.05

_NO_LOCKS_FOR_FOLDERS = frozenset({errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP})


@contextmanager
def run_lock(run: Folder) -> Iterator[int | None]:
    """Hold the lock of a run directory, which must exist.

    Yields
    ------
    int or None
        A file descriptor. The lock is held while any process has it or a duplicate of it open;
        the system lets go of it when all of them have ended, however they ended. None in a store,
        where this process alone holds a lease.

    Raises
    ------
    UserError
        If another process holds it for longer than a moment.
    """
    if isinstance(run, ObjectPath):
        with _leased(run):
            yield None
        return
    path = run / LOCK_NAME
    with ExitStack() as opened:
        try:
            file = _opened(path, os.O_RDWR | os.O_CREAT, opened)
            folder = _opened(run, os.O_RDONLY, opened)
            deadline = time.monotonic() + _PATIENCE_SECONDS
            _wait_for(file, run, deadline)
            kept = folder if _folder_locked(folder, run, deadline) else file
            with contextlib.suppress(OSError):  # its date tells when this was, see checked_files
                os.utime(file)
        except OSError as error:  # also a file system without locks
            raise write_error(path, error) from error
        yield kept


def is_locked(run: Folder) -> bool:
    """Whether another process holds the lock of a run directory now.

    In a store a lease that was not given back may be one whose owner was killed a moment ago.
    """
    if isinstance(run, ObjectPath):
        return is_leased(run / LOCK_NAME)
    return _is_held(run / LOCK_NAME) or _is_held(run)


def _is_held(path: Path) -> bool:
    with ExitStack() as opened:
        try:
            fcntl.flock(_opened(path, os.O_RDONLY, opened), fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # nobody has ever taken it, it is not for us to see, or there are no locks
            return False
    return False


@contextmanager
def _leased(run: ObjectPath) -> Iterator[None]:
    try:
        with lease(run / LOCK_NAME):
            yield
    except LeaseHeldError:
        raise _in_use(run) from None


def _in_use(run: Folder) -> UserError:
    return UserError(
        f"{run}: another nap process is at work on this run; "
        "let it finish or stop it, or choose another --out",
        again=True,
    )


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
            raise _in_use(run)
        time.sleep(_PAUSE_SECONDS)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

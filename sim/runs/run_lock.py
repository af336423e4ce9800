"""One process at a time writes into a run directory."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sim.errors import UserError
from sim.runs.files import write_error
from sim.storage import Folder, ObjectPath
from sim.storage.lease import LeaseHeldError, is_leased, lease

LOCK_NAME = ".lock"

_PATIENCE_SECONDS = 3.0
"""Longer than the workers of a killed run live on, which keep its lock while they do."""

_PAUSE_SECONDS = 0.05


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
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise write_error(path, error) from error
    try:
        try:
            _wait_for(descriptor, run)
            with contextlib.suppress(OSError):  # its date tells when this was, see checked_files
                os.utime(descriptor)
        except OSError as error:  # a file system without locks
            raise write_error(path, error) from error
        yield descriptor
    finally:
        os.close(descriptor)


def is_locked(run: Folder) -> bool:
    """Whether another process holds the lock of a run directory now.

    In a store a lease that was not given back may be one whose owner was killed a moment ago.
    """
    if isinstance(run, ObjectPath):
        return is_leased(run / LOCK_NAME)
    try:
        descriptor = os.open(run / LOCK_NAME, os.O_RDONLY)
    except OSError:  # nobody has ever taken it, or it is not for us to see
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # a file system without locks
        return False
    finally:
        os.close(descriptor)
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
        "let it finish or stop it, or choose another --out"
    )


def _wait_for(descriptor: int, run: Folder) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
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

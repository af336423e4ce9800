"""One process at a time writes into a run directory."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sim.errors import UserError
from sim.runs.files import write_error
from sim.storage import Folder, ObjectPath
from sim.storage.lease import LeaseHeldError, lease

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
        except OSError as error:  # a file system without locks
            raise write_error(path, error) from error
        yield descriptor
    finally:
        os.close(descriptor)


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

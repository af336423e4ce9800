"""One process at a time writes below a place of a store: a lock that needs no help of the store.

A store has no locks, and not every store can put an object only if there is none. So whoever writes
keeps an object with a random token, a lease, and renews it every few seconds: the token stays, a
number behind it counts up. Whoever comes later watches it. If it changes, somebody is at work. If
it does not for long enough, its owner has ended without giving it back, and it is taken over.

No times are compared, and no clock but the steady one of each process is read: it does not matter
whether clocks agree, or are set while a run is going on.

Two processes can hold a lease at the same time for a few seconds: after one has been stopped for
long (a laptop that sleeps), or when two begin at once over slow connections. They write the same
objects, byte for byte, as the content of every file of a run depends on nothing but its scenario.
The one that has lost the lease sees that when it wants to renew it, and stops as after ^C.
"""

from __future__ import annotations

import logging
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from sim.errors import UserError
from sim.storage.object_path import ObjectPath

logger = logging.getLogger(__name__)

_FREE: Final = "free\n"
"""What a lease says that was given back. Removing it would take more requests."""


class LeaseHeldError(Exception):
    """Another process holds the lease, and is at work."""


class Pace(NamedTuple):
    """How fast a lease is kept, in seconds."""

    renewed: float = 2.0
    """From one renewal to the next."""
    watched: float = 12.0
    """An unchanged lease is given up after so long: several renewals may have failed."""
    settled: float = 0.5
    """From taking a lease to looking who has got it: longer than it takes another process that has
    found it free to write its own token."""


PACE: Final = Pace()


@contextmanager
def lease(path: ObjectPath, pace: Pace = PACE) -> Iterator[None]:
    """Hold a lease.

    Parameters
    ----------
    path : ObjectPath
        The object.
    pace : Pace
        The same for all processes that want it.

    Raises
    ------
    LeaseHeldError
        If another process holds it.
    UserError
        If the store refuses.
    """
    held = _Held(path.hasty, pace)
    held.take()
    try:
        held.start()
        yield
    finally:
        held.give_back()


class _Held(threading.Thread):
    """A lease, and the thread that renews it."""

    def __init__(self, path: ObjectPath, pace: Pace) -> None:
        super().__init__(name="lease", daemon=True)
        self._path = path
        self._pace = pace
        self._token = secrets.token_hex(16)
        self._renewals = 0
        self._ended = threading.Event()

    def take(self) -> None:
        """Take the lease if nobody renews it."""
        found = _content(self._path)
        if found != _FREE:
            self._watch(found)
        self._put()
        time.sleep(self._pace.settled)
        if not self._is_ours():
            raise LeaseHeldError

    def _watch(self, found: str) -> None:
        logger.warning(
            "%s: was not given back; watching for %.0f s whether its owner is still at work",
            self._path,
            self._pace.watched,
        )
        deadline = time.monotonic() + self._pace.watched
        while time.monotonic() < deadline:
            time.sleep(self._pace.settled)
            now = _content(self._path)
            if now == _FREE:
                return
            if now != found:
                raise LeaseHeldError

    def run(self) -> None:
        """Renew the lease until it is given back, or lost to another process."""
        while not self._ended.wait(self._pace.renewed):
            try:
                if not self._is_ours():
                    self._stop_the_process()
                    return
                self._put()
            except UserError as trouble:
                logger.warning("the lease is not renewed for now: %s", trouble)

    def give_back(self) -> None:
        """Let the next process begin at once, even if a signal came before renewing began."""
        self._ended.set()
        if self.is_alive():
            self.join()
        try:
            if self._is_ours():
                self._path.write_bytes(_FREE.encode())
        except UserError as trouble:
            logger.warning("the lease is not given back, the next start will wait: %s", trouble)

    def _put(self) -> None:
        self._renewals += 1
        self._path.write_bytes(f"{self._token} {self._renewals}\n".encode())

    def _is_ours(self) -> bool:
        return _content(self._path).startswith(self._token)

    def _stop_the_process(self) -> None:
        logger.error(
            "%s: another nap process has taken over, which found this one silent; this one stops",
            self._path,
        )
        main = threading.main_thread().ident
        assert main is not None
        signal.pthread_kill(main, signal.SIGINT)


def is_leased(path: ObjectPath) -> bool:
    """Whether a lease was taken and not given back; its owner may have ended without doing so."""
    return _content(path.hasty) != _FREE


def _content(path: ObjectPath) -> str:
    """Return what a lease says; one that is not there is free."""
    try:
        return path.read_text()
    except FileNotFoundError:
        return _FREE
    except UnicodeDecodeError:
        return "unreadable"

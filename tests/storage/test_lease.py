"""One process at a time holds a lease, and one that has ended does not keep it for ever."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, SimpleNamespace

import pytest

from sim.storage import ObjectPath
from sim.storage import lease as leases
from sim.storage.lease import LeaseHeldError, Pace, lease

FAST = Pace(renewed=0.1, watched=2.0, settled=0.1)
"""Many renewals while somebody watches, on a slow machine too."""
IMPATIENT = Pace(renewed=60.0, watched=0.3, settled=0.1)
NEVER = Pace(renewed=0.1, watched=60.0, settled=0.1)
"""Watching would take longer than any test."""


def test_the_second_is_refused_while_the_first_is_at_work(place: ObjectPath) -> None:
    with lease(place, FAST):
        for _ in range(2):
            with pytest.raises(LeaseHeldError), lease(place, NEVER):
                pytest.fail("both hold it")


def test_a_lease_that_was_given_back_is_free_at_once(place: ObjectPath) -> None:
    for _ in range(2):
        with lease(place, NEVER):
            pass


def test_a_signal_before_renewing_begins_gives_the_lease_back(
    place: ObjectPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = threading.Thread.start

    def stopped(thread: threading.Thread) -> None:
        if thread.name == "lease":
            raise KeyboardInterrupt
        start(thread)

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", stopped)
        with pytest.raises(KeyboardInterrupt), lease(place, NEVER):
            pytest.fail("the lease is held")
    assert place.read_bytes() == b"free\n"


def test_a_lease_that_nobody_renews_is_taken_over(place: ObjectPath) -> None:
    for remains in (b"0123456789abcdef 17\n", b"", b"\xff\xfe"):
        place.write_bytes(remains)
        with lease(place, IMPATIENT):
            assert place.read_bytes() not in (remains, b"free\n")
        assert place.read_bytes() == b"free\n"


def test_clocks_do_not_matter(place: ObjectPath, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of day goes back by years between any two looks at it."""
    times = iter(range(2_000_000_000, 0, -100_000_000))
    monkeypatch.setattr("time.time", lambda: next(times))
    with lease(place, FAST), pytest.raises(LeaseHeldError), lease(place, NEVER):
        pytest.fail("both hold it")
    place.write_bytes(b"0123456789abcdef 17\n")
    with lease(place, IMPATIENT):
        pass


def test_of_many_that_begin_at_once_one_gets_it(
    place: ObjectPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All find it free before any writes its token, and all have written theirs before any looks
    who has got it."""
    all_have_found, all_have_put = threading.Barrier(4), threading.Barrier(4)
    end = threading.Event()
    found: list[str] = []
    decided = [threading.Event() for _ in range(4)]
    content_of, looking = leases._content, threading.local()

    def content(path: ObjectPath) -> str:
        said = content_of(path)
        if threading.current_thread() in threads and not hasattr(looking, "again"):
            looking.again = True
            all_have_found.wait(60)
        return said

    def settle(seconds: float) -> None:
        assert seconds == FAST.settled
        all_have_put.wait(60)

    monkeypatch.setattr(leases, "_content", content)
    monkeypatch.setattr(leases, "time", SimpleNamespace(sleep=settle, monotonic=time.monotonic))

    def try_it(own: threading.Event) -> None:
        try:
            with lease(place, FAST):
                found.append("held")
                own.set()
                end.wait(60)
        except LeaseHeldError:
            found.append("refused")
        own.set()

    threads = [threading.Thread(target=try_it, args=(own,)) for own in decided]
    for thread in threads:
        thread.start()
    for own in decided:
        assert own.wait(60)
    end.set()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["held", "refused", "refused", "refused"]


def test_who_was_silent_too_long_stops_as_after_an_interrupt(
    place: ObjectPath, caplog: pytest.LogCaptureFixture
) -> None:
    """A laptop that slept: another process has taken the lease over meanwhile."""
    heard = threading.Event()

    def hear(number: int, frame: FrameType | None) -> None:
        heard.set()

    before = signal.signal(signal.SIGINT, hear)
    try:
        with lease(place, FAST):
            place.write_bytes(b"of another 1\n")
            assert heard.wait(60)
    finally:
        signal.signal(signal.SIGINT, before)
    assert "another nap process has taken over" in caplog.text
    assert place.read_bytes() == b"of another 1\n"

"""Progress where there is no terminal: a plain line now and then, on standard error only."""

from __future__ import annotations

import io

from sim.runs.progress import LinesOfProgress, progress_on


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_lines_tell_deals_share_speed_and_time_left() -> None:
    lines: list[str] = []
    clock = Clock()
    progress = LinesOfProgress(10_000_000, 2_000_000, lines.append, clock)
    for seconds, deals in ((2.0, 1_000_000), (1.0, 1_000_000), (4.0, 2_000_000), (1.0, 1_000_000)):
        clock.now += seconds
        progress.advance(deals)
    progress.end()
    assert lines == [
        "6,000,000 of 10,000,000 deals (60 %), 600.0 k deals/s, 0:00:07 left",
        "7,000,000 of 10,000,000 deals (70 %), 666.7 k deals/s, 0:00:04 left",
    ]


def test_a_finished_run_has_no_time_left() -> None:
    lines: list[str] = []
    clock = Clock()
    progress = LinesOfProgress(3_000, 0, lines.append, clock)
    progress.advance(1_000)
    clock.now += 2.0
    progress.advance(2_000)
    progress.end()
    assert lines == ["3,000 of 3,000 deals (100 %), 1.0 k deals/s"]


def test_a_clock_that_jumps_back_does_no_harm() -> None:
    lines: list[str] = []
    clock = Clock()
    progress = LinesOfProgress(3_000, 0, lines.append, clock)
    progress.advance(1_000)
    clock.now -= 3600.0
    progress.advance(1_000)
    progress.end()
    assert lines == ["2,000 of 3,000 deals (67 %)"]


def test_a_stream_that_is_no_terminal_gets_lines() -> None:
    stream = io.StringIO()
    with progress_on(stream, 100, 0) as progress:
        progress.advance(100)
    assert stream.getvalue() == "100 of 100 deals (100 %)\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar() -> None:
    stream = Terminal()
    with progress_on(stream, 10_000_000, 0) as progress:
        progress.advance(10_000_000)
    assert "100 %" in stream.getvalue()
    assert "10,000,000 of 10,000,000 deals" in stream.getvalue()

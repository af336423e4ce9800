"""How far a run is: a bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import ProgressColumn, Task

_SECONDS_BETWEEN_LINES = 5.0


class Progress(Protocol):
    """Is told of deals as they are simulated."""

    def advance(self, deals: int) -> None:
        """Count deals that are finished now."""


Goal = Callable[[], "int | None"]
"""About how many deals it takes in all, if that can be told yet."""


def _no_remark() -> str:
    return ""


@contextmanager
def progress_on(
    stream: TextIO,
    deals: int,
    already: int,
    *,
    remark: Callable[[], str] = _no_remark,
    goal: Goal | None = None,
) -> Iterator[Progress]:
    """Show progress on a stream, in the way that suits it.

    Parameters
    ----------
    stream : TextIO
        Usually standard error: standard output is for results alone.
    deals : int
        Deals of the whole run.
    already : int
        How many of them were there before.
    remark : callable
        What else there is to say at the time; nothing if empty.
    goal : callable, optional
        Given where the run may end before it has all its deals.
    """
    end = _End(deals, goal)
    if stream.isatty():
        with _bar_on(stream, end, already, remark) as bar:
            yield bar
    else:

        def write(line: str) -> None:
            print("; ".join(filter(None, (line, remark()))), file=stream, flush=True)

        lines = LinesOfProgress(deals, already, write, goal=goal)
        yield lines
        lines.end()


@contextmanager
def no_progress(deals: int, already: int) -> Iterator[Progress]:
    """Show nothing."""
    yield _Teller(lambda new: None)


class _End:
    """Where a run is expected to end."""

    def __init__(self, deals: int, goal: Goal | None) -> None:
        self._most = deals
        self._goal = goal

    def deals(self, done: int) -> int:
        """Deals in all, as far as can be told when so many are done."""
        goal = self._goal() if self._goal else None
        return self._most if goal is None else min(self._most, max(goal, done))

    def in_words(self, done: int) -> str:
        """The same: "5,000 deals", "about 5,000 deals", "at most 5,000 deals"."""
        deals = self.deals(done)
        if self._goal is None:
            return f"{deals:,} deals"
        return f"at most {deals:,} deals" if deals == self._most else f"about {deals:,} deals"


class LinesOfProgress:
    """Writes a line every few seconds, and one at the end.

    Parameters
    ----------
    deals, already, goal
        As in :func:`progress_on`.
    write : callable
        Takes each line.
    clock : callable
        Seconds, from any start.
    """

    def __init__(
        self,
        deals: int,
        already: int,
        write: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
        goal: Goal | None = None,
    ) -> None:
        self._end = _End(deals, goal)
        self._done = already
        self._write = write
        self._clock = clock
        self._last = clock()
        self._first: tuple[float, int] | None = None

    def advance(self, deals: int) -> None:
        """Count deals, and write a line if the last one was some time ago."""
        self._done += deals
        now = self._clock()
        # Workers need a moment to start: the speed is taken from the first news of them on.
        self._first = self._first or (now, self._done)
        if now - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = now
            self._write(self._line(now))

    def end(self) -> None:
        """Write the last line."""
        self._write(self._line(self._clock()))

    def _line(self, now: float) -> str:
        deals = self._end.deals(self._done)
        share = f"{100 * self._done / deals:.0f} %"
        line = f"{self._done:,} of {self._end.in_words(self._done)} ({share})"
        speed = self._speed(now)
        if speed:
            line += f", {speed_in_words(speed)}"
            if self._done < deals:
                line += f", {time_in_words((deals - self._done) / speed)} left"
        return line

    def _speed(self, now: float) -> float:
        """Deals per second, 0 if it is too early to say."""
        if self._first is None or now <= self._first[0]:
            return 0.0
        return (self._done - self._first[1]) / (now - self._first[0])


def speed_in_words(deals_per_second: float) -> str:
    """Return a speed as people say it.

    >>> speed_in_words(6_123_456.0), speed_in_words(950.0)
    ('6.1 M deals/s', '950 deals/s')
    """
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if deals_per_second >= size:
            return f"{deals_per_second / size:.1f}{letter} deals/s"
    return f"{deals_per_second:.0f} deals/s"


def time_in_words(seconds: float) -> str:
    """Return a duration as hours, minutes and seconds.

    >>> time_in_words(3725.2)
    '1:02:05'
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"


@contextmanager
def _bar_on(
    stream: TextIO, end: _End, already: int, remark: Callable[[], str]
) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn
    from rich.progress import Progress as RichProgress
    from rich.table import Column

    columns = (
        BarColumn(bar_width=None, table_column=Column(ratio=1)),
        _text_column(lambda task: f"{task.percentage:.0f} %"),
        _text_column(
            lambda task: f"{int(task.completed):,} of {end.in_words(int(task.completed))}"
        ),
        _text_column(lambda task: speed_in_words(task.speed) if task.speed else ""),
        _text_column(_time_left),
        _text_column(lambda task: remark()),
    )
    with RichProgress(*columns, console=Console(file=stream), expand=True) as bar:
        task = bar.add_task("simulating", total=end.deals(already), completed=already)

        def advance(new: int) -> None:
            bar.advance(task, new)
            bar.update(task, total=end.deals(int(bar.tasks[0].completed)))

        yield _Teller(advance)


class _Teller:
    def __init__(self, advance: Callable[[int], None]) -> None:
        self._advance = advance

    def advance(self, deals: int) -> None:
        self._advance(deals)


def _text_column(text_of: Callable[[Task], str]) -> ProgressColumn:
    from rich.progress import ProgressColumn
    from rich.table import Column
    from rich.text import Text

    class TextColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(text_of(task))

    return TextColumn(table_column=Column(no_wrap=True))


def _time_left(task: Task) -> str:
    left = task.time_remaining
    return "" if left is None or task.finished else f"{time_in_words(left)} left"

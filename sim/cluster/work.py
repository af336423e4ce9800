"""A job on a cluster: who is asked to do what, and what becomes of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Final, Generic, TypeVar

from distributed import KilledWorker

from sim.cluster import member
from sim.cluster.answers import Lost, NotBegun, Report, Unfit
from sim.cluster.connection import Answered, Gone, Line, Members
from sim.cluster.ticket import Ticket
from sim.errors import UserError
from sim.runs.interrupts import Interrupts
from sim.runs.logs import hand_over
from sim.runs.pool import DEATHS_ALLOWED
from sim.runs.run_errors import OutOfReachError, StoppedAtOnceError, WorkerError
from sim.runs.worker import Done, Failed, NotStarted, Ready, Trouble, name_of

TaskT = TypeVar("TaskT", bound=Hashable)
ResultT = TypeVar("ResultT")

TASKS_A_THREAD: Final = 3
"""Tasks that are with the cluster at a time, for each thread: one at work, others on the way."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Patience:
    """How long to wait for what may never come, in seconds."""

    scheduler: float = 10.0
    """For a first answer of the scheduler."""
    greetings: float = 20.0
    """For members that have other things to do, before the first task is handed out."""
    members: float = 300.0
    """While there are no members at all."""


@dataclass(frozen=True)
class _Greeting:
    address: str

    @property
    def name(self) -> str:
        return f"greeting of {self.address}"


class DaskWork(Generic[TaskT, ResultT]):
    """A job in progress: a :class:`sim.runs.workforce.Work`.

    Parameters
    ----------
    line : Line
        To the scheduler.
    ticket : Ticket
        Of the job.
    interrupts : Interrupts
        Stop signals: after the first no more tasks are begun, the second drops everything.
    scheduler : str
        Its address, for messages.
    patience : Patience
    """

    def __init__(
        self, line: Line, ticket: Ticket, interrupts: Interrupts, scheduler: str, patience: Patience
    ) -> None:
        self._line = line
        self._ticket = ticket
        self._interrupts = interrupts
        self._scheduler = scheduler
        self._patience = patience
        self._waiting: deque[TaskT] = deque()
        self._in_hand: set[TaskT] = set()
        self._deaths: Counter[TaskT] = Counter()
        self._deaths_at_start = 0
        self._failure: Failed[TaskT] | None = None
        self._threads: Mapping[str, int] = {}
        self._members_seen = time.monotonic()
        self._warned = False
        self._to_greet: set[str] | None = None
        self._unfit: list[str] = []
        self._greetings_end = 0.0

    def results(self, tasks: Iterable[TaskT]) -> Iterator[tuple[TaskT, ResultT]]:
        """Do tasks, and yield each with its result, in the order in which they are done.

        After a stop signal the tasks that were begun are finished and the iterator ends early.

        Raises
        ------
        UserError
            If a task or the start of a worker raises one, or a worker cannot do this job.
        OutOfReachError
            If scheduler or workers are gone.
        WorkerError
            If a task raises anything else, kills one worker after the other, or workers cannot
            start. Other tasks that are with the cluster are finished first.
        StoppedAtOnceError
            After the second stop signal.
        """
        self._waiting.extend(tasks)
        self._members_seen = time.monotonic()
        while self._hand_out():
            for heard in wait([self._interrupts.fileno(), self._line.fileno()], timeout=1.0):
                if heard == self._interrupts.fileno():
                    self._hear_signal()
                else:
                    yield from self._hear_news()
        if self._failure is not None:
            raise self._failure.trouble.error(f"{name_of(self._failure.task)}: ")

    def drop(self, is_unwanted: Callable[[TaskT], bool]) -> None:
        """Forget waiting tasks, and that one has failed; those with the cluster are finished."""
        self._waiting = deque(task for task in self._waiting if not is_unwanted(task))
        if self._failure is not None and is_unwanted(self._failure.task):
            self._failure = None

    @property
    def _ending(self) -> bool:
        """Whether no more tasks are begun."""
        return self._interrupts.polite or self._failure is not None

    def _hand_out(self) -> bool:
        """Ask for as much as the cluster can take, and say whether to go on."""
        if self._interrupts.polite:
            self._ticket.withdraw()  # what is with members and not begun comes back
        if self._ending:
            return bool(self._in_hand and self._threads)  # without members nothing is in hand
        self._see_that_there_are_members()
        if self._all_greeted():
            most = TASKS_A_THREAD * sum(self._threads.values())
            while self._waiting and len(self._in_hand) < most:
                self._ask_for(self._waiting.popleft())
        return bool(self._waiting or self._in_hand)

    def _ask_for(self, task: TaskT) -> None:
        self._in_hand.add(task)
        self._line.ask(task, member.do, self._ticket, task)

    def _see_that_there_are_members(self) -> None:
        if self._threads:
            self._members_seen = time.monotonic()
            self._warned = False
            return
        waited = time.monotonic() - self._members_seen
        start = f"start some: dask worker {self._scheduler} --nthreads 1"
        if waited > self._patience.members:
            raise OutOfReachError(
                f"{self._scheduler}: the cluster has had no workers for {waited:.0f} s; {start}"
            )
        if waited > 5.0 and not self._warned:
            logger.warning("%s: waiting for workers; %s", self._scheduler, start)
            self._warned = True

    def _all_greeted(self) -> bool:
        """Whether tasks may be handed out: all members there at the start fit, or have no time."""
        if self._to_greet is None:
            return False
        if self._to_greet and time.monotonic() < self._greetings_end:
            return False
        if self._unfit:
            more = f"; and {len(self._unfit) - 3} more" if len(self._unfit) > 3 else ""
            raise UserError("; ".join(self._unfit[:3]) + more)
        return True

    def _hear_signal(self) -> None:
        self._interrupts.take_notice()
        if self._interrupts.urgent:
            raise StoppedAtOnceError
        logger.warning("asked to stop: finishing what is in hand; ask again to stop at once")

    def _hear_news(self) -> Iterator[tuple[TaskT, ResultT]]:
        for news in self._line.news():
            match news:
                case Members(threads):
                    self._hear_of_members(threads)
                case Gone(reason):
                    raise OutOfReachError(
                        f"{self._scheduler}: the scheduler is gone ({reason}); "
                        "what is finished is safe; start a scheduler and workers again"
                    )
                case Answered(_Greeting() as greeting, answer):
                    self._hear_greeting(greeting, answer)
                case Answered(task, Report() as report):
                    self._log_lines_of(report)
                    yield from self._hear(task, report)
                case Answered(task, BaseException() as error):
                    self._hear_of_failure(task, error)

    def _hear_of_members(self, threads: Mapping[str, int]) -> None:
        for address in sorted(self._threads.keys() - threads.keys()):
            logger.warning("%s has left the cluster; others do its tasks", address)
            if self._to_greet is not None:
                self._to_greet.discard(address)
        for address in sorted(threads.keys() - self._threads.keys()):
            logger.info("%s is there, with threads for %d tasks", address, threads[address])
        if self._to_greet is None and threads:
            self._to_greet = set(threads)
            self._greetings_end = time.monotonic() + self._patience.greetings
            for address in threads:
                self._line.ask(_Greeting(address), member.greet, self._ticket, of=address)
        self._threads = threads

    def _hear_greeting(self, greeting: _Greeting, answer: Report | BaseException) -> None:
        assert self._to_greet is not None
        self._to_greet.discard(greeting.address)
        match answer:
            case Report(Unfit(reason), where):
                self._unfit.append(f"worker {where} {reason}")
            case Report(Lost() as lost, where):
                self._mourn_at_start(lost, where)
            case Report() as report:
                self._log_lines_of(report)
            case ImportError() as error:
                self._unfit.append(f"worker {greeting.address} {_lacks(error)}")

    def _log_lines_of(self, report: Report) -> None:
        for line in report.lines:
            hand_over(logging.makeLogRecord(dict(line)))

    def _hear(self, task: TaskT, report: Report) -> Iterator[tuple[TaskT, ResultT]]:
        self._in_hand.discard(task)
        match report.answer:
            case Done(_, result):
                self._deaths_at_start = 0
                del self._deaths[task]
                yield task, result
            case Failed() as failed:
                self._failure = self._failure or failed
            case NotStarted(trouble):
                raise trouble.error("a worker could not start: ")
            case Lost(ending) as lost:
                logger.warning(
                    "a worker was lost (%s, %s) with %s in hand",
                    ending,
                    report.member,
                    name_of(task),
                )
                if not lost.started:
                    self._mourn_at_start(lost, report.member)
                self._mourn(task, 1, f"the last one was {ending}")
            case Unfit(reason) if not self._ending:
                raise UserError(f"worker {report.member} {reason}")
            case NotBegun() if not self._ending:
                raise UserError(
                    f"{self._ticket.file.parent}: has been removed, as worker {report.member} "
                    "sees it; see that the folder is there, and go on with --resume"
                )
            case Ready() | Unfit() | NotBegun():
                self._waiting.append(task)

    def _hear_of_failure(self, task: TaskT, error: BaseException) -> None:
        """Hear that the cluster could not bring an answer of a member."""
        self._in_hand.discard(task)
        match error:
            case KilledWorker():
                self._mourn(task, error.allowed_failures + 1, "as the scheduler says")
            case ImportError():
                raise UserError(f"a worker {_lacks(error)}")
            case CancelledError() | asyncio.CancelledError():  # somebody restarted the cluster
                self._mourn(task, 1, "the scheduler has forgotten it")
            case Exception():
                self._failure = self._failure or Failed(task, Trouble.of(error))

    def _mourn(self, task: TaskT, deaths: int, how: str) -> None:
        """Put a task back, unless too many workers have died over it."""
        self._deaths[task] += deaths
        if self._deaths[task] >= DEATHS_ALLOWED:
            raise WorkerError(
                f"{name_of(task)}: {self._deaths[task]} workers were lost over it ({how}); "
                "if memory is short, start workers with fewer threads on each machine"
            )
        # Whoever waits for the first tasks should not wait for the last.
        self._waiting.appendleft(task)

    def _mourn_at_start(self, lost: Lost, where: str) -> None:
        self._deaths_at_start += 1
        if self._deaths_at_start == DEATHS_ALLOWED or not lost.ending.by_signal:
            raise WorkerError(
                f"workers cannot start: the last one was {lost.ending}; "
                f"what it said is in the log of {where}"
            )


def _lacks(error: ImportError) -> str:
    """What is missing where the tasks of this project cannot be read."""
    return (
        f"has not got this project ({error}); install the same version there: "
        "pip install 'nap-statistics[cluster]'"
    )

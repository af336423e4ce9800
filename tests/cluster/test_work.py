"""What a run makes of the news of a cluster, spoken by a line that has no cluster behind it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from distributed import CancelledError, KilledWorker

from sim.cluster.answers import Lost, Report, Unfit
from sim.cluster.connection import Answered, Gone, Line, Members, News
from sim.cluster.ticket import Ticket
from sim.cluster.work import TASKS_A_THREAD, DaskWork, Patience
from sim.errors import UserError
from sim.runs.interrupts import Interrupts
from sim.runs.run_errors import OutOfReachError, WorkerError
from sim.runs.worker import Done, Failed, NotStarted, Ready, Trouble
from sim.runs.worker_process import Ending
from tests.crash.jobs import Task

HERE = "tcp://127.0.0.1:1"
AlwaysSays = Callable[[Any], Report | BaseException | None]


class Spoken:
    """A line that says beforehand who is there, and answers each question by a function."""

    def __init__(self, says: AlwaysSays, *news: News) -> None:
        self.says = says
        self._next = list(news)
        self._read, write = os.pipe()
        os.write(write, b"!")  # there is always something to hear
        self.asked: list[Any] = []
        self.most_at_once = 0

    def fileno(self) -> int:
        return self._read

    def ask(self, question: Any, function: Any, *arguments: Any, of: str | None = None) -> None:
        self.asked.append(question)
        answer = Report(Ready(), HERE) if of else self.says(question)
        if answer is not None:
            self._next.append(Answered(question, answer))

    def tell_later(self, news: News) -> None:
        self._next.append(news)

    def news(self) -> Iterator[News]:
        self.most_at_once = max(self.most_at_once, len(self._next))
        now, self._next = self._next, []
        yield from now


def square(task: Task) -> Report:
    return Report(Done(task, task.number**2), HERE)


def work(line: Spoken, folder: Path, **patience: float) -> DaskWork[Task, int]:
    ticket = Ticket(folder / "ticket", "0")
    return DaskWork(cast(Line, line), ticket, Interrupts(), "tcp://here:8786", Patience(**patience))


def outcome(line: Spoken, folder: Path, tasks: int = 4, **patience: float) -> dict[Task, int]:
    return dict(work(line, folder, **patience).results([Task(number) for number in range(tasks)]))


TWO = Members({HERE: 1, "tcp://127.0.0.1:2": 1})


def test_all_tasks_are_done_and_few_are_asked_for_at_a_time(tmp_path: Path) -> None:
    line = Spoken(square, TWO)
    assert outcome(line, tmp_path, 50) == {Task(n): n * n for n in range(50)}
    assert line.most_at_once <= TASKS_A_THREAD * 2
    assert len(line.asked) == 2 + 50


def test_a_task_that_loses_too_many_workers_stops_the_run_by_name(tmp_path: Path) -> None:
    """Dask gives up after four workers, and is asked again until there were ten."""
    given_up = KilledWorker("key", cast(Any, SimpleNamespace(address=HERE)), 3)
    line = Spoken(lambda task: given_up if task.number == 2 else square(task), TWO)
    with pytest.raises(WorkerError, match=r"^task-2: 12 workers were lost over it"):
        outcome(line, tmp_path)
    assert line.asked.count(Task(2)) == 3


def test_ten_lost_children_stop_the_run_by_name(tmp_path: Path) -> None:
    lost = Report(Lost(Ending(-9), started=True), HERE)
    line = Spoken(lambda task: lost if task.number == 2 else square(task), TWO)
    with pytest.raises(WorkerError, match=r"^task-2: 10 workers .* killed by SIGKILL\)"):
        outcome(line, tmp_path)


def test_children_that_cannot_start_stop_the_run_and_not_a_task(tmp_path: Path) -> None:
    lost = Report(Lost(Ending(7), started=False), HERE)
    with pytest.raises(WorkerError, match=rf"^workers cannot start: .* exit code 7; .*{HERE}"):
        outcome(Spoken(lambda task: lost, TWO), tmp_path)


def test_a_cluster_that_forgets_tasks_is_asked_again(tmp_path: Path) -> None:
    answers = iter([CancelledError("restarted"), CancelledError("restarted")])
    line = Spoken(lambda task: next(answers, None) or square(task), TWO)
    assert len(outcome(line, tmp_path)) == 4


def test_the_first_exception_is_raised_when_others_are_finished(tmp_path: Path) -> None:
    trouble = Trouble.of(ZeroDivisionError("no cards"))

    def says(task: Task) -> Report:
        return Report(Failed(task, trouble), HERE) if task.number == 0 else square(task)

    done = {}
    with pytest.raises(WorkerError, match=r"^task-0: ZeroDivisionError: no cards$") as caught:
        for task, result in work(Spoken(says, TWO), tmp_path).results(map(Task, range(100))):
            done[task] = result
    assert "no cards" in caught.value.trace
    assert len(done) == TASKS_A_THREAD * 2 - 1


def test_a_failure_is_forgotten_with_a_task_that_is_dropped(tmp_path: Path) -> None:
    trouble = Trouble.of(UserError("illegal"))

    def says(task: Task) -> Report:
        return Report(Failed(task, trouble), HERE) if task.number == 1 else square(task)

    working = work(Spoken(says, TWO), tmp_path)
    for _ in working.results(map(Task, range(100))):
        working.drop(lambda task: task.number > 0)


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        (Report(NotStarted(Trouble.of(UserError("no bot"))), HERE), UserError, "not start: no bot"),
        (Report(Unfit("has pyarrow 1"), HERE), UserError, f"^worker {HERE} has pyarrow 1"),
        (ModuleNotFoundError("No module named 'sim'"), UserError, "has not got this project"),
        (MemoryError("on the way"), WorkerError, "^task-0: MemoryError: on the way"),
    ],
)
def test_what_no_other_worker_mends_ends_the_run(
    answer: Any, kind: type[Exception], message: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=message):
        outcome(Spoken(lambda task: answer, TWO), tmp_path)


def test_a_scheduler_that_is_gone_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(OutOfReachError, match=r"^tcp://here:8786: the scheduler is gone \(why\)"):
        outcome(Spoken(lambda task: None, TWO, Gone("why")), tmp_path)


def test_no_run_waits_for_workers_for_ever(tmp_path: Path) -> None:
    message = r"^tcp://here:8786: the cluster has had no workers for 0 s; start some: dask worker"
    with pytest.raises(OutOfReachError, match=message):
        outcome(Spoken(square), tmp_path, members=0.0)


def test_a_failed_run_does_not_wait_for_workers_that_have_left(tmp_path: Path) -> None:
    trouble = Trouble.of(UserError("illegal"))
    line = Spoken(lambda task: None, TWO)
    working = work(line, tmp_path)

    def says(task: Task) -> Report | None:
        if task.number < 3:
            return None
        line.tell_later(Members({}))
        return Report(Failed(task, trouble), HERE)

    line.says = says
    with pytest.raises(UserError, match=r"^task-3: illegal$"):
        list(working.results(map(Task, range(4))))


def test_members_that_come_and_go_are_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    line = Spoken(square, TWO, Members({HERE: 1}))
    with caplog.at_level(logging.INFO, logger="sim.cluster"):
        outcome(line, tmp_path)
    assert f"{HERE} is there, with threads for 1 tasks" in caplog.messages
    assert "tcp://127.0.0.1:2 has left the cluster; others do its tasks" in caplog.messages


def test_lines_go_to_loggers_of_their_names(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    line = {"name": "tests.jobs", "levelno": logging.WARNING, "msg": "a line"}
    with caplog.at_level(logging.INFO, logger="tests.jobs"):
        outcome(Spoken(lambda task: Report(Done(task, 1), HERE, (line,)), TWO), tmp_path, 2)
    assert [each.msg for each in caplog.records if each.name == "tests.jobs"] == ["a line"] * 2

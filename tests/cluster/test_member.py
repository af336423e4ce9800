"""A member of a cluster and its child processes: what it answers when a child goes wrong."""

from __future__ import annotations

import logging
import os
import pickle
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sim.cluster.answers import Answer, Lost, NotBegun, Unfit
from sim.cluster.member import Staff
from sim.cluster.ticket import Equipment, Ticket
from sim.runs.worker import Done, Failed, NotStarted
from sim.runs.worker_process import Ending
from tests.crash.jobs import CannotBeUnpickled, FailsToStart, Squares, Task


@dataclass(frozen=True)
class Member:
    """Staff with one ticket."""

    staff: Staff
    ticket: Ticket

    def answer(self, behaviour: str, number: int = 3) -> Answer:
        return self.staff.done(self.ticket, Task(number, behaviour), "here").answer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def member(folder: Path) -> Iterator[Member]:
    each = Member(Staff(), ticket_for(Squares(folder / "diary"), folder))
    yield each
    each.staff.dismissed(each.ticket.digest)


def ticket_for(job: Any, folder: Path, **versions: str) -> Ticket:
    """A ticket for a job that is not asked for versions, which are slow to find out."""
    return Ticket.written(folder, Equipment(pickle.dumps(job), {}, logging.INFO, versions))


def processes(folder: Path) -> list[str]:
    return [line.split()[1] for line in (folder / "diary").read_text().splitlines()]


def test_one_child_does_one_task_after_the_other(member: Member, folder: Path) -> None:
    assert [member.answer("square", number) for number in range(3)] == [
        Done(Task(number), number**2) for number in range(3)
    ]
    assert len(set(processes(folder))) == 1
    assert str(os.getpid()) not in processes(folder)


def test_every_thread_of_a_member_has_a_child(member: Member, folder: Path) -> None:
    threads = [threading.Thread(target=member.answer, args=("sleep",)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(set(processes(folder))) == 2


def test_a_killed_child_is_told_and_the_next_task_has_another(member: Member) -> None:
    assert member.answer("die") == Lost(Ending(-9), started=True)
    assert member.answer("leave") == Lost(Ending(3), started=True)
    assert member.answer("square") == Done(Task(3), 9)


def test_exceptions_are_told_and_the_child_goes_on(member: Member, folder: Path) -> None:
    raised = [
        member.answer(each)
        for each in ("raise", "raise at the end", "user error", "unpicklable", "square")
    ]
    troubles = [each.trouble for each in raised if isinstance(each, Failed)]
    assert [(each.reason, each.mendable) for each in troubles[:3]] == [
        ("ZeroDivisionError: no cards", False),
        ("OSError: disk gone", False),
        ("the scenario asks too much", True),
    ]
    assert "pickle" in troubles[3].reason
    assert raised[4] == Done(Task(3), 9)
    assert len(set(processes(folder))) == 1


def test_no_task_begins_when_the_ticket_is_withdrawn(member: Member, folder: Path) -> None:
    member.answer("square")
    member.ticket.withdraw()
    assert member.answer("square") == NotBegun()
    assert len(processes(folder)) == 1


@pytest.mark.parametrize(
    ("job", "reason"),
    [
        (FailsToStart("raise"), "ImportError: no module named numbers"),
        (FailsToStart("user error"), "my_bots.py: not found"),
        (CannotBeUnpickled(), "RuntimeError: this job does not travel"),
    ],
)
def test_a_job_that_cannot_start_says_why(job: Any, reason: str, folder: Path) -> None:
    answer = Staff().done(ticket_for(job, folder), Task(1), "here").answer
    assert isinstance(answer, NotStarted)
    assert answer.trouble.reason == reason


def test_a_child_that_dies_before_it_is_ready_is_known(folder: Path) -> None:
    answer = Staff().done(ticket_for(FailsToStart("leave"), folder), Task(1), "here").answer
    assert answer == Lost(Ending(7), started=False)


def test_a_member_that_does_not_see_the_folder_is_unfit(folder: Path) -> None:
    elsewhere = Ticket(folder / "not-mounted" / "ticket", "0")
    for answer in (
        Staff().greeted(elsewhere, "here").answer,
        Staff().done(elsewhere, Task(1), "here").answer,
    ):
        assert answer == Unfit(
            f"cannot work in {folder}/not-mounted (No such file or directory); give an --out that "
            "all workers see under the same path"
        )


def test_a_member_with_another_version_is_unfit(folder: Path) -> None:
    ticket = ticket_for(Squares(folder / "diary"), folder, numpy="1.0", pyarrow="0.17.1")
    answer = Staff().greeted(ticket, "here").answer
    assert isinstance(answer, Unfit)
    assert answer.reason.startswith("has numpy ")
    assert " (here 1.0), pyarrow " in answer.reason
    assert answer.reason.endswith(" (here 0.17.1); install the same there")


def test_dismissed_children_end_at_once_even_if_they_are_busy(member: Member) -> None:
    answers: list[Answer] = []
    busy = threading.Thread(target=lambda: answers.append(member.answer("announce and wait")))
    busy.start()
    while not member.ticket.file.with_name("begun").exists():
        assert busy.is_alive()
    member.staff.dismissed(member.ticket.digest)
    busy.join(30)
    assert answers == [Lost(Ending(-9), started=True)]


def test_no_log_line_is_lost(member: Member) -> None:
    """Far more lines than a socket holds; they come with the answer."""
    report = member.staff.done(member.ticket, Task(1, "log 5,000 lines"), "here")
    lines = [line["msg"] for line in report.lines if line["name"] == "tests.jobs"]
    assert lines == [*(f"line {number}" for number in range(5_000)), "squared 1"]
    assert {line["processName"].partition(" on ")[0] for line in report.lines} == {"worker"}


def test_lines_of_a_child_that_dies_arrive(member: Member) -> None:
    report = member.staff.done(member.ticket, Task(1, "log and die"), "here")
    assert report.answer == Lost(Ending(-9), started=True)
    assert [line["msg"] for line in report.lines] == ["farewell"]

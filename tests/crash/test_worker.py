"""A worker without its process: a task goes in, an answer comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.runs.worker import Computed, Done, Failed, NotStarted, Ready, Worker
from tests.crash.jobs import FailsToStart, Squares, Task


@pytest.fixture
def worker(tmp_path: Path) -> Worker[Task, object]:
    return Worker(Squares(tmp_path / "diary"))


def test_a_worker_that_has_started_is_ready(worker: Worker[Task, object]) -> None:
    assert worker.start() == Ready()


def test_a_task_is_computed_then_finished(worker: Worker[Task, object]) -> None:
    computed = worker.compute(Task(7))
    assert isinstance(computed, Computed)
    assert worker.finish(computed) == Done(Task(7), 49)


def test_an_exception_of_either_step_is_an_answer(worker: Worker[Task, object]) -> None:
    for behaviour, reason in (
        ("raise", "ZeroDivisionError: no cards"),
        ("raise at the end", "OSError: disk gone"),
    ):
        answer = worker.finish(worker.compute(Task(1, behaviour)))
        assert isinstance(answer, Failed)
        assert answer.task == Task(1, behaviour)
        assert answer.trouble.reason == reason
        assert not answer.trouble.mendable
        assert "Traceback" in answer.trouble.trace
    assert worker.finish(worker.compute(Task(2))) == Done(Task(2), 4)


def test_a_mistake_of_the_user_keeps_its_words(worker: Worker[Task, object]) -> None:
    answer = worker.compute(Task(1, "user error"))
    assert isinstance(answer, Failed)
    assert answer.trouble.mendable
    assert answer.trouble.reason == "the scenario asks too much"


def test_a_job_that_cannot_start_is_an_answer_too() -> None:
    answer = Worker(FailsToStart("raise")).start()
    assert isinstance(answer, NotStarted)
    assert answer.trouble.reason == "ImportError: no module named numbers"

"""The pool of worker processes: what is lost, and what is said, when a worker goes wrong."""

from __future__ import annotations

import errno
import logging
import os
import pickle
import random
import resource
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from multiprocessing import resource_tracker, util
from pathlib import Path
from typing import Any

import pytest

from pipelines.worker_counting import WorkerCounting
from sim.errors import UserError
from sim.runs.interrupts import Interrupts
from sim.runs.logs import LogReceiver
from sim.runs.pool import DEATHS_ALLOWED, Pool
from sim.runs.run_errors import StoppedAtOnceError, WorkerError
from sim.runs.worker import Equipment
from sim.runs.worker_process import StartMethod
from tests.crash.jobs import CannotBeUnpickled, Counts, FailsToStart, Inside, Squares, Task
from tests.crash.runs import scenario

METHODS: tuple[StartMethod, ...] = ("spawn", "forkserver")


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    return tmp_path / "diary"


def results(
    job: Any, tasks: Iterable[Task], *, workers: int = 2, method: StartMethod = "spawn"
) -> Iterator[tuple[Task, Any]]:
    with (
        Interrupts() as interrupts,
        LogReceiver() as receiver,
        Pool[Task, Any](
            Equipment(pickle.dumps(job), receiver.sender, logging.INFO),
            workers=workers,
            interrupts=interrupts,
            method=method,
        ) as pool,
    ):
        yield from pool.results(tasks)


def tasks(*behaviours: str) -> list[Task]:
    return [Task(number, behaviour) for number, behaviour in enumerate(behaviours)]


def computed(diary: Path) -> list[int]:
    return sorted(int(line.split()[0]) for line in diary.read_text().splitlines())


@pytest.mark.parametrize("method", METHODS)
def test_every_task_is_done_once(method: StartMethod, diary: Path) -> None:
    todo = tasks(*["square"] * 50)
    done = dict(results(Squares(diary), todo, method=method))
    assert done == {task: task.number**2 for task in todo}
    assert computed(diary) == list(range(50))


def test_no_more_workers_than_tasks(diary: Path) -> None:
    list(results(Squares(diary), tasks("square"), workers=8))
    assert len({line.split()[1] for line in diary.read_text().splitlines()}) == 1


def test_no_tasks_need_no_workers(diary: Path) -> None:
    assert list(results(Squares(diary), [])) == []


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("behaviour", ["die once", "die at the end"])
def test_a_killed_worker_loses_only_what_it_had_in_hand(
    method: StartMethod, behaviour: str, diary: Path
) -> None:
    todo = tasks(*["square"] * 10, behaviour, *["square"] * 10)
    done = dict(results(Squares(diary), todo, method=method))
    assert done == {task: task.number**2 for task in todo}
    again = sorted(set(computed(diary)), key=computed(diary).count)[-2:]
    assert 10 in again and len(computed(diary)) <= len(todo) + 2


@pytest.mark.parametrize(
    ("behaviour", "ending"),
    [
        ("die", "killed by SIGKILL"),
        ("crash", "killed by SIGSEGV"),
        ("leave", "ended by exit code 3"),
    ],
)
def test_a_task_that_kills_ten_workers_stops_the_run_by_name(
    diary: Path, behaviour: str, ending: str
) -> None:
    told = rf"task-2: 10 workers were lost over it, the last one was {ending}; .* --workers"
    with pytest.raises(WorkerError, match=told):
        list(results(Squares(diary), tasks("square", "square", behaviour, "square")))
    assert computed(diary).count(2) == DEATHS_ALLOWED


def test_an_exception_names_its_task_and_others_in_hand_are_finished(diary: Path) -> None:
    todo = tasks("sleep", "raise", *["square"] * 20)
    done = []
    with pytest.raises(WorkerError, match=r"^task-1: ZeroDivisionError: no cards$") as caught:
        for task, _ in results(Squares(diary), todo):
            done.append(task)
    assert "in compute" in caught.value.trace
    assert todo[0] in done
    assert len(computed(diary)) < len(todo)


def test_an_exception_of_the_second_step_is_reported_too(diary: Path) -> None:
    with pytest.raises(WorkerError, match=r"^task-0: OSError: disk gone$"):
        list(results(Squares(diary), tasks("raise at the end")))


def test_a_result_that_cannot_travel_is_an_exception_and_no_hang(diary: Path) -> None:
    with pytest.raises(WorkerError, match=r"^task-0: .*pickle"):
        list(results(Squares(diary), tasks("unpicklable")))


def test_a_users_mistake_stays_one(diary: Path) -> None:
    with pytest.raises(UserError, match=r"^task-0: the scenario asks too much$"):
        list(results(Squares(diary), tasks("user error")))


@pytest.mark.parametrize(
    ("job", "kind", "message"),
    [
        (FailsToStart("raise"), WorkerError, "could not start: ImportError: no module"),
        (FailsToStart("user error"), UserError, "could not start: my_bots.py: not found"),
        (FailsToStart("leave"), WorkerError, "cannot start: the last one was ended by exit code 7"),
        (FailsToStart("die"), WorkerError, "cannot start: the last one was killed by SIGKILL"),
        (CannotBeUnpickled(), WorkerError, "could not start: RuntimeError: this job does not"),
    ],
)
def test_workers_that_cannot_start_end_the_run(
    job: object, kind: type[Exception], message: str
) -> None:
    """Elsewhere workers were started again and again for days."""
    with pytest.raises(kind, match=message):
        list(results(job, tasks("square", "square")))


def test_a_system_that_gives_no_more_processes_is_told(diary: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (len(list(Path("/dev/fd").iterdir())) + 20, before[1])
    )
    try:
        with pytest.raises(UserError, match=r"worker number \d+ cannot be started .*fewer"):
            list(results(Squares(diary), tasks(*["square"] * 50), workers=50))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.ENOMEM])
def test_a_system_that_refuses_a_process_is_told(
    diary: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_processes(monkeypatch, OSError(number, os.strerror(number)))
    with pytest.raises(UserError, match=rf"cannot be started \({os.strerror(number)}\); try again"):
        list(results(Squares(diary), tasks("square")))


def test_a_worker_that_ends_before_it_has_heard_its_job(
    diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_processes(monkeypatch, BrokenPipeError(errno.EPIPE, "Broken pipe"))
    with pytest.raises(WorkerError, match=r"ended before it had heard what to do"):
        list(results(Squares(diary), tasks("square")))


def refuse_processes(monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    def refuse(*arguments: object) -> int:
        raise error

    resource_tracker.ensure_running()
    monkeypatch.setattr(util, "spawnv_passfds", refuse)


def test_results_do_not_pile_up_while_the_caller_is_busy(diary: Path) -> None:
    seen = 0
    for _ in results(Squares(diary), tasks(*["square"] * 40), workers=1):
        seen += 1
        time.sleep(0.01)
        assert len(computed(diary)) <= seen + 2
    assert seen == 40


def test_random_kills_change_no_result(diary: Path) -> None:
    todo = tasks(*["square"] * 400)
    generator = random.Random(1815)
    done = {}
    killed: set[int] = set()
    for task, result in results(Squares(diary), todo):
        assert task not in done
        done[task] = result
        if generator.random() < 0.03:
            latest = int(diary.read_text().splitlines()[-1].split()[1])
            if latest not in killed:
                killed.add(latest)
                os.kill(latest, signal.SIGKILL)
    assert len(killed) >= 5
    assert done == {task: task.number**2 for task in todo}


def test_the_first_signal_finishes_what_is_in_hand(diary: Path) -> None:
    done = []
    for task, _ in results(Squares(diary), tasks(*["sleep"] * 20)):
        done.append(task.number)
        if len(done) == 1:
            os.kill(os.getpid(), signal.SIGINT)
    assert sorted(done) == computed(diary)
    assert len(done) < 20


def test_the_second_signal_stops_at_once(diary: Path) -> None:
    with pytest.raises(StoppedAtOnceError):
        for _ in results(Squares(diary), tasks(*["sleep"] * 20)):
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGINT)


def test_a_signal_reaches_a_pool_that_waits(diary: Path) -> None:
    """The signal comes when the first task is begun."""

    def interrupt() -> None:
        deadline = time.monotonic() + 60
        while not diary.exists():
            if time.monotonic() > deadline:
                return
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    assert len(list(results(Squares(diary), tasks(*["sleep"] * 100)))) < 100


def test_a_pool_used_in_a_thread_counts_no_signals_and_works(diary: Path) -> None:
    done: list[object] = []
    thread = threading.Thread(
        target=lambda: done.extend(results(Squares(diary), tasks("square", "square")))
    )
    thread.start()
    thread.join(30)
    assert len(done) == 2


@pytest.mark.parametrize("method", METHODS)
def test_workers_import_nothing_of_tables_and_figures(method: StartMethod) -> None:
    [(_, (modules, _))] = results(Inside(), tasks("square"), method=method)
    assert "sim.runs.worker" in modules
    heavy = {"polars", "matplotlib", "typer", "rich", "pydantic", "pytest"}
    assert heavy.isdisjoint(modules)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux")
@pytest.mark.parametrize("method", METHODS)
def test_workers_start_no_pools_of_threads(method: StartMethod) -> None:
    """Elsewhere pools of threads multiplied by processes."""
    [(_, (_, native_threads))] = results(Inside(), tasks("square"), method=method)
    assert native_threads == 0


def test_workers_that_count_have_a_single_thread_for_it() -> None:
    """The library that counts is imported when the first shard is counted, and not before."""
    counting = WorkerCounting(scenario().experiment)
    [(_, told)] = results(Counts(counting), tasks("square"))
    assert told == (False, 1)


def test_log_lines_of_workers_arrive(diary: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="tests.jobs"):
        list(results(Squares(diary), tasks(*["square"] * 20)))
    lines = [record.getMessage() for record in caplog.records if record.name == "tests.jobs"]
    assert sorted(lines) == sorted(f"squared {number}" for number in range(20))

"""Log lines of workers: none is lost, whatever the start method and whoever is killed."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from sim.runs.logs import LogReceiver, send_logs_to

LINES = 5_000
WORKERS = 4
METHODS = ("spawn", "forkserver")


class Collected(logging.Handler):
    """Keeps the records that reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def messages(self) -> list[str]:
        return [record.getMessage() for record in self.records]


@pytest.fixture
def collected() -> Iterator[Collected]:
    logger = logging.getLogger("tests.worker")
    logger.setLevel(logging.INFO)
    handler = Collected()
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def write_lines(sender: socket.socket, worker: int) -> None:
    send_logs_to(sender, logging.INFO)
    for line in range(LINES):
        logging.getLogger("tests.worker").info("worker %d line %d", worker, line)


def write_lines_until_killed(sender: socket.socket) -> None:
    send_logs_to(sender, logging.INFO)
    while True:
        logging.getLogger("tests.worker").info("still alive")


def write_odd_records(sender: socket.socket) -> None:
    send_logs_to(sender, logging.INFO)
    logger = logging.getLogger("tests.worker")
    logger.debug("below the level")
    logger.info("x" * 1_000_000)
    logger.info("not a lambda", extra={"unpicklable": lambda: None})
    logger.info({"message": "an object"})
    try:
        raise ValueError("out of cards")
    except ValueError:
        logger.exception("a deal failed")


@pytest.mark.parametrize("method", METHODS)
def test_every_line_of_every_worker_arrives_once(method: str, collected: Collected) -> None:
    context = multiprocessing.get_context(method)
    with LogReceiver() as receiver:
        workers = [
            context.Process(target=write_lines, args=(receiver.sender, worker))
            for worker in range(WORKERS)
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(30)
    expected = {f"worker {w} line {line}": 1 for w in range(WORKERS) for line in range(LINES)}
    assert Counter(collected.messages) == expected


@pytest.mark.parametrize("method", METHODS)
def test_a_killed_worker_costs_the_others_nothing(method: str, collected: Collected) -> None:
    """Elsewhere a worker killed while it held the shared queue's lock hung the program."""
    context = multiprocessing.get_context(method)
    with LogReceiver() as receiver:
        victims = [
            context.Process(target=write_lines_until_killed, args=(receiver.sender,))
            for _ in range(3)
        ]
        survivor = context.Process(target=write_lines, args=(receiver.sender, 0))
        for process in (*victims, survivor):
            process.start()
        while collected.messages.count("still alive") < 100:
            victims[0].join(0.01)
        for victim in victims:
            victim.kill()
        survivor.join(30)
        assert [victim.join(5) or victim.exitcode for victim in victims] == [-signal.SIGKILL] * 3
    from_survivor = [message for message in collected.messages if message != "still alive"]
    assert from_survivor == [f"worker 0 line {line}" for line in range(LINES)]


def test_odd_records_arrive_as_text(collected: Collected) -> None:
    with LogReceiver() as receiver:
        process = multiprocessing.get_context("spawn").Process(
            target=write_odd_records, args=(receiver.sender,)
        )
        process.start()
        process.join(30)
    long, extra, thing, failure = collected.records
    assert long.getMessage().startswith("xxx")
    assert long.getMessage().endswith("… [cut, 1000000 characters]")
    assert "lambda" in extra.__dict__["unpicklable"]
    assert thing.getMessage() == "{'message': 'an object'}"
    assert failure.exc_text is not None and "ValueError: out of cards" in failure.exc_text


def test_the_parents_levels_apply(collected: Collected) -> None:
    logging.getLogger("tests.worker").setLevel(logging.ERROR)
    with LogReceiver() as receiver:
        process = multiprocessing.get_context("spawn").Process(
            target=write_odd_records, args=(receiver.sender,)
        )
        process.start()
        process.join(30)
    assert collected.messages == ["a deal failed"]


def test_a_receiver_leaves_the_start_method_to_the_program() -> None:
    """The library's own handler would choose it for the whole program."""
    program = (
        "import multiprocessing\n"
        "from sim.runs.logs import LogReceiver\n"
        "with LogReceiver():\n"
        "    print(multiprocessing.get_start_method(allow_none=True))\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout == b"None\n"


def test_a_signal_before_the_receiving_thread_runs_leaves_nothing_to_complain_of() -> None:
    """Logging closes at the end what it knows of, a handler that was never finished too."""
    program = (
        "import threading\n"
        "from sim.runs.logs import LogReceiver\n"
        "def stopped(thread):\n"
        "    raise KeyboardInterrupt\n"
        "threading.Thread.start = stopped\n"
        "try:\n"
        "    LogReceiver()\n"
        "except KeyboardInterrupt as stop:\n"
        "    kept = stop\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stderr == b""

"""The process that does the tasks of one job for a member of the cluster.

It is started as ``python -m sim.cluster.served PIPE LOGS``, with numbers of open descriptors, and
ends when its standard input is closed, or when it has had nothing to do for a minute.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from sim.cluster.answers import Unfit
from sim.cluster.ticket import Equipment
from sim.runs.interrupts import ignore_stop_signals
from sim.runs.logs import send_logs_to
from sim.runs.worker import Ready, attend

_IDLE_SECONDS: Final = 60.0
"""So long a process waits for the next task: its parent may have been killed."""


def main(pipe: Connection, logs: socket.socket) -> None:
    """Say whether this installation fits, then do tasks."""
    ignore_stop_signals()
    threading.Thread(target=_end_with_member, name="watch-member", daemon=True).start()
    multiprocessing.current_process().name = f"worker on {socket.gethostname()}"
    with suppress(EOFError, ConnectionError):  # the member has ended
        _serve(pipe, logs)


def _serve(pipe: Connection, logs: socket.socket) -> None:
    equipment: Equipment = pipe.recv()
    send_logs_to(logs, equipment.log_level)
    if equipment.versions:
        from sim.runs.versions import versions

        reason = unlike(equipment.versions, versions())
        if reason:
            pipe.send(Unfit(reason))
            return
    pipe.send(Ready())
    if pipe.poll(_IDLE_SECONDS):
        attend(pipe, equipment.pickled_job, _tasks(pipe))


def unlike(wanted: Mapping[str, str], found: Mapping[str, str]) -> str:
    """Say in what two installations differ; nothing if files of both are the same to the byte.

    Of Python only the minor version counts.

    >>> unlike({"engine": "1" * 64, "python": "3.11.4"}, {"engine": "2" * 64, "python": "3.11.9"})
    'has engine 222222222222 (here 111111111111); install the same there'
    >>> unlike({"python": "3.11.4"}, {"python": "3.12.1"})
    'has python 3.12.1 (here 3.11.4); install the same there'
    """
    differences = ", ".join(
        f"{name} {found.get(name, 'unknown')[:12]} (here {version[:12]})"
        for name, version in wanted.items()
        if _that_counts(name, version) != _that_counts(name, found.get(name, "unknown"))
    )
    return f"has {differences}; install the same there" if differences else ""


def _that_counts(name: str, version: str) -> str:
    return version.rpartition(".")[0] if name == "python" else version


def _tasks(pipe: Connection) -> Iterator[Any]:
    """Tasks as they come, until none has come for a while."""
    while pipe.poll(_IDLE_SECONDS):
        yield pipe.recv()


def _end_with_member() -> None:
    """End this process at once when the member ends, however that happens."""
    os.read(sys.stdin.fileno(), 1)  # not by its buffer, whose lock a normal end would wait for
    os._exit(1)


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])), socket.socket(fileno=int(sys.argv[2])))

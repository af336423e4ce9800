"""What runs in a worker of the cluster, as Dask starts it: tasks are handed to child processes.

Nothing of the engine is imported here. A worker with several threads has as many children.
"""

from __future__ import annotations

import socket
import threading
from dataclasses import replace
from typing import Any, Final

from distributed import get_worker

from sim.cluster.answers import Answer, Lost, NotBegun, Report, Unfit
from sim.cluster.child import Child
from sim.cluster.ticket import Equipment, Ticket


class Staff:
    """The children of one member, by the digest of the ticket that they were started for."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._equipment: dict[str, Equipment] = {}
        self._idle: dict[str, list[Child]] = {}
        self._busy: dict[str, set[Child]] = {}

    def greeted(self, ticket: Ticket, member: str) -> Report:
        """Start a child, and say whether this installation fits."""
        try:
            equipment = self._equipment_of(ticket)
            child = Child(equipment)
        except OSError as error:
            return Report(Unfit(_cannot(ticket, error)), member)
        answer = child.greeting()
        report = Report(answer, member, child.lines())
        if isinstance(answer, Lost | Unfit):
            child.bury()
            return report
        with self._changing:
            # Those that come after it need not look again whether versions are the same.
            self._equipment[ticket.digest] = replace(equipment, versions={})
            self._idle.setdefault(ticket.digest, []).append(child)
        return report

    def done(self, ticket: Ticket, task: Any, member: str) -> Report:
        """Have a child do a task; start one if none is idle."""
        if ticket.digest in self._equipment and not ticket.is_valid():
            return Report(NotBegun(), member)
        while True:
            child = self._idle_child(ticket)
            if child is None:
                report = self.greeted(ticket, member)
                if isinstance(report.answer, Lost | Unfit):
                    return report
                continue
            answer = child.answer_to(task)
            report = Report(answer, member, child.lines())
            self._put_back(ticket, child, ended=isinstance(answer, Lost))
            if not _has_retired(answer):
                return report

    def dismissed(self, digest: str) -> None:
        """End all children of a ticket, busy or not."""
        with self._changing:
            self._equipment.pop(digest, None)
            idle = self._idle.pop(digest, [])
            for child in (*idle, *self._busy.get(digest, ())):
                child.kill()
        for child in idle:
            child.bury()

    def _equipment_of(self, ticket: Ticket) -> Equipment:
        if ticket.digest not in self._equipment:
            self._equipment[ticket.digest] = ticket.read()
        return self._equipment[ticket.digest]

    def _idle_child(self, ticket: Ticket) -> Child | None:
        """Take an idle child; it is busy from now on."""
        with self._changing:
            idle = self._idle.get(ticket.digest)
            if not idle:
                return None
            child = idle.pop()
            self._busy.setdefault(ticket.digest, set()).add(child)
            return child

    def _put_back(self, ticket: Ticket, child: Child, *, ended: bool) -> None:
        with self._changing:
            self._busy[ticket.digest].discard(child)
            if not ended:
                self._idle.setdefault(ticket.digest, []).append(child)
        if ended:
            child.bury()


_STAFF: Final = Staff()


def greet(ticket: Ticket) -> Report:
    """See that this member can do a job."""
    return _STAFF.greeted(ticket, _member())


def do(ticket: Ticket, task: Any) -> Report:
    """Do a task of a job."""
    return _STAFF.done(ticket, task, _member())


def dismiss(digest: str) -> None:
    """End everything that works for a ticket."""
    _STAFF.dismissed(digest)


def _member() -> str:
    return f"{get_worker().address} on {socket.gethostname()}"


def _has_retired(answer: Answer) -> bool:
    """Whether a child ended in peace just when it was given the task."""
    return isinstance(answer, Lost) and answer.ending.exit_code == 0


def _cannot(ticket: Ticket, error: OSError) -> str:
    reason = error.strerror or str(error)
    return (
        f"cannot work in {ticket.file.parent} ({reason}); "
        "give an --out that all workers see under the same path"
    )

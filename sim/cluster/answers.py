"""What a member of the cluster answers, beside what every worker does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.runs.worker import Done, Failed, NotStarted, Ready
from sim.runs.worker_process import Ending


@dataclass(frozen=True)
class Lost:
    """The child process has ended over the task."""

    ending: Ending
    started: bool
    """Whether it had been ready for a task before."""


@dataclass(frozen=True)
class Unfit:
    """The member cannot do this job."""

    reason: str


@dataclass(frozen=True)
class NotBegun:
    """The job was over when the task came."""


Answer = Ready | Done[Any, Any] | Failed[Any] | NotStarted | Lost | Unfit | NotBegun


@dataclass(frozen=True)
class Report:
    """An answer, by whom, and what was logged before it.

    Attributes
    ----------
    answer : Answer
    member : str
        The address and the host of the member.
    lines : tuple of mapping
        The attributes of log records. They travel with the answer: what a worker logged before it
        answered is there when the answer is.
    """

    answer: Answer
    member: str
    lines: tuple[Mapping[str, Any], ...] = ()

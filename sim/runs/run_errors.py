"""How a run can end before its time, other than by a mistake of the user."""

from __future__ import annotations

from sim.errors import UserError
from sim.storage import Folder


class WorkerError(Exception):
    """Something went wrong in a worker that no user could have known.

    Attributes
    ----------
    trace : str
        The worker's traceback, or nothing if there is none.
    """

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.trace = trace


class OutOfReachError(UserError):
    """Those who simulate cannot be reached any more; what is finished is safe, and can go on."""

    def __init__(self, message: str) -> None:
        super().__init__(message, again=True)


class StoppedAtOnceError(Exception):
    """A second stop signal came; the tasks in hand were dropped."""


class RunInterruptedError(Exception):
    """The run was asked to stop; what is finished is safe, and --resume goes on from there.

    Attributes
    ----------
    path : Path or ObjectPath
        The run directory.
    deals, planned : int
        Deals that are there now, and those of the whole run.
    """

    def __init__(self, path: Folder, deals: int, planned: int) -> None:
        super().__init__(f"stopped; {deals:,} of {planned:,} deals are safe in {path}")
        self.path = path
        self.deals = deals
        self.planned = planned

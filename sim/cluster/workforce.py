"""The workers of a Dask cluster as those who simulate."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from sim.cluster import member
from sim.cluster.connection import Line, connected
from sim.cluster.ticket import Equipment, Ticket, packed
from sim.cluster.work import DaskWork, Patience, TaskT
from sim.errors import UserError
from sim.runs.interrupts import Interrupts
from sim.runs.run_errors import StoppedAtOnceError
from sim.runs.versions import versions
from sim.runs.worker import Job
from sim.storage import Folder

ResultT = TypeVar("ResultT")

_AS_USUAL: Final = Patience()

logger = logging.getLogger(__name__)


class DaskCluster:
    """The workers of a Dask cluster: a :class:`sim.runs.workforce.Workforce`.

    The folder that is worked on must be seen by all of them under the same path.

    Parameters
    ----------
    address : str
        Of the scheduler: ``tcp://host:port``.
    patience : Patience
        How long to wait for what may never come.
    """

    def __init__(self, address: str, patience: Patience = _AS_USUAL) -> None:
        self.address = address
        self.patience = patience

    @classmethod
    def of_file(cls, file: Path) -> DaskCluster:
        """Give the cluster whose scheduler has written a file.

        Raises
        ------
        UserError
            If there is no such file, or it is none of a scheduler.
        """
        start = f"start one: dask scheduler --scheduler-file {file}"
        try:
            address = json.loads(file.read_text(encoding="utf-8"))["address"]
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError(f"--scheduler-file {file}: {reason}; {start}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(
                f"--scheduler-file {file}: is no file of a Dask scheduler; {start}"
            ) from error
        return cls(str(address))

    def see_that_it_answers(self) -> None:
        """Connect to the scheduler once, before anything is written.

        Raises
        ------
        UserError
            If there is none that answers.
        """
        with connected(self.address, self.patience.scheduler):
            pass

    def __str__(self) -> str:
        return f"workers of {self.address}"

    def crew(self, *, folder: Folder, lock: int | None, environment: Mapping[str, str]) -> DaskCrew:
        """Give those who work on one folder."""
        return DaskCrew(self.address, folder, environment, self.patience)


@dataclass(frozen=True)
class DaskCrew:
    """Members of a cluster that work on one folder: a :class:`sim.runs.workforce.Crew`.

    Attributes
    ----------
    address : str
        Of the scheduler.
    folder : Path or ObjectPath
        The folder, absolute.
    environment : mapping of str to str
        Variables of the environment of processes that work, set before they import the engine.
    patience : Patience
        How long to wait for what may never come.
    """

    address: str
    folder: Folder
    environment: Mapping[str, str]
    patience: Patience

    @contextmanager
    def at_work(self, job: Job[TaskT, ResultT]) -> Iterator[DaskWork[TaskT, ResultT]]:
        """Have a job done; log lines of workers arrive, and stop signals are heard.

        After the second stop signal the context ends in silence, its tasks unfinished.

        Raises
        ------
        UserError
            If there is no scheduler.
        """
        level = logging.getLogger("sim").getEffectiveLevel()
        equipment = Equipment(packed(job, self.folder), self.environment, level, versions())
        with (
            Interrupts() as interrupts,
            connected(self.address, self.patience.scheduler) as client,
            Line(client) as line,
        ):
            ticket = Ticket.written(self.folder, equipment)
            try:
                yield DaskWork(line, ticket, interrupts, self.address, self.patience)
            except StoppedAtOnceError:
                logger.warning("stopped at once; shards in hand were dropped")
            finally:
                ticket.withdraw()
                line.tell_all(member.dismiss, ticket.digest)

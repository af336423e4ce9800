"""Who simulates, as the command line says: processes of this machine, or workers of a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sim.errors import UserError
from sim.runs.crew import LocalProcesses
from sim.runs.workforce import Workforce

PROCESSES: Final = "processes"
DASK: Final = "dask"


@dataclass(frozen=True)
class WhoSimulates:
    """What was asked for on the command line.

    Attributes
    ----------
    workers : int or None
        How many worker processes of this machine; None for as many as there are CPUs.
    engine : str
        ``processes`` or ``dask``.
    scheduler : str or None
        The address of a cluster's scheduler, …
    scheduler_file : str or None
        … or the file that it has written.
    """

    workers: int | None = None
    engine: str = PROCESSES
    scheduler: str | None = None
    scheduler_file: str | None = None

    @property
    def is_a_cluster(self) -> bool:
        """Whether others than this machine simulate."""
        return self.engine == DASK

    def workforce(self) -> Workforce:
        """Return those who simulate.

        Raises
        ------
        UserError
            If the options contradict each other, or no scheduler answers.
        """
        if self.engine not in (PROCESSES, DASK):
            raise UserError(f"--engine: {self.engine!r} is unknown; allowed: {PROCESSES}, {DASK}")
        return self._cluster() if self.is_a_cluster else self._processes()

    def workforce_if_any(self) -> Workforce | None:
        """Return those who work, or None if nobody was asked for.

        Raises
        ------
        UserError
            As `workforce`.
        """
        workforce = self.workforce()
        return workforce if self.is_a_cluster or self.workers is not None else None

    def _processes(self) -> Workforce:
        for option, value in self._places().items():
            if value is not None:
                raise UserError(f"{option}: goes with --engine {DASK}; add that, or leave it out")
        return LocalProcesses(self.workers)

    def _cluster(self) -> Workforce:
        if self.workers is not None:
            raise UserError(
                f"--workers: with --engine {DASK} all workers of the cluster are used; leave it "
                "out, and start as many as you want by: dask worker ADDRESS --nworkers N"
            )
        if list(self._places().values()).count(None) != 1:
            raise UserError(
                f"--engine {DASK}: give either --scheduler ADDRESS, such as tcp://node1:8786, "
                "or --scheduler-file FILE"
            )
        try:
            from sim.cluster.workforce import DaskCluster
        except ModuleNotFoundError as error:
            raise UserError(
                f"--engine {DASK}: Dask is not installed here ({error}); "
                "install it: pip install 'nap-statistics[cluster]'"
            ) from error
        if self.scheduler is not None:
            cluster = DaskCluster(self.scheduler)
        else:
            assert self.scheduler_file is not None
            cluster = DaskCluster.of_file(Path(self.scheduler_file))
        cluster.see_that_it_answers()
        return cluster

    def _places(self) -> dict[str, object]:
        return {"--scheduler": self.scheduler, "--scheduler-file": self.scheduler_file}

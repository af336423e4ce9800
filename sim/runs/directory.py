"""A run on disk: what it is a run of, what is planned, and what is there.

======================  =========================================================================
``run.json``            identity, plan and versions; its presence makes the folder a run
``scenario.toml``       the scenario in full, which alone gives the same deals again
``deals/``              a file a shard: what happened in each deal
``sessions/``           a file a shard: what each session brought each player
``tables/, report/``    made of these later
``run.log``             what happened when
``.lock``               held by whoever writes
======================  =========================================================================
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sim.errors import UserError
from sim.experiment import Identity, is_of_code
from sim.runs.cpus import usable_cpus
from sim.runs.parquet import DamagedFileError
from sim.runs.shard_files import FOLDERS, ForeignFileError, check_shard
from sim.runs.shards import Plan, Shard

if TYPE_CHECKING:
    from sim.scenarios.scenario import Scenario

RUN_FILE: Final = "run.json"
SCENARIO_FILE: Final = "scenario.toml"
LOG_FILE: Final = "run.log"


@dataclass(frozen=True)
class ShardsFound:
    """What a look at all files of a run has found.

    Attributes
    ----------
    finished : tuple of Shard
        Whole, checked shards; only these may be counted.
    missing : tuple of Shard
        Planned shards of which a file is not there.
    damaged : tuple of (Shard, DamagedFileError)
        Planned shards with a file that is not whole.
    foreign : tuple of ForeignFileError
        Whole files in the place of a planned shard that belong to another run or place.
    strangers : tuple of Path
        Files named like shards that are not in the plan.
    """

    finished: tuple[Shard, ...]
    missing: tuple[Shard, ...]
    damaged: tuple[tuple[Shard, DamagedFileError], ...]
    foreign: tuple[ForeignFileError, ...]
    strangers: tuple[Path, ...]


@dataclass(frozen=True)
class RunDirectory:
    """A folder that holds a run.

    Attributes
    ----------
    path : Path
        The folder.
    identity : Identity
        Of the experiment; every file of the run carries its digest.
    plan : Plan
        All shards, simulated or not.
    """

    path: Path
    identity: Identity
    plan: Plan

    @classmethod
    def open(cls, path: Path | str) -> RunDirectory:
        """Return the run that a folder holds.

        Raises
        ------
        UserError
            If it holds none, or ``run.json`` cannot be understood.
        """
        folder = Path(path)
        file = folder / RUN_FILE
        try:
            text = file.read_text(encoding="utf-8")
        except OSError as error:
            raise UserError(
                f"{folder}: holds no run ({RUN_FILE}: {error.strerror or error}); "
                "give the folder that was --out of nap run"
            ) from error
        try:
            fields = json.loads(text)
            identity = Identity.of(fields["identity"]["fields"])
            if identity.digest != fields["identity"]["digest"]:
                raise ValueError("its fields and its digest disagree")
            return cls(folder, identity, Plan.from_json(fields["plan"]))
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"{file}: is damaged ({error}); restore it, or start anew") from error

    @property
    def scenario_file(self) -> Path:
        """The scenario in full."""
        return self.path / SCENARIO_FILE

    @property
    def log_file(self) -> Path:
        """What happened when."""
        return self.path / LOG_FILE

    @property
    def tables(self) -> Path:
        """The folder of tables."""
        return self.path / "tables"

    @property
    def report(self) -> Path:
        """The folder of the report."""
        return self.path / "report"

    def file(self, folder: str, shard: Shard) -> Path:
        """Return the path of a shard's file in ``deals`` or ``sessions``."""
        return self.path / folder / shard.file_name

    def scenario(self, *, to_simulate: bool = True) -> Scenario:
        """Return the scenario of the run.

        Parameters
        ----------
        to_simulate : bool
            Whether deals are to be simulated. What is there already can be counted with a later
            version of the policies' code, but simulating with it would give other deals.

        Raises
        ------
        UserError
            If it cannot be read, or is no longer the scenario of this run.
        """
        from sim.scenarios.scenario import load_scenario

        scenario = load_scenario(self.scenario_file)
        differences = [
            difference
            for difference in self.identity.difference(scenario.experiment.identity)
            if to_simulate or not is_of_code(difference)
        ]
        if differences:
            raise UserError(
                f"{self.scenario_file}: is not the scenario of this run ({in_short(differences)})"
            )
        return scenario

    def look(self) -> ShardsFound:
        """Read every file of every shard through, and sort the shards by what was found."""
        with ThreadPoolExecutor(max_workers=usable_cpus()) as readers:
            shards = list(self.plan.shards())
            states = list(zip(shards, readers.map(self._state, shards), strict=True))
        return ShardsFound(
            finished=tuple(shard for shard, state in states if state is True),
            missing=tuple(shard for shard, state in states if state is False),
            damaged=tuple((s, fault) for s, fault in states if isinstance(fault, DamagedFileError)),
            foreign=tuple(fault for _, fault in states if isinstance(fault, ForeignFileError)),
            strangers=tuple(self._strangers({shard.file_name for shard in shards})),
        )

    def finished_shards(self) -> tuple[Shard, ...]:
        """Return all shards that may be counted.

        Raises
        ------
        UserError
            If any file is damaged or foreign; the message names the first.
        """
        found = self.look()
        if found.foreign:
            raise UserError(f"{found.foreign[0]}; move it away, then go on with --resume")
        if found.damaged:
            _, fault = found.damaged[0]
            raise UserError(f"{fault}; nap run with --resume simulates this shard again")
        return found.finished

    def _state(self, shard: Shard) -> bool | DamagedFileError | ForeignFileError:
        try:
            return check_shard(self.path, shard, self.identity.digest, self.plan.deals_per_session)
        except (DamagedFileError, ForeignFileError) as fault:
            return fault

    def _strangers(self, known: set[str]) -> Iterator[Path]:
        for folder in FOLDERS:
            files = sorted((self.path / folder).glob("shard-*.parquet"))
            yield from (path for path in files if path.name not in known)


def in_short(differences: Sequence[str]) -> str:
    """Return the first of many differences, for one line."""
    more = f"; and {len(differences) - 3} more" if len(differences) > 3 else ""
    return "; ".join(differences[:3]) + more

"""A run on disk: what it is a run of, what is planned, and what is there.

======================  =========================================================================
``run.json``            identity, plan and versions; its presence makes the folder a run
``scenario.toml``       the scenario in full, which alone gives the same deals again
``policies/``           copies of the files of users' policies, if there are any
``deals/``              a file a shard: what happened in each deal
``sessions/``           a file a shard: what each session brought each player
``tables/, report/``    made of these later
``run.log``             what happened when
``.lock``               held by whoever writes
======================  =========================================================================
"""

from __future__ import annotations

import json
import logging
import shlex
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError
from sim.experiment import Identity, beyond_code
from sim.runs.cpus import usable_cpus
from sim.runs.parquet import DamagedFileError
from sim.runs.shard_files import FOLDERS, ForeignFileError, check_shard
from sim.runs.shards import Plan, Shard
from sim.runs.versions import other_engine

if TYPE_CHECKING:
    from sim.scenarios.scenario import Scenario

logger = logging.getLogger(__name__)

FORMAT: Final = 1
"""Version of ``run.json``."""

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

    def warn_of_strangers(self) -> None:
        """Log which files look like shards and are not."""
        for path in self.strangers:
            logger.warning("%s: is not a shard of this run; it is left alone, not counted", path)


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
    versions : mapping of str to str
        What the run was begun with, by package; ``engine`` stands for the engine's sources.
    """

    path: Path
    identity: Identity
    plan: Plan
    versions: Mapping[str, str]

    @classmethod
    def open(cls, path: Path | str) -> RunDirectory:
        """Return the run that a folder holds.

        Raises
        ------
        UserError
            If it holds none, or ``run.json`` is damaged or of another format.
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
            if fields["format"] == FORMAT:
                return cls(folder, *_described(fields))
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(
                f"{file}: is damaged ({error}); restore it, or start anew in another --out"
            ) from error
        raise UserError(
            f"{file}: is of format {fields['format']!r}, this version of nap knows {FORMAT}; "
            "use the version that made the run, or start anew in another --out"
        )

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

    @property
    def resume_command(self) -> str:
        """The command that simulates what the run lacks."""
        return shlex.join(
            ["nap", "run", str(self.scenario_file), "--out", str(self.path), "--resume"]
        )

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
        differences = self.identity.difference(scenario.experiment.identity)
        if not to_simulate:
            differences = beyond_code(differences)
        if differences:
            raise UserError(
                f"{self.scenario_file}: is not the scenario of this run ({in_short(differences)}); "
                "restore it, or put the one that the run was begun with in its place: "
                f"nap simulate THAT-ONE --out {shlex.quote(str(self.path))} --resume"
            )
        return scenario

    def see_that_the_engine_is_the_same(self) -> None:
        """See that shards that are simulated now would fit those that are there.

        Raises
        ------
        UserError
            If the run was begun with another engine.
        """
        difference = other_engine(self.versions)
        if difference:
            raise UserError(
                f"{self.path / RUN_FILE}: the run {difference}; finish it with that version of "
                "the program, or start anew in another --out; "
                f"what is there can still be counted: nap aggregate {shlex.quote(str(self.path))}"
            )

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
        """Return all shards that may be counted; warn of files that only look like some.

        Raises
        ------
        UserError
            If any file is damaged or foreign; the message names the first.
        """
        found = self.look()
        if found.foreign:
            raise UserError(f"{found.foreign[0]}; move it away, then: {self.resume_command}")
        if found.damaged:
            _, fault = found.damaged[0]
            raise UserError(f"{fault}; simulate this shard again: {self.resume_command}")
        found.warn_of_strangers()
        return found.finished

    def _state(self, shard: Shard) -> bool | DamagedFileError | ForeignFileError:
        try:
            return check_shard(self.path, shard, self.identity.digest, self._deals_of_a_session())
        except (DamagedFileError, ForeignFileError) as fault:
            return fault

    def _deals_of_a_session(self) -> range:
        """How many deals a session may have."""
        planned = self.plan.deals_per_session
        rules = self.identity.fields["rules"]
        # Runs of versions without these options have no such keys.
        may_end_early = rules.get("chips", 0) > 0 and rules.get("when_broke") == "out"
        return range(1 if may_end_early else planned, planned + 1)

    def _strangers(self, known: set[str]) -> Iterator[Path]:
        for folder in FOLDERS:
            files = sorted((self.path / folder).glob("shard-*.parquet"))
            yield from (path for path in files if path.name not in known)


def _described(fields: Mapping[str, Any]) -> tuple[Identity, Plan, dict[str, str]]:
    """Return what ``run.json`` says, after checking that it does not contradict itself."""
    identity = Identity.of(fields["identity"]["fields"])
    if identity.digest != fields["identity"]["digest"]:
        raise ValueError("its fields and its digest disagree")
    plan = Plan.from_json(fields["plan"])
    by_rules = identity.fields["rules"]["deals_per_session"]
    if plan.deals_per_session != by_rules:
        raise ValueError(
            f"deals_per_session is {plan.deals_per_session} in its plan, {by_rules} in its rules"
        )
    recorded = dict(fields["versions"])
    if not all(isinstance(version, str) for version in recorded.values()):
        raise ValueError("its versions are no texts")
    return identity, plan, recorded


def in_short(differences: Sequence[str]) -> str:
    """Return the first of many differences, for one line."""
    more = f"; and {len(differences) - 3} more" if len(differences) > 3 else ""
    return "; ".join(differences[:3]) + more

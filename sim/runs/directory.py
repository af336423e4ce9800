"""A run on disk: what it is a run of, what is planned, and what is there.

======================  =========================================================================
``run.json``            identity, plan and versions; its presence makes the folder a run
``scenario.toml``       the scenario in full, which alone gives the same deals again
``policies/``           copies of the files of users' policies, if there are any
``deals/``              a file a shard: what happened in each deal
``sessions/``           a file a shard: what each session brought each player
``counts/``             a file a shard: how often what happened in it, and sums
``tables/, report/``    made of these later
``run.log``             what happened when
``.lock``               held by whoever writes
``.checked``            which files were found whole; only saves reading them again
======================  =========================================================================
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from shlex import join, quote
from typing import TYPE_CHECKING, Any, Final

from sim.double_dummy import SOLVE_NONE, SolvedShare
from sim.errors import UserError
from sim.experiment import Identity, beyond_code
from sim.runs.checked_files import CheckedFiles
from sim.runs.description import read_description
from sim.runs.look import Look, ShardsFound, Told, nobody_told
from sim.runs.plan import Plan
from sim.runs.run_lock import LOCK_NAME
from sim.runs.shards import Shard
from sim.runs.versions import other_engine
from sim.storage import Folder, folder_at

if TYPE_CHECKING:
    from sim.scenarios.scenario import Scenario

FORMAT: Final = 1
"""Version of ``run.json``."""

RUN_FILE: Final = "run.json"
SCENARIO_FILE: Final = "scenario.toml"
LOG_FILE: Final = "run.log"
MERGE_FILE: Final = "merge.json"
"""Is there while runs are being joined into a folder: see :mod:`sim.runs.merge`."""

_COMPARISON_FILE: Final = "comparison.json"
"""What makes a folder one of comparisons, which this module knows nothing else of."""


@dataclass(frozen=True)
class RunDirectory:
    """A folder that holds a run.

    Attributes
    ----------
    path : Folder or ObjectPath
        The folder, or its place in a store.
    identity : Identity
        Of the experiment; every file of the run carries its digest.
    plan : Plan
        All shards, simulated or not.
    versions : mapping of str to str
        What the run was begun with, by package; ``engine`` stands for the engine's sources.
    until : tuple of str
        The targets of precision at which it is to stop; without any it goes on to the plan's end.
    stopped_after : int or None
        How many shards count, because these reached the targets; None if it has not stopped so.
        Shards behind these may be there; they are ready for when the run is made longer.
    solve : SolvedShare
        Which sessions are solved; the same for all shards.
    """

    path: Folder
    identity: Identity
    plan: Plan
    versions: Mapping[str, str]
    until: tuple[str, ...] = ()
    stopped_after: int | None = None
    solve: SolvedShare = SOLVE_NONE

    @classmethod
    def open(cls, path: Folder | str) -> RunDirectory:
        """Return the run that a folder holds.

        Raises
        ------
        UserError
            If it holds none, or ``run.json`` is damaged or of another format.
        """
        folder = folder_at(path)
        return read_description(
            folder / RUN_FILE,
            FORMAT,
            lambda fields: cls(folder, *_described(fields)),
            lambda error: _why_no_run(folder, error),
        )

    @property
    def shards_that_count(self) -> int:
        """How many shards belong to the result, from the first on: all, or those to the stop."""
        return len(self.plan) if self.stopped_after is None else self.stopped_after

    @property
    def plan_that_counts(self) -> Plan:
        """The plan up to the last shard that counts."""
        if self.stopped_after is None:
            return self.plan
        last = next(islice(self.plan.shards(), self.stopped_after - 1, None))
        return self.plan.cut(last.first_session + last.sessions)

    @property
    def deals_that_count(self) -> int:
        """Planned deals of the shards that count."""
        return self.plan_that_counts.deals

    @property
    def scenario_file(self) -> Folder:
        """The scenario in full."""
        return self.path / SCENARIO_FILE

    @property
    def log_file(self) -> Folder:
        """What happened when."""
        return self.path / LOG_FILE

    @property
    def tables(self) -> Folder:
        """The folder of tables."""
        return self.path / "tables"

    @property
    def report(self) -> Folder:
        """The folder of the report."""
        return self.path / "report"

    @property
    def resume_command(self) -> str:
        """The command that simulates what the run lacks."""
        return resume_command(self.path)

    def file(self, folder: str, shard: Shard) -> Folder:
        """Return the path of a shard's file in ``deals``, ``sessions`` or ``counts``."""
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
            again = join(["nap", "simulate", "SCENARIO", "--out", str(self.path), "--resume"])
            raise UserError(
                f"{self.scenario_file}: is not the scenario of this run ({in_short(differences)}); "
                f"restore it, or have it written again from the scenario that you gave: {again}"
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
                f"what is there can still be counted: nap aggregate {quote(str(self.path))}"
            )

    @cached_property
    def checked(self) -> CheckedFiles:
        """What is known of the files from before, and from every look since."""
        return CheckedFiles.load(self.path, self.identity.digest, len(self.plan))

    def look(self, *, afresh: bool = False, told: Told = nobody_told) -> ShardsFound:
        """Sort the shards by what their files are.

        Files that are known, and by their sizes and dates unchanged, are not read. Nothing is
        written.

        Parameters
        ----------
        afresh : bool
            Whether to read every byte of every file, whatever is known of it.
        told : callable
            Is told how many files have been read, and of how many.

        Raises
        ------
        UserError
            If a folder cannot be read.
        """
        look = Look(
            self.path,
            self.plan,
            self.identity.digest,
            self.deals_of_a_session,
            self.checked,
        )
        return look.at_files(afresh=afresh, told=told)

    def finished_shards(self) -> tuple[Shard, ...]:
        """Return all shards that may be counted; warn of files that only look like some.

        Which files were read and found whole is written down for the next look.

        Raises
        ------
        UserError
            If any file is damaged or foreign; the message names the first.
        """
        found = self.look().among(self.shards_that_count)
        self.checked.save()
        mend = resume_command(self.path)
        for foreign in found.foreign:
            raise UserError(f"{foreign}; move it away, and simulate its shard: {mend}")
        for _, damaged in found.damaged:
            raise UserError(f"{damaged}; simulate its shard again: {mend}")
        found.warn_of_strangers()
        return found.finished

    @property
    def deals_of_a_session(self) -> range:
        """How many deals a session may have."""
        planned = self.plan.deals_per_session
        rules = self.identity.fields["rules"]
        # Runs of versions without these options have no such keys.
        may_end_early = rules.get("chips", 0) > 0 and rules.get("when_broke") == "out"
        return range(1 if may_end_early else planned, planned + 1)


def _described(
    fields: Mapping[str, Any],
) -> tuple[Identity, Plan, dict[str, str], tuple[str, ...], int | None, SolvedShare]:
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
    return identity, plan, recorded, *_stop(fields, plan), _solve(fields)


def _stop(fields: Mapping[str, Any], plan: Plan) -> tuple[tuple[str, ...], int | None]:
    """Return the targets that ``run.json`` names, and after how many shards they were reached."""
    until, stopped_after = tuple(fields.get("until", ())), fields.get("stopped_after")
    if not all(isinstance(target, str) for target in until):
        raise ValueError("its targets are no texts")
    possible = range(1, len(plan) + 1)
    if stopped_after is not None and not (type(stopped_after) is int and stopped_after in possible):
        raise ValueError(f"stopped_after is {stopped_after!r} of {len(plan)} shards")
    return until, stopped_after


def _solve(fields: Mapping[str, Any]) -> SolvedShare:
    """Return which sessions are solved; runs in which none are say nothing."""
    try:
        return SolvedShare.of(fields.get("solve", False))
    except UserError as error:
        raise ValueError(f"its solve: {error}") from None


def resume_command(run: Folder) -> str:
    """Return the command that simulates what a run directory lacks.

    Examples
    --------
    >>> from pathlib import Path
    >>> resume_command(Path("my runs/first"))
    "nap run 'my runs/first/scenario.toml' --out 'my runs/first' --resume"
    """
    return join(["nap", "run", str(run / SCENARIO_FILE), "--out", str(run), "--resume"])


def _why_no_run(folder: Folder, error: OSError) -> str:
    """Say what a folder without ``run.json`` is instead, and what to do."""
    names = _names_in(folder)
    if MERGE_FILE in names:
        command = unfinished_merge(folder)
        finish = f"finish it: {command}" if command else "remove it and join the runs again"
        return f"holds runs that are not joined yet; {finish}"
    if _COMPARISON_FILE in names:
        return (
            f"holds a comparison, not a run; its report is {folder / 'report' / 'index.html'}, "
            "and nap compare --help says how to go on with it"
        )
    if names <= {LOCK_NAME} and folder.is_dir():
        return f"is empty and holds no run; begin one: {join(['nap', 'run', '--out', str(folder)])}"
    reason = error.strerror or error
    return f"holds no run ({RUN_FILE}: {reason}); give the folder that was --out of nap run"


def _names_in(folder: Folder) -> set[str]:
    with suppress(OSError):
        return {path.name for path in folder.iterdir()}
    return set()


def unfinished_merge(folder: Folder) -> str | None:
    """Return the command that finishes joining runs into a folder; None if there is none."""
    command = merge_file(folder).get("command")
    return command if isinstance(command, str) else None


def merge_file(folder: Folder) -> dict[str, Any]:
    """Return what ``merge.json`` of a folder says; nothing if it is missing or damaged."""
    with suppress(OSError, ValueError):
        fields = json.loads((folder / MERGE_FILE).read_text(encoding="utf-8"))
        if isinstance(fields, dict):
            return fields
    return {}


def in_short(differences: Sequence[str]) -> str:
    """Return the first of many differences, for one line."""
    more = f"; and {len(differences) - 3} more" if len(differences) > 3 else ""
    return "; ".join(differences[:3]) + more

"""Comparisons on disk: one of each table size, what is planned of them, and what is there.

=========================  ======================================================================
``comparison.json``        identities, plans and versions; its presence makes the folder one
``comparison.toml``        what was asked for in full, which alone gives the same again
``policies/``              copies of users' policies
``3-players/sums/`` …      a file a shard: its sums
``tables/, report/``       made of these later
``run.log``                what happened when
``.lock``                  held by whoever writes
=========================  ======================================================================
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sim.comparisons.comparison import Comparison
from sim.comparisons.shard_plan import plan_of
from sim.comparisons.sums_file import file_name
from sim.errors import UserError
from sim.experiment import Identity
from sim.runs.claimed_folder import claimed_folder, see_that_it_is_free, write_if_new
from sim.runs.description import read_description
from sim.runs.directory import LOG_FILE, in_short
from sim.runs.files import make_folder, write_error, write_whole
from sim.runs.plan import Plan
from sim.runs.policy_files import FOLDER, policy_files, write_policy_files
from sim.runs.shards import Shard
from sim.runs.versions import other_engine, versions
from sim.storage import Folder, folder_at

FORMAT: Final = 1
"""Version of ``comparison.json``."""

COMPARISON_FILE: Final = "comparison.json"
SETTINGS_FILE: Final = "comparison.toml"

_OTHER_FOLDERS: Final = (".", FOLDER, "tables", "report", "report/figures")


@dataclass(frozen=True)
class Planned:
    """A comparison as its folder knows it.

    Attributes
    ----------
    players : int
    identity : Identity
    plan : Plan
        All shards up to the cap.
    """

    players: int
    identity: Identity
    plan: Plan

    @classmethod
    def of(cls, comparison: Comparison, cap_deals: int) -> Planned:
        """Plan a comparison."""
        return cls(comparison.players, comparison.identity, plan_of(comparison, cap_deals))

    @property
    def folder(self) -> str:
        """Its folder of sums."""
        return f"{self.players}-players/sums"

    def to_json(self) -> dict[str, Any]:
        """The same as values that JSON can hold."""
        return {
            "players": self.players,
            "identity": {"digest": self.identity.digest, "fields": self.identity.fields},
            "plan": self.plan.to_json(),
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Planned:
        """What :meth:`to_json` described.

        Raises
        ------
        KeyError, TypeError, ValueError
            If it is no such description, or one that contradicts itself.
        """
        identity = Identity.of(fields["identity"]["fields"])
        if identity.digest != fields["identity"]["digest"]:
            raise ValueError("its fields and its digest disagree")
        if fields["players"] != identity.fields["rules"]["players"]:
            raise ValueError("its players and its rules disagree")
        return cls(fields["players"], identity, Plan.from_json(fields["plan"]))


@dataclass(frozen=True)
class ComparisonDirectory:
    """A folder that holds comparisons.

    Attributes
    ----------
    path : Path or ObjectPath
        The folder, or its place in a store.
    planned : tuple of Planned
        One for each size of the table.
    versions : mapping of str to str
        What was begun with, by package; ``engine`` stands for the engine's sources.
    """

    path: Folder
    planned: tuple[Planned, ...]
    versions: Mapping[str, str]

    @classmethod
    def open(cls, path: Folder | str) -> ComparisonDirectory:
        """Return what a folder holds.

        Raises
        ------
        UserError
            If it holds no comparison, or ``comparison.json`` is damaged or of another format.
        """
        folder = folder_at(path)

        def meaning(fields: Mapping[str, Any]) -> ComparisonDirectory:
            planned = tuple(map(Planned.from_json, fields["comparisons"]))
            return cls(folder, planned, dict(fields["versions"]))

        return read_description(
            folder / COMPARISON_FILE,
            FORMAT,
            meaning,
            lambda error: (
                f"holds no comparison ({COMPARISON_FILE}: {error.strerror or error}); "
                "give the folder that was --out of nap compare"
            ),
        )

    @property
    def log_file(self) -> Folder:
        """What happened when."""
        return self.path / LOG_FILE

    def sums_folder(self, players: int) -> Folder:
        """The folder of the sums at tables of one size."""
        (planned,) = (planned for planned in self.planned if planned.players == players)
        return self.path / planned.folder

    def sums_file(self, players: int, shard: Shard) -> Folder:
        """The file of a shard's sums."""
        return self.sums_folder(players) / file_name(shard)

    def see_that_the_engine_is_the_same(self) -> None:
        """See that shards that are simulated now would fit those that are there.

        Raises
        ------
        UserError
            If another engine began.
        """
        difference = other_engine(self.versions)
        if difference:
            raise UserError(
                f"{self.path / COMPARISON_FILE}: the comparison {difference}; finish it with that "
                "version of the program, or start anew in another --out"
            )


@contextmanager
def claimed_comparisons(
    path: Folder, comparisons: Sequence[Comparison], *, cap_deals: int, settings: str, resume: bool
) -> Iterator[tuple[ComparisonDirectory, int | None]]:
    """Make a folder that of some comparisons, or go on with them, and hold its lock.

    Parameters
    ----------
    path : Path or ObjectPath
        The folder; made if it is not there.
    comparisons : sequence of Comparison
        One for each size of the table.
    cap_deals : int
        The most deals of each.
    settings : str
        What goes to ``comparison.toml``.
    resume : bool
        Whether comparisons that are there already may be continued. They may also be made longer.

    Yields
    ------
    (ComparisonDirectory, int or None)
        The directory, and the descriptor that holds the lock; none in a store.

    Raises
    ------
    UserError
        If the folder holds something else, comparisons of another identity or longer ones, shorter
        ones by another engine, or another process is at work on it. Nothing is touched then.
    """
    planned = tuple(Planned.of(comparison, cap_deals) for comparison in comparisons)
    folders = (*_OTHER_FOLDERS, *(each.folder for each in planned))

    def look() -> ComparisonDirectory | None:
        return _to_continue(path, planned, resume=resume)

    files = policy_files(policy for each in comparisons for policy in each.policies)
    with claimed_folder(path, look, folders) as (before, lock):
        if before is None:
            directory = ComparisonDirectory(path, planned, versions())
        else:
            directory = ComparisonDirectory(path, planned, before.versions)
            if directory != before:
                _forget_short_shards(before, directory)
        if directory != before:
            write_whole(path / COMPARISON_FILE, _description(directory).encode())
        write_policy_files(path, files)
        write_if_new(path / SETTINGS_FILE, settings)
        for each in planned:
            make_folder(path / each.folder)
        yield directory, lock


def _to_continue(
    path: Folder, planned: Sequence[Planned], *, resume: bool
) -> ComparisonDirectory | None:
    """What is there already, or None if the folder is free for something new."""
    if not (path / COMPARISON_FILE).exists():
        see_that_it_is_free(path, COMPARISON_FILE, "comparison")
        return None
    if not resume:
        raise UserError(
            f"{path}: holds a comparison already; go on with it by --resume, or choose another "
            "--out",
            again=True,
        )
    found = ComparisonDirectory.open(path)
    here, wanted = ([each.players for each in of] for of in (found.planned, planned))
    if here != wanted:
        raise UserError(
            f"{path}: holds a comparison at tables of {_listed(here)}, not {_listed(wanted)}; "
            "choose another --out"
        )
    for before, after in zip(found.planned, planned, strict=True):
        _see_that_it_goes_on(path, before, after)
    return found


def _see_that_it_goes_on(path: Folder, before: Planned, after: Planned) -> None:
    differences = before.identity.difference(after.identity)
    if differences:
        raise UserError(
            f"{path}: holds a comparison of another identity ({in_short(differences)}); "
            "choose another --out"
        )
    if after.plan.sessions < before.plan.sessions:
        raise UserError(
            f"{path}: holds a comparison of up to {before.plan.deals:,} deals, more than "
            f"{after.plan.deals:,}; it can only grow: give --deals {before.plan.deals} or more"
        )


def _forget_short_shards(before: ComparisonDirectory, after: ComparisonDirectory) -> None:
    """Remove last shards that are longer in a comparison that has grown."""
    before.see_that_the_engine_is_the_same()
    for old, new in zip(before.planned, after.planned, strict=True):
        kept = set(new.plan.shards())
        for shard in old.plan.shards():
            if shard not in kept:
                file = before.sums_file(old.players, shard)
                try:
                    file.unlink(missing_ok=True)
                except OSError as error:
                    raise write_error(file, error) from error


def _description(directory: ComparisonDirectory) -> str:
    """The content of ``comparison.json``: no dates, no hosts, the same for the same comparisons."""
    fields = {
        "format": FORMAT,
        "comparisons": [planned.to_json() for planned in directory.planned],
        "versions": dict(directory.versions),
    }
    return json.dumps(fields, indent=2, sort_keys=True) + "\n"


def _listed(players: Sequence[int]) -> str:
    return ", ".join(map(str, players))

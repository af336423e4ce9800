"""A look at the files of a run: which shards are there, whole and right."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sim.runs.checked_files import CheckedFiles, settled_until
from sim.runs.listing import ListedShards, list_shards
from sim.runs.parquet import DamagedFileError, FileFaultError
from sim.runs.plan import Plan, Ranges
from sim.runs.shard_files import (
    ALL_FOLDERS,
    COUNTS,
    ExpectedFile,
    ForeignFileError,
    check_file,
    expected_files,
)
from sim.runs.shards import Shard, file_name_of, number_in
from sim.storage import Folder
from sim.storage.listing import readers_of

logger = logging.getLogger(__name__)

FILES_A_BATCH: Final = 1024
"""So many files wait to be read at once: a look at a million shards needs no more memory for it."""

Told = Callable[[int, int], None]
"""Is told how many files have been read, and of how many in all."""


@dataclass(frozen=True)
class ShardsFound:
    """What a look at all files of a run has found.

    Attributes
    ----------
    finished : tuple of Shard
        Whole, checked shards; only these may be counted.
    missing : tuple of Shard
        Planned shards of which a file is not there, and none is damaged or foreign.
    damaged : tuple of (Shard, DamagedFileError)
        Files of planned shards that are not whole.
    foreign : tuple of ForeignFileError
        Whole files in the place of a planned shard that belong to another run or place.
    strangers : tuple of Path
        Files named like shards that are not in the plan.
    bytes : int
        Size of all files of planned shards.
    """

    finished: tuple[Shard, ...]
    missing: tuple[Shard, ...]
    damaged: tuple[tuple[Shard, DamagedFileError], ...]
    foreign: tuple[ForeignFileError, ...]
    strangers: tuple[Folder, ...]
    bytes: int

    def among(self, shards: int) -> ShardsFound:
        """Return what was found of the first so many shards; sizes and strangers are those of all.

        Parameters
        ----------
        shards : int
            How many.
        """
        return replace(
            self,
            finished=tuple(shard for shard in self.finished if shard.number < shards),
            missing=tuple(shard for shard in self.missing if shard.number < shards),
            damaged=tuple((s, fault) for s, fault in self.damaged if s.number < shards),
            foreign=tuple(
                fault for fault in self.foreign if (number_in(fault.path.name) or 0) < shards
            ),
        )

    def warn_of_strangers(self) -> None:
        """Log which files look like shards and are not."""
        for path in self.strangers:
            logger.warning("%s: is not a shard of this run; it is left alone, not counted", path)


class _ToRead(NamedTuple):
    shard: Shard
    expected: ExpectedFile


@dataclass(frozen=True)
class Look:
    """Looking at the shards of a run.

    Attributes
    ----------
    run : Folder
        The run directory.
    plan : Plan
        All shards.
    identity : str
        Digest of the experiment's identity.
    deals_of_a_session : range
        How many deals a session may have.
    checked : CheckedFiles
        What is known of the files from before; what is found out is noted in it.
    """

    run: Folder
    plan: Plan
    identity: str
    deals_of_a_session: range
    checked: CheckedFiles

    def at_files(self, *, afresh: bool, told: Told) -> ShardsFound:
        """List each folder once, and read what is not known yet.

        Parameters
        ----------
        afresh : bool
            Whether to read all files, whatever is known of them.
        told : callable
            Is told how the reading goes on.
        """
        settled = settled_until(self.run)  # before any file is read
        planned = self.plan.ranges()
        needed = {
            folder: ~planned.keep_rows if folder == COUNTS else planned.keep_rows
            for folder in ALL_FOLDERS
        }
        listed = {folder: list_shards(self.run / folder, len(self.plan)) for folder in ALL_FOLDERS}
        unknown = {
            folder: files.there
            & needed[folder]
            & (afresh | ~self.checked.recognise(folder, files, planned))
            for folder, files in listed.items()
        }
        faults = list(self._read(listed, unknown, settled, told))
        faulty = {shard.number for shard, _ in faults}
        complete = np.logical_and.reduce(
            [files.there | ~needed[folder] for folder, files in listed.items()]
        )
        shards = list(self.plan.shards())
        sound = [shard for shard in shards if shard.number not in faulty]
        return ShardsFound(
            finished=tuple(shard for shard in sound if complete[shard.number]),
            missing=tuple(shard for shard in sound if not complete[shard.number]),
            damaged=tuple((s, fault) for s, fault in faults if isinstance(fault, DamagedFileError)),
            foreign=tuple(fault for _, fault in faults if isinstance(fault, ForeignFileError)),
            strangers=tuple(self._strangers(listed, planned)),
            bytes=sum(int(files.sizes[files.there].sum()) for files in listed.values()),
        )

    def _strangers(self, listed: dict[str, ListedShards], planned: Ranges) -> Iterator[Folder]:
        """Yield files named like shards that are not in the plan, or whose rows are not kept."""
        for folder, files in listed.items():
            yield from files.strangers
            if folder != COUNTS:
                for number in np.flatnonzero(files.there & ~planned.keep_rows).tolist():
                    yield self.run / folder / file_name_of(number)

    def _read(
        self,
        listed: dict[str, ListedShards],
        unknown: dict[str, npt.NDArray[np.bool_]],
        settled: int,
        told: Told,
    ) -> Iterator[tuple[Shard, FileFaultError]]:
        """Read files through, note which are sound, and yield the faults of the others."""
        total = sum(int(of_folder.sum()) for of_folder in unknown.values())
        files, read = self._files(unknown), 0
        with ThreadPoolExecutor(max_workers=readers_of(self.run)) as readers:
            while batch := list(islice(files, FILES_A_BATCH)):
                for (shard, expected), found in zip(
                    batch, readers.map(self._check, batch), strict=True
                ):
                    if isinstance(found, FileFaultError):
                        self.checked.forget(expected.folder, shard)
                        yield shard, found
                    else:
                        stamp = listed[expected.folder].stamp(shard.number)
                        sure = stamp.mtime_ns <= settled
                        self.checked.note(expected.folder, shard, stamp, found, sure=sure)
                read += len(batch)
                told(read, total)

    def _files(self, unknown: dict[str, npt.NDArray[np.bool_]]) -> Iterator[_ToRead]:
        wanted = np.logical_or.reduce(list(unknown.values()))
        for shard in self.plan.shards():
            if wanted[shard.number]:
                for expected in expected_files(shard, self.identity, self.deals_of_a_session):
                    if unknown[expected.folder][shard.number]:
                        yield _ToRead(shard, expected)

    def _check(self, file: _ToRead) -> str | FileFaultError:
        """Return the seal of a file, or what is wrong with it."""
        path = self.run / file.expected.folder / file.shard.file_name
        try:
            return check_file(path, file.expected).footer.checksum
        except FileFaultError as fault:
            return fault


def nobody_told(read: int, total: int) -> None:
    """Say nothing of how the reading goes on."""


def names_of(items: Sequence[object], most: int = 3) -> str:
    """Return the first of many things for one line.

    >>> names_of(["a", "b", "c", "d"])
    'a, b, c and 1 more'
    """
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(map(str, items[:most])) + more

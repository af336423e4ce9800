"""What is known of the files of a run, so that whole files need not be read again to see it.

The file ``.checked`` of a run says which files of shards were found whole and right, or written
so, and what a listing said of each then: its size and its date. A file of which the listing still
says the same is not read again. Nothing else depends on it: without it, or where it is damaged or
of another run, all files are read through, and it is made anew.

A size and a date are no proof. Whoever uses the rows of a file checks its seal from the bytes
that are used, and ``nap verify --all`` reads every byte. But as far as dates go, they must be
sound, and a clock has ticks: a file that is changed in the tick in which it was written keeps its
date. So a date counts only if it was old already when the bytes were seen: by more than any
file system's tick, and by the clock of that file system, which may be another machine's. Shards are
dated back when they are written (:func:`sim.runs.files.write_stamped`), so that theirs are.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sim.errors import UserError
from sim.runs.files import SETTLED_NS, write_whole
from sim.runs.listing import ListedShards
from sim.runs.parquet import DamagedFileError, encode, read_whole, rows_of
from sim.runs.plan import Ranges
from sim.runs.run_lock import LOCK_NAME
from sim.runs.shard_files import ALL_FOLDERS, IDENTITY_KEY
from sim.runs.shards import Shard
from sim.storage import Folder
from sim.storage.listing import stamp_of
from sim.storage.stamp import Stamp

logger = logging.getLogger(__name__)

CHECKED_FILE: Final = ".checked"

_FORMAT_KEY: Final = "nap.checked"
_FORMAT: Final = "1"

_ENTRY: Final = np.dtype(
    [
        ("first_session", "u8"),
        ("sessions", "u8"),
        ("size", "i8"),
        ("mtime_ns", "i8"),
        ("seal", "u4"),
        ("sure", "?"),
        ("seen", "?"),
    ]
)
"""What is known of a file; ``seen`` tells that a look has found it so since this was loaded."""

_STORED: Final = tuple(name for name in _ENTRY.names or () if name not in ("sure", "seen"))

_SECONDS_BETWEEN_SAVES: Final = 5.0
_SHARE_OF_TIME: Final = 50
"""After a save, so many times its duration must pass before the next."""

Entries = npt.NDArray[np.void]


class CheckedFiles:
    """What is known of the files of a run's shards.

    Parameters
    ----------
    run : Folder
        The run directory.
    identity : str
        Digest of the experiment's identity.
    shards : int
        How many shards are planned.
    clock : callable
        Seconds, from any start.
    """

    def __init__(
        self,
        run: Folder,
        identity: str,
        shards: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file = run / CHECKED_FILE
        self._identity = identity
        self._entries = {folder: np.zeros(shards, _ENTRY) for folder in ALL_FOLDERS}
        self._has_news = False
        self._clock = clock
        self._next_save = clock() + _SECONDS_BETWEEN_SAVES

    @classmethod
    def load(cls, run: Folder, identity: str, shards: int) -> CheckedFiles:
        """Return what ``.checked`` says; nothing if it is missing, damaged or of another run."""
        known = cls(run, identity, shards)
        try:
            whole = read_whole(known._file)
        except DamagedFileError:
            return known
        found = {key: whole.footer.entries.get(key) for key in known._stamp()}
        if found == known._stamp():
            known._take(rows_of(whole.content))
        return known

    def recognise(
        self, folder: str, listed: ListedShards, planned: Ranges
    ) -> npt.NDArray[np.bool_]:
        """Say of which shards the file in a folder need not be read again.

        Parameters
        ----------
        folder : str
            The folder.
        listed : ListedShards
            What is in it now.
        planned : Ranges
            The sessions of each shard.

        Returns
        -------
        bool array, shape (shards,)
        """
        known = self._entries[folder]
        known["seen"] = (
            known["sure"]
            & (known["size"] == listed.sizes)
            & (known["mtime_ns"] == listed.mtimes_ns)
            & (known["first_session"] == planned.first_sessions)
            & (known["sessions"] == planned.sessions)
        )
        return known["seen"].copy()

    def note(self, folder: str, shard: Shard, stamp: Stamp, seal: str, *, sure: bool) -> None:
        """Note that a file is whole and the right one.

        Parameters
        ----------
        folder : str
            The folder.
        shard : Shard
            The shard whose file it is.
        stamp : Stamp
            What a listing said of it before its bytes were seen.
        seal : str
            Its seal.
        sure : bool
            Whether nobody can have changed it since without changing its stamp.
        """
        known = (shard.first_session, shard.sessions, stamp.size, stamp.mtime_ns, int(seal, 16))
        self._entries[folder][shard.number] = (*known, sure, True)
        self._has_news = True

    def forget(self, folder: str, shard: Shard) -> None:
        """Note that a file is not whole, or not the right one."""
        self._entries[folder][shard.number] = np.zeros((), _ENTRY)
        self._has_news = True

    def seal(self, folder: str, shard: Shard) -> str | None:
        """Return the seal of a shard's file as a look has found it; None if none has."""
        known = self._entries[folder][shard.number]
        return f"{known['seal']:08x}" if known["seen"] else None

    def save(self) -> None:
        """Write down what is known for sure, if there is news.

        If the system refuses, the next look reads more: that is no reason to end anything.
        """
        if not self._has_news:
            return
        began = self._clock()
        try:
            write_whole(self._file, encode(self._table(), "number", self._stamp(), _STORED))
            self._has_news = False
        except UserError as error:
            logger.info("%s", error)
        now = self._clock()
        self._next_save = now + max(_SECONDS_BETWEEN_SAVES, _SHARE_OF_TIME * (now - began))

    def save_now_and_then(self) -> None:
        """Save, unless that was done a short time ago; it takes 2 % of the time at most."""
        if self._clock() >= self._next_save:
            self.save()

    def _stamp(self) -> dict[str, str]:
        return {_FORMAT_KEY: _FORMAT, IDENTITY_KEY: self._identity}

    def _table(self) -> pa.Table:
        parts = []
        for folder, entries in self._entries.items():
            numbers = np.flatnonzero(entries["sure"])
            known = entries[numbers]
            columns: dict[str, Any] = {
                "folder": pa.array([folder] * len(numbers), pa.string()).dictionary_encode(),
                "number": numbers,
            }
            parts.append(pa.table(columns | {name: known[name].copy() for name in _STORED}))
        return pa.concat_tables(parts).unify_dictionaries()

    def _take(self, table: pa.Table) -> None:
        folders = table["folder"].unify_dictionaries().combine_chunks()
        codes, names = folders.indices.to_numpy(), folders.dictionary.to_pylist()
        numbers = table["number"].to_numpy()
        for folder, entries in self._entries.items():
            if folder not in names:
                continue
            mine = np.flatnonzero((codes == names.index(folder)) & (numbers < len(entries)))
            places = numbers[mine]
            for name in _STORED:
                entries[name][places] = table[name].to_numpy()[mine]
            entries["sure"][places] = True


def settled_until(run: Folder) -> int:
    """Return the time, in nanoseconds, before which a date proves that a file has not changed.

    It is taken from the date of the run's lock, which whoever takes the lock touches: the clock
    of the file system at that time. This machine's clock bounds it where that one was ahead.
    """
    lock = stamp_of(run / LOCK_NAME)
    return min(lock.mtime_ns if lock else 0, time.time_ns()) - SETTLED_NS

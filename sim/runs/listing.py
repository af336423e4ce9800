"""What a folder says of its files without any of them being opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sim.errors import UserError
from sim.runs.shards import number_in
from sim.storage import Folder
from sim.storage.listing import entries
from sim.storage.stamp import Stamp

ABSENT = -1
"""Size of a file that is not there."""


@dataclass(frozen=True)
class ListedShards:
    """The files of shards in a folder, by the number of the shard.

    Attributes
    ----------
    sizes, mtimes_ns : int64 arrays, shape (shards,)
        What a :class:`Stamp` says; the size is -1 where there is no file.
    strangers : tuple of Path
        Files named like shards that are not in the plan, sorted.
    """

    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    strangers: tuple[Folder, ...]

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """Which shards have a file."""
        there: npt.NDArray[np.bool_] = self.sizes != ABSENT
        return there

    def stamp(self, number: int) -> Stamp:
        """Return what is said of the file of a shard that has one."""
        return Stamp(int(self.sizes[number]), int(self.mtimes_ns[number]))


def list_shards(folder: Folder, shards: int) -> ListedShards:
    """List a folder once, for a run of so many shards.

    Raises
    ------
    UserError
        If the folder cannot be read. One that is not there is empty.
    """
    sizes = np.full(shards, ABSENT, np.int64)
    mtimes_ns = np.zeros(shards, np.int64)
    strangers = []
    for name, stamp in stamps_in(folder):
        number = number_in(name)
        if number is None:
            if name.startswith("shard-") and name.endswith(".parquet"):
                strangers.append(folder / name)
        elif number >= shards:
            strangers.append(folder / name)
        else:
            sizes[number], mtimes_ns[number] = stamp.size, stamp.mtime_ns
    return ListedShards(sizes, mtimes_ns, tuple(sorted(strangers, key=str)))


def stamps_in(folder: Folder) -> Iterator[tuple[str, Stamp]]:
    """Yield the name and the stamp of every file in a folder, in no order.

    Raises
    ------
    UserError
        If the folder cannot be read. One that is not there is empty.
    """
    try:
        found = entries(folder)
    except OSError as error:
        raise UserError(
            f"{folder}: cannot be read: {error.strerror or error}; see that it is a folder that "
            "you may read"
        ) from error
    yield from found.items()

"""What is in a folder, told by one look at it rather than by one for each file."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final

from sim.runs.cpus import usable_cpus
from sim.storage.folder import Folder
from sim.storage.object_path import ObjectPath
from sim.storage.stamp import Stamp

_REQUESTS_AT_ONCE: Final = 8


def entries(folder: Folder) -> dict[str, Stamp]:
    """Return what is said of the files of a folder, by name.

    A folder that is not there has none. Folders in it are left out.

    Raises
    ------
    OSError
        If a folder of this machine cannot be read.
    UserError
        If the store refuses.
    """
    if isinstance(folder, ObjectPath):
        return folder.listed()
    try:
        with os.scandir(folder) as found:
            return dict(_stamps(found))
    except FileNotFoundError:
        return {}


def stamp_of(path: Folder) -> Stamp | None:
    """Return what a listing says of one file, or None if it cannot be seen."""
    try:
        return path.stamp() if isinstance(path, ObjectPath) else _stamp(path.stat())
    except OSError:
        return None


def bytes_below(folder: Folder, without: Collection[str] = ()) -> int:
    """Return the size of all files in a folder and below it.

    Parameters
    ----------
    folder : Path or ObjectPath
        The folder.
    without : collection of str
        Names of folders in it that are left out.
    """
    sizes = [stamp.size for stamp in entries(folder).values()]
    below = (each for each in folder.iterdir() if each.name not in without and each.is_dir())
    return sum(sizes) + sum(bytes_below(each) for each in below)


def _stamps(found: Iterable[os.DirEntry[str]]) -> Iterator[tuple[str, Stamp]]:
    for one in found:
        with suppress(FileNotFoundError):  # removed meanwhile
            if one.is_file():
                yield one.name, _stamp(one.stat())


def _stamp(state: os.stat_result) -> Stamp:
    return Stamp(state.st_size, state.st_mtime_ns)


def readers_of(folder: Folder) -> int:
    """Return how many files of a folder are best read at once.

    Reading from a disk takes a CPU each; reading from a store is mostly waiting.
    """
    return max(usable_cpus(), _REQUESTS_AT_ONCE if isinstance(folder, ObjectPath) else 1)

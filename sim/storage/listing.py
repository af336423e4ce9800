"""What is in a folder, told by one look at it rather than by one for each file."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final

from sim.runs.cpus import usable_cpus
from sim.storage.folder import Folder
from sim.storage.object_path import ObjectPath

_REQUESTS_AT_ONCE: Final = 8


def entries(folder: Folder) -> dict[str, tuple[int, int]]:
    """Return size in bytes and time of change in nanoseconds of the files of a folder, by name.

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
            return dict(_stated(found))
    except FileNotFoundError:
        return {}


def entry(path: Folder) -> tuple[int, int] | None:
    """Return size in bytes and time of change in nanoseconds of a file; None if it is not seen."""
    try:
        if isinstance(path, ObjectPath):
            return path.state()
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def bytes_below(folder: Folder, without: Collection[str] = ()) -> int:
    """Return the size of all files in a folder and below it.

    Parameters
    ----------
    folder : Path or ObjectPath
        The folder.
    without : collection of str
        Names of folders in it that are left out.
    """
    sizes = [size for size, _ in entries(folder).values()]
    below = (each for each in folder.iterdir() if each.name not in without and each.is_dir())
    return sum(sizes) + sum(bytes_below(each) for each in below)


def _stated(found: Iterable[os.DirEntry[str]]) -> Iterator[tuple[str, tuple[int, int]]]:
    for one in found:
        with suppress(FileNotFoundError):  # removed meanwhile
            if one.is_file():
                state = one.stat()
                yield one.name, (state.st_size, state.st_mtime_ns)


def readers_of(folder: Folder) -> int:
    """Return how many files of a folder are best read at once.

    Reading from a disk takes a CPU each; reading from a store is mostly waiting.
    """
    return max(usable_cpus(), _REQUESTS_AT_ONCE if isinstance(folder, ObjectPath) else 1)

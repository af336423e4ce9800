"""What is in a folder, told by one look at it rather than by one for each file."""

from __future__ import annotations

import os
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
            files = [(entry.name, entry.stat()) for entry in found if entry.is_file()]
    except FileNotFoundError:
        return {}
    return {name: (state.st_size, state.st_mtime_ns) for name, state in files}


def readers_of(folder: Folder) -> int:
    """Return how many files of a folder are best read at once.

    Reading from a disk takes a CPU each; reading from a store is mostly waiting.
    """
    return max(usable_cpus(), _REQUESTS_AT_ONCE if isinstance(folder, ObjectPath) else 1)

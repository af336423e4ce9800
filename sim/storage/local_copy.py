"""Files of a store that others must read as files: copies of them on this machine."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sim.storage.folder import Folder

_copies: Final[list[TemporaryDirectory[str]]] = []
"""They stay until this process ends: policies are loaded from them again by its workers."""


def on_this_machine(folder: Folder, below: str) -> Path:
    """Return a folder of this machine with the same files.

    Parameters
    ----------
    folder : Path or ObjectPath
        A path of this machine is returned as it is.
    below : str
        What is copied: everything in this folder of it.

    Raises
    ------
    UserError
        If the store refuses.
    """
    if isinstance(folder, Path):
        return folder
    copy = TemporaryDirectory(prefix="nap-")
    _copies.append(copy)
    for file in (folder / below).objects_below():
        target = Path(copy.name) / file.key.removeprefix(folder.key).strip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    return Path(copy.name)

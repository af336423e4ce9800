"""Taking a folder for what is written into it: it must be free, or hold the same from before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from sim.errors import UserError
from sim.runs.files import is_temporary, make_folder, remove_temporaries, write_whole
from sim.runs.run_lock import LOCK_NAME, run_lock
from sim.storage import Folder

FoundT = TypeVar("FoundT")


@contextmanager
def claimed_folder(
    path: Folder, look: Callable[[], FoundT], folders: Sequence[str]
) -> Iterator[tuple[FoundT, int | None]]:
    """Make a folder and hold its lock.

    Parameters
    ----------
    path : Path or ObjectPath
        The folder; made if it is not there.
    look : callable
        Says what is there already, or raises if the folder must not be used. It is asked first,
        before anything is touched, and again when nobody else can write.
    folders : sequence of str
        All folders below in which files are written, the folder itself included as ".": what
        writers that were killed left there is removed at the start and at the end.

    Yields
    ------
    (FoundT, int or None)
        What is there, and the descriptor that holds the lock; none in a store.

    Raises
    ------
    UserError
        If the folder cannot be made or another process is at work in it.
    """
    look()
    make_folder(path)
    with held_folder(path, folders, look) as found_and_lock:
        yield found_and_lock


@contextmanager
def held_folder(
    path: Folder, folders: Sequence[str], look: Callable[[], FoundT]
) -> Iterator[tuple[FoundT, int | None]]:
    """Hold the lock of a folder that is there; for the rest see :func:`claimed_folder`."""
    with run_lock(path) as lock:
        found = look()
        _clean(path, folders)
        try:
            yield found, lock
        finally:
            _clean(path, folders)


def see_that_it_is_free(path: Folder, file: str, what: str) -> None:
    """Refuse a folder that holds anything but what a start that was killed leaves behind.

    Parameters
    ----------
    path : Path or ObjectPath
        It has not got the file.
    file : str
        The name of the file that makes a folder what is wanted, …
    what : str
        … and what that is called.
    """
    if not path.exists():
        return
    if not path.is_dir():
        raise UserError(f"{path}: is a file; choose a folder for --out")
    # What people know comes first, hidden files last.
    found: list[Folder] = sorted(path.iterdir(), key=lambda each: (each.name[:1] == ".", each.name))
    for entry in found:
        if entry.name != LOCK_NAME and not is_temporary(entry):
            if (path / file).exists():  # another process has begun meanwhile
                return
            raise UserError(
                f"{path}: is not empty and holds no {what} (it has {entry.name}, but no {file}); "
                "choose an empty or a new folder for --out"
            )


def write_if_new(path: Folder, text: str) -> None:
    """Write a text file, unless it says so already."""
    content = text.encode()
    if not path.exists() or path.read_bytes() != content:
        write_whole(path, content)


def _clean(path: Folder, folders: Sequence[str]) -> None:
    for folder in folders:
        remove_temporaries(path / folder)

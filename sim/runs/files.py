"""Files that are whole or absent: nobody ever sees half of one.

Content goes to a temporary name in the same folder, is forced to the disk, and takes its final
name in one step. A crash, a full disk or a kill at any instruction leaves either the old file,
the new one, or a temporary file that the next run removes. A store of objects does the same by
itself, with nothing temporary to be seen.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from sim.errors import UserError
from sim.storage import Folder, ObjectPath
from sim.storage.stamp import Stamp

PlaceT = TypeVar("PlaceT", Path, ObjectPath)

_PREFIX = ".tmp-nap-"
_TEMPORARY_NAME = re.compile(rf"{re.escape(_PREFIX)}.+-\d+")
"""What an unfinished file is called: after its final name and its writer. No reader looks at it."""

SETTLED_NS: Final = 2_000_000_000
"""The longest tick, in nanoseconds, of any clock by which file systems date files (FAT's)."""

_REMEDIES = {
    errno.ENOSPC: "make room, then go on",
    errno.EDQUOT: "make room in your quota, then go on",
    errno.EFBIG: "raise the limit on file sizes (ulimit -f), then go on",
    errno.EACCES: "choose a folder you may write to, or change its permissions",
    errno.EPERM: "choose a folder you may write to, or change its permissions",
    errno.EROFS: "choose a folder on a disk that can be written",
    errno.ENOTDIR: "choose a path whose folders are folders, not files",
    errno.EISDIR: "move the folder of that name away, then go on",
    errno.EEXIST: "choose a folder, not a file",
    errno.ENOENT: "its folder was removed meanwhile; go on",
    errno.EISDIR: "move that folder away, a file belongs there, then go on",
    errno.EMFILE: "allow more open files (ulimit -n) or fewer --workers, then go on",
    errno.ENFILE: "close other programs, then go on",
    errno.ENOMEM: "make memory free or try fewer --workers, then go on",
    errno.EIO: "see that the disk is well, then go on",
}
_ABOUT_NAMES = frozenset({errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOENT})
"""Where nobody expected them, these are faults of the program."""

_OTHERWISE = "see that the disk is well, then go on"


def write_error(path: Folder, error: OSError) -> UserError:
    """Return what to tell the user: the file that cannot be written, the reason, the way out."""
    reason = error.strerror or str(error)
    remedy = _REMEDIES.get(error.errno or 0, _OTHERWISE)
    return UserError(
        f"{path}: cannot be written: {reason}; {remedy}", again=remedy.endswith("go on")
    )


def refusal_of_the_system(error: OSError) -> UserError | None:
    """Return what to tell the user of an error that nobody expected; None if it is no refusal.

    Disks that fill up, limits and lost permissions can hit any call. They are no faults of the
    program.
    """
    if error.errno == errno.ENOENT and error.filename is None:  # tempfile has found no place
        remedy = "set TMPDIR to a folder that can be written, then go on"
    elif error.errno in _REMEDIES and error.errno not in _ABOUT_NAMES:
        remedy = _REMEDIES[error.errno]
    else:
        return None
    where = f"{error.filename}: " if isinstance(error.filename, str) else ""
    return UserError(f"{where}{error.strerror}; {remedy}", again=remedy.endswith("go on"))


def make_folder(path: Folder) -> None:
    """Make a folder and those above it; one that is there already is fine.

    Raises
    ------
    UserError
        If the folder cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_error(path, error) from error


def temporary_path(path: PlaceT) -> PlaceT:
    """Return a name for a file until it is whole, which no other writer has.

    The number of the process would not do: processes of two machines may have the same one, and
    write the same file when one of them had been taken for lost.
    """
    return path.with_name(f"{_PREFIX}{path.name}-{secrets.randbits(64)}")


def write_whole(path: Folder, content: bytes | memoryview) -> None:
    """Write a file so that it exists complete or not at all, even through a power cut.

    Parameters
    ----------
    path : Path or ObjectPath
        The final name; a file of that name is replaced. The folder must exist.
    content : bytes or memoryview
        The whole content.

    Raises
    ------
    UserError
        If the system refuses (disk full, no permission, …); nothing is left behind then.
    """
    if isinstance(path, ObjectPath):
        path.write_bytes(content)
        return
    with _whole_or_absent(path) as temporary:
        _write_and_sync(temporary, content)


def write_stamped(path: Folder, content: bytes | memoryview) -> Stamp | None:
    """Write a file like :func:`write_whole`, and return what listings say of it from now on.

    The file is dated back by the longest tick of a clock. Whoever changes it later, however soon,
    leaves another date. A store dates its objects itself: of an object nothing is returned.

    Raises
    ------
    UserError
        If the system refuses; nothing is left behind then.
    """
    if isinstance(path, ObjectPath):
        path.write_bytes(content)
        return None
    with _whole_or_absent(path) as temporary:
        _write_and_sync(temporary, content)
        written = temporary.stat()
        os.utime(temporary, ns=(written.st_atime_ns, written.st_mtime_ns - SETTLED_NS))
        dated = temporary.stat()
        return Stamp(dated.st_size, dated.st_mtime_ns)


@contextmanager
def _whole_or_absent(path: Path) -> Iterator[Path]:
    """Give a temporary name for a file, which takes its final name at the end if all went well."""
    temporary = temporary_path(path)
    try:
        try:
            yield temporary
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise write_error(path, error) from error


def sync_folder(folder: Path) -> None:
    """Force the names of a folder's files to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_temporary(path: Folder) -> bool:
    """Whether this is a file that :func:`write_whole` has not finished; a folder never is."""
    if isinstance(path, ObjectPath) or not _TEMPORARY_NAME.fullmatch(path.name):
        return False
    return path.is_file() and not path.is_symlink()


def remove_temporaries(folder: Folder) -> None:
    """Remove what killed writers left in a folder, but not below it; it need not be there.

    Only for who holds the run's lock: another process may be writing otherwise.

    Raises
    ------
    UserError
        If the system refuses.
    """
    if isinstance(folder, ObjectPath):
        return
    for path in folder.glob(f"{_PREFIX}*"):
        if is_temporary(path):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise write_error(path, error) from error


def _write_and_sync(path: Path, content: bytes | memoryview) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())

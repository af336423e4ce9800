"""What is done to a folder before commands are typed in it, and what they are kept from doing."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any


def change_description(*place: str | int, value: Any) -> Callable[[Path], None]:
    """Write another value into ``run.json``."""
    return _change("run.json", *place, value=value)


def change_tables(*place: str | int, value: Any) -> Callable[[Path], None]:
    """Write another value into ``tables.json``."""
    return _change("tables/tables.json", *place, value=value)


def _change(described: str, *place: str | int, value: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        file = folder / "run" / described
        fields = inner = json.loads(file.read_text())
        for name in place[:-1]:
            inner = inner[name]
        inner[place[-1]] = value
        file.write_text(json.dumps(fields))

    return change


def removed(*names: str) -> Callable[[Path], None]:
    def remove(folder: Path) -> None:
        for name in names:
            (folder / name).unlink()

    return remove


def written(name: str, content: bytes = b"") -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)

    return write


def copied(source: str, target: str) -> Callable[[Path], None]:
    def copy(folder: Path) -> None:
        shutil.copy(folder / source, folder / target)

    return copy


def cut_short(name: str) -> Callable[[Path], None]:
    return lambda folder: os.truncate(folder / name, (folder / name).stat().st_size // 2)


def changed(name: str, old: bytes | None = None, new: bytes = b"") -> Callable[[Path], None]:
    """Change a text in a file, or a bit of it."""

    def change(folder: Path) -> None:
        content = bytearray((folder / name).read_bytes())
        if old is None:
            content[100] ^= 1
        else:
            content = content.replace(old, new)
        (folder / name).write_bytes(content)

    return change


def all_of(*steps: Callable[[Path], object]) -> Callable[[Path], None]:
    def take(folder: Path) -> None:
        for step in steps:
            step(folder)

    return take


def locked(folder: Path) -> object:
    """Hold the lock of the run, as another process does."""
    file = (folder / "run" / ".lock").open("w")
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def folder_in_place_of(name: str) -> Callable[[Path], None]:
    def replace(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir()

    return replace


def file_in_place_of(name: str) -> Callable[[Path], None]:
    def replace(folder: Path) -> None:
        shutil.rmtree(folder / name)
        (folder / name).touch()

    return replace


def emptied(name: str) -> Callable[[Path], None]:
    def empty(folder: Path) -> None:
        for file in (folder / name).iterdir():
            file.unlink()

    return empty


def later() -> Callable[[Path], None]:
    """A run of the deals that come after those of ``run``: they are not simulated yet."""

    def copy(folder: Path) -> None:
        shutil.copytree(folder / "run", folder / "later")
        emptied("later/deals")(folder)
        emptied("later/sessions")(folder)
        file = folder / "later" / "run.json"
        fields = json.loads(file.read_text())
        fields["plan"]["first_session"] = fields["plan"]["sessions"]
        file.write_text(json.dumps(fields))

    return copy


def without_processes() -> None:
    """Be the command on a system that gives no more processes."""
    import errno
    import multiprocessing.util

    from pipelines.cli import main

    def refuse(*arguments: object) -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    multiprocessing.util.spawnv_passfds = refuse
    main()


def without_dask() -> None:
    """Be the command where the extra is not installed."""
    import sys

    from pipelines.cli import main

    sys.modules["distributed"] = None  # type: ignore[assignment]
    main()


def without_temporary_folders() -> None:
    """Be the command where neither the user's cache nor any temporary folder can be written."""
    import errno
    import tempfile

    from pipelines.cli import main

    def refuse() -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")

    os.environ["XDG_CACHE_HOME"] = "/dev/null/cache"
    tempfile.gettempdir = refuse
    main()

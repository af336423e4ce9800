"""Compiled code on disk: where it is kept, and how a function is specialised.

Numba keeps compiled code beside a function's source file and trusts it while that one file is
unchanged: editing a helper in another file would silently give old results, and two processes
that compile at once can mix their results up. So compiled code goes to a folder named by a digest
of all source files with compiled functions, and is made or read under a lock: one of several, by
the function's name, so that different functions are compiled at the same time.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba import cfunc, njit

from sim.engine.block import LANES

_PACKAGE = Path(__file__).parents[1]
_COMPILED = (
    "engine",
    "policies",
    "solver",
    "game/cards.py",
    "dealers.py",
    "hands.py",
    "outcomes.py",
    "comparisons/study.py",
    "conditions/dealing.py",
)
"""Where compiled functions live, and the constants in them: changes elsewhere leave them valid."""

_FOLDER = "nap-compiled-"
_LOCK = "lock"
"""Its date says when a process last asked for the folder."""
_LOCKS = 64
_MONTH = 30 * 24 * 3600.0
"""In seconds."""


@cache
def engine_digest() -> str:
    """SHA-256, in hexadecimal, of all source files on which compiled code depends."""
    digest = hashlib.sha256()
    for path in compiled_sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def compiled_sources() -> tuple[Path, ...]:
    """The source files on which compiled code depends, sorted."""
    parts = [_PACKAGE / name for name in _COMPILED]
    files = {file for part in parts for file in (part, *part.rglob("*.py")) if file.is_file()}
    return tuple(sorted(files))


@cache
def cache_folder() -> Path:
    """The folder of compiled code: the user's cache, or a temporary one if that is read-only."""
    wanted = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for parent in (wanted, Path(tempfile.gettempdir()) / f"nap-{os.getuid()}"):
        folder = parent / f"{_FOLDER}{engine_digest()[:16]}-{LANES}-numba-{numba.__version__}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / _LOCK).touch()
        except OSError:
            continue
        if folder.stat().st_uid == os.getuid():  # others could plant code there
            _forget_old_versions(parent, keep=folder)
            return folder
    return Path(tempfile.mkdtemp(prefix=_FOLDER))


def _forget_old_versions(parent: Path, keep: Path) -> None:
    """Remove compiled code that no process has asked for in a month."""
    for folder in parent.glob(f"{_FOLDER}*"):
        with suppress(OSError):
            if folder != keep and time.time() - (folder / _LOCK).stat().st_mtime > _MONTH:
                shutil.rmtree(folder)


def is_on_disk(name: str) -> bool:
    """Whether a function specialised under that name has been compiled before."""
    return any(cache_folder().rglob(f"*.{name}-*.nbi"))


@contextmanager
def _made_by_one(function: Callable[..., Any]) -> Iterator[None]:
    """Let one process at a time make or read the code of a function."""
    place = zlib.crc32(function.__qualname__.encode()) % _LOCKS
    with (cache_folder() / f"{_LOCK}-{place}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def specialised(function: Callable[..., Any], name: str, **constants: Any) -> FunctionType:
    """A copy of a function in which some global names have other values.

    The compiler takes global names as constants, so a kernel can be made for one number of
    players. A closure would do the same, but Numba's cache never finds closures again.
    """
    assert isinstance(function, FunctionType)
    copy = FunctionType(
        function.__code__, {**function.__globals__, **constants}, name, function.__defaults__
    )
    copy.__qualname__ = name
    copy.__module__ = function.__module__
    return copy


@contextmanager
def _own_cache() -> Iterator[None]:
    """Point Numba to our folder while it decides where a function's code is kept."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def compile_kernel(signature: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function for one signature, or read it from the cache; it runs without the GIL."""
    with _made_by_one(function), _own_cache():
        kernel: Callable[..., Any] = njit(signature, nogil=True, cache=True)(function)
        return kernel


def compile_pointer(signature: Any, function: Callable[..., Any]) -> Any:
    """Compile a function to be called by its ``.address``, or read it from the cache."""
    with _made_by_one(function), _own_cache():
        return cfunc(signature, cache=True)(function)

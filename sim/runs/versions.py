"""Versions of this project and of what its numbers rest on."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from sim.engine.compiled import engine_digest

ENGINE: Final = "engine"

_PACKAGES: Final = ("nap-statistics", "numba", "numpy", "pyarrow")


def version_of(package: str) -> str:
    """Return the version of an installed package, or words that say that it is not installed.

    >>> version_of("no-such-package")
    'not installed'
    """
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def other_engine(recorded: Mapping[str, str]) -> str | None:
    """Say that something was simulated by another engine than this one; None if it was not.

    Parameters
    ----------
    recorded : mapping of str to str
        What :func:`versions` gave when it was begun.
    """
    theirs, ours = recorded.get(ENGINE, "unknown"), engine_digest()
    if theirs == ours:
        return None
    return (
        f"was simulated by another version of the engine ({theirs[:12]}, this one is {ours[:12]})"
    )


def versions() -> dict[str, str]:
    """Return the versions that a run is made with now, by package.

    Under ``engine`` stands the digest of the sources that decide which deals come out.
    """
    return {
        ENGINE: engine_digest(),
        "python": platform.python_version(),
        **{package: version_of(package) for package in _PACKAGES},
    }

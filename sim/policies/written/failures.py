"""What written policies raise while the engine runs: kept until somebody can tell of it."""

from __future__ import annotations

import traceback
from pathlib import Path

_noted: list[BaseException] = []


def note_failure(error: BaseException) -> None:
    """Keep the first exception that a policy has raised."""
    if not _noted:
        _noted.append(error)


def take_failure() -> BaseException | None:
    """Return the exception that was kept, if there is one, and forget it."""
    return _noted.pop() if _noted else None


def failure_in_words(error: BaseException) -> str:
    """Return what was raised and where, on one line.

    >>> failure_in_words(ValueError("no such card"))
    'ValueError: no such card'
    """
    words = f"{type(error).__name__}: {error}".replace("\n", " ").removesuffix(": ")
    frames = traceback.extract_tb(error.__traceback__)
    if frames:
        words += f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})"
    return words

"""The folder into which runs are put side by side: its name, and whether it is free."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sim.errors import UserError
from sim.runs.claimed_folder import see_that_it_is_free
from sim.runs.files import make_folder, write_whole
from sim.storage import Folder

__all__ = [
    "BESIDE_FILE",
    "claim_folder",
    "labels_of",
    "see_that_it_is_free_for_runs",
    "see_that_they_differ",
    "usual_folder",
]

BESIDE_FILE: Final = "side-by-side.json"
"""What makes a folder one of runs side by side."""

_FORMAT: Final = 1
_LONGEST_NAME: Final = 100


def labels_of(paths: Sequence[Folder]) -> tuple[str, ...]:
    """Return what runs are called: the names of their folders, with those above where needed.

    Examples
    --------
    >>> labels_of([Path("runs/night/foster"), Path("runs/day/foster"), Path("runs/counting")])
    ('night/foster', 'day/foster', 'counting')
    """
    places = [_place(path) for path in paths]
    return tuple(_label(place, places) for place in places)


def _label(place: tuple[str, ...], places: Sequence[tuple[str, ...]]) -> str:
    for parts in range(1, len(place)):
        label = place[-parts:]
        if sum(other[-parts:] == label for other in places) == 1:
            return "/".join(label)
    return "/".join(place)


def _place(path: Folder) -> tuple[str, ...]:
    absolute = path.resolve() if isinstance(path, Path) else path
    return tuple(part for part in str(absolute).split("/") if part)


def see_that_they_differ(paths: Sequence[Folder]) -> None:
    """Refuse a run that is given twice.

    Raises
    ------
    UserError
        With its path.
    """
    places = [_place(path) for path in paths]
    for number, place in enumerate(places):
        if place in places[:number]:
            raise UserError(
                f"{paths[number]}: is given twice; name each run once, two runs at least: "
                "nap report RUN RUN"
            )


def usual_folder(paths: Sequence[Folder]) -> Folder:
    """Return the folder next to the first run that is named after all of them.

    Examples
    --------
    >>> usual_folder([Path("runs/three"), Path("runs/four"), Path("elsewhere/five")]).as_posix()
    'runs/three-beside-four-five'
    """
    first, *others = (path.name or _place(path)[-1] for path in paths)
    name = f"{first}-beside-{'-'.join(others)}"
    if len(name) > _LONGEST_NAME:
        name = f"{first}-beside-{len(others)}-others"
    return _beside(paths[0]) / name


def _beside(path: Folder) -> Folder:
    """Return the folder that holds another; a path such as "." names none."""
    return path.parent if path.name not in ("", "..") else path.absolute().parent


def see_that_it_is_free_for_runs(path: Folder) -> None:
    """Refuse a folder that holds anything but runs that were put side by side before.

    Raises
    ------
    UserError
        That says what it holds.
    """
    if not (path / BESIDE_FILE).exists():
        see_that_it_is_free(path, BESIDE_FILE, "runs side by side")


def claim_folder(path: Folder, labels: Sequence[str]) -> None:
    """Make a folder that of these runs side by side; it must be free, or that of others.

    Raises
    ------
    UserError
        If it cannot be made.
    """
    make_folder(path)
    text = json.dumps({"format": _FORMAT, "runs": list(labels)}, ensure_ascii=False, indent=1)
    write_whole(path / BESIDE_FILE, f"{text}\n".encode())

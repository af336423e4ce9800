"""What a user calls a folder: a path of this machine, or the URI of a place in an object store."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from sim.storage.object_path import ObjectPath
from sim.storage.store import is_uri

Folder = Path | ObjectPath
"""A place for files; both kinds have the methods that this project uses."""


def is_same(one: Folder, other: Folder) -> bool:
    """Whether two places that are there are one, whatever they are called."""
    if isinstance(one, Path) and isinstance(other, Path):
        return one.samefile(other)
    return one == other


def folder_at(place: str | Folder) -> Folder:
    """Return the place that was written down; one that is no text is returned as it is.

    A ``file://`` URI is a path of this machine like any other.

    Raises
    ------
    UserError
        If it is the URI of something that is no object store, or not a whole one.

    Examples
    --------
    >>> folder_at("data/runs/quickstart").name
    'quickstart'
    >>> print(folder_at("s3://my-bucket/runs/night/") / "run.json")
    s3://my-bucket/runs/night/run.json
    >>> folder_at("ftp://server/run")
    Traceback (most recent call last):
    ...
    sim.errors.UserError: ftp://server/run: ftp:// is no object store; allowed: s3://, gs://, \
gcs://, file:// or a path of this machine
    """
    if not isinstance(place, str):
        return place
    if place.startswith("file://"):
        return Path(unquote(urlsplit(place).path))
    return ObjectPath.at(place) if is_uri(place) else Path(place)

"""Reading the JSON file that makes a folder what it is: a run, or one of comparisons."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sim.errors import UserError
from sim.storage import Folder

FoundT = TypeVar("FoundT")


def read_description(
    file: Folder,
    known_format: int,
    meaning: Callable[[Mapping[str, Any]], FoundT],
    why_missing: Callable[[OSError], str],
) -> FoundT:
    """Return what a description says.

    Parameters
    ----------
    file : Path or ObjectPath
        The file.
    known_format : int
        The only ``format`` that this version knows.
    meaning : callable
        Makes of its fields what they stand for; raises KeyError, TypeError or ValueError where
        they contradict themselves.
    why_missing : callable
        Says what to do where it cannot be read.

    Raises
    ------
    UserError
        If it cannot be read, is damaged, or of another format.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{file.parent}: {why_missing(error)}") from error
    try:
        fields = json.loads(text)
        if fields["format"] == known_format:
            return meaning(fields)
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"{file}: is damaged ({error}); restore it, or start anew in another --out"
        ) from error
    raise UserError(
        f"{file}: is of format {fields['format']!r}, this version of nap knows {known_format}; "
        "use the version that made it, or start anew in another --out"
    )

"""The files of users' policies: a run keeps copies, so that it can be replayed on its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from sim.engine.block import LANES_VARIABLE, MANY_LANES
from sim.errors import UserError
from sim.policies import Policy, kind_of
from sim.policies.policy import COPIES
from sim.policies.written.sources import source_files
from sim.runs.files import make_folder, write_whole
from sim.storage import Folder

FOLDER: Final = COPIES
"""Folder of the copies in a run."""


def policy_files(policies: Iterable[Policy]) -> dict[str, bytes]:
    """Return the files of all policies that come from files, by their paths in the folder.

    Raises
    ------
    UserError
        If two different files would have one name there, or a file has changed since its policy
        was read.
    """
    files: dict[str, bytes] = {}
    for policy in dict.fromkeys(policies):
        if policy.source:
            kind_of(policy)
            folder = Path(policy.source).parent
            for file in source_files(Path(policy.source)):
                name, content = file.relative_to(folder).as_posix(), file.read_bytes()
                if files.setdefault(name, content) != content:
                    raise UserError(
                        f"{file}: another file called {name} is used by another policy; "
                        "give one of them another name"
                    )
    return files


def write_policy_files(run: Folder, files: Mapping[str, bytes]) -> None:
    """Write copies into the folder of a run, those that are not there yet."""
    for name, content in files.items():
        path = run / FOLDER / name
        if not path.exists() or path.read_bytes() != content:
            make_folder(path.parent)
            write_whole(path, content)


def environment_for(policies: Iterable[Policy]) -> dict[str, str]:
    """Return the environment that worker processes need to play these policies fast."""
    in_python = any(kind_of(policy).answers_in_python for policy in policies)
    return {LANES_VARIABLE: str(MANY_LANES)} if in_python else {}

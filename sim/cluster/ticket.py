"""What the workers of a cluster need of a job: a file in the folder that is worked on.

The file, the *ticket*, also shows that a worker sees that folder, and that the job goes on: where
it has been removed, no task is begun. Its name is that of an unfinished file, so that whoever takes
the folder next removes what a killed parent has left.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.policies.policy import COPIES, Policy
from sim.runs.files import temporary_path, write_whole


@dataclass(frozen=True)
class Equipment:
    """What a child process is given at its start."""

    pickled_job: bytes
    """The job; users' policies in it are read from their copies in the folder."""
    environment: Mapping[str, str]
    """Variables of its environment that the job's modules read when they are imported."""
    log_level: int
    """The lowest level that is sent to the parent."""
    versions: Mapping[str, str]
    """What the parent runs with, by package; see :func:`sim.runs.versions.versions`."""


@dataclass(frozen=True)
class Ticket:
    """Where the equipment lies; it travels with every task.

    Attributes
    ----------
    file : Path
        Under the path by which the parent knows the folder.
    digest : str
        SHA-256 of its content, in hexadecimal.
    """

    file: Path
    digest: str

    @classmethod
    def written(cls, folder: Path, equipment: Equipment) -> Ticket:
        """Write a ticket into a folder.

        Raises
        ------
        UserError
            If it cannot be written.
        """
        content = pickle.dumps(equipment)
        file = temporary_path(folder / "ticket")
        write_whole(file, content)
        return cls(file, hashlib.sha256(content).hexdigest())

    def read(self) -> Equipment:
        """Return the equipment.

        Raises
        ------
        OSError
            If the file is not there, or not this one.
        """
        content = self.file.read_bytes()
        if hashlib.sha256(content).hexdigest() != self.digest:
            raise OSError("it has another content here")
        equipment: Equipment = pickle.loads(content)
        return equipment

    def is_valid(self) -> bool:
        """Whether the job goes on: opened anew each time, which asks a file server, not a cache."""
        try:
            self.file.open("rb").close()
        except OSError:
            return False
        return True

    def withdraw(self) -> None:
        """Let no further task begin."""
        self.file.unlink(missing_ok=True)


def packed(job: Any, folder: Path) -> bytes:
    """Return a pickled job in which users' policies come from their copies in a folder.

    Raises
    ------
    UserError
        If a policy has been defined in the program itself, which no other process can import.
    """
    content = io.BytesIO()
    try:
        _Packer(content, folder / COPIES).dump(job)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UserError(f"the job cannot be sent to other machines: {error}") from error
    return content.getvalue()


class _Packer(pickle.Pickler):
    def __init__(self, content: io.BytesIO, copies: Path) -> None:
        super().__init__(content, protocol=pickle.HIGHEST_PROTOCOL)
        self._copies = copies

    def reducer_override(self, value: Any) -> tuple[Callable[..., Any], tuple[Any, ...]] | Any:
        if isinstance(value, Policy) and value.source:
            copy = str(self._copies / Path(value.source).name)
            if copy != value.source:
                return _from_copy, (replace(value, source=""), copy)
        return NotImplemented


def _from_copy(policy: Policy, copy: str) -> Policy:
    return replace(policy, source=copy)

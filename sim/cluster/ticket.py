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
from typing import Any, Final

from sim.errors import UserError
from sim.policies.policy import COPIES, Policy
from sim.runs.files import temporary_path, write_whole
from sim.storage import Folder, ObjectPath
from sim.storage.local_copy import on_this_machine

_NAME: Final = "ticket"


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
    file : Path or ObjectPath
        Under the path by which the parent knows the folder.
    digest : str
        SHA-256 of its content, in hexadecimal.
    """

    file: Folder
    digest: str

    @classmethod
    def written(cls, folder: Folder, equipment: Equipment) -> Ticket:
        """Write a ticket into a folder.

        Raises
        ------
        UserError
            If it cannot be written.
        """
        content = pickle.dumps(equipment)
        file: Folder
        if isinstance(folder, ObjectPath):
            _remove_tickets(folder)
            file = temporary_path(folder / _NAME)
        else:
            file = temporary_path(folder / _NAME)
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
        if isinstance(self.file, ObjectPath):
            return self.file.exists()
        try:
            self.file.open("rb").close()
        except OSError:
            return False
        return True

    def withdraw(self) -> None:
        """Let no further task begin."""
        self.file.unlink(missing_ok=True)


def _remove_tickets(folder: ObjectPath) -> None:
    """Remove what killed parents have left in a store, where nothing else has temporary names."""
    for path in folder.glob(f"*{_NAME}-*"):
        path.unlink(missing_ok=True)


def packed(job: Any, folder: Folder) -> bytes:
    """Return a pickled job in which users' policies come from their copies in a folder.

    Raises
    ------
    UserError
        If a policy has been defined in the program itself, which no other process can import.
    """
    content = io.BytesIO()
    try:
        _Packer(content, folder).dump(job)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise UserError(f"the job cannot be sent to other machines: {error}") from error
    return content.getvalue()


class _Packer(pickle.Pickler):
    def __init__(self, content: io.BytesIO, folder: Folder) -> None:
        super().__init__(content, protocol=pickle.HIGHEST_PROTOCOL)
        self._folder = folder

    def reducer_override(self, value: Any) -> tuple[Callable[..., Any], tuple[Any, ...]] | Any:
        if isinstance(value, Policy) and value.source:
            name = Path(value.source).name
            if value.source != str(self._folder / COPIES / name):
                return _from_copy, (replace(value, source=""), self._folder, name)
        return NotImplemented


def _from_copy(policy: Policy, folder: Folder, name: str) -> Policy:
    copies = on_this_machine(folder, COPIES) / COPIES
    return replace(policy, source=str(copies / name))

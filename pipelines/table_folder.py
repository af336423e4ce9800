"""Tables on disk: Parquet and CSV for each, and all of them in one JSON file.

``tables.json`` holds the ``format``; under ``provenance``, where the tables come from; under
``tables``, for each name: ``title``; ``columns`` with ``name``, ``dtype``, ``unit`` and
``meaning``; ``rows``, each a list in the order of the columns, null where nothing is known; and
``sha256`` of the Parquet file. It is written last, so that its digests tell whether all files are
of one making. Equal tables give equal bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import polars as pl

from pipelines.table_schema import TableSchema
from sim.errors import UserError
from sim.runs.files import make_folder, write_whole
from sim.storage import Folder

__all__ = ["TableFolder"]

_FOLDER: Final = "tables"
_INDEX: Final = "tables.json"

Provenance = TypeVar("Provenance")


@dataclass(frozen=True, kw_only=True)
class TableFolder:
    """The folder of tables in the directory of what they were made of.

    Attributes
    ----------
    of : Folder or ObjectPath
        The directory that holds the folder.
    format : str
        Raised whenever a column changes its name or meaning.
    schemas : mapping of str to TableSchema
        Every table by name, in the order in which they are written.
    how_to_make : str
        The command that makes the tables, for messages.
    """

    of: Folder
    format: str
    schemas: Mapping[str, TableSchema]
    how_to_make: str

    def write(self, provenance: Mapping[str, Any], frames: Mapping[str, pl.DataFrame]) -> None:
        """Write every table as Parquet and CSV, and ``tables.json``.

        Raises
        ------
        UserError
            If the system refuses.
        """
        folder = self.of / _FOLDER
        make_folder(folder)
        described = {}
        for name, frame in frames.items():
            content = _parquet(frame)
            write_whole(folder / f"{name}.parquet", content)
            write_whole(folder / f"{name}.csv", frame.write_csv().encode())
            digest = hashlib.sha256(content).hexdigest()
            described[name] = _description(self.schemas[name], frame, digest)
        index = {"format": self.format, "provenance": provenance, "tables": described}
        text = json.dumps(index, ensure_ascii=False, allow_nan=False, indent=1)
        write_whole(folder / _INDEX, f"{text}\n".encode())

    def load(
        self, provenance: Callable[[Mapping[str, Any]], Provenance]
    ) -> tuple[Provenance, dict[str, pl.DataFrame]]:
        """Load the tables, and where they come from.

        Parameters
        ----------
        provenance : callable
            Makes it of the values that were written.

        Raises
        ------
        UserError
            If there are no tables, or a file of them is missing, damaged or of an older version.
        """
        index = self._read_index()
        try:
            described = index["tables"]
            digests = {
                name: described[name]["sha256"]
                for name, schema in self.schemas.items()
                if name in described or not schema.optional
            }
            made_of = provenance(index["provenance"])
        except (KeyError, TypeError) as error:
            raise self._must_be_made_again(_INDEX, f"lacks {error}") from None
        return made_of, {name: self._read_table(name, digest) for name, digest in digests.items()}

    @property
    def is_made(self) -> bool:
        """Whether there are tables, whole or not."""
        return (self.of / _FOLDER / _INDEX).exists()

    def provenance(self) -> dict[str, Any]:
        """Return what the index says of where the tables come from.

        Raises
        ------
        UserError
            If it is missing, damaged or of an older version.
        """
        provenance: dict[str, Any] = dict(self._read_index().get("provenance") or {})
        return provenance

    def faults(self) -> Iterator[str]:
        """Read every file of the tables, and yield a line for each that is not as it was written.

        Raises
        ------
        UserError
            If the index is damaged or of an older version, so that nothing can be said of the rest.
        """
        for name, described in self._read_index()["tables"].items():
            try:
                frame = self._read_table(name, described["sha256"])
            except UserError as error:
                yield str(error)
                continue
            except KeyError:
                yield str(self._must_be_made_again(_INDEX, f"has no digest of {name}"))
                continue
            if name not in self.schemas or described != _as_read(
                _description(self.schemas[name], frame, described["sha256"])
            ):
                yield str(self._must_be_made_again(_INDEX, f"does not say of {name} what it is"))
            file = f"{name}.csv"
            if not self._is_written(file, frame.write_csv().encode()):
                complaint = f"is not {name}.parquet as text"
                yield str(self._must_be_made_again(file, complaint))

    def _is_written(self, file: str, content: bytes) -> bool:
        try:
            return (self.of / _FOLDER / file).read_bytes() == content
        except OSError:
            return False

    def _read_index(self) -> dict[str, Any]:
        try:
            text = (self.of / _FOLDER / _INDEX).read_text(encoding="utf-8")
            index: dict[str, Any] = json.loads(text)
        except FileNotFoundError:
            raise UserError(
                f"{self.of}: has no tables yet; make them: {self.how_to_make}"
            ) from None
        except (OSError, ValueError) as error:
            raise self._must_be_made_again(_INDEX, f"cannot be read ({error})") from None
        found = index.get("format")
        if found != self.format:
            raise self._must_be_made_again(_INDEX, f"has format {found}, not {self.format}")
        return index

    def _read_table(self, name: str, digest: str) -> pl.DataFrame:
        file = f"{name}.parquet"
        try:
            content = (self.of / _FOLDER / file).read_bytes()
        except OSError as error:
            raise self._must_be_made_again(file, f"cannot be read ({error.strerror})") from None
        if hashlib.sha256(content).hexdigest() != digest:
            raise self._must_be_made_again(file, f"is not the file that {_INDEX} describes")
        return pl.read_parquet(io.BytesIO(content))

    def _must_be_made_again(self, file: str, complaint: str) -> UserError:
        path = self.of / _FOLDER / file
        return UserError(f"{path}: {complaint}; make the tables again: {self.how_to_make}")


def _parquet(frame: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd")
    return file.getvalue()


def _as_read(described: Mapping[str, Any]) -> Any:
    """Return a description as it comes back from a file."""
    return json.loads(json.dumps(described))


def _description(schema: TableSchema, frame: pl.DataFrame, digest: str) -> dict[str, Any]:
    return {
        "title": schema.title,
        "sha256": digest,
        "columns": [
            {
                "name": column.name,
                "dtype": column.dtype,
                "unit": column.unit,
                "meaning": column.meaning,
            }
            for column in schema.described(frame)
        ],
        "rows": [list(row) for row in frame.rows()],
    }

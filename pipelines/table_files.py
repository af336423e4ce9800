"""The tables of a run on disk: Parquet and CSV for each, and all of them in one JSON file.

``tables.json`` holds, under ``format``, `TABLES_FORMAT`; under ``provenance``, where the tables
come from; under ``tables``, for each name: ``title``; ``columns`` with ``name``, ``dtype``,
``unit`` and ``meaning``; ``rows``, each a list in the order of the columns, null where nothing
is known; and ``sha256`` of the Parquet file. It is written last, so that its digests tell whether
all files are of one making. Equal tables give equal bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import shlex
from pathlib import Path
from typing import Any, Final

import polars as pl

from pipelines.schema import TABLE_SCHEMAS, TableSchema
from pipelines.tables import Provenance, Tables
from sim.errors import UserError
from sim.runs.files import make_folder, write_whole

__all__ = ["TABLES_FORMAT", "load_tables", "write_tables"]

TABLES_FORMAT: Final = "nap.tables/2"
"""Raised whenever a column changes its name or meaning."""

_FOLDER: Final = "tables"
_INDEX: Final = "tables.json"


def write_tables(run: Path, tables: Tables) -> None:
    """Write every table as Parquet and CSV, and ``tables.json``, into the run's ``tables``.

    Raises
    ------
    UserError
        If the system refuses.
    """
    folder = run / _FOLDER
    make_folder(folder)
    described = {}
    for name, frame in tables.frames().items():
        content = _parquet(frame)
        write_whole(folder / f"{name}.parquet", content)
        write_whole(folder / f"{name}.csv", frame.write_csv().encode())
        digest = hashlib.sha256(content).hexdigest()
        described[name] = _description(TABLE_SCHEMAS[name], frame, digest)
    index = {
        "format": TABLES_FORMAT,
        "provenance": tables.provenance.to_json(),
        "tables": described,
    }
    text = json.dumps(index, ensure_ascii=False, allow_nan=False, indent=1)
    write_whole(folder / _INDEX, f"{text}\n".encode())


def _parquet(frame: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd")
    return file.getvalue()


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


def load_tables(run_directory: Path | str) -> Tables:
    """Load the tables that `nap aggregate` has made of a run.

    Raises
    ------
    UserError
        If there are no tables, or a file of them is missing, damaged or of an older version.
    """
    run = Path(run_directory)
    index = _read_index(run)
    try:
        described = index["tables"]
        digests = {
            name: described[name]["sha256"]
            for name, schema in TABLE_SCHEMAS.items()
            if name in described or not schema.optional
        }
        provenance = Provenance.from_json(index["provenance"])
    except (KeyError, TypeError) as error:
        raise _must_be_made_again(run, run / _FOLDER / _INDEX, f"lacks {error}") from None
    frames = {name: _read_table(run, name, digest) for name, digest in digests.items()}
    return Tables(provenance=provenance, **frames)


def _read_index(run: Path) -> dict[str, Any]:
    path = run / _FOLDER / _INDEX
    try:
        index: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"{run}: has no tables yet; make them: {_command(run)}") from None
    except (OSError, ValueError) as error:
        raise _must_be_made_again(run, path, f"cannot be read ({error})") from None
    found = index.get("format")
    if found != TABLES_FORMAT:
        raise _must_be_made_again(run, path, f"has format {found}, not {TABLES_FORMAT}")
    return index


def _read_table(run: Path, name: str, digest: str) -> pl.DataFrame:
    path = run / _FOLDER / f"{name}.parquet"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _must_be_made_again(run, path, f"cannot be read ({error.strerror})") from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise _must_be_made_again(run, path, f"is not the file that {_INDEX} describes")
    return pl.read_parquet(io.BytesIO(content))


def _must_be_made_again(run: Path, path: Path, complaint: str) -> UserError:
    return UserError(f"{path}: {complaint}; make the tables again: {_command(run)}")


def _command(run: Path) -> str:
    return shlex.join(["nap", "aggregate", str(run)])

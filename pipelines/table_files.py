"""The tables of a run on disk; `pipelines.table_folder` says what is in their folder."""

from __future__ import annotations

import shlex
from typing import Final

from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_folder import TableFolder
from pipelines.tables import Provenance, Tables
from sim.storage import Folder, folder_at

__all__ = ["TABLES_FORMAT", "load_tables", "write_tables"]

TABLES_FORMAT: Final = "nap.tables/2"
"""Raised whenever a column changes its name or meaning."""


def write_tables(run: Folder, tables: Tables) -> None:
    """Write every table as Parquet and CSV, and ``tables.json``, into the run's ``tables``.

    Raises
    ------
    UserError
        If the system refuses.
    """
    _folder(run).write(tables.provenance.to_json(), tables.frames())


def load_tables(run_directory: Folder | str) -> Tables:
    """Load the tables that `nap aggregate` has made of a run.

    Raises
    ------
    UserError
        If there are no tables, or a file of them is missing, damaged or of an older version.
    """
    provenance, frames = _folder(folder_at(run_directory)).load(Provenance.from_json)
    return Tables(provenance=provenance, **frames)


def _folder(run: Folder) -> TableFolder:
    return TableFolder(
        of=run,
        format=TABLES_FORMAT,
        schemas=TABLE_SCHEMAS,
        how_to_make=shlex.join(["nap", "aggregate", str(run)]),
    )

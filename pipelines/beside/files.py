"""Tables of runs side by side on disk; `pipelines.table_folder` says what is in their folder."""

from __future__ import annotations

from typing import Final

from pipelines.beside.schema import BESIDE_SCHEMAS
from pipelines.beside.tables import BesideProvenance, BesideTables
from pipelines.table_folder import TableFolder
from sim.storage import Folder, folder_at

__all__ = ["BESIDE_TABLES_FORMAT", "load_beside_tables", "write_beside_tables"]

BESIDE_TABLES_FORMAT: Final = "nap.beside-tables/1"
"""Raised whenever a column changes its name or meaning."""


def write_beside_tables(directory: Folder, tables: BesideTables) -> None:
    """Write every table as Parquet and CSV, and ``tables.json``, into the folder ``tables``.

    Raises
    ------
    UserError
        If the system refuses.
    """
    _folder(directory).write(tables.provenance.to_json(), tables.frames())


def load_beside_tables(directory: Folder | str) -> BesideTables:
    """Load the tables that have been made of runs side by side.

    Raises
    ------
    UserError
        If there are no tables, or a file of them is missing, damaged or of an older version.
    """
    provenance, frames = _folder(folder_at(directory)).load(BesideProvenance.from_json)
    return BesideTables(provenance=provenance, **frames)


def _folder(directory: Folder) -> TableFolder:
    return TableFolder(
        of=directory,
        format=BESIDE_TABLES_FORMAT,
        schemas=BESIDE_SCHEMAS,
        how_to_make=f"nap report RUN RUN --out {directory}",
    )

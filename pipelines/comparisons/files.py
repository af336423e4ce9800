"""The tables of a comparison on disk; `pipelines.table_folder` says what is in their folder."""

from __future__ import annotations

import shlex
from typing import Final

from pipelines.comparisons.schema import comparison_schemas
from pipelines.comparisons.tables import ComparisonProvenance, ComparisonTables
from pipelines.table_folder import TableFolder
from sim.storage import Folder, folder_at

__all__ = ["COMPARISON_TABLES_FORMAT", "load_comparison_tables", "write_comparison_tables"]

COMPARISON_TABLES_FORMAT: Final = "nap.comparison-tables/1"
"""Raised whenever a column changes its name or meaning."""


def write_comparison_tables(directory: Folder, tables: ComparisonTables) -> None:
    """Write every table as Parquet and CSV, and ``tables.json``, into the folder ``tables``.

    Raises
    ------
    UserError
        If the system refuses.
    """
    folder = _folder(directory, tables.provenance.swept)
    folder.write(tables.provenance.to_json(), tables.frames())


def load_comparison_tables(directory: Folder | str) -> ComparisonTables:
    """Load the tables that have been made of a comparison.

    Raises
    ------
    UserError
        If there are no tables, or a file of them is missing, damaged or of an older version.
    """
    provenance, frames = _folder(folder_at(directory)).load(ComparisonProvenance.from_json)
    return ComparisonTables(provenance=provenance, **frames)


def _folder(directory: Folder, swept: tuple[str, ...] = ()) -> TableFolder:
    file = directory / "comparison.toml"
    return TableFolder(
        of=directory,
        format=COMPARISON_TABLES_FORMAT,
        schemas=comparison_schemas(swept),
        how_to_make=shlex.join(["nap", "compare", str(file), "--out", str(directory), "--resume"]),
    )

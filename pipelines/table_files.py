"""The tables of a run on disk; `pipelines.table_folder` says what is in their folder."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_folder import TableFolder
from pipelines.tables import Provenance, Tables
from sim.errors import UserError
from sim.storage import Folder, folder_at

__all__ = ["TABLES_FORMAT", "faults_of_tables", "load_tables", "write_tables"]

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


def faults_of_tables(run: Folder, identity: str) -> Iterator[str]:
    """Read all files of tables, and yield a line for each that is wrong; none if there are none.

    Parameters
    ----------
    run : Folder
        The run directory.
    identity : str
        Digest of the identity of which they must be.
    """
    folder = _folder(run)
    try:
        if folder.is_made:
            yield from folder.faults()
            yield from _faults_of_provenance(run, folder, identity)
    except UserError as error:
        yield str(error)


def _faults_of_provenance(run: Folder, folder: TableFolder, identity: str) -> Iterator[str]:
    found = folder.provenance().get("identity")
    if found != identity:
        yield (
            f"{run / 'tables'}: was made of another run (identity {str(found)[:12]}, not "
            f"{identity[:12]}); make the tables again: {folder.how_to_make}"
        )


def _folder(run: Folder) -> TableFolder:
    return TableFolder(
        of=run,
        format=TABLES_FORMAT,
        schemas=TABLE_SCHEMAS,
        how_to_make=shlex.join(["nap", "aggregate", str(run)]),
    )

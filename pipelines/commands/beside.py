"""``nap report`` of several runs: what differs between them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from pipelines.beside.files import write_beside_tables
from pipelines.beside.folder import claim_folder, labels_of, see_that_they_differ, usual_folder
from pipelines.beside.making import RunBeside, beside_tables
from pipelines.commands.results import check_tables_belong
from pipelines.table_files import load_tables
from reports.beside.report import write_beside_report
from reports.record import read_record
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.storage import Folder

MOST_RUNS: Final = 8
"""More cannot be told apart in a figure."""


def make_report_of_several(paths: Sequence[Folder], out: Folder | None) -> None:
    """Write the report that puts runs side by side, and print where it is.

    Parameters
    ----------
    paths : sequence of Path or ObjectPath
        The run directories, two or more; they are only read.
    out : Path or ObjectPath, optional
        Where it goes; a folder next to the first run by default.

    Raises
    ------
    UserError
        If a run is given twice, is not finished, or has no tables; or if the folder holds
        anything else.
    """
    see_that_they_differ(paths)
    if len(paths) > MOST_RUNS:
        raise UserError(f"{len(paths)} runs are too many for one report; give {MOST_RUNS} at most")
    folder = out or usual_folder(paths)
    runs = [_run(path, label) for path, label in zip(paths, labels_of(paths), strict=True)]
    records = [read_record(run.run.path) for run in runs]
    claim_folder(folder, [run.label for run in runs])
    tables = beside_tables(runs)
    write_beside_tables(folder, tables)
    print(f"report: {write_beside_report(folder, tables, records)}")


def _run(path: Folder, label: str) -> RunBeside:
    run = RunDirectory.open(path)
    tables = load_tables(path)
    check_tables_belong(run)
    if not tables.provenance.complete:
        used, planned = tables.provenance.shards_used, tables.provenance.shards_planned
        again = shlex.join(["nap", "aggregate", str(path)])
        raise UserError(
            f"{path}: is not finished, its tables hold {used} of {planned} shards; finish it: "
            f"{run.resume_command}, or make its tables again if it is: {again}"
        )
    return RunBeside(label, run, tables)

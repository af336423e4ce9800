"""``nap report`` of several runs: what differs between them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from pipelines.beside.files import write_beside_tables
from pipelines.beside.folder import (
    claim_folder,
    labels_of,
    see_that_it_is_free_for_runs,
    see_that_they_differ,
    usual_folder,
)
from pipelines.beside.making import RunBeside, beside_tables
from pipelines.commands.results import make_report
from pipelines.current_tables import tables_as_it_is
from reports.beside.report import write_beside_report
from reports.forms import chosen_forms
from reports.language import speaking
from reports.place import place_of
from reports.record import read_record
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.storage import Folder, folder_at

MOST_RUNS: Final = 8
"""More cannot be told apart in a figure."""


def make_reports(
    paths: Sequence[str],
    *,
    forms: Sequence[str] = (),
    language: str = "en",
    out: Folder | None = None,
) -> None:
    """Write the report of a run, or that which puts several side by side.

    Parameters
    ----------
    paths : sequence of str
        The run directories, one or more.
    forms, language, out
        As `reports.write_report` has them.
    """
    folders = [folder_at(path) for path in paths]
    if len(folders) == 1:
        make_report(folders[0], forms=forms, language=language, out=out)
        return
    # Before anything is read, so that a slip of the pen costs no time.
    chosen_forms(forms)
    with speaking(language):
        _put_side_by_side(folders, forms, language, out)


def _put_side_by_side(
    paths: Sequence[Folder], forms: Sequence[str], language: str, out: Folder | None
) -> None:
    """Write the report that puts runs side by side, and print where it is; they are only read.

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
    labels = labels_of(paths)
    runs = [_run(path, label) for path, label in zip(paths, labels, strict=True)]
    records = [read_record(run.run.path) for run in runs]
    see_that_it_is_free_for_runs(folder)
    tables = beside_tables(runs)
    claim_folder(folder, labels)
    write_beside_tables(folder, tables)
    page = write_beside_report(
        place_of(folder, language), tables, records, forms=forms, language=language
    )
    print(f"report: {page}")


def _run(path: Folder, label: str) -> RunBeside:
    run = RunDirectory.open(path)
    tables = tables_as_it_is(run)
    if not tables.provenance.complete:
        used, planned = tables.provenance.shards_used, tables.provenance.shards_planned
        again = shlex.join(["nap", "aggregate", str(path)])
        raise UserError(
            f"{path}: is not finished, its tables hold {used} of {planned} shards; finish it: "
            f"{run.resume_command}, or make its tables again if it is: {again}"
        )
    return RunBeside(label, run, tables)

"""Writing the report of a run into its directory."""

from __future__ import annotations

from collections.abc import Iterable

from pipelines.table_files import load_tables, write_tables
from pipelines.tables import Tables
from reports.figures import all_charts
from reports.forms import Rendered, chosen_forms, write_forms
from reports.language import speaking
from reports.page import render_pages
from reports.place import report_folder
from reports.reading import reading_tables
from reports.record import RunRecord, read_record
from sim.storage import Folder


def write_report(
    run_directory: Folder,
    *,
    forms: Iterable[str] = (),
    language: str = "en",
    out: Folder | None = None,
) -> Folder:
    """Write the report of a run from its tables.

    Every file is whole or absent, and the same bytes whenever it is written from the same
    tables; `write_forms` says what becomes of files that are there already.

    Parameters
    ----------
    run_directory
        The run; its tables must have been made.
    forms
        Names of `FORMS`; pages and PDF if none are given.
    language
        Code of the language in which it speaks.
    out
        The folder to write into; ``report`` of the run if not given, and there, of a language
        other than English, a folder named by its code.

    Returns
    -------
    Path or ObjectPath
        What to open first: ``index.html`` where pages are written.

    Raises
    ------
    UserError
        If tables are missing or damaged, a form or language is none of those that there are, the
        folder is taken, or a file cannot be written.
    """
    chosen = chosen_forms(forms)
    with speaking(language):
        tables = load_tables(run_directory)
        record = read_record(run_directory)
        folder = report_folder(run_directory, language, out)
        return write_forms(folder, _rendered(tables, record), chosen, own=out is None)


def _rendered(tables: Tables, record: RunRecord) -> Rendered:
    charts = all_charts(tables)
    return Rendered(
        render=lambda: render_pages(tables, charts, record),
        charts=charts,
        tables=reading_tables(tables),
        write_full_tables=lambda folder: write_tables(folder, tables),
    )

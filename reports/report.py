"""Writing the report of a run into its directory."""

from __future__ import annotations

from typing import Final

from pipelines.table_files import load_tables
from reports.figure_folder import write_figures
from reports.figures import all_charts
from reports.page import render_page
from reports.record import read_record
from sim.runs.files import write_whole
from sim.storage import Folder

PAGE: Final = "index.html"


def write_report(run_directory: Folder) -> Folder:
    """Write ``report/index.html`` and ``report/figures/`` from the tables of a run.

    Every file is whole or absent, and the same bytes whenever it is written from the same
    tables. Figures of an earlier report that this one does not have are removed; the page, which
    holds its figures in itself, is replaced last.

    Parameters
    ----------
    run_directory
        The run; its tables must have been made.

    Returns
    -------
    Path or ObjectPath
        The page.

    Raises
    ------
    UserError
        If tables are missing or damaged, or a file cannot be written.
    """
    tables = load_tables(run_directory)
    folder = run_directory / "report"
    charts = all_charts(tables)
    write_figures(folder / "figures", charts)
    page = folder / PAGE
    record = read_record(run_directory)
    write_whole(page, render_page(tables, charts, record).encode())
    return page

"""Writing the report of a run into its directory."""

from __future__ import annotations

from pipelines.table_files import load_tables
from reports.figure_folder import write_figures
from reports.figures import all_charts
from reports.page import INDEX, render_pages
from reports.record import read_record
from sim.runs.files import write_whole
from sim.storage import Folder


def write_report(run_directory: Folder) -> Folder:
    """Write the pages of ``report/`` and ``report/figures/`` from the tables of a run.

    Every file is whole or absent, and the same bytes whenever it is written from the same
    tables. Figures of an earlier report that this one does not have are removed; the pages, which
    hold their figures in themselves, are replaced last, and last of all the one that leads to the
    others.

    Parameters
    ----------
    run_directory
        The run; its tables must have been made.

    Returns
    -------
    Path or ObjectPath
        ``index.html``, which leads to the other pages.

    Raises
    ------
    UserError
        If tables are missing or damaged, or a file cannot be written.
    """
    tables = load_tables(run_directory)
    record = read_record(run_directory)
    folder = run_directory / "report"
    charts = all_charts(tables)
    write_figures(folder / "figures", charts)
    for name, page in render_pages(tables, charts, record).items():
        write_whole(folder / name, page.encode())
    return folder / INDEX

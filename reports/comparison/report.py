"""Writing the report of a comparison into its directory."""

from __future__ import annotations

from pipelines.comparisons.files import load_comparison_tables
from reports.comparison.page import compared_from, render_comparison_page
from reports.comparison.record import read_record
from reports.comparison.sections import comparison_sections
from reports.figure_folder import write_figures
from reports.page import INDEX
from sim.runs.files import write_whole
from sim.storage import Folder


def write_comparison_report(directory: Folder) -> Folder:
    """Write ``report/index.html`` and ``report/figures/`` from the tables of a comparison.

    Every file is whole or absent, and the same bytes whenever it is written from the same
    tables. Figures of an earlier report that this one does not have are removed; the page, which
    holds its figures in itself, is replaced last.

    Parameters
    ----------
    directory
        The comparison, or the sweep; its tables must have been made.

    Returns
    -------
    Path or ObjectPath
        The page.

    Raises
    ------
    UserError
        If tables or the record are missing or damaged, or a file cannot be written.
    """
    compared = compared_from(load_comparison_tables(directory))
    record = read_record(directory)
    sections = comparison_sections(compared)
    folder = directory / "report"
    write_figures(folder / "figures", [chart for part in sections for chart in part.charts])
    page = folder / INDEX
    write_whole(page, render_comparison_page(compared, sections, record).encode())
    return page

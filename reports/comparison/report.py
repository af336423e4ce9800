"""Writing the report of a comparison into its directory."""

from __future__ import annotations

from collections.abc import Iterable

from pipelines.comparisons.files import load_comparison_tables, write_comparison_tables
from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.page import compared_from, render_comparison_page
from reports.comparison.reading import comparison_tables_to_read
from reports.comparison.record import ComparisonRecord, read_record
from reports.comparison.sections import Compared, comparison_sections
from reports.forms import INDEX, Rendered, chosen_forms, write_forms
from reports.language import speaking
from reports.place import report_folder
from reports.reading import ReadingTable
from sim.storage import Folder


def write_comparison_report(
    directory: Folder,
    *,
    forms: Iterable[str] = (),
    language: str = "en",
    out: Folder | None = None,
) -> Folder:
    """Write the report of a comparison from its tables.

    Every file is whole or absent, and the same bytes whenever it is written from the same
    tables; `write_forms` says what becomes of files that are there already.

    Parameters
    ----------
    directory
        The comparison, or the sweep; its tables must have been made.
    forms, language, out
        As `reports.write_report` has them.

    Returns
    -------
    Path or ObjectPath
        What to open first: ``index.html`` where pages are written.

    Raises
    ------
    UserError
        If tables or the record are missing or damaged, a form or language is none of those that
        there are, the folder is taken, or a file cannot be written.
    """
    chosen = chosen_forms(forms)
    with speaking(language):
        compared = compared_from(load_comparison_tables(directory))
        record = read_record(directory)
        folder = report_folder(directory, language, out)
        return write_forms(folder, _rendered(compared, record), chosen, own=out is None)


def comparison_tables_for_reading(tables: ComparisonTables) -> tuple[ReadingTable, ...]:
    """Make every table of a comparison's page, in its order."""
    return _to_read(compared_from(tables))


def _to_read(compared: Compared) -> tuple[ReadingTable, ...]:
    return comparison_tables_to_read(compared.tables, compared.standings, compared.shown)


def _rendered(compared: Compared, record: ComparisonRecord) -> Rendered:
    sections = comparison_sections(compared)
    tables = compared.tables
    return Rendered(
        render=lambda: {INDEX: render_comparison_page(compared, sections, record)},
        charts=[chart for part in sections for chart in part.charts],
        tables=_to_read(compared),
        write_full_tables=lambda folder: write_comparison_tables(folder, tables),
    )

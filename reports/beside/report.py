"""Writing the report that puts runs side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipelines.beside.files import write_beside_tables
from pipelines.beside.tables import BesideTables
from reports.beside.conditions import conditions_table
from reports.beside.difference import differences_of
from reports.beside.page import beside_sections, render_beside_page
from reports.beside.reading import beside_tables_to_read
from reports.forms import INDEX, Rendered, chosen_forms, write_forms
from reports.language import speaking
from reports.record import RunRecord
from sim.storage import Folder


def write_beside_report(
    folder: Folder,
    tables: BesideTables,
    records: Sequence[RunRecord],
    *,
    forms: Iterable[str] = (),
    language: str = "en",
) -> Folder:
    """Write the report of runs side by side from their tables.

    Every file is whole or absent, and the same bytes whenever it is written from the same
    tables; `write_forms` says what becomes of files that are there already.

    Parameters
    ----------
    folder
        Where it goes.
    tables
        What it reports.
    records
        What each run recorded of itself, in the order of the tables.
    forms, language
        As `reports.write_report` has them.

    Returns
    -------
    Path or ObjectPath
        What to open first: ``index.html`` where pages are written.

    Raises
    ------
    UserError
        If a form or language is none of those that there are, or a file cannot be written.
    """
    chosen = chosen_forms(forms)
    with speaking(language):
        return write_forms(folder, rendered(tables, records), chosen)


def rendered(tables: BesideTables, records: Sequence[RunRecord]) -> Rendered:
    """Make page, figures and tables in the language that is spoken."""
    differences = differences_of(tables)
    sections = beside_sections(tables, differences)
    return Rendered(
        render=lambda: {INDEX: render_beside_page(tables, differences, sections, records)},
        charts=[chart for part in sections for chart in part.charts],
        tables=[conditions_table(tables), *beside_tables_to_read(tables, differences)],
        write_full_tables=lambda of: write_beside_tables(of, tables),
    )

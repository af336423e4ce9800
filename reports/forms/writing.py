"""A report in the forms that are asked for, written into its folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from reports.chart import Chart
from reports.forms.frame import framed_svg
from reports.forms.png import png_file
from reports.forms.table_texts import in_latex, in_markdown
from reports.place import is_page
from reports.reading import ReadingTable
from sim.runs.files import make_folder, remove_temporaries, write_whole
from sim.storage import Folder
from sim.storage.listing import entries

INDEX: Final = "index.html"
"""The page that leads to the others."""
PDF: Final = "report.pdf"
FIGURES: Final = "figures"
TABLES: Final = "tables"
_TABLE_ENDINGS: Final = (".md", ".tex")


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """A report before it takes its forms.

    Attributes
    ----------
    render
        Gives the pages, HTML by file name; one is `INDEX`. It is called where they are needed.
    charts
        Every figure of the pages, each once.
    tables
        The tables of the pages, for reading.
    write_full_tables
        Writes the tables that all this was made of into the folder ``tables`` of a folder.
    """

    render: Callable[[], Mapping[str, str]]
    charts: Sequence[Chart]
    tables: Sequence[ReadingTable]
    write_full_tables: Callable[[Folder], None]

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The pages, rendered once."""
        return self.render()


def write_forms(
    folder: Folder, report: Rendered, forms: Collection[str], *, own: bool = True
) -> Folder:
    """Write a report in some of its forms.

    Every file is whole or absent, and has the same bytes whenever it is written of the same
    report. In a folder of its own, files of these forms that an earlier report left and this one
    does not have are removed; files of other forms, and those of the reader's own, stay. The
    first page is replaced last.

    Parameters
    ----------
    folder
        Where to; made if it is not there. Nobody else may be writing into it.
    report
        What to write.
    forms
        Names of `FORMS`.
    own
        Whether the folder is for reports alone.

    Returns
    -------
    Path or ObjectPath
        What to open first.

    Raises
    ------
    UserError
        If a file cannot be written.
    """
    make_folder(folder)
    remove_temporaries(folder)
    figures = [form for form in _FIGURES if form in forms]
    written: dict[Folder, set[str]] = {}
    if figures:
        written[folder / FIGURES] = _write_figures(folder / FIGURES, report.charts, figures)
    if "tables" in forms:
        written[folder / TABLES] = _write_tables(folder, report)
    if own:
        _remove_others(written, [f".{form}" for form in figures])
    first = next(reversed(written), folder)
    if "pdf" in forms:
        first = _write_pdf(folder / PDF, report)
    if "html" in forms:
        first = _write_pages(folder, report.pages, own=own)
    return first


def _pgf(chart: Chart) -> bytes:
    # Few ask for PGF, and matplotlib's writer of it takes a while to load.
    from reports.forms.pgf import pgf_file

    return pgf_file(chart).encode()


def _svg(chart: Chart) -> bytes:
    return f'<?xml version="1.0" encoding="utf-8"?>\n{framed_svg(chart)}\n'.encode()


_FIGURES: Final[Mapping[str, Callable[[Chart], bytes]]] = {
    "svg": _svg,
    "png": png_file,
    "pgf": _pgf,
}


def figure_files(chart: Chart, forms: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Make a chart's files, one after the other: name and content."""
    for form in forms:
        yield f"{chart.name}.{form}", _FIGURES[form](chart)


def _write_figures(folder: Folder, charts: Sequence[Chart], forms: Sequence[str]) -> set[str]:
    make_folder(folder)
    remove_temporaries(folder)
    written = set()
    for chart in charts:
        for name, content in figure_files(chart, forms):
            write_whole(folder / name, content)
            written.add(name)
    return written


def _write_tables(folder: Folder, report: Rendered) -> set[str]:
    report.write_full_tables(folder)
    remove_temporaries(folder / TABLES)
    written = set()
    for table in report.tables:
        for ending, text in ((".md", in_markdown(table)), (".tex", in_latex(table))):
            write_whole(folder / TABLES / f"{table.name}{ending}", text.encode())
            written.add(f"{table.name}{ending}")
    return written


def _remove_others(written: Mapping[Folder, set[str]], endings_of_figures: Sequence[str]) -> None:
    """Remove what an earlier report left of the same forms in the folders just written."""
    for folder, names in written.items():
        endings = _TABLE_ENDINGS if folder.name == TABLES else tuple(endings_of_figures)
        for name in sorted(entries(folder)):
            if name.endswith(endings) and name not in names:
                (folder / name).unlink()


def _write_pdf(path: Folder, report: Rendered) -> Folder:
    from reports.forms.pdf import pdf_file

    first = {INDEX: report.pages[INDEX]}
    write_whole(path, pdf_file({**first, **report.pages}, report.charts))
    return path


def _write_pages(folder: Folder, pages: Mapping[str, str], *, own: bool) -> Folder:
    for name, page in pages.items():
        if name != INDEX:
            write_whole(folder / name, page.encode())
    for name in sorted(entries(folder)) if own else ():
        if name not in pages and is_page(folder / name):
            (folder / name).unlink()
    write_whole(folder / INDEX, pages[INDEX].encode())
    return folder / INDEX

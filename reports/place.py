"""Where a report is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reports.language import LANGUAGES
from sim.errors import UserError
from sim.runs.files import is_temporary
from sim.storage import Folder
from sim.storage.listing import entries

_PDF: Final = "report.pdf"
_AUTHOR: Final = b"<rdf:li>Nap statistics</rdf:li>"
_MADE_HERE: Final = b'<meta name="generator" content="Nap statistics">'
_RECORDS: Final = ("run.json", "comparison.json")


def report_folder(of: Folder, language: str, out: Folder | None) -> Folder:
    """Choose the folder of a report.

    Parameters
    ----------
    of
        The directory that it is about.
    language
        Code of its language.
    out
        The folder that was asked for, if any.

    Raises
    ------
    UserError
        If that folder holds something else than a report.
    """
    if out is not None:
        _see_that_it_is_free(out)
        return out
    return place_of(of / "report", language)


def place_of(folder: Folder, language: str) -> Folder:
    """Return where in a folder of reports that in a language is: English stands in the folder."""
    return folder if language == LANGUAGES[0] else folder / language


def _see_that_it_is_free(out: Folder) -> None:
    if out.exists() and not out.is_dir():
        raise UserError(f"{out}: is a file; choose a folder for --out")
    other = next(_what_no_report_holds(out), None)
    if other is not None:
        raise UserError(
            f"{out}: holds {other}, which no report has; choose an empty or new folder for --out"
        )


def _what_no_report_holds(out: Folder) -> Iterator[str]:
    files = sorted(name for name in entries(out) if not is_temporary(out / name))
    yield from (name for name in _RECORDS if name in files)
    yield from (name for name in files if not is_page(out / name) and not _is_pdf(out / name))


def is_page(path: Folder) -> bool:
    """Whether a file is a page that was made here; anybody else's is left alone."""
    return path.name.endswith(".html") and _MADE_HERE in path.read_bytes()


def _is_pdf(path: Folder) -> bool:
    """Whether a file is a report that was made here."""
    return path.name == _PDF and _AUTHOR in path.read_bytes()

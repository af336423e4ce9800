"""The forms that a report can take."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from sim.errors import UserError

FORMS: Final = MappingProxyType(
    {
        "html": "pages for a browser, and their figures as SVG and PNG files",
        "pdf": "the same pages as one document, report.pdf",
        "svg": "figures as vector graphics",
        "png": "figures as pictures",
        "pgf": r"figures for \input in LaTeX documents",
        "tables": "tables as Markdown and LaTeX, and unrounded as CSV, Parquet and JSON",
    }
)
"""Every form by name, with what it is."""

USUAL: Final = ("html", "pdf")
"""The forms of a report for which nothing else is asked."""

_WITH_PAGES: Final = ("svg", "png")
"""Pages link to these files of their figures."""


def chosen_forms(asked: Iterable[str]) -> frozenset[str]:
    """Return the forms to write, of those asked for or else the usual ones.

    Raises
    ------
    UserError
        If there is no such form.

    Examples
    --------
    >>> sorted(chosen_forms(["html"]))
    ['html', 'png', 'svg']
    >>> chosen_forms(["docx"])
    Traceback (most recent call last):
    ...
    sim.errors.UserError: --form docx is not one of html, pdf, svg, png, pgf, tables
    """
    forms = tuple(asked) or USUAL
    for form in forms:
        if form not in FORMS:
            raise UserError(f"--form {form} is not one of {', '.join(FORMS)}")
    return frozenset((*forms, *(_WITH_PAGES if "html" in forms else ())))

"""The PDF of a report: what its pages say, set on paper."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from reports.chart import Chart
from reports.drawing import body_svg
from reports.forms.html_tree import Element, read_page
from reports.forms.markup import Drawing, Paper, labels_linked, quoted
from reports.forms.one_document import in_one_document
from reports.forms.typesetting import typeset

_SVG: Final = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_LOOK: Final = Path(__file__).parent / "report.typ"


def pdf_file(pages: Mapping[str, str], charts: Sequence[Chart]) -> bytes:
    """Set the pages of a report as one PDF, in their order.

    Parameters
    ----------
    pages
        HTML by file name.
    charts
        The figures that stand in them.
    """
    files = {f"figures/{chart.name}.svg": body_svg(chart).encode() for chart in charts}
    drawings = {chart.name: Drawing(shape=_shape(chart), alt=chart.alt) for chart in charts}
    markup = pages_in_markup(pages, drawings)
    return typeset(markup, {"report.typ": _LOOK.read_bytes(), **files})


def pages_in_markup(pages: Mapping[str, str], drawings: Mapping[str, Drawing]) -> str:
    """Write the document that Typst sets, with the drawings by name."""
    # Drawings have files of their own, and are most of a page.
    read = {name: read_page(_SVG.sub("", page)) for name, page in pages.items()}
    read = in_one_document(read)
    labels = labels_linked(read)
    first = next(iter(read.values()))
    written = [
        Paper(name=name, pages=read.keys(), labels=labels, figures=drawings).page(page)
        for name, page in read.items()
    ]
    return (
        '#import "report.typ": *\n'
        f"#show: report.with(title: {quoted(_text(first, 'title'))}, "
        f"language: {quoted(_language(first))}, "
        f"footer: {quoted(_text(first, 'footer'))})\n{''.join(written)}"
    )


def _text(page: Element, tag: str) -> str:
    found = page.first(tag)
    return found.text if found else ""


def _language(page: Element) -> str:
    html = page.first("html")
    return html.attributes.get("lang", "en") if html else "en"


def _shape(chart: Chart) -> float:
    root = ElementTree.fromstring(body_svg(chart))
    return float(root.get("height", "1")) / float(root.get("width", "1"))

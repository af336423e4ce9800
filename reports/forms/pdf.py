"""The PDF of a report: what its pages say, set on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from reports.chart import Chart
from reports.drawing import body_svg
from reports.forms.html_tree import Element, read_page
from reports.forms.markup import Paper, labels_linked, quoted
from reports.forms.one_document import in_one_document
from reports.forms.typesetting import typeset

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
    drawings = {chart.name: body_svg(chart) for chart in charts}
    files = {f"figures/{name}.svg": drawing.encode() for name, drawing in drawings.items()}
    markup = pages_in_markup(pages, {name: _shape(svg) for name, svg in drawings.items()})
    return typeset(markup, {"report.typ": _LOOK.read_bytes(), **files})


def pages_in_markup(pages: Mapping[str, str], shapes: Mapping[str, float]) -> str:
    """Write the document that Typst sets; `shapes` is height by width of each figure."""
    read = in_one_document({name: read_page(page) for name, page in pages.items()})
    labels = labels_linked(read)
    first = next(iter(read.values()))
    written = [
        Paper(name=name, pages=read.keys(), labels=labels, shapes=shapes).page(page)
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


def _shape(svg: str) -> float:
    root = ElementTree.fromstring(svg)
    return float(root.get("height", "1")) / float(root.get("width", "1"))

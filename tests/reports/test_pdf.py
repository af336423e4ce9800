"""The PDF of a report: the same words, whole figures, nothing outside its margins."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pytest
import typst
from PIL import Image

from reports.figures import all_charts
from reports.forms import pdf
from reports.forms.html_tree import Element, read_page
from reports.forms.markup import Drawing
from reports.forms.one_document import in_one_document
from reports.forms.pdf import pages_in_markup, pdf_file
from reports.forms.typesetting import typeset
from tests.reports.conftest import charts_of, pages_of, tables_of

PIXELS_AN_INCH = 36
MARGINS_MM = {"left": 17, "right": 17, "top": 17, "bottom": 7}
NOT_ON_PAPER = ("nav", "footer", "script", "style", "svg", "button")
RUNS = ("usual", "hostile names", "everything")


def unescaped(markup: str) -> str:
    """The words of Typst markup, without what it does with them."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markup)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@lru_cache
def markup_of(name: str) -> str:
    charts = charts_of(name)
    drawings = {chart.name: Drawing(shape=0.5, alt=chart.alt) for chart in charts}
    return pages_in_markup(pages_of(name), drawings)


def texts_of(element: Element) -> Iterator[str]:
    """What a page says on paper, piece by piece; menus and links to files are left out."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in NOT_ON_PAPER and not child.classes & {"skip", "files"}:
            yield from texts_of(child)


@pytest.mark.parametrize("name", RUNS)
def test_every_word_of_every_page_is_in_the_document(name):
    said = words(unescaped(markup_of(name)))
    document, single = f" {' '.join(said)} ", frozenset(said)
    for page in pages_of(name).values():
        body = read_page(page).first("body")
        assert body is not None
        for text in {tuple(words(text)) for text in texts_of(body)}:
            if len(text) == 1:
                assert text[0] in single
            elif text:
                assert f" {' '.join(text)} " in document


def test_method_and_source_stand_once_at_the_end():
    pages = {name: read_page(page) for name, page in pages_of("usual").items()}
    if len(pages) > 1:
        document = in_one_document(pages)
        assert list(document)[-1] not in pages
    headings = re.findall(r"#heading\(level: 3\)\[([^\]]*)\]", markup_of("usual"))
    method = [heading for heading in headings if heading in ("Chance", "Break\\-even")]
    assert sorted(method) == sorted(set(method))


def test_the_document_is_the_same_every_time_and_has_no_date():
    charts = charts_of("usual")
    document = pdf_file(pages_of("usual"), charts)
    assert document == pdf_file(pages_of("usual"), all_charts(tables_of("usual")))
    assert document.startswith(b"%PDF-") and b"CreationDate" not in document


@pytest.mark.parametrize("name", RUNS)
def test_nothing_stands_in_the_margins(name, monkeypatch):
    """Tables as broad as they are long, and figures of every height, fit between them."""
    pages = pictures(name, monkeypatch)
    assert pages
    for page in pages:
        width = page.shape[1]
        edge = {side: round(mm * width / 210) for side, mm in MARGINS_MM.items()}
        assert page[: edge["top"]].min() > 250 and page[-edge["bottom"] :].min() > 250
        assert page[:, : edge["left"]].min() > 250 and page[:, -edge["right"] :].min() > 250


def pictures(name: str, monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """Every page of the document in shades of grey."""
    taken: list[bytes] = []

    def picture_each(markup: str, files: dict[str, bytes]) -> bytes:
        from reports.forms.typesetting import _fonts

        everything = {"main.typ": markup.encode(), **files}
        made = typst.compile(everything, format="png", ppi=PIXELS_AN_INCH, font_paths=_fonts())
        taken.extend([made] if isinstance(made, bytes) else made)
        return b""

    monkeypatch.setattr(pdf, "typeset", picture_each)
    pdf_file(pages_of(name), charts_of(name))
    return [np.asarray(Image.open(io.BytesIO(page)).convert("L")) for page in taken]


def test_the_document_is_accessible(monkeypatch):
    """Typst checks PDF/UA-1: a title, a language, words for every figure, headings in order."""
    charts = charts_of("usual")

    def checked(markup: str, files: dict[str, bytes]) -> bytes:
        from reports.forms.typesetting import _compiled

        everything = {"main.typ": markup.encode(), **files}
        return _compiled(everything, format="pdf", pdf_standards=["ua-1"])

    monkeypatch.setattr(pdf, "typeset", checked)
    document = pdf_file(pages_of("usual"), charts)
    assert b"/MarkInfo" in document and b"/Lang" in document


def test_links_lead_to_places_of_the_document_or_out_of_it():
    pages = {
        "index.html": '<body><h1>A</h1><p><a href="two.html">two</a> <a href="#x">x</a>'
        '<a href="https://example.org/">out</a><a href="figures/a.svg">file</a></p>'
        '<p id="x">here</p></body>',
        "two.html": '<body><h1 id="top">B</h1><p><a href="index.html#x">back</a></p></body>',
    }
    markup = pages_in_markup(pages, {})
    assert "#link(<two-html-->)[two]" in markup and "#mark(<two-html-->)" in markup
    assert markup.count("#link(<index-html--x>)") == 2 and "#mark(<index-html--x>)" in markup
    assert '#link("https://example.org/")[out]' in markup
    assert "file" in markup and "figures/a" not in markup
    typeset(markup, {"report.typ": pdf._LOOK.read_bytes()})


def test_whatever_stands_in_a_page_is_text_and_never_markup():
    text = "#panic() $x$ *b* _i_ `c` <l> @r // c /* */ \\ \" ' ~ -- ... = h + l [b] {c} №漢"
    written = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    elements = (f"<{tag}>{written}</{tag}>" for tag in ("h1", "p", "pre", "code", "small"))
    markup = pages_in_markup({"index.html": f"<body>{''.join(elements)}</body>"}, {})
    assert unescaped(markup).count("#panic() $x$") == 5
    assert typeset(markup, {"report.typ": pdf._LOOK.read_bytes()}).startswith(b"%PDF")

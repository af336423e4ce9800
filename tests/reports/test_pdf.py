"""The PDF of a report: the same words, whole figures, nothing outside its margins."""

from __future__ import annotations

import io
import re
from functools import lru_cache

import numpy as np
import pytest
import typst
from PIL import Image

from reports.figures import all_charts
from reports.forms import pdf
from reports.forms.html_tree import read_page
from reports.forms.one_document import in_one_document
from reports.forms.pdf import pages_in_markup, pdf_file
from reports.forms.typesetting import typeset
from tests.reports.conftest import pages_of, tables_of

POINTS_A_MM = 72 / 25.4
PIXELS_AN_INCH = 36
MARGINS_MM = {"left": 17, "right": 17, "top": 17, "bottom": 8}


def unescaped(markup: str) -> str:
    """The words of Typst markup, without what it does with them."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markup)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@lru_cache
def markup_of(name: str) -> str:
    shapes = {chart.name: 0.5 for chart in all_charts(tables_of(name))}
    return pages_in_markup(pages_of(name), shapes)


def test_every_word_of_every_page_is_in_the_document(run_name):
    """In their order, but for what all pages say of method and source, which comes last."""
    markup = unescaped(markup_of(run_name))
    for text in pages_of(run_name).values():
        for element in read_page(text).all("p", "dd", "dt", "td", "th", "h1", "h2", "h3", "pre"):
            if "skip" not in element.classes:
                said = words(element.text)
                assert " ".join(said) in " ".join(words(_plain(markup))), element.text


@lru_cache
def _plain(markup: str) -> str:
    """Markup without the names of its functions and its cells' brackets."""
    inside = re.sub(
        r"#(?:emph|strong|interval|small|raw|box|super|sub|link\(<[^>]*>\))", "", markup
    )
    return inside.replace("\\n", "\n").replace('\\"', '"')


def test_method_and_source_stand_once_at_the_end():
    pages = {name: read_page(page) for name, page in pages_of("usual").items()}
    if len(pages) > 1:
        document = in_one_document(pages)
        assert list(document)[-1] not in pages
    assert markup_of("usual").count("Deals\\, and rules") <= 1
    headings = re.findall(r"#heading\(level: 3\)\[([^\]]*)\]", markup_of("usual"))
    method = [heading for heading in headings if heading in ("Chance", "Break\\-even")]
    assert sorted(method) == sorted(set(method))


def test_the_document_is_the_same_every_time_and_has_no_date():
    charts = all_charts(tables_of("usual"))
    document = pdf_file(pages_of("usual"), charts)
    assert document == pdf_file(pages_of("usual"), all_charts(tables_of("usual")))
    assert document.startswith(b"%PDF-") and b"CreationDate" not in document


@pytest.mark.parametrize("name", ["usual", "hostile names", "everything"])
def test_nothing_stands_in_the_margins(name, monkeypatch):
    """Tables as broad as they are long, and figures of every height, fit between them."""
    pages = pictures(name, monkeypatch)
    assert pages
    for page in pages:
        height, width = page.shape
        across, down = width / 210, height / 297
        left, right, top, bottom = (
            round(MARGINS_MM["left"] * across),
            round(MARGINS_MM["right"] * across),
            round(MARGINS_MM["top"] * down),
            round(MARGINS_MM["bottom"] * down),
        )
        assert page[:top].min() > 250 and page[height - bottom :].min() > 250
        assert page[:, :left].min() > 250 and page[:, width - right :].min() > 250


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
    pdf_file(pages_of(name), all_charts(tables_of(name)))
    return [np.asarray(Image.open(io.BytesIO(page)).convert("L")) for page in taken]


def test_the_document_is_accessible(monkeypatch):
    """Typst checks PDF/UA-1: a title, a language, words for every figure, headings in order."""
    charts = all_charts(tables_of("usual"))

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
    assert "#page-link(<two-html-->)[two]" in markup and "#mark(<two-html-->)" in markup
    assert markup.count("#link(<index-html--x>)") == 2 and "#mark(<index-html--x>)" in markup
    assert '#link("https://example.org/")[out]' in markup
    assert "file" in markup and "figures/a" not in markup
    typeset(markup, {"report.typ": pdf._LOOK.read_bytes()})


def test_whatever_stands_in_a_page_is_text_and_never_markup():
    text = "#panic() $x$ *b* _i_ `c` <l> @r // c /* */ \\ \" ' ~ -- ... = h + l [b] {c} №漢"
    page = f"<body><h1>{_html(text)}</h1><p>{_html(text)}</p><pre><code>{_html(text)}</code></pre></body>"
    document = typeset(
        pages_in_markup({"index.html": page}, {}), {"report.typ": pdf._LOOK.read_bytes()}
    )
    assert document.startswith(b"%PDF")


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

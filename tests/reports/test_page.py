"""The page: answers first, stands alone, reads well to every tool, says every condition."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from reports.style import PALETTE
from tests.reports.conftest import page_of, tables_of
from tests.reports.html_reading import Element, read_html


@lru_cache
def page(name: str) -> Element:
    return read_html(page_of(name))


def test_the_answer_is_the_first_sentence(run_name):
    main = page(run_name).all("main")[0]
    first = next(element for element in main.all("p") if element.text.strip())
    assert first.attributes["class"] == "answer"
    assert re.match(r"In [\d,]+ simulated deals of the basic profile with .* Nap is ", first.text)


def test_the_page_stands_alone(run_name):
    document = page(run_name)
    assert not document.all("script", "iframe", "object", "embed", "img", "video", "audio")
    for element in document.all():
        for name, value in element.attributes.items():
            assert not name.startswith("on"), "a script in an attribute"
            if name in ("src", "srcset", "action", "poster", "background"):
                raise AssertionError(f"{element.tag} loads {value}")
            if name == "href" and element.tag == "link":
                assert value.startswith("data:")
            elif name == "href":
                assert value.startswith(("#", "figures/")), value
    style = "".join(element.text for element in document.all("style"))
    assert "@import" not in style and "url(" not in style
    policy = document.all("meta")[2].attributes
    assert policy["http-equiv"] == "Content-Security-Policy"
    assert policy["content"].startswith("default-src 'none'")


def test_every_figure_has_a_title_a_caption_and_words_for_those_who_cannot_see_it(run_name):
    figures = page(run_name).all("figure")
    assert len(figures) >= 8
    for figure in figures:
        assert figure.all("h3")[0].text and figure.all("figcaption")[0].text.strip()
        drawings = figure.all("svg")
        assert {d.attributes["class"] for d in drawings} == {"broad", "narrow"}
        for drawing in drawings:
            assert drawing.attributes["role"] == "img"
            assert len(drawing.attributes["aria-label"]) > 40


def test_identifiers_are_unique_and_references_lead_somewhere(run_name):
    document = page(run_name)
    identifiers = [e.attributes["id"] for e in document.all() if "id" in e.attributes]
    assert len(identifiers) == len(set(identifiers))
    for element in document.all():
        for name in ("aria-labelledby", "aria-describedby"):
            for target in element.attributes.get(name, "").split():
                assert target in identifiers
        href = element.attributes.get("href", "")
        if href.startswith("#"):
            assert href[1:] in identifiers, href


def test_headings_go_down_one_step_at_a_time(run_name):
    levels = [int(element.tag[1]) for element in page(run_name).all("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


def test_every_row_of_a_table_has_a_cell_for_every_heading(run_name):
    tables = page(run_name).all("table")
    assert len(tables) >= 10
    for table in tables:
        columns = table.all("thead")[0].all("th")
        assert all(column.attributes["scope"] == "col" for column in columns)
        rows = table.all("tbody")[0].all("tr")
        assert rows
        for row in rows:
            assert len(row.all("th", "td")) == len(columns)
            assert row.all("th")[0].attributes["scope"] == "row"


def test_wide_tables_scroll_in_a_named_box_that_the_keyboard_reaches(run_name):
    boxes = page(run_name).with_class("scroll")
    assert len(boxes) == len(page(run_name).all("table"))
    for box in boxes:
        assert box.attributes["tabindex"] == "0" and box.attributes["role"] == "region"


def test_names_are_text_and_never_markup():
    text = page_of("hostile names")
    assert "<b>Ada" not in text
    assert "&lt;b&gt;Ada&lt;/b&gt; &amp; Söhne" in text
    assert "{{ 7*7 }}" in text and "漢字" in text
    assert "$x^2$ and $y_1$" in text
    assert not [e for e in page("hostile names").all() if "onload" in e.attributes]


def test_the_page_says_where_its_numbers_come_from():
    provenance = tables_of("usual").provenance
    text = page("usual").text
    for fact in (
        provenance.identity,
        f"{provenance.deals:,}",
        "nap run scenario.toml",
        "Three\xa03/3, Four\xa04/4, Nap\xa05/5, Wellington\xa010/10",
        "numpy\xa02.0.0",
        *(seated.name for seated in provenance.lineup),
    ):
        assert fact in text, fact


def test_an_incomplete_run_carries_a_warning():
    assert "3 are missing" in page("incomplete").with_class("warning")[0].text
    assert not page("usual").with_class("warning")


def test_key_figures_show_rate_interval_and_counts():
    overview = tables_of("usual").overview.rows(named=True)
    key = page("usual").with_class("key-figures")[0].text
    for row in overview:
        assert f"{row['successes']:,} of {row['n']:,} {row['of']}" in key
        assert f"{100 * row['rate']:.1f}"[:3] in key


def test_a_share_of_nothing_is_a_dash_and_not_a_number():
    contracts = page("nap never bid").all("table")[0]
    nap = next(row for row in contracts.all("tr") if "Nap" in row.text)
    assert nap.text.count("—") == 3  # made, units per opponent, tricks taken
    assert [cell.text for cell in nap.all("td")][5] == "0"  # n, deals


def test_every_role_of_the_palette_is_defined_in_both_modes():
    text = page_of("usual")
    for colour in PALETTE:
        assert f"--{colour.role}: {colour.light};" in text
        assert f"--{colour.role}: {colour.dark};" in text

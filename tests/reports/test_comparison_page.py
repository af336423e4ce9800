"""The page of a comparison: answers first, stands alone, says every condition."""

from __future__ import annotations

from functools import lru_cache

import pytest

from reports.comparison.page import compared_from
from reports.comparison.reading import comparison_tables_to_read
from reports.style import PALETTE
from tests.reports.comparison_cases import comparison_of, page_of_comparison
from tests.reports.html_reading import Element, check_headings, check_references, read_html

PAGES = ("two equal", "two sizes", "long names", "small heat map")


@pytest.fixture(params=PAGES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@lru_cache
def page(name: str) -> Element:
    return read_html(page_of_comparison(name))


def test_the_answer_is_the_first_sentence(name):
    main = page(name).all("main")[0]
    first = next(element for element in main.all("p") if element.text.strip())
    assert first.attributes["class"] == "answer"
    assert first.text.startswith("At ") and first.text.endswith(".")


def test_the_page_stands_alone(name):
    document = page(name)
    assert not document.all("iframe", "object", "embed", "img", "video", "audio")
    for element in document.all():
        for key, value in element.attributes.items():
            assert not key.startswith("on"), "a script in an attribute"
            assert key not in ("src", "srcset", "action", "poster", "background")
            if key == "href" and element.tag == "link":
                assert value.startswith("data:")
            elif key == "href":
                assert value.startswith(("#", "figures/")), value
    policy = document.all("meta")[2].attributes
    assert policy["content"].startswith("default-src 'none'")


def test_every_figure_has_a_title_a_caption_and_words_for_those_who_cannot_see_it(name):
    figures = page(name).all("figure")
    assert len(figures) >= 8
    for figure in figures:
        assert figure.all("h3")[0].text and figure.all("figcaption")[0].text.strip()
        drawings = figure.all("svg")
        assert {d.attributes["class"] for d in drawings} == {"broad", "narrow"}
        assert all(len(drawing.attributes["aria-label"]) > 40 for drawing in drawings)


def test_identifiers_are_unique_and_references_lead_somewhere(name):
    check_references(page(name))


def test_headings_go_down_one_step_at_a_time(name):
    check_headings(page(name))


def test_the_provenance_says_what_repeats_the_comparison():
    provenance = comparison_of("two sizes").provenance
    text = page("two sizes").text
    for fact in (
        provenance.name,
        "field counting:standard",
        "nap compare comparison.toml",
        f"of at most {provenance.cap[3]:,}",
        "numpy\xa02.0.0",
        "foster, version 1 (five 4.2 and four 3)",
        *(f"{policy.label}, version {policy.version}" for policy in provenance.policies),
        *provenance.identities.values(),
    ):
        assert fact in text, fact


def test_the_method_says_how_verdicts_hold():
    text = " ".join(page("two sizes").text.split())
    assert "asymptotic confidence sequence" in text
    assert "The 6 differences of the comparison, at all table sizes, are judged together" in text
    assert "The unit of analysis is a deal with all its rotations" in text
    assert "holds every hand of the deal once" in text


def test_names_are_text_and_never_markup():
    document = page("long names")
    assert not document.all("b")
    assert '<b>my_bots.py:Sly</b> & "friends" {{ 7*7 }} $x^2$' in document.text


def test_the_table_of_differences_holds_every_pair_with_its_numbers():
    compared = compared_from(comparison_of("two sizes"))
    made = comparison_tables_to_read(compared.tables, compared.standings, compared.shown)
    table = made[0]
    assert table.name == "differences" and len(table.rows) == len(compared.tables.differences)
    for row in table.rows:
        players, first, second = (cell.text for cell in row[:3])
        frame = compared.tables.differences.filter(players=int(players))
        found = [
            each
            for each in frame.rows(named=True)
            if {each["first"], each["second"]} == {first, second}
        ]
        assert len(found) == 1
        assert row[3].text[1:] == f"{abs(found[0]['difference']):.3f}"


def test_one_table_size_needs_no_column_for_it():
    compared = compared_from(comparison_of("long names"))
    made = comparison_tables_to_read(compared.tables, compared.standings, compared.shown)
    assert all(table.columns[0] != "players" for table in made)
    assert all(len(row) == len(table.columns) for table in made for row in table.rows)


def test_a_sweep_shows_its_points_first():
    document = page("small heat map")
    first = document.all("table")[0]
    assert "best" in first.text
    assert [section.attributes["id"] for section in document.all("section")][1] == "best-values"


def test_every_role_of_the_palette_is_defined_in_both_modes():
    text = page_of_comparison("two equal")
    for colour in PALETTE:
        assert f"--{colour.role}: {colour.light};" in text
        assert f"--{colour.role}: {colour.dark};" in text

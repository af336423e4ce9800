"""The page: answers first, stands alone, reads well to every tool, says every condition."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256

import polars as pl
import pytest

from pipelines.tables import Tables
from reports.key_figures import headline_figures
from reports.questions import QUESTIONS
from reports.reading import reading_tables
from reports.style import PALETTE
from tests.reports.conftest import charts_of, page_of, pages_of, tables_of
from tests.reports.html_reading import Element, check_headings, check_references, read_html


@lru_cache
def document(name: str, file: str) -> Element:
    return read_html(pages_of(name)[file])


def page(name: str, file: str = "success.html") -> Element:
    return document(name, file)


def all_pages(name: str) -> list[Element]:
    return [document(name, file) for file in pages_of(name)]


@pytest.fixture
def shown(run_name: str, page_name: str) -> Element:
    if page_name not in pages_of(run_name):
        pytest.skip("coin tosses have no audit")
    return document(run_name, page_name)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_the_answer_comes_first_and_its_conditions_next(run_name, question):
    main = page(run_name, question.file).all("main")[0]
    answer, *further = [element for element in main.all("p") if element.text.strip()]
    assert answer.attributes["class"] == "answer" and answer.text.endswith(".")
    basis = next(p for p in further if p.attributes["class"] != "further")
    assert basis.attributes["class"] == "basis"
    conditions = r"Simulated: [\d,]+ deals in [\d,]+ sessions?; profile [\w-]+; .* players"
    assert re.match(conditions, basis.text)


def test_the_first_page_has_every_question_with_its_answer(run_name):
    cards = page(run_name, "index.html").with_class("card")
    for card, question in zip(cards, QUESTIONS, strict=True):
        (link,) = card.all("h2")[0].all("a")
        assert (link.attributes["href"], link.text) == (question.file, question.heading)
        answer = page(run_name, question.file).with_class("answer")[0]
        assert card.with_class("answer")[0].text == answer.text


def test_the_page_stands_alone(run_name, shown):
    document = shown
    assert not document.all("iframe", "object", "embed", "img", "video", "audio")
    for element in document.all():
        for name, value in element.attributes.items():
            assert not name.startswith("on"), "a script in an attribute"
            if name in ("src", "srcset", "action", "poster", "background"):
                raise AssertionError(f"{element.tag} loads {value}")
            if name == "href" and element.tag == "link":
                assert value.startswith("data:")
            elif name == "href":
                assert value.startswith(("#", "figures/")) or value in pages_of(run_name), value
    style = "".join(element.text for element in document.all("style"))
    assert "@import" not in style and "url(" not in style
    policy = document.all("meta")[2].attributes
    assert policy["http-equiv"] == "Content-Security-Policy"
    assert policy["content"].startswith("default-src 'none'")
    (script,) = document.all("script")
    digest = b64encode(sha256(script.text.encode()).digest()).decode()
    assert not script.attributes and f"script-src 'sha256-{digest}';" in policy["content"]
    for way_out in ("fetch", "XMLHttpRequest", "WebSocket", "import(", "eval(", "localStorage"):
        assert way_out not in script.text


def test_every_figure_has_a_title_a_caption_and_words_for_those_who_cannot_see_it(shown):
    for figure in shown.all("figure"):
        assert figure.all("h3")[0].text and figure.all("figcaption")[0].text.strip()
        drawings = figure.all("svg")
        assert {d.attributes["class"] for d in drawings} == {"broad", "narrow"}
        for drawing in drawings:
            assert drawing.attributes["role"] == "img"
            assert len(drawing.attributes["aria-label"]) > 40


def test_every_figure_and_every_table_is_placed_on_a_page(run_name):
    placed = {e.attributes["id"] for each in all_pages(run_name) for e in each.all("figure")}
    assert placed == {chart.name for chart in charts_of(run_name)}
    placed = {
        e.attributes["id"].removeprefix("table-")
        for each in all_pages(run_name)
        for e in each.with_class("table")
    }
    own = {table.name for table in reading_tables(tables_of(run_name))}
    assert {name for name in placed if not name.startswith("audit_")} == own


def test_every_page_leads_to_every_other_and_marks_itself(run_name, page_name, shown):
    (navigation,) = shown.with_class("pages")
    links = {link.attributes["href"]: link.attributes for link in navigation.all("a")}
    assert set(links) == set(pages_of(run_name))
    assert [file for file, link in links.items() if "aria-current" in link] == [page_name]


def test_identifiers_are_unique_and_references_lead_somewhere(shown):
    check_references(shown)


def test_headings_go_down_one_step_at_a_time(shown):
    check_headings(shown)


def test_every_row_of_a_table_has_a_cell_for_every_heading(shown):
    for table in shown.all("table"):
        columns = table.all("thead")[0].all("th")
        assert all(column.attributes["scope"] == "col" for column in columns)
        rows = table.all("tbody")[0].all("tr")
        assert rows
        for row in rows:
            assert len(row.all("th", "td")) == len(columns)
            assert row.all("th")[0].attributes["scope"] == "row"


def test_wide_tables_scroll_in_a_named_box_that_the_keyboard_reaches(shown):
    boxes = shown.with_class("scroll")
    assert len(boxes) == len(shown.all("table"))
    for box in boxes:
        assert box.attributes["tabindex"] == "0" and box.attributes["role"] == "region"


def test_names_are_text_and_never_markup():
    text = page_of("hostile names")
    assert "<b>Ada" not in text
    assert "&lt;b&gt;Ada&lt;/b&gt; &amp; Söhne" in text
    assert "{{ 7*7 }}" in text and "漢字" in text
    assert "$x^2$ and $y_1$" in text
    assert not [e for e in page("hostile names").all() if "onload" in e.attributes]


def test_a_page_that_cannot_tell_says_how_to_find_out():
    assert "solve = 0.01" in page("evening", "perfect.html").text
    assert "nap compare" in page("usual", "policy.html").text
    assert not page("evening", "perfect.html").all("figure", "table")
    assert "solve = 0.01" not in page("usual", "perfect.html").text


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


def test_sentences_are_kept_apart(run_name, shown):
    for element in shown.all("p", "li", "dd", "summary", "figcaption"):
        assert not re.search(r"[a-z)][.;:][A-Z]", element.text), element.text


def test_an_incomplete_run_carries_a_warning():
    assert "3 are missing" in page("incomplete").with_class("warning")[0].text
    assert not page("usual").with_class("warning")


def test_key_figures_show_rate_interval_and_counts():
    overview = tables_of("usual").overview.rows(named=True)
    key = page("usual").with_class("key-figures")[0].text
    for row in overview:
        of = row["of"].replace("in nap", "in it")
        assert f"{row['successes']:,} of {row['n']:,} {of}" in key
        assert f"{100 * row['rate']:.1f}"[:3] in key


def test_a_share_of_nothing_is_a_dash_and_not_a_number():
    contracts = page("nap never bid").all("table")[0]
    nap = next(row for row in contracts.all("tr") if "Nap" in row.text)
    assert nap.text.count("—") == 3  # made, units per opponent, tricks taken
    assert [cell.text for cell in nap.all("td")][5] == "0"  # n, deals


@pytest.mark.parametrize("name", ["nothing at stake", "all for nothing"])
def test_a_contract_with_nothing_at_stake_has_a_dash_for_its_break_even(name):
    contracts = page(name).all("table")[0]
    assert "None" not in contracts.text
    nap = next(row for row in contracts.all("tr") if "Nap" in row.text)
    assert [cell.text for cell in nap.all("td")][1:3] == ["0 / 0", "—"]


def test_what_policies_win_is_shown_where_several_meet():
    titles = {"Contracts by policy", "Units per deal by policy", "Sessions won by policy"}
    assert titles <= {table.title for table in reading_tables(tables_of("seven players"))}
    assert not titles & {table.title for table in reading_tables(tables_of("usual"))}


def test_the_tables_by_policy_hold_the_numbers_of_the_average_player():
    tables = tables_of("seven players")
    shown = {table.name: table for table in reading_tables(tables)}
    for row, of_policy in zip(
        shown["win_share_by_policy"].rows,
        tables.win_share_by_policy.rows(named=True),
        strict=True,
    ):
        assert [cell.text for cell in row[:2]] == [of_policy["policy"], str(of_policy["players"])]
        assert row[2].text.startswith(f"{100 * of_policy['win_share']:.1f}"[:2])
        assert row[2].interval and row[3].text == "2,000"
    for row, of_policy in zip(
        shown["expectation_by_policy"].rows,
        tables.expectation_by_policy.rows(named=True),
        strict=True,
    ):
        assert [cell.text for cell in row[:2]] == [of_policy["policy"], str(of_policy["players"])]
        assert row[2].text[1:4] == f"{abs(of_policy['units_per_deal']):.2f}"[:3]
        assert row[6].text == f"{of_policy['declarer_deals']:,}"


def test_the_key_figures_are_about_the_headline_contract():
    tables = without_nap(tables_of("three players"))
    names = [figure.name for figure in headline_figures(tables)]
    assert names == [
        "Four is bid",
        "Four is played",
        "Four is made",
        "Any contract is made",
        "Passed out",
    ]


def without_nap(tables: Tables) -> Tables:
    """Return the tables as if the ladder ended with four."""
    measure, of = (pl.col(name).str.replace("nap", "four") for name in ("measure", "of"))
    return replace(
        tables,
        contracts=tables.contracts.head(2),
        overview=tables.overview.with_columns(measure, of),
    )


def test_the_method_says_what_holds_and_no_more():
    text = " ".join(page("usual").text.split())
    assert "the seating changes no probability" in text
    assert "does not say whether a lower bid with the same hand would bring less" in text
    assert "The same scenario, seed and versions give the same deals and these pages" in text
    assert "equally often" not in text


def test_every_role_of_the_palette_is_defined_in_both_modes():
    text = page_of("usual")
    for colour in PALETTE:
        assert f"--{colour.role}: {colour.light};" in text
        assert f"--{colour.role}: {colour.dark};" in text

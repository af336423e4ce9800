"""The page of runs side by side: the answer first, what differs, every condition of every run."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import polars as pl
import pytest

from pipelines.beside.tables import BesideTables
from reports.beside.answer import answers
from reports.beside.conditions import conditions_table, how_compared
from reports.beside.difference import differences_of
from reports.beside.report import write_beside_report
from reports.drawing import svg_for_page
from reports.sheet import BROAD, NARROW
from tests.reports.beside_cases import (
    BESIDE,
    as_if_paired,
    beside_of,
    charts_beside,
    page_beside,
    rendered_beside,
)
from tests.reports.conftest import built
from tests.reports.html_reading import Element, check_headings, check_references, read_html


@pytest.fixture(params=BESIDE)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@lru_cache
def page(name: str, *, paired: bool = False) -> Element:
    return read_html(page_beside(name, paired=paired))


def answered(tables: BesideTables) -> list[str]:
    return [text.replace("\xa0", " ") for text in answers(tables, differences_of(tables))]


def with_nap_made(tables: BesideTables, **changes: object) -> BesideTables:
    """Change how often Nap is made in the second run."""
    here = (pl.col("what") == "made") & (pl.col("contract") == "nap") & (pl.col("run") == 1)
    frame = tables.differences.with_columns(
        pl.when(here).then(pl.lit(value)).otherwise(pl.col(column)).alias(column)
        for column, value in changes.items()
    )
    return replace(tables, differences=frame)


# The answer ---------------------------------------------------------------------------------------


def test_the_answer_is_the_first_sentence_and_one_paragraph_a_run(name):
    paragraphs = page(name).all("main")[0].all("p")
    found = [each for each in paragraphs if each.attributes.get("class") == "answer"]
    assert paragraphs[: len(found)] == found
    assert len(found) == len(BESIDE[name]) - 1
    assert all(each.text.endswith(".") for each in found)


NAP = {"first": 0.5, "other": 0.6, "difference": 0.1, "low": 0.08, "high": 0.12, "all_low": 0.07}


def test_more_often_is_said_with_both_shares_the_difference_and_its_interval():
    [text, _] = answered(with_nap_made(beside_of("sizes"), **NAP, verdict="higher"))
    assert text == (
        "Nap is made more often in three than in four: in 60.0 % of the deals played in it "
        "against 50.0 %, 10.0 percentage points more (95 % interval of the difference +8.0 to "
        "+12.0)."
    )


def test_less_often_is_said_the_other_way_round():
    nap = {"first": 0.6, "other": 0.5, "difference": -0.1, "low": -0.12, "high": -0.08}
    [text, _] = answered(with_nap_made(beside_of("sizes"), **nap, verdict="lower"))
    assert text.startswith("Nap is made less often in three than in four: in 50.0 % of the deals")
    assert "10.0 percentage points less" in text


def test_what_cannot_be_told_is_said_so_and_a_hint_is_not_taken_for_more():
    undecided = {**NAP, "low": -0.02, "high": 0.22, "verdict": "not told"}
    [text, _] = answered(with_nap_made(beside_of("sizes"), **undecided))
    assert text.startswith("Whether Nap is made more often in three or in four cannot be told")
    assert "by chance" not in text
    [text, _] = answered(with_nap_made(beside_of("sizes"), **NAP, verdict="not told"))
    assert "Its own interval excludes zero, but of the" in text and "by chance" in text


def test_the_same_deal_for_deal():
    nap = {"first": 0.5, "other": 0.5, "difference": 0.0, "low": 0.0, "high": 0.0}
    [text, _] = answered(with_nap_made(beside_of("sizes"), **nap, verdict="equal"))
    assert text.startswith("Nap is made exactly as often in three as in four, deal for deal")


def test_what_was_never_played_is_not_compared():
    assert answered(beside_of("never bid")) == [
        "Nap was never played in never, so that nothing can be said of the difference."
    ]


def test_all_against_none_is_told():
    [text] = answered(beside_of("always"))
    assert text.startswith("Nap is made less often in failed than in made: in 0 % of")
    assert "against 100 %, 100.0 percentage points less" in text


# How runs hang together ---------------------------------------------------------------------------


def test_every_way_of_comparing_is_said_and_explained():
    assert "share no deals and are independent" not in how_compared(beside_of("sizes").provenance)
    unknown = " ".join(page("sizes").text.split())
    assert "their intervals hold whatever the dependence is" in unknown
    assert "Runs that depend on each other in an unknown way" in unknown
    paired = " ".join(page("sizes", paired=True).text.split())
    assert "have 1,000 numbered deals in common, which are compared deal by deal" in paired
    assert "have 1,000 blocks of 40 numbered deals in common" in paired
    assert "Deals put beside each other" in paired
    assert "never differs" in paired and "3.4×" in paired


def test_independent_runs_are_said_to_be_so():
    tables = beside_of("sizes")
    first, *others = tables.provenance.runs
    others = [replace(run, dependence="independent") for run in others]
    changed = replace(tables.provenance, runs=(first, *others))
    assert how_compared(changed).count("share no deals and are independent") == 2


# What differs -------------------------------------------------------------------------------------


def test_conditions_that_are_the_same_are_not_listed():
    table = conditions_table(beside_of("sizes"))
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert rows["Players"] == ["4", "3", "7"]
    assert "Profile" not in rows and "Seating" not in rows


def test_a_contract_that_a_run_lacks_is_named():
    text = page("profiles").text
    assert "Not on the ladder of basic: " in text
    assert "Blücher" in text.split("Not on the ladder of basic: ")[1].split(".")[0]


def test_positions_are_matched_by_the_turn_to_speak():
    assert "eldest with eldest, dealer with dealer" in page("sizes").text
    assert "eldest with eldest" not in page("never bid").text
    [table] = [each for each in rendered_beside("sizes").tables if each.name == "differences"]
    of_three = [
        row[1].text
        for row in table.rows
        if row[0].text == "three" and row[2].text == "units per deal"
    ]
    assert of_three == ["eldest (1st)", "2nd", "dealer (last)"]


# The page -----------------------------------------------------------------------------------------


def test_identifiers_are_unique_and_references_lead_somewhere(name):
    check_references(page(name))


def test_headings_go_down_one_step_at_a_time(name):
    check_headings(page(name))


def test_names_are_text_and_never_markup():
    assert not page("hostile").all("b")
    assert "{{ 7*7 }} $x^2$" in page("hostile").text


def test_every_run_says_where_it_comes_from(name):
    text = page(name).text
    for run in beside_of(name).provenance.runs:
        provenance = run.provenance
        for fact in (run.label, provenance.identity, f"{provenance.deals:,}", str(provenance.seed)):
            assert fact in text, fact


def test_rows_have_a_cell_for_every_column(name):
    for table in rendered_beside(name).tables:
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize("name", ["hostile", "eight"])
def test_every_figure_draws_itself_for_broad_and_narrow_windows(name):
    charts = charts_beside(name)
    assert {"success-by-run", "positions-by-run"} <= set(charts)
    for chart in charts.values():
        assert chart.title and len(chart.alt) > 40 and not chart.title.endswith(".")
        for canvas in (BROAD, NARROW):
            assert svg_for_page(chart, canvas).startswith("<svg")


def test_the_same_tables_give_the_same_bytes(tmp_path: Path):
    records = [built(of)[1] for of in BESIDE["sizes"].values()]
    for folder in ("one", "two"):
        first = write_beside_report(
            tmp_path / folder, as_if_paired(beside_of("sizes")), records, forms=("html", "tables")
        )
        assert first == tmp_path / folder / "index.html"
    files = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert len(files) > 20
    for path in files:
        other = tmp_path / "two" / path.relative_to(tmp_path / "one")
        assert path.read_bytes() == other.read_bytes(), path

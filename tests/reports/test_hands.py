"""Success by hand, and the audit in words: everything that is counted is shown, and read sensibly.

Hands are those of real deals; the tables are made by the pipelines.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.schema import TABLE_SCHEMAS
from pipelines.tables import Tables
from reports.audit import audit_sections, audit_verdict, audit_verdict_in_full
from reports.audit.words import check_in_words, exact_text
from reports.figures.hands import ENOUGH, hands_charts
from reports.reading.hands import hands
from reports.sheet import BROAD, NARROW
from reports.style import figure_style
from tests.reports.figure_texts import assert_texts_stand_apart, written_texts
from tests.statistics.audited import table_of
from tests.statistics.synthetic_run import write_simulated

SESSIONS = 700


@cache
def tables_of(profile: str, players: int = 4) -> Tables:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        write_simulated(path, table_of(players, profile, policy="counting"), SESSIONS)
        return aggregate_run(path)


def test_hands_add_up_to_the_deals_played() -> None:
    tables = tables_of("hoyle")
    assert tables.hands is not None
    found = tables.hands.group_by("contract").agg(pl.col("played", "made").sum())
    expected = tables.contracts.filter(pl.col("played") > 0).select("contract", "played", "made")
    assert found.sort("contract").equals(expected.sort("contract"))


@pytest.mark.parametrize("canvas", [BROAD, NARROW], ids=lambda canvas: canvas.name)
def test_every_cell_has_its_share_and_n(canvas) -> None:
    tables = tables_of("hoyle")
    assert tables.hands is not None
    charts = {chart.name: chart for chart in hands_charts(tables)}
    assert set(charts) == {f"hands-{name}" for name in tables.hands["contract"]}
    for contract in tables.hands["contract"].unique():
        chart = charts[f"hands-{contract}"]
        assert_texts_stand_apart(chart, canvas)
        with figure_style("test"):
            texts = {text for text, _ in written_texts(chart.draw(canvas))}
        for row in tables.hands.filter(contract=contract).rows(named=True):
            assert f"{100 * row['made_rate']:.0f}\N{NO-BREAK SPACE}%" in texts
            if row["played"] < 1000:
                assert str(row["played"]) in texts


def test_too_few_deals_are_said_to_be_too_few() -> None:
    tables = tables_of("hoyle")
    assert tables.hands is not None
    most = dict(tables.hands.group_by("contract").agg(pl.col("played").max()).rows())
    rare = [name for name, number in most.items() if number < ENOUGH]
    assert rare
    for chart in hands_charts(tables):
        told = chart.name.removeprefix("hands-") not in rare
        assert chart.title.startswith("Too few deals") is not told


def test_the_table_for_reading_has_all_hands() -> None:
    tables = tables_of("hoyle")
    assert tables.hands is not None
    (table,) = hands(tables)
    assert len(table.rows) == len(tables.hands)


@pytest.mark.parametrize("profile", ["traditional", "ecarte", "pub", "peep"])
def test_hands_are_left_out_where_they_cannot_be_told(profile: str) -> None:
    tables = tables_of(profile)
    assert tables.hands is None
    assert [*hands_charts(tables)] == [*hands(tables)] == []
    assert audit_verdict(tables).startswith("Sound")


def test_hands_that_do_not_follow_from_numbers_are_said_not_to_be_looked_at() -> None:
    assert "Hands were not looked at" in audit_verdict_in_full(tables_of("traditional"))


def test_the_audit_shows_every_line() -> None:
    """Each judged line has its count in a table, and sums are counted kind by kind."""
    tables = tables_of("hoyle")
    assert tables.audit is not None
    sections = {section.anchor: section for section in audit_sections(tables)}
    assert [*sections] == ["hands", "deals", "dealers", "play", "sums"]
    shown = {
        cell.text
        for section in sections.values()
        for table in section.tables
        for row in table.rows
        for cell in row
    }
    judged = tables.audit.filter(~pl.col("must_equal"))
    assert {exact_text(row["observed"]) for row in judged.rows(named=True)} <= shown
    (sums,) = sections["sums"].tables
    kinds = tables.audit.filter(pl.col("must_equal"))["check"].unique()
    play = {"trump held", "high trumps win", "a higher trump wins"}
    assert len(sums.rows) == len({*kinds} - play)


def test_every_check_has_words() -> None:
    """Of all profiles that the tests have; a check without words is a KeyError."""
    for profile in ("hoyle", "traditional", "ecarte", "pub", "peep"):
        audit = tables_of(profile).audit
        assert audit is not None
        assert dict(audit.schema) == TABLE_SCHEMAS["audit"].dtypes
        assert all(check_in_words(check) for check in audit["check"])


def test_what_failed_is_said_first() -> None:
    tables = tables_of("hoyle")
    assert tables.audit is not None
    broken = tables.audit.with_columns(
        sound=~((pl.col("check") == "units by player") & (pl.col("place") == 2)),
        observed=pl.col("observed") + 1,
    )
    unsound = Tables(**{**vars(tables), "audit": broken})
    assert audit_verdict(unsound).startswith("Unsound: 1 of ")
    first = audit_sections(unsound)[0]
    assert first.anchor == "failed"
    (said,) = first.remarks
    assert said.startswith("Units of a player: what the ladder pays for all contracts, C: ")
    assert "but it must be" in said


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1_234_567.0, "1,234,567"),
        (2.4775, "2.48"),
        (0.000123, "0.00012"),
        (0.0, "0"),
        (3e20, "3.000000e+20"),
    ],
)
def test_exact_numbers(value: float, text: str) -> None:
    assert exact_text(value) == text

"""The answer to each question: no stronger than the data, and with its interval."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl
import pytest

from pipelines.commands.summary import remarks
from pipelines.tables import Tables
from reports.estimates import Share
from reports.figures import all_charts, regret_by_policy
from reports.page import render_pages
from reports.questions import QUESTIONS
from reports.reading import reading_tables
from reports.wording import percent
from tests.reports.conftest import built, tables_of
from tests.reports.figure_texts import written_texts

NB = "\N{NO-BREAK SPACE}"


def answer(question: str, tables: Tables | str) -> str:
    found = next(each for each in QUESTIONS if each.name == question)
    tables = tables_of(tables) if isinstance(tables, str) else tables
    return " ".join(found.answer(tables)).replace(NB, " ")


def with_means(tables: Tables, table: str, **means: list[float]) -> Tables:
    """Return the tables with other means, each with an interval of 0.01 to either side."""
    (values,) = means.values()
    frame = getattr(tables, table).with_columns(
        pl.Series("units_per_deal", values),
        pl.Series("low", [value - 0.01 for value in values]),
        pl.Series("high", [value + 0.01 for value in values]),
    )
    return replace(tables, **{table: frame})


def test_the_best_and_the_worst_seat_are_named_only_where_all_others_differ():
    tables = tables_of("three players")
    assert answer("seat", with_means(tables, "expectation_by_position", of=[-0.3, 0.2, 0.1])) == (
        "Eldest does best with +0.200 units per deal (95 % interval +0.190 to +0.210), the dealer "
        "worst with −0.300 (95 % interval −0.310 to −0.290)."
    )
    close = answer("seat", with_means(tables, "expectation_by_position", of=[-0.3, 0.2, 0.199]))
    assert close.startswith("Eldest with +0.200 units per deal (95 %")
    assert "does better than the dealer with −0.300" in close


def test_intervals_that_lie_apart_alone_but_not_together_claim_nothing():
    """Bonferroni: what differs by a little more than two half-widths is not enough for three."""
    tables = tables_of("three players")
    said = answer("seat", with_means(tables, "expectation_by_position", of=[0.0, 0.021, 0.01]))
    assert said.startswith("No position is shown to be worth more than another: the estimates run")
    assert "from 0.000 units per deal (the dealer; 95 % interval" in said
    nothing = answer("seat", with_means(tables, "expectation_by_position", of=[0.0, 0.001, 0.0]))
    assert nothing.startswith("No position is shown to win or to lose: ")


def test_the_spread_of_balances_is_that_of_all_players_together():
    tables = tables_of("usual")
    pooled = tables.balances.group_by("balance").agg(pl.col("sessions").sum()).sort("balance")
    every = pooled["balance"].repeat_by(pooled["sessions"]).explode().to_list()
    low, median, high = (every[-(-len(every) * q // 4) - 1] for q in (1, 2, 3))
    said = answer("balance", tables)
    assert f"at least half of all balances lie between −{-low} and +{high} units" in said
    assert f"the median is {'−' if median < 0 else ''}{abs(median)} (95 % interval " in said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("one session", "One session shows no spread of balances."),
        ("evening", "chips run out in"),
        ("traditional", "is lost within a session in"),
    ],
)
def test_the_answer_on_balances_says_what_a_run_can_tell(name, words):
    assert words in answer("balance", name)


def test_of_two_policies_the_difference_has_the_interval_of_a_mean_that_it_is_a_multiple_of():
    """Three players to one: what the one wins, each of the three loses a third of."""
    tables = tables_of("three players")
    frame = tables.expectation_by_policy.head(1)
    two = pl.concat([frame, frame]).with_columns(
        policy=pl.Series(["bold", "standard"]), players=pl.Series([1, 3], dtype=pl.Int64)
    )
    lineup = tuple(
        replace(tables.provenance.lineup[0], policy=policy)
        for policy in ("bold", "standard", "standard", "standard")
    )
    provenance = replace(tables.provenance, lineup=lineup, players=4)
    tables = replace(tables, expectation_by_policy=two, provenance=provenance)
    said = answer("policy", with_means(tables, "expectation_by_policy", of=[0.3, -0.1]))
    assert said == (
        "bold wins more than standard: +0.400 units per deal between a player of the one and a "
        "player of the other (95 % interval +0.387 to +0.413)."
    )
    turned = answer("policy", with_means(tables, "expectation_by_policy", of=[-0.3, 0.1]))
    assert turned.startswith("standard wins more than bold: +0.400 units per deal")
    nothing = answer("policy", with_means(tables, "expectation_by_policy", of=[0.003, -0.001]))
    assert nothing.startswith("Which of bold and standard wins more cannot be told: +0.004")
    alike = with_means(tables, "expectation_by_policy", of=[-0.3, 0.1])
    frame = alike.expectation_by_policy.with_columns(
        low=pl.lit(None, pl.Float64), high=pl.lit(None, pl.Float64)
    )
    no_spread = answer("policy", replace(alike, expectation_by_policy=frame))
    assert no_spread.startswith("Which of standard and bold wins more cannot be told: +0.40")


def test_one_policy_tells_nothing_of_others():
    said = "All players follow counting:standard, so that this run tells nothing of other policies."
    assert answer("policy", "usual") == said
    assert "units per deal and player" in answer("policy", "seven players")


def test_what_could_be_made_stands_beside_what_was_with_every_interval():
    said = answer("perfect", "usual")
    nap = tables_of("usual").makeable.row(by_predicate=pl.col("contract") == "nap", named=True)
    for name, prefix in (
        ("makeable", ""),
        ("somebody", "somebody_"),
        ("kept_double_dummy", "kept_double_dummy_"),
        ("made", "made_"),
    ):
        share = percent(Share.from_share(nap, name, "deals", prefix)).replace(NB, " ")
        assert share in said
    assert f"Of {nap['played']} solved deals played out in it" in said
    assert said.count("95 % interval") == 7
    assert answer("perfect", "three players").startswith("No deal of this run was solved")


def test_clusters_of_solved_deals_are_the_sessions_that_were_solved():
    tables = tables_of("usual")
    clustered = replace(tables, provenance=replace(tables.provenance, clustered=True))
    solved = f"Intervals take {clustered.provenance.sessions // 10:,} sessions as independent"
    figures = {chart.name: chart.caption for chart in all_charts(clustered)}
    for name in ("makeable", "makeable-by-position", "double-dummy-tricks", "regret-by-trick"):
        assert solved in figures[name]
    for table in reading_tables(clustered):
        if table.name in ("makeable", "makeable_by_position", "double_dummy_tricks", "regret"):
            assert solved in table.note


def test_the_page_of_solved_deals_names_their_sessions_wherever_it_names_clusters():
    tables, record = built("usual")
    clustered = replace(tables, provenance=replace(tables.provenance, clustered=True))
    page = render_pages(clustered, all_charts(clustered), record)["perfect.html"]
    page = " ".join(page.split()).replace("&nbsp;", " ").replace(NB, " ")
    solved, all_of_them = (f"{clustered.provenance.sessions // of:,}" for of in (10, 1))
    assert f"takes the {solved} sessions as independent" in page
    assert f"(n = {solved} sessions)" in page
    assert not re.search(rf"({all_of_them} sessions (as|take)|n = {all_of_them}\b)", page)


def test_hands_behind_the_dots_of_a_panel_are_told_as_a_range_where_they_differ():
    tables = tables_of("usual")
    third = pl.col("position") == 3
    fewer = tables.makeable_by_position.with_columns(
        hands=pl.when(third).then(pl.col("hands") - 1_000).otherwise(pl.col("hands"))
    )
    least, most = fewer["hands"].min(), fewer["hands"].max()
    changed = replace(tables, makeable_by_position=fewer)
    chart = next(each for each in all_charts(changed) if each.name == "makeable-by-position")
    texts = [text for text, _ in written_texts(chart.draw())]
    assert f"n = {least:,} to {most:,}" in texts


def test_a_share_so_small_that_no_session_is_solved_is_named():
    tables = tables_of("three players")
    few = replace(tables, provenance=replace(tables.provenance, solve=0.001, sessions=20))
    assert answer("perfect", few).startswith(
        "The scenario has 0.1 % of sessions solved, but none of the 20 sessions of this run is"
    )
    assert any("has 0.1" in remark for remark in remarks(few))
    assert not any("of sessions solved" in remark for remark in remarks(tables))


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        ("played", "None of the solved deals is played out in it."),
        ("deals", "No deal of this run was solved"),
    ],
)
def test_nothing_is_said_of_deals_that_were_not_solved_or_not_played(contract, words):
    tables = tables_of("usual")
    nothing = {
        "played": {"played": 0, "kept_double_dummy": 0, "made": 0},
        "deals": {"deals": 0},
    }[contract]
    frame = tables.makeable.with_columns(
        **{name: pl.lit(0, pl.Int64) for name in nothing},
        kept_double_dummy_share=pl.lit(None, pl.Float64),
        made_share=pl.lit(None, pl.Float64),
    )
    assert words in answer("perfect", replace(tables, makeable=frame))


def test_who_loses_most_is_said_only_where_the_intervals_lie_apart():
    """Bonferroni over three policies and three ways to lose: 1.6 half-widths each."""
    tables = tables_of("hostile names")

    def title(*bidding: float) -> str:
        lost = pl.Series([value for mean in bidding for value in (mean, 1.0, 1.0)])
        frame = tables.regret.with_columns(units_per_deal=lost, low=lost - 0.1, high=lost + 0.1)
        chart = regret_by_policy(replace(tables, regret=frame))
        assert chart is not None
        return chart.title

    assert title(1.0, 2.0, 3.0) == (
        "By bidding random loses most, 3.00 units per deal, counting:standard least (1.00)"
    )
    assert title(1.0, 1.1, 3.0).startswith("By bidding random loses more units per deal (3.00)")
    assert title(1.0, 1.1, 1.25) == (
        "No policy is shown to lose more than another against perfect information"
    )


def test_every_answer_can_be_given_for_every_run(tables):
    for question in QUESTIONS:
        said = " ".join(question.answer(tables))
        assert said.endswith(".") and "None" not in said and "{" not in said.replace("{{", "")

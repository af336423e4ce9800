"""Numbers in words: sensible digits, and sensible words for none, all and nothing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import polars as pl
import pytest

from pipelines.intervals import bounded_interval, rate
from reports.answer import missing_in_words, opening_sentence
from reports.estimates import Mean, Share
from reports.figures import all_charts
from reports.figures.expectation import expectation_by_player
from reports.figures.success import success_finding
from reports.figures.wins import win_shares
from reports.wording import (
    count,
    mean_interval,
    mean_value,
    percent,
    percent_interval,
    signed,
)
from tests.reports.conftest import tables_of
from tests.reports.invented_run import Invented
from tests.reports.tables_builder import build_tables

NB = "\N{NO-BREAK SPACE}"


def share(successes: int, of: int) -> Share:
    found = rate(successes, of)
    value = successes / of if of else None
    return Share(successes=successes, of=of, rate=value, low=found.low, high=found.high)


def title(name: str, chart: str) -> str:
    return next(c.title for c in all_charts(tables_of(name)) if c.name == chart)


@pytest.mark.parametrize(
    ("successes", "of", "number", "interval"),
    [
        (0, 0, "—", "—"),
        (0, 1, f"0{NB}%", "0–98"),
        (1, 1, f"100{NB}%", "3–100"),
        (0, 10**12, f"0{NB}%", "0–0.00000000037"),
        (10**12, 10**12, f"100{NB}%", "99.99999999963–100"),
        (430, 1000, f"43.0{NB}%", "40.0–46.1"),
        (4_300_000, 10_000_000, f"43.000{NB}%", "42.969–43.031"),
        (1, 1_000_000, f"0.00010{NB}%", "0.00000–0.00056"),
        (999_999, 1_000_000, f"99.99990{NB}%", "99.99944–100.00000"),
    ],
)
def test_a_share_has_the_digits_that_its_interval_supports(successes, of, number, interval):
    assert percent(share(successes, of)) == number
    assert percent_interval(share(successes, of)) == interval


def test_no_possible_rate_reads_as_certain_unless_it_is():
    for of in (2, 3, 10, 1000, 10**6, 10**9, 10**12):
        for successes in (1, of - 1):
            shown = percent(share(successes, of)).removesuffix(f"{NB}%")
            assert 0 < Fraction(shown) < 100, (successes, of, shown)


def test_units_carry_their_sign():
    assert mean_value(Mean(value=-0.1234, low=-0.13, high=-0.11, clusters=9)) == "−0.123"
    assert (
        mean_interval(Mean(value=-0.1234, low=-0.13, high=-0.11, clusters=9)) == "−0.130 to −0.110"
    )
    assert mean_value(Mean(value=0.0, low=-0.1, high=0.1, clusters=9)) == "0.00"
    assert mean_interval(Mean(value=1.5, low=None, high=None, clusters=9)) == "no interval"
    assert signed(12, 0) == "+12"
    assert count(-1234567) == "−1,234,567"


def test_the_opening_sentence_says_how_often_bid_and_made_and_under_which_conditions():
    tables = tables_of("usual")
    nap = tables.contracts.row(by_predicate=pl.col("contract") == "nap", named=True)
    sentence = opening_sentence(tables)
    assert sentence.endswith(
        " Simulated: 160,000 deals in 20,000 sessions; profile basic; four players, all "
        "counting:standard."
    )
    assert f"Nap is bid in {100 * nap['bid_rate']:.2f}{NB}% of deals (95{NB}% interval" in sentence
    assert (
        f"is made in {100 * nap['made_rate']:.1f}{NB}% of the {nap['played']:,} deals" in sentence
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nap never bid", "Nap is never bid (95"),
        ("nap always made", "It is made in all of the"),
        ("nap never made", "It is made in none of the"),
        ("seven players", "seven players (3 counting:standard, 2 counting:bold and 2 random)"),
    ],
)
def test_the_opening_sentence_has_words_for_none_and_all(name, words):
    assert words in opening_sentence(tables_of(name))


@pytest.mark.parametrize(
    ("name", "chart", "words"),
    [
        ("nap never bid", "success-by-contract", "Nap was never bid in 800 deals"),
        (
            "nap never bid",
            "success-by-position",
            "Nap was never played, so there is nothing to compare",
        ),
        ("nap never bid", "tricks-taken", "No deal was played in Nap"),
        ("nap never bid", "calls-by-position", "Nap was never bid from any position"),
        ("nap always made", "success-by-contract", "Nap is made in all of its"),
        ("nap always made", "tricks-taken", "Nap was made in every one of"),
        ("nap never made", "success-by-contract", "Nap is made in none of its"),
        ("one session", "expectation-by-position", "One session is too little"),
        ("one session", "balances", "One session of 8 deals was played"),
        ("one session", "win-shares", "One session is too little"),
        ("usual", "success-by-contract", f"below the 50{NB}% that breaks even"),
        ("all for nothing", "expectation-by-player", "No player is shown to win or to lose"),
        ("all for nothing", "win-shares", "No player's share of wins is shown to differ"),
        ("uneven stakes", "success-by-contract", f"above the 33.33{NB}% that breaks even"),
        ("usual", "expectation-by-player", "No player is shown to win or to lose"),
        ("seven players", "success-by-policy", "Nap is made more often by counting:standard"),
    ],
)
def test_titles_say_the_finding(name, chart, words):
    assert words in title(name, chart)


@pytest.mark.parametrize("name", ["nothing at stake", "all for nothing"])
def test_where_nothing_is_at_stake_there_is_no_verdict_on_break_even(name):
    tables = tables_of(name)
    row = tables.contracts.row(by_predicate=pl.col("contract") == "nap", named=True)
    assert row["break_even"] is None
    finding = success_finding({**row, "bid": 300, "played": 200, "made": 100}, tables)
    assert finding.startswith("Nap is made in ") and finding.endswith(" of its deals")
    chart = next(c for c in all_charts(tables) if c.name == "success-by-contract")
    nap = next(words for words in chart.alt.split("; ") if words.startswith("Nap"))
    assert "break-even" not in nap and "None" not in chart.alt


def test_a_player_who_never_wins_is_compared_all_the_same():
    """His sessions are all equal: that is not the same as one session."""
    tables = tables_of("three players")
    summary = tables.balance_summary
    never = pl.col("player") == 0
    low, high = bounded_interval(clusters=2_000, estimate=0.0, standard_error=0.0, most=1.0)
    summary = summary.with_columns(
        pl.when(never).then(pl.lit(value)).otherwise(pl.col(column)).alias(column)
        for column, value in (
            ("win_share", 0.0),
            ("win_share_standard_error", 0.0),
            ("win_share_low", low),
            ("win_share_high", high),
        )
    )
    chart = win_shares(replace(tables, balance_summary=summary))
    assert "Ada (0.00" in chart.title


def test_a_balance_that_never_changes_is_not_taken_for_one_session():
    tables = tables_of("three players")
    without = pl.lit(None, pl.Float64)
    frame = tables.expectation_by_player.with_columns(
        pl.when(pl.col("player") == 0).then(without).otherwise(pl.col(end)).alias(end)
        for end in ("low", "high")
    )
    chart = expectation_by_player(replace(tables, expectation_by_player=frame))
    assert chart.title.startswith("No player is shown to")


def test_nap_that_was_only_overcalled_is_not_called_never_bid():
    run = build_tables(Invented(sessions=1, never_bid=("nap", "wellington")))
    contracts = run.contracts.with_columns(bid=run.contracts["bid"] + 2, bid_rate=0.25)
    overcalled = type(run)(**{**run.frames(), "contracts": contracts, "provenance": run.provenance})
    assert "bid in 2 deals" in opening_sentence(overcalled)
    assert "It is always overcalled" in opening_sentence(overcalled)
    assert all_charts(overcalled)[0].title == (
        "Nap was bid 2 times but never played: it was always overcalled"
    )


def test_a_single_nap_is_not_given_as_a_rate():
    tables = next(
        tables
        for seed in range(200)
        if (tables := build_tables(Invented(sessions=1, seed=seed)))
        .contracts.filter(contract="nap")["played"]
        .item()
        == 1
    )
    assert "in the only deal played in it" in opening_sentence(tables)
    assert all_charts(tables)[0].title in (
        "Nap was played once, and made",
        "Nap was played once, and failed",
    )


def test_an_incomplete_run_says_so():
    words = missing_in_words(tables_of("incomplete"))
    assert "of 7 shards planned, the first 4 are counted here and 3 are missing" in words
    assert missing_in_words(tables_of("usual")) == ""

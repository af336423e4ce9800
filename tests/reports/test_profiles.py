"""What the rules of a run add to its report: shown where there is something to show, else not."""

from __future__ import annotations

import pytest

from reports.conditions import conditions_in_words, footer_of
from reports.departures import departures
from reports.estimates import Share
from reports.figures import all_charts
from reports.rules_in_words import rules_in_words
from reports.sheet import BROAD
from reports.style import figure_style
from reports.wording import percent
from tests.reports.conftest import built, page_of, tables_of
from tests.reports.html_reading import read_html
from tests.reports.report_parts import (
    charts_of,
    rules_of,
    sections_of,
    shown_tables,
)

PRINTED_PAGE = 1125
"""What A4 holds of a broad figure beside title and caption, CSS pixels."""

OF_EVERY_RUN = {
    "success-by-contract",
    "success-by-position",
    "tricks-taken",
    "convergence",
    "calls-by-position",
    "calls-given-bid",
    "expectation-by-position",
    "expectation-by-player",
    "balances",
    "balance-after-deals",
    "ruin",
    "win-shares",
}

OF_SOLVED_DEALS = {
    "makeable",
    "makeable-by-position",
    "double-dummy-tricks",
    "regret-by-policy",
    "regret-by-position",
    "regret-by-trick",
}

TABLES_OF_SOLVED_DEALS = {
    "makeable",
    "makeable_by_position",
    "double_dummy_tricks",
    "regret",
    "regret_by_position",
    "regret_by_trick",
}

OF_SESSIONS = {"balances", "balance-after-deals", "ruin", "win-shares", "rebuys"}
"""Figures of shares of sessions, which are independent of each other in any case."""


def hands(*contracts):
    return {f"hands-{contract}" for contract in contracts}


# Only where there is something to show -----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "added"),
    [
        ("usual", OF_SOLVED_DEALS),
        (
            "hoyle at six",
            hands("three", "misere", "four", "nap", "wellington", "blucher"),
        ),
        ("seven cards", hands("three", "misere", "four", "nap", "six", "seven")),
        ("traditional", set()),
        ("long purses", set()),
        ("pool", set()),
        ("exchange", {"acts-by-position", "success-by-exchange"}),
        ("buy", {"acts-by-position", "success-by-exchange"}),
        ("peep", {"acts-by-position", "success-by-peep"}),
        ("extra hand", {"acts-by-position", "success-by-extra-hand"}),
        ("evening", {"session-lengths", "broke"}),
        ("rebuy", {"rebuys"}),
    ],
)
def test_a_profile_has_the_figures_that_it_calls_for(name, added):
    assert set(charts_of(name)) == OF_EVERY_RUN | added


@pytest.mark.parametrize(
    ("name", "added"),
    [
        ("usual", TABLES_OF_SOLVED_DEALS),
        ("traditional", set()),
        ("long purses", set()),
        ("exchange", {"acts_by_position", "success_by_act"}),
        ("evening", {"broke_by_player", "session_lengths"}),
        ("rebuy", {"rebuys_by_player"}),
        ("revokes", {"revokes_by_player"}),
    ],
)
def test_a_profile_has_the_tables_that_it_calls_for(name, added):
    assert set(shown_tables(name)) == set(shown_tables("three players")) | added


@pytest.mark.parametrize(
    ("name", "added"),
    [
        ("usual", {"regret"}),
        ("pool", {"pool"}),
        ("exchange", {"acts", "pool"}),
        ("extra hand", {"acts"}),
    ],
)
def test_a_profile_has_the_sections_that_it_calls_for(name, added):
    of_every_run = {
        "made",
        "bidding",
        "could",
        "precision",
        "expectation",
        "sessions",
        "paths",
        "policies",
    }
    assert set(sections_of(name)) == of_every_run | added


def test_the_basic_game_has_no_line_of_what_is_unlike_it():
    assert conditions_in_words(tables_of("usual")) == ""
    assert not read_html(page_of("usual")).with_class("conditions")
    assert "unlike the basic game" not in footer_of(tables_of("usual"))


def test_the_figures_of_a_long_ladder_fit_on_a_printed_page():
    """Twelve contracts, seven positions."""
    for chart in all_charts(tables_of("full ladder with float")):
        with figure_style("test"):
            height = 72 * chart.draw(BROAD).get_size_inches()[1]
        assert height <= PRINTED_PAGE, chart.name


# Conditions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "phrases"),
    [
        ("hoyle at six", ["ladder Three 3/3, Misère 3/3, Four 4/4, Nap 10/5,", "sits out"]),
        ("seven cards", ["seven cards a hand", "Seven 24/12"]),
        ("two", ["ladder Two 2/2, Three 3/3"]),
        ("pool", ["pool with an ante of 1"]),
        ("pool that stays", ["what is left in the pool stays there"]),
        ("exchange", ["exchange of up to 5 cards at 1 a card"]),
        ("buy", ["exchange of up to 3 cards at 1 an exchange"]),
        ("peep", ["peep at 1"]),
        ("extra hand", ["extra hand"]),
        ("traditional", ["shuffled only after a contract for all tricks made"]),
        ("evening", ["30 chips, out when broke", "sessions of 20 deals", "extra deals for ties"]),
        ("rebuy", ["15 chips, another stack when broke"]),
        ("revokes", ["players revoke"]),
        ("everything", ["joker", "float", "peep at 1", "extra hand", "exchange of up to 3 cards"]),
    ],
)
def test_what_is_unlike_the_basic_game_stands_above_and_below(name, phrases):
    tables = tables_of(name)
    for phrase in phrases:
        assert phrase in conditions_in_words(tables)
        assert phrase in footer_of(tables)
        assert all(phrase in chart.footer for chart in charts_of(name).values())


def test_nothing_is_said_of_what_is_as_in_the_basic_game():
    assert departures(tables_of("pool")) == ("pool with an ante of 1",)
    assert departures(tables_of("revokes")) == ("players revoke",)


def test_the_players_present_are_counted_where_some_leave():
    rows = {row["players"]: row for row in tables_of("evening").players_left.rows(named=True)}
    four, three = (percent(Share.from_columns(rows[n], "deals", "n")) for n in (4, 3))
    words = conditions_in_words(tables_of("evening"))
    assert words.endswith(f" Players present: four in {four} and three in {three} of deals.")
    assert "Players present" not in conditions_in_words(tables_of("long purses"))


# How sure the numbers are -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("pool", "the pool grows from deal to deal until it is won"),
        ("traditional", "cards lie together from deal to deal"),
        ("rebuy", "chips won or lost are there, or lacking, in the next deal"),
    ],
)
def test_where_sessions_are_the_clusters_every_interval_says_so_and_why(name, why):
    tables = tables_of(name)
    assert tables.provenance.clustered
    for chart in charts_of(name).values():
        of_sessions = chart.name in OF_SESSIONS
        says_so = "150 sessions as independent clusters" in chart.caption
        assert says_so or of_sessions, chart.name
    text = " ".join(read_html(page_of(name)).text.split())
    assert f"the deals of a session depend on each other: {why}." in text
    assert "(n = 150 sessions)" in text
    assert "The interval takes the 150 sessions as independent, not the deals." in text
    assert "its sampling units are sessions" in text


@pytest.mark.parametrize(("name", "differ"), [("evening", True), ("pool", False)])
def test_means_of_sessions_that_differ_in_length_are_ratios(name, differ):
    text = " ".join(read_html(page_of(name)).text.split())
    assert ("a mean per deal is then a ratio of two such sums" in text) == differ


def test_independent_deals_are_not_called_clusters():
    text = " ".join(read_html(page_of("usual")).text.split())
    assert "depend on each other" not in text and "not the deals" not in text
    assert "its sampling units are deals" in text
    assert "random choices of policies never move a card" in text
    for name in ("success-by-contract", "calls-by-position", "tricks-taken"):
        assert "cluster" not in charts_of("usual")[name].caption


@pytest.mark.parametrize(("name", "moves"), [("traditional", True), ("pool", False)])
def test_what_moves_cards_is_not_denied(name, moves):
    text = " ".join(read_html(page_of(name)).text.split())
    assert ("never move a card" not in text) == moves
    assert "Session number i of a seed is a fixed function" in text


# The rules in plain words -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hoyle at six", "Misère: kept with no trick at all; there is no trump."),
        (
            "hoyle at six",
            "Wellington: the declarer leads the lowest card that he holds of the suit he makes "
            "trump; may be bid only when Nap has been bid in the same auction.",
        ),
        ("hoyle at six", "The dealer gets no cards"),
        ("seven cards", "Every hand has seven cards, so that a deal has seven tricks."),
        ("traditional", "shuffled when a session begins and after a contract for all tricks"),
        ("exchange", "may throw up to 5 cards and gets as many from the stock, for 1 unit a card."),
        ("buy", "up to 3 cards and gets as many from the stock, for 1 unit an exchange."),
        ("exchange", "Pool: prices go there. Who makes a contract for all tricks (Nap and"),
        ("pool", "Pool: at every deal each player pays 1 unit into it. Who makes"),
        ("pool", "the seats share it equally, and what cannot be divided is left."),
        ("pool that stays", "What lies there when the session ends: it is left."),
        ("peep", "pays 1 unit into it and prices go there."),
        ("peep", "may look at it for 1 unit; if he becomes declarer he may swap it"),
        ("extra hand", "he throws five cards and must bid Nap."),
        ("full ladder with float", "for 1 unit, the dealer free. Who has looked may bid any"),
        ("evening", "starts a session with 30 units. Nobody pays more than he has"),
        ("rebuy", "starts a session with 15 units. Who cannot pay buys as many again"),
        ("evening", "play up to 20 extra deals among themselves"),
        ("revokes", "the declarer’s revoke breaks his contract"),
        ("everything", "A joker is added."),
    ],
)
def test_the_rules_are_told_in_plain_words(name, words):
    assert words in rules_of(name)


def test_the_rules_of_the_basic_game_are_short():
    tables, _ = built("usual")
    record = built("revokes")[1]  # of the basic game too, with what its contracts promise
    assert rules_in_words(tables, record) == (
        "Wellington: may be bid only when Nap has been bid in the same auction.",
    )

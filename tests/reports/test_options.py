"""What single options add to a report: contracts, float, acts, pool, chips, revokes, ties."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl
import pytest

from pipelines.intervals import rate
from pipelines.tables import Tables
from reports.answer import opening_sentence
from reports.figures import success_by_acts
from reports.key_figures import headline_figures, pool_figures
from tests.reports.conftest import page_of, tables_of
from tests.reports.html_reading import read_html
from tests.reports.report_parts import (
    NB,
    charts_of,
    remarks_of,
    rows_of,
    sections_of,
    shown_tables,
)

# Contracts ----------------------------------------------------------------------------------------


def test_every_contract_of_the_ladder_says_what_it_needs_and_where_it_breaks_even():
    def needed_and_break_even(name: str) -> dict[str, tuple[str, str]]:
        rows = rows_of(shown_tables(name)["contracts"])
        return {contract: (row[1], row[3].replace(NB, " ")) for contract, row in rows.items()}

    assert needed_and_break_even("hoyle at six") == {
        "Three": ("3", "50 %"),
        "Misère": ("none", "50 %"),
        "Four": ("4", "50 %"),
        "Nap": ("5", "33.33 %"),
        "Wellington": ("5", "50 %"),
        "Blücher": ("5", "66.67 %"),
    }
    assert needed_and_break_even("seven cards")["Seven"] == ("7", "33.33 %")
    assert needed_and_break_even("two")["Two"] == ("2", "50 %")
    assert needed_and_break_even("bonaparte")["Bonaparte"][0] == "5"


def test_misere_is_made_with_no_trick_and_seven_cards_give_seven_tricks():
    alt = charts_of("seven cards")["tricks-taken"].alt.replace(NB, " ")
    misere = next(part for part in alt.split(". ") if part.startswith("Misère"))
    assert re.search(r" 0 tricks [\d.]+ % \(made\),", misere) and misere.count("(made)") == 1
    assert "7 tricks" in misere
    columns = shown_tables("seven cards")["tricks"].columns
    assert columns[2:] == ("0 tricks", "1 trick", *(f"{number} tricks" for number in range(2, 8)))


def test_a_contract_that_is_never_played_has_no_empty_panel_and_is_named():
    tables = tables_of("nap never bid")
    assert tables.contracts.filter(contract="wellington")["bid"].item() == 0
    charts = charts_of("nap never bid")
    assert charts["success-by-position"].caption.endswith(" Never played: Wellington.")
    assert charts["calls-by-position"].caption.endswith(" Never bid: Wellington.")
    calls = shown_tables("nap never bid")["calls_by_position"]
    assert "Wellington" not in calls.columns and calls.note.endswith("Never bid: Wellington.")
    assert "Nap" in calls.columns, "the headline contract stays"


def test_a_dealer_who_sits_out_bids_nothing_and_still_pays():
    charts = charts_of("hoyle at six")
    assert "5th" in charts["calls-by-position"].alt and "dealer" not in (
        charts["calls-by-position"].alt + charts["success-by-position"].alt
    )
    assert "dealer (sits out)" in charts["expectation-by-position"].alt
    assert "dealer (sits out)" in rows_of(shown_tables("hoyle at six")["expectation_by_position"])


# The float ----------------------------------------------------------------------------------------


def test_with_a_float_the_answer_is_given_without_it_and_with_it():
    tables = tables_of("full ladder with float")
    answer = opening_sentence(tables)
    assert answer.startswith("Nap without the float is bid in ")
    assert " Nap with float is bid in " in answer
    for contract in ("nap", "nap-float"):
        played = tables.contracts.filter(contract=contract)["played"].item()
        assert f"of the {played:,} deals played in it" in answer
    names = [figure.name for figure in headline_figures(tables)]
    assert names[2:4] == ["Nap without the float is made", "Nap with float is made"]


def test_each_contract_is_followed_by_the_same_with_the_float():
    alt = charts_of("full ladder with float")["success-by-contract"].alt
    contracts = re.findall(r"([A-ZÜ][\wüè]+(?: with float)?): [\d.]", alt)
    assert contracts[:4] == ["Three", "Three with float", "Misère", "Misère with float"]
    assert len(contracts) == 12


def test_stakes_are_listed_once_for_both():
    text = read_html(page_of("everything")).text
    assert f"Nap{NB}10/5, Wellington{NB}20/10, Blücher{NB}30/15" in text
    assert "the same with the float" in text and f"Nap with float{NB}" not in text


# Acts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["exchange", "peep", "extra hand", "full ladder with float"])
def test_the_success_of_those_who_did_it_stands_beside_that_of_the_others(name):
    tables = tables_of(name)
    charts = charts_of(name)
    compared = tables.success_by_act.filter(pl.len().over("act", "contract") > 1)
    assert not compared.is_empty()
    for row in compared.rows(named=True):
        chart = charts[f"success-by-{row['act'].replace(' ', '-')}"]
        assert f"{row['made']:,} of {row['played']:,}" in chart.alt
        assert "a difference is not what the act itself does" in chart.caption
    assert len(shown_tables(name)["success_by_act"].rows) == compared.height


def title_of_act(act: str, made: dict[int, int], contract: str = "nap") -> str:
    """Title where so many of 1,000 deals were made after each amount of the act."""
    rows = []
    for amount, successes in made.items():
        found = rate(successes, 1000)
        ends = {"made_rate": successes / 1000, "made_low": found.low, "made_high": found.high}
        head = {"act": act, "contract": contract, "amount": amount, "played": 1000}
        rows.append({**head, "made": successes, **ends})
    chart, *others = success_by_acts(
        replace(tables_of("everything"), success_by_act=pl.DataFrame(rows))
    )
    assert not others and chart.name == f"success-by-{act.replace(' ', '-')}"
    return chart.title.replace(NB, " ")


def test_titles_say_after_what_a_contract_is_made_more_often():
    assert title_of_act("peep", {0: 300, 1: 600}) == (
        "Nap is made more often by those who peeped (60.0 %) than by those who did not peep "
        "(30.0 %)"
    )
    assert title_of_act("float", {0: 600, 1: 300}, "nap-float").startswith(
        "Nap with float is made more often by those who did not look at the float (60.0 %)"
    )
    assert title_of_act("exchange", {0: 300, 1: 450, 3: 600}) == (
        "Nap is made most often by those who exchanged 3 cards (60.0 %), least often by those who "
        "exchanged no card (30.0 %)"
    )


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("exchange", "No number of cards exchanged is shown to make Nap more often than another"),
        ("peep", "Nap is not shown to be made more or less often with a peep than without"),
        (
            "extra hand",
            "Nap is not shown to be made more or less often with the extra hand than without",
        ),
    ],
)
def test_titles_claim_no_difference_that_is_not_shown(act, words):
    assert title_of_act(act, {0: 300, 1: 320}) == words


def test_cards_exchanged_and_paid_are_shown_by_position():
    tables = tables_of("exchange")
    shown = {row[1].text: row for row in shown_tables("exchange")["acts_by_position"].rows}
    units = tables.acts_by_position.filter(position=1)["units"].item()
    cards = tables.exchange_by_position.filter(position=1)["cards_per_deal"].item()
    eldest = [cell.text for cell in shown["eldest (1st)"]]
    assert eldest[4] == f"{units:,}"
    assert float(eldest[5]) == pytest.approx(cards, abs=0.006)
    assert f"eldest (1st): {eldest[5]}" in charts_of("exchange")["acts-by-position"].alt


def test_players_are_compared_only_where_policies_differ():
    assert "acts_by_player" in shown_tables("everything")
    assert "acts_by_player" not in shown_tables("exchange")


# The pool -----------------------------------------------------------------------------------------


def pool_of(tables: Tables) -> dict[str, int]:
    return dict(tables.pool.select("measure", "total").rows())


@pytest.mark.parametrize("name", ["pool", "pool that stays", "exchange", "everything"])
def test_what_is_paid_into_the_pool_is_followed_to_where_it_goes(name):
    units = pool_of(tables_of(name))
    paid = units["antes"] + units["prices"]
    words = remarks_of(name, "pool")
    assert words.startswith(f"Of {paid:,} units paid into the pool, ")
    parts = [float(part) for part in re.findall(r"([\d.]+) %", words)]
    assert sum(parts) == pytest.approx(100, abs=0.2)
    assert parts[0] == pytest.approx(100 * units["units won"] / paid, abs=0.06)


def test_only_what_the_pool_has_is_shown_of_it():
    assert [figure.name for figure in pool_figures(tables_of("pool that stays"))] == [
        "The pool is won",
        "Units in a pool won",
        "Antes, units a deal",
        "Left over, units a session",
    ]
    names = [figure.name for figure in pool_figures(tables_of("exchange"))]
    assert "Antes, units a deal" not in names and "Prices, units a deal" in names
    assert pool_figures(tables_of("usual")) == ()


def test_units_from_the_pool_are_a_part_of_their_own():
    columns = shown_tables("pool")["expectation_by_player"].columns
    assert "from the pool" in columns
    assert "from the pool" not in shown_tables("usual")["expectation_by_player"].columns
    charts = charts_of("pool")
    assert "belongs to no position" in charts["expectation-by-position"].caption
    assert "shared out at the end" in charts["expectation-by-player"].caption
    assert "shared out" not in charts_of("pool that stays")["expectation-by-player"].caption
    assert "pool" not in charts_of("usual")["expectation-by-player"].caption


def test_a_verdict_on_break_even_leaves_the_pool_out_and_says_so():
    chart = charts_of("pool")["success-by-contract"]
    assert "the stakes alone break even" in chart.title
    assert "What a contract for all tricks brings from the pool is not in it." in chart.caption
    assert "that breaks even" in charts_of("usual")["success-by-contract"].title


# Chips --------------------------------------------------------------------------------------------


def test_sessions_that_end_early_are_counted():
    tables = tables_of("evening")
    lengths = tables.session_lengths
    early = lengths.filter(pl.col("deals") < 20)["sessions"].sum()
    mean = (lengths["deals"] * lengths["sessions"]).sum() / lengths["sessions"].sum()
    chart = charts_of("evening")["session-lengths"]
    assert chart.title == (
        f"{early} of 150 sessions end before their 20 deals are played; on average a session lasts "
        f"{mean:.1f} deals"
    )
    curve = chart.draw().axes[-1].patches[0].get_data().values
    assert curve[0] == 100 and (curve[1:] <= curve[:-1]).all()
    assert curve[19] == pytest.approx(100 * (150 - early) / 150)
    assert curve.sum() / 100 == pytest.approx(mean)


def test_sessions_have_at_most_their_deals():
    charts = charts_of("evening")
    assert charts["balances"].title.startswith("After a session, at least half of all balances")
    assert "150 sessions of at most 20 deals" in charts["balances"].caption
    assert "sessions of 8 deals" in charts_of("usual")["balances"].caption


def test_means_are_over_the_deals_in_which_the_position_was_there():
    deals = tables_of("evening").expectation_by_position["deals"]
    caption = charts_of("evening")["expectation-by-position"].caption
    assert f"the {deals.min():,} to {deals.max():,} deals in which each was" in caption


def test_who_runs_out_is_shown_and_that_nobody_does_is_said():
    broke = tables_of("evening").broke_by_player
    alt = charts_of("evening")["broke"].alt
    assert all(f"{row['broke']} of 150" in alt for row in broke.rows(named=True))
    assert "Nobody’s chips run out: every session lasts all 20 deals." in remarks_of(
        "long purses", "sessions"
    )


def test_stacks_bought_are_shown_by_player():
    rows = tables_of("rebuy").rebuys_by_player.rows(named=True)
    shown = rows_of(shown_tables("rebuy")["rebuys_by_player"])
    for row in rows:
        assert shown[row["name"]][5] == f"{row['stacks']:,}"
        assert f"{row['rebought']} sessions" in charts_of("rebuy")["rebuys"].alt


# Revokes and ties ---------------------------------------------------------------------------------


def test_deals_that_a_revoke_ends_are_counted():
    tables = tables_of("revokes")
    by_declarer = tables.revokes_by_player["declarer_revokes"].sum()
    by_defender = tables.revokes_by_player["defender_revokes"].sum()
    assert by_declarer > 0 and by_defender > 0
    words = remarks_of("revokes", "made")
    assert f"{by_declarer + by_defender} end by a revoke: {by_declarer} by the declarer’s" in words
    assert f"{by_defender} by a defender’s" in words
    assert not sections_of("usual")["made"].remarks


def test_tricks_do_not_tell_who_made_it_where_a_revoke_can():
    chart = charts_of("revokes")["tricks-taken"]
    enough = tables_of("revokes").tricks.filter(contract="nap", makes=True)
    words = f"{enough['deals'].sum()} of {enough['played'][0]} deals"
    assert chart.title == f"The declarer of Nap takes the tricks that it needs in {words}"
    assert "green: the contract is made" not in chart.caption
    assert "green: the contract is made" in charts_of("usual")["tricks-taken"].caption


def test_a_player_who_revokes_is_listed_with_his_rate():
    page = read_html(page_of("everything"))
    players = next(e for e in page.all("ul") if "counting:bold" in e.text).all("li")
    assert players[0].text == "A, random, revokes with probability 0.2 where he can"
    assert players[2].text == "C, random"


def test_ties_and_the_extra_deals_that_break_them_are_counted():
    frame = tables_of("evening").extra_deals
    tied = frame.filter(pl.col("extra_deals") > 0)
    one = tied.filter(extra_deals=1)["sessions"].sum()
    words = remarks_of("evening", "sessions")
    number = tied["sessions"].sum()
    assert number > 0
    assert f"{number} of 150 sessions ({100 * number / 150:.1f} %) end with a tie. {one} " in words
    assert (f"in {tied['shared'].sum()} the win is shared" in words) == (tied["shared"].sum() > 0)
    assert "play extra deals" in charts_of("evening")["win-shares"].caption
    assert "of k players who tie for it" in charts_of("usual")["win-shares"].caption

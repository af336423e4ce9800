"""The tables of every option, number by number, against plain loops over the same deals.

The deals come from a generator of their own (`synthetic_play`). All whole numbers are compared,
and the intervals with a second implementation.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from pipelines.outcome_columns import added_deal_columns, added_session_columns, is_plain
from pipelines.schema import TABLE_SCHEMAS
from sim.outcomes import deals_schema, sessions_schema
from tests.statistics import plain_tables as plain
from tests.statistics.option_cases import ALWAYS, CASES, OF_SESSIONS, SESSIONS
from tests.statistics.second_intervals import (
    assert_mean,
    assert_rate,
    ends_of_bounded_mean,
    ends_of_rate,
    rows_by,
)
from tests.statistics.synthetic_play import Session, promises
from tests.statistics.synthetic_run import deals_table, experiment, sessions_table

# Files and tables --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_generated_files_have_the_columns_of_the_engine(case):
    chosen = case.experiment
    sessions = [Session(0, 0, list(range(case.players)))]
    assert deals_table(sessions, chosen).schema.names == deals_schema(chosen).names
    assert sessions_table([], chosen).schema.names == sessions_schema(chosen).names


def test_only_runs_without_options_are_counted_outcome_by_outcome():
    plain_cases = [case.name for case in CASES if is_plain(case.experiment)]
    assert plain_cases == [
        "misere and blucher", "the dealer sits out", "seven cards", "two and joker",
    ]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_plain_run_has_the_columns_of_every_run(case):
    chosen = case.experiment
    of_every_run = experiment(case.players)
    schemas = [
        (deals_schema(chosen), deals_schema(of_every_run), added_deal_columns(chosen)),
        (sessions_schema(chosen), sessions_schema(of_every_run), added_session_columns(chosen)),
    ]
    for schema, base, added in schemas:
        assert added == tuple(name for name in schema.names if name not in base.names)
        assert not (is_plain(chosen) and added)


def test_there_are_the_tables_that_the_options_call_for(made):
    wanted = {*ALWAYS, *made.case.tables}
    assert list(made.tables.frames()) == [name for name in TABLE_SCHEMAS if name in wanted]
    rules = made.chosen.rules
    optional = set()
    if rules.has_pool:
        optional |= {"pool_units", "pool_per_deal", "pool_low", "pool_high"}
    if rules.may_end_early:
        optional.add("player_deals")
    for name, frame in made.tables.frames().items():
        if made.clustered and not name.startswith(OF_SESSIONS):
            columns = TABLE_SCHEMAS[name].columns
            optional |= {column.name for column in columns if column.name.endswith("trials")}
        dtypes = TABLE_SCHEMAS[name].dtypes_with(optional)
        assert dict(frame.schema) == dtypes, name
        optional = {column for column in optional if not column.endswith("trials")}


def test_provenance_tells_options_and_deals(made):
    provenance = made.tables.provenance
    assert provenance.clustered == made.clustered
    assert provenance.deals == sum(len(session.deals) for session in made.sessions)
    assert provenance.options["chips"] == made.chosen.rules.chips
    assert provenance.options["float"] == made.chosen.rules.float_card
    assert [stake.contract for stake in provenance.stakes] == made.contracts
    exact = {stake.contract for stake in provenance.stakes if stake.judged == "exactly"}
    assert exact == {name for name in made.contracts if name.startswith("misere")}


def test_the_generator_shows_what_it_is_to_show(made):
    """Else the comparisons below would compare nothing."""
    rules = made.chosen.rules
    if rules.may_end_early:
        assert any(len(session.deals) < rules.deals_per_session for session in made.sessions)
        assert any(len(deal.present) == 3 for _, deal in made.deals())
    if rules.may_rebuy:
        assert any(max(session.stacks_bought.values()) > 1 for session in made.sessions)
    if rules.has_pool:
        assert any(deal.pool_won for _, deal in made.deals())
        assert any(session.split > 0 for session in made.sessions) == (rules.pool_end == "split")
    if made.case.revoke_rates:
        revokers = {deal.revoked == deal.declarer for _, deal in made.deals() if deal.revoked}
        assert revokers == {True, False}
    if rules.sir_garnet:
        assert any(deal.took is not None for _, deal in made.deals())
    if made.case.name == "ties":
        assert any(len(session.winners) > 1 for session in made.sessions)


# Bidding and playing -----------------------------------------------------------------------------


def counts_of_main_answers(sessions: list[Session], headline: str) -> Counter:
    counts = Counter()
    for _, deal in plain.deals_of(sessions):
        counts["deals"] += 1
        counts["passed out"] += deal.contract is None
        counts["bid"] += headline in deal.auction
        counts["playing"] += deal.contract is not None
        counts["contract made"] += bool(deal.made)
        if deal.contract == headline:
            counts["played"] += 1
            counts["made"] += deal.made
    return counts


def test_overview(made):
    counts = made.each(lambda sessions: counts_of_main_answers(sessions, "nap"))
    wanted = {
        "passed out": ("passed out", "deals"),
        "nap bid": ("bid", "deals"),
        "nap played": ("played", "deals"),
        "nap made": ("made", "played"),
        "contract made": ("contract made", "playing"),
    }
    rows = rows_by(made.tables.overview, "measure")
    assert [measure for (measure,) in rows] == list(wanted)
    for (measure,), row in rows.items():
        y, x = (counts[name] for name in wanted[measure])
        assert (row["successes"], row["n"]) == (sum(y), sum(x))
        assert_rate(row, "", y, x, made.clustered)


@pytest.mark.parametrize("who", ["", "position", "player", "policy"])
def test_contracts(made, who):
    counts = {
        what: made.each(lambda part, what=what: plain.count_bids(part, who, made.policies)[what])
        for what in ("bid", "played", "made", "deals")
    }
    frame = made.tables.frames()[f"contracts_by_{who}" if who else "contracts"]
    rows = rows_by(frame, who, "contract") if who else rows_by(frame, "contract")
    labels = [(label, name) for label in made.labels(who) for name in made.contracts]
    assert list(rows) == (labels if who else [(name,) for _, name in labels])
    for (label, name), row in zip(labels, rows.values(), strict=True):
        bid, played, kept = (counts[what][label, name] for what in ("bid", "played", "made"))
        deals = counts["deals"][label]
        assert (row["bid"], row["played"], row["made"]) == (sum(bid), sum(played), sum(kept))
        sharing = made.policies.count(label) if who == "policy" else 1
        if made.chosen.rules.may_end_early and who == "policy":
            assert row["player_deals"] == sum(deals)
        else:
            assert row["deals"] * sharing == sum(deals)
        if made.clustered:
            assert_rate(row, "bid_", bid, deals, clustered=True)
            assert_rate(row, "played_", played, deals, clustered=True)
        else:
            assert row["bid_rate"] == pytest.approx(sum(bid) / sum(deals), rel=1e-15)
            ends = [end / sharing for end in ends_of_rate(sum(bid), row["deals"])]
            assert [row["bid_low"], row["bid_high"]] == pytest.approx(ends)
        assert_rate(row, "made_", kept, played, made.clustered)


def test_contracts_say_how_many_tricks_they_get(made):
    counts = made.each(plain.count_tricks)
    most = made.chosen.rules.hand_size
    for row in made.tables.contracts.iter_rows(named=True):
        promise = promises(made.chosen)[row["contract"]]
        assert row["target"] == promise.target
        assert (row["stake_made"], row["stake_failed"]) == (promise.made, promise.failed)
        by_tricks = np.array([counts[row["contract"], tricks] for tricks in range(most + 1)])
        if not made.clustered or not by_tricks.sum():
            continue
        y, x = (by_tricks * np.arange(most + 1)[:, None]).sum(axis=0), by_tricks.sum(axis=0)
        assert row["mean_tricks"] == pytest.approx(y.sum() / x.sum())
        ends = (row["mean_tricks_low"], row["mean_tricks_high"])
        assert ends == pytest.approx(ends_of_bounded_mean(y, x, most), rel=1e-6, abs=1e-9)


def test_tricks(made):
    counts = made.each(plain.count_tricks)
    most = made.chosen.rules.hand_size
    rows = rows_by(made.tables.tricks, "contract", "tricks")
    assert list(rows) == [(name, t) for name in made.contracts for t in range(most + 1)]
    for (name, tricks), row in rows.items():
        y = counts[name, tricks]
        x = np.sum([counts[name, other] for other in range(most + 1)], axis=0).tolist()
        assert (row["deals"], row["played"]) == (sum(y), sum(x))
        assert row["makes"] == promises(made.chosen)[name].kept_by(tricks)
        assert_rate(row, "", y, x, made.clustered)


@pytest.mark.parametrize("who", ["position", "player"])
def test_calls(made, who):
    at = 0 if who == "position" else 1

    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for spoken, number in plain.count_calls(sessions).items():
            found[spoken[at], spoken[3]] += number
            found[spoken[at]] += number
        return found

    counts = made.each(count)
    rows = rows_by(made.tables.frames()[f"calls_by_{who}"], who, "call")
    calls = ["pass", *made.contracts]
    assert list(rows) == [(label, call) for label in made.labels(who) for call in calls]
    for (label, call), row in rows.items():
        y, x = counts[label, call], counts[label]
        assert (row["calls"], row["spoken"]) == (sum(y), sum(x))
        assert_rate(row, "", y, x, made.clustered)


def test_calls_by_position_given_the_highest_bid(made):
    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for (position, _, highest, call), number in plain.count_calls(sessions).items():
            found[position, highest, call] += number
            found[position, highest] += number
        return found

    counts = made.each(count)
    rows = rows_by(made.tables.calls_by_position_given_bid, "position", "highest", "call")
    assert {key for key in counts if len(key) == 3} <= set(rows)
    assert {position for position, _, _ in rows} == set(made.positions)
    for (position, highest, call), row in rows.items():
        y, x = counts[position, highest, call], counts[position, highest]
        assert (row["calls"], row["spoken"]) == (sum(y), sum(x))
        assert_rate(row, "", y, x, made.clustered)


# Units -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["position", "player", "policy"])
def test_expectation(made, who):
    won = plain.units_by_session(made.sessions, who, made.policies)
    parts = ["declarer", "defender", *(["pool"] if made.chosen.rules.has_pool else [])]
    rows = rows_by(made.tables.frames()[f"expectation_by_{who}"], who)
    assert [label for (label,) in rows] == list(won)
    for (label,), row in rows.items():
        here = won[label]
        deals = here["deals"]
        sharing = made.policies.count(label) if who == "policy" else 1
        if made.chosen.rules.may_end_early and who == "policy":
            assert row["player_deals"] == sum(deals)
        else:
            assert row["deals"] * sharing == sum(deals)
        assert row["sessions"] == SESSIONS
        assert row["units"] == sum(row[f"{part}_units"] for part in parts)
        assert row["declarer_deals"] == sum(here["declarer_deals"])
        assert row["defender_deals"] == sum(here["defender_deals"])
        assert_mean(row, ("units_per_deal", "low", "high"), here["units"], deals)
        assert row["units"] == sum(here["units"])
        for part in parts:
            names = (f"{part}_per_deal", f"{part}_low", f"{part}_high")
            assert row[f"{part}_units"] == sum(here[part])
            assert_mean(row, names, here[part], deals)


def test_units_lost_by_all_together_lie_in_the_pool(made):
    left = sum(session.pool for session in made.sessions)
    shared = sum(session.split * made.chosen.rules.players for session in made.sessions)
    assert made.tables.expectation_by_player["units"].sum() == -left
    assert made.tables.expectation_by_position["units"].sum() == -left - shared
    for who in ("player", "position"):
        frame = made.tables.frames()[f"expectation_by_{who}"]
        assert frame["declarer_units"].sum() + frame["defender_units"].sum() == 0


def test_balances_and_wins(made):
    balances = plain.balances_by_player(made.sessions)
    shares = plain.win_shares_by_player(made.sessions)
    for player, row in enumerate(made.tables.balance_summary.iter_rows(named=True)):
        assert row["mean"] == pytest.approx(np.mean(balances[player]), abs=1e-12)
        assert row["ahead"] == sum(balance > 0 for balance in balances[player])
        assert row["sole_wins"] == shares[player].count(1)
        assert row["shared_wins"] == sum(0 < share < 1 for share in shares[player])
        assert_win_share(row, [float(share) for share in shares[player]])
        listed = made.tables.balances.filter(player=player)
        assert dict(listed.select("balance", "sessions").rows()) == Counter(balances[player])
    for row in made.tables.win_share_by_policy.iter_rows(named=True):
        own = [shares[j] for j, policy in enumerate(made.policies) if policy == row["policy"]]
        assert_win_share(row, [float(sum(won)) / len(own) for won in zip(*own, strict=True)])


def assert_win_share(row: dict, shares: list[float]) -> None:
    most = 1 / row.get("players", 1)
    ends = ends_of_bounded_mean(shares, [1] * len(shares), most)
    assert row["win_share"] == pytest.approx(np.mean(shares))
    assert row["win_share_standard_error"] == pytest.approx(stats.sem(shares))
    assert (row["win_share_low"], row["win_share_high"]) == pytest.approx(ends, rel=1e-6)

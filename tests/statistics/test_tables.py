"""The final tables, number by number, against plain loops over the same deals.

The deals come from a generator of their own, for every number of players and both seatings, and
once from the simulator; what is compared here are all whole numbers, and the formulas that lead
from these to rates and means.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from pipelines.aggregate import aggregate_run
from pipelines.contract_tables import ladder_table
from pipelines.intervals import rate
from pipelines.schema import PERCENTS, TABLE_SCHEMAS
from pipelines.table_files import load_tables
from pipelines.tables import Tables
from sim.game.rules import load_rules
from tests.statistics import plain_tables as plain
from tests.statistics.option_cases import OF_BASIC_RUNS
from tests.statistics.synthetic_play import Session
from tests.statistics.synthetic_run import (
    LADDER,
    STAKES,
    TARGETS,
    experiment,
    simulated_run,
    synthetic_run,
)

POLICIES = ("counting", "random", "counting", "counting:bold", "random", "counting", "random")
SESSIONS = 400
DEALS = 8 * SESSIONS
GENERATED = [
    (players, seating, synthetic_run) for players in range(3, 8) for seating in ("rotate", "fixed")
]
CASES = [*GENERATED, (4, "rotate", simulated_run)]


@pytest.fixture(
    scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2].__name__}"
)
def case(request, tmp_path_factory) -> tuple[Tables, list[Session], list[str]]:
    players, seating, make_run = request.param
    chosen = experiment(players, seating, POLICIES[:players])
    run = tmp_path_factory.mktemp("run") / "run"
    sessions = make_run(run, chosen, SESSIONS)
    aggregate_run(run)
    return load_tables(run), sessions, [player.policy.label for player in chosen.lineup]


def rows_by(frame: pl.DataFrame, *keys: str) -> dict:
    found = {tuple(row[key] for key in keys): row for row in frame.iter_rows(named=True)}
    assert len(found) == len(frame), "rows are distinct"
    return found


def assert_rate(row: dict, name: str, successes: int, n: int, per: int = 1) -> None:
    prefix = f"{name}_" if name else ""
    wanted = rate(successes, n)
    assert row[f"{prefix}rate"] == (successes / n / per if n else None)
    assert (row[f"{prefix}low"], row[f"{prefix}high"]) == (wanted.low / per, wanted.high / per)


def test_every_table_has_exactly_the_columns_of_its_schema(case):
    tables, _, _ = case
    assert list(tables.frames()) == OF_BASIC_RUNS
    for name, frame in tables.frames().items():
        assert dict(frame.schema) == TABLE_SCHEMAS[name].dtypes


def test_overview(case):
    tables, sessions, _ = case
    deals = [deal for _, deal in plain.deals_of(sessions)]
    nap = [deal for deal in deals if deal.contract == "nap"]
    played = [deal for deal in deals if deal.contract]
    wanted = {
        "passed out": (len(deals) - len(played), len(deals)),
        "nap bid": (sum("nap" in deal.auction for deal in deals), len(deals)),
        "nap played": (len(nap), len(deals)),
        "nap made": (sum(deal.made for deal in nap), len(nap)),
        "contract made": (sum(bool(deal.made) for deal in played), len(played)),
    }
    rows = rows_by(tables.overview, "measure")
    assert [measure for (measure,) in rows] == list(wanted)
    for (measure,), row in rows.items():
        assert (row["successes"], row["n"]) == wanted[measure]
        assert_rate(row, "", *wanted[measure])


@pytest.mark.parametrize("who", ["", "position", "player", "policy"])
def test_contracts(case, who):
    tables, sessions, policies = case
    counts = plain.count_bids(sessions, who, policies)
    frame = tables.frames()[f"contracts_by_{who}" if who else "contracts"]
    labels = [None] if not who else list(dict.fromkeys(labels_of(who, policies)))
    assert rows_in_order(frame, who) == [(a, b) for a in labels for b in LADDER]
    for row in frame.iter_rows(named=True):
        key = (row[who] if who else None, row["contract"])
        sharing = policies.count(row["policy"]) if who == "policy" else 1
        bid, played, made = (counts[what][key] for what in ("bid", "played", "made"))
        assert (row["deals"], row["bid"], row["played"], row["made"]) == (DEALS, bid, played, made)
        assert_rate(row, "bid", bid, DEALS, sharing)
        assert_rate(row, "played", played, DEALS, sharing)
        assert_rate(row, "made", made, played)
        won, lost = STAKES[row["contract"]]
        assert row["break_even"] == lost / (won + lost)
        value = (made * won - (played - made) * lost) / played if played else None
        assert row["value"] == (pytest.approx(value) if played else None)
        if played:
            ends = [row[end] * (won + lost) - lost for end in ("made_low", "made_high")]
            assert [row["value_low"], row["value_high"]] == pytest.approx(ends)


def test_a_contract_breaks_even_where_its_stakes_balance():
    stakes = {"nap": {"made": 10, "failed": 5}, "three": {"made": 0, "failed": 0}}
    table = ladder_table(load_rules("basic", 4, {"stakes": stakes}).ladder)
    break_even = dict(table.select("contract", "break_even").rows())
    assert break_even["nap"] * 10 == pytest.approx((1 - break_even["nap"]) * 5)
    assert break_even["three"] is None, "a contract that never pays has no such rate"


def test_the_main_answers_are_about_nap_or_else_the_highest_contract(tmp_path):
    run = tmp_path / "run"
    lowly = load_rules("basic", 3, {"ladder": ["three", "four"]})
    chosen = replace(experiment(3), rules=lowly)
    sessions = simulated_run(run, chosen, 50)
    overview = aggregate_run(run).overview
    fours = sum("four" in deal.auction for _, deal in plain.deals_of(sessions))
    assert fours > 0
    assert overview["measure"].to_list() == [
        "passed out", "four bid", "four played", "four made", "contract made",
    ]  # fmt: skip
    row = rows_by(overview, "measure")[("four bid",)]
    assert (row["successes"], row["n"]) == (fours, 400)
    assert rows_by(overview, "measure")[("four made",)]["of"] == "deals played in four"


def labels_of(who: str, policies: list[str]) -> list:
    return policies if who == "policy" else list(range(len(policies)))


def rows_in_order(frame: pl.DataFrame, who: str) -> list:
    return [(row[who] if who else None, row["contract"]) for row in frame.iter_rows(named=True)]


def test_contracts_say_what_they_need_and_how_many_tricks_they_get(case):
    tables, sessions, _ = case
    for row in tables.contracts.iter_rows(named=True):
        name = row["contract"]
        assert row["target"] == TARGETS[name]
        assert (row["stake_made"], row["stake_failed"]) == STAKES[name]
        tricks = [deal.tricks for _, deal in plain.deals_of(sessions) if deal.contract == name]
        assert tricks
        low, high = ends_of_bounded_mean(tricks, most=5)
        assert row["mean_tricks"] == pytest.approx(np.mean(tricks))
        assert row["mean_tricks_low"] == pytest.approx(low)
        assert row["mean_tricks_high"] == pytest.approx(high)


def ends_of_bounded_mean(values: list[float], most: float) -> tuple[float, float]:
    """Student's interval, or that of a share with the same mean where an end is near."""
    n, mean = len(values), float(np.mean(values))
    if n > 1 and stats.sem(values) > 0:
        half = stats.t.ppf(0.975, n - 1) * stats.sem(values)
        if min(mean, most - mean) > 2 * half:
            return mean - half, mean + half
    part = n * mean / most
    low = stats.beta.ppf(0.025, part, n - part + 1) if part > 0 else 0.0
    high = stats.beta.ppf(0.975, part + 1, n - part) if part < n else 1.0
    return most * low, most * high


def test_calls_by_position_given_the_highest_bid(case):
    tables, sessions, _ = case
    wanted = plain.count_calls(sessions)
    rows = rows_by(tables.calls_by_position_given_bid, "position", "highest", "call")
    for position, highest, call in {(p, h, c) for p, _, h, c in wanted}:
        assert (position, highest, call) in rows
    for (position, highest, call), row in rows.items():
        here = (position, highest, call)
        calls = sum(n for (p, _, h, c), n in wanted.items() if (p, h, c) == here)
        spoken = sum(n for (p, _, h, _), n in wanted.items() if (p, h) == (position, highest))
        assert (row["calls"], row["spoken"]) == (calls, spoken)
        assert_rate(row, "", calls, spoken)


def test_given_the_highest_bid_only_legal_calls_are_listed(case):
    tables, _, _ = case
    by_eldest = tables.calls_by_position_given_bid.filter(position=1)
    assert by_eldest.select("highest", "call").rows() == [
        ("none", "pass"), ("none", "three"), ("none", "four"), ("none", "nap"),
    ]  # fmt: skip
    over_nap = tables.calls_by_position_given_bid.filter(position=0, highest="nap")
    assert over_nap["call"].to_list() == ["pass", "wellington"]


@pytest.mark.parametrize("who", ["position", "player"])
def test_calls(case, who):
    tables, sessions, policies = case
    wanted = plain.count_calls(sessions)
    rows = rows_by(tables.frames()[f"calls_by_{who}"], who, "call")
    assert list(rows) == [
        (place, call) for place in range(len(policies)) for call in ["pass", *LADDER]
    ]
    for (place, call), row in rows.items():
        at = 0 if who == "position" else 1
        calls = sum(n for key, n in wanted.items() if key[at] == place and key[3] == call)
        assert (row["calls"], row["spoken"]) == (calls, DEALS)
        assert_rate(row, "", calls, DEALS)


def test_tricks(case):
    tables, sessions, _ = case
    wanted = plain.count_tricks(sessions)
    rows = rows_by(tables.tricks, "contract", "tricks")
    assert list(rows) == [(contract, tricks) for contract in LADDER for tricks in range(6)]
    for (contract, tricks), row in rows.items():
        played = sum(n for (name, _), n in wanted.items() if name == contract)
        assert (row["deals"], row["played"]) == (wanted[contract, tricks], played)
        assert row["makes"] == (tricks >= TARGETS[contract])
        assert_rate(row, "", wanted[contract, tricks], played)


@pytest.mark.parametrize("who", ["position", "player", "policy"])
def test_expectation(case, who):
    tables, sessions, policies = case
    won = plain.units_by_session(sessions, who, policies)
    for row in tables.frames()[f"expectation_by_{who}"].iter_rows(named=True):
        sharing = policies.count(row["policy"]) if who == "policy" else 1
        parts = won[row[who]]
        assert (row["sessions"], row["deals"]) == (SESSIONS, DEALS)
        assert row["declarer_units"] + row["defender_units"] == row["units"]
        for part, units, mean, ends in (
            ("units", "units", "units_per_deal", ""),
            ("declarer", "declarer_units", "declarer_per_deal", "declarer_"),
            ("defender", "defender_units", "defender_per_deal", "defender_"),
        ):
            per_deal = np.array(parts[part]) / (8 * sharing)
            assert row[units] == sum(parts[part])
            assert row[mean] == pytest.approx(per_deal.mean(), abs=1e-12)
            interval = stats.ttest_1samp(per_deal, 0).confidence_interval(0.95)
            assert row[f"{ends}low"] == pytest.approx(interval.low, abs=1e-9)
            assert row[f"{ends}high"] == pytest.approx(interval.high, abs=1e-9)
        whole = np.array(parts["units"]) / (8 * sharing)
        assert row["standard_error"] == pytest.approx(stats.sem(whole))
        assert row["declarer_deals"] + row["defender_deals"] == sharing * (
            DEALS - passed_out(sessions)
        )


def passed_out(sessions: list[Session]) -> int:
    return sum(deal.contract is None for _, deal in plain.deals_of(sessions))


@pytest.mark.parametrize("who", ["position", "player"])
def test_expectations_of_all_sum_to_zero(case, who):
    tables, _, _ = case
    frame = tables.frames()[f"expectation_by_{who}"]
    assert frame["units"].sum() == 0
    assert frame["declarer_deals"].sum() == DEALS - passed_out(case[1])


def test_balances_are_the_exact_histogram(case):
    tables, sessions, policies = case
    for player, balances in enumerate(plain.balances_by_player(sessions)):
        frame = tables.balances.filter(player=player)
        listed = frame["balance"].to_list()
        assert listed == sorted(set(balances))
        assert frame["sessions"].to_list() == [balances.count(value) for value in listed]
        assert frame["cumulative"].to_list() == [
            sum(balance <= value for balance in balances) for value in listed
        ]
        assert frame["share"].to_list() == [balances.count(value) / SESSIONS for value in listed]
        assert set(frame["policy"]) == {policies[player]}


def test_balance_summary(case):
    tables, sessions, policies = case
    shares = plain.win_shares_by_player(sessions)
    rows = tables.balance_summary.rows(named=True)
    for player, balances in enumerate(plain.balances_by_player(sessions)):
        row = rows[player]
        assert (row["player"], row["policy"], row["sessions"]) == (
            player,
            policies[player],
            SESSIONS,
        )
        assert row["mean"] == pytest.approx(np.mean(balances), abs=1e-12)
        assert row["sd"] == pytest.approx(np.std(balances, ddof=1))
        assert row["standard_error"] == pytest.approx(stats.sem(balances))
        assert (row["min"], row["max"]) == (min(balances), max(balances))
        for percent in PERCENTS:
            place = -(-percent * SESSIONS // 100) - 1
            assert row[f"q{percent:02d}"] == sorted(balances)[place]
        for name, count in (
            ("ahead", sum(balance > 0 for balance in balances)),
            ("level", balances.count(0)),
            ("behind", sum(balance < 0 for balance in balances)),
        ):
            assert row[name] == count
            assert_rate(row, name, count, SESSIONS)
        assert row["sole_wins"] == shares[player].count(1)
        assert row["shared_wins"] == sum(0 < share < 1 for share in shares[player])
        assert_win_share(row, [float(share) for share in shares[player]])


def assert_win_share(row: dict, shares: list[float]) -> None:
    low, high = ends_of_bounded_mean(shares, most=1 / row.get("players", 1))
    assert row["win_share"] == pytest.approx(np.mean(shares))
    assert row["win_share_standard_error"] == pytest.approx(stats.sem(shares))
    assert row["win_share_low"] == pytest.approx(low)
    assert row["win_share_high"] == pytest.approx(high)


def test_win_shares_of_all_players_sum_to_one_a_session(case):
    tables, _, _ = case
    assert tables.balance_summary["win_share"].sum() == pytest.approx(1)


def test_win_share_by_policy_is_that_of_its_average_player(case):
    tables, sessions, policies = case
    shares = plain.win_shares_by_player(sessions)
    for row in tables.win_share_by_policy.iter_rows(named=True):
        own = [shares[j] for j, policy in enumerate(policies) if policy == row["policy"]]
        assert row["players"] == len(own)
        assert_win_share(row, [float(sum(won)) / len(own) for won in zip(*own, strict=True)])


def test_counts_stay_int64_in_the_files(case):
    tables, _, _ = case
    for frame in tables.frames().values():
        assert not {pl.UInt32, pl.Int32} & set(frame.dtypes)

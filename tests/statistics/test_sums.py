"""Every table adds up: to its own totals, and to what other tables say of the same deals.

All are whole numbers, so that everything must agree to the unit. Nothing here knows how a number
was counted: what must be true of it follows from what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl
import pytest

from pipelines.schema import TABLE_SCHEMAS
from pipelines.schemas.perfect import PERFECT
from pipelines.tables import Tables
from tests.statistics.option_cases import CASES, Case

OF_SOLVED_RUNS = {schema.name for schema in PERFECT}
"""Tables of deals that the engine must play again: see `tests.solver.test_solved_tables`."""

CHECKS: dict[str, Callable[[Tables], None]] = {}


def of(*names: str) -> Callable[[Callable[[Tables], None]], Callable[[Tables], None]]:
    """Make a function the check of these tables."""

    def take(check: Callable[[Tables], None]) -> Callable[[Tables], None]:
        CHECKS.update(dict.fromkeys(names, check))
        return check

    return take


def summed(frame: pl.DataFrame, by: Sequence[str], *columns: str) -> list[tuple[object, ...]]:
    """The sums of some columns by others, sorted."""
    return frame.group_by(by).agg(pl.col(columns).sum()).sort(by).rows()


def same_split(one: pl.DataFrame, other: pl.DataFrame, by: Sequence[str], *columns: str) -> None:
    assert summed(one, by, *columns) == summed(other, by, *columns)


def adds_up(frame: pl.DataFrame, by: Sequence[str], part: str, whole: str) -> None:
    """The parts of each group come to the whole that its rows name."""
    groups = frame.group_by(by).agg(pl.col(part).sum(), pl.col(whole).unique().alias("wholes"))
    for total, wholes in groups.select(part, "wholes").rows():
        assert wholes == [total]


def is_histogram(frame: pl.DataFrame, sessions: int, by: Sequence[str] = ()) -> None:
    """It counts all sessions, and its shares and running totals are those of its counts."""
    groups = frame.partition_by(by) if by else [frame]
    for group in groups:
        counts = group["sessions"]
        assert counts.sum() == sessions and counts.min() > 0
        assert group["cumulative"].to_list() == counts.cum_sum().to_list()
        assert group["share"].to_list() == [count / sessions for count in counts]


def value_of(frame: pl.DataFrame, measure: str, column: str) -> int:
    return int(frame.filter(measure=measure)[column].item())


@of("overview")
def overview(tables: Tables) -> None:
    frame, deals = tables.overview, tables.provenance.deals
    assert value_of(frame, "passed out", "n") == deals
    played = value_of(frame, "contract made", "n")
    assert value_of(frame, "passed out", "successes") + played == deals
    assert tables.contracts["played"].sum() == played
    assert tables.contracts["made"].sum() == value_of(frame, "contract made", "successes")
    for name in frame["measure"].to_list():
        contract, _, what = name.rpartition(" ")
        row = tables.contracts.filter(contract=contract)
        if len(row) and what in ("bid", "played", "made"):
            assert value_of(frame, name, "successes") == row[what].item()


@of("contracts", "contracts_by_position", "contracts_by_player", "contracts_by_policy")
def contracts(tables: Tables) -> None:
    for frame in (
        tables.contracts,
        tables.contracts_by_position,
        tables.contracts_by_player,
        tables.contracts_by_policy,
    ):
        same_split(frame, tables.contracts, ["contract"], "bid", "played", "made")
        assert (frame["made"] <= frame["played"]).all()
        assert (frame["played"] <= frame["bid"]).all()
        assert (frame["bid"] <= frame["deals"]).all()
    assert set(tables.contracts["deals"]) == {tables.provenance.deals}
    for who in ("position", "player"):
        split = getattr(tables, f"contracts_by_{who}").select(who, "deals").unique().sort(who)
        seated = getattr(tables, f"expectation_by_{who}").select(who, "deals").sort(who)
        assert set(split.rows()) <= set(seated.rows()), "a dealer who sits out does not bid"


@of("calls_by_position", "calls_by_position_given_bid", "calls_by_player")
def calls(tables: Tables) -> None:
    given, by_position = tables.calls_by_position_given_bid, tables.calls_by_position
    adds_up(by_position, ["position"], "calls", "spoken")
    adds_up(tables.calls_by_player, ["player"], "calls", "spoken")
    adds_up(given, ["position", "highest"], "calls", "spoken")
    same_split(tables.calls_by_player, by_position, ["call"], "calls")
    given_none = [row for row in summed(given, ["position", "call"], "calls") if row[2]]
    assert given_none == [
        row for row in summed(by_position, ["position", "call"], "calls") if row[2]
    ]
    bids = by_position.filter(pl.col("call") != "pass").select("calls", contract="call")
    assert summed(bids, ["contract"], "calls") == summed(tables.contracts, ["contract"], "bid")


@of("tricks")
def tricks(tables: Tables) -> None:
    adds_up(tables.tricks, ["contract"], "deals", "played")
    played = tables.tricks.select("contract", "played").unique().sort("contract").rows()
    assert played == summed(tables.contracts, ["contract"], "played")
    if tables.revokes_by_player is None:  # a revoke decides whatever tricks were taken
        made = tables.tricks.filter("makes")
        assert summed(made, ["contract"], "deals") == summed(tables.contracts, ["contract"], "made")


@of("expectation_by_position", "expectation_by_player", "expectation_by_policy", "pool")
def expectations(tables: Tables) -> None:
    in_pool = {} if tables.pool is None else dict(tables.pool.select("measure", "total").rows())
    stays, shared_out = in_pool.get("left", 0), in_pool.get("split", 0)
    played = tables.contracts["played"].sum()
    for frame, units in (
        (tables.expectation_by_position, -stays - shared_out),
        (tables.expectation_by_player, -stays),
        (tables.expectation_by_policy, -stays),
    ):
        assert frame["units"].sum() == units
        parts = [name for name in frame.columns if name.endswith("_units")]
        assert (
            frame.select(pl.sum_horizontal(parts)).to_series().to_list() == frame["units"].to_list()
        )
        assert frame["declarer_deals"].sum() == played
        assert frame["declarer_units"].sum() == -frame["defender_units"].sum()
        assert set(frame["sessions"]) == {tables.provenance.sessions}
    by_position, by_player = tables.expectation_by_position, tables.expectation_by_player
    assert by_position["deals"].sum() == by_player["deals"].sum()
    assert by_position["defender_deals"].sum() == by_player["defender_deals"].sum()
    columns = ["units", "declarer_units", "defender_units", "declarer_deals", "defender_deals"]
    same_split(by_player, tables.expectation_by_policy, ["policy"], *columns)
    if tables.pool is not None:
        paid_in = in_pool["antes"] + in_pool["prices"]
        assert paid_in == in_pool["units won"] + stays + shared_out
        assert value_of(tables.pool, "units won", "n") == in_pool["won"]
        assert value_of(tables.pool, "won", "n") == tables.provenance.deals


@of("balances", "balance_summary", "win_share_by_policy")
def balances(tables: Tables) -> None:
    sessions, summary = tables.provenance.sessions, tables.balance_summary
    is_histogram(tables.balances, sessions, ["player"])
    units = tables.balances.with_columns(units=pl.col("balance") * pl.col("sessions"))
    same_split(units, tables.expectation_by_player, ["player"], "units")
    for row in summary.rows(named=True):
        own = tables.balances.filter(player=row["player"])
        assert row["sessions"] == sessions
        assert row["ahead"] + row["level"] + row["behind"] == sessions
        assert row["ahead"] == own.filter(pl.col("balance") > 0)["sessions"].sum()
        assert row["mean"] == pytest.approx(own.select(pl.col("balance").dot("share")).item())
        for percent in (1, 5, 25, 50, 75, 95, 99):
            reached = own.filter(100 * pl.col("cumulative") >= percent * sessions)
            assert row[f"q{percent:02d}"] == reached["balance"].min()
        assert row["sole_wins"] <= sessions * row["win_share"] + 1e-6
        assert sessions * row["win_share"] <= row["sole_wins"] + row["shared_wins"] / 2 + 1e-6
        assert [own["balance"].min(), own["balance"].max()] == [row["min"], row["max"]]
    assert summary["win_share"].sum() == pytest.approx(1)
    by_policy = tables.win_share_by_policy
    assert (by_policy["win_share"] * by_policy["players"]).sum() == pytest.approx(1)


@of("acts_by_position", "acts_by_player", "success_by_act", "exchange_by_position")
def acts(tables: Tables) -> None:
    by_position, by_player, success = (
        tables.acts_by_position,
        tables.acts_by_player,
        tables.success_by_act,
    )
    if by_position is None or by_player is None or success is None:
        pytest.fail("these three come together")
    same_split(by_position, by_player, ["act"], "deals", "done", "units")
    for act in by_position["act"].unique():
        same_split(success.filter(act=act), tables.contracts, ["contract"], "played", "made")
    if tables.exchange_by_position is not None:
        exchanged = tables.exchange_by_position.select("position", "deals", "cards").rows()
        done = {row["position"]: row for row in by_position.filter(act="exchange").rows(named=True)}
        for position, deals, cards in exchanged:
            assert deals == done[position]["deals"] and cards >= done[position]["done"]


@of("revokes_by_position", "revokes_by_player")
def revokes(tables: Tables) -> None:
    of_players, of_positions = tables.revokes_by_player, tables.revokes_by_position
    for role in ("declarer", "defender"):
        columns = [f"{role}_deals", f"{role}_revokes"]
        assert of_players.select(columns).sum().rows() == of_positions.select(columns).sum().rows()
        assert (of_players[columns[1]] <= of_players[columns[0]]).all()
    assert of_players["declarer_deals"].sum() == tables.contracts["played"].sum()


@of("session_lengths", "players_left", "broke_by_player")
def lengths(tables: Tables) -> None:
    sessions, deals = tables.provenance.sessions, tables.provenance.deals
    is_histogram(tables.session_lengths, sessions)
    assert tables.session_lengths.select(pl.col("deals").dot("sessions")).item() == deals
    assert tables.players_left["deals"].sum() == deals
    assert set(tables.players_left["n"]) == {deals}
    seats = tables.players_left.select(pl.col("players").dot("deals")).item()
    assert seats == tables.expectation_by_player["deals"].sum()
    assert set(tables.broke_by_player["sessions"]) == {sessions}
    assert tables.broke_by_player["broke"].max() <= sessions


@of("rebuys_by_player")
def rebuys(tables: Tables) -> None:
    frame = tables.rebuys_by_player
    assert set(frame["sessions"]) == {tables.provenance.sessions}
    assert (frame["rebought"] <= frame["stacks"]).all()
    assert ((frame["rebought"] == 0) == (frame["stacks"] == 0)).all()


@of("extra_deals")
def extra_deals(tables: Tables) -> None:
    frame = tables.extra_deals
    is_histogram(frame, tables.provenance.sessions)
    assert (frame["shared"] <= frame["sessions"]).all()
    won_alone = tables.balance_summary["sole_wins"].sum()
    assert won_alone + frame["shared"].sum() == tables.provenance.sessions


@of("balances_after", "ruin")
def paths(tables: Tables) -> None:
    after, sessions = tables.balances_after, tables.provenance.sessions
    assert set(after["sessions"]) == {sessions}
    assert (after["ahead"] + after["level"] + after["behind"] == after["sessions"]).all()
    last = after.filter(pl.col("deals") == pl.col("deals").max())
    assert last["deals"].max() == tables.provenance.deals_per_session
    columns = ["player", "mean", "min", "q05", "q50", "q95", "max", "ahead", "level", "behind"]
    if tables.pool is None:  # its shares come after the last deal
        assert last.select(columns).rows() == tables.balance_summary.select(columns).rows()
    for own in tables.ruin.partition_by("player"):
        assert set(own["sessions"]) == {sessions}
        assert own["stack"].is_sorted()
        assert own["ruined"].is_sorted(descending=True), "a larger stack is lost less often"


@of("convergence")
def convergence(tables: Tables) -> None:
    frame = tables.convergence
    for own in frame.partition_by("measure"):
        assert own["sessions"].is_sorted() and own["successes"].is_sorted() and own["n"].is_sorted()
        last = own.row(-1, named=True)
        row = tables.contracts.filter(contract=last["contract"]).row(0, named=True)
        assert last["sessions"] == tables.provenance.sessions
        assert last["successes"] == row[last["measure"]]
        assert last["n"] == row["played" if last["measure"] == "made" else "deals"]


@of("hands")
def hands(tables: Tables) -> None:
    frame = tables.hands
    assert (frame["made"] <= frame["played"]).all()
    played = dict(tables.contracts.select("contract", "played").rows())
    for contract, dealt_again, made in summed(frame, ["contract"], "played", "made"):
        assert made <= dealt_again <= played[contract]


@of("audit")
def audit(tables: Tables) -> None:
    exact = tables.audit.filter("must_equal")
    assert len(exact)
    assert (exact["sound"] == (exact["observed"] == exact["expected"])).all()


@of("examples")
def examples(tables: Tables) -> None:
    frame, numbers = tables.examples, tables.provenance.deal_numbers
    deals, sessions = frame.filter(kind="deal"), frame.filter(kind="session")
    assert deals["number"].is_between(numbers.start, numbers.stop, closed="left").all()
    per_session = tables.provenance.deals_per_session
    of_run = range(numbers.start // per_session, numbers.stop // per_session)
    assert sessions["number"].is_between(of_run.start, of_run.stop, closed="left").all()
    ended = set(tables.balances.select("player", "balance", "sessions").rows())
    assert set(sessions.select("player", "balance", "times").rows()) <= ended
    taken = tables.tricks.filter(pl.col("deals") > 0).select("contract", "tricks").rows()
    assert set(deals.select("contract", "tricks").rows()) <= set(taken)


def test_there_is_a_check_for_every_table() -> None:
    assert CHECKS.keys() == TABLE_SCHEMAS.keys() - OF_SOLVED_RUNS


def test_every_table_adds_up(made) -> None:
    """Of each run with options, made by a generator of sessions that knows no engine."""
    tables = made.tables
    for check in {CHECKS[name] for name in tables.frames()}:
        check(tables)


def test_every_table_is_checked_of_some_run(runs) -> None:
    checked = {name for case in CASES for name in runs.of(case).tables.frames()}
    assert checked == TABLE_SCHEMAS.keys() - OF_SOLVED_RUNS


COUNTS = (
    {"successes", "bid", "played", "made", "calls", "spoken", "units", "total", "done"}
    | {"declarer_deals", "defender_deals", "declarer_units", "defender_units", "pool_units"}
    | {"ahead", "level", "behind", "sessions", "cumulative"}
)
"""Columns of counts and units that a sum holds fast wherever they stand."""
LOOSE = {("hands", "made"), ("hands", "played"), ("win_share_by_policy", "sessions")} | {
    ("convergence", name) for name in ("successes", "sessions")
}
"""What only inequalities hold, or what is only told once more."""


@pytest.mark.parametrize("case", [CASES[0], CASES[-1]], ids=lambda case: case.name)
def test_a_number_that_is_one_off_is_noticed(runs, case: Case) -> None:
    tables, unnoticed = runs.of(case).tables, []
    for name, frame in tables.frames().items():
        whole = {column for column, dtype in frame.schema.items() if dtype == pl.Int64}
        for column in COUNTS & whole:
            first = pl.int_range(pl.len()) == 0
            off = frame.with_columns(pl.col(column) + first.cast(pl.Int64))
            try:
                CHECKS[name](replace(tables, **{name: off}))
            except AssertionError:
                continue
            unnoticed.append((name, column))
    assert set(unnoticed) <= LOOSE

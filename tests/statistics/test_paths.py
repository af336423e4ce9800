"""Balances within sessions, deal by deal, against plain loops over the same deals."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import polars as pl
import pytest

from pipelines.dimension import Dimension
from pipelines.partial_tables import PartialTables
from pipelines.paths import LOWEST_BALANCE, balance_after, checkpoints
from pipelines.shard_counting import count_by_outcomes, count_by_sessions, count_shard
from pipelines.shard_reading import rows_of_shard
from sim.experiment import Experiment
from sim.runs.shards import Shard
from tests.statistics.option_cases import SESSIONS, cases_with
from tests.statistics.second_intervals import ends_of_rate, rows_by
from tests.statistics.synthetic_play import Session, play_sessions
from tests.statistics.synthetic_run import deals_table, experiment, sessions_table


def path_of(session: Session, player: int) -> Iterator[int]:
    """Balances after each of the deals that a session has, before its pool is shared out."""
    seat, balance = session.seat_of_player[player], 0
    for deal in session.deals:
        balance += deal.units(seat) if seat in deal.present else 0
        yield balance


def balance_of(session: Session, player: int, deals: int) -> int:
    path = [*path_of(session, player)]
    shared = session.split if deals >= len(path) else 0
    return path[min(deals, len(path)) - 1] + shared


def lowest_of(session: Session, player: int) -> int:
    return min(0, *path_of(session, player))


def quantile(balances: list[int], percent: int) -> int:
    """The smallest that so many percent do not exceed: the plain definition."""
    return next(
        b
        for b in sorted(balances)
        if 100 * sum(x <= b for x in balances) >= percent * len(balances)
    )


# Tables ------------------------------------------------------------------------------------------


def test_balances_after_some_deals(made):
    rows = rows_by(made.tables.balances_after, "player", "deals")
    lasts = checkpoints(made.chosen.rules.deals_per_session)
    assert list(rows) == [(player, deals) for player in made.players for deals in lasts]
    for (player, deals), row in rows.items():
        balances = [balance_of(session, player, deals) for session in made.sessions]
        assert row["sessions"] == SESSIONS == row["ahead"] + row["level"] + row["behind"]
        assert row["mean"] == pytest.approx(sum(balances) / SESSIONS, abs=1e-12)
        assert (row["min"], row["max"]) == (min(balances), max(balances))
        for percent in (5, 25, 50, 75, 95):
            assert row[f"q{percent:02d}"] == quantile(balances, percent)
        ahead = sum(balance > 0 for balance in balances)
        assert row["ahead"] == ahead
        assert row["level"] == sum(balance == 0 for balance in balances)
        ends = ends_of_rate(ahead, SESSIONS)
        assert (row["ahead_low"], row["ahead_high"]) == pytest.approx(ends, abs=1e-9)


def test_after_the_last_deal_balances_are_those_of_the_session(made):
    """All these sessions are followed, so that both tables hold the same ones."""
    last = made.tables.balances_after.filter(deals=made.chosen.rules.deals_per_session)
    whole = made.tables.balance_summary
    columns = [name for name in last.columns if name != "deals"]
    assert last.select(columns).equals(whole.select(columns))


def test_ruin(made):
    rows = rows_by(made.tables.ruin, "player", "stack")
    lowest = [[lowest_of(session, p) for session in made.sessions] for p in made.players]
    stacks = sorted({-low for of_player in lowest for low in of_player if low < 0})
    assert list(rows) == [(player, stack) for player in made.players for stack in stacks]
    for (player, stack), row in rows.items():
        ruined = sum(low <= -stack for low in lowest[player])
        assert (row["ruined"], row["sessions"]) == (ruined, SESSIONS)
        assert row["ruined_rate"] == ruined / SESSIONS
        ends = ends_of_rate(ruined, SESSIONS)
        assert (row["ruined_low"], row["ruined_high"]) == pytest.approx(ends, abs=1e-9)


@pytest.mark.parametrize("case", cases_with("broke_by_player"), ids=lambda case: case.name)
def test_who_loses_all_chips_is_who_is_broke(case, runs):
    """With finite chips nobody loses more than his stack: losing that is being broke."""
    tables, chips = runs.of(case).tables, case.experiment.rules.chips
    assert tables.ruin["stack"].max() == chips
    broke = tables.broke_by_player["broke"].to_list()
    assert tables.ruin.filter(stack=chips)["ruined"].to_list() == broke


# Which sessions are followed ---------------------------------------------------------------------

PLAIN = experiment(4, policies=("random",) * 4)
WITH_POOL = experiment(3, profile="pool", options={"deals_per_session": 3})


def is_followed(number: int) -> bool:
    """As the documents say it."""
    return number < 131_072 or number % 1024 < 64


def counted(chosen: Experiment, sessions: list[Session]) -> PartialTables:
    shard = Shard(0, sessions[0].number, len(sessions))
    tables = deals_table(sessions, chosen), sessions_table(sessions, chosen)
    return count_shard(rows_of_shard(shard, chosen, *tables), chosen, Dimension(chosen.rules))


def histogram(part: PartialTables, quantity: str) -> Counter:
    rows = part.sums.filter(quantity=quantity).select("of", "first", "second", "value").rows()
    assert {of for of, *_ in rows} <= {"player"}
    return Counter({(player, balance): sessions for _, player, balance, sessions in rows})


@pytest.mark.parametrize("first", [0, 131_072 - 40, 131_072 + 1024 - 40, 5 * 10**12])
@pytest.mark.parametrize("chosen", [PLAIN, WITH_POOL], ids=["by outcomes", "by sessions"])
def test_the_numbers_of_sessions_tell_which_are_followed(chosen, first):
    sessions = play_sessions(chosen, first, 200)
    part = counted(chosen, sessions)
    followed = [session for session in sessions if is_followed(session.number)]
    players = range(chosen.rules.players)
    for deals in (1, 2, chosen.rules.deals_per_session):
        assert histogram(part, balance_after(deals)) == Counter(
            (player, balance_of(session, player, deals))
            for session in followed
            for player in players
        )
    assert histogram(part, LOWEST_BALANCE) == Counter(
        (player, lowest_of(session, player)) for session in followed for player in players
    )


@pytest.mark.parametrize("chosen", [PLAIN, WITH_POOL], ids=["by outcomes", "by sessions"])
def test_it_does_not_matter_how_a_run_is_cut_into_shards(chosen):
    """Nor in which order its shards are added, nor whether it was put together of several runs."""
    sessions = play_sessions(chosen, 131_072 - 500, 1600)
    whole = counted(chosen, sessions)
    draw = random.Random(3)
    for cuts in ([1], [640], sorted(draw.sample(range(1, 1600), 9))):
        ends = zip([0, *cuts], [*cuts, 1600], strict=True)
        parts = [counted(chosen, sessions[start:end]) for start, end in ends]
        draw.shuffle(parts)
        total = PartialTables.total(parts)
        assert total.sums.equals(PartialTables.total([whole]).sums)
        assert total.ratios.equals(PartialTables.total([whole]).ratios)


def test_both_ways_of_counting_agree():
    """A run that is counted by outcomes, counted by sessions too."""
    sessions = play_sessions(PLAIN, 131_072 - 100, 300)
    shard = Shard(0, sessions[0].number, len(sessions))
    tables = deals_table(sessions, PLAIN), sessions_table(sessions, PLAIN)
    ways = []
    for count in (count_by_outcomes, count_by_sessions):
        rows = rows_of_shard(shard, PLAIN, *tables)
        ways.append(
            count(rows, PLAIN, Dimension(PLAIN.rules)).sums.filter(pl.col("quantity") != "moment")
        )
    assert ways[0].equals(ways[1])


def test_sessions_that_are_not_followed_have_no_balances_within_them():
    part = counted(PLAIN, play_sessions(PLAIN, 131_072 + 64, 100))
    assert not histogram(part, LOWEST_BALANCE)
    assert part.sums.filter(quantity="balance")["value"].sum() == 4 * 100


@pytest.mark.parametrize("deals", [1, 2, 8, 9, 10, 20, 24, 100, 1000])
def test_checkpoints_begin_with_every_deal_and_end_with_the_last(deals):
    found = checkpoints(deals)
    assert found[:8] == tuple(range(1, min(deals, 8) + 1))
    assert found[-1] == deals
    assert all(1 < later / sooner < 1.8 for sooner, later in pairwise(found[7:]))

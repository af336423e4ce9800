"""First occurrences: exactly the lowest numbers, whatever the cut, the order, the way of counting.

Every deal and every session that is named is what it is said to be when it is seen again.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from pipelines.counts_table import added_up, counts_table, partial_of
from pipelines.dimension import Dimension
from pipelines.example_tables import are_known, examples
from pipelines.firsts import FIRST_DEAL, FIRST_SESSION, UNSEEN, note_first, nothing_seen
from pipelines.intervals import LEVEL
from pipelines.partial_tables import PartialTables
from pipelines.shard_counting import count_by_outcomes, count_by_sessions
from pipelines.shard_reading import rows_of_shard
from pipelines.totals import Totals
from sim.experiment import Experiment
from sim.game.result import position_of_turn
from sim.outcomes import simulate_shard
from sim.records import play_sessions
from sim.replay.accounts import is_made
from sim.runs.shards import Shard
from tests.determinism.tables_with_state import experiment_of
from tests.statistics.synthetic_run import experiment

FIRST, SESSIONS = 5_000, 240
"""Not from the first session on: numbers are those of the seed, not of the rows."""
NAMES = ("plain", "pub", "everything")


@cache
def chosen(name: str) -> Experiment:
    if name == "plain":
        return experiment(4, "rotate", ("counting", "random", "counting:bold", "random"))
    return experiment_of(name)


def counted(name: str, shard: Shard) -> PartialTables:
    """Count a shard, a plain one in the way of all others too: both ways must agree."""
    of, dimension = chosen(name), Dimension(chosen(name).rules)
    tables = simulate_shard(of, shard.first_session, shard.sessions)
    rows = rows_of_shard(shard, of, *tables)
    by_sessions = count_by_sessions(rows, of, dimension)
    if name == "plain":
        by_outcomes = count_by_outcomes(rows, of, dimension)
        assert by_outcomes.census.equals(by_sessions.census)
        assert by_outcomes.first_sessions.equals(by_sessions.first_sessions)
    return by_sessions


@cache
def whole(name: str) -> PartialTables:
    return counted(name, Shard(0, FIRST, SESSIONS))


def totals(name: str, partial: PartialTables) -> Totals:
    return Totals.of(partial, chosen(name), LEVEL)


@pytest.mark.parametrize("name", NAMES)
def test_first_numbers_are_the_lowest_of_all_rows(name):
    """Row by row over the files, in plain Python."""
    deals, sessions = simulate_shard(chosen(name), FIRST, SESSIONS)
    lowest: dict[tuple[str, int], int] = {}
    for row in reversed(deals.to_pylist()):
        lowest[row["auction"], row["tricks"]] = row["deal"]
    found = whole(name).census.group_by("auction", "tricks").agg(pl.col(FIRST_DEAL).min())
    assert {(auction, tricks): deal for auction, tricks, deal in found.rows()} == lowest
    balances: dict[tuple[int, int], int] = {}
    for row in reversed(sessions.to_pylist()):
        for player in range(chosen(name).rules.players):
            balances[player, row[f"player_{player}"]] = row["session"]
    rows = whole(name).first_sessions.select("first", "second", FIRST_SESSION).rows()
    assert {(player, balance): session for player, balance, session in rows} == balances


@pytest.mark.parametrize("name", NAMES)
def test_first_numbers_do_not_depend_on_the_cut_and_the_order(name):
    cuts = [FIRST, FIRST + 1, FIRST + 60, FIRST + 61, FIRST + 200, FIRST + SESSIONS]
    shards = [Shard(i, low, high - low) for i, (low, high) in enumerate(pairwise(cuts))]
    parts = [counted(name, shard) for shard in shards]
    random.Random(7).shuffle(parts)
    assert_same(PartialTables.total(parts), whole(name))
    tables = [counts_table(part) for part in parts]
    assert_same(
        PartialTables.total([partial_of(added_up([added_up(tables[:3]), *tables[3:]]))]),
        whole(name),
    )
    assert counts_table(partial_of(counts_table(whole(name)))) == counts_table(whole(name))


def assert_same(one: PartialTables, other: PartialTables) -> None:
    keys = ["quantity", "of", "first", "second"]
    census = [name for name in other.census.columns if name not in ("deals", FIRST_DEAL)]
    assert one.census.sort(census).equals(other.census.sort(census))
    assert one.first_sessions.sort(keys).equals(other.first_sessions.sort(keys))


def test_what_occurs_late_or_over_and_over_is_noted_once_at_its_lowest_number():
    """Long rows in two parts; the kinds 1 and 2 are rare, 3 never occurs."""
    kinds = np.zeros(10_000, np.int32)
    kinds[[4_000, 7_000, 9_999]] = 1
    kinds[[9_998]] = 2
    first = nothing_seen(4)
    note_first(first, kinds[:6_000], 50)
    note_first(first, kinds[6_000:], 6_050)
    assert first.tolist() == [50, 4_050, 10_048, UNSEEN]


# What the table names ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_deal_named_is_what_it_is_said_to_be(name):
    """Played again by itself, with every act kept."""
    of = chosen(name)
    named = examples(totals(name, whole(name))).filter(kind="deal")
    results = named.select("contract", "position", "player", "tricks", "made")
    assert results.is_unique().all() and len(named) > 20
    for row in named.rows(named=True):
        session, place = divmod(row["number"], of.rules.deals_per_session)
        record = play_sessions(of, session, 1)
        acts, present = record.acts(place), int(record.present[place])
        assert acts.declarer is not None and acts.revoker is None
        assert of.rules.ladder[acts.contract].name == row["contract"]
        assert position_of_turn(acts.declarer, present) == row["position"]
        assert (acts.tricks, is_made(of.rules, acts)) == (row["tricks"], row["made"])
        if not of.rules.may_end_early:
            seat = (int(record.dealers[place]) + row["position"]) % of.rules.players
            assert of.players_by_seat(session)[seat] == row["player"]
        assert of.lineup[row["player"]].name == row["name"]


@pytest.mark.parametrize("name", NAMES)
def test_every_session_named_ended_as_it_is_said_to(name):
    of = chosen(name)
    named = examples(totals(name, whole(name))).filter(kind="session")
    assert named["why"].to_list() == ["lowest", "median", "highest"] * of.rules.players
    units = play_sessions(of, FIRST, SESSIONS).outcomes.player_units
    for row in named.rows(named=True):
        own = units[:, row["player"]]
        assert row["number"] == FIRST + int(np.argmax(own == row["balance"]))
        assert row["times"] == np.count_nonzero(own == row["balance"])
        wanted = {"lowest": own.min(), "highest": own.max(), "median": median(own.tolist())}
        assert row["balance"] == wanted[row["why"]]


def median(values: list[int]) -> int:
    return sorted(values)[(len(values) + 1) // 2 - 1]


@pytest.mark.parametrize("name", ["plain", "pub"])
def test_nothing_is_named_where_a_part_was_counted_without_numbers(name):
    """As an earlier version counted: its lowest numbers are unknown, and so are those of all."""
    assert are_known(totals(name, whole(name)))
    partial = whole(name)
    poorer = PartialTables(partial.census.drop(FIRST_DEAL), partial.sums, partial.ratios)
    assert not are_known(totals(name, poorer))
    for parts in ([poorer, partial], [partial, poorer]):
        assert not are_known(totals(name, PartialTables.total(parts)))
        together = added_up([counts_table(part) for part in parts])
        total = PartialTables.total([partial_of(together)])
        assert not are_known(totals(name, total))
        assert total.census["deals"].sum() == 2 * partial.census["deals"].sum()


def test_numbers_that_64_bits_with_a_sign_cannot_hold_are_not_noted():
    shard = Shard(0, 2**60, 3)
    partial = counted("plain", shard)
    assert partial.census[FIRST_DEAL].null_count() == len(partial.census)
    assert len(partial.first_sessions) == 0
    assert not are_known(totals("plain", partial))
    last = counted("plain", Shard(0, 2**60 - 4, 3))
    assert last.census[FIRST_DEAL].max() < 2**63
    assert are_known(totals("plain", last))

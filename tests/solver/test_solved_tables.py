"""Tables of solved deals: against a plain account of every deal, and however they are counted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

import polars as pl
import pytest

from pipelines.aggregate import LostCountsError
from pipelines.aggregate import tables_of as tables_of_run
from pipelines.chips import ImpossibleDealsError
from pipelines.counts_table import counts_table, partial_of
from pipelines.dimension import Dimension
from pipelines.double_dummy import tables as solved_tables
from pipelines.double_dummy.auditing import lines_of_solved
from pipelines.double_dummy.counting import count_solved
from pipelines.double_dummy.tables import MAKERS
from pipelines.intervals import LEVEL, student_quantile
from pipelines.partial_tables import PartialTables
from pipelines.schema import TABLE_SCHEMAS
from pipelines.schemas.perfect import PERFECT
from pipelines.shard_counting import count_shard
from pipelines.shard_reading import rows_of_shard
from pipelines.tables import Provenance
from pipelines.totals import Totals
from sim.double_dummy import SolvedShare
from sim.experiment import Experiment
from sim.outcomes import simulate_shard
from sim.runs.shards import Shard
from tests.solver.plain_account import Account, account_of
from tests.statistics.synthetic_run import experiment

LINE_UP: Final = ("counting", "random", "counting:bold", "random")

CASES: Final[Mapping[str, tuple[Experiment, int]]] = {
    "basic": (experiment(4, policies=LINE_UP), 16),
    "hoyle, revokes": (
        experiment(3, policies=LINE_UP[:3], profile="hoyle", revoke_rates=(0.1, 0, 0.1)),
        8,
    ),
    "dealer out, exchange, float, chips": (
        experiment(
            4,
            policies=LINE_UP,
            profile="joker",
            options={
                "dealer_sits_out": True,
                "exchange_cards": 2,
                "float": True,
                "sir_garnet": True,
                "chips": 30,
            },
        ),
        8,
    ),
}
"""Experiments, and how many sessions of each are solved."""

KEYS: Final = {
    "makeable": ["contract"],
    "makeable_by_position": ["position", "contract"],
    "double_dummy_tricks": ["position", "tricks"],
    "regret": ["policy", "part"],
    "regret_by_position": ["position", "part"],
    "regret_by_trick": ["part", "trick"],
}


def counted(
    chosen: Experiment, sessions: int, first: int = 0, share: object = True
) -> PartialTables:
    shard = Shard(0, first, sessions)
    rows = rows_of_shard(shard, chosen, *simulate_shard(chosen, first, sessions))
    return count_shard(rows, chosen, Dimension(chosen.rules), SolvedShare.of(share))


@cache
def totals_of(case: str) -> Totals:
    chosen, sessions = CASES[case]
    return Totals.of(counted(chosen, sessions), chosen, LEVEL)


@cache
def plain(case: str) -> Account:
    chosen, sessions = CASES[case]
    return account_of(chosen, range(sessions))


def tables_of(totals: Totals) -> dict[str, pl.DataFrame]:
    return {name: TABLE_SCHEMAS[name].conform(make(totals)) for name, make in MAKERS.items()}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", KEYS)
def test_tables_say_what_a_plain_account_of_every_deal_says(case: str, name: str) -> None:
    """Every whole number of every row, of deals solved one position after the other."""
    table, account = tables_of(totals_of(case))[name], plain(case)
    written = {column for of, _, column in account.counts if of == name} & {*table.columns}
    assert written
    for column in sorted(written):
        told = {
            tuple(key): value for *key, value in table.select(*KEYS[name], column).rows() if value
        }
        expected = account.column(name, column)
        assert told == {key: value for key, value in expected.items() if value}, column


@pytest.mark.parametrize("case", CASES)
def test_shares_are_those_of_the_counts(case: str) -> None:
    """And every interval holds its share; what nobody played has none."""
    families = {
        "makeable": [
            ("", "makeable", "hands"),
            ("somebody_", "somebody", "deals"),
            ("bid_", "bid", "deals"),
            ("kept_double_dummy_", "kept_double_dummy", "played"),
            ("made_", "made", "played"),
        ],
        "makeable_by_position": [
            ("", "makeable", "hands"),
            ("bid_", "bid", "hands"),
            ("made_", "made", "played"),
        ],
        "double_dummy_tricks": [("", "hands", "dealt")],
        "regret_by_trick": [("", "mistakes", "cards")],
    }
    tables = tables_of(totals_of(case))
    for name, prefix, count, trials in (
        (name, *family) for name, found in families.items() for family in found
    ):
        ends = [f"{prefix}{end}" for end in ("share", "low", "high")]
        for successes, of, share, low, high in tables[name].select(count, trials, *ends).rows():
            assert share == (successes / of if of else None)
            assert 0 <= low <= (share or 0) <= high <= 1


def test_a_mean_has_the_interval_of_the_ratio_by_session() -> None:
    """Cochran's variance of a ratio, from the units and deals of each session one by one."""
    table = tables_of(totals_of("basic"))["regret"]
    checked = 0
    for (policy, part), sessions in plain("basic").by_session.items():
        row = table.row(
            by_predicate=(pl.col("policy") == policy) & (pl.col("part") == part), named=True
        )
        units, deals = (sum(column) for column in zip(*sessions, strict=True))
        mean, clusters = units / deals, len(sessions)
        assert (row["units_per_deal"], row["sessions"]) == (mean, clusters)
        squares = sum((y - mean * x) ** 2 for y, x in sessions)
        error = math.sqrt(clusters / (clusters - 1) * squares) / deals
        margin = student_quantile(clusters) * error
        if 2 * margin < mean:
            assert math.isclose(row["low"], mean - margin)
            assert math.isclose(row["high"], mean + margin)
            checked += 1
        else:
            assert 0 <= row["low"] <= mean <= row["high"]
    assert checked >= 2


@pytest.mark.parametrize("case", CASES)
def test_the_settlement_is_what_the_contracts_were_worth_less_what_cards_lost(case: str) -> None:
    """The audit's lines of solved deals, and the same of the tables' sums."""
    lines = [*lines_of_solved(totals_of(case))]
    assert {line.check for line in lines} >= {"solved settlement", "solved bidding"}
    assert [line for line in lines if line.observed != line.expected] == []
    tables = tables_of(totals_of(case))
    for part in ("declarer's play", "defence"):
        for column in ("mistakes", "tricks_lost", "units_lost"):
            sums = {
                name: tables[name].filter(part=part)[column].sum()
                for name in ("regret", "regret_by_position", "regret_by_trick")
            }
            assert len({*sums.values()}) == 1, (part, column, sums)


@pytest.mark.parametrize("column", ["units_lost", "settled", "value", "could"])
def test_a_sum_that_is_one_off_is_noticed(column: str) -> None:
    found = totals_of("basic")
    what = {"units_lost": "solved units lost"}.get(column, f"solved {column}")
    name = next(name for name in found.ratios if name.what == what and found.ratios[name].y)
    wrong = replace(found.ratios[name], y=found.ratios[name].y + 1)
    broken = replace(found, ratios={**found.ratios, name: wrong})
    assert any(line.observed != line.expected for line in lines_of_solved(broken))


@pytest.mark.parametrize("case", CASES)
def test_parts_add_up_whoever_counts_them(case: str) -> None:
    """A share of the sessions, counted in one piece, or in three and added in another order."""
    chosen, _ = CASES[case]
    whole = counts_table(counted(chosen, 20, share=0.3))
    parts = [counted(chosen, n, first, 0.3) for first, n in ((13, 7), (0, 2), (2, 11))]
    assert counts_table(PartialTables.total(parts)) == counts_table(partial_of(whole)) == whole


def test_without_solve_nothing_is_counted() -> None:
    """And where no session's turn has come: the tables are there once one has been solved."""
    chosen, _ = CASES["basic"]
    none = counted(chosen, 5, share=False)
    assert len(none.ratios) == 0
    assert counts_table(none) == counts_table(counted(chosen, 5, share=0.1))
    totals = Totals.of(none, chosen, LEVEL)
    assert not solved_tables.are_there(totals) and not [*lines_of_solved(totals)]


def test_deals_that_come_out_otherwise_are_refused() -> None:
    """Rows of another version of the engine: a trick more in a deal that is solved."""
    chosen, _ = CASES["basic"]
    rows = rows_of_shard(Shard(0, 0, 4), chosen, *simulate_shard(chosen, 0, 4))
    tricks = rows.tricks.copy()
    tricks[3 * rows.deals_per_session] ^= 1
    with pytest.raises(ImpossibleDealsError, match="played again to be solved"):
        count_solved(replace(rows, tricks=tricks), chosen, SolvedShare.of(0.25))


def test_lost_sessions_are_noticed() -> None:
    """Tables of a run in which more sessions are to be solved than were."""
    _, sessions = CASES["basic"]
    provenance = Provenance(
        identity="", scenario="", profile="basic", players=4, seed=1815, seating="rotate",
        lineup=(), stakes=(), deals_per_session=8, sessions=sessions, deals=8 * sessions,
        shards_planned=1, shards_used=1, shards_missing=0, shards_beyond_gap=0, level=LEVEL,
        solve=0.5,
    )  # fmt: skip
    with pytest.raises(LostCountsError, match="not 16, 128 and 8"):
        tables_of_run(totals_of("basic"), provenance)


def test_the_tables_are_those_that_are_described() -> None:
    assert [*MAKERS] == [*KEYS] == [schema.name for schema in PERFECT]

"""Totals far beyond 2^32: every session of a small run a trillion times over.

Counts of two hundred simulated sessions are multiplied by 2^40, so that nothing that was counted
is smaller than that. All expected values are worked out with Python's integers and fractions.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from statistics import NormalDist

import polars as pl
import pyarrow as pa
import pytest

from pipelines.aggregate import aggregate_run, tables_of
from pipelines.counts_table import partial_of
from pipelines.intervals import LEVEL
from pipelines.partial_tables import PartialTables
from pipelines.schema import TABLE_SCHEMAS
from pipelines.tables import Tables
from pipelines.totals import Totals
from pipelines.worker_counting import WorkerCounting
from sim.experiment import Experiment
from sim.outcomes import simulate_shard
from sim.runs.kept_outcomes import KEEP_NONE
from sim.runs.shards import Shard
from sim.runs.simulate import simulate_run
from sim.scenarios.scenario import Scenario
from tests.crash.in_process import InThisProcess
from tests.crash.runs import scenario
from tests.determinism.tables_with_state import experiment_of

SESSIONS = 200
TIMES = 2**40
EVERY_KIND = pytest.mark.parametrize("name", ["plain", "pool"])


@cache
def experiment(name: str) -> Experiment:
    return scenario().experiment if name == "plain" else experiment_of(name)


@cache
def simulated(name: str) -> tuple[pa.Table, pa.Table]:
    return simulate_shard(experiment(name), 0, SESSIONS)


@pytest.fixture(scope="module")
def tables(tmp_path_factory) -> dict[str, Tables]:
    """The tables of the large runs."""
    return {
        name: _tables(experiment(name), simulated(name), tmp_path_factory.mktemp(name))
        for name in ("plain", "pool")
    }


def _tables(chosen: Experiment, rows: tuple[pa.Table, pa.Table], folder) -> Tables:
    small = Scenario(name="large", experiment=chosen, sessions=SESSIONS, outcomes=KEEP_NONE)
    counting = WorkerCounting(chosen)
    simulate_run(folder / "run", small, workforce=InThisProcess(), counting=counting)
    of_small = aggregate_run(folder / "run").provenance
    counts = counting.count(Shard(0, 0, SESSIONS), *rows)
    numbers = [field.name for field in counts.schema if field.type == pa.int64()]
    many = partial_of(pl.from_arrow(counts).with_columns(pl.col(numbers) * TIMES).to_arrow())
    half = {name: frame.with_columns(halved(frame)) for name, frame in many.frames.items()}
    added = PartialTables.total([PartialTables(*half.values())] * 2)
    provenance = replace(of_small, sessions=SESSIONS * TIMES, deals=of_small.deals * TIMES)
    return tables_of(Totals.of(added, chosen, LEVEL), provenance)


def halved(frame: pl.DataFrame) -> list[pl.Expr]:
    """Half of every count: two such shards are added up."""
    counts = {"deals", "value", "y", "x", "yy", "xy", "xx", "clusters", "some", "rest"}
    return [pl.col(name) // 2 for name in frame.columns if name in counts]


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """E. B. Wilson, JASA 22 (1927) 209, with exact arithmetic up to the root."""
    z = Fraction(NormalDist().inv_cdf(0.975))
    rate = Fraction(successes, trials)
    middle = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    under_the_root = rate * (1 - rate) / trials + z * z / (4 * Fraction(trials) ** 2)
    half = float(z) * math.sqrt(under_the_root) / float(1 + z * z / trials)
    return float(middle) - half, float(middle) + half


def test_rates_and_their_intervals_are_those_of_whole_numbers(tables):
    """Deals are independent trials here."""
    deals, _ = simulated("plain")
    passed_out = sum(set(auction.split()) == {"pass"} for auction in deals["auction"].to_pylist())
    rows = {row["measure"]: row for row in tables["plain"].overview.iter_rows(named=True)}
    row = next(row for name, row in rows.items() if "passed" in name)
    assert (row["successes"], row["n"]) == (passed_out * TIMES, deals.num_rows * TIMES)
    for row in rows.values():
        if 0 < row["successes"] < row["n"]:
            assert row["rate"] == float(Fraction(row["successes"], row["n"]))
            expected = wilson(row["successes"], row["n"])
            assert (row["low"], row["high"]) == pytest.approx(expected, rel=1e-12)
            assert row["low"] < row["rate"] < row["high"]


@EVERY_KIND
def test_means_and_their_errors_are_those_of_whole_numbers(name, tables):
    """What each position wins: mean of sessions, whose deals are eight."""
    _, sessions = simulated(name)
    clusters, length = SESSIONS * TIMES, experiment(name).rules.deals_per_session
    for row in tables[name].expectation_by_position.iter_rows(named=True):
        units = sessions[f"position_{row['position']}"].to_pylist()
        total, squares = sum(units) * TIMES, sum(value * value for value in units) * TIMES
        assert (row["units"], row["deals"]) == (total, clusters * length)
        mean = Fraction(total, clusters * length)
        assert row["units_per_deal"] == pytest.approx(float(mean), rel=1e-14)
        variance = (squares - Fraction(total**2, clusters)) / (clusters - 1)
        error = math.sqrt(variance / clusters) / length
        assert row["standard_error"] == pytest.approx(error, rel=1e-12)
        z = NormalDist().inv_cdf(0.975)  # Student's t of so many sessions
        ends = float(mean) - z * error, float(mean) + z * error
        assert (row["low"], row["high"]) == pytest.approx(ends, rel=1e-9)


@EVERY_KIND
def test_every_number_of_every_table_is_finite_and_in_its_bounds(name, tables):
    for table, frame in tables[name].frames().items():
        for column in frame.select(pl.selectors.float()):
            assert column.is_finite().all(), (table, column.name)
        units = {column.name: column.unit for column in TABLE_SCHEMAS[table].columns}
        probabilities = [name for name in frame.columns if units[name] == "probability"]
        for column in probabilities:
            assert frame[column].is_between(0, 1).all(), (table, column)


@EVERY_KIND
def test_sessions_and_deals_add_up(name, tables):
    """Every session is in the histogram of each player once, every deal in one census row."""
    made = tables[name]
    for _, player in made.balances.group_by("player"):
        assert player["sessions"].sum() == SESSIONS * TIMES
        assert player["cumulative"].max() == SESSIONS * TIMES
    played = made.contracts["played"].sum()
    passed_out = made.overview.filter(pl.col("measure").str.contains("passed"))["successes"][0]
    assert played + passed_out == simulated(name)[0].num_rows * TIMES

"""How the main rates settle down: bins of numbers, their sums, and the intervals of these."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.number_bins import bins_of
from pipelines.schema import TABLE_SCHEMAS
from pipelines.worker_counting import WorkerCounting
from sim.runs.directory import RunDirectory
from sim.runs.kept_outcomes import KeptOutcomes
from sim.runs.merge import merge_runs
from sim.runs.parquet import CHECKSUM_KEY, check, encode
from sim.runs.shard_files import COUNTS, COUNTS_KEY
from sim.runs.verify import verify_run
from tests.crash.in_process import InThisProcess
from tests.crash.runs import scenario, simulate_and_count
from tests.statistics.option_cases import CASES
from tests.statistics.second_intervals import assert_rate
from tests.statistics.synthetic_play import Session

OF = {"bid": "deals", "played": "deals", "made": "played"}


def counts_of(session: Session) -> Counter:
    counts = Counter()
    for deal in session.deals:
        counts["deals"] += 1
        counts["bid"] += "nap" in deal.auction
        counts["played"] += deal.contract == "nap"
        counts["made"] += deal.contract == "nap" and bool(deal.made)
    return counts


def ends_of_bins(most: int) -> list[int]:
    """Where the bins below a number of sessions end: eight to a power of ten, whole parts."""
    ends, power = [], 0
    while not ends or ends[-1] < most:
        # The whole part of 10^(power / 8), found by trying.
        end = next(n for n in range(ends[-1] if ends else 1, 2 * most) if (n + 1) ** 8 > 10**power)
        if end not in ends:
            ends.append(end)
        power += 1
    return [*ends[:-1], most]


def test_the_bins_are_eight_to_a_power_of_ten():
    ends = [sessions.stop for _, sessions in bins_of(0, 5_000)]
    assert ends == ends_of_bins(5_000)
    assert ends[:12] == [1, 2, 3, 4, 5, 7, 10, 13, 17, 23, 31, 42]


@pytest.mark.parametrize("first", [0, 1, 99, 10**6 - 3, 123_456_789, 10**17])
def test_bins_follow_each_other_and_belong_to_numbers(first):
    bins = bins_of(first, 1000)
    covered = [place for _, sessions in bins for place in range(sessions.start, sessions.stop)]
    assert covered == list(range(1000))
    alone = {first + place: bins_of(first + place, 1)[0][0] for place in (0, 1, 500, 999)}
    by_number = {first + place: number for number, s in bins for place in range(s.start, s.stop)}
    assert all(by_number[session] == number for session, number in alone.items())


def test_rates_over_more_and_more_sessions(made):
    """Every estimate and interval, of independent deals and of clustered ones."""
    counts = [counts_of(session) for session in made.sessions]
    ends = ends_of_bins(len(counts))
    for what, of in OF.items():
        rows = made.tables.convergence.filter(measure=what).rows(named=True)
        assert [row["sessions"] for row in rows] == ends
        for row, end in zip(rows, ends, strict=True):
            y, x = ([session[name] for session in counts[:end]] for name in (what, of))
            assert row["contract"] == "nap"
            assert row["deals"] == sum(session["deals"] for session in counts[:end])
            assert (row["successes"], row["n"]) == (sum(y), sum(x))
            assert_rate(row, "", y, x, made.clustered)


@pytest.mark.parametrize("case", CASES[::5], ids=lambda case: case.name)
def test_the_last_rates_are_those_of_the_whole_run(case, runs):
    tables = runs.of(case).tables
    columns = ["successes", "n", "rate", "low", "high"]
    for what in OF:
        last = tables.convergence.filter(measure=what).tail(1)
        whole = tables.overview.filter(measure=f"nap {what}")
        assert last.select(columns).equals(whole.select(columns))


# Runs in parts, and counts of older versions -----------------------------------------------------

PART = 7_000  # sessions: two shards
NEW = ("balances_after", "ruin", "convergence")
EVER = [name for name, schema in TABLE_SCHEMAS.items() if not schema.optional]


def simulated(path: Path, first: int, sessions: int, outcomes: str = "none") -> Path:
    """A run of the real simulator; each of its shards keeps counts alone, or rows too."""
    asked = scenario(sessions=sessions, first_session=first)
    asked = replace(asked, outcomes=KeptOutcomes.of(outcomes))
    simulate_and_count(path, asked, workforce=InThisProcess())
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    return simulated(tmp_path_factory.mktemp("whole") / "run", 0, 2 * PART)


def frames_of(path: Path) -> dict[str, pl.DataFrame]:
    return aggregate_run(path).frames()


def differing(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> list[str]:
    return [name for name in one if name not in other or not one[name].equals(other[name])]


def test_a_run_that_begins_late_has_the_bins_of_its_numbers(tmp_path):
    late = frames_of(simulated(tmp_path / "late", 1000, 500))["convergence"]
    assert late.filter(measure="made")["sessions"].to_list() == [333, 500]
    assert late.filter(measure="made")["deals"].to_list() == [8 * 333, 8 * 500]


def test_two_runs_together_settle_down_as_one_long_run(whole, tmp_path):
    parts = [simulated(tmp_path / str(first), first, PART) for first in (PART, 0)]
    merged = merge_runs(parts, tmp_path / "merged")
    together, alone = frames_of(merged.path), frames_of(whole)
    assert differing(alone, together) == []


def as_older_version(path: Path) -> None:
    """Make counts what the version before made: nothing within sessions, nothing by number."""
    table = pq.read_table(path)
    old = ["balance", "winners", "moment"]
    kept = [quantity is None or quantity in old for quantity in table["quantity"].to_pylist()]
    stamp = {key: value for key, value in check(path).entries.items() if key != CHECKSUM_KEY}
    path.write_bytes(encode(table.filter(kept), None, {**stamp, COUNTS_KEY: "2"}))


def counts_of_run(path: Path) -> list[Path]:
    return sorted((path / COUNTS).iterdir())


@pytest.mark.parametrize("older", [slice(0, 1), slice(None)], ids=["one shard", "all shards"])
def test_where_only_older_counts_are_kept_the_new_tables_are_absent(whole, tmp_path, older):
    """Those of some shards alone would be of other deals than all the rest."""
    copy = tmp_path / "run"
    shutil.copytree(whole, copy)
    for path in counts_of_run(copy)[older]:
        as_older_version(path)
    found, before = frames_of(copy), frames_of(whole)
    assert not set(NEW) & set(found)
    of_every_version = {name: before[name] for name in EVER}
    assert differing(of_every_version, found) == []
    run = RunDirectory.open(copy)
    counting = WorkerCounting(run.scenario().experiment)
    assert verify_run(run, 16 * PART, counting=counting).differences == ()


def test_older_counts_are_made_again_where_there_are_rows(tmp_path):
    path = simulated(tmp_path / "run", 0, 800, outcomes="all")
    before = frames_of(path)
    for file in counts_of_run(path):
        as_older_version(file)
    assert differing(before, frames_of(path)) == []
    assert set(NEW) <= set(before)

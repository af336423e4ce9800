"""Partial tables: exact sums in any order, of any size, and files of them that are never wrong."""

from __future__ import annotations

import math
import random
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from pipelines.census import CENSUS_SCHEMA
from pipelines.dimension import Dimension
from pipelines.moments import Moments
from pipelines.partial_tables import PartialTables
from pipelines.partials import partial_of_shard, total_of_shards
from pipelines.sessions import SUMS_SCHEMA, session_sums, shares_of_a_win
from pipelines.shard_rows import ShardRows
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.runs.parquet import CHECKSUM_KEY, check, encode
from sim.runs.shard_files import COUNTS_KEY
from tests.statistics.synthetic_play import play_sessions
from tests.statistics.synthetic_run import experiment, synthetic_run, write_sessions

SESSIONS = 20_000  # four shards: 6,250 sessions each, and a short one
CHOSEN = experiment(3)


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("finished") / "run"
    synthetic_run(path, CHOSEN, SESSIONS)
    return path


@pytest.fixture
def run(finished, tmp_path) -> RunDirectory:
    """Return a copy of the run, of which nothing is counted."""
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    return RunDirectory.open(copy)


def parts_of(run: RunDirectory) -> list[PartialTables]:
    dimension = Dimension(CHOSEN.rules)
    return [partial_of_shard(run, shard, CHOSEN, dimension) for shard in run.plan.shards()]


def equal(one: PartialTables, other: PartialTables) -> bool:
    return one.census.equals(other.census) and one.sums.equals(other.sums)


def census(rows: list[tuple]) -> PartialTables:
    return PartialTables(
        pl.DataFrame(rows, schema=CENSUS_SCHEMA, orient="row"), pl.DataFrame(schema=SUMS_SCHEMA)
    )


# Adding ------------------------------------------------------------------------------------------


def test_adding_is_free_of_order_and_grouping(run):
    parts = parts_of(run)
    total = PartialTables.total(parts)
    shuffled = parts[:]
    random.Random(3).shuffle(shuffled)
    assert equal(PartialTables.total(shuffled), total)
    left = PartialTables.total(parts[:2])
    right = PartialTables.total(parts[2:])
    assert equal(PartialTables.total([right, left]), total)
    assert equal(total_of_shards(run, run.plan.shards(), CHOSEN, threads=2), total)


def test_nothing_adds_nothing(run):
    part = parts_of(run)[0]
    assert equal(PartialTables.total([part, PartialTables.nothing()]), part)
    assert len(PartialTables.total([]).census) == 0


def test_totals_far_beyond_32_bits_are_right():
    """2,000 partials of 3 billion deals each: 6e12, and no 32-bit sum on the way."""
    part = census([(0, "pass pass pass", 0, 3_000_000_000), (1, "pass pass nap", 5, 2**31)])
    total = PartialTables.total([part] * 2000)
    assert total.census["deals"].to_list() == [6_000_000_000_000, 2000 * 2**31]
    assert total.census["deals"].dtype == pl.Int64


def test_a_sum_that_64_bits_cannot_hold_is_an_error_not_a_wrong_number():
    part = census([(0, "pass pass nap", 5, 2**62)])
    assert PartialTables.total([part]).census["deals"].to_list() == [2**62]
    with pytest.raises(pl.exceptions.InvalidOperationError):
        PartialTables.total([part, part])


# Counting one shard ------------------------------------------------------------------------------


def rows_with(units: np.ndarray) -> ShardRows:
    """Return a shard of sessions of one deal, all passed out, that somehow moved the units."""
    sessions = units.shape[1]
    return ShardRows(
        first_session=0,
        deals_per_session=1,
        first_dealer=np.zeros(sessions, np.uint8),
        auctions=("pass pass pass",),
        auction=np.zeros(sessions, np.int32),
        tricks=np.zeros(sessions, np.uint8),
        hand_size=5,
        player_units=units,
        position_units=units,
    )


@pytest.mark.parametrize("sessions", [9_000, 30_000])
def test_squares_that_64_bits_cannot_hold_are_an_error_not_a_wrong_number(sessions):
    """Of 9,000 sessions one block alone is too large, of 30,000 only the sum of all blocks."""
    largest = math.isqrt(2**63 // sessions) + 1
    units = np.zeros((3, sessions), np.int32)
    units[0], units[1] = largest, -largest
    rows = rows_with(units)
    with pytest.raises(UserError, match=rf"a session moves {largest} units.*lower stakes"):
        session_sums(rows, np.zeros(len(rows.outcomes), np.int32))


def test_int32_balances_are_summed_without_wrapping():
    """Balances of 3,000,000 units, squared and summed: beyond Int32, and beyond exact floats."""
    sessions = 100_000
    draw = np.random.default_rng(5)
    half = 3 * draw.integers(-500_000, 500_001, sessions).astype(np.int32)
    units = np.stack([2 * half, -half, -half])
    rows = rows_with(units)
    sums = session_sums(rows, np.zeros(len(rows.outcomes), np.int32))
    moments = Moments.of(sums, "player")
    values = units.tolist()
    for i in range(3):
        assert moments.products[0][1 + i] == sum(values[i])
        for j in range(3):
            assert moments.products[1 + i][1 + j] == sum(
                a * b for a, b in zip(values[i], values[j], strict=True)
            )
    assert max(max(row) for row in moments.products) > 2**53


def test_a_win_can_be_shared_by_any_number():
    for players in range(3, 8):
        assert all(shares_of_a_win(players) % winners == 0 for winners in range(1, players + 1))


# What is kept -----------------------------------------------------------------------------------


def count_files(run: RunDirectory) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((run.path / "counts").iterdir())}


def test_each_shard_is_counted_once(run):
    parts = parts_of(run)
    assert [*count_files(run)] == [f"shard-{number:06d}.parquet" for number in range(4)]
    stamps = {path: path.stat().st_mtime_ns for path in (run.path / "counts").iterdir()}
    assert all(equal(a, b) for a, b in zip(parts_of(run), parts, strict=True))
    assert stamps == {path: path.stat().st_mtime_ns for path in stamps}, "nothing was written again"


def of_another_format(path: Path) -> None:
    """What an earlier version of the program counted, sealed by it."""
    table = pq.read_table(path)
    stamp = {key: value for key, value in check(path).entries.items() if key != CHECKSUM_KEY}
    path.write_bytes(encode(table, None, {**stamp, COUNTS_KEY: "1"}))


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-50]),
        lambda path: path.write_bytes(
            bytes([*path.read_bytes()[:20], 255, *path.read_bytes()[21:]])
        ),
        lambda path: path.write_bytes(b"no parquet at all"),
        lambda path: path.write_bytes(path.with_name("shard-000001.parquet").read_bytes()),
        of_another_format,
    ],
    ids=[
        "missing",
        "empty",
        "cut short",
        "one byte changed",
        "something else",
        "of another shard",
        "of another format",
    ],
)
def test_counts_that_are_not_good_are_made_again(run, damage):
    parts = parts_of(run)
    before = count_files(run)
    damage(run.path / "counts/shard-000000.parquet")
    assert count_files(run) != before
    assert all(equal(a, b) for a, b in zip(parts_of(run), parts, strict=True))
    assert count_files(run) == before, "byte for byte"


def test_a_shard_is_counted_again_when_its_rows_have_changed(run):
    before = parts_of(run)[1]
    shard = list(run.plan.shards())[1]
    other = play_sessions(CHOSEN, shard.first_session, shard.sessions, seed=99)
    write_sessions(run.path, 1, other, CHOSEN)
    after = parts_of(run)[1]
    assert not after.census.equals(before.census)
    assert after.census["deals"].sum() == 8 * shard.sessions


@pytest.mark.parametrize("folder", ["deals", "sessions"])
def test_rows_that_change_after_they_were_looked_at_are_not_counted(run, folder):
    """The seal is checked of the very bytes that are counted, whoever has looked before."""
    shard = run.finished_shards()[0]
    path = run.file(folder, shard)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(UserError, match=rf"{folder}/shard-000000.parquet: .*; simulate it again"):
        partial_of_shard(run, shard, CHOSEN, Dimension(CHOSEN.rules))
    assert not count_files(run)


def test_counts_of_another_experiment_are_never_used(run):
    """The same plan under another seed: counts copied into it do not count."""
    parts_of(run)
    foreign = count_files(run)
    other = experiment(3, policies=("counting", "random", "random"))
    elsewhere = run.path / "elsewhere"
    synthetic_run(elsewhere, other, SESSIONS, boldness=0.6)
    other_run = RunDirectory.open(elsewhere)
    for name, content in foreign.items():
        (elsewhere / "counts" / name).write_bytes(content)
    dimension = Dimension(other.rules)
    shard = next(other_run.plan.shards())
    counted = partial_of_shard(other_run, shard, other, dimension)
    assert count_files(other_run)["shard-000000.parquet"] != foreign["shard-000000.parquet"]
    passed_out = counted.census.filter(auction="pass pass pass")["deals"].sum()
    assert passed_out < 0.1 * 8 * shard.sessions, "bold bidders, not those of the foreign counts"

"""Aggregation of a run: what is counted, what is refused, and that equal runs give equal bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_files import load_tables
from sim.errors import UserError
from sim.runs.crew import LocalProcesses
from sim.runs.shard_files import encode_shard
from sim.runs.shards import Shard
from tests.statistics.option_cases import OF_BASIC_RUNS
from tests.statistics.synthetic_play import play_sessions
from tests.statistics.synthetic_run import (
    deals_table,
    experiment,
    sessions_table,
    synthetic_run,
)

ROOT = Path(__file__).parents[2]
SESSIONS = 20_000  # shards of 6,250, 6,250, 6,250 and 1,250 sessions
CHOSEN = experiment(3)


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("finished") / "run"
    synthetic_run(path, CHOSEN, SESSIONS)
    return path


@pytest.fixture
def run(finished, tmp_path) -> Path:
    """Return a copy of the finished run that a test may damage."""
    return copied(finished, tmp_path / "run")


def copied(source: Path, target: Path) -> Path:
    for file in source.rglob("*"):
        if file.is_file() and not {"tables", "counts"} & set(file.parts):
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    return target


def test_processes_make_the_same_files(run: Path, tmp_path: Path) -> None:
    """Threads of one process count and add up; so do processes, which send sums of their shards."""
    other = copied(run, tmp_path / "other")
    aggregate_run(run)
    aggregate_run(other, workforce=LocalProcesses(2))
    assert written(other) == written(run)


def written(run: Path) -> dict[str, bytes]:
    files = [path for folder in ("counts", "tables") for path in (run / folder).glob("*")]
    return {str(path.relative_to(run)): path.read_bytes() for path in sorted(files)}


# What is counted ---------------------------------------------------------------------------------


def test_a_finished_run_is_counted_whole(run):
    tables = aggregate_run(run)
    provenance = tables.provenance
    assert provenance.complete
    assert (provenance.sessions, provenance.deals) == (SESSIONS, 8 * SESSIONS)
    assert (provenance.shards_used, provenance.shards_missing) == (4, 0)
    assert tables.contracts["deals"].to_list() == [8 * SESSIONS] * 4


def test_provenance_says_where_the_tables_come_from(run):
    provenance = aggregate_run(run).provenance
    assert provenance.identity == CHOSEN.identity.digest
    assert (provenance.scenario, provenance.profile) == ("synthetic", "basic")
    assert (provenance.seed, provenance.seating, provenance.players) == (1815, "rotate", 3)
    assert [(player.name, player.policy) for player in provenance.lineup] == [
        ("A", "random"), ("B", "random"), ("C", "random"),
    ]  # fmt: skip
    assert [(row.contract, row.target, row.made, row.failed) for row in provenance.stakes] == [
        ("three", 3, 3, 3), ("four", 4, 4, 4), ("nap", 5, 5, 5), ("wellington", 5, 10, 10),
    ]  # fmt: skip


def test_only_the_shards_before_the_first_gap_are_counted(run):
    (run / "deals/shard-000002.parquet").unlink()
    provenance = aggregate_run(run).provenance
    assert (provenance.shards_planned, provenance.shards_used) == (4, 2)
    assert (provenance.shards_missing, provenance.shards_beyond_gap) == (1, 1)
    assert provenance.sessions == 12_500
    assert not provenance.complete


def test_counting_goes_on_when_the_gap_is_filled(run, finished):
    whole = written_after_aggregation(copied(finished, run.parent / "other"))
    gap = run / "deals/shard-000001.parquet"
    content = gap.read_bytes()
    gap.unlink()
    assert aggregate_run(run).provenance.shards_used == 1
    gap.write_bytes(content)
    assert written_after_aggregation(run) == whole


def written_after_aggregation(run: Path) -> dict[str, bytes]:
    aggregate_run(run)
    return written(run)


def test_a_run_without_its_first_shard_has_nothing_to_count(run):
    (run / "sessions/shard-000000.parquet").unlink()
    with pytest.raises(
        UserError, match=rf"nothing to count; go on with: nap run {run}/.* --resume"
    ):
        aggregate_run(run)


# What is refused ---------------------------------------------------------------------------------

DAMAGES = {
    "zero bytes": lambda content: b"",
    "truncated": lambda content: content[:-100],
    "cut in half": lambda content: content[: len(content) // 2],
    "one bit flipped": lambda content: content[:1000] + bytes([content[1000] ^ 1]) + content[1001:],
    "no parquet": lambda content: b"x" * len(content),
}


@pytest.mark.parametrize("folder", ["deals", "sessions"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
@pytest.mark.parametrize("cached", [False, True], ids=["at first sight", "after it was counted"])
def test_a_damaged_shard_is_named_and_not_counted(run, folder, damage, cached):
    if cached:
        aggregate_run(run)
    before = written(run)
    path = run / folder / "shard-000001.parquet"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(UserError, match=f"{folder}/shard-000001.parquet"):
        aggregate_run(run)
    assert written(run) == before, "no table has changed"


@pytest.mark.parametrize("folder", ["deals", "sessions"])
def test_a_shard_of_another_experiment_is_named(run, folder):
    other = experiment(3, policies=("counting", "random", "random"))
    put_shard(run, identity=other.identity.digest, only=folder)
    with pytest.raises(UserError, match=f"{folder}/shard-000001.parquet.*another run"):
        aggregate_run(run)


def test_one_shard_under_the_name_of_another_is_named(run):
    for folder in ("deals", "sessions"):
        content = (run / folder / "shard-000000.parquet").read_bytes()
        (run / folder / "shard-000001.parquet").write_bytes(content)
    with pytest.raises(UserError, match=r"shard-000001.parquet.*nap.first_session is 0, not 6250"):
        aggregate_run(run)


@cache
def second_shard(seed: int = 2) -> tuple[pa.Table, pa.Table]:
    """Return deals and sessions that could stand in shard 1."""
    sessions = play_sessions(CHOSEN, 6250, 6250, seed=seed)
    return deals_table(sessions, CHOSEN), sessions_table(sessions, CHOSEN)


def put_shard(run: Path, identity: str, only: str = "", **columns: pa.Array) -> None:
    """Write a whole, sealed shard 1 of other sessions, with some columns replaced."""
    deals, balances = second_shard()
    tables = {"deals": deals, "sessions": balances}
    for name, column in columns.items():
        for folder, table in tables.items():
            if name in table.column_names:
                place = table.column_names.index(name)
                tables[folder] = table.set_column(place, name, column)
    encoded = encode_shard(Shard(1, 6250, 6250), identity, **tables)
    contents = {
        folder: content
        for folder, content in encoded.contents.items()
        if not only or folder == only
    }
    for folder, content in contents.items():
        (run / folder / "shard-000001.parquet").write_bytes(content)


def spoiled(value: object, values: list, kind: pa.DataType) -> pa.Array:
    return pa.array([value, *values[1:]], kind)


TEXTS = pa.dictionary(pa.int32(), pa.string())


@pytest.mark.parametrize(
    ("column", "value", "complaint"),
    [
        ("auction", "four three pass", 'deals.*impossible deal: auction "four three pass"'),
        ("tricks", 7, "deals.*7 tricks"),
        ("first_dealer", 3, "sessions.*seat 3 deals"),
        ("player_0", 1000, r"sessions/shard-000001.parquet: units by player are"),
        ("position_2", 1000, r"sessions/shard-000001.parquet: units by position are"),
        ("deal", 0, "deals.*numbered 0 to"),
        ("session", 0, "sessions.*numbered 0 to"),
    ],
)
def test_a_whole_file_that_contradicts_the_rules_is_named(run, column, value, complaint):
    table = next(table for table in second_shard() if column in table.column_names)
    kind = table.schema.field(column).type
    values = table[column].to_pylist()
    plain = pa.string() if kind == TEXTS else kind
    changed = spoiled(value, values, plain)
    put_shard(
        run,
        identity=CHOSEN.identity.digest,
        **{column: changed.cast(TEXTS) if kind == TEXTS else changed},
    )
    with pytest.raises(UserError, match=complaint):
        aggregate_run(run)


def test_sessions_that_do_not_follow_from_their_deals_are_named(run):
    """Both sum to zero and are sealed; only the money of the deals tells them apart."""
    _, others = second_shard(seed=3)
    swapped = {
        f"{who}_{j}": others[f"{who}_{j}"] for who in ("player", "position") for j in range(3)
    }
    put_shard(run, identity=CHOSEN.identity.digest, **swapped)
    with pytest.raises(UserError, match=r"sessions/shard-000001.*in the deals beside it"):
        aggregate_run(run)


@pytest.mark.parametrize(
    ("moved", "complaint"),
    [
        ({"player_0": [1, -1]}, "player units of a session do not sum to zero"),
        ({"position_1": [1, -1]}, "position units of a session do not sum to zero"),
    ],
)
def test_units_moved_from_one_session_to_the_next_are_noticed(run, moved, complaint):
    """Every total is right; only single sessions are not."""
    columns = {}
    for name, change in moved.items():
        units = second_shard()[1][name].to_pylist()
        changed = [unit + by for unit, by in zip(units[:2], change, strict=True)]
        columns[name] = pa.array([*changed, *units[2:]], pa.int32())
    put_shard(run, identity=CHOSEN.identity.digest, **columns)
    with pytest.raises(UserError, match=f"sessions/shard-000001.parquet: {complaint}"):
        aggregate_run(run)


def test_a_folder_without_a_run_is_refused(tmp_path):
    with pytest.raises(UserError, match="holds no run"):
        aggregate_run(tmp_path)


# Equal bytes -------------------------------------------------------------------------------------


def test_repeated_aggregation_gives_equal_bytes_with_and_without_cache(run):
    first = written_after_aggregation(run)
    assert written_after_aggregation(run) == first
    for path in (run / "tables").rglob("*.parquet"):
        path.unlink()
    aggregate_run(run, threads=1)
    assert written(run) == first


def test_bytes_do_not_depend_on_threads_or_hash_seeds(finished, tmp_path):
    contents = []
    for threads in (1, 2, 3, 4):
        run = copied(finished, tmp_path / str(threads))
        code = f"from pipelines.aggregate import aggregate_run; aggregate_run({str(run)!r})"
        environment = {
            **os.environ,
            "POLARS_MAX_THREADS": str(threads),
            "PYTHONHASHSEED": str(17 * threads),
        }
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=environment)
        contents.append(written(run))
    assert all(content == contents[0] for content in contents)
    assert len(contents[0]) == 4 + 2 * len(OF_BASIC_RUNS) + 1


# The files ---------------------------------------------------------------------------------------


def test_tables_are_loaded_as_they_were_made(run):
    made = aggregate_run(run)
    loaded = load_tables(run)
    assert loaded.provenance == made.provenance
    for name, frame in made.frames().items():
        assert frame.equals(loaded.frames()[name])


def test_the_json_and_csv_files_say_the_same(run):
    tables = aggregate_run(run)
    index = json.loads((run / "tables/tables.json").read_text())
    assert index["format"] == "nap.tables/2"
    assert index["provenance"]["deals"] == 8 * SESSIONS
    for name, frame in tables.frames().items():
        described = index["tables"][name]
        assert [column["name"] for column in described["columns"]] == frame.columns
        assert described["rows"] == [list(row) for row in frame.rows()]
        csv = pl.read_csv(run / f"tables/{name}.csv", schema=TABLE_SCHEMAS[name].dtypes)
        assert csv.equals(frame)


def test_nothing_in_the_tables_tells_of_dates_hosts_or_folders(run):
    aggregate_run(run)
    text = (run / "tables/tables.json").read_text()
    assert str(run) not in text
    assert os.uname().nodename not in text or len(os.uname().nodename) < 4


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda folder: (folder / "tables.json").unlink(), "has no tables yet"),
        (lambda folder: (folder / "tables.json").write_text("{"), "tables.json: cannot be read"),
        (lambda folder: (folder / "tables.json").write_text("{}"), "has format None"),
        (lambda folder: (folder / "tricks.parquet").unlink(), "tricks.parquet: cannot be read"),
        (lambda folder: (folder / "tricks.parquet").write_bytes(b""), "tricks.parquet: is not"),
        (
            lambda folder: (folder / "tricks.parquet").write_bytes(
                (folder / "overview.parquet").read_bytes()
            ),
            "tricks.parquet: is not the file that tables.json describes",
        ),
    ],
)
def test_tables_that_are_not_whole_are_refused_with_the_way_out(run, spoil, complaint):
    aggregate_run(run)
    spoil(run / "tables")
    with pytest.raises(UserError, match=f"{complaint}.*nap aggregate {run}"):
        load_tables(run)


# Small and one-sided runs ------------------------------------------------------------------------


def test_a_run_in_which_nobody_ever_bids(tmp_path):
    synthetic_run(tmp_path / "run", CHOSEN, 10, boldness=0)
    tables = aggregate_run(tmp_path / "run")
    rates = dict(tables.overview.select("measure", "rate").rows())
    assert rates["passed out"] == 1
    assert rates["nap bid"] == 0
    assert rates["nap made"] is None
    for row in tables.contracts.iter_rows(named=True):
        assert (row["made_rate"], row["made_low"], row["made_high"]) == (None, 0, 1)
        assert (row["value"], row["mean_tricks"]) == (None, None)
        assert row["bid_low"] == 0 < row["bid_high"] < 0.1, "never in 80 deals is not never"
    assert tables.expectation_by_position["units"].to_list() == [0, 0, 0]
    assert tables.expectation_by_position["low"].to_list() == [None] * 3
    assert tables.balances.select("balance", "sessions").rows() == [(0, 10)] * 3
    assert tables.balance_summary["level_rate"].to_list() == [1, 1, 1]
    assert tables.balance_summary["shared_wins"].to_list() == [10, 10, 10]
    assert load_tables(tmp_path / "run").frames()["tricks"].equals(tables.tricks)


def test_a_run_of_one_session_has_means_but_no_intervals(tmp_path):
    synthetic_run(tmp_path / "run", CHOSEN, 1)
    tables = aggregate_run(tmp_path / "run")
    for row in tables.expectation_by_player.iter_rows(named=True):
        assert row["units_per_deal"] == row["units"] / 8
        assert (row["standard_error"], row["low"], row["high"]) == (None, None, None)
    assert tables.balance_summary["sd"].to_list() == [None] * 3
    for row in tables.balance_summary.iter_rows(named=True):
        assert 0 <= row["win_share_low"] <= row["win_share"] <= row["win_share_high"] <= 1


@pytest.mark.parametrize("sessions", [1, 2, 3, 10])
def test_no_mean_of_a_small_run_leaves_its_bounds(tmp_path, sessions):
    synthetic_run(tmp_path / "run", CHOSEN, sessions)
    tables = aggregate_run(tmp_path / "run")
    for row in tables.balance_summary.iter_rows(named=True):
        assert 0 <= row["win_share_low"] < row["win_share_high"] <= 1
    for row in tables.contracts.filter(pl.col("played") > 0).iter_rows(named=True):
        assert 0 <= row["mean_tricks_low"] < row["mean_tricks_high"] <= 5


def test_all_players_of_one_policy_win_exactly_nothing_together(run):
    """A sum that is zero in every deal is known without error, however many the sessions."""
    (row,) = aggregate_run(run).expectation_by_policy.rows(named=True)
    assert (row["policy"], row["players"], row["units"]) == ("random", 3, 0)
    assert (row["units_per_deal"], row["low"], row["high"]) == (0, 0, 0)
    (wins,) = aggregate_run(run).win_share_by_policy.rows(named=True)
    third = pytest.approx(1 / 3)
    assert (wins["win_share"], wins["win_share_low"], wins["win_share_high"]) == (third,) * 3

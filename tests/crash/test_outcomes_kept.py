"""Runs that keep rows of some shards only, or of none: what is there, what is odd, what goes on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.worker_counting import WorkerCounting
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.runs.kept_outcomes import KEEP_NONE, KeptOutcomes
from sim.runs.parquet import CHECKSUM_KEY, check, encode
from sim.runs.plan import Plan
from sim.runs.shard_files import COUNTS_KEY
from sim.runs.shards import Shard
from sim.runs.simulate import simulate_run
from sim.scenarios.scenario import Scenario, load_scenario
from tests.crash.in_process import InThisProcess
from tests.crash.runs import Hold, Nap, contents, kill
from tests.crash.runs import scenario as scenario_keeping_all


def scenario(outcomes: str = "none", *, sessions: int = 20_000, seed: int = 1815) -> Scenario:
    wanted = scenario_keeping_all(sessions=sessions, seed=seed)
    return replace(wanted, outcomes=KeptOutcomes.of(outcomes))


def simulated(path: Path, wanted: Scenario, *, resume: bool = False) -> RunDirectory:
    counting = WorkerCounting(wanted.experiment)
    done = simulate_run(path, wanted, workforce=InThisProcess(), counting=counting, resume=resume)
    return done.run


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four shards that keeps no rows."""
    return simulated(tmp_path_factory.mktemp("finished") / "run", scenario()).path


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> RunDirectory:
    copy = tmp_path / "run"
    shutil.copytree(finished, copy)
    return RunDirectory.open(copy)


def first(run: RunDirectory) -> Shard:
    return next(run.plan.shards())


# --- what is planned and told


def test_large_shards_where_no_rows_are_kept() -> None:
    """A million deals a shard up to 8 billion deals; at 10^12 no more than 15,625 shards."""
    sizes = {
        deals: Plan.of(sessions=deals // 8, deals_per_session=8, outcomes=KEEP_NONE)
        for deals in (10**6, 10**9, 8 * 10**9, 10**11, 10**12)
    }
    largest = {deals: next(plan.shards()).sessions * 8 for deals, plan in sizes.items()}
    assert largest[10**6] == 50_000
    assert largest[10**9] == largest[8 * 10**9] == 1_000_000
    assert 10**11 // 8_192 <= largest[10**11] < 10**11 // 8_192 + 8
    assert largest[10**12] == 64_000_000
    assert len(sizes[10**12]) == 15_625


def test_the_directory_says_which_shards_keep_rows(tmp_path: Path) -> None:
    run = simulated(tmp_path / "run", scenario("1 in 3"))
    assert [shard.keeps_rows for shard in run.plan.shards()] == [True, False, False, True]
    fields = json.loads((run.path / "run.json").read_text())
    assert [part["outcomes"] for part in fields["plan"]["stretches"]] == ["1 in 3"]
    assert run.scenario().outcomes == KeptOutcomes(3)
    for folder, numbers in (("deals", (0, 3)), ("sessions", (0, 3)), ("counts", range(4))):
        names = sorted(path.name for path in (run.path / folder).iterdir())
        assert names == [f"shard-{number:06d}.parquet" for number in numbers]
    assert len(run.finished_shards()) == 4


def test_what_is_kept_is_no_part_of_the_identity() -> None:
    one, other = scenario("none").experiment, scenario("all").experiment
    assert one.identity == other.identity


def test_a_run_without_a_choice_keeps_all(run: RunDirectory) -> None:
    """As versions without it described their runs."""
    file = run.path / "run.json"
    fields = json.loads(file.read_text())
    for part in fields["plan"]["stretches"]:
        del part["outcomes"]
    file.write_text(json.dumps(fields))
    assert all(shard.keeps_rows for shard in RunDirectory.open(run.path).plan.shards())


def test_a_choice_that_is_none_is_a_damaged_description(run: RunDirectory) -> None:
    file = run.path / "run.json"
    file.write_text(file.read_text().replace('"outcomes": "none"', '"outcomes": "some"'))
    with pytest.raises(UserError, match=r'run.json: is damaged \(its outcomes: "some" is not'):
        RunDirectory.open(run.path)


def test_shards_without_rows_must_be_counted(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must be counted"):
        simulate_run(tmp_path / "run", scenario(), workforce=InThisProcess())


# --- what is odd


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_last_byte(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def change_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)


def count_otherwise(path: Path) -> None:
    """As an earlier version of the program did."""
    stamp = {key: value for key, value in check(path).entries.items() if key != CHECKSUM_KEY}
    path.write_bytes(encode(pq.read_table(path), None, {**stamp, COUNTS_KEY: "1"}))


@pytest.mark.parametrize("harm", [empty, cut_last_byte, change_a_bit, count_otherwise])
def test_damaged_counts_are_named_and_simulated_again(
    run: RunDirectory, harm: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    before = contents(run.path)
    path = run.file("counts", first(run))
    harm(path)
    [(shard, fault)] = run.look().damaged
    assert (shard, fault.path) == (first(run), path)
    with pytest.raises(
        UserError, match=r"counts/shard-000000.parquet: .*; simulate its shard again: nap run"
    ):
        aggregate_run(run.path)
    simulated(run.path, scenario(), resume=True)
    assert contents(run.path) == before
    assert f"{path}: " in caplog.text


def test_a_shard_without_counts_is_missing(run: RunDirectory) -> None:
    before = contents(run.path)
    run.file("counts", first(run)).unlink()
    assert run.look().missing == (first(run),)
    simulated(run.path, scenario(), resume=True)
    assert contents(run.path) == before


def test_counts_of_another_experiment_are_foreign(run: RunDirectory, tmp_path: Path) -> None:
    other = simulated(tmp_path / "other", scenario(seed=7, sessions=6_250))
    shutil.copy(other.file("counts", first(other)), run.file("counts", first(run)))
    [fault] = run.look().foreign
    assert "nap.identity" in fault.reason
    with pytest.raises(UserError, match=r"counts/shard-000000.parquet: .*move it away"):
        run.finished_shards()


def test_counts_under_another_number_are_not_counted_twice(run: RunDirectory) -> None:
    zero, one, *_ = run.plan.shards()
    shutil.copy(run.file("counts", zero), run.file("counts", one))
    assert "nap.first_session" in run.look().foreign[0].reason


def test_rows_where_none_are_kept_are_strangers(run: RunDirectory) -> None:
    strangers = run.path / "counts" / "shard-000099.parquet", run.file("deals", first(run))
    for path in strangers:
        shutil.copy(run.file("counts", first(run)), path)
    assert sorted(run.look().strangers) == sorted(strangers)
    assert len(run.finished_shards()) == 4


# --- growing


def test_another_choice_for_the_same_deals_is_refused(run: RunDirectory) -> None:
    before = contents(run.path)
    with pytest.raises(
        UserError,
        match=r'run: holds a run with outcomes = "none", not "all"; give outcomes = "none" to go '
        r"on with it, or more --deals than 160000: only what is added can be kept otherwise$",
    ):
        simulated(run.path, scenario("all"), resume=True)
    assert contents(run.path) == before


def test_what_is_added_can_be_kept_otherwise(run: RunDirectory) -> None:
    before = contents(run.path)
    longer = simulated(run.path, scenario("1 in 2", sessions=40_000), resume=True)
    kept = [shard.keeps_rows for shard in longer.plan.shards()]
    assert kept == [False] * 4 + [True, False, True, False]
    assert longer == RunDirectory.open(run.path)
    after = contents(run.path)
    assert all(after[name] == before[name] for name in before if name.endswith(".parquet"))
    assert aggregate_run(run.path).provenance.deals == 320_000


# --- killed


SCENARIO = """\
name = "small"
profile = "basic"
players = 3
policy = "random"
deals = 1_600_000
seed = 1815
outcomes = "{outcomes}"
"""


@pytest.mark.parametrize("outcomes", ["1 in 4", pytest.param("none", marks=pytest.mark.slow)])
def test_a_killed_parent_and_a_killed_worker_change_nothing(outcomes: str, tmp_path: Path) -> None:
    file, run, undisturbed = (tmp_path / name for name in ("small.toml", "run", "undisturbed"))
    file.write_text(SCENARIO.format(outcomes=outcomes))
    simulated(undisturbed, load_scenario(file))
    held = Hold(tmp_path / "held", first=8)
    command = ("simulate", file, "--out", run, "--workers", 2)
    nap = Nap(*command, environment=held.environment)
    nap.wait_for_shards(run, 5, folder="counts")
    kill(nap.process.pid)
    nap.end()
    assert nap.leaves_no_process()
    assert 5 <= len(list((run / "counts").glob("shard-*"))) < 32
    nap = Nap(*command, "--resume")
    nap.wait_for_shards(run, 15, folder="counts")
    for worker in nap.workers()[:1]:
        kill(worker)
    status, errors = nap.end()
    assert status == 0, errors
    assert contents(run) == contents(undisturbed)
    assert len(list((run / "counts").iterdir())) == 32

"""What is counted of a shard is the same, byte for byte, whoever counts it and whatever is kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pipelines.aggregate import aggregate_run
from pipelines.counts_table import counts_table, partial_of
from pipelines.dimension import Dimension
from pipelines.partials import partial_of_shard
from pipelines.worker_counting import WorkerCounting
from sim.experiment import Experiment
from sim.outcomes import simulate_shard
from sim.runs.claim import claimed_run
from sim.runs.counted_shard import simulate_and_count
from sim.runs.directory import RunDirectory
from sim.runs.kept_outcomes import KeptOutcomes
from sim.runs.shard_job import ShardJob
from sim.runs.shards import Shard
from sim.runs.simulate import simulate_run
from sim.scenarios.scenario import Scenario
from tests.crash.in_process import InThisProcess
from tests.crash.runs import contents, scenario
from tests.determinism.tables_with_state import TABLES, experiment_of

FEW = 200
"""Sessions of a run with one shard."""


@cache
def experiment(name: str) -> Experiment:
    return scenario().experiment if name == "plain" else experiment_of(name)


EVERY_KIND = pytest.mark.parametrize("name", ["plain", *TABLES])


@EVERY_KIND
def test_a_worker_counts_what_the_files_tell(name: str, tmp_path: Path) -> None:
    """Arrays in memory on one side, Parquet on the other; the files of counts are the same."""
    chosen = experiment(name)
    wanted = Scenario(name=name, experiment=chosen, sessions=FEW)
    with claimed_run(tmp_path, wanted, resume=False) as (run, _):
        (shard,) = run.plan.shards()
        ShardJob(run.path, chosen, WorkerCounting(chosen)).compute(shard)()
    file = run.file("counts", shard)
    by_the_worker = file.read_bytes()
    file.unlink()
    partial_of_shard(run, shard, chosen, Dimension(chosen.rules))
    assert file.read_bytes() == by_the_worker


@EVERY_KIND
def test_pieces_add_up_to_the_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large shard is counted piece by piece: 200 sessions here in 17 pieces or in one."""
    chosen = experiment(name)
    counting, shard = WorkerCounting(chosen), Shard(number=3, first_session=1_000, sessions=FEW)
    deals, sessions = simulate_shard(chosen, shard.first_session, shard.sessions)
    whole = counting.count(shard, deals, sessions)
    most = 12 * chosen.rules.deals_per_session
    monkeypatch.setattr("sim.runs.shards.MOST_DEALS_PER_SHARD", most)
    assert simulate_and_count(chosen, shard, counting) == (whole, deals.num_rows)


@EVERY_KIND
def test_partial_tables_come_back_from_one_table(name: str) -> None:
    chosen = experiment(name)
    tables = simulate_shard(chosen, 0, FEW)
    counts = WorkerCounting(chosen).count(Shard(0, 0, FEW), *tables)
    partial = partial_of(counts)
    assert counts_table(partial) == counts
    assert partial.census["deals"].sum() == tables[0].num_rows
    assert (len(partial.ratios) == 0) == (name == "plain")


def run_keeping(path: Path, outcomes: str, chosen: Experiment, sessions: int) -> RunDirectory:
    """A finished run."""
    wanted = Scenario(
        name="small", experiment=chosen, sessions=sessions, outcomes=KeptOutcomes.of(outcomes)
    )
    counting = WorkerCounting(chosen)
    return simulate_run(path, wanted, workforce=InThisProcess(), counting=counting).run


@pytest.mark.parametrize("name", ["plain", "pub"])
def test_tables_do_not_depend_on_what_is_kept(name: str, tmp_path: Path) -> None:
    """Four shards of 50,000 deals, or two: byte for byte the same tables."""
    sessions = 20_000 if name == "plain" else 12_000
    tables = {}
    for outcomes in ("all", "none", "1 in 3"):
        run = run_keeping(tmp_path / outcomes, outcomes, experiment(name), sessions)
        rows = [len(list((run.path / folder).iterdir())) for folder in ("deals", "sessions")]
        expected = sum(shard.keeps_rows for shard in run.plan.shards())
        assert rows == [expected] * 2
        assert len(list((run.path / "counts").iterdir())) == len(run.plan)
        aggregate_run(run.path)
        tables[outcomes] = contents(run.tables)
    assert tables["none"] == tables["1 in 3"] == tables["all"]
    assert len(tables["all"]) > 30

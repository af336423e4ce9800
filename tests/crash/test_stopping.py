"""A run that stops when its shards are enough: at the same one, whatever happens meanwhile."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pipelines.precision.watch import is_look
from sim.errors import UserError
from sim.runs import claim, simulate
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.runs.plan import Plan
from sim.runs.prefix import Enough
from sim.runs.shards import Shard
from sim.runs.simulate import RunSummary, simulate_run
from sim.runs.workforce import Workforce
from sim.scenarios.scenario import Scenario
from sim.scenarios.targets import Target
from tests.crash.runs import contents, scenario
from tests.crash.slow_shards import WORKERS, FailsAtSeven, PretendedWorkers, SlowFirst

LAST = 5
SESSIONS = 4_000
"""Sixteen shards: 10,000 deals, ten of 1,000, and six of 2,000."""


def asking(target: str = "nap made ±0.001", sessions: int = SESSIONS) -> Scenario:
    return replace(scenario(sessions=sessions), until=(Target.parse(target),))


def up_to(last: int) -> Enough:
    return lambda run, shard: shard.number == last


def simulated(
    path: Path,
    enough: Enough | None = None,
    asked: Scenario | None = None,
    *,
    workers: Workforce | None = None,
    resume: bool = False,
) -> RunSummary:
    return simulate_run(
        path,
        asked or asking(),
        workforce=workers or PretendedWorkers(1),
        resume=resume,
        enough=enough or up_to(LAST),
    )


def shards_there(path: Path) -> set[int]:
    return {int(re.findall(r"\d+", file.name)[0]) for file in (path / "deals").iterdir()}


def counting(path: Path) -> dict[str, bytes]:
    """The files that count, with their bytes."""
    run = RunDirectory.open(path)
    beyond = {shard.file_name for shard in run.plan.shards()} - {
        shard.file_name for shard in run.finished_shards()
    }
    return {name: it for name, it in contents(path).items() if Path(name).name not in beyond}


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files that count of a run by one worker."""
    path = tmp_path_factory.mktemp("stopped") / "run"
    simulated(path)
    return counting(path)


def test_each_shard_is_asked_about_once_in_order_up_to_the_last(tmp_path: Path) -> None:
    asked: list[int] = []

    def enough(run: RunDirectory, shard: Shard) -> bool:
        assert run.file("deals", shard).exists()
        asked.append(shard.number)
        return shard.number == LAST

    summary = simulated(tmp_path / "run", enough, workers=PretendedWorkers(2))
    assert asked == [*range(LAST + 1)]
    assert summary.run.stopped_after == LAST + 1
    run = RunDirectory.open(tmp_path / "run")
    assert run == summary.run
    assert run.until == ("nap made ±0.001",)
    assert [shard.number for shard in run.finished_shards()] == asked
    assert run.deals_that_count == (1250 + 5 * 125) * 8


@pytest.mark.parametrize("number", [1, 2, 3, 8])
@pytest.mark.parametrize("slow", [(), (0,), (2, LAST), (3, 4, 9)])
def test_slow_shards_and_more_workers_change_nothing(
    stopped: dict[str, bytes], tmp_path: Path, number: int, slow: tuple[int, ...]
) -> None:
    workers = PretendedWorkers(number, slow)
    simulated(tmp_path / "run", workers=workers)
    assert counting(tmp_path / "run") == stopped
    assert (workers.finished == sorted(workers.finished)) == (number == 1 or not slow)


def test_processes_whose_first_shard_is_slow_stop_at_the_same(
    stopped: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "ShardJob", SlowFirst)
    simulated(tmp_path / "run", workers=LocalProcesses(WORKERS))
    log = (tmp_path / "run/run.log").read_text()
    finished = [int(number) for number in re.findall(r"shard-(\d+): ", log)]
    assert finished[0] != 0  # or nothing would have been shown
    for file in (tmp_path / "run").glob("ready-*"):
        file.unlink()
    assert counting(tmp_path / "run") == stopped


def test_a_failure_behind_the_last_shard_is_none(
    stopped: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker alone would never have come to it."""
    monkeypatch.setattr(simulate, "ShardJob", FailsAtSeven)
    simulated(tmp_path / "run", workers=PretendedWorkers(3))
    assert counting(tmp_path / "run") == stopped
    tighter = asking("nap made ±0.0005")
    with pytest.raises(UserError, match="shard-000007: policy sly broke the rules"):
        simulated(tmp_path / "run", up_to(9), tighter, resume=True)


# --- killed at the moment of stopping


def killed(path: Path) -> None:
    """Stop a run in a process that dies when it comes to write down that it stopped."""
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from sim.runs import claim\n"
        "from tests.crash.test_stopping import simulated\n"
        "write = claim.write_whole\n"
        "def dying(path, content):\n"
        "    if b'stopped_after' in bytes(content):\n"
        "        path.with_name('.tmp-nap-run.json-7').write_bytes(content[:40])\n"
        "        os._exit(9)\n"
        "    write(path, content)\n"
        "claim.write_whole = dying\n"
        "simulated(Path(sys.argv[1]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        timeout=300,
    )
    assert done.returncode == 9


def test_a_kill_at_the_moment_of_stopping_changes_nothing(
    stopped: dict[str, bytes], tmp_path: Path
) -> None:
    """``run.json`` is replaced in one step: there is only before and after."""
    killed(tmp_path / "run")
    assert RunDirectory.open(tmp_path / "run").stopped_after is None
    assert simulated(tmp_path / "run", resume=True).deals == 0
    assert counting(tmp_path / "run") == stopped


# --- going on


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run that has stopped."""
    simulated(tmp_path / "run", workers=PretendedWorkers(3))
    return tmp_path / "run"


def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "ShardJob", None)


def test_a_stopped_run_that_is_resumed_has_nothing_to_do(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (run / "run.json").stat().st_mtime_ns
    no_work(monkeypatch)
    assert simulated(run, resume=True).run.stopped_after == LAST + 1
    assert (run / "run.json").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("asked", "enough", "after"),
    [
        (asking("nap made ±0.0005"), up_to(12), 13),
        (asking("nap made ±0.01"), up_to(3), 4),
        (asking(sessions=8_000), up_to(LAST), LAST + 1),
        (replace(asking(), until=()), None, None),
    ],
    ids=["a tighter target", "a looser target", "more deals", "no target"],
)
def test_what_is_resumed_is_as_if_it_had_been_asked_for_at_first(
    run: Path, tmp_path: Path, asked: Scenario, enough: Enough | None, after: int | None
) -> None:
    assert shards_there(run) > set(range(LAST + 1))  # others were in hand, and serve now
    inodes = {file.name: file.stat().st_ino for file in (run / "deals").iterdir()}
    never = enough or (lambda run, shard: False)
    assert simulated(run, never, asked, resume=True).run.stopped_after == after
    now = {file.name: file.stat().st_ino for file in (run / "deals").iterdir()}
    assert inodes.items() <= now.items()
    fresh = replace(asked, until=asking().until)
    simulated(tmp_path / "fresh", never, fresh)
    same = ("deals/", "sessions/")
    one, other = (
        {name: it for name, it in counting(path).items() if name.startswith(same)}
        for path in (run, tmp_path / "fresh")
    )
    assert one == other or after == LAST + 1  # a run made longer was cut for fewer deals


def test_other_targets_are_not_reached_until_they_are_looked_at(run: Path) -> None:
    """Killed before the first look, the run has forgotten the old stop, and nothing else."""
    with claim.claimed_run(run, asking("nap made ±0.0005"), resume=True) as (found, _):
        assert found.stopped_after is None
    assert RunDirectory.open(run).until == ("nap made ±0.0005",)


@pytest.mark.parametrize(
    "change",
    [
        lambda fields: fields.update(stopped_after=0),
        lambda fields: fields.update(stopped_after=99),
        lambda fields: fields.update(stopped_after="6"),
        lambda fields: fields.update(until=[0.001]),
    ],
)
def test_an_impossible_stop_is_damage(
    run: Path, change: Callable[[dict[str, object]], None]
) -> None:
    fields = json.loads((run / "run.json").read_text())
    change(fields)
    (run / "run.json").write_text(json.dumps(fields))
    with pytest.raises(UserError, match=r"run.json: is damaged \((stopped_after|its targets)"):
        RunDirectory.open(run)


def test_damage_behind_the_last_shard_hurts_nobody(run: Path) -> None:
    beyond = max(shards_there(run))
    assert beyond > LAST
    (run / f"deals/shard-{beyond:06d}.parquet").write_bytes(b"")
    assert len(RunDirectory.open(run).finished_shards()) == LAST + 1


# --- shards and looks


@pytest.mark.parametrize("deals_per_session", [8, 20])
@pytest.mark.parametrize("deals", [10**4, 10**6, 10**9, 10**12])
def test_shards_grow_with_the_run(deals: int, deals_per_session: int) -> None:
    """No shard adds more than a tenth (and a session) to what is there; none is too long."""
    sessions = deals // deals_per_session
    plan = Plan.of(sessions=sessions, deals_per_session=deals_per_session, by_tenths=True)
    assert plan.sessions == sessions
    assert len(plan.stretches) < 15
    assert len(plan) < 90 + deals / 900_000
    at = 0
    for part in plan.stretches:
        assert part.sessions_per_shard * deals_per_session <= 10**6
        assert at == 0 or part.sessions_per_shard <= at / 10 + 1
        at += part.sessions


def test_looks_are_few_and_near_each_other() -> None:
    ends = [
        shard.first_session + shard.sessions
        for shard in Plan.of(sessions=10**9, deals_per_session=8, by_tenths=True).shards()
        if is_look(shard)
    ]
    assert len(ends) < 500
    assert all(later <= 1.1 * earlier + 1 for earlier, later in pairwise(ends))

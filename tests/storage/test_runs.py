"""Runs and comparisons in a store: the same files as in a folder, whatever happens."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import pytest

from pipelines.aggregate import aggregate_run
from reports import write_report
from sim.comparisons.directory import ComparisonDirectory
from sim.comparisons.run import run_comparisons
from sim.errors import UserError
from sim.replay import transcript
from sim.runs.claim import claimed_run
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.runs.run_lock import run_lock
from sim.runs.run_log import run_log
from sim.runs.verify import verify_run
from sim.scenarios.scenario import load_scenario
from sim.storage import Folder, ObjectPath
from sim.storage.lease import Pace, lease
from sim.storage.listing import entries
from tests.comparisons.small import SETTINGS, against_standard, never
from tests.crash.runs import Hold, Nap, contents, kill, simulate_and_count
from tests.storage.faulty_proxy import FaultyProxy

SHARDS = 6
SCENARIO = f"""\
name = "small"
profile = "basic"
players = 3
deals = {SHARDS * 50_000}
seed = 1815
"""
SHORTLY = Pace(renewed=0.2, watched=2.0, settled=0.1)

BOT = """\
class Passer:
    \"\"\"Always passes; plays what is legal.\"\"\"

    version = 1

    def bid(self, view):
        return 0

    def opening_lead(self, view):
        return view.legal[0]

    lead = follow = opening_lead
"""


@pytest.fixture(autouse=True)
def watched_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases of killed processes are taken over sooner."""
    monkeypatch.setattr("sim.runs.run_lock.lease", partial(lease, pace=SHORTLY))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario file."""
    path = tmp_path_factory.mktemp("scenario") / "small.toml"
    path.write_text(SCENARIO + 'policy = "random"\n')
    return path


@pytest.fixture(scope="module")
def in_folder(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run in a folder of this machine."""
    run = tmp_path_factory.mktemp("undisturbed") / "run"
    simulate_and_count(run, load_scenario(small), workforce=LocalProcesses(1))
    return run


@pytest.fixture(scope="module")
def in_store(small: Path, store: str) -> ObjectPath:
    """The same in a store."""
    run = ObjectPath.at(f"{store}/runs/undisturbed")
    simulate_and_count(run, load_scenario(small), workforce=LocalProcesses(1))
    return run


def objects(run: ObjectPath) -> dict[str, bytes]:
    """Every object of a run with its content, as `contents` gives the files of a folder."""
    below = {path.key.removeprefix(f"{run.key}/"): path for path in run.objects_below()}
    return {
        name: b"" if name == ".lock" else path.read_bytes()
        for name, path in below.items()
        if name not in ("run.log", ".checked")
    }


def test_a_run_is_the_same_in_a_store(in_folder: Path, in_store: ObjectPath) -> None:
    assert objects(in_store) == contents(in_folder)
    log = (in_store / "run.log").read_text()
    assert log.count("sim.runs.shard_job: shard-") == SHARDS


def test_tables_and_report_are_the_same_in_a_store(in_folder: Path, in_store: ObjectPath) -> None:
    for run in (in_folder, in_store):
        aggregate_run(run)
        assert aggregate_run(run).provenance.deals == SHARDS * 50_000  # from cached partials
        write_report(run)
    assert objects(in_store) == contents(in_folder)
    assert "report/index.html" in objects(in_store)


def test_a_run_in_a_store_is_verified_and_replayed(in_folder: Path, in_store: ObjectPath) -> None:
    run = RunDirectory.open(str(in_store))
    assert verify_run(run, 100, sample_seed=1).differences == ()
    told = [
        transcript(each.scenario().experiment, 42) for each in (run, RunDirectory.open(in_folder))
    ]
    assert told[0] == told[1]


def test_the_log_goes_on_behind_that_of_earlier_commands(in_store: ObjectPath) -> None:
    import logging

    before = (in_store / "run.log").read_text()
    with run_log(in_store / "run.log"):
        logging.getLogger("sim.tests").info("once more")
    after = (in_store / "run.log").read_text()
    assert after.startswith(before) and after.count("once more") == 1


def test_a_killed_run_goes_on(
    small: Path, place: ObjectPath, in_folder: Path, tmp_path: Path
) -> None:
    held = Hold(tmp_path / "held", first=3)
    nap = Nap("simulate", small, "--out", place, "--workers", 1, environment=held.environment)
    nap.wait_until(lambda: entries(place / "deals"))
    kill(nap.process.pid)
    nap.end()
    assert nap.leaves_no_process()
    assert 0 < len(entries(place / "deals")) < SHARDS
    simulate_and_count(place, load_scenario(small), workforce=LocalProcesses(1), resume=True)
    undisturbed = contents(in_folder)
    assert objects(place) == {name: undisturbed[name] for name in objects(place)}
    assert len(entries(place / "deals")) == len(entries(place / "sessions")) == SHARDS


def test_torn_objects_are_simulated_again(
    small: Path, in_store: ObjectPath, in_folder: Path
) -> None:
    """Some stores may show half of what was being put."""
    whole = (in_store / "deals" / "shard-000002.parquet").read_bytes()
    (in_store / "deals" / "shard-000002.parquet").write_bytes(whole[: len(whole) // 2])
    (in_store / "sessions" / "shard-000004.parquet").write_bytes(b"")
    assert len(RunDirectory.open(in_store).look().damaged) == 2
    simulate_and_count(in_store, load_scenario(small), workforce=LocalProcesses(1), resume=True)
    assert objects(in_store) == contents(in_folder)


def test_two_parents_do_not_work_on_one_run(small: Path, in_store: ObjectPath) -> None:
    before = objects(in_store)
    with run_lock(in_store), pytest.raises(UserError) as refused:
        simulate_and_count(in_store, load_scenario(small), resume=True)
    assert str(refused.value) == (
        f"{in_store}: another nap process is at work on this run; let it finish or stop it, or "
        "choose another --out"
    )
    assert objects(in_store) == before


def test_a_store_that_fails_for_a_while_does_not_matter(
    small: Path, proxy: FaultyProxy, in_folder: Path, place: ObjectPath
) -> None:
    """Every fifth request fails, and every seventh is done without an answer."""
    numbers = iter(range(1, 1_000_000))

    def fault(method: str, path: str) -> str:
        number = next(numbers)
        return "fail" if number % 5 == 0 else "lose the answer" if number % 7 == 0 else ""

    proxy.fault_of = fault  # type: ignore[assignment]
    through = ObjectPath.at(f"{place}?endpoint_override=http://127.0.0.1:{proxy.port}")
    simulate_and_count(through, load_scenario(small), workforce=LocalProcesses(1))
    undisturbed = contents(in_folder)
    assert objects(place) == {name: undisturbed[name] for name in objects(place)}


def test_a_store_that_fails_while_workers_start_does_not_matter(
    small: Path, proxy: FaultyProxy, in_folder: Path, place: ObjectPath
) -> None:
    """Whether there is a bucket is asked by the parent, when it begins; then never again."""
    through = ObjectPath.at(f"{place}?endpoint_override=http://127.0.0.1:{proxy.port}")
    written = threading.Event()

    def fault(method: str, path: str) -> str:
        if path.partition("?")[0].endswith("run.json") and method == "PUT":
            written.set()
        return "fail" if written.is_set() and path.count("/") == 1 and method == "HEAD" else ""

    proxy.fault_of = fault  # type: ignore[assignment]
    simulate_and_count(through, load_scenario(small), workforce=LocalProcesses(1))
    assert written.is_set()
    undisturbed = contents(in_folder)
    assert objects(place) == {name: undisturbed[name] for name in objects(place)}


def test_a_run_with_policies_of_the_user_keeps_them_in_the_store(
    tmp_path: Path, place: ObjectPath
) -> None:
    """What is simulated with them is the matter of other tests; here they are found again."""
    (tmp_path / "bots.py").write_text(BOT)
    (tmp_path / "mine.toml").write_text(SCENARIO + 'policy = "bots.py:Passer"\n')
    scenario = load_scenario(tmp_path / "mine.toml")
    with claimed_run(place, scenario, resume=False):
        pass
    assert (place / "policies" / "bots.py").read_text() == BOT
    (tmp_path / "bots.py").unlink()
    again = RunDirectory.open(place).scenario()
    assert again.experiment.identity == scenario.experiment.identity
    (policy,) = {player.policy for player in again.experiment.lineup}
    assert Path(policy.source).read_text() == BOT
    with claimed_run(place, load_scenario(place / "scenario.toml"), resume=True) as (run, _):
        assert run.identity == scenario.experiment.identity
    assert [path.name for path in place.objects_below()].count("bots.py") == 1


def test_a_comparison_is_the_same_in_a_store(tmp_path: Path, place: ObjectPath) -> None:
    def compare(folder: Folder, cap: int) -> None:
        comparison = against_standard("counting:bold")
        run_comparisons(
            folder,
            [comparison],
            cap_deals=cap,
            settings=SETTINGS,
            decided=never,
            workforce=LocalProcesses(1),
            resume=True,
        )

    for cap in (20_000, 40_000):
        for folder in (tmp_path / "here", place):
            compare(folder, cap)
    assert objects(place) == contents(tmp_path / "here")
    assert ComparisonDirectory.open(place).planned[0].plan.deals >= 40_000

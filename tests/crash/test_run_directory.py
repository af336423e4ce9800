"""A run directory: who may go on with what, and what is counted."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from sim.engine.compiled import engine_digest
from sim.errors import UserError
from sim.runs.claim import claimed_run
from sim.runs.directory import RunDirectory
from sim.runs.plan import Plan
from sim.runs.run_lock import run_lock
from sim.runs.shard_files import FOLDERS
from sim.runs.shards import Shard
from sim.runs.simulate import simulate_run
from sim.scenarios.scenario import Scenario, load_scenario
from tests.crash.runs import DEALS_PER_SESSION, contents, scenario, write_made_up_shard


def begin(path: Path, wanted: Scenario, *, resume: bool = False) -> RunDirectory:
    with claimed_run(path, wanted, resume=resume) as (run, _):
        return run


@pytest.fixture
def run(tmp_path: Path) -> RunDirectory:
    """A finished run of four shards."""
    run = begin(tmp_path / "run", scenario())
    for shard in run.plan.shards():
        write_made_up_shard(run, shard)
    assert len(run.look().finished) == len(run.plan) == 4
    return run


# --- plans


def test_shards_cover_every_session_once() -> None:
    plan = Plan.of(sessions=1_234_567, deals_per_session=8)
    shards = list(plan.shards())
    assert [shard.number for shard in shards] == list(range(len(plan)))
    ends = [shard.first_session + shard.sessions for shard in shards]
    assert [shard.first_session for shard in shards] == [0, *ends[:-1]]
    assert ends[-1] == 1_234_567


def test_a_plan_that_grows_keeps_its_shards() -> None:
    small = Plan.of(sessions=20_001, deals_per_session=8)
    large = small.grown(sessions=3_000_000).grown(sessions=90_000_000)
    assert list(large.shards())[: len(small)] == list(small.shards())
    assert sum(shard.sessions for shard in large.shards()) == 90_000_000
    assert Plan.from_json(large.to_json()) == large


def test_a_plan_may_begin_at_any_session() -> None:
    plan = Plan.of(sessions=20_001, deals_per_session=8, first_session=1_000).grown(sessions=50_000)
    shards = list(plan.shards())
    assert [shard.number for shard in shards] == list(range(len(plan)))
    assert shards[0].first_session == 1_000
    assert shards[-1].first_session + shards[-1].sessions == 51_000
    assert plan.deal_numbers == range(8_000, 408_000)
    assert Plan.from_json(plan.to_json()) == plan


def test_large_runs_have_shards_of_a_million_deals() -> None:
    sizes = {shard.sessions * 8 for shard in Plan.of(sessions=10**8, deals_per_session=8).shards()}
    assert sizes == {1_000_000}


def test_a_trillion_deals_can_be_planned() -> None:
    plan = Plan.of(sessions=125_000_000_000, deals_per_session=8)
    assert len(plan) == 1_000_000
    assert plan.deals == 10**12


# --- beginning and going on


def test_a_run_tells_what_it_is(tmp_path: Path) -> None:
    wanted = scenario()
    run = begin(tmp_path / "new" / "run", wanted)
    assert RunDirectory.open(run.path) == run
    assert run.identity == wanted.experiment.identity
    assert run.plan.sessions == wanted.sessions
    assert run.scenario() == wanted
    assert load_scenario(run.scenario_file) == wanted


def test_the_same_run_is_described_by_the_same_bytes(tmp_path: Path) -> None:
    first, second = (begin(tmp_path / name, scenario()) for name in ("a", "b"))
    assert contents(first.path) == contents(second.path)


def test_a_run_is_not_overwritten(run: RunDirectory) -> None:
    before = contents(run.path)
    with pytest.raises(UserError, match=r"run: holds a run already; go on with it by --resume"):
        begin(run.path, scenario())
    assert contents(run.path) == before


def test_another_identity_is_refused_by_the_field_that_differs(run: RunDirectory) -> None:
    before = contents(run.path)
    with pytest.raises(UserError, match=r"run: holds a run of another identity \(seed: 1815 != 7"):
        begin(run.path, scenario(seed=7), resume=True)
    with pytest.raises(UserError, match=r"player 1 policy: random != counting"):
        begin(run.path, scenario(policy="counting"), resume=True)
    assert contents(run.path) == before


def test_a_run_does_not_shrink(run: RunDirectory) -> None:
    before = contents(run.path)
    with pytest.raises(UserError, match=r"can only grow: give --deals 160000 or more"):
        begin(run.path, scenario(sessions=10), resume=True)
    assert contents(run.path) == before


def test_a_run_that_grows_keeps_what_it_has(run: RunDirectory) -> None:
    before = contents(run.path)
    longer = begin(run.path, scenario(sessions=50_000), resume=True)
    found = longer.look()
    assert [shard.number for shard in found.finished] == [0, 1, 2, 3]
    assert sum(shard.sessions for shard in found.missing) == 30_000
    after = contents(run.path)
    shards = [name for name in before if name.endswith(".parquet")]
    assert len(shards) == 8
    assert [after[name] for name in shards] == [before[name] for name in shards]
    assert longer.scenario().sessions == 50_000


def test_a_folder_with_other_things_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("chapter 1")
    for resume in (False, True):
        with pytest.raises(UserError, match=r"is not empty and holds no run \(it has thesis.tex"):
            begin(tmp_path, scenario(), resume=resume)
    assert list(contents(tmp_path)) == ["thesis.tex"]


def test_what_a_killed_start_leaves_behind_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    (tmp_path / ".tmp-nap-run.json-123").write_text("{")
    begin(tmp_path, scenario())
    assert sorted(contents(tmp_path)) == [".lock", "run.json", "scenario.toml"]


@pytest.mark.parametrize("name", [".tmp-notes", ".tmp-notes-1815", ".tmp-nap-notes"])
@pytest.mark.parametrize("make", [Path.mkdir, Path.touch])
def test_temporary_files_of_others_make_a_folder_no_free_one(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    with pytest.raises(UserError, match=rf"is not empty and holds no run \(it has {name},"):
        begin(tmp_path, scenario())
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_folder_is_never_taken_for_a_temporary_file(tmp_path: Path) -> None:
    (tmp_path / ".tmp-nap-run.json-123").mkdir()
    with pytest.raises(UserError, match=r"is not empty and holds no run"):
        begin(tmp_path, scenario())


def test_a_start_killed_before_the_scenario_was_saved_can_be_resumed(tmp_path: Path) -> None:
    run = begin(tmp_path, scenario())
    run.scenario_file.unlink()
    assert begin(tmp_path, scenario(), resume=True).scenario() == scenario()


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    with pytest.raises(UserError, match=r"run: is a file; choose a folder for --out"):
        begin(tmp_path / "run", scenario())


def change_description(run: RunDirectory, *place: str | int, value: Any) -> None:
    """Write another value into ``run.json``."""
    file = run.path / "run.json"
    fields = inner = json.loads(file.read_text())
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    file.write_text(json.dumps(fields))


def test_another_format_is_refused(run: RunDirectory) -> None:
    change_description(run, "format", value=2)
    with pytest.raises(UserError, match=r"run.json: is of format 2, this version of nap knows 1;"):
        RunDirectory.open(run.path)


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        (("sessions",), 20_001, "its sessions are 20001, those of its stretches 20000"),
        (("deals",), 1, "its deals are 1, those of its stretches 160000"),
        (("deals_per_session",), 0, "deals_per_session is 0, not a whole number from 1 on"),
        (("stretches", 0, "sessions"), -5, "sessions is -5, not a whole number from 1 on"),
        (("stretches", 0, "sessions"), 20_000.5, "sessions is 20000.5, not a whole number"),
        (("stretches", 0, "sessions_per_shard"), 0, "sessions_per_shard is 0, not a whole number"),
        (("first_session",), -1, "first_session is -1, not a whole number from 0 on"),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(
    run: RunDirectory, place: tuple[str | int, ...], value: float, reason: str
) -> None:
    change_description(run, "plan", *place, value=value)
    with pytest.raises(UserError, match=rf"run.json: is damaged \({reason}"):
        RunDirectory.open(run.path)


def test_a_plan_for_sessions_of_another_length_is_refused(run: RunDirectory) -> None:
    plan = Plan.of(sessions=20_000, deals_per_session=DEALS_PER_SESSION + 1)
    change_description(run, "plan", value=plan.to_json())
    with pytest.raises(UserError, match=r"deals_per_session is 9 in its plan, 8 in its rules"):
        RunDirectory.open(run.path)


@pytest.mark.parametrize("versions", [None, {"engine": 1}])
def test_versions_that_are_none_are_refused(run: RunDirectory, versions: object) -> None:
    change_description(run, "versions", value=versions)
    with pytest.raises(UserError, match=r"run.json: is damaged"):
        RunDirectory.open(run.path)


# --- another engine


def test_the_engine_is_recorded_and_no_part_of_the_identity(run: RunDirectory) -> None:
    fields = json.loads((run.path / "run.json").read_text())
    assert fields["versions"]["engine"] == engine_digest()
    assert engine_digest() not in json.dumps(fields["identity"])


def test_a_run_of_another_engine_does_not_grow(run: RunDirectory) -> None:
    change_description(run, "versions", "engine", value="0123456789abcdef" * 4)
    before = contents(run.path)
    refusal = (
        rf"run.json: the run was simulated by another version of the engine "
        rf"\(0123456789ab, this one is {engine_digest()[:12]}\); finish it with that version of "
        rf"the program, or start anew in another --out; .*: nap aggregate {run.path}$"
    )
    with pytest.raises(UserError, match=refusal):
        begin(run.path, scenario(sessions=50_000), resume=True)
    assert contents(run.path) == before


def test_a_run_that_grows_keeps_the_versions_it_began_with(run: RunDirectory) -> None:
    change_description(run, "versions", "numpy", value="1.0")
    begin(run.path, scenario(sessions=50_000), resume=True)
    assert RunDirectory.open(run.path).versions == {**run.versions, "numpy": "1.0"}


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_run_of_another_engine_is_not_completed(
    run: RunDirectory, harm: Callable[[Path], object], caplog: pytest.LogCaptureFixture
) -> None:
    change_description(run, "versions", "engine", value="0123456789abcdef" * 4)
    harm(run.file("deals", first(run)))
    before = contents(run.path)
    with pytest.raises(UserError, match=r"run.json: .* another version of the engine"):
        simulate_run(run.path, scenario(), resume=True)
    assert contents(run.path) == before
    assert "simulated again" not in caplog.text


def test_a_finished_run_of_another_engine_is_fine(run: RunDirectory) -> None:
    change_description(run, "versions", "engine", value="0123456789abcdef" * 4)
    before = contents(run.path)
    assert simulate_run(run.path, scenario(), resume=True).deals == 0
    assert len(run.finished_shards()) == 4
    assert contents(run.path) == before


# --- damaged descriptions


@pytest.mark.parametrize("text", ["", "{", "[]", '{"identity": {}}', '{"plan": 3}'])
def test_a_damaged_description_is_named(run: RunDirectory, text: str) -> None:
    (run.path / "run.json").write_text(text)
    with pytest.raises(UserError, match=r"run/run.json: is damaged"):
        RunDirectory.open(run.path)


def test_a_changed_description_is_noticed(run: RunDirectory) -> None:
    file = run.path / "run.json"
    file.write_text(file.read_text().replace('"seed": 1815', '"seed": 1816'))
    with pytest.raises(UserError, match=r"run.json: is damaged \(its fields and its digest"):
        RunDirectory.open(run.path)


def test_a_changed_scenario_is_noticed(run: RunDirectory) -> None:
    text = run.scenario_file.read_text()
    run.scenario_file.write_text(text.replace("seed = 1815", "seed = 7"))
    with pytest.raises(UserError, match=r"scenario.toml: is not the scenario of this run \(seed"):
        run.scenario()


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"is empty and holds no run; begin one: nap run --out"):
        RunDirectory.open(tmp_path)
    (tmp_path / "chapter-1").touch()
    with pytest.raises(UserError, match=r"holds no run \(run.json: No such file.*--out of nap run"):
        RunDirectory.open(tmp_path)


def complain_as_nobody(folder: Path, answers: Connection) -> None:
    """Try to begin a run as a user who may not, where root is at work."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    try:
        begin(folder, scenario())
    except UserError as error:
        answers.send(str(error))


def test_a_folder_that_may_not_be_written_is_named_and_left_alone() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        # Forked, because another user may not even read the interpreter.
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=complain_as_nobody, args=(folder, theirs))
        process.start()
        assert ours.poll(30)
        assert ours.recv().startswith(f"{folder}/.lock: cannot be written: Permission denied;")
        process.join()
        assert list(folder.iterdir()) == []


# --- two at once


def test_two_parents_are_kept_apart(run: RunDirectory) -> None:
    with (
        run_lock(run.path),
        pytest.raises(UserError, match=r"run: another nap process is at work on this run"),
        run_lock(run.path),
    ):
        pass


def test_the_lock_goes_with_its_holder(run: RunDirectory) -> None:
    program = (
        "import os, sys, pathlib, sim.runs.run_lock\n"
        "with sim.runs.run_lock.run_lock(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), 9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(run.path)])
    assert killed.returncode == -signal.SIGKILL
    with run_lock(run.path):
        pass


# --- what is counted


def first(run: RunDirectory) -> Shard:
    return next(iter(run.plan.shards()))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def cut_last_byte(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1)


def change_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("harm", [empty, cut_short, cut_last_byte, change_a_bit])
def test_a_damaged_shard_is_named_and_not_counted(
    run: RunDirectory, folder: str, harm: Callable[[Path], None]
) -> None:
    path = run.file(folder, first(run))
    harm(path)
    found = run.look()
    [(shard, fault)] = found.damaged
    assert shard == first(run)
    assert fault.path == path
    assert shard not in found.finished and len(found.finished) == 3
    with pytest.raises(UserError, match=rf"{folder}/shard-000000.parquet: .*--resume"):
        run.finished_shards()


@pytest.mark.parametrize("folder", FOLDERS)
def test_half_a_shard_is_missing(run: RunDirectory, folder: str) -> None:
    run.file(folder, first(run)).unlink()
    found = run.look()
    assert found.missing == (first(run),)
    assert first(run) not in found.finished


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_shard_of_another_experiment_is_foreign(
    run: RunDirectory, tmp_path: Path, folder: str
) -> None:
    other = begin(tmp_path / "other", scenario(seed=7))
    write_made_up_shard(other, first(other))
    shutil.copy(other.file(folder, first(other)), run.file(folder, first(run)))
    found = run.look()
    [fault] = found.foreign
    assert fault.path == run.file(folder, first(run))
    assert "nap.identity" in fault.reason
    assert len(found.finished) == 3
    with pytest.raises(UserError, match=rf"{folder}/shard-000000.parquet: .*move it away"):
        run.finished_shards()


def test_a_copy_under_another_number_is_not_counted_twice(run: RunDirectory) -> None:
    zero, one, *_ = run.plan.shards()
    for folder in FOLDERS:
        shutil.copy(run.file(folder, zero), run.file(folder, one))
    found = run.look()
    assert "nap.first_session" in found.foreign[0].reason
    assert one not in found.finished


def test_a_shard_with_rows_too_many_is_foreign(run: RunDirectory) -> None:
    write_made_up_shard(run, first(run), extra_rows=1)
    [fault] = run.look().foreign
    assert "has 50001 rows, not 50000" in fault.reason


def test_files_outside_the_plan_are_named_and_not_counted(
    run: RunDirectory, caplog: pytest.LogCaptureFixture
) -> None:
    beyond = run.path / "deals" / "shard-000099.parquet"
    shutil.copy(run.file("deals", first(run)), beyond)
    shutil.copy(beyond, run.path / "deals" / "shard-copy.parquet")
    found = run.look()
    assert found.strangers == (beyond, run.path / "deals" / "shard-copy.parquet")
    with caplog.at_level(logging.WARNING):
        assert len(run.finished_shards()) == 4
    assert caplog.messages == [
        f"{path}: is not a shard of this run; it is left alone, not counted"
        for path in found.strangers
    ]


def test_left_over_temporary_files_are_removed_and_never_counted(run: RunDirectory) -> None:
    left = [
        run.path / ".tmp-nap-run.json-77",
        run.path / "deals" / ".tmp-nap-shard-000000.parquet-77",
        run.path / "counts" / ".tmp-nap-shard-000000.parquet-77",
    ]
    for path in left:
        path.write_bytes(b"half")
    assert len(run.look().finished) == 4
    begin(run.path, scenario(), resume=True)
    assert not [path for path in left if path.exists()]


def test_files_of_others_are_never_removed(run: RunDirectory) -> None:
    (run.path / ".tmp-notes").mkdir()
    (run.path / ".tmp-nap-notes-1").mkdir()
    (run.path / "mine").mkdir()
    kept = [
        run.path / ".tmp-notes" / "chapter-1",
        run.path / ".tmp-nap-notes-1" / "chapter-2",
        run.path / "deals" / ".tmp-notes-3",
        run.path / "deals" / ".tmp-nap-notes",
        run.path / "mine" / ".tmp-nap-notes-4",
    ]
    for path in kept:
        path.write_text("mine")
    begin(run.path, scenario(), resume=True)
    assert [path.read_text() for path in kept] == ["mine"] * len(kept)

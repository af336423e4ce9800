"""Files known to be whole are not read again, and whatever changes is found all the same."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sim.errors import UserError
from sim.runs.checked_files import CHECKED_FILE, CheckedFiles
from sim.runs.claim import claimed_run
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.runs.files import write_stamped
from sim.runs.listing import list_shards
from sim.runs.plan import Plan
from sim.runs.run_lock import LOCK_NAME
from sim.runs.shard_files import FOLDERS
from sim.runs.simulate import simulate_run
from sim.storage.listing import stamp_of
from sim.storage.stamp import Stamp
from tests.crash.runs import contents, scenario, write_made_up_shard

DAY_NS = 24 * 3600 * 10**9


@pytest.fixture
def run(tmp_path: Path) -> RunDirectory:
    """A finished run of four shards, all of whose files are known."""
    with claimed_run(tmp_path / "run", scenario(), resume=False) as (run, _):
        for shard in run.plan.shards():
            write_made_up_shard(run, shard)
    return known(run.path)


def known(path: Path) -> RunDirectory:
    """A run after a command that has looked at all its files."""
    with claimed_run(path, scenario(), resume=True) as (run, _):
        run.finished_shards()
    return RunDirectory.open(path)


def one_file(run: RunDirectory, folder: str = "deals") -> Path:
    return run.file(folder, next(run.plan.shards()))


def change_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)


def change_in_secret(path: Path) -> None:
    """Change a bit, and give the file its date again."""
    dates = path.stat()
    change_a_bit(path)
    os.utime(path, ns=(dates.st_atime_ns, dates.st_mtime_ns))


def damaged(run: RunDirectory, *, afresh: bool = False) -> list[Path]:
    """What a new command finds."""
    found = RunDirectory.open(run.path).look(afresh=afresh)
    return [fault.path for _, fault in found.damaged]


# --- what is read


def test_a_known_file_is_not_read_again(run: RunDirectory) -> None:
    change_in_secret(one_file(run))
    assert damaged(run) == []
    assert damaged(run, afresh=True) == [one_file(run)]


def test_reading_afresh_corrects_what_is_known(run: RunDirectory) -> None:
    change_in_secret(one_file(run))
    again = RunDirectory.open(run.path)
    again.look(afresh=True)
    again.checked.save()
    assert damaged(run) == [one_file(run)]


HARMS: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: os.truncate(path, path.stat().st_size - 1),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "changed": change_a_bit,
}


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS.keys())
def test_damage_to_a_known_file_is_found(
    run: RunDirectory, folder: str, harm: Callable[[Path], object]
) -> None:
    harm(one_file(run, folder))
    assert damaged(run) == [one_file(run, folder)]


def test_both_damaged_files_of_a_shard_are_named(run: RunDirectory) -> None:
    files = [one_file(run, folder) for folder in FOLDERS]
    for file in files:
        change_a_bit(file)
    assert damaged(run) == files


def test_a_folder_in_place_of_a_known_file_is_no_file(run: RunDirectory) -> None:
    one_file(run).unlink()
    one_file(run).mkdir()
    assert RunDirectory.open(run.path).look().missing == (next(run.plan.shards()),)


def test_a_known_file_that_is_gone_is_missing(run: RunDirectory) -> None:
    one_file(run).unlink()
    assert RunDirectory.open(run.path).look().missing == (next(run.plan.shards()),)


def test_a_known_file_under_another_number_is_foreign(run: RunDirectory) -> None:
    """With the size and the date of the file that was there."""
    zero, one, *_ = run.plan.shards()
    for folder in FOLDERS:
        there = run.file(folder, one)
        dates = there.stat()
        there.write_bytes(run.file(folder, zero).read_bytes())
        os.utime(there, ns=(dates.st_atime_ns, dates.st_mtime_ns + 1))
    assert "nap.first_session" in RunDirectory.open(run.path).look().foreign[0].reason


# --- dates and clocks


def in_the_tick_of_its_writing(path: Path, date_ns: int) -> None:
    """Date a file, let a command look, and change it without leaving another date."""
    os.utime(path, ns=(date_ns, date_ns))
    known(path.parent.parent)
    change_in_secret(path)


def test_a_change_in_the_same_tick_is_found(run: RunDirectory) -> None:
    """File systems date files by clocks with ticks of up to two seconds."""
    in_the_tick_of_its_writing(one_file(run), time.time_ns())
    assert damaged(run) == [one_file(run)]


def test_a_file_dated_in_the_future_is_always_read(run: RunDirectory) -> None:
    in_the_tick_of_its_writing(one_file(run), time.time_ns() + DAY_NS)
    assert damaged(run) == [one_file(run)]


def test_a_clock_that_was_ahead_makes_no_date_old(run: RunDirectory) -> None:
    """The lock was taken when the clock was a day ahead; then it was set right."""
    path, now = one_file(run), time.time_ns()
    os.utime(path, ns=(now, now))
    os.utime(run.path / LOCK_NAME, ns=(now + DAY_NS, now + DAY_NS))
    again = RunDirectory.open(run.path)
    again.finished_shards()
    change_in_secret(path)
    assert damaged(run) == [path]


def test_files_are_written_with_a_date_that_no_later_change_has(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"two", b"six"):
        written = write_stamped(path, content)
        assert written == stamp_of(path)
        path.write_bytes(content)
        assert stamp_of(path) != written


def test_a_run_knows_the_files_that_it_has_just_written(tmp_path: Path) -> None:
    run = simulate_run(tmp_path, scenario(sessions=500), workforce=LocalProcesses(1)).run
    for folder in FOLDERS:
        change_in_secret(one_file(run, folder))
    assert damaged(run) == []
    assert damaged(run, afresh=True) == [one_file(run, folder) for folder in FOLDERS]


# --- the file itself


def other_runs(run: RunDirectory) -> bytes:
    other = run.path.parent / "other"
    with claimed_run(other, scenario(seed=7), resume=False) as (begun, _):
        for shard in begun.plan.shards():
            write_made_up_shard(begun, shard)
        begun.finished_shards()
    return (other / CHECKED_FILE).read_bytes()


SPOILED: dict[str, Callable[[RunDirectory, bytes], bytes]] = {
    "empty": lambda run, content: b"",
    "cut short": lambda run, content: content[:-30],
    "one bit changed": lambda run, content: content[:50] + bytes([content[50] ^ 1]) + content[51:],
    "something else": lambda run, content: b"not what it was",
    "a shard": lambda run, content: one_file(run, "sessions").read_bytes(),
    "of another run": lambda run, content: other_runs(run),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
def test_spoiled_knowledge_is_no_knowledge(
    run: RunDirectory, spoil: Callable[[RunDirectory, bytes], bytes]
) -> None:
    file = run.path / CHECKED_FILE
    file.write_bytes(spoil(run, file.read_bytes()))
    change_in_secret(one_file(run))
    assert damaged(run) == [one_file(run)]


def test_without_it_all_is_read_and_it_is_made_again(run: RunDirectory) -> None:
    file = run.path / CHECKED_FILE
    before = file.read_bytes()
    file.unlink()
    known(run.path)
    assert file.read_bytes() == before


def test_it_is_not_written_again_without_news(run: RunDirectory) -> None:
    before = stamp_of(run.path / CHECKED_FILE)
    known(run.path)
    assert stamp_of(run.path / CHECKED_FILE) == before


def test_that_it_cannot_be_written_is_no_error(run: RunDirectory) -> None:
    (run.path / CHECKED_FILE).unlink()
    (run.path / CHECKED_FILE).mkdir()
    assert len(RunDirectory.open(run.path).finished_shards()) == 4


def test_a_run_that_grows_knows_what_it_had(run: RunDirectory) -> None:
    change_in_secret(one_file(run))
    with claimed_run(run.path, scenario(sessions=60_000), resume=True) as (longer, _):
        assert len(longer.look().finished) == 4


def test_it_is_saved_now_and_then(tmp_path: Path) -> None:
    now = [0.0]
    files = CheckedFiles(tmp_path, "identity", 1, clock=lambda: now[0])
    shard = next(Plan.of(sessions=1, deals_per_session=8).shards())
    files.note("deals", shard, Stamp(10, 10), "0000000f", sure=True)
    files.save_now_and_then()
    assert not (tmp_path / CHECKED_FILE).exists()
    now[0] = 5.0
    files.save_now_and_then()
    assert (tmp_path / CHECKED_FILE).exists()


def test_seals_are_told_of_files_that_were_seen(run: RunDirectory) -> None:
    again, shard = RunDirectory.open(run.path), next(run.plan.shards())
    assert again.checked.seal("deals", shard) is None
    again.look()
    seal = again.checked.seal("deals", shard)
    assert seal is not None and seal.encode() in one_file(run).read_bytes()
    change_a_bit(one_file(run))
    again.look()
    assert again.checked.seal("deals", shard) is None


# --- listing


def test_a_folder_of_many_files_is_listed_right(tmp_path: Path) -> None:
    """2,000 planned shards of which every third is there, and names that are no shard's."""
    for number in range(0, 2000, 3):
        (tmp_path / f"shard-{number:06d}.parquet").write_bytes(bytes(number))
    strange = [
        "shard-002000.parquet",
        "shard-1000000.parquet",
        "shard-12.parquet",
        "shard-.parquet",
    ]
    for name in (*strange, "notes.txt", ".tmp-nap-shard-000001.parquet-7"):
        (tmp_path / name).touch()
    (tmp_path / "shard-000001.parquet").symlink_to("nowhere")
    found = list_shards(tmp_path, 2000)
    assert np.flatnonzero(found.there).tolist() == list(range(0, 2000, 3))
    assert found.sizes[::3].tolist() == list(range(0, 2000, 3))
    assert found.stamp(1998) == stamp_of(tmp_path / "shard-001998.parquet")
    assert found.strangers == tuple(tmp_path / name for name in sorted(strange))


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert not list_shards(tmp_path / "deals", 5).there.any()


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "deals").touch()
    with pytest.raises(UserError, match=r"deals: cannot be read: Not a directory; see that it is"):
        list_shards(tmp_path / "deals", 5)


def test_the_ranges_of_a_plan_are_those_of_its_shards() -> None:
    plan = Plan.of(sessions=20_001, deals_per_session=8, first_session=77)
    plan = plan.grown(sessions=3_000_000).grown(sessions=3_000_001)
    ranges = plan.ranges()
    shards = list(plan.shards())
    assert ranges.first_sessions.tolist() == [shard.first_session for shard in shards]
    assert ranges.sessions.tolist() == [shard.sessions for shard in shards]


def test_looking_writes_nothing(run: RunDirectory) -> None:
    (run.path / CHECKED_FILE).unlink()
    before = contents(run.path)
    dates = {path: path.stat().st_mtime_ns for path in run.path.rglob("*")}
    RunDirectory.open(run.path).look()
    assert contents(run.path) == before
    assert {path: path.stat().st_mtime_ns for path in run.path.rglob("*")} == dates


def test_that_nothing_is_known_can_be_saved_too(run: RunDirectory) -> None:
    """All files were changed a moment ago: no date of theirs is worth anything yet."""
    now = time.time_ns()
    for path in run.path.glob("*/shard-*"):
        os.utime(path, ns=(now, now))
    known(run.path)
    assert len(known(run.path).look().finished) == 4

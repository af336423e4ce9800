"""Faults of disks, clocks, terminals and people: the run ends with the reason, or goes on."""

from __future__ import annotations

import ast
import ctypes
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from sim.engine.compiled import cache_folder
from tests.crash.runs import (
    Hold,
    Nap,
    contents,
    files_of_a_run,
    kill,
    scenario_file,
    send,
    with_fault,
)
from tests.forked import Ended, Forks

DEALS = 200_000
SHARDS = 4
SLOW = pytest.mark.slow


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario file."""
    return scenario_file(tmp_path_factory.mktemp("scenario"), DEALS)


@pytest.fixture(scope="module")
def undisturbed(small: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All files of the run when nothing goes wrong."""
    return files_of_a_run(small, tmp_path_factory.mktemp("undisturbed"), SHARDS)


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks() as server:
        yield server


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "run"


@pytest.fixture
def hold(tmp_path: Path) -> Hold:
    """One shard of a run is there, two are in hand, and the last is not handed out yet."""
    return Hold(tmp_path / "held", first=1)


def simulating(small: Path, run: Path, **how: object) -> Nap:
    return Nap("simulate", small, "--out", run, "--workers", 1, "--resume", **how)  # type: ignore[arg-type]


def resumed(small: Path, run: Path) -> dict[str, bytes]:
    status, errors = simulating(small, run).end()
    assert status == 0, errors
    return contents(run)


# --- disks


_LIBRARY = ctypes.CDLL(None, use_errno=True)
_READ_ONLY, _REMOUNT, _DETACH = 1, 32, 2


def _mount(folder: Path, flags: int, options: str) -> None:
    given = (b"tmpfs", bytes(folder), b"tmpfs", flags, options.encode())
    if os.geteuid() != 0 or _LIBRARY.mount(*given) != 0:
        pytest.skip("needs a system that lets this user mount a small disk")


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of its own, in memory."""
    folder.mkdir()
    _mount(folder, 0, f"size={size}")
    try:
        yield folder
    finally:
        _LIBRARY.umount2(bytes(folder), _DETACH)


def make_room(disk: Path) -> None:
    _mount(disk, _REMOUNT, "size=200m")


def make_read_only(disk: Path) -> None:
    _mount(disk, _REMOUNT | _READ_ONLY, "size=200m")


def fill(disk: Path, *, but: int) -> Path:
    """Leave a disk so many bytes."""
    room = os.statvfs(disk)
    filler = disk / "filler"
    filler.write_bytes(bytes(max(0, room.f_bavail * room.f_bsize - but)))
    return filler


def test_a_disk_that_is_full_while_shards_are_written(
    small: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    with small_disk(tmp_path / "disk", "200k") as disk:
        run = disk / "run"
        nap = simulating(small, run)
        status, errors = nap.end()
        assert status == 2
        assert "Traceback" not in errors
        assert re.search(
            r"error: shard-\d+: \S+shard-\d+.parquet: cannot be written: No space left on device; "
            rf"make room, then go on\nnap: go on with: nap simulate {small} .*--resume\n$",
            errors,
        )
        assert nap.leaves_no_process()
        left = contents(run)
        assert left.items() <= undisturbed.items()
        make_room(disk)
        assert resumed(small, run) == undisturbed


@pytest.mark.parametrize("room", [0, 4096, pytest.param(8192, marks=SLOW), 16384])
def test_a_disk_that_is_full_from_the_beginning(
    small: Path, tmp_path: Path, undisturbed: dict[str, bytes], forks: Forks, room: int
) -> None:
    """Lock, log, description, scenario: whichever file is the first that has no room."""
    with small_disk(tmp_path / "disk", "128k") as disk:
        filler = fill(disk, but=room)
        command = ("simulate", small, "--out", "run", "--workers", 1, "--resume")
        ended = forks.nap(*command, folder=disk)
        assert ended.status == 2, ended.errors
        assert "Traceback" not in ended.errors
        assert "No space left on device; make room, then go on" in ended.errors
        filler.unlink()
        make_room(disk)
        assert forks.nap(*command, folder=disk).status == 0
        assert contents(disk / "run") == undisturbed


def test_a_disk_that_is_full_while_tables_and_report_are_made(
    small: Path, tmp_path: Path, undisturbed: dict[str, bytes], forks: Forks
) -> None:
    with small_disk(tmp_path / "disk", "20m") as disk:
        lay_out(disk / "run", undisturbed)
        for command in ("aggregate", "report"):
            for room in (0, 40_000):
                filler = fill(disk, but=room)
                ended = forks.nap(command, "run", folder=disk)
                assert ended.status == 2, ended.errors
                assert "Traceback" not in ended.errors
                assert "cannot be written: No space left on device; make room" in ended.errors
                assert ended.errors.endswith(f"nap: go on with: nap {command} run\n")
                assert not [name for name in contents(disk / "run") if ".tmp-" in name]
                filler.unlink()
            assert forks.nap(command, "run", folder=disk).status == 0


def lay_out(run: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        path = run / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def test_a_disk_that_cannot_be_written(
    small: Path, tmp_path: Path, undisturbed: dict[str, bytes], forks: Forks
) -> None:
    """What only reads goes on; what writes says so, and where it could write instead."""
    with small_disk(tmp_path / "disk", "20m") as disk:
        lay_out(disk / "run", undisturbed)
        make_read_only(disk)
        for command in (("simulate", small, "--out", "run", "--resume"), ("aggregate", "run")):
            ended = forks.nap(*command, folder=disk)
            assert ended.status == 2
            assert ended.errors == (
                "nap: error: run/.lock: cannot be written: Read-only file system; "
                "choose a folder on a disk that can be written\n"
            )
        for reading in (("verify", "run", "--deals", 10), ("replay", "run", 7)):
            assert forks.nap(*reading, folder=disk).status == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_results_that_cannot_be_written_are_no_success() -> None:
    with Path("/dev/full").open("w") as full:
        said = subprocess.run(
            [sys.executable, "-m", "pipelines.cli", "profiles"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert said.returncode == 2
    assert said.stderr == (
        "nap: error: standard output: No space left on device; make room, then go on\n"
        "nap: go on with: nap profiles\n"
    )


# --- what is removed


@pytest.mark.parametrize("folder", ["deals", pytest.param("sessions", marks=SLOW)])
def test_a_folder_of_shards_that_is_removed(
    small: Path, run: Path, undisturbed: dict[str, bytes], folder: str, hold: Hold
) -> None:
    nap = simulating(small, run, environment=hold.environment)
    nap.wait_for_shards(run, 1)
    (run / folder).rename(run.with_name("taken"))
    hold.end()
    status, errors = nap.end()
    assert status == 2, errors
    assert "cannot be written: No such file or directory; its folder was removed" in errors
    assert nap.leaves_no_process()
    assert resumed(small, run) == undisturbed


def test_a_run_that_is_removed(
    small: Path, run: Path, undisturbed: dict[str, bytes], hold: Hold
) -> None:
    nap = simulating(small, run, environment=hold.environment)
    nap.wait_for_shards(run, 1)
    run.rename(run.with_name("taken"))
    hold.end()
    status, errors = nap.end()
    assert status == 2, errors
    assert "Traceback" not in errors
    assert not run.exists()
    assert nap.leaves_no_process()
    assert resumed(small, run) == undisturbed


def test_a_description_and_a_lock_that_are_removed(
    small: Path, run: Path, undisturbed: dict[str, bytes], hold: Hold
) -> None:
    """Without the lock file a second process still does not come in."""
    nap = simulating(small, run, environment=hold.environment)
    nap.wait_for_shards(run, 1)
    (run / "run.json").unlink()
    (run / ".lock").unlink()
    shutil.copytree(run, run.with_name("copy"))
    status, errors = simulating(small, run).end()
    assert status == 2, errors
    hold.end()
    status, errors = nap.end()
    assert status == 0, errors
    assert f"nap: {run}/run.json: was removed meanwhile; it is written again" in errors
    assert {**contents(run), ".lock": b""} == undisturbed


# --- workers that cannot start


@pytest.mark.parametrize("module", ["multiprocessing_logging", pytest.param("numba", marks=SLOW)])
def test_a_library_that_is_missing_in_workers(small: Path, run: Path, module: str) -> None:
    """Elsewhere every worker died of it, and the parent waited for days."""
    nap = simulating(small, run, environment=with_fault(f"missing in workers:{module}"))
    status, errors = nap.end()
    assert status == 1
    assert f"ImportError: {module}: its library is missing on this machine" in errors
    last = errors.splitlines()[-1]
    assert last.startswith("nap: what is finished is safe; try again with: nap simulate ")
    assert nap.leaves_no_process()


def linked_cache(folder: Path) -> Path:
    """A folder of compiled code with nothing in it but that of this version."""
    folder.mkdir(parents=True)
    (folder / cache_folder().name).symlink_to(cache_folder())
    return folder


def test_a_cache_that_cannot_be_written(
    small: Path, run: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """Compiled code is kept in a temporary folder then (here one that has it already)."""
    linked_cache(tmp_path / "temporary" / f"nap-{os.getuid()}")
    environment = {"XDG_CACHE_HOME": "/dev/null/cache", "TMPDIR": str(tmp_path / "temporary")}
    status, errors = simulating(small, run, environment=environment).end()
    assert status == 0, errors
    assert contents(run) == undisturbed


# --- clocks and pauses


def test_a_wall_clock_that_jumps_decides_nothing(
    small: Path, run: Path, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """Compiled code is in a cache of its own: what looks years old to this command is removed."""
    compiled = linked_cache(tmp_path / "cache")
    environment = {**with_fault("clock jumps"), "XDG_CACHE_HOME": str(compiled)}
    nap = simulating(small, run, environment=environment)
    nap.wait_for_shards(run, 3)
    for worker in nap.workers()[:1]:
        kill(worker)
    status, errors = nap.end()
    assert status == 0, errors
    assert re.search(r"200,000 deals simulated in 0:0\d:\d\d", errors)
    assert contents(run) == undisturbed


def test_nothing_asks_the_wall_clock() -> None:
    """Durations and waits are taken from clocks that never jump.

    Only the age of compiled code of other versions is counted by dates; and what is known of a
    file's content is taken for less sure where its date is not before this machine's time.
    """
    dates = {"time", "time_ns", "now", "utcnow", "today", "localtime", "gmtime", "ctime"}
    asked = []
    for package in ("sim", "pipelines", "reports"):
        for file in sorted(Path(package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr in dates
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id in {"time", "datetime", "date"}
                ):
                    asked.append(str(file))
    assert asked == ["sim/engine/compiled.py", "sim/runs/checked_files.py"]


@pytest.mark.parametrize(
    "who", ["all", pytest.param("workers", marks=SLOW), pytest.param("parent", marks=SLOW)]
)
def test_a_machine_that_sleeps(
    small: Path, run: Path, undisturbed: dict[str, bytes], who: str, hold: Hold
) -> None:
    nap = simulating(small, run, environment=hold.environment)
    nap.wait_for_shards(run, 1)
    sleepers = {
        "all": nap.processes(),
        "workers": nap.workers(),
        "parent": [nap.process.pid],
    }[who]
    for process in sleepers:
        send(process, signal.SIGSTOP)
    hold.end()
    time.sleep(0.5)  # the sleep itself, not a wait for anything
    for process in sleepers:
        send(process, signal.SIGCONT)
    status, errors = nap.end()
    assert status == 0, errors
    assert "lost" not in errors
    assert contents(run) == undisturbed


# --- terminals and streams


@pytest.mark.parametrize(
    "closed", [(0, 1, 2), *(pytest.param((number,), marks=SLOW) for number in (0, 1, 2))]
)
def test_closed_streams_are_no_obstacle(
    small: Path, run: Path, undisturbed: dict[str, bytes], closed: tuple[int, ...]
) -> None:
    nap = simulating(small, run, closed=closed)
    status, errors = nap.end()
    assert status == 0, errors
    assert contents(run) == undisturbed


@pytest.mark.parametrize("stream", [pytest.param("stdout", marks=SLOW), "stderr"])
def test_a_reader_that_leaves_stops_nothing(
    small: Path, run: Path, undisturbed: dict[str, bytes], stream: str
) -> None:
    """As in ``nap run | head -1``."""
    nap = simulating(small, run)
    pipe = getattr(nap.process, stream)
    pipe.close()
    setattr(nap.process, stream, None)
    status, errors = nap.end()
    assert status == 0, errors
    assert not errors or "BrokenPipe" not in errors
    assert contents(run) == undisturbed


@pytest.mark.parametrize("hangup_ignored", [False, True])
def test_a_terminal_that_is_closed(
    small: Path, run: Path, undisturbed: dict[str, bytes], hangup_ignored: bool, hold: Hold
) -> None:
    """Its signal stops a run politely, and one that ``nohup`` has begun not at all."""
    nap = simulating(small, run, hangup_ignored=hangup_ignored, environment=hold.environment)
    nap.wait_for_shards(run, 1)
    os.killpg(nap.process.pid, signal.SIGHUP)
    if not hangup_ignored:
        nap.wait_until_asked_to_stop(run)
    hold.end()
    status, errors = nap.end()
    assert nap.leaves_no_process()
    if hangup_ignored:
        assert status == 0, errors
    else:
        assert status == 130, errors
        assert errors.splitlines()[-1].startswith("nap: go on with: nap simulate")
        assert contents(run).items() <= undisturbed.items()
    assert resumed(small, run) == undisturbed


def test_progress_on_a_terminal_that_goes_away(
    small: Path, run: Path, undisturbed: dict[str, bytes]
) -> None:
    """The bar of a run begun by ``nohup`` on a terminal: writing to it fails from then on."""
    ours, terminal = pty.openpty()
    process = subprocess.Popen(
        ["sh", "-c", f"trap '' HUP; exec {shell_command(small, run)}"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    os.read(ours, 1)
    os.close(ours)
    assert process.wait(120) == 0
    assert contents(run) == undisturbed


def shell_command(small: Path, run: Path) -> str:
    arguments = ["simulate", str(small), "--out", str(run), "--workers", "1"]
    return shlex.join([sys.executable, "-m", "pipelines.cli", *arguments])


def test_workers_do_not_hear_signals_that_are_the_parents(
    small: Path, run: Path, undisturbed: dict[str, bytes], hold: Hold
) -> None:
    nap = simulating(small, run, environment=hold.environment)
    nap.wait_for_shards(run, 1)
    for worker in nap.workers():
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            os.kill(worker, number)
    hold.end()
    status, errors = nap.end()
    assert status == 0, errors
    assert "lost" not in errors
    assert contents(run) == undisturbed


def test_a_signal_while_tables_and_report_are_made(
    tmp_path: Path, undisturbed: dict[str, bytes], forks: Forks
) -> None:
    """Elsewhere ^C returned as success."""
    lay_out(tmp_path / "run", undisturbed)
    for command in ("aggregate", "report"):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            ended = forks.nap(command, "run", folder=tmp_path, signal_at=(number, 4))
            assert ended.status == 130, ended.errors
            assert ended.errors == f"nap: stopped\nnap: go on with: nap {command} run\n"
        assert not [name for name in contents(tmp_path / "run") if ".tmp-" in name]
        assert forks.nap(command, "run", folder=tmp_path).status == 0


# --- two at once


def started(small: Path, folder: Path, server: Forks) -> Ended:
    return server.nap("simulate", small, "--out", "run", "--workers", 1, folder=folder)


def test_two_at_the_same_instant(
    small: Path, tmp_path: Path, undisturbed: dict[str, bytes], forks: Forks
) -> None:
    """One of them makes the run; the other finds it at work, or done."""
    with Forks() as others:
        for number in range(5):
            folder = tmp_path / str(number)
            folder.mkdir()
            with ThreadPoolExecutor(2) as starters:
                ended = list(starters.map(partial(started, small, folder), (forks, others)))
            assert sorted(each.status for each in ended) == [0, 2], ended
            refusal = next(each.errors for each in ended if each.status == 2)
            assert re.match(
                r"nap: error: run: (another nap process is at work|holds a run already)", refusal
            )
            assert contents(folder / "run") == undisturbed

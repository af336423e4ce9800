"""Runs with different deals of one seed are joined into one, or refused by name."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sim.errors import UserError
from sim.runs.claim import claimed_run
from sim.runs.directory import RunDirectory
from sim.runs.merge import merge_runs
from sim.runs.shard_files import FOLDERS
from tests.crash.runs import contents, scenario, write_made_up_shard

HALF = 20_000
"""Sessions of a run of four shards: 6,250, 6,250, 6,250 and 1,250."""


def made_up(
    path: Path, *, first: int = 0, sessions: int = HALF, only: int = 1000, seed: int = 1815
) -> RunDirectory:
    """A run of sessions that nobody has played, with its first few shards."""
    wanted = scenario(sessions=sessions, first_session=first, seed=seed)
    with claimed_run(path, wanted, resume=path.exists()) as (run, _):
        for shard in list(run.plan.shards())[:only]:
            write_made_up_shard(run, shard)
    return run


@pytest.fixture
def here(tmp_path: Path) -> RunDirectory:
    return made_up(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> RunDirectory:
    return made_up(tmp_path / "there", first=HALF)


@pytest.fixture
def together(tmp_path: Path) -> Path:
    return tmp_path / "together"


@pytest.fixture
def grown(tmp_path: Path) -> dict[str, bytes]:
    """The files of a run that was made as long as both together."""
    made_up(tmp_path / "grown")
    return contents(made_up(tmp_path / "grown", sessions=2 * HALF).path)


def ranges(run: RunDirectory) -> list[tuple[int, int]]:
    return [(shard.first_session, shard.sessions) for shard in run.plan.shards()]


def refusal(*runs: RunDirectory | Path, out: Path) -> str:
    """What is said, after checking that nothing was made."""
    paths = [run if isinstance(run, Path) else run.path for run in runs]
    before = [contents(path) for path in paths]
    with pytest.raises(UserError) as told:
        merge_runs(paths, out)
    assert [contents(path) for path in paths] == before
    assert not out.exists()
    return str(told.value)


# --- what comes out


def test_two_runs_make_the_run_that_one_machine_would_have_made(
    here: RunDirectory, there: RunDirectory, together: Path, grown: dict[str, bytes]
) -> None:
    merge_runs([there.path, here.path], together)
    assert contents(together) == grown
    found = RunDirectory.open(together).look()
    assert len(found.finished) == 8 and not found.missing


def test_the_runs_themselves_are_only_read(
    here: RunDirectory, there: RunDirectory, together: Path
) -> None:
    files = [path for run in (here, there) for path in run.path.rglob("*")]
    before = {path: path.stat().st_mtime_ns for path in files}
    merge_runs([here.path, there.path], together)
    assert {path: path.stat().st_mtime_ns for path in files} == before


def test_damage_to_a_run_does_no_harm_to_what_was_made_of_it(
    here: RunDirectory, there: RunDirectory, together: Path, grown: dict[str, bytes]
) -> None:
    merge_runs([here.path, there.path], together)
    file = here.file("deals", next(here.plan.shards()))
    with file.open("r+b") as opened:
        opened.write(b"spoiled")
    assert contents(together) == grown


def test_a_joined_run_may_begin_late_and_be_joined_again(tmp_path: Path) -> None:
    paths = [made_up(tmp_path / str(n), first=n * HALF).path for n in range(3)]
    late = merge_runs(paths[1:], tmp_path / "late")
    assert late.plan.first_session == HALF
    whole = merge_runs([paths[0], late.path], tmp_path / "whole")
    again = merge_runs(paths, tmp_path / "again")
    assert contents(whole.path) == contents(again.path)


def test_unfinished_shards_and_gaps_are_planned(tmp_path: Path, together: Path) -> None:
    """They are missing, as in the run that was cut so, until the joined run is resumed."""
    one = made_up(tmp_path / "one", only=2)
    two = made_up(tmp_path / "two", first=50_000)
    merged = merge_runs([one.path, two.path], together)
    found = RunDirectory.open(together).look()
    assert [shard.number for shard in found.missing] == [2, 3, 4, 5, 6, 7, 8]
    assert ranges(merged)[:4] == ranges(one)
    assert ranges(merged)[-4:] == ranges(two)
    assert sum(sessions for _, sessions in ranges(merged)) == 70_000
    with claimed_run(together, merged.scenario(), resume=True) as (run, _):
        for shard in found.missing:
            write_made_up_shard(run, shard)
    assert len(RunDirectory.open(together).finished_shards()) == len(merged.plan)


def test_what_another_run_has_is_given_up_by_one_that_was_stopped(
    tmp_path: Path, together: Path
) -> None:
    stopped = made_up(tmp_path / "stopped", only=2)
    other = made_up(tmp_path / "other", first=12_500)
    merged = merge_runs([stopped.path, other.path], together)
    assert not RunDirectory.open(together).look().missing
    assert ranges(merged) == [*ranges(stopped)[:2], *ranges(other)]


# --- what is refused


def test_deals_in_two_runs_are_refused(tmp_path: Path, together: Path, here: RunDirectory) -> None:
    other = made_up(tmp_path / "other", first=12_500)
    said = refusal(other, here, out=together)
    assert said == (
        f"{here.path} and {other.path}: overlap in deals 100,000 to 159,999, which would be "
        "counted twice; leave one of these runs out, or simulate the later one anew with "
        "--first-deal 160000"
    )


def test_a_copy_of_a_run_is_refused(tmp_path: Path, together: Path, here: RunDirectory) -> None:
    shutil.copytree(here.path, tmp_path / "copy")
    said = refusal(here, tmp_path / "copy", out=together)
    assert "overlap in deals 0 to 159,999" in said


def test_a_run_given_twice_is_refused(tmp_path: Path, together: Path, here: RunDirectory) -> None:
    (tmp_path / "link").symlink_to(here.path)
    said = refusal(here, tmp_path / "link", out=together)
    assert said == f"{tmp_path / 'link'}: is given twice; give each run once"


def test_one_run_is_not_joined(together: Path, here: RunDirectory) -> None:
    assert refusal(here, out=together).startswith("give two runs or more to join: nap merge RUN")


def test_another_identity_is_refused_by_the_field_that_differs(
    tmp_path: Path, together: Path, here: RunDirectory
) -> None:
    other = made_up(tmp_path / "other", first=HALF, seed=7)
    assert "different identities (seed: 1815 != 7)" in refusal(here, other, out=together)


def test_another_engine_is_refused(together: Path, here: RunDirectory, there: RunDirectory) -> None:
    file = there.path / "run.json"
    fields = json.loads(file.read_text())
    fields["versions"]["engine"] = "0123456789abcdef" * 4
    file.write_text(json.dumps(fields))
    said = refusal(here, there, out=together)
    assert "by different versions of the engine" in said and "and 0123456789ab)" in said


def test_a_folder_without_a_run_is_refused(
    tmp_path: Path, together: Path, here: RunDirectory
) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter-1").touch()
    assert "thesis: holds no run (run.json: No such" in refusal(
        here, tmp_path / "thesis", out=together
    )


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_damaged_file_is_refused_with_the_way_to_mend_it(
    together: Path, here: RunDirectory, there: RunDirectory, folder: str
) -> None:
    there.file(folder, next(there.plan.shards())).write_bytes(b"")
    assert refusal(here, there, out=together) == (
        f"{there.path}/{folder}/shard-000000.parquet: is empty; simulate its shard again: "
        f"nap run {there.path}/scenario.toml --out {there.path} --resume"
    )


def test_damage_that_no_listing_shows_is_found_when_the_file_is_copied(
    together: Path, here: RunDirectory, there: RunDirectory
) -> None:
    with claimed_run(there.path, there.scenario(), resume=True) as (run, _):
        run.finished_shards()
    file = there.file("deals", next(there.plan.shards()))
    dates, content = file.stat(), bytearray(file.read_bytes())
    content[100] ^= 1
    file.write_bytes(content)
    os.utime(file, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    with pytest.raises(UserError, match=r"there/deals/shard-000000.parquet: has changed since"):
        merge_runs([here.path, there.path], together)
    assert not (together / "run.json").exists()


def test_a_file_of_another_place_is_refused(
    together: Path, here: RunDirectory, there: RunDirectory
) -> None:
    first = next(here.plan.shards())
    shutil.copy(here.file("deals", first), there.file("deals", first))
    assert "there/deals/shard-000000.parquet: belongs to another run or place" in refusal(
        here, there, out=together
    )


def test_runs_without_any_shard_are_refused(tmp_path: Path, together: Path) -> None:
    runs = [made_up(tmp_path / str(n), first=n * HALF, only=0) for n in range(2)]
    assert "have no finished shard to join" in refusal(*runs, out=together)


@pytest.mark.parametrize("what", ["a run", "something else", "a file"])
def test_a_folder_that_is_not_free_is_left_alone(
    tmp_path: Path, together: Path, here: RunDirectory, there: RunDirectory, what: str
) -> None:
    if what == "a run":
        made_up(together, first=2 * HALF)
    elif what == "a file":
        together.touch()
    else:
        together.mkdir()
        (together / "chapter-1").touch()
    before = contents(tmp_path)
    with pytest.raises(UserError, match=r"together: (holds a run already|is not empty|is a file)"):
        merge_runs([here.path, there.path], together)
    assert contents(tmp_path) == before


# --- stopped, killed, without room


def test_a_merge_killed_at_any_write_is_gone_on_with(
    here: RunDirectory, there: RunDirectory, together: Path, grown: dict[str, bytes]
) -> None:
    """Whole files take their names one after the other; at each of these instants comes a kill."""
    writes = 0
    while is_killed_at(writes, lambda: merge_runs([here.path, there.path], together)):
        if not (together / "run.json").exists() and (together / "merge.json").exists():
            with pytest.raises(UserError, match=r"holds runs that are not joined yet; finish it:"):
                RunDirectory.open(together)
        merge_runs([here.path, there.path], together)
        assert contents(together) == grown, writes
        shutil.rmtree(together)
        writes += 1
    assert writes >= 2 * 8 + 3
    assert contents(together) == grown


def is_killed_at(writes: int, work: Callable[[], object]) -> bool:
    """Do some work in another process that ends by force when it has written so many files."""

    def until_killed() -> None:
        replace, left = Path.replace, [writes]

        def counting(path: Path, target: Path) -> Path:
            if not left[0]:
                os._exit(9)
            left[0] -= 1
            return replace(path, target)

        Path.replace = counting  # type: ignore[method-assign]
        work()
        os._exit(0)

    process = multiprocessing.get_context("fork").Process(target=until_killed)
    process.start()
    process.join(60)
    assert process.exitcode in (0, 9)
    return process.exitcode == 9


def test_a_full_disk_leaves_what_the_same_command_goes_on_with(
    here: RunDirectory,
    there: RunDirectory,
    together: Path,
    grown: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(path: Path, target: Path) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        replace, left = Path.replace, [5]

        def filling_up(path: Path, target: Path) -> Path:
            left[0] -= 1
            return replace(path, target) if left[0] > 0 else full(path, target)

        patch.setattr(Path, "replace", filling_up)
        with pytest.raises(UserError) as told:
            merge_runs([here.path, there.path], together)
    assert str(told.value).endswith(
        "cannot be written: No space left on device; make room, then go on"
    )
    assert told.value.again
    assert not [name for name in contents(together) if ".tmp-" in name]
    merge_runs([here.path, there.path], together)
    assert contents(together) == grown


def test_runs_that_grew_before_the_merge_was_finished(
    here: RunDirectory, tmp_path: Path, together: Path
) -> None:
    """Shards of an earlier attempt that have another place now are not left behind."""
    far = made_up(tmp_path / "far", first=5 * HALF)
    assert is_killed_at(12, lambda: merge_runs([here.path, far.path], together))
    between = made_up(tmp_path / "between", first=HALF, sessions=4 * HALF)
    merge_runs([here.path, between.path, far.path], together)
    found = RunDirectory.open(together).look()
    assert not (found.missing or found.foreign or found.damaged or found.strangers)


def test_an_unfinished_merge_of_other_runs_is_left_alone(
    here: RunDirectory, there: RunDirectory, tmp_path: Path, together: Path
) -> None:
    assert is_killed_at(6, lambda: merge_runs([here.path, there.path], together))
    others = [made_up(tmp_path / str(n), first=n * HALF, seed=7).path for n in range(2)]
    before = contents(together)
    command = f"nap merge {here.path} {there.path} --out {together}"
    with pytest.raises(UserError, match=rf"unfinished merge .*; finish that one: {command}, or"):
        merge_runs(others, together)
    assert contents(together) == before

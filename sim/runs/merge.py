"""Joining runs: the files of all of them, copied into one new run.

Nothing becomes a run before all of it is there: ``run.json`` is written last. Until then the
folder holds ``merge.json``, which says what is being joined. The same command goes on where it was
stopped or killed: a file that is there, whole and right is not copied again.

Files are copied, not linked. A copy is made of the very bytes whose seal was checked, lies on any
other disk, and does not change when somebody changes or damages the run that it comes from.
"""

from __future__ import annotations

import json
import logging
import shlex
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from sim.errors import UserError
from sim.runs.claim import FOLDERS_WRITTEN, description
from sim.runs.claimed_folder import claimed_folder, see_that_it_is_free
from sim.runs.cpus import usable_cpus
from sim.runs.directory import (
    MERGE_FILE,
    RUN_FILE,
    RunDirectory,
    merge_file,
    resume_command,
    unfinished_merge,
)
from sim.runs.files import make_folder, write_error, write_stamped, write_whole
from sim.runs.look import ShardsFound, Told, nobody_told
from sim.runs.merged_plan import (
    Part,
    in_order,
    joined_plan,
    new_places,
    see_that_they_belong_together,
)
from sim.runs.parquet import DamagedFileError, FileFaultError, WholeFile, read_whole
from sim.runs.policy_files import policy_files, write_policy_files
from sim.runs.run_log import run_log
from sim.runs.shard_files import (
    ALL_FOLDERS,
    COUNTS,
    ExpectedFile,
    ForeignFileError,
    WrittenFile,
    check_file,
    expected_files,
)
from sim.runs.shards import Shard
from sim.scenarios.scenario import Scenario
from sim.storage import Folder, folder_at

logger = logging.getLogger(__name__)

SHARDS_A_BATCH: Final = 256
"""So many shards wait to be copied at once."""


class _Copy(NamedTuple):
    source: Folder
    target: Folder
    expected: ExpectedFile


def merge_runs(
    paths: Sequence[Folder | str], out: Folder | str, *, told: Told = nobody_told
) -> RunDirectory:
    """Join runs of one identity with different deals into a new run directory.

    The runs are only read. Their unfinished shards, and deals between two of them, are planned in
    the new run, and simulated when it is resumed.

    Parameters
    ----------
    paths : sequence of Path or str
        Run directories.
    out : Folder or str
        The new one.
    told : callable
        Is told how many shards have been copied, and of how many.

    Returns
    -------
    RunDirectory
        The new run.

    Raises
    ------
    UserError
        If a folder holds no run, the runs do not belong together, some deals are in two of them,
        a file is damaged or foreign, or the new folder holds something else.
    """
    out = folder_at(out)
    runs = [RunDirectory.open(path) for path in paths]
    see_that_they_belong_together(runs)
    parts = in_order([Part.of(run, _sound(run)) for run in runs])
    if not any(part.finished for part in parts):
        raise UserError(
            f"{', '.join(map(str, paths))}: have no finished shard to join; simulate some: "
            f"{resume_command(runs[0].path)}"
        )
    merged = RunDirectory(
        out, runs[0].identity, joined_plan(parts), parts[0].run.versions, solve=runs[0].solve
    )
    again = shlex.join(["nap", "merge", *map(str, paths), "--out", str(out)])
    _write(merged, parts, again, told)
    return merged


def _sound(run: RunDirectory) -> ShardsFound:
    """Look at a run without writing to it; refuse it if any file is damaged or foreign."""
    found = run.look()
    for fault in (*found.foreign, *(fault for _, fault in found.damaged)):
        raise _must_be_mended(fault, run)
    found.warn_of_strangers()
    return found


def _write(merged: RunDirectory, parts: Sequence[Part], again: str, told: Told) -> None:
    scenario = _scenario(merged, parts)
    files = policy_files(player.policy for player in scenario.experiment.lineup)

    def look() -> None:
        _see_that_it_is_free(merged, again)

    with claimed_folder(merged.path, look, FOLDERS_WRITTEN):
        if not (merged.path / RUN_FILE).exists():
            write_whole(merged.path / MERGE_FILE, _manifest(merged, again).encode())
            with run_log(merged.log_file):
                _remove_what_does_not_belong(merged)
                _copy_all(merged, parts, told)
            write_policy_files(merged.path, files)
            write_whole(merged.scenario_file, scenario.to_toml().encode())
            write_whole(merged.path / RUN_FILE, description(merged).encode())
        (merged.path / MERGE_FILE).unlink()


def _see_that_it_is_free(merged: RunDirectory, again: str) -> None:
    """Refuse a folder that holds anything but the beginning, or the end, of the same merge."""
    path = merged.path
    is_begun = merge_file(path).get("identity") == merged.identity.digest
    if (path / RUN_FILE).exists():
        if not is_begun or RunDirectory.open(path).plan != merged.plan:
            raise UserError(f"{path}: holds a run already; choose another --out")
    elif not (path / MERGE_FILE).exists():
        see_that_it_is_free(path, MERGE_FILE, "unfinished merge")
    elif not is_begun:
        raise UserError(
            f"{path}: holds an unfinished merge of runs of another identity; finish that one: "
            f"{unfinished_merge(path) or again}, or choose another --out"
        )


def _manifest(merged: RunDirectory, again: str) -> str:
    fields = {"identity": merged.identity.digest, "command": again}
    return json.dumps(fields, indent=2, sort_keys=True) + "\n"


def _scenario(merged: RunDirectory, parts: Sequence[Part]) -> Scenario:
    """Return the scenario of the joined run: the first run's, for all deals."""
    scenarios = [part.run.scenario(to_simulate=False) for part in parts]
    first = scenarios[0]
    for part, scenario in zip(parts, scenarios, strict=True):
        if _names(scenario) != _names(first):
            logger.warning(
                "%s: names scenario or players otherwise than %s, whose names are taken",
                part.run.path, parts[0].run.path,
            )  # fmt: skip
    return replace(first, sessions=merged.plan.sessions, first_session=merged.plan.first_session)


def _names(scenario: Scenario) -> list[str]:
    return [scenario.name, *(player.name for player in scenario.experiment.lineup)]


def _remove_what_does_not_belong(merged: RunDirectory) -> None:
    """Remove what an earlier attempt left at places where now something else belongs."""
    for folder in ALL_FOLDERS:
        make_folder(merged.path / folder)
    found = merged.look()
    wrong = [fault.path for fault in (*found.foreign, *(fault for _, fault in found.damaged))]
    for path in (*wrong, *found.strangers):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise write_error(path, error) from error


def _copy_all(merged: RunDirectory, parts: Sequence[Part], told: Told) -> None:
    """Copy all finished shards that are not there yet."""
    there = set(merged.look().finished)
    wanted = [place for place in new_places(parts, merged.plan) if place[2] not in there]
    remaining, copied = iter(wanted), 0
    try:
        with ThreadPoolExecutor(max_workers=usable_cpus()) as copiers:
            while batch := list(islice(remaining, SHARDS_A_BATCH)):
                for shard, files in copiers.map(lambda place: _copied(merged, *place), batch):
                    for file in files:
                        merged.checked.note(file.folder, shard, file.stamp, file.seal, sure=True)
                copied += len(batch)
                merged.checked.save_now_and_then()
                told(copied, len(wanted))
    finally:
        merged.checked.save()


def _copied(
    merged: RunDirectory, source: RunDirectory, shard: Shard, place: Shard
) -> tuple[Shard, list[WrittenFile]]:
    """Copy the files of a shard; each is checked from the bytes that are written."""
    files = []
    for copy in _copies(merged, source, shard, place):
        whole = _read(copy, source)
        stamp = write_stamped(copy.target, whole.content)
        if stamp is not None:
            files.append(WrittenFile(copy.expected.folder, stamp, whole.footer.checksum))
    if shard.keeps_rows:
        _copy_counts(source.file(COUNTS, shard), merged.file(COUNTS, place))
    return place, files


def _copy_counts(source: Folder, target: Folder) -> None:
    """Copy what was counted of rows, where it is whole: if not, it is counted again."""
    with suppress(DamagedFileError):
        write_whole(target, read_whole(source).content)


def _read(copy: _Copy, source: RunDirectory) -> WholeFile:
    try:
        return check_file(copy.source, copy.expected)
    except FileFaultError as fault:
        raise _must_be_mended(fault, source) from fault


def _must_be_mended(fault: FileFaultError, source: RunDirectory) -> UserError:
    command = resume_command(source.path)
    if isinstance(fault, ForeignFileError):
        return UserError(f"{fault}; move it away, and simulate its shard: {command}")
    return UserError(f"{fault}; simulate its shard again: {command}")


def _copies(
    merged: RunDirectory, source: RunDirectory, shard: Shard, place: Shard
) -> Iterator[_Copy]:
    for expected in expected_files(shard, source.identity.digest, source.deals_of_a_session):
        folder = expected.folder
        yield _Copy(source.file(folder, shard), merged.file(folder, place), expected)

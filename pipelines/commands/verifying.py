"""``nap verify``."""

from __future__ import annotations

import sys

from pipelines.commands.endings import FAULT
from pipelines.commands.reading import LinesOfReading
from pipelines.worker_counting import WorkerCounting
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.scenarios.quantities import parse_count
from sim.storage import Folder


def verify_run_of(path: Folder, written: str, sample_seed: int | None, *, all_files: bool) -> None:
    """Compare deals of a run, drawn at random, with what the simulator makes of them now.

    Before that, every byte of every file is read if that is wanted.
    """
    from sim.runs.verify import verify_run

    run = RunDirectory.open(path)
    deals = _deals_to_compare(written)
    if all_files:
        _read_all(run)
    counting = WorkerCounting(run.scenario().experiment, run.solve)
    found = verify_run(run, deals, sample_seed, counting=counting)
    again = f"(the same sample again: --sample-seed {found.sample_seed})"
    if found.sessions:
        print(f"{found.deals:,} deals in {found.sessions:,} sessions compared {again}")
    if found.counted_shards:
        shards = "1 shard" if found.counted_shards == 1 else f"{found.counted_shards:,} shards"
        print(
            f"{shards} without rows simulated again whole, {found.counted_deals:,} deals, "
            f"and all counts compared {again}"
        )
    if not found.differences:
        print("all agree with the files")
        return
    for difference in found.differences:
        print(difference)
    sys.exit(FAULT)


def _read_all(run: RunDirectory) -> None:
    """Read every file of a run; name all that is wrong and end, if anything is."""
    from pipelines.whole_check import check_all_files

    found = check_all_files(run, LinesOfReading(sys.stderr, "files read"))
    for line in (*found.faults, *found.remarks):
        print(line)
    if found.faults:
        sys.exit(FAULT)
    print(f"all files read: {found.shards:,} finished shards, {found.bytes:,} bytes, are whole")


def _deals_to_compare(written: str) -> int:
    try:
        return parse_count(written)
    except UserError as error:
        raise UserError(f"--deals: {error}") from None

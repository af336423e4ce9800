"""``nap audit``."""

from __future__ import annotations

import sys

from pipelines.commands.endings import FAULT
from sim.runs.directory import RunDirectory
from sim.storage import Folder


def audit_run(path: Folder) -> None:
    """Add up the counts of a run anew, compare them with what is known exactly, and say so.

    Nothing is written. Ends with `FAULT` if anything fails.
    """
    from pipelines.aggregate import LostCountsError, tables_so_far
    from pipelines.audit.verdict import Verdict
    from reports.audit import audit_verdict_in_full
    from reports.audit.words import broken_line

    run = RunDirectory.open(path)
    try:
        tables = tables_so_far(run, run.finished_shards(), keep_partials=False)
    except LostCountsError as lost:
        print(f"{run.path}: unsound: {lost}")
        sys.exit(FAULT)
    assert tables.audit is not None
    print(f"{run.path}: {audit_verdict_in_full(tables)}")
    failed = Verdict.of(tables.audit).failed
    for row in failed:
        print(f"failed: {broken_line(row, tables.provenance)}")
    if failed:
        sys.exit(FAULT)

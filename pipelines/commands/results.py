"""``nap aggregate`` and ``nap report``."""

from __future__ import annotations

from pathlib import Path

from sim.runs.directory import RunDirectory
from sim.runs.run_lock import run_lock
from sim.runs.run_log import run_log


def make_tables(path: Path) -> None:
    """Make the tables of a run, and print the main ones."""
    from pipelines.aggregate import aggregate_run
    from pipelines.commands.summary import summary

    run = RunDirectory.open(path)
    with run_lock(run.path), run_log(run.log_file):
        tables = aggregate_run(run.path)
    print(summary(tables))


def make_report(path: Path) -> None:
    """Write the report of a run, and print where it is."""
    from reports.report import write_report

    run = RunDirectory.open(path)
    with run_lock(run.path), run_log(run.log_file):
        page = write_report(run.path)
    print(f"report: {page}")

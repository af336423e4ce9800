"""``nap aggregate`` and ``nap report``."""

from __future__ import annotations

import shlex
from pathlib import Path

from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.runs.run_lock import run_lock
from sim.runs.run_log import run_log


def make_tables(path: Path) -> None:
    """Make the tables of a run, and print the main ones."""
    from pipelines.aggregate import aggregate_run
    from pipelines.commands.summary import summary
    from pipelines.precision.wording import outcome_lines

    run = RunDirectory.open(path)
    with run_lock(run.path), run_log(run.log_file):
        tables = aggregate_run(run.path)
    print(summary(tables))
    found = tables.provenance
    counted = found.sessions * found.deals_per_session
    for line in outcome_lines(found.asked, counted, found.most_deals, run.path):
        print(line)


def make_report(path: Path) -> None:
    """Write the report of a run, and print where it is."""
    from reports.report import write_report

    run = RunDirectory.open(path)
    with run_lock(run.path), run_log(run.log_file):
        check_tables_belong(run)
        page = write_report(run.path)
    print(f"report: {page}")


def check_tables_belong(run: RunDirectory) -> None:
    """Refuse tables that were made of another run, or before this one was made longer or shorter.

    Raises
    ------
    UserError
        With the command that makes them again.
    """
    from pipelines.table_files import load_tables

    made_of = load_tables(run.path).provenance
    targets = tuple(each.target for each in made_of.asked)
    if (made_of.identity, made_of.shards_planned, targets) != (
        run.identity.digest,
        run.shards_that_count,
        run.until,
    ):
        command = shlex.join(["nap", "aggregate", str(run.path)])
        raise UserError(
            f"{run.tables}: was made of another run, or of this one before it was made longer; "
            f"make the tables again: {command}"
        )

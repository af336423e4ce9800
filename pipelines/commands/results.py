"""``nap aggregate`` and ``nap report``."""

from __future__ import annotations

from collections.abc import Sequence

from sim.comparisons.directory import COMPARISON_FILE, ComparisonDirectory
from sim.runs.claim import held_run
from sim.runs.run_lock import run_lock
from sim.runs.run_log import run_log
from sim.runs.workforce import Workforce
from sim.storage import Folder


def make_tables(path: Folder, workforce: Workforce | None = None) -> None:
    """Make the tables of a run, and print the main ones.

    Parameters
    ----------
    path : Path or ObjectPath
        The run directory.
    workforce : Workforce, optional
        Processes that count and add up; threads of this process if not given.
    """
    from pipelines.aggregate import aggregate_run
    from pipelines.commands.summary import summary
    from pipelines.precision.wording import outcome_lines

    with held_run(path) as run, run_log(run.log_file):
        tables = aggregate_run(run.path, workforce=workforce)
    print(summary(tables))
    found = tables.provenance
    counted = found.sessions * found.deals_per_session
    for line in outcome_lines(found.asked, counted, found.most_deals, run.path):
        print(line)


def make_report(
    path: Folder,
    *,
    forms: Sequence[str] = (),
    language: str = "en",
    out: Folder | None = None,
) -> None:
    """Write the report of a run or of a comparison, and print where it is.

    Parameters
    ----------
    path : Path or ObjectPath
        The run directory, or that of a comparison.
    forms, language, out
        As `reports.write_report` has them.
    """
    from pipelines.current_tables import tables_as_it_is
    from reports.comparison.report import write_comparison_report
    from reports.report import write_report

    if (path / COMPARISON_FILE).exists():
        directory = ComparisonDirectory.open(path)
        with run_lock(path), run_log(directory.log_file):
            page = write_comparison_report(path, forms=forms, language=language, out=out)
    else:
        with held_run(path) as run, run_log(run.log_file):
            tables_as_it_is(run)
            page = write_report(run.path, forms=forms, language=language, out=out)
    print(f"report: {page}")

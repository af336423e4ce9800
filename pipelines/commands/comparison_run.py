"""Playing a comparison: its deals, its tables, what is printed, and its report."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Final

from pipelines.commands.compiling import tell_if_engine_compiles
from pipelines.commands.decisions import Decisions
from pipelines.commands.endings import resumable
from pipelines.commands.how_to_compare import HowToCompare
from pipelines.commands.verdict_list import verdict_list
from pipelines.comparisons.files import write_comparison_tables
from pipelines.comparisons.making import ComparedDeals, comparison_tables
from pipelines.comparisons.schema import comparison_schemas
from pipelines.comparisons.sweep import Grid
from reports.comparison.report import write_comparison_report
from sim.comparisons.directory import ComparisonDirectory
from sim.comparisons.run import run_comparisons
from sim.runs.progress import progress_on
from sim.runs.run_lock import run_lock
from sim.runs.run_log import run_log
from sim.scenarios.planned_comparison import PlannedComparison
from sim.storage import Folder

_COMPARISONS: Final = Path("data/comparisons")


def carry_out(planned: PlannedComparison, how: HowToCompare) -> None:
    """Play what is planned, make its tables, print the result, and write the report."""
    path = how.out or _COMPARISONS / planned.folder
    grid = _grid(planned)
    with resumable():
        found = _played(planned, path, how)
        directory = ComparisonDirectory.open(path)
        with run_lock(path), run_log(directory.log_file):
            tables = comparison_tables(found, grid=grid)
            write_comparison_tables(path, tables)
            print(verdict_list(tables, fixed=how.fixed), flush=True)
            page = write_comparison_report(path)
        print(f"report: {page}")


def _played(planned: PlannedComparison, path: Folder, how: HowToCompare) -> list[ComparedDeals]:
    """Play until all is decided or the cap is reached."""
    workforce = how.who.workforce()
    if not how.who.is_a_cluster:
        tell_if_engine_compiles(planned.players)
    decisions = Decisions(planned, stop_when_decided=not how.fixed)
    results = run_comparisons(
        path,
        planned.comparisons,
        cap_deals=planned.deals,
        settings=planned.to_toml(),
        decided=decisions.may_stop,
        workforce=workforce,
        resume=how.resume,
        progress=partial(progress_on, sys.stderr, remark=decisions.in_words),
    )
    return [
        ComparedDeals(
            comparison=result.comparison,
            sums=result.sums,
            cap_units=planned.cap_units(result.comparison),
            stopped_early=result.stopped_early,
        )
        for result in results
    ]


def _grid(planned: PlannedComparison) -> Grid | None:
    """Return the grid of a sweep; a parameter that its table has no room for is refused."""
    if not planned.swept:
        return None
    parameters = tuple(each.parameter for each in planned.swept)
    comparison_schemas(parameters)
    return Grid(parameters=parameters, points=len(planned.comparisons[0].entries) - 1)

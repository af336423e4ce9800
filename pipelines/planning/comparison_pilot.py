"""A small comparison, and what it tells of a longer one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipelines.comparisons.contrasts import contrast_sums
from pipelines.planning.differences import DifferenceNeed, need_of_difference
from pipelines.planning.pace import Disk, Pace, bytes_in
from pipelines.planning.pilot import vanishing
from sim.comparisons.comparison import Comparison
from sim.comparisons.directory import ComparisonDirectory
from sim.comparisons.run import run_comparisons
from sim.comparisons.shard_plan import plan_of, sessions_per_shard
from sim.comparisons.sums import ComparisonSums
from sim.comparisons.sums_file import file_name
from sim.comparisons.tables_played import rotations
from sim.policies import kind_of
from sim.runs.crew import LocalProcesses
from sim.runs.progress import no_progress
from sim.runs.simulate import ShowProgress
from sim.scenarios.planned_comparison import PlannedComparison

__all__ = ["SizePilot", "default_pilot_deals", "pilot_of_comparison"]

_COMPILED_WORK: Final = 4_000_000
"""Deals of all tables together in a pilot, where all policies are compiled: a second or two."""

_PYTHON_WORK: Final = 100_000
"""Where one answers in Python."""

_FEWEST_DEALS: Final = 10_000
"""Fewer would tell too little of the spread, however many tables there are."""


@dataclass(frozen=True, kw_only=True)
class SizePilot:
    """What is known of a comparison at one size of table before it is begun.

    Attributes
    ----------
    comparison : Comparison
    sums : ComparisonSums
        Of the pilot.
    pace : Pace or None
        By numbered deals, each at all tables.
    disk : Disk
    """

    comparison: Comparison
    sums: ComparisonSums
    pace: Pace | None
    disk: Disk

    def needs(self, effect: float, differences: int) -> list[DifferenceNeed]:
        """Return what each contrast takes; see `need_of_difference`."""
        return [
            need_of_difference(
                contrast_sums(self.comparison, self.sums, number),
                effect=effect,
                differences=differences,
            )
            for number in range(len(self.comparison.contrasts))
        ]

    def bytes_of(self, deals: int) -> float:
        """Return how many bytes the sums of so many deals take."""
        return self.disk.bytes_of(deals=deals, shards=len(plan_of(self.comparison, deals)))

    def seconds_of(self, deals: int, workers: int) -> float | None:
        """Return how long so many deals take."""
        return None if self.pace is None else self.pace.seconds(deals, workers)


def default_pilot_deals(planned: PlannedComparison) -> int:
    """Return how many deals a table size takes a few seconds, in whole shards."""
    work = _COMPILED_WORK
    if any(
        kind_of(policy).answers_in_python
        for each in planned.comparisons
        for policy in each.policies
    ):
        work = _PYTHON_WORK
    return max(
        _in_whole_shards(each, work // len(planned.comparisons)) for each in planned.comparisons
    )


def _in_whole_shards(comparison: Comparison, work: int) -> int:
    tables = {policies for entry in comparison.entries for policies in rotations(entry)}
    deals = max(work // len(tables), _FEWEST_DEALS)
    of_shard = sessions_per_shard(comparison) * comparison.rules.deals_per_session
    return -(-deals // of_shard) * of_shard


def pilot_of_comparison(
    planned: PlannedComparison,
    deals: int,
    *,
    workers: int,
    progress: ShowProgress = no_progress,
) -> list[SizePilot]:
    """Play some deals of a comparison, as nap compare does it, in a folder that vanishes again.

    Parameters
    ----------
    planned : PlannedComparison
    deals : int
        For each size of table; rounded up to whole sessions.
    workers : int
        How many processes play.
    progress : callable
        See `sim.comparisons.run.run_comparisons`.

    Raises
    ------
    UserError, WorkerError, RunInterruptedError
        As `sim.comparisons.run.run_comparisons`.
    """
    with vanishing() as folder:
        path = folder / "comparison"
        found = run_comparisons(
            path,
            planned.comparisons,
            cap_deals=deals,
            settings=planned.to_toml(),
            decided=lambda comparison, sums: False,
            workforce=LocalProcesses(workers),
            progress=progress,
        )
        directory = ComparisonDirectory.open(path)
        return [_measured(directory, each.comparison, each.sums) for each in found]


def _measured(
    directory: ComparisonDirectory, comparison: Comparison, sums: ComparisonSums
) -> SizePilot:
    players = comparison.players
    (plan,) = (each.plan for each in directory.planned if each.players == players)
    names = [file_name(shard) for shard in plan.shards()]
    written = bytes_in(directory.sums_folder(players), names)
    return SizePilot(
        comparison=comparison,
        sums=sums,
        pace=Pace.of_log(directory.log_file, f"{players} players"),
        disk=Disk(a_deal=0.0, a_shard=written / len(names)),
    )

"""Adding up the shards of a run by processes: each counts and adds up some of them, as a task.

What comes back is small, whatever the number of deals: the sums of the task's shards. They are
whole numbers, so that it does not matter which process added what, or in which order it came.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sim.experiment import Experiment
from sim.runs.directory import RunDirectory
from sim.runs.run_errors import RunInterruptedError
from sim.runs.shards import Shard
from sim.runs.workforce import Crew

if TYPE_CHECKING:
    import pyarrow as pa

    from pipelines.partial_tables import PartialTables

__all__ = ["AddingJob", "ShardGroup", "total_by_crew"]

SHARDS_A_TASK: Final = 32


@dataclass(frozen=True)
class ShardGroup:
    """Shards that follow each other: what one task adds up."""

    shards: tuple[Shard, ...]

    @property
    def name(self) -> str:
        """Its name in messages.

        >>> ShardGroup((Shard(0, 0, 100), Shard(1, 100, 100))).name
        'shard-000000 to shard-000001'
        """
        return f"{self.shards[0].name} to {self.shards[-1].name}"


@dataclass(frozen=True)
class AddingJob:
    """Adds up shards, and counts those whose counts are missing: a :class:`sim.runs.worker.Job`.

    Attributes
    ----------
    run : RunDirectory
        To which the shards belong.
    experiment : Experiment
        Its rules and seating tell what the outcomes mean.
    """

    run: RunDirectory
    experiment: Experiment

    def start(self) -> None:
        """Import what counting needs."""
        import pipelines.partials  # noqa: F401

    def compute(self, group: ShardGroup) -> Callable[[], pa.Table]:
        """Count and add up the shards of a group."""
        from pipelines.counts_table import added_up
        from pipelines.dimension import Dimension
        from pipelines.partials import counts_of_shard

        dimension = Dimension(self.experiment.rules)
        total = added_up(
            [counts_of_shard(self.run, shard, self.experiment, dimension) for shard in group.shards]
        )
        return lambda: total


def total_by_crew(
    run: RunDirectory, shards: Sequence[Shard], experiment: Experiment, crew: Crew
) -> PartialTables:
    """Add up shards by the processes of a crew; see `pipelines.partials.total_of_shards`.

    Raises
    ------
    UserError, WorkerError
        If a shard cannot be counted, or the processes cannot work.
    RunInterruptedError
        After a stop signal; what was counted is kept.
    """
    from pipelines.counts_table import added_up, partial_of
    from pipelines.partial_tables import PartialTables
    from pipelines.partials import batches

    groups = [ShardGroup(batch) for batch in batches(shards, SHARDS_A_TASK)]
    total: list[pa.Table] = []
    done = 0
    there = replace(run, path=run.path.absolute())
    with crew.at_work(AddingJob(there, experiment)) as work:
        for group, counts in work.results(groups):
            total = [added_up([*total, counts])]
            done += sum(shard.sessions for shard in group.shards)
    sessions = sum(shard.sessions for shard in shards)
    if done < sessions:
        per_session = run.plan.deals_per_session
        raise RunInterruptedError(run.path, done * per_session, sessions * per_session)
    return PartialTables.total(map(partial_of, total))

"""Counting shards in the workers that simulate them, from the tables in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sim.double_dummy import SOLVE_NONE, SolvedShare
from sim.experiment import Experiment
from sim.runs.shards import Shard

if TYPE_CHECKING:
    import pyarrow as pa

    from pipelines.dimension import Dimension

__all__ = ["WorkerCounting"]


@dataclass(frozen=True)
class WorkerCounting:
    """Counts shards of an experiment: a :class:`sim.runs.counted_shard.Counting`.

    Nothing heavy is imported before the first shard is counted, so that the command which sends
    it to its workers stays small.

    Attributes
    ----------
    experiment : Experiment
        What is simulated.
    solve : SolvedShare
        Which sessions are solved.
    """

    experiment: Experiment
    solve: SolvedShare = SOLVE_NONE

    def count(self, shard: Shard, deals: pa.Table, sessions: pa.Table) -> pa.Table:
        """Count a shard, or a piece of one; see `pipelines.counts_table.counts_table`."""
        from pipelines.counts_table import counts_table
        from pipelines.shard_counting import count_shard
        from pipelines.shard_reading import rows_of_shard

        rows = rows_of_shard(shard, self.experiment, deals, sessions)
        return counts_table(count_shard(rows, self.experiment, self._dimension, self.solve))

    def total(self, counts: Sequence[pa.Table]) -> pa.Table:
        """Add up the counts of pieces."""
        from pipelines.counts_table import counts_table, partial_of
        from pipelines.partial_tables import PartialTables

        if len(counts) == 1:
            return counts[0]
        return counts_table(PartialTables.total(map(partial_of, counts)))

    @cached_property
    def _dimension(self) -> Dimension:
        """What auctions mean, kept from shard to shard."""
        from pipelines.dimension import Dimension

        return Dimension(self.experiment.rules)

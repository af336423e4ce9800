"""Counting what happened in a shard when it is simulated, before or instead of writing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from sim.runs.shards import Shard, pieces_of

if TYPE_CHECKING:
    import pyarrow as pa

    from sim.experiment import Experiment


class Counting(Protocol):
    """Counts what happened in shards of an experiment; sent to workers, so it must be picklable."""

    def count(self, shard: Shard, deals: pa.Table, sessions: pa.Table) -> pa.Table:
        """Count a shard, or a piece of one.

        Parameters
        ----------
        shard : Shard
            The range that was simulated.
        deals, sessions : pyarrow.Table
            What happened, as :func:`sim.outcomes.simulate_shard` gives it.

        Returns
        -------
        pyarrow.Table
            Equal rows give an equal table, whoever counts them, and wherever they come from.
        """

    def total(self, counts: Sequence[pa.Table]) -> pa.Table:
        """Add up the counts of pieces: what counting all of them in one piece gives."""


def simulate_and_count(
    experiment: Experiment, shard: Shard, counting: Counting
) -> tuple[pa.Table, int]:
    """Simulate a shard of any size piece by piece, so that memory does not grow with it.

    Returns
    -------
    tuple of pyarrow.Table and int
        The counts, and how many deals were played.
    """
    from sim.outcomes import simulate_shard

    counts, played = [], 0
    for piece in pieces_of(shard, experiment.rules.deals_per_session):
        deals, sessions = simulate_shard(experiment, piece.first_session, piece.sessions)
        counts.append(counting.count(piece, deals, sessions))
        played += deals.num_rows
    return counting.total(counts), played

"""What a worker does with a shard: simulate it, count it, then write its files."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from sim.experiment import Experiment
from sim.runs.counted_shard import Counting, simulate_and_count
from sim.runs.shard_files import (
    COUNTS,
    EncodedShard,
    WrittenFile,
    encode_counts,
    encode_shard,
    write_shard,
)
from sim.runs.shards import Shard
from sim.storage import Folder

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ShardDone:
    """A shard that was simulated and written.

    Attributes
    ----------
    deals : int
        Its planned deals: a session that ends early has fewer, but what is planned is what
        progress is measured by.
    files : tuple of WrittenFile
        Its files as they were written.
    """

    deals: int
    files: tuple[WrittenFile, ...]


@dataclass(frozen=True)
class ShardJob:
    """Simulates shards of an experiment into a run directory.

    Attributes
    ----------
    run : Path or ObjectPath
        The run directory, with its folders.
    experiment : Experiment
        What is simulated.
    counting : Counting, optional
        How shards are counted; those that keep no rows cannot do without.
    """

    run: Folder
    experiment: Experiment
    counting: Counting | None = None

    def start(self) -> None:
        """Load all compiled code, and what counting needs, by playing one session.

        Where there is none, the first worker compiles it and the others wait for it: see
        :mod:`sim.engine.compiled`.
        """
        from sim.outcomes import simulate_shard

        deals, sessions = simulate_shard(self.experiment, first_session=0, sessions=1)
        if self.counting is not None:
            self.counting.count(Shard(number=0, first_session=0, sessions=1), deals, sessions)

    def compute(self, shard: Shard) -> Callable[[], ShardDone]:
        """Simulate a shard; the second step writes it."""
        began = time.perf_counter()
        simulate = self._with_rows if shard.keeps_rows else self._without_rows
        encoded, played = simulate(shard)
        seconds = time.perf_counter() - began

        def write() -> ShardDone:
            files = write_shard(self.run, encoded)
            logger.info("%s: %d deals in %.3f s", shard.name, played, seconds)
            return ShardDone(shard.sessions * self.experiment.rules.deals_per_session, files)

        return write

    def _with_rows(self, shard: Shard) -> tuple[EncodedShard, int]:
        from sim.outcomes import simulate_shard

        deals, sessions = simulate_shard(self.experiment, shard.first_session, shard.sessions)
        counts = self.counting.count(shard, deals, sessions) if self.counting else None
        identity = self.experiment.identity.digest
        return encode_shard(shard, identity, deals, sessions, counts), deals.num_rows

    def _without_rows(self, shard: Shard) -> tuple[EncodedShard, int]:
        if self.counting is None:
            raise ValueError(f"{shard.name} keeps no rows: it must be counted")
        counts, played = simulate_and_count(self.experiment, shard, self.counting)
        content = encode_counts(shard, self.experiment.identity.digest, counts, seals={})
        return EncodedShard(shard, {COUNTS: content}), played

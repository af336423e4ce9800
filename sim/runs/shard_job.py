"""What a worker does with a shard: simulate it, then write its two files."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from sim.experiment import Experiment
from sim.runs.shard_files import encode_shard, write_shard
from sim.runs.shards import Shard
from sim.storage import Folder

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ShardJob:
    """Simulates shards of an experiment into a run directory.

    Attributes
    ----------
    run : Path or ObjectPath
        The run directory, with its folders.
    experiment : Experiment
        What is simulated.
    """

    run: Folder
    experiment: Experiment

    def start(self) -> None:
        """Load all compiled code by playing one session.

        Where there is none, the first worker compiles it and the others wait for it: see
        :mod:`sim.engine.compiled`.
        """
        from sim.outcomes import simulate_shard

        simulate_shard(self.experiment, first_session=0, sessions=1)

    def compute(self, shard: Shard) -> Callable[[], int]:
        """Simulate a shard; the second step writes it and returns its number of planned deals.

        A session that ends early has fewer: what is planned is what progress is measured by.
        """
        from sim.outcomes import simulate_shard

        began = time.perf_counter()
        deals, sessions = simulate_shard(self.experiment, shard.first_session, shard.sessions)
        encoded = encode_shard(shard, self.experiment.identity.digest, deals, sessions)
        rows: int = deals.num_rows
        seconds = time.perf_counter() - began

        def write() -> int:
            write_shard(self.run, encoded)
            logger.info("%s: %d deals in %.3f s", shard.name, rows, seconds)
            return shard.sessions * self.experiment.rules.deals_per_session

        return write

"""What a worker does with a shard of a comparison: simulate all tables, write what they sum to."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from sim.comparisons.comparison import Comparison
from sim.comparisons.sums import ComparisonSums
from sim.comparisons.sums_file import encode_sums, file_name
from sim.runs.files import write_whole
from sim.runs.shards import Shard
from sim.storage import Folder

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Task:
    """A shard of one of the comparisons of a directory.

    Attributes
    ----------
    players : int
        The size of the comparison's table, by which it is known.
    shard : Shard
    """

    players: int
    shard: Shard

    @property
    def name(self) -> str:
        """Its name in messages.

        >>> Task(players=4, shard=Shard(number=7, first_session=0, sessions=1)).name
        '4 players, shard-000007'
        """
        return f"{self.players} players, {self.shard.name}"


@dataclass(frozen=True)
class SumsJob:
    """Simulates shards of comparisons into their folders.

    Attributes
    ----------
    folders : mapping of int to Path or ObjectPath
        The folder of sums by the number of players.
    comparisons : mapping of int to Comparison
        What is compared, by the number of players.
    """

    folders: dict[int, Folder]
    comparisons: dict[int, Comparison]

    def start(self) -> None:
        """Load compiled code by playing one session, at the table that is played first."""
        from sim.comparisons.tally import tally

        tally(next(iter(self.comparisons.values())), first_session=0, sessions=1)

    def compute(self, task: Task) -> Callable[[], ComparisonSums]:
        """Simulate a shard; the second step writes its sums and returns them."""
        from sim.comparisons.tally import tally

        began = time.perf_counter()
        shard, comparison = task.shard, self.comparisons[task.players]
        sums = tally(comparison, shard.first_session, shard.sessions)
        content = encode_sums(sums, shard, comparison.identity.digest)
        seconds = time.perf_counter() - began

        def write() -> ComparisonSums:
            write_whole(self.folders[task.players] / file_name(shard), content)
            logger.info("%s: %d deals in %.3f s", task.name, sums.deals, seconds)
            return sums

        return write

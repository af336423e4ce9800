"""The contiguous prefix of a run's shards: all that a decision to stop is ever drawn from.

Shards are finished in any order. If whatever happens to be finished were looked at, deals that
take long would be missing whenever the run might stop, and its rates would be biased. So a shard
waits until all before it are there; the shards are then looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.runs.directory import RunDirectory
from sim.runs.shards import Shard

Enough = Callable[[RunDirectory, Shard], bool]
"""Whether a shard is the last that counts; it is asked of each shard once, in order."""


class Prefix:
    """Takes finished shards in any order, and asks of each in order whether it is the last.

    Parameters
    ----------
    run : RunDirectory
        To which the shards belong.
    enough : callable or None
        Decides; None if the run goes on to the end of its plan.
    finished : iterable of Shard
        Those that are there already.
    """

    def __init__(
        self, run: RunDirectory, enough: Enough | None, finished: Iterable[Shard] = ()
    ) -> None:
        self._run = run
        self._enough = enough
        self._waiting = {shard.number: shard for shard in finished}
        self._asked = 0
        self._is_enough = False
        self._ask()

    @property
    def stopped_after(self) -> int | None:
        """How many shards count, if they are enough; None while they are not."""
        return self._asked if self._is_enough else None

    @property
    def is_enough(self) -> bool:
        """Whether no further shard will count."""
        return self._is_enough

    def add(self, shard: Shard) -> None:
        """Take a shard that is finished now, and ask of all that are in order."""
        self._waiting[shard.number] = shard
        self._ask()

    def _ask(self) -> None:
        while self._enough is not None and not self._is_enough and self._asked in self._waiting:
            shard = self._waiting.pop(self._asked)
            self._asked += 1
            self._is_enough = self._enough(self._run, shard)

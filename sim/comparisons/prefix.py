"""The contiguous prefix of a comparison's shards: all that its verdicts are ever drawn from.

Shards are finished in any order. If whatever happens to be finished were counted, deals that take
long would be missing whenever a verdict is drawn, and a comparison that stops early would be
biased. So shards wait until all before them are there, and are then counted one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sim.comparisons.comparison import Comparison
from sim.comparisons.sums import ComparisonSums
from sim.runs.plan import Plan
from sim.runs.shards import Shard

Decided = Callable[[Comparison, ComparisonSums], bool]
"""Whether a comparison may stop, from its sums so far."""


class Compared(NamedTuple):
    """What a comparison came to.

    Attributes
    ----------
    comparison : Comparison
    sums : ComparisonSums
        Of all deals that count, from the first on.
    stopped_early : bool
        Whether it was decided before the cap.
    """

    comparison: Comparison
    sums: ComparisonSums
    stopped_early: bool


class Prefix:
    """Adds up the shards of a comparison in order, and ends as soon as it is decided.

    Parameters
    ----------
    comparison : Comparison
    plan : Plan
        All shards up to the cap.
    decided : callable
        Is asked after each shard, with the sums of all up to it.
    """

    def __init__(self, comparison: Comparison, plan: Plan, decided: Decided) -> None:
        self.comparison = comparison
        self.plan = plan
        self._decided = decided
        self._waiting: dict[int, ComparisonSums] = {}
        self._sums: ComparisonSums | None = None
        self._counted = 0
        self._is_decided = False

    @property
    def is_finished(self) -> bool:
        """Whether no further shard will be counted."""
        return self._is_decided or self._counted == len(self.plan)

    def add(self, shard: Shard, sums: ComparisonSums) -> None:
        """Take a shard's sums, in any order, and count what can be counted now."""
        self._waiting[shard.number] = sums
        while not self.is_finished and self._counted in self._waiting:
            new = self._waiting.pop(self._counted)
            self._sums = new if self._sums is None else self._sums + new
            self._counted += 1
            self._is_decided = self._decided(self.comparison, self._sums)

    def result(self) -> Compared:
        """What the comparison came to; it must be finished."""
        assert self._sums is not None
        return Compared(self.comparison, self._sums, self._counted < len(self.plan))

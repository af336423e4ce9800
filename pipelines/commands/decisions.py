"""How far a comparison is decided while it runs, and whether it may stop."""

from __future__ import annotations

from pipelines.comparisons.verdicts import verdicts
from sim.comparisons.comparison import Comparison
from sim.comparisons.sums import ComparisonSums
from sim.scenarios.planned_comparison import PlannedComparison


class Decisions:
    """Looks at the sums of each table size as they grow.

    Parameters
    ----------
    planned : PlannedComparison
    stop_when_decided : bool
        Whether a size of table at which all is decided may stop before its cap.
    """

    def __init__(self, planned: PlannedComparison, *, stop_when_decided: bool) -> None:
        self._planned = planned
        self._stops = stop_when_decided
        self._contrasts = sum(len(each.contrasts) for each in planned.comparisons)
        self._decided = dict.fromkeys(planned.players, 0)

    def may_stop(self, comparison: Comparison, sums: ComparisonSums) -> bool:
        """Whether everything is decided at this size of table."""
        found = verdicts(
            comparison,
            sums,
            contrasts_in_all=self._contrasts,
            cap_units=self._planned.cap_units(comparison),
        )
        self._decided[comparison.players] = sum(each.final for each in found)
        return self._stops and all(each.final for each in found)

    def in_words(self) -> str:
        """Return how much is decided so far, and what follows from it."""
        decided = f"{sum(self._decided.values())} of {self._contrasts} decided"
        return f"{decided}, stops when all are" if self._stops else decided

"""Watching a run from shard to shard, until its targets of precision are reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.dimension import Dimension
from pipelines.intervals import LEVEL
from pipelines.partial_tables import PartialTables
from pipelines.partials import partial_of_shard
from pipelines.precision.reaching import Standing, standing_of
from pipelines.precision.targets import Target
from pipelines.totals import Totals
from sim.experiment import Experiment
from sim.runs.directory import RunDirectory
from sim.runs.shards import Shard
from sim.scenarios.half_widths import as_written, in_short

__all__ = ["Watch", "is_look"]

_LOOKS_A_DOUBLING: Final = 32
"""So many looks, at most, while the number of sessions doubles."""

_MOST_KEPT: Final = 32
"""Partials that wait to be added up."""


def is_look(shard: Shard) -> bool:
    """Whether a run is looked at behind this shard: a fixed function of where the shard ends.

    Looks stand where sessions, counted in whole 32nds of a power of two, grow by one: every 2 to
    3 %, or at every shard where shards are longer than that.

    Examples
    --------
    >>> [number for number in range(128) if is_look(Shard(number, 100 * number, 100))][-8:]
    [110, 112, 115, 117, 120, 122, 125, 127]
    """
    start, end = shard.first_session, shard.first_session + shard.sessions
    unit = max(end.bit_length() - _LOOKS_A_DOUBLING.bit_length(), 0)
    return start >> unit != end >> unit


class Watch:
    """Says of each shard in order whether it is the last that is needed.

    Parameters
    ----------
    targets : sequence of Target
        What is to be reached, all of it.
    experiment : Experiment
        What is simulated.
    """

    def __init__(self, targets: Sequence[Target], experiment: Experiment) -> None:
        self._targets = targets
        self._experiment = experiment
        self._dimension = Dimension(experiment.rules)
        self._total = PartialTables.nothing()
        self._waiting: list[PartialTables] = []
        self.standings: tuple[Standing, ...] = ()
        """How far the run was from each target at the last look; nothing before the first."""

    def is_enough(self, run: RunDirectory, shard: Shard) -> bool:
        """Count a shard, and say whether all targets are reached.

        Parameters
        ----------
        run : RunDirectory
        shard : Shard
            The next one: from the first on, each is to be counted once.
        """
        self._waiting.append(partial_of_shard(run, shard, self._experiment, self._dimension))
        is_last = shard.number == len(run.plan) - 1
        look = is_look(shard) or is_last
        if look or len(self._waiting) == _MOST_KEPT:
            self._total = PartialTables.total([self._total, *self._waiting])
            self._waiting.clear()
        if not look:
            return False
        totals = Totals.of(self._total, self._experiment, LEVEL)
        self.standings = tuple(standing_of(target, totals) for target in self._targets)
        return all(standing.reached for standing in self.standings)

    @property
    def deals_needed(self) -> int | None:
        """About how many deals the run takes in all; None as long as nothing tells."""
        needed = [standing.deals_needed for standing in self.standings]
        return max((each for each in needed if each is not None), default=None)

    def in_words(self) -> str:
        """Say how far the target is that takes longest: "nap made ±0.0023 of ±0.001"."""
        if not self.standings:
            return ""
        last = max(self.standings, key=lambda standing: standing.factor)
        asked = as_written(last.target.half_width)
        return f"{last.target.measure} {in_short(last.precision.half_width)} of {asked}"

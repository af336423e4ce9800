"""What a plan of a comparison says: deals, time and disk of each difference; the next command."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pipelines.commands.columns import in_columns
from pipelines.commands.plan_words import about, as_typed, cap_for, duration, size
from pipelines.planning.comparison_pilot import SizePilot
from pipelines.planning.differences import Deals, DifferenceNeed
from pipelines.planning.sample_size import POWER
from reports.wording import counted
from sim.comparisons.comparison import Contrast
from sim.runs.progress import speed_in_words
from sim.scenarios.quantities import MOST

_WIDTH: Final = 80
_LONGEST_PAIR: Final = 26
_HEADINGS: Final = ("", "gain", "one look", "any time", "unpaired", "time", "disk")

_WORTH_TELLING: Final = 1.1
"""A range is told where its ends are further apart than this, as a ratio."""


@dataclass(frozen=True, kw_only=True)
class ComparisonPlan:
    """A plan of a comparison.

    Attributes
    ----------
    pilots : sequence of SizePilot
        One for each size of table.
    effect : float
        The difference to be told, in units per deal.
    workers : int
        How many processes it is planned for.
    command : tuple of str
        What begins the comparison: the cap is to be added.
    """

    pilots: Sequence[SizePilot]
    effect: float
    workers: int
    command: tuple[str, ...]

    def told(self) -> str:
        """Return the plan as text of 80 columns."""
        needs = [pilot.needs(self.effect, self._differences) for pilot in self.pilots]
        sizes = [
            "\n".join(self._size(pilot, of_size))
            for pilot, of_size in zip(self.pilots, needs, strict=True)
        ]
        return "\n\n".join([*sizes, textwrap.fill(self._explained(), _WIDTH), self._next(needs)])

    @property
    def _differences(self) -> int:
        """How many differences are judged together."""
        return sum(len(pilot.comparison.contrasts) for pilot in self.pilots)

    def _size(self, pilot: SizePilot, needs: Sequence[DifferenceNeed]) -> Iterator[str]:
        comparison = pilot.comparison
        pace = "nobody knows how fast"
        if pilot.pace is not None:
            speed = speed_in_words(1 / pilot.pace.seconds(1, self.workers))
            pace = f"{speed} by {counted(self.workers, 'worker')}"
        yield f"{comparison.players} players: pilot of {pilot.sums.deals:,} deals, {pace}"
        rows = [self._row(pilot, *pair) for pair in zip(comparison.contrasts, needs, strict=True)]
        lines = in_columns([_HEADINGS, *rows]).splitlines()
        yield lines[0]
        for contrast, need, line in zip(comparison.contrasts, needs, lines[1:], strict=True):
            if not _fits(contrast):
                yield from textwrap.wrap(_pair(contrast), _WIDTH)
            yield line
            remark = _remark(need, pilot)
            yield from textwrap.wrap(remark, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        yield from _most(comparison.contrasts, needs)

    def _row(self, pilot: SizePilot, contrast: Contrast, need: DifferenceNeed) -> tuple[str, ...]:
        label = _pair(contrast) if _fits(contrast) else ""
        deals = None if need.any_time is None else need.any_time.likely
        if need.one_look is None or need.unpaired is None or deals is None:
            return (label, *["–"] * (len(_HEADINGS) - 1))
        return (
            label,
            f"{need.gain:.1f}x",
            _deals(need.one_look),
            _deals(need.any_time),
            _deals(need.unpaired),
            duration(pilot.seconds_of(deals, self.workers)),
            size(pilot.bytes_of(deals)),
        )

    def _explained(self) -> str:
        together = counted(self._differences, "difference")
        return (
            f"Deals with which a difference of {self.effect:g} units a deal is told with "
            f"{100 * POWER:g} % probability, {together} judged together with 95 %: on the same "
            "deals for all with one look at the end; at any time of looking, as nap compare "
            "judges (time and disk are of these); and with one look where every table has cards "
            "of its own."
        )

    def _next(self, needs: Sequence[Sequence[DifferenceNeed]]) -> str:
        wanted = [
            need.any_time.most or need.any_time.likely or 0
            for of_size in needs
            for need in of_size
            if need.any_time is not None
        ]
        least = [need.at_least or 0 for of_size in needs for need in of_size]
        cap = cap_for(max([1, *wanted, *least]))
        if cap > MOST:
            return f"That is more than the {about(MOST)} deals that a comparison may have."
        return f"Next:\n  {shlex.join([*self.command, '--deals', as_typed(cap)])}"


def _pair(contrast: Contrast) -> str:
    return f"{contrast.first} vs {contrast.second}"


def _fits(contrast: Contrast) -> bool:
    return len(_pair(contrast)) <= _LONGEST_PAIR


def _deals(deals: Deals | None) -> str:
    return "?" if deals is None or deals.likely is None else about(deals.likely)


def _remark(need: DifferenceNeed, pilot: SizePilot) -> str:
    """Return what else is to be said of a difference; nothing if all is clear."""
    if need.zero:
        return "the same by design: exactly zero, without a deal"
    if need.at_least is not None:
        return (
            f"not one of {pilot.sums.deals:,} deals differed: no verdict before "
            f"{about(need.at_least)} deals; a longer --pilot tells more"
        )
    found = need.any_time
    if found is None or found.likely is None:
        return "further away than can be told"
    if found.fewest is None or found.most is None:
        return "how much it may take cannot be told; a longer --pilot tells more"
    half = "" if need.half_by is None else f"; half the time {about(need.half_by)} are enough"
    if found.most > _WORTH_TELLING * found.fewest:
        return f"{about(found.fewest)} to {about(found.most)}, as far as the pilot tells{half}"
    return half.removeprefix("; ")


def _most(contrasts: Sequence[Contrast], needs: Sequence[DifferenceNeed]) -> Iterator[str]:
    """Say which of several differences takes the most deals."""
    known = [
        (need.any_time.likely, _pair(contrast))
        for contrast, need in zip(contrasts, needs, strict=True)
        if need.any_time is not None and need.any_time.likely is not None
    ]
    if len(known) > 1:
        yield from textwrap.wrap(f"Most deals are needed by {max(known)[1]}.", _WIDTH)

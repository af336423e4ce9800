"""What a plan of a run says: deals, time and disk of each target, and the next command."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pipelines.commands.columns import in_columns
from pipelines.commands.plan_words import about, as_typed, cap_for, duration, size, value, width
from pipelines.planning.needs import Need, half_width_after, need_of
from pipelines.planning.pilot import RunPilot
from pipelines.precision.targets import Target
from reports.wording import counted
from sim.runs.progress import speed_in_words
from sim.scenarios.quantities import MOST

_WIDTH: Final = 80
_LONGEST_LABEL: Final = 40

_WORTH_TELLING: Final = 1.1
"""A range is told where its ends are further apart than this, as a ratio …"""
_TELLS_NOTHING: Final = 30
"""… and where they are further apart than this, no number between them is."""


@dataclass(frozen=True, kw_only=True)
class RunPlan:
    """A plan of a run.

    Attributes
    ----------
    pilot : RunPilot
    targets : tuple of Target
    deals : int or None
        How many deals were asked for.
    workers : int
        How many processes it is planned for.
    command : tuple of str
        What begins the run: targets and deals are to be added.
    figures : tuple of Target
        What is told of the deals asked for; how precisely they want it is of no account.
    """

    pilot: RunPilot
    targets: tuple[Target, ...]
    deals: int | None
    workers: int
    command: tuple[str, ...]
    figures: tuple[Target, ...]

    def told(self) -> str:
        """Return the plan as text of 80 columns."""
        needs = [need_of(target, self.pilot.totals) for target in self.targets]
        blocks = ["\n".join(textwrap.wrap(self._pilot(), _WIDTH))]
        if needs:
            blocks.append("\n".join(self._needs(needs)))
        if self.deals is not None:
            blocks.append("\n".join(self._after(self.deals)))
        return "\n\n".join([*blocks, self._next(needs)])

    def _pilot(self) -> str:
        pilot = self.pilot
        said = f"Pilot: {pilot.deals:,} deals of {pilot.scenario.name}"
        if pilot.pace is None:
            said += ", nobody knows how fast"
        else:
            speed = speed_in_words(1 / pilot.pace.seconds(1, self.workers))
            said += f", {speed} by {counted(self.workers, 'worker')}"
        said += f", {pilot.disk.a_deal:.2f} bytes a deal."
        if len(pilot.plan):
            said += " Times are those of the deals that the run has not got yet."
        return said

    def _needs(self, needs: Sequence[Need]) -> Iterator[str]:
        rows = [("", "pilot", "deals", "time", "disk")]
        rows += [
            (_label(str(need.target)), width(need.half_width), *self._cost(need)) for need in needs
        ]
        lines = in_columns(rows).splitlines()
        yield lines[0]
        for line, need in zip(lines[1:], needs, strict=True):
            yield line
            yield from textwrap.wrap(
                self._remark(need), _WIDTH, initial_indent="  ", subsequent_indent="  "
            )

    def _cost(self, need: Need) -> tuple[str, str, str]:
        vague = _is_vague(need)
        deals = need.fewest if vague else need.deals
        if deals is None:
            return "?", "?", "?"
        before = "≥ " if vague else ""
        time = duration(self.pilot.seconds_of(deals, self.workers))
        return f"{before}{about(deals)}", f"{before}{time}", f"{before}{self._size(deals)}"

    def _size(self, deals: int) -> str:
        return size(self.pilot.bytes_of(deals))

    def _remark(self, need: Need) -> str:
        """Return what else is to be said of a target; nothing if all is clear."""
        if need.rarer_than is not None:
            return (
                f"not one case in {self.pilot.deals:,} deals: fewer than 1 in "
                f"{about(int(1 / need.rarer_than))} (95 %); a longer --pilot tells more"
            )
        if need.deals is None:
            return "the pilot shows no spread; a longer --pilot tells more"
        if not need.fewest or need.most is None or need.most > _WORTH_TELLING * need.fewest:
            least = about(need.fewest or 0)
            most = "no known limit" if need.most is None else about(need.most)
            cases = "" if need.events is None else f", {need.events:,} cases"
            return f"{least} to {most}, as far as the pilot tells{cases}"
        return ""

    def _after(self, deals: int) -> Iterator[str]:
        time = duration(self.pilot.seconds_of(deals, self.workers))
        yield f"{about(deals)} deals: {time}, {self._size(deals)}"
        rows = [("", "estimate", "pilot", "then")]
        for figure in self.figures:
            need = need_of(figure, self.pilot.totals)
            then = half_width_after(figure, self.pilot.totals, deals)
            estimate = value(need.estimate, need.half_width)
            rows.append((_label(figure.measure), estimate, width(need.half_width), width(then)))
        yield from in_columns(rows).splitlines()

    def _next(self, needs: Sequence[Need]) -> str:
        until = [part for target in self.targets for part in ("--until", str(target))]
        cap = self._cap(needs) if self.deals is None else self.deals
        if cap > MOST:
            return f"That is more than the {about(MOST)} deals that a run may have."
        return f"Next:\n  {shlex.join([*self.command, *until, '--deals', as_typed(cap)])}"

    def _cap(self, needs: Sequence[Need]) -> int:
        """Return a round number of deals that is enough for all, as far as the pilot tells."""
        wanted = [need.fewest if _is_vague(need) else need.most for need in needs]
        return cap_for(max([self.pilot.plan.deals, 1, *filter(None, wanted)]))


def _is_vague(need: Need) -> bool:
    """Whether the range of a need is so wide that no number between its ends may be told."""
    if need.deals is None or need.most is None or not need.fewest:
        return True
    return need.most > _TELLS_NOTHING * need.fewest


def _label(text: str) -> str:
    return text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"

"""Precision in words: what was asked, what is reached, and how to go on."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pipelines.shard_reading import resume_command
from pipelines.tables import Asked
from sim.scenarios.half_widths import in_short
from sim.scenarios.quantities import MOST

__all__ = ["outcome_lines"]

_MARGIN: Final = 11, 10
"""A forecast is an estimate: so much more than it is proposed."""


def outcome_lines(asked: tuple[Asked, ...], deals: int, most: int, run: Path) -> Iterator[str]:
    """Yield a line for each target: asked, reached, deals used; and how to go on, if need be.

    Parameters
    ----------
    asked : tuple of Asked
        What is known of each target.
    deals : int
        Planned deals of all that was counted.
    most : int
        The most deals that the run may have.
    run : Path
        The run directory.
    """
    for each in asked:
        yield f"asked {each.target}: {_outcome(each, deals, most)}"
    if not all(each.reached for each in asked):
        yield f"go on with: {_command(asked, deals, most, run)}"


def _outcome(asked: Asked, deals: int, most: int) -> str:
    width = in_short(asked.half_width)
    if asked.reached:
        return f"reached {width} with {deals:,} deals"
    if deals < most:
        return f"not reached yet: {width} with {deals:,} of at most {most:,} deals"
    needed = asked.deals_needed
    forecast = "nothing tells how many it takes" if needed is None else f"about {needed:,} needed"
    return f"not reached: {width} with all {deals:,} deals; {forecast}"


def _command(asked: tuple[Asked, ...], deals: int, most: int, run: Path) -> str:
    """Return what to type: the run is not at its end yet, or is to be made longer."""
    go_on = resume_command(run)
    if deals < most:
        return go_on
    needed = [each.deals_needed or 2 * most for each in asked if not each.reached]
    wanted = max(max(needed) * _MARGIN[0] // _MARGIN[1], most + 1)
    return f"{go_on} {shlex.join(['--deals', str(min(wanted, max(MOST, most)))])}"

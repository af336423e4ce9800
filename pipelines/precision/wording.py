"""Precision in words: what was asked, what is reached, and how to go on."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from decimal import ROUND_CEILING, Context
from pathlib import Path
from typing import Final

from pipelines.shard_reading import resume_command
from pipelines.tables import Asked
from sim.scenarios.quantities import MOST
from sim.scenarios.targets import width_in_words

__all__ = ["outcome_lines", "width_text"]

_DIGITS: Final = Context(prec=3, rounding=ROUND_CEILING)

_MARGIN: Final = 11, 10
"""A forecast is an estimate: so much more than it is proposed."""


def width_text(half_width: float | None) -> str:
    """Return a half-width in three digits, rounded up so that it never seems narrower than it is.

    Examples
    --------
    >>> width_text(0.00099861), width_text(12.3411), width_text(None)
    ('±0.000999', '±12.4', 'no interval')
    """
    if half_width is None:
        return "no interval"
    return f"±{width_in_words(float(_DIGITS.create_decimal_from_float(half_width)))}"


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
    width = width_text(asked.half_width)
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

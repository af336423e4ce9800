"""The panel of bars over numbers of tricks: how often so many are taken, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from matplotlib.ticker import FixedLocator

from reports.dot_lane import AXIS_HEIGHT
from reports.estimates import Share
from reports.grid import Panel
from reports.sheet import Box, Sheet, text_width
from reports.style import INK, MUTED, RULE, Colour
from reports.wording import SPACE, decimal, general

_HEIGHT: Final = 150.0
_EMPTY_HEIGHT: Final = 24.0
_HEADROOM: Final = 1.22
"""Height of the axes in multiples of the highest bar: room for the number above it."""
_BETWEEN_NUMBERS: Final = 5.0
_BESIDE_BARS: Final = 0.6
"""Room left and right of the outer bars' middles, in distances of two bars."""


@dataclass(frozen=True, kw_only=True)
class TrickBar:
    """One bar: a number of tricks, and how often it is that."""

    tricks: int
    share: Share
    colour: Colour


def bars_panel(
    bars: Sequence[TrickBar], *, heading: str, detail: str, label: str, colour: Colour = INK
) -> Panel:
    """Make the panel of some bars, the fewest tricks first; a flat one if they are of nothing.

    Parameters
    ----------
    label
        What the tricks are.
    """
    height = _HEIGHT if any(bar.share.of for bar in bars) else _EMPTY_HEIGHT
    return Panel(
        heading=heading,
        detail=detail,
        height=height + AXIS_HEIGHT,
        paint=partial(_draw, bars, label, height),
        colour=colour,
    )


def _draw(
    bars: Sequence[TrickBar],
    label: str,
    height: float,
    sheet: Sheet,
    left: float,
    top: float,
    width: float,
) -> None:
    axes = sheet.axes(Box(left=left, top=top, width=width, height=height))
    shares = [bar.share for bar in bars]
    tallest = max((share.high for share in shares if share.rate is not None), default=1.0)
    axes.set_ylim(0, _HEADROOM * 100 * tallest)
    axes.set_xlim(bars[0].tricks - _BESIDE_BARS, bars[-1].tricks + _BESIDE_BARS)
    axes.xaxis.set_major_locator(FixedLocator([bar.tricks for bar in bars]))
    axes.set_yticks([])
    axes.tick_params(axis="x", labelsize=sheet.canvas.small, length=0)
    axes.axhline(0, color=RULE.light, linewidth=1)
    room = width / (len(bars) - 1 + 2 * _BESIDE_BARS) - _BETWEEN_NUMBERS
    numbers = bar_numbers(shares, room, sheet.canvas.small)
    for bar, number in zip(bars, numbers, strict=True):
        share = bar.share
        if share.rate is None:
            continue
        axes.bar(bar.tricks, 100 * share.rate, width=0.72, color=bar.colour.light, linewidth=0)
        axes.plot([bar.tricks] * 2, [100 * share.low, 100 * share.high], color=INK.light, lw=1.2)
        axes.annotate(
            number,
            (bar.tricks, 100 * share.high),
            xytext=(0, 4),
            textcoords="offset points",
            ha="center",
            size=sheet.canvas.small,
            color=INK.light,
        )
    sheet.write(
        label,
        left + width / 2,
        top + height + 32,
        ha="center",
        size=sheet.canvas.small,
        colour=MUTED,
    )


def bar_numbers(shares: Sequence[Share], room: float, size: float) -> list[str]:
    """Write the numbers above the bars of a panel, each no wider than `room` CSS pixels.

    They are all of one kind: with the sign for percent, or without where the bars are narrow, or
    as whole numbers where they are very narrow.
    """
    tries = [
        [_short_percent(share, decimals) + unit for share in shares]
        for decimals, unit in ((1, f"{SPACE}%"), (1, ""), (0, ""))
    ]
    fits = (texts for texts in tries if max(text_width(text, size) for text in texts) <= room)
    return next(fits, tries[-1])


def _short_percent(share: Share, decimals: int) -> str:
    """Write a share in percent with so many decimals; if it then reads as zero, as below them.

    >>> _short_percent(Share(successes=1, of=3000, rate=1 / 3000, low=0.0, high=0.002), 1)
    '<0.1'
    """
    if share.rate in (None, 0.0, 1.0):
        return decimal(100 * (share.rate or 0.0), 0)
    number = round(100 * (share.rate or 0.0), decimals)
    return decimal(number, decimals) if number else f"<{general(10.0**-decimals)}"

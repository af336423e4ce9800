"""The horizontal axis of a panel: its ends, its ticks, its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

from reports.dots import Dot
from reports.language import localised
from reports.sheet import text_width
from reports.wording import MINUS, SPACE

_MOST_TICKS: Final = 6
_BETWEEN_TICKS: Final = 14.0
"""Least distance of two tick labels, CSS pixels."""


@dataclass(frozen=True, kw_only=True)
class Scale:
    """An axis of percentages or of units.

    Attributes
    ----------
    low, high
        Its ends, in the unit of the dots.
    label
        What it measures, with the unit.
    percent
        Whether the ticks are percentages; else they are numbers.
    reference_name
        What the reference lines mark; empty: they are not named.
    signed
        Whether numbers have their sign, as units won or lost do.
    """

    low: float
    high: float
    label: str
    percent: bool
    reference_name: str = ""
    signed: bool = True

    def ticks(self, number: int) -> list[float]:
        """Choose about `number` round values between the ends.

        >>> Scale(low=0, high=100, label="made", percent=True).ticks(4)
        [0.0, 25.0, 50.0, 75.0, 100.0]
        """
        slack = 1e-9 * (self.high - self.low)
        values = MaxNLocator(nbins=number, steps=[1, 2, 2.5, 5, 10]).tick_values(
            self.low, self.high
        )
        return [float(value) for value in values if self.low - slack <= value <= self.high + slack]

    def ticks_for(self, width: float, size: float) -> list[float]:
        """Choose as many ticks as stand apart on `width` CSS pixels in type of `size`."""
        ticks: list[float] = []
        for number in range(_MOST_TICKS, 1, -1):
            ticks = self.ticks(number)
            if len(ticks) < 2:
                break
            widest = max(text_width(self.tick_text(tick, ticks), size) for tick in ticks)
            pixels_between = (ticks[1] - ticks[0]) / (self.high - self.low) * width
            if widest + _BETWEEN_TICKS <= pixels_between:
                return ticks
        return ticks[:1]

    def tick_text(self, value: float, ticks: Sequence[float]) -> str:
        """Write a tick with just the decimals that tell it from its neighbours."""
        step = min((right - left for left, right in pairwise(ticks)), default=1.0)
        decimals = next((d for d in range(13) if abs(round(step, d) - step) < 1e-6 * step), 13)
        text = f"{abs(value):.{decimals}f}"
        if self.percent:
            return f"{localised(text)}{SPACE}%"
        if float(text) == 0:
            return "0"
        if not self.signed:
            return localised(text)
        return (MINUS if value < 0 else "+") + localised(text)

    def mark(self, axes: Axes, ticks: Sequence[float], size: float) -> None:
        """Put this scale and the given ticks on the axes, in type of `size` CSS pixels."""
        axes.set_xlim(self.low, self.high)
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: self.tick_text(tick, ticks)))
        axes.tick_params(axis="x", labelsize=size)


def scale_of_shares(label: str, reference_name: str = "") -> Scale:
    """Give the whole range of a share, 0 to 100 %."""
    return Scale(low=0, high=100, label=label, percent=True, reference_name=reference_name)


def scale_around(
    dots: Iterable[Dot],
    *,
    label: str,
    percent: bool,
    from_zero: bool = False,
    narrowest: float = 0.0,
    reference_name: str = "",
    signed: bool = True,
) -> Scale:
    """Give a scale that just holds the dots, and their reference lines where those are near.

    Parameters
    ----------
    from_zero
        Whether the scale begins at 0.
    narrowest
        The least range, so that a scale of nearly equal values does not magnify noise.
    """
    dots = list(dots)
    ends = [end for dot in dots for end in (dot.value, dot.low, dot.high) if end is not None]
    low, high = (min(ends), max(ends)) if ends else (0.0, 100.0 if percent else 1.0)
    low = min(low, 0.0) if from_zero else low
    near = max(high - low, narrowest)
    for reference in (dot.reference for dot in dots):
        if reference is not None and low - near <= reference <= high + near:
            low, high = min(low, reference), max(high, reference)
    lacking = max(0.0, narrowest - (high - low)) / 2
    margin = 0.06 * (high - low) + lacking or 0.5
    low, high = (low if from_zero else low - margin), high + margin
    if percent:
        low, high = max(low, 0.0), min(high, 100.0)
    return Scale(
        low=low,
        high=high,
        label=label,
        percent=percent,
        reference_name=reference_name,
        signed=signed,
    )

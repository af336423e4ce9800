"""Small pictures of numbers, drawn with letters: bars, bars about zero, and spreads."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["MARK", "Axis", "Drawing", "bar", "bar_about_zero", "in_ascii", "round_end", "spread"]

Drawing = Callable[[int], str]
"""Draws a picture of so many columns."""

MARK: Final = "│"
"""Stands in a bar where it is compared with something."""

_FULL: Final = "█"
_EIGHTHS: Final = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_RIGHT_HALF: Final = "▐"
_LEFT_HALF: Final = "▌"
_TAIL: Final = "─"
_MIDDLE: Final = "━"
_MEDIAN: Final = "●"
_FAR_ZERO: Final = "┊"

_IN_ASCII: Final[Mapping[int, str]] = str.maketrans(
    {
        _FULL: "#",
        MARK: "|",
        _FAR_ZERO: ":",
        _TAIL: "-",
        _MIDDLE: "=",
        _MEDIAN: "o",
        _RIGHT_HALF: "#",
        "▏": " ",
        "▎": " ",
        "▍": " ",
        "▌": "#",
        "▋": "#",
        "▊": "#",
        "▉": "#",
        "–": "-",
        "−": "-",
        "—": "-",
        "…": "~",
        "\N{NO-BREAK SPACE}": " ",
    }
)


@dataclass(frozen=True)
class Axis:
    """What the left and the right end of pictures stand for, in words."""

    left: str
    right: str

    def drawn(self, width: int) -> str:
        """Write both ends as far apart as they are.

        >>> Axis("0 %", "100 %").drawn(12)
        '0 %    100 %'
        """
        return self.left + self.right.rjust(max(0, width - len(self.left)))

    @property
    def width(self) -> int:
        """How many columns the words need."""
        return len(self.left) + 1 + len(self.right)


def round_end(largest: float, if_nothing: float) -> float:
    """Give the end of an axis: the next of 1, 2, 5, 10, 20, ... in any power of ten.

    >>> [round_end(largest, 1.0) for largest in (0.034, 0.5, 0.0)]
    [0.05, 0.5, 1.0]
    """
    if largest <= 0:
        return if_nothing
    exponent = -12
    while True:
        for step in (1, 2, 5):
            end = float(f"{step}e{exponent}")
            if end >= largest:
                return end
        exponent += 1


def in_ascii(text: str) -> str:
    """Write pictures and numbers, letter for letter, for a terminal that knows no others.

    >>> in_ascii("Misère ███▌ −3 to 5 %")
    'Mis?re #### -3 to 5 %'
    """
    return text.translate(_IN_ASCII).encode("ascii", "replace").decode("ascii")


def bar(value: float | None, most: float, *, mark: float | None = None) -> Drawing:
    """Return a bar from 0 to a value, on an axis from 0 to ``most``, perhaps with a mark.

    There is nothing where there is no value.

    >>> bar(0.5, 1)(8), bar(0.3125, 1, mark=0.75)(8), bar(0.0, 1, mark=0.5)(8)
    ('████    ', '██▌   │ ', '    │   ')
    """

    def draw(width: int) -> str:
        if value is None:
            return " " * width
        whole, eighths = divmod(round(8 * width * min(value, most) / most), 8)
        cells = list((_FULL * whole + _EIGHTHS[eighths]).ljust(width))
        if mark is not None:
            cells[min(width - 1, int(width * mark / most))] = MARK
        return "".join(cells)

    return draw


def bar_about_zero(value: float | None, most: float) -> Drawing:
    """Return a bar from 0 to the left or to the right, on an axis from -most to most.

    >>> bar_about_zero(-0.75, 1)(9), bar_about_zero(0.5, 1)(9), bar_about_zero(0.0, 1)(9)
    (' ███│    ', '    │██  ', '    │    ')
    """

    def draw(width: int) -> str:
        side = (width - 1) // 2
        whole, half = divmod(round(2 * side * min(abs(value or 0.0), most) / most), 2)
        left = right = ""
        if value is not None and value < 0:
            left = _RIGHT_HALF * half + _FULL * whole
        else:
            right = _FULL * whole + _LEFT_HALF * half
        return (left.rjust(side) + MARK + right.ljust(side)).ljust(width)

    return draw


def spread(quantiles: tuple[float, float, float, float, float], low: float, high: float) -> Drawing:
    """Return a line of two tails and a middle with the median, on an axis from low to high.

    Parameters
    ----------
    quantiles : tuple of float
        Where the left tail begins, the middle begins, the median, where the middle ends, where
        the right tail ends.
    low, high : float
        Ends of the axis.

    Examples
    --------
    >>> spread((-8, -4, -2, 4, 8), -10, 10)(21)
    '  ────━━●━┊━━━━────  '
    """

    def draw(width: int) -> str:
        def cell(value: float) -> int:
            return min(width - 1, max(0, math.floor((value - low) / (high - low) * width)))

        first, middle_first, median, middle_last, last = map(cell, quantiles)
        cells = [" "] * width
        cells[first : last + 1] = _TAIL * (last - first + 1)
        cells[middle_first : middle_last + 1] = _MIDDLE * (middle_last - middle_first + 1)
        if low < 0 < high:
            cells[cell(0)] = _FAR_ZERO
        cells[median] = _MEDIAN
        return "".join(cells)

    return draw

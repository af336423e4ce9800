"""Foretold numbers as people say them: no more digits than a forecast has."""

from __future__ import annotations

import math
from typing import Final

from sim.scenarios.half_widths import as_written

_LETTERS: Final = ((10**12, "T"), (10**9, "B"), (10**6, "M"), (10**3, "k"))
_EXACT_BELOW: Final = 10_000

_TIMES: Final = ((365.25 * 86400, 3, "years"), (86400, 2, "days"), (3600, 2, "h"), (60, 2, "min"))
"""Seconds of a unit, how many of it must be reached, and its name."""

_SIZES: Final = ((10**15, "PB"), (10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def about(deals: int) -> str:
    """Return a number of deals in three digits.

    >>> [about(deals) for deals in (0, 9_999, 64_998_010, 999_999, 12 * 10**11)]
    ['0', '9,999', '65M', '1M', '1.2T']
    """
    if deals < _EXACT_BELOW:
        return f"{deals:,}"
    return _with_letter(round(deals, 2 - int(math.log10(deals))))


def cap_for(deals: int) -> int:
    """Return a round number that is not below.

    >>> [cap_for(deals) for deals in (7, 1_000, 68_485_867, 100_000_001)]
    [7, 1000, 69000000, 110000000]
    """
    step: int = 10 ** max(len(str(deals)) - 2, 0)
    return -(-deals // step) * step


def as_typed(deals: int) -> str:
    """Return a whole number of deals as it may be typed.

    >>> [as_typed(deals) for deals in (8, 12_345, 1_500_000, 10**10)]
    ['8', '12_345', '1.5M', '10B']
    """
    if deals % 10**2 or deals < _EXACT_BELOW:
        return f"{deals:_}"
    return _with_letter(deals)


def _with_letter(deals: int) -> str:
    for size, letter in _LETTERS:
        if deals >= size:
            return f"{deals / size:.12g}{letter}"
    return str(deals)


def duration(seconds: float | None) -> str:
    """Return how long something takes, "?" if nobody knows.

    >>> [duration(seconds) for seconds in (0.2, 75.0, 180.0, 9_000.0, 10**6, 10**9, None)]
    ['1 s', '75 s', '3 min', '2.5 h', '11.6 days', '31.7 years', '?']
    """
    if seconds is None:
        return "?"
    for size, least, name in _TIMES:
        if seconds >= least * size:
            digits = 0 if name == "min" else 1
            return f"{seconds / size:.{digits}f} {name}".replace(".0 ", " ")
    return f"{max(math.ceil(seconds), 1)} s"


def size(number: float) -> str:
    """Return a number of bytes.

    >>> [size(number) for number in (12.0, 9_876.0, 148_900_000.0, 2.2e12)]
    ['12 B', '9.9 kB', '149 MB', '2.2 TB']
    """
    for unit, name in _SIZES:
        if number >= unit:
            return f"{number / unit:.{1 if number < 10 * unit else 0}f} {name}"
    return f"{number:.0f} B"


def width(half_width: float | None) -> str:
    """Return a half-width in two digits, "?" if nobody knows.

    >>> width(0.0012744), width(12.7), width(None)
    ('±0.0013', '±13', '?')
    """
    if half_width is None:
        return "?"
    return as_written(float(f"{half_width:.2g}"))


def value(estimate: float | None, half_width: float | None) -> str:
    """Return an estimate, with as many decimals as its half-width has.

    >>> value(0.67011, 0.0127), value(-0.5, None), value(None, None)
    ('0.670', '-0.5', '?')
    """
    if estimate is None:
        return "?"
    if not half_width:
        return f"{estimate:.3g}"
    return f"{estimate:.{max(1 - math.floor(math.log10(half_width)), 0)}f}"

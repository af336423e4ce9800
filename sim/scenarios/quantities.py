"""Counts as people type them: 1_000_000, 1e6, 10M."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Final

from sim.errors import UserError
from sim.mistakes import shown

MOST: Final = 10**12
"""Largest count taken; above it a zero too many is likelier than the wish."""

WAYS_TO_WRITE: Final = "a whole number from 1 to 1e12, also as 1_000_000, 1e6, 10k, 10M, 2.5M or 1B"
"""What is allowed, for messages and help texts."""

_LONGEST: Final = 60
_ZEROS: Final = {"k": 3, "m": 6, "b": 9}
_DIGITS: Final = r"\d+(?:_\d+)*|\d{1,3}(?:,\d{3})+"
_COUNT: Final = re.compile(
    rf"(?P<number>(?:{_DIGITS})(?:\.\d+)?)(?:e\+?(?P<exponent>\d{{1,3}})|\s?(?P<suffix>[kmb]))?",
    re.IGNORECASE | re.ASCII,
)


def parse_count(written: str | int | float) -> int:
    """Return the whole number that somebody wrote.

    Parameters
    ----------
    written : str, int or float
        From a command line or a TOML file, where ``1e6`` is a float.

    Raises
    ------
    UserError
        If it is no number, not whole, below 1 or above 1e12.

    Examples
    --------
    >>> [parse_count(text) for text in ("1_000_000", "1,000,000", "1e6", "2.5M", "10k", "1B")]
    [1000000, 1000000, 1000000, 2500000, 10000, 1000000000]
    >>> parse_count("0.5")
    Traceback (most recent call last):
    ...
    sim.errors.UserError: "0.5" is not whole; allowed: a whole number from 1 to 1e12, also as \
1_000_000, 1e6, 10k, 10M, 2.5M or 1B
    """
    value = _value(written)
    if value is None:
        raise _refused(written, "is no number to count with")
    if 0 < value <= MOST and value.denominator != 1:
        raise _refused(written, "is not whole")
    if not 1 <= value <= MOST:
        raise _refused(written, "is out of range")
    return int(value)


def _value(written: str | int | float) -> Fraction | None:
    """Return the exact value, or None where there is none."""
    if isinstance(written, bool):
        return None
    if isinstance(written, int | float):
        return Fraction(written) if math.isfinite(written) else None
    text = written.strip()
    sign = -1 if text.startswith("-") else 1
    found = _COUNT.fullmatch(text.removeprefix("-"))
    if found is None or len(text) > _LONGEST:
        return None
    number = Fraction(found["number"].replace(",", "").replace("_", ""))
    zeros: int = _ZEROS[found["suffix"].lower()] if found["suffix"] else int(found["exponent"] or 0)
    return sign * number * Fraction(10**zeros)


def _refused(written: str | int | float, fault: str) -> UserError:
    return UserError(f"{shown(written)} {fault}; allowed: {WAYS_TO_WRITE}")

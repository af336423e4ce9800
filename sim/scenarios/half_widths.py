"""Half-widths of intervals as people read and write them."""

from __future__ import annotations

from decimal import ROUND_CEILING, Context, Decimal
from typing import Final

_THREE_DIGITS: Final = Context(prec=3, rounding=ROUND_CEILING)


def as_written(half_width: float) -> str:
    """Return a half-width with all its digits, never with an exponent.

    >>> as_written(1e-05), as_written(0.002), as_written(2.0)
    ('±0.00001', '±0.002', '±2')
    """
    text = format(Decimal(repr(half_width)), "f")
    return f"±{text.rstrip('0').rstrip('.') if '.' in text else text}"


def in_short(half_width: float | None) -> str:
    """Return a half-width in three digits, rounded up so that it never seems narrower than it is.

    >>> in_short(0.00099861), in_short(12.3411), in_short(None)
    ('±0.000999', '±12.4', 'no interval')
    """
    if half_width is None:
        return "no interval"
    return as_written(float(_THREE_DIGITS.create_decimal_from_float(half_width)))

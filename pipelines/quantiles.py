"""Exact quantiles of integer histograms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise

__all__ = ["percentiles"]


def percentiles(
    values: Sequence[int], counts: Sequence[int], percents: Sequence[int | Fraction]
) -> list[int]:
    """Return for each percentage the smallest value that at least so many counts do not exceed.

    This is the inverse of the distribution function, definition 1 of Hyndman and Fan (The
    American Statistician 50 (1996) 361): always one of the values, found in whole numbers.

    Parameters
    ----------
    values : sequence of int
        Distinct values in increasing order.
    counts : sequence of int
        How often each occurred; at least one occurred.
    percents : sequence of int or Fraction
        From 0 to 100.

    Raises
    ------
    ValueError
        If the histogram is empty or not in order, or a percentage lies outside 0 to 100.

    Examples
    --------
    >>> percentiles([-3, 0, 5], [1, 2, 1], [50, 76])
    [0, 5]
    """
    _check_histogram(values, counts, percents)
    not_above = list(accumulate(counts))
    occurred = [place for place, count in enumerate(counts) if count]

    def found(percent: int | Fraction) -> int:
        wanted = percent * not_above[-1]
        return next(values[place] for place in occurred if 100 * not_above[place] >= wanted)

    return [found(percent) for percent in percents]


def _check_histogram(
    values: Sequence[int], counts: Sequence[int], percents: Sequence[int | Fraction]
) -> None:
    if len(values) != len(counts) or sum(counts) == 0 or min(counts) < 0:
        raise ValueError("a histogram needs one count a value, and something counted")
    if any(low >= high for low, high in pairwise(values)):
        raise ValueError("the values of a histogram must increase")
    if not all(0 <= percent <= 100 for percent in percents):
        raise ValueError("percentages run from 0 to 100")

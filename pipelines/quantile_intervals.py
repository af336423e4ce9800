"""Intervals of quantiles, whatever the distribution."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pipelines.quantiles import percentiles

__all__ = ["percentile_interval"]


def percentile_interval(
    values: Sequence[int], counts: Sequence[int], percent: int, *, trials: int, level: float
) -> tuple[int, int] | None:
    """Return the two values between which the true percentile lies, with `level` or more.

    They are order statistics whose ranks come from the binomial distribution of how many of
    `trials` lie below the percentile (David and Nagaraja, Order Statistics, 3rd edition, section
    7.1). That holds for every distribution; for one with steps, like whole numbers of units, it
    holds more often than `level`.

    Parameters
    ----------
    values, counts : sequence of int
        A histogram as `percentiles` takes it.
    percent : int
        From 1 to 99.
    trials : int
        How many independent observations the histogram is worth: fewer than it counts where
        they come in groups that depend on each other, such as the players of a session. The
        interval is then rather too wide, as if all of a group were equal.
    level : float
        Probability in (0, 1).

    Returns
    -------
    tuple of int or None
        None where so few trials have no interval at this level.

    Examples
    --------
    >>> percentile_interval(range(1, 101), [1] * 100, 50, trials=100, level=0.95)
    (40, 61)
    >>> percentile_interval([1, 2], [1, 1], 50, trials=2, level=0.95) is None
    True
    """
    tail = (1 - level) / 2
    low = _least_with(tail, trials, percent / 100)
    high = _least_with(1 - tail, trials, percent / 100) + 1
    if low < 1 or high > trials:
        return None
    ends = [Fraction(100 * rank, trials) for rank in (low, high)]
    least, most = percentiles(values, counts, ends)
    return least, most


def _least_with(probability: float, trials: int, chance: float) -> int:
    """Return the least number that a binomial count does not exceed with so much probability."""
    from scipy import special

    low, high = -1, trials
    while high - low > 1:
        middle = (low + high) // 2
        # The distribution function of the binomial, as precise for 10^12 trials.
        if special.betainc(trials - middle, middle + 1, 1 - chance) >= probability:
            high = middle
        else:
            low = middle
    return high

"""One line of the audit, and how all of them together are judged."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

__all__ = [
    "FALSE_ALARM",
    "FEWEST_DEALS",
    "Line",
    "broken_lines",
    "by_chi_square",
    "counted",
    "exactly",
    "summed",
]

FALSE_ALARM: Final = 1e-3
"""So probable it is, at most, that the audit of a sound run calls it unsound."""

FEWEST_DEALS: Final = 10_000
"""With fewer deals or sessions the laws of sums are not near enough to what they are taken for."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """Something that was counted, beside what it must be, or ought to be on average.

    Attributes
    ----------
    check : str
        What is checked; a name of `pipelines.audit.checks`.
    place : int or None
        The position, seat, player or whatever it is about; None if about all.
    item : str
        The card, suit, number or contract that it is about; empty if none.
    n : int
        Trials, or how many things must agree.
    observed, expected : int or float
        What was counted, and what is known exactly: the mean of its law, or what it must equal.
    z : float or None
        (observed - expected) / standard deviation; None for what must be equal.
    chance : float or None
        Probability that a sound run shows a deviation at least as large; None for what must be
        equal, and where there is too little to tell.
    """

    check: str
    place: int | None = None
    item: str = ""
    n: int
    observed: int | float
    expected: int | float
    z: float | None = None
    chance: float | None = None

    @property
    def must_equal(self) -> bool:
        """Whether chance has no part in it."""
        return self.z is None


def exactly(
    check: str, *, n: int, observed: int, expected: int, place: int | None = None, item: str = ""
) -> Line:
    """Return a line of two whole numbers that must be equal."""
    return Line(check=check, place=place, item=item, n=n, observed=observed, expected=expected)


def counted(
    check: str,
    *,
    successes: int,
    trials: int,
    probability: Fraction,
    place: int | None = None,
    item: str = "",
) -> Line:
    """Return a line of independent trials, judged by both tails of the binomial law itself.

    What is certain or impossible must be so in every trial. Twice the smaller tail never
    understates the chance. The tails are incomplete beta functions
    (DLMF 8.17.5), which keep their digits where the law is far from a normal one.

    Examples
    --------
    >>> line = counted("aces", successes=60, trials=100, probability=Fraction(1, 2))
    >>> round(line.z, 2), round(line.chance, 4)
    (2.0, 0.0569)
    """
    from scipy import special

    if probability in (0, 1):
        sure = trials * int(probability)
        return exactly(check, n=trials, observed=successes, expected=sure, place=place, item=item)
    p = float(probability)
    mean = trials * p
    spread = math.sqrt(trials * p * (1 - p)) or 1.0
    at_most = special.betainc(trials - successes, successes + 1, 1 - p) if successes < trials else 1
    at_least = special.betainc(successes, trials - successes + 1, p) if successes else 1
    return Line(
        check=check,
        place=place,
        item=item,
        n=trials,
        observed=successes,
        expected=mean,
        z=(successes - mean) / spread,
        chance=min(1.0, 2 * min(float(at_most), float(at_least))),
    )


def summed(
    check: str,
    *,
    total: int,
    trials: int,
    mean: Fraction,
    variance: Fraction,
    place: int | None = None,
    item: str = "",
) -> Line:
    """Return a line of a sum over independent trials, judged by the normal law.

    With fewer trials than `FEWEST_DEALS` there is no chance given.
    """
    from scipy import special

    if variance == 0:
        sure = int(trials * mean)
        return exactly(check, n=trials, observed=total, expected=sure, place=place, item=item)
    expected = float(trials * mean)
    z = (total - expected) / (math.sqrt(trials * variance) or 1.0)
    enough = trials >= FEWEST_DEALS
    return Line(
        check=check,
        place=place,
        item=item,
        n=trials,
        observed=total,
        expected=expected,
        z=z,
        chance=2 * float(special.ndtr(-abs(z))) if enough else None,
    )


def by_chi_square(
    check: str,
    *,
    counts: Sequence[int],
    trials: int,
    expected: float,
    shrink: Fraction = Fraction(1),
    place: int | None = None,
) -> Line:
    """Return a line of many counts that are equal on average, judged together.

    Pearson's sum of squares (Philosophical Magazine 50 (1900) 157), divided by `shrink`, has as
    many degrees of freedom as there are counts, less one. Of h cards drawn without replacement
    from N the counts vary less than in independent draws: by the factor (N - h) / (N - 1).

    Parameters
    ----------
    counts : sequence of int
        All that can occur, zeros included.
    trials : int
        Deals that were counted; with fewer than `FEWEST_DEALS` there is no chance given.
    expected : float
        The mean of each count.
    shrink : Fraction
        Variance of a count, in parts of that of independent draws.
    """
    from scipy import special

    freedom = len(counts) - 1
    squares = sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0
    statistic = squares / float(shrink)
    upper = float(special.chdtrc(freedom, statistic))
    lower = float(special.chdtr(freedom, statistic))
    return Line(
        check=check,
        place=place,
        n=trials,
        observed=statistic,
        expected=freedom,
        z=(statistic - freedom) / math.sqrt(2 * freedom),
        chance=min(1.0, 2 * min(upper, lower)) if trials >= FEWEST_DEALS else None,
    )


def broken_lines(lines: Iterable[Line]) -> list[Line]:
    """Return the lines that a sound run would not have, those that must be equal first.

    Chances are judged together by Holm's procedure (Scandinavian Journal of Statistics 6 (1979)
    65), which needs nothing to be independent: the probability that any line of a sound run is
    among them is at most `FALSE_ALARM`.

    Examples
    --------
    >>> heads = [counted("heads", successes=number, trials=1000, probability=Fraction(1, 2))
    ...          for number in (490, 430, 510)]
    >>> [line.observed for line in broken_lines(heads)]
    [430]
    """
    lines = list(lines)
    unequal = [line for line in lines if line.must_equal and line.observed != line.expected]
    judged = sorted(
        ((line.chance, place) for place, line in enumerate(lines) if line.chance is not None)
    )
    improbable = []
    for rank, (chance, place) in enumerate(judged):
        if chance > FALSE_ALARM / (len(judged) - rank):
            break
        improbable.append(lines[place])
    return unequal + improbable

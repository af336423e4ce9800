"""The condition that every deal of a run satisfies, in words."""

from __future__ import annotations

from fractions import Fraction

from pipelines.tables import Provenance, StatedCondition
from reports.estimates import Share
from reports.wording import DASH, SPACE, count, counted, percent, percent_interval

_DIGITS = 6
"""Significant digits of an exact probability."""


def given_clause(provenance: Provenance) -> str:
    """Say under which condition a sentence holds; empty without one."""
    return "" if provenance.given is None else f", given that {provenance.given.text}"


def condition_in_words(provenance: Provenance) -> str:
    """State the condition, its probability, and what it means for all figures; or nothing."""
    given = provenance.given
    if given is None:
        return ""
    return (
        f"Every deal satisfies the condition that {given.text}: all figures are conditional on it. "
        f"{_probability_in_words(given, provenance)}"
    )


def _probability_in_words(given: StatedCondition, provenance: Provenance) -> str:
    if given.tries is None:
        return f"Its probability is exactly {exact_in_words(given.exact)}."
    share = _share(given, provenance)
    level = f"{100 * provenance.level:g}{SPACE}%"
    tried = (
        f"{percent(share)} of {counted(given.tries, 'deal')} "
        f"({level} interval {percent_interval(share)}{SPACE}%)"
    )
    if given.exact == 1:
        return f"It held in {tried} that were tried."
    low, middle, high = (float(given.exact) * end for end in _ends(given))
    return (
        f"The hand that was drawn directly has a probability of exactly "
        f"{exact_in_words(given.exact)}; the rest held in {tried} that were tried with it, so the "
        f"probability of the condition is about {middle:.3g} ({low:.3g}{DASH}{high:.3g})."
    )


def exact_in_words(probability: Fraction) -> str:
    """Write an exact probability as a fraction, as a decimal, and as one deal in so many.

    >>> exact_in_words(Fraction(3, 216580))
    '3/216,580, about 0.0000138517 (one deal in 72,193)'
    >>> exact_in_words(Fraction(2, 3))
    '2/3, about 0.666667'
    """
    if probability == 1:
        return "1"
    fraction = f"{count(probability.numerator)}/{count(probability.denominator)}"
    leading_zeros = len(str(probability.denominator // probability.numerator)) - 1
    decimal = f"{float(probability):.{_DIGITS + leading_zeros}f}".rstrip("0")
    one_in = round(1 / probability)
    rare = f" (one deal in {count(one_in)})" if one_in >= _DIGITS else ""
    return f"{fraction}, about {decimal}{rare}"


def _share(given: StatedCondition, provenance: Provenance) -> Share:
    low, middle, high = _ends(given)
    assert given.tries is not None
    return Share(successes=provenance.deals, of=given.tries, rate=middle, low=low, high=high)


def _ends(given: StatedCondition) -> tuple[float, float, float]:
    assert given.share is not None and given.low is not None and given.high is not None
    return given.low, given.share, given.high

"""The condition that every deal of a run satisfies, in words."""

from __future__ import annotations

from fractions import Fraction

from pipelines.tables import Provenance, StatedCondition
from reports.estimates import Share
from reports.language import localised, tr, trn
from reports.wording import SPACE, count, in_percent, percent, percent_interval, prose

_DIGITS = 6
"""Significant digits of an exact probability."""


def given_in_short(provenance: Provenance) -> str:
    """Say in a sentence which condition all deals satisfy; empty without one."""
    if provenance.given is None:
        return ""
    return tr("Given that {condition}.", condition=provenance.given.text)


def condition_in_words(provenance: Provenance) -> str:
    """State the condition, its probability, and what it means for all figures; or nothing."""
    given = provenance.given
    if given is None:
        return ""
    said = tr(
        "Every deal satisfies the condition that {condition}: all figures are conditional on it.",
        condition=given.text,
    )
    return prose(said, _probability_in_words(given, provenance))


def _probability_in_words(given: StatedCondition, provenance: Provenance) -> str:
    exact = exact_in_words(given.exact)
    if given.tries is None:
        return tr("Its probability is exactly {exact}.", exact=exact)
    if given.exact == 1:
        share = _share(given, provenance)
        return trn(
            "It held in {share} of {n} deal that was tried ({level} interval {ends}).",
            "It held in {share} of {n} deals that were tried ({level} interval {ends}).",
            given.tries,
            **_tried(share, provenance),
        )
    share = _share(given, provenance)
    low, middle, high = (localised(f"{float(given.exact) * end:.3g}") for end in _ends(given))
    return trn(
        "The hand that was drawn directly has a probability of exactly {exact}; the rest held in "
        "{share} of {n} deal that was tried with it ({level} interval {ends}), so the probability "
        "of the condition is about {middle} ({low}–{high}).",
        "The hand that was drawn directly has a probability of exactly {exact}; the rest held in "
        "{share} of {n} deals that were tried with it ({level} interval {ends}), so the "
        "probability of the condition is about {middle} ({low}–{high}).",
        given.tries,
        exact=exact,
        low=low,
        middle=middle,
        high=high,
        **_tried(share, provenance),
    )


def _tried(share: Share, provenance: Provenance) -> dict[str, str]:
    """Fill the places of a sentence of how often the condition held."""
    return {
        "share": percent(share),
        "n": count(share.of),
        "level": in_percent(100 * provenance.level),
        "ends": f"{percent_interval(share)}{SPACE}%",
    }


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
    decimal = localised(f"{float(probability):.{_DIGITS + leading_zeros}f}".rstrip("0"))
    one_in = round(1 / probability)
    if one_in < _DIGITS:
        return tr("{fraction}, about {decimal}", fraction=fraction, decimal=decimal)
    return tr(
        "{fraction}, about {decimal} (one deal in {many})",
        fraction=fraction,
        decimal=decimal,
        many=count(one_in),
    )


def _share(given: StatedCondition, provenance: Provenance) -> Share:
    low, middle, high = _ends(given)
    assert given.tries is not None
    return Share(successes=provenance.deals, of=given.tries, rate=middle, low=low, high=high)


def _ends(given: StatedCondition) -> tuple[float, float, float]:
    assert given.share is not None and given.low is not None and given.high is not None
    return given.low, given.share, given.high

"""How many deals a target of precision takes, by what a pilot has shown.

A rate may be conditional: "nap made" is one of the deals played in nap. Then a deal brings a trial
only with the probability that nap is played, and the deals are the trials over that probability.
Both probabilities are only estimated; so is the spread of an expectation. The range of a need says
between what it lies, with `LEVEL`: of two estimates each gets half of 1 - `LEVEL` (Bonferroni).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pipelines.contract_tables import name_of_rate, rate_of_all
from pipelines.intervals import LEVEL, Rate, clopper_pearson, interval_of_rate, student_quantile
from pipelines.planning.sample_size import (
    clusters_for_mean,
    half_width_of_mean,
    half_width_of_rate,
    range_of_variance,
    trials_for_rate,
)
from pipelines.precision.reaching import FEWEST_TRIALS
from pipelines.precision.targets import Target, precision_of
from pipelines.totals import Totals

__all__ = ["Need", "half_width_after", "need_of"]

_EACH_OF_TWO: Final = 1 - (1 - LEVEL) / 2

_ONE_SIDED: Final = 2 * LEVEL - 1
"""Level of a two-sided interval whose upper end alone holds with `LEVEL`."""


@dataclass(frozen=True, kw_only=True)
class Need:
    """How many deals a target takes.

    Attributes
    ----------
    target : Target
    estimate, half_width : float or None
        What the pilot tells, and half the width of its interval; None where it tells nothing.
    events : int or None
        Of a rate: how many trials the pilot had.
    deals : int or None
        The prediction; None where the pilot is too small for one.
    fewest, most : int or None
        Its range; None where the pilot sets no such limit.
    rarer_than : float or None
        Where the pilot had no trial: with `LEVEL` a deal brings one less often than this.
    """

    target: Target
    estimate: float | None
    half_width: float | None
    events: int | None
    deals: int | None
    fewest: int | None
    most: int | None
    rarer_than: float | None = None


def need_of(target: Target, totals: Totals, level: float = LEVEL) -> Need:
    """Return how many deals a target takes, by the totals of a pilot.

    Parameters
    ----------
    target : Target
        One that the experiment of the totals can tell.
    totals : Totals
        Of the pilot.
    level : float
        Confidence level of the interval whose half-width is wanted.
    """
    if target.is_rate:
        return _need_of_rate(target, totals, level)
    return _need_of_expectation(target, totals, level)


def half_width_after(target: Target, totals: Totals, deals: int) -> float | None:
    """Return half the width of the interval after so many deals, if all else stays.

    The half-width that the target asks for is of no account. None where the pilot cannot tell.
    """
    if target.is_rate:
        rate = rate_of_all(target.kind, target.of, totals)
        trials = deals * _trials(rate) / _planned_deals(totals)
        if rate.estimate is None or not trials:
            return None
        return half_width_of_rate(rate=rate.estimate, trials=trials, level=totals.level)
    found = _deviation(target, totals)
    clusters = deals // totals.rules.deals_per_session
    if found is None or clusters < 2:
        return None
    return half_width_of_mean(deviation=found, clusters=clusters, level=totals.level)


def _need_of_rate(target: Target, totals: Totals, level: float) -> Need:
    rate = rate_of_all(target.kind, target.of, totals)
    if rate.estimate is None:
        return _need_of_nothing(target, totals, level)
    likely, fewest, most = _trials_needed(rate, target.half_width, level)
    deals = totals.facts.deals
    lowest, highest = _share_of_deals(rate.trials, deals)
    # Where trials depend on each other, each is worth only a part of an independent one; where
    # sessions end early, a deal that is planned is only a part of one that is played.
    worth = _trials(rate) / rate.trials * deals / _planned_deals(totals)
    least = _fewest_deals(target, rate, totals)
    return Need(
        target=target,
        estimate=rate.estimate,
        half_width=(rate.high - rate.low) / 2,
        events=rate.trials,
        deals=_deals(likely, worth * rate.trials / deals, least),
        fewest=_deals(fewest, worth * highest, least),
        most=_deals(most, worth * lowest, least),
    )


def _trials(rate: Rate) -> float:
    """Return independent trials: the effective ones, where those of a session are not."""
    return rate.trials if rate.effective is None else rate.effective


def _share_of_deals(trials: int, deals: int) -> tuple[float, float]:
    """Return between what the probability lies that a deal brings a trial."""
    if trials == deals:
        return 1.0, 1.0
    return interval_of_rate(trials, deals, _EACH_OF_TWO)


def _trials_needed(
    rate: Rate, half_width: float, level: float
) -> tuple[int | None, int | None, int | None]:
    """Return the independent trials needed, and their range over all that the rate may be.

    They grow towards a rate of one half, from either side.
    """
    assert rate.estimate is not None
    trials = _trials(rate)
    low, high = interval_of_rate(rate.estimate * trials, trials, _EACH_OF_TWO)
    hardest = min(max(low, 0.5), high)

    def needed(probability: float) -> int | None:
        return trials_for_rate(rate=probability, half_width=half_width, level=level)

    ends = [need for need in (needed(low), needed(high)) if need is not None]
    return needed(rate.estimate), min(ends, default=None), needed(hardest)


def _need_of_nothing(target: Target, totals: Totals, level: float) -> Need:
    """Return what is known where the pilot had no trial: at how few deals it cannot end.

    With n deals and no trial, the probability of one is below 1 - (1 - LEVEL)^(1/n): about 3 / n,
    the "rule of three" (Hanley and Lippman-Hand, JAMA 249 (1983) 1743), as Clopper and Pearson have
    it. The rate itself could be anything; one near 0 or 1 takes the fewest trials.
    """
    rarer_than = clopper_pearson(0, totals.facts.deals, _ONE_SIDED)[1]
    easiest = trials_for_rate(rate=0.0, half_width=target.half_width, level=level)
    return Need(
        target=target,
        estimate=None,
        half_width=None,
        events=0,
        deals=None,
        fewest=_deals(easiest, rarer_than * totals.facts.deals / _planned_deals(totals)),
        most=None,
        rarer_than=rarer_than,
    )


def _need_of_expectation(target: Target, totals: Totals, level: float) -> Need:
    found = precision_of(target, totals)
    deviation = _deviation(target, totals)
    if deviation is None:
        return Need(
            target=target,
            estimate=found.estimate,
            half_width=None,
            events=None,
            deals=None,
            fewest=None,
            most=None,
        )
    ends = range_of_variance(deviation**2, found.n - 1)
    likely, fewest, most = (
        clusters_for_mean(deviation=of, half_width=target.half_width, level=level)
        for of in (deviation, *map(math.sqrt, ends))
    )
    a_deal = 1 / totals.rules.deals_per_session
    return Need(
        target=target,
        estimate=found.estimate,
        half_width=found.half_width,
        events=None,
        deals=_deals(likely, a_deal),
        fewest=_deals(fewest, a_deal),
        most=_deals(most, a_deal),
    )


def _deviation(target: Target, totals: Totals) -> float | None:
    """Return the standard deviation of a session's units per deal; None without spread."""
    found = precision_of(target, totals)
    if found.half_width is None or found.n < 2:
        return None
    return found.half_width / student_quantile(found.n, totals.level) * math.sqrt(found.n)


def _planned_deals(totals: Totals) -> int:
    """Return the deals of all sessions as runs count them: none of them ends early."""
    return totals.sessions * totals.rules.deals_per_session


def _fewest_deals(target: Target, rate: Rate, totals: Totals) -> int:
    """Return the deals that bring as many sessions with a trial as a run waits for.

    Only where sessions are what is independent; elsewhere the trials say it all.
    """
    if rate.effective is None:
        return 0
    sessions = totals.ratio(name_of_rate(target.kind, target.of, totals)).clusters
    return math.ceil(FEWEST_TRIALS * _planned_deals(totals) / sessions)


def _deals(trials: int | None, of_a_deal: float, least: int = 0) -> int | None:
    """Return the deals that bring so many trials; None where that cannot be told."""
    if trials is None or not of_a_deal:
        return None
    return max(math.ceil(trials / of_a_deal), least)

"""Intervals as sentences name them: "95 % interval 41.3–42.9 %"."""

from __future__ import annotations

from pipelines.tables import Provenance
from reports.conditions import level_text
from reports.estimates import Mean, Share
from reports.language import tr
from reports.wording import SPACE, amount_interval, mean_interval, percent_interval, signed


def interval_of_share(share: Share, provenance: Provenance) -> str:
    """Write the interval of a share, to stand in brackets."""
    ends = f"{percent_interval(share)}{SPACE}%"
    return tr("{level} interval {ends}", level=level_text(provenance), ends=ends)


def interval_of_mean(mean: Mean, provenance: Provenance) -> str:
    """Write the interval of a mean that has a sign, to stand in brackets."""
    if mean.low is None or mean.high is None:
        return mean_interval(mean)
    level = level_text(provenance)
    return tr("{level} interval {ends}", level=level, ends=mean_interval(mean))


def interval_of_amount(mean: Mean, provenance: Provenance) -> str:
    """Write the interval of a mean that is never negative, to stand in brackets."""
    if mean.low is None or mean.high is None:
        return amount_interval(mean)
    level = level_text(provenance)
    return tr("{level} interval {ends}", level=level, ends=amount_interval(mean))


def interval_of_balance(ends: tuple[int, int] | None, provenance: Provenance) -> str:
    """Write the interval of a quantile of balances, to stand in brackets."""
    if ends is None:
        return tr("no interval")
    return tr("{level} interval {ends}", level=level_text(provenance), ends=balance_ends(ends))


def balance_ends(ends: tuple[int, int]) -> str:
    """Write two balances as the ends of an interval, or the one that is all of it."""
    if ends[0] == ends[1]:
        return tr("{value} alone", value=signed(ends[0], 0))
    least, most = (signed(end, 0) for end in ends)
    return tr("{least} to {most}", least=least, most=most)

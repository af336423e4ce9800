"""One estimate as it is drawn: a dot, its interval, and the words beside them."""

from __future__ import annotations

from dataclasses import dataclass

from reports.estimates import Mean, Share
from reports.language import tr
from reports.style import GREEN, Colour
from reports.wording import (
    amount_interval,
    amount_value,
    count,
    mean_interval,
    mean_value,
    percent,
    percent_interval,
)


@dataclass(frozen=True, kw_only=True)
class Dot:
    """One row of a dot panel, in the unit of its scale (percent, or units).

    Attributes
    ----------
    label
        What is estimated.
    value, low, high
        Estimate and interval; None where there is none.
    number, interval
        The same as text.
    detail
        What the estimate rests on, "3 of 7"; may be empty.
    minor
        A part of the row above it: drawn smaller and indented.
    reference
        Where this row's reference line stands; None: no such line.
    inner
        Ends of a second, shorter interval drawn over the first; None: there is none.
    hollow
        Whether only the dot's outline is drawn.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    number: str
    interval: str
    detail: str = ""
    colour: Colour = GREEN
    marker: str = "o"
    minor: bool = False
    reference: float | None = None
    inner: tuple[float, float] | None = None
    hollow: bool = False

    @property
    def in_words(self) -> str:
        """Label, number, interval and basis as one clause of the figure's alternative text."""
        words = self.number
        if self.interval:
            words += f" ({self.interval})"
        words += f", {self.detail}" if self.detail else ""
        return tr("{name}: {values}", name=self.label, values=words)


def share_dot(
    label: str,
    share: Share,
    *,
    absent: str,
    colour: Colour = GREEN,
    marker: str = "o",
    minor: bool = False,
    reference: float | None = None,
) -> Dot:
    """Make the row of a share; `absent` is said where it is a share of nothing.

    `reference` is a probability in [0, 1].
    """
    at = None if reference is None else 100 * reference
    if share.rate is None:
        return Dot(
            label=label,
            value=None,
            low=None,
            high=None,
            number=absent,
            interval="",
            colour=colour,
            marker=marker,
            minor=minor,
            reference=at,
        )
    return Dot(
        label=label,
        value=100 * share.rate,
        low=100 * share.low,
        high=100 * share.high,
        number=percent(share),
        interval=percent_interval(share),
        detail=tr("{n} of {of}", n=count(share.successes), of=count(share.of)),
        colour=colour,
        marker=marker,
        minor=minor,
        reference=at,
    )


def mean_dot(
    label: str, mean: Mean, *, colour: Colour = GREEN, marker: str = "o", minor: bool = False
) -> Dot:
    """Make the row of a mean in units; its reference line stands at zero."""
    return Dot(
        label=label,
        value=mean.value,
        low=mean.low,
        high=mean.high,
        number=mean_value(mean),
        interval=mean_interval(mean),
        colour=colour,
        marker=marker,
        minor=minor,
        reference=0.0,
    )


def amount_dot(
    label: str, mean: Mean, *, detail: str = "", colour: Colour = GREEN, marker: str = "o"
) -> Dot:
    """Make the row of a mean that is never negative, such as of cards: it has no reference."""
    return Dot(
        label=label,
        value=mean.value,
        low=mean.low,
        high=mean.high,
        number=amount_value(mean),
        interval=amount_interval(mean),
        detail=detail,
        colour=colour,
        marker=marker,
    )

"""Scales that a few far values do not squeeze: those are marked at the edge by an arrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from statistics import median
from typing import Final

from reports.dots import Dot
from reports.language import tr
from reports.scale import Scale, scale_around

_MOST: Final = 2 / 3
"""The share of values that a scale must do justice to."""
_FAR: Final = 5.0
"""A value so many times as far out as most are is an outlier."""
_FEWEST: Final = 4


def scale_for_most(dots: Sequence[Dot], *, label: str) -> Scale:
    """Give a scale of units per deal that holds the dots, but not those far out."""
    return scale_around(_without_outliers(dots), label=label, percent=False)


def _without_outliers(dots: Sequence[Dot]) -> Sequence[Dot]:
    values = [dot.value for dot in dots if dot.value is not None]
    if len(values) < _FEWEST:
        return dots
    middle = median(values)
    reaches = sorted(abs(value - middle) for value in values)
    usual = reaches[ceil(_MOST * len(reaches)) - 1]
    if reaches[-1] <= _FAR * usual or usual == 0:
        return dots
    return [
        dot for dot in dots if dot.value is not None and abs(dot.value - middle) <= _FAR / 2 * usual
    ]


def within(dots: Sequence[Dot], scale: Scale) -> list[Dot]:
    """Move to the edge, as an arrowhead, what lies beyond the scale; cut intervals there."""
    return [_within(dot, scale) for dot in dots]


def _within(dot: Dot, scale: Scale) -> Dot:
    if dot.value is None:
        return dot
    if not scale.low <= dot.value <= scale.high:
        edge, marker = (scale.low, "<") if dot.value < scale.low else (scale.high, ">")
        return replace(dot, value=edge, low=None, high=None, inner=None, marker=marker)
    if dot.low is None or dot.high is None:
        return dot
    return replace(dot, low=max(dot.low, scale.low), high=min(dot.high, scale.high))


def beyond_in_words(dots: Sequence[Dot], scale: Scale) -> str:
    """Explain arrowheads, where there are any, as a sentence; else nothing."""
    values = [dot.value for dot in dots if dot.value is not None]
    if all(scale.low <= value <= scale.high for value in values):
        return ""
    return tr("An arrowhead at the edge: beyond the scale.")

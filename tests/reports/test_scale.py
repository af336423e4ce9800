"""Axes whose ticks are round, distinct and apart, from billionths of a percent to thousands."""

from __future__ import annotations

from itertools import pairwise

import pytest

from reports.dots import mean_dot, share_dot
from reports.estimates import Mean, Share
from reports.scale import Scale, scale_around
from reports.sheet import text_width

SIZE = 12.0


@pytest.mark.parametrize("width", [90, 150, 250, 500])
@pytest.mark.parametrize("span", [3e-9, 7e-5, 0.013, 0.9, 4.4, 61, 100])
@pytest.mark.parametrize("low", [0.0, 12.3])
def test_ticks_of_any_scale_stand_apart_and_read_differently(low, span, width):
    scale = Scale(low=low, high=min(low + span, 100), label="", percent=True)
    ticks = scale.ticks_for(width, SIZE)
    texts = [scale.tick_text(tick, ticks) for tick in ticks]
    assert len(set(texts)) == len(texts) >= 1
    assert all(scale.low <= tick <= scale.high + 1e-9 * span for tick in ticks)
    for (one, left), (other, right) in pairwise(zip(texts, ticks, strict=True)):
        room = (right - left) / (scale.high - scale.low) * width
        assert (text_width(one, SIZE) + text_width(other, SIZE)) / 2 < room


def test_a_scale_of_units_shows_signs():
    scale = Scale(low=-30, high=30, label="", percent=False)
    ticks = scale.ticks(4)
    assert [scale.tick_text(tick, ticks) for tick in ticks] == ["−20", "0", "+20"]


def test_a_scale_holds_its_dots_and_a_break_even_that_is_near():
    share = Share(successes=40, of=100, rate=0.40, low=0.31, high=0.50)
    near = share_dot("near", share, absent="", reference=0.55)
    far = share_dot("far", share, absent="", reference=0.95)
    assert scale_around([near], label="", percent=True).high > 55
    assert scale_around([far], label="", percent=True).high < 60


def test_equal_values_are_not_magnified():
    dots = [mean_dot("a", Mean(value=1.0, low=0.999, high=1.001, clusters=9))]
    scale = scale_around(dots, label="", percent=False, narrowest=2.0)
    assert scale.high - scale.low >= 2.0


def test_a_scale_of_nothing_is_still_a_scale():
    nothing = Share(successes=0, of=0, rate=None, low=0.0, high=1.0)
    scale = scale_around([share_dot("x", nothing, absent="never")], label="", percent=True)
    assert (scale.low, scale.high) == (0, 100)

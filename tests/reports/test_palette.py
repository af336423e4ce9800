"""Colours that everybody can read, on light and on dark paper."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from reports.style import (
    AMBER,
    AXIS,
    BLUE,
    DECLARER,
    DEFENDER,
    FAILED,
    GREEN,
    HEADLINE,
    INK,
    MADE,
    MUTED,
    PALETTE,
    PAPER,
    PLAYER_LINES,
    POOL,
    PURPLE,
    RED,
    SLATE,
    TEAL,
    Colour,
)

TEXT = (INK, MUTED, BLUE, GREEN, RED, PURPLE, AMBER, TEAL)
DRAWN = (AXIS, GREEN, RED, BLUE, AMBER, PURPLE, TEAL, SLATE, INK)
GROUNDS = {"light": (PAPER.light, "#faf9f5"), "dark": (PAPER.dark, "#0f1215")}

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
SIGHT = {
    "usual": np.eye(3),
    "no red cones": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "no green cones": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "no blue cones": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = XYZ @ np.ones(3)


def linear(colour: str) -> np.ndarray:
    part = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio."""
    light = sorted(float(XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


def lab(colour: str, sight: str) -> np.ndarray:
    """CIE L*a*b* of a colour as somebody of that sight sees it."""
    seen = np.clip(SIGHT[sight] @ linear(colour), 0, 1)
    ratio = (XYZ @ seen) / WHITE
    root = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def difference(one: Colour, other: Colour, mode: str, sight: str) -> float:
    first, second = (lab(getattr(colour, mode), sight) for colour in (one, other))
    return float(np.linalg.norm(first - second))


@pytest.mark.parametrize("mode", GROUNDS)
@pytest.mark.parametrize("colour", TEXT, ids=lambda colour: colour.role)
def test_text_meets_wcag_aa(colour, mode):
    assert min(contrast(getattr(colour, mode), ground) for ground in GROUNDS[mode]) >= 4.5


@pytest.mark.parametrize("mode", GROUNDS)
@pytest.mark.parametrize("colour", DRAWN, ids=lambda colour: colour.role)
def test_what_is_drawn_meets_wcag_aa_for_graphics(colour, mode):
    assert contrast(getattr(colour, mode), getattr(PAPER, mode)) >= 3


@pytest.mark.parametrize("mode", GROUNDS)
@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(
    "pair",
    [(MADE, FAILED), (MADE, HEADLINE), (DECLARER, DEFENDER), (DECLARER, POOL), (DEFENDER, POOL)],
    ids=lambda pair: f"{pair[0].role}-{pair[1].role}",
)
def test_pairs_with_a_meaning_differ_for_every_sight(pair, sight, mode):
    """A difference of 10 is plain at a glance; 2.3 is just noticeable (CIE 1976)."""
    assert difference(*pair, mode, sight) >= 10


def test_players_differ_by_dashes_too():
    dashes = [dash for _, dash in PLAYER_LINES]
    assert len({str(dash) for dash in dashes}) == len(PLAYER_LINES) == 7


@pytest.mark.parametrize("mode", GROUNDS)
@pytest.mark.parametrize("sight", SIGHT)
def test_players_can_be_told_apart_by_every_sight(sight, mode):
    for one, other in combinations([colour for colour, _ in PLAYER_LINES], 2):
        assert difference(one, other, mode, sight) >= 8, (one.role, other.role)


def test_a_light_colour_names_its_role():
    assert len({colour.light for colour in PALETTE}) == len(PALETTE)
    assert len({colour.role for colour in PALETTE}) == len(PALETTE)

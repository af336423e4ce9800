"""How every figure looks: colours, type and the settings that make its bytes repeatable.

Colours have a *role* ("ink", "made"), not a place of use. Each role has one colour for light paper
and one for dark; an SVG inside the page names the role (``var(--made)``) and follows the reader's
setting, files use the light colours on white. The contrast of every pair and its safety for
colour-blind readers are checked by the tests.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import matplotlib


@dataclass(frozen=True, kw_only=True)
class Colour:
    """One role: its colour on light and on dark paper (``#rrggbb``)."""

    role: str
    light: str
    dark: str


PAPER: Final = Colour(role="paper", light="#ffffff", dark="#15181c")
INK: Final = Colour(role="ink", light="#1c2026", dark="#e9e6df")
MUTED: Final = Colour(role="muted", light="#555c65", dark="#a9aeb5")
RULE: Final = Colour(role="rule", light="#e3e5e8", dark="#2c3239")
AXIS: Final = Colour(role="axis", light="#82898f", dark="#747c86")
GREEN: Final = Colour(role="green", light="#0a6b4d", dark="#43c18a")
RED: Final = Colour(role="red", light="#9d2a0a", dark="#ff7a50")
BLUE: Final = Colour(role="blue", light="#1558a8", dark="#79b0f5")
AMBER: Final = Colour(role="amber", light="#9a6500", dark="#ecc26a")
PURPLE: Final = Colour(role="purple", light="#8a3d90", dark="#cf7fdb")
TEAL: Final = Colour(role="teal", light="#0e7c8d", dark="#a8ecf8")
SLATE: Final = Colour(role="slate", light="#868d95", dark="#7f8790")

PALETTE: Final[tuple[Colour, ...]] = (
    PAPER, INK, MUTED, RULE, AXIS, GREEN, RED, BLUE, AMBER, PURPLE, TEAL, SLATE,
)  # fmt: skip
"""All roles; no two share a light colour, so that a colour in an SVG names its role."""

MADE: Final = GREEN
"""Contracts kept."""
FAILED: Final = SLATE
"""Contracts broken."""
HEADLINE: Final = RED
"""The contract that the report is about."""
REFERENCE: Final = INK
"""Break-even, zero and equal-share lines."""
DECLARER: Final = BLUE
DEFENDER: Final = AMBER
POOL: Final = TEAL

PLAYER_LINES: Final[tuple[tuple[Colour, str | tuple[float, tuple[float, ...]]], ...]] = (
    (BLUE, "-"),
    (RED, (0, (6, 2))),
    (GREEN, (0, (2, 1.5))),
    (PURPLE, (0, (8, 2, 2, 2))),
    (AMBER, (0, (4, 1.5, 1, 1.5))),
    (TEAL, (0, (10, 3))),
    (INK, (0, (1, 1.5))),
)
"""Colour and dash pattern of each player of the line-up, up to seven: never colour alone."""

_SETTINGS: Final[Mapping[Any, Any]] = {
    "figure.dpi": 72,
    "savefig.dpi": 72,
    "figure.facecolor": "none",
    "savefig.facecolor": "auto",
    "axes.facecolor": "none",
    "axes.edgecolor": AXIS.light,
    "axes.linewidth": 1.0,
    "axes.labelcolor": MUTED.light,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.unicode_minus": True,
    "axes.autolimit_mode": "data",
    "text.color": INK.light,
    "text.parse_math": False,
    "text.usetex": False,
    "xtick.color": AXIS.light,
    "xtick.labelcolor": MUTED.light,
    "xtick.major.size": 4,
    "ytick.color": AXIS.light,
    "ytick.labelcolor": MUTED.light,
    "ytick.major.size": 0,
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
    "svg.fonttype": "none",
    "path.simplify": False,
}


@contextmanager
def figure_style(salt: str) -> Iterator[None]:
    """Draw and save inside this: the project's settings, whatever the user's own are.

    Parameters
    ----------
    salt
        Seasons the identifiers inside an SVG, so that they are the same on every run and
        differ between two figures of one page.
    """
    with matplotlib.rc_context(), warnings.catch_warnings():
        # A player's name may hold letters that the drawing font lacks; the page's fonts have them.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**_SETTINGS, "svg.hashsalt": salt})
        yield

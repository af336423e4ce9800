"""How verdicts look: never by colour alone."""

from __future__ import annotations

from typing import Final

from reports.style import AMBER, BLUE, INK, MUTED, SLATE, Colour

BETTER: Final = BLUE
WORSE: Final = AMBER
UNDECIDED: Final = SLATE
EQUAL: Final = INK

WORDS: Final[dict[str, str]] = {
    "better": "wins more",
    "worse": "wins less",
    "not decided": "not decided",
    "equal": "never differs",
}

TEXT_COLOURS: Final[dict[str, Colour]] = {
    "better": BLUE,
    "worse": AMBER,
    "not decided": MUTED,
    "equal": INK,
}

COLOURS: Final[dict[str, Colour]] = {
    "better": BETTER,
    "worse": WORSE,
    "not decided": UNDECIDED,
    "equal": EQUAL,
}

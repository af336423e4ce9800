"""How verdicts look: never by colour alone."""

from __future__ import annotations

from typing import Final

from reports.language import marked
from reports.style import AMBER, BLUE, INK, MUTED, SLATE, Colour

BETTER: Final = BLUE
WORSE: Final = AMBER
UNDECIDED: Final = SLATE
EQUAL: Final = INK

WORDS: Final[dict[str, str]] = {
    "better": marked("wins more"),
    "worse": marked("wins less"),
    "not decided": marked("not decided"),
    "equal": marked("never differs"),
}
"""Each verdict in words, translated where they are used."""

SHORT_WORDS: Final[dict[str, str]] = {
    "better": marked("better"),
    "worse": marked("worse"),
    "not decided": marked("not decided"),
    "equal": marked("equal"),
}
"""Each verdict in one word or two, for a table."""

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

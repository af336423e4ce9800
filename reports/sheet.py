"""The sheet of paper a figure is drawn on, measured in CSS pixels from its top left corner.

One figure has three sheets: broad (desktop, print, files), narrow (a phone) and, for files, the
broad one in a frame of title and footer. Text has the same size in pixels on each, so that
nothing needs to be scaled down to be seen whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import text_to_path

from reports.style import INK, PAPER, Colour

POINTS_AN_INCH: Final = 72
"""One CSS pixel is one point of the drawing: matplotlib's SVG has 72 points an inch."""

LINE_HEIGHT: Final = 1.4
"""Distance of two lines of text in multiples of the type size."""


@dataclass(frozen=True, kw_only=True)
class Canvas:
    """A width to draw for.

    Attributes
    ----------
    name
        "broad" or "narrow".
    width
        Width in CSS pixels.
    text, small
        Type sizes in CSS pixels.
    """

    name: str
    width: int
    text: float
    small: float

    @property
    def is_narrow(self) -> bool:
        """Whether labels must stand above what they name instead of beside it."""
        return self.name == "narrow"


BROAD: Final = Canvas(name="broad", width=860, text=13.0, small=12.0)
NARROW: Final = Canvas(name="narrow", width=328, text=12.0, small=11.0)


@dataclass(frozen=True, kw_only=True)
class Box:
    """A rectangle on the sheet in CSS pixels, from the top left corner."""

    left: float
    top: float
    width: float
    height: float


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Measure `text` in CSS pixels as the drawing's own font sets it."""
    font = FontProperties(size=size, weight="bold" if bold else "normal")
    width, _height, _descent = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


def widest(texts: Iterable[str], size: float, *, bold: bool = False) -> float:
    """Measure the widest of some texts in CSS pixels; 0 where there is none."""
    return max((text_width(text, size, bold=bold) for text in texts), default=0.0)


def wrapped(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Break `text` between words into lines of at most `width` CSS pixels."""
    space = text_width("n n", size, bold=bold) - text_width("nn", size, bold=bold)
    lines: list[list[str]] = []
    room = 0.0
    for word in text.split(" "):
        # Words come again and again: each is measured once, and no line is.
        needed = space + text_width(word, size, bold=bold)
        if lines and needed <= room:
            lines[-1].append(word)
            room -= needed
        else:
            lines.append([word])
            room = width - needed + space
    return [" ".join(line) for line in lines]


def shortened(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Cut `text` to at most `width` CSS pixels, with an ellipsis where it was cut."""
    if text_width(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and text_width(f"{kept}…", size, bold=bold) > width:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


class Sheet:
    """A figure that grows downwards while it is drawn.

    Attributes
    ----------
    figure
        The matplotlib figure; complete after `finish`.
    canvas
        What it is drawn for.
    bottom
        Lowest place used so far, CSS pixels from the top.
    """

    def __init__(self, canvas: Canvas, *, margin: float = 0) -> None:
        self.canvas = canvas
        self.figure = Figure(figsize=(1, 1))
        self.margin = margin
        self.bottom = margin
        self._placed: list[tuple[Axes, Box]] = []
        self._ground = self.figure.add_axes((0, 0, 1, 1))
        self._ground.set_axis_off()
        self._ground.set_xlim(0, self.width)

    @property
    def width(self) -> float:
        """Whole width in CSS pixels, margins included."""
        return self.canvas.width + 2 * self.margin

    def axes(self, box: Box) -> Axes:
        """Place axes on the sheet."""
        axes = self.figure.add_axes((0, 0, 1, 1))
        self._placed.append((axes, box))
        self.bottom = max(self.bottom, box.top + box.height)
        return axes

    def write(
        self, text: str, left: float, middle: float, *, colour: Colour = INK, **settings: Any
    ) -> None:
        """Write one line of text; `middle` is the height of the middle of its letters."""
        settings = {"size": self.canvas.text, "va": "center_baseline", **settings}
        self._ground.text(left, middle, text, color=colour.light, **settings)
        self.bottom = max(self.bottom, middle + settings["size"] * LINE_HEIGHT / 2)

    def rule(
        self, left: float, right: float, middle: float, *, colour: Colour, **settings: Any
    ) -> None:
        """Draw a level line, as a sample of what a line of that look means."""
        self._ground.plot([left, right], [middle] * 2, color=colour.light, **settings)

    def rectangle(self, box: Box, **settings: Any) -> None:
        """Draw a rectangle, as a cell or as a sample of what it means."""
        place = Rectangle((box.left, box.top), box.width, box.height, clip_on=False, **settings)
        self._ground.add_patch(place)

    def write_lines(
        self, lines: list[str], left: float, *, size: float, colour: Colour = INK, **settings: Any
    ) -> None:
        """Write lines below all that is there."""
        top = self.bottom
        for place, line in enumerate(lines):
            middle = top + (place + 0.5) * size * LINE_HEIGHT
            self.write(line, left, middle, size=size, colour=colour, **settings)

    def finish(self, *, on_paper: bool) -> Figure:
        """Fix the height and give the figure, on white paper or on nothing."""
        height = self.bottom + self.margin
        self.figure.set_size_inches(self.width / POINTS_AN_INCH, height / POINTS_AN_INCH)
        self.figure.set_facecolor(PAPER.light if on_paper else "none")
        self._ground.set_ylim(height, 0)
        for axes, box in self._placed:
            axes.set_position(
                (
                    box.left / self.width,
                    1 - (box.top + box.height) / height,
                    box.width / self.width,
                    box.height / height,
                )
            )
        return self.figure

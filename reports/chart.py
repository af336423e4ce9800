"""One figure of the report: what it says, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from matplotlib.figure import Figure

from reports.sheet import BROAD, Canvas, Sheet
from reports.style import figure_style


@dataclass(frozen=True, kw_only=True)
class Example:
    """A deal, or a session, that lies behind a part of a figure.

    Attributes
    ----------
    behind
        Which bar or dot it lies behind; examples of one bar follow each other.
    shown
        What it is an example of: "worst", "typical", ...
    happened
        What happened in it.
    times
        How often that was so: "3 of 7".
    command
        Shows it, if it is typed in the folder of the run.
    """

    behind: str
    shown: str
    happened: str
    times: str
    command: str


@dataclass(frozen=True, kw_only=True)
class Examples:
    """Deals, or sessions, to see again.

    Attributes
    ----------
    heading, note
        What they are, and how to read the list.
    items
        The list.
    """

    heading: str
    note: str
    items: tuple[Example, ...]


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A figure before it is drawn.

    Attributes
    ----------
    name
        Stem of its files, also its anchor in the page.
    title
        The finding, one sentence without a full stop.
    caption
        What is drawn: units, what n counts, which interval, how to read it.
    alt
        The same in words with the numbers, for those who do not see it.
    footer
        Conditions, seed and identity of the run.
    paint
        Draws the body on a sheet, from the sheet's `bottom` down.
    examples
        Deals or sessions that lie behind its bars and dots; None if none are known.
    drawn
        SVG of what has been drawn already, by the name of the canvas or of the frame.
    """

    name: str
    title: str
    caption: str
    alt: str
    footer: str
    paint: Callable[[Sheet], None]
    examples: Examples | None = None
    drawn: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def draw(self, canvas: Canvas = BROAD) -> Figure:
        """Draw the body alone, without title and footer, on transparent ground."""
        with figure_style(f"{self.name}/{canvas.name}"):
            sheet = Sheet(canvas)
            self.paint(sheet)
            return sheet.finish(on_paper=False)

"""Parts of figures with curves: their axes, and which line is whose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter

from reports.scale import Scale
from reports.sheet import Box, Sheet, shortened, text_width
from reports.style import MUTED, PLAYER_LINES, RULE
from reports.wording import in_percent, signed

CURVE_WIDTH: Final = 2.0
LABEL_DISTANCE: Final = 32.0
"""From the lower end of axes to the middle of what names them, CSS pixels."""
HEADING_DISTANCE: Final = 13.0
"""From the middle of what stands above axes to their upper end."""
_SAMPLE: Final = 28.0
_AFTER_SAMPLE: Final = 6.0
_BETWEEN: Final = 18.0
_LINE: Final = 20.0


def mark_shares(axes: Axes, ticks: Sequence[float], size: float) -> None:
    """Give an upright axis of shares its ticks, in percent, in type of `size` CSS pixels."""
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: in_percent(value)))
    _mark_upright(axes, ticks, size)


def mark_units(axes: Axes, ticks: Sequence[float], size: float) -> None:
    """Give an upright axis of units its ticks, with their signs."""
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(value, 0)))
    _mark_upright(axes, ticks, size)


def _mark_upright(axes: Axes, ticks: Sequence[float], size: float) -> None:
    axes.yaxis.set_major_locator(FixedLocator(list(ticks)))
    axes.tick_params(axis="y", labelsize=size - 1)
    axes.grid(axis="y", color=RULE.light, linewidth=1)
    axes.set_axisbelow(True)


def mark_whole_numbers(axes: Axes, scale: Scale, width: float, size: float) -> None:
    """Put a scale on a level axis `width` CSS pixels long, with ticks at whole numbers alone."""
    ticks = [tick for tick in scale.ticks_for(width, size) if tick == int(tick)]
    scale.mark(axes, ticks, size)


def write_around(sheet: Sheet, box: Box, *, above: str, below: str) -> None:
    """Name what the upright axis measures, above its right end, and what the level one does."""
    size = sheet.canvas.small
    right = box.left + box.width
    top = box.top - HEADING_DISTANCE
    sheet.write(above, right, top, ha="right", size=size, colour=MUTED)
    write_below(sheet, box, below)


def write_below(sheet: Sheet, box: Box, text: str) -> None:
    """Name what a level axis measures, below its middle."""
    middle = box.top + box.height + LABEL_DISTANCE
    left, size = box.left + box.width / 2, sheet.canvas.small
    sheet.write(text, left, middle, ha="center", size=size, colour=MUTED)


def write_player(
    sheet: Sheet, player: int, name: str, place: tuple[float, float], room: float
) -> float:
    """Say which line is a player's, `place` being left and middle; return the width it takes."""
    (left, middle), size = place, sheet.canvas.text
    colour, dashes = PLAYER_LINES[player]
    text = shortened(name, room - _SAMPLE - _AFTER_SAMPLE, size, bold=True)
    sheet.rule(left, left + _SAMPLE, middle, colour=colour, linestyle=dashes, linewidth=CURVE_WIDTH)
    sheet.write(text, left + _SAMPLE + _AFTER_SAMPLE, middle, weight="bold", colour=colour)
    return _width_of(text, size)


def _width_of(text: str, size: float) -> float:
    return _SAMPLE + _AFTER_SAMPLE + text_width(text, size, bold=True)


def write_players(sheet: Sheet, names: Sequence[str], left: float, width: float) -> None:
    """Say below all that is there which line is whose, in as many lines of text as it takes."""
    place, middle = left, sheet.bottom + _LINE / 2
    for player, name in enumerate(names):
        if place > left and place + _width_of(name, sheet.canvas.text) > left + width:
            place, middle = left, middle + _LINE
        place += write_player(sheet, player, name, (place, middle), width) + _BETWEEN
    sheet.bottom = middle + _LINE / 2

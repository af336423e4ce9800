"""A sweep as a figure: a curve over one parameter, a heat map over two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.cells_panel import Cells, Sample, ValueCell, draw_cells, draw_key
from reports.comparison.conditions import footer_of, level_text
from reports.comparison.sweep_points import (
    Point,
    Swept,
    best_in_words,
    place_in_words,
    values_of,
)
from reports.comparison.verdicts import BETTER, WORSE
from reports.language import marked, tr
from reports.scale import Scale
from reports.sheet import Box, Sheet, text_width, widest
from reports.style import BLUE, GREEN, MUTED, PAPER, REFERENCE, RULE, SLATE
from reports.wording import general

_HEIGHT: Final = 280.0
_BELOW: Final = 44.0
_BETWEEN_TICKS: Final = 10.0

_KEY: Final = (
    Sample(cell=ValueCell(text="", brief="", outline=2), meaning=marked("best")),
    Sample(cell=ValueCell(text="", brief="", outline=1), meaning=marked("may be the best")),
    Sample(
        cell=ValueCell(text="", brief="", colour=BETTER), meaning=marked("better than the field")
    ),
    Sample(cell=ValueCell(text="", brief="", colour=WORSE), meaning=marked("worse than the field")),
    Sample(cell=ValueCell(text="", brief=""), meaning=marked("neither is shown")),
)


def sweep_chart(tables: ComparisonTables, swept: Swept) -> Chart:
    """Draw what the points win more than the field."""
    draw, caption = (
        (_draw_curve, _CURVE) if len(swept.parameters) == 1 else (_draw_heat_map, _HEAT_MAP)
    )
    level = level_text(tables.provenance)
    words = "; ".join(_in_words(swept, point) for point in swept.points)
    return Chart(
        name=f"sweep-{swept.players}",
        title=best_in_words(swept),
        caption=tr(caption, field=swept.reference, level=level),
        alt=tr("Units per deal more than {field}. {values}.", field=swept.reference, values=words),
        footer=footer_of(tables.provenance, [swept.players]),
        paint=partial(draw, swept=swept),
    )


_CURVE: Final = marked(
    "Dot: units per deal that the policy with this value wins more than {field}, on the same "
    "cards and at every seat; large: the best; filled: may be the best; hollow: shown to be worse "
    "than the best. Band and upright lines: {level} interval that holds for all points at once and "
    "at any time of looking. Between the dots the curve is a guide for the eye."
)
_HEAT_MAP: Final = marked(
    "Units per deal that the policy with these values wins more than {field}, on the same "
    "cards and at every seat. Tinted where it is shown, by {level} intervals that hold for all "
    "points at once and at any time of looking, to be better or worse than that; outlined where it "
    "is not shown to be worse than the best point."
)


def _in_words(swept: Swept, point: Point) -> str:
    values = {
        "point": place_in_words(swept, point),
        "values": f"{point.number} ({point.interval})",
    }
    if point.is_best:
        return tr("{point}: {values}, the best", **values)
    if point.may_be_best:
        return tr("{point}: {values}, may be the best", **values)
    return tr("{point}: {values}", **values)


def _draw_curve(sheet: Sheet, swept: Swept) -> None:
    """Draw the curve of one parameter, with its band."""
    points = [point for point in swept.points if point.value is not None]
    ends = [end for point in points for end in (point.value, *(point.ends or ()))]
    known = [0.0, *(end for end in ends if end is not None)]
    margin = 0.08 * (max(known) - min(known)) or 0.01
    up = Scale(low=min(known) - margin, high=max(known) + margin, label="", percent=False)
    small = sheet.canvas.small
    ticks = up.ticks(6)
    room = widest([up.tick_text(tick, ticks) for tick in ticks], small) + 10
    top = sheet.bottom + 24
    text = tr("units per deal more than {field}", field=swept.reference)
    sheet.write(text, sheet.margin, top - 14, size=small, colour=MUTED)
    box = Box(
        left=sheet.margin + room, top=top, width=sheet.canvas.width - room - 14, height=_HEIGHT
    )
    axes = sheet.axes(box)
    axes.set_ylim(up.low, up.high)
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: up.tick_text(tick, ticks)))
    axes.tick_params(axis="y", labelsize=small)
    axes.grid(axis="y", color=RULE.light, linewidth=1)
    axes.set_axisbelow(True)
    _mark_values(axes, values_of(swept, 0), box.width, small)
    axes.axhline(0, color=REFERENCE.light, linewidth=1.2)
    _draw_points(axes, points)
    middle = box.left + box.width / 2
    name = swept.parameters[0]
    sheet.write(name, middle, top + _HEIGHT + 33, ha="center", size=small, colour=MUTED)
    sheet.bottom = max(sheet.bottom, top + _HEIGHT + _BELOW)


def _mark_values(axes: Axes, values: Sequence[float], width: float, small: float) -> None:
    """Put the values on the axis that were tried, as many as stand apart."""
    low, high = values[0], values[-1]
    margin = 0.05 * (high - low) or 0.5
    axes.set_xlim(low - margin, high + margin)
    pixels = width / (high - low + 2 * margin)
    marked: list[float] = []
    for value in values:
        needed = text_width(general(value), small) + _BETWEEN_TICKS
        if not marked or (value - marked[-1]) * pixels >= needed:
            marked.append(value)
    axes.xaxis.set_major_locator(FixedLocator(marked))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: general(tick)))
    axes.tick_params(axis="x", labelsize=small)


def _draw_points(axes: Axes, points: Sequence[Point]) -> None:
    with_ends = [(point.at[0], *point.ends) for point in points if point.ends is not None]
    if with_ends:
        places, lows, highs = map(list, zip(*with_ends, strict=True))
        axes.fill_between(places, lows, highs, color=BLUE.light, alpha=0.12, linewidth=0)
        axes.vlines(places, lows, highs, colors=BLUE.light, linewidths=2)
    axes.plot(
        [point.at[0] for point in points],
        [point.value or 0.0 for point in points],
        color=SLATE.light,
        linewidth=1,
        zorder=1.5,
    )
    for point in points:
        colour = GREEN if point.is_best else BLUE
        axes.plot(
            point.at[0],
            point.value or 0.0,
            marker="o",
            markersize=12 if point.is_best else 8,
            markerfacecolor=colour.light if point.may_be_best else PAPER.light,
            markeredgecolor=colour.light,
            linestyle="none",
            clip_on=False,
        )


def _draw_heat_map(sheet: Sheet, swept: Swept) -> None:
    """Draw the cells of two parameters; on a narrow sheet the one of fewer values is across."""
    across, down = (0, 1)
    if len(values_of(swept, 0)) > len(values_of(swept, 1)) and sheet.canvas.is_narrow:
        across, down = down, across
    points = {(point.at[across], point.at[down]): point for point in swept.points}
    columns, rows = values_of(swept, across), values_of(swept, down)
    cells = Cells(
        rows=tuple(
            tuple(_cell(points.get((column, row))) for column in columns) for row in reversed(rows)
        ),
        row_labels=tuple(general(value) for value in reversed(rows)),
        column_labels=tuple(general(value) for value in columns),
        row_name=swept.parameters[down],
        column_name=swept.parameters[across],
    )
    draw_cells(cells, sheet, sheet.margin, sheet.bottom, sheet.canvas.width)
    draw_key(sheet, _KEY)


def _cell(point: Point | None) -> ValueCell | None:
    if point is None:
        return None
    return ValueCell(
        text=point.number,
        brief={1: "+", -1: "−", 0: "?"}[point.side],
        colour={1: BETTER, -1: WORSE, 0: None}[point.side],
        bold=point.is_best,
        muted=not point.side and not point.may_be_best,
        outline=2 if point.is_best else 1 if point.may_be_best else 0,
    )

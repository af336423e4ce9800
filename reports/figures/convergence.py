"""How the rates of the headline contract settled down while more and more deals were counted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import (
    clusters_in_words,
    footer_of,
    headline_name,
    level_text,
)
from reports.curves import CURVE_WIDTH, mark_shares, write_below
from reports.estimates import Share
from reports.grid import Panel, draw_grid
from reports.language import tr, trn
from reports.scale import Scale
from reports.sheet import Box, Sheet, text_width
from reports.style import BLUE, GREEN, INK, Colour
from reports.wording import count, percent, percent_interval, prose, sentence

_ROOM_FOR_SHARES: Final = 52.0
_ROOM_FOR_LAST_TICK: Final = 36.0
_ABOVE: Final = 4.0
_HEIGHT: Final = 150.0
_BELOW: Final = 46.0
_BETWEEN_TICKS: Final = 14.0
_WIDEST: Final = 12.0
"""The axis begins where the interval is at most so many times as wide as the last."""
_COLOURS: Final[dict[str, Colour]] = {"made": GREEN, "bid": BLUE}
"""What is drawn; how often the contract is played is nearly how often it is bid."""


def convergence(tables: Tables) -> Chart | None:
    """Draw the estimates and their intervals over n; None where there is but one n."""
    if tables.convergence is None:
        return None
    courses = [course for course in _courses(tables) if len(course.shares) > 1]
    if not courses:
        return None
    return Chart(
        name="convergence",
        title=_finding(courses[0], tables),
        caption=prose(
            tr(
                "Line: share among the first deals by number, more and more of them; band: "
                "{level} interval of each share by itself; dashes: share among all deals.",
                level=level_text(tables.provenance),
            ),
            tr("Every share holds the deals of those left of it, so neighbours go together."),
            clusters_in_words(tables.provenance),
        ),
        alt=prose(
            tr("Shares among more and more deals."),
            *(_in_words(course, tables) for course in courses),
        ),
        footer=footer_of(tables),
        paint=partial(_draw, courses, headline_name(tables)),
    )


@dataclass(frozen=True, kw_only=True)
class _Course:
    """How one share went on: among how many deals, and what it was."""

    measure: str
    deals: tuple[int, ...]
    shares: tuple[Share, ...]

    @property
    def settled_from(self) -> int | None:
        """From how many deals on the estimate has stayed in the last interval; None: at the end."""
        low, high = self.shares[-1].low, self.shares[-1].high
        outside = [
            place
            for place, share in enumerate(self.shares)
            if not low <= (share.rate or 0.0) <= high
        ]
        first = outside[-1] + 1 if outside else 0
        return self.deals[first] if first < len(self.deals) - 1 else None

    @property
    def shown(self) -> _Course:
        """The part that is drawn: from where on intervals are not much wider than the last."""
        widths = [share.high - share.low for share in self.shares]
        wide = [place for place, width in enumerate(widths) if width > _WIDEST * widths[-1]]
        first = min(wide[-1] + 1 if wide else 0, len(widths) - 2)
        return replace(self, deals=self.deals[first:], shares=self.shares[first:])


def _courses(tables: Tables) -> Iterator[_Course]:
    """Take the table apart, the share of contracts kept first; leave out shares of nothing."""
    assert tables.convergence is not None
    for measure in _COLOURS:
        rows = tables.convergence.filter(measure=measure).sort("deals").rows(named=True)
        shares = [(row["deals"], Share.from_columns(row, "successes", "n")) for row in rows]
        known = [(deals, share) for deals, share in shares if share.rate is not None]
        if known:
            deals, of = zip(*known, strict=True)
            yield _Course(measure=measure, deals=deals, shares=of)


def _heading(measure: str, contract: str) -> str:
    if measure == "made":
        return tr("{contract} made", contract=contract)
    return tr("{contract} bid", contract=contract)


def _detail(measure: str, share: Share) -> str:
    if measure == "made":
        return trn("{share} of {n} deal played in it", "{share} of {n} deals played in it",
                   share.of, share=percent(share))  # fmt: skip
    return trn("{share} of {n} deal", "{share} of {n} deals", share.of, share=percent(share))


def _finding(course: _Course, tables: Tables) -> str:
    heading = _heading(course.measure, headline_name(tables))
    last = course.shares[-1]
    if course.settled_from is None:
        return sentence(
            tr(
                "{what}: the estimate is {share} and was still moving at the end",
                what=heading,
                share=percent(last),
            )
        )
    return sentence(
        trn(
            "{what}: from {n} deal on the estimate has stayed within {interval} %, where it ended",
            "{what}: from {n} deals on the estimate has stayed within {interval} %, where it ended",
            course.settled_from,
            what=heading,
            interval=percent_interval(last),
        )
    )


def _in_words(course: _Course, tables: Tables) -> str:
    places = sorted({0, len(course.deals) // 3, 2 * len(course.deals) // 3, len(course.deals) - 1})
    points = "; ".join(
        trn(
            "{share} ({interval}) among {n} deal",
            "{share} ({interval}) among {n} deals",
            course.deals[place],
            share=percent(course.shares[place]),
            interval=percent_interval(course.shares[place]),
        )
        for place in places
    )
    heading = _heading(course.measure, headline_name(tables))
    return tr("{what}: {points}.", what=heading, points=points)


def _draw(courses: Sequence[_Course], contract: str, sheet: Sheet) -> None:
    panels = [
        Panel(
            heading=_heading(course.measure, contract),
            detail=_detail(course.measure, course.shares[-1]),
            height=_ABOVE + _HEIGHT + _BELOW,
            paint=partial(_draw_course, course.shown),
            colour=_COLOURS[course.measure],
        )
        for course in courses
    ]
    draw_grid(sheet, panels)


def _draw_course(course: _Course, sheet: Sheet, left: float, top: float, width: float) -> None:
    size = sheet.canvas.small
    box = Box(
        left=left + _ROOM_FOR_SHARES,
        top=top + _ABOVE,
        width=width - _ROOM_FOR_SHARES - _ROOM_FOR_LAST_TICK,
        height=_HEIGHT,
    )
    axes = sheet.axes(box)
    colour = _COLOURS[course.measure].light
    rates = [100 * (share.rate or 0.0) for share in course.shares]
    lows = [100 * share.low for share in course.shares]
    highs = [100 * share.high for share in course.shares]
    axes.fill_between(course.deals, lows, highs, color=colour, alpha=0.25, linewidth=0)
    axes.plot(course.deals, rates, color=colour, linewidth=CURVE_WIDTH, marker="o", markersize=3)
    axes.axhline(rates[-1], color=INK.light, linewidth=1, linestyle=(0, (4, 3)))
    scale = Scale(low=min(lows), high=max(highs), label="", percent=True)
    axes.set_ylim(scale.low, scale.high)
    ticks = scale.ticks(4)
    mark_shares(axes, ticks, size)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: scale.tick_text(tick, ticks)))
    _mark_deals(axes, course.deals, box.width, size)
    write_below(sheet, box, tr("deals counted"))


def _mark_deals(axes: Axes, deals: Sequence[int], width: float, size: float) -> None:
    """Give the level axis its powers of ten, as many as there is room for."""
    axes.set_xscale("log")
    axes.set_xlim(deals[0], deals[-1])
    powers = [10**power for power in range(19) if deals[0] <= 10**power <= deals[-1]]
    widest = max((text_width(count(power), size) for power in powers), default=0.0)
    decades = math.log10(deals[-1] / deals[0])
    every = max(1, math.ceil((widest + _BETWEEN_TICKS) * decades / width))
    ticks = powers[::-1][::every] or [deals[0], deals[-1]]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: count(round(tick))))
    axes.tick_params(axis="x", labelsize=size)

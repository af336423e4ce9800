"""How balances spread in the course of a session, and how often a player is ahead by then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

from matplotlib.ticker import MaxNLocator

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text, session_in_words
from reports.curves import (
    CURVE_WIDTH,
    mark_shares,
    mark_units,
    mark_whole_numbers,
    write_around,
    write_player,
)
from reports.estimates import Share
from reports.figures.balances import share_of_pool_in_words
from reports.language import tr, trn
from reports.options import may_end_early
from reports.scale import Scale
from reports.sheet import Box, Sheet, text_width
from reports.style import AXIS, INK, PLAYER_LINES
from reports.wording import counted, in_percent, percent, prose, signed

_ROOM_FOR_UNITS: Final = 40.0
_ROOM_FOR_LAST_TICK: Final = 18.0
_NAME: Final = 26.0
_FAN: Final = 78.0
_BETWEEN: Final = 10.0
_CURVES: Final = 190.0
_LEAST_CURVES: Final = 150.0
_BELOW: Final = 46.0
_PART_OF_FANS: Final = 0.55
_APART: Final = 0.006
"""So far apart are the points of two players, as a share of the axis: intervals can be told."""


def balance_after_deals(tables: Tables) -> Chart | None:
    """Draw each player's fan of balances, and his chance to be ahead; None if nobody counted it."""
    if tables.balances_after is None:
        return None
    paths = _Paths.of(tables)
    return Chart(
        name="balance-after-deals",
        title=_finding(paths, tables),
        caption=prose(
            tr(
                "Fans: {least} to {most} of balances after so many deals (pale), the middle half "
                "(dark) and the median (line).",
                least=5,
                most=in_percent(95),
            )
            if paths.several
            else "",
            tr(
                "Ahead: share of sessions in which the balance is above 0 by then, in the line "
                "beside the player's name; upright lines: {level} intervals.",
                level=level_text(tables.provenance),
            ),
            sample_in_words(tables, paths.sessions),
            tr("A session that ends early keeps the balances that it ended with.")
            if may_end_early(tables.provenance)
            else "",
            share_of_pool_in_words(tables),
            tr("Quantiles are exact for these sessions."),
        ),
        alt=prose(
            tr("Balances in the course of a session, in units."),
            *(_in_words(rows) for rows in paths.by_player),
        ),
        footer=footer_of(tables),
        paint=partial(_draw, paths),
    )


def sample_in_words(tables: Tables, sessions: int) -> str:
    """Say how many sessions were followed deal by deal, and which."""
    if sessions == tables.provenance.sessions:
        return trn(
            "n is {n} session of {deals}.",
            "n is {n} sessions of {deals}.",
            sessions,
            deals=session_in_words(tables.provenance),
        )
    return tr(
        "n is {sessions} of {deals}, those of {all} that are followed deal by deal: their numbers "
        "alone tell which.",
        sessions=counted(sessions, "session"),
        deals=session_in_words(tables.provenance),
        all=counted(tables.provenance.sessions, "session"),
    )


@dataclass(frozen=True)
class _Paths:
    """What is drawn: the rows of each player, in the order of deals."""

    by_player: tuple[tuple[Mapping[str, Any], ...], ...]

    @classmethod
    def of(cls, tables: Tables) -> _Paths:
        """Take the table apart."""
        assert tables.balances_after is not None
        rows: dict[int, list[Mapping[str, Any]]] = {}
        for row in tables.balances_after.sort("player", "deals").rows(named=True):
            rows.setdefault(row["player"], []).append(row)
        return cls(tuple(tuple(own) for own in rows.values()))

    @property
    def deals(self) -> list[int]:
        """After which deals."""
        return [row["deals"] for row in self.by_player[0]]

    @property
    def sessions(self) -> int:
        """How many sessions are counted."""
        return int(self.by_player[0][0]["sessions"])

    @property
    def several(self) -> bool:
        """Whether there is more than one session, so that there is a spread to draw."""
        return self.sessions > 1

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest balance that the fans show."""
        rows = [row for own in self.by_player for row in own]
        low, high = min(row["q05"] for row in rows), max(row["q95"] for row in rows)
        return (min(low, 0), max(high, 0)) if low < high else (low - 1, high + 1)

    def ahead(self, deals: int) -> float:
        """Share of sessions, in percent, in which the average player is ahead by then."""
        found = [row for own in self.by_player for row in own if row["deals"] == deals]
        ahead: int = sum(row["ahead"] for row in found)
        return 100 * ahead / (len(found) * self.sessions)


def _finding(paths: _Paths, tables: Tables) -> str:
    first, last = paths.deals[0], paths.deals[-1]
    if not paths.several:
        return tr("One session was played: its balances show no spread")
    if first == last:
        return tr(
            "The average player is ahead after the only deal in {share} of sessions",
            share=in_percent(paths.ahead(last), 1),
        )
    return tr(
        "The average player is ahead after the first deal in {first} of sessions, after {deals} "
        "in {last}",
        first=in_percent(paths.ahead(first), 1),
        deals=session_in_words(tables.provenance),
        last=in_percent(paths.ahead(last), 1),
    )


def _in_words(rows: Sequence[Mapping[str, Any]]) -> str:
    return tr("{name}: {points}.", name=rows[0]["name"], points="; ".join(map(_point, rows)))


def _point(row: Mapping[str, Any]) -> str:
    return tr(
        "after {deals} median {median}, middle half {low} to {high}, ahead in {ahead}",
        deals=counted(row["deals"], "deal"),
        median=signed(row["q50"], 0),
        low=signed(row["q25"], 0),
        high=signed(row["q75"], 0),
        ahead=percent(Share.from_family(row, "ahead", "sessions")),
    )


def _draw(paths: _Paths, sheet: Sheet) -> None:
    """Put the fans left and the chances right, or one above the other where it is narrow."""
    top, narrow, broad = sheet.bottom, sheet.canvas.is_narrow, sheet.canvas.width
    left = sheet.margin + _ROOM_FOR_UNITS
    width = (broad if narrow else _PART_OF_FANS * broad) - _ROOM_FOR_UNITS - _ROOM_FOR_LAST_TICK
    row = _NAME + _FAN + _BETWEEN
    for player, rows in enumerate(paths.by_player):
        place = top + player * row
        room = width - text_width(tr("balance, units"), sheet.canvas.small)
        write_player(sheet, player, rows[0]["name"], (sheet.margin, place + 11), room)
        box = Box(left=left, top=place + _NAME, width=width, height=_FAN)
        _draw_fan(paths, player, sheet, box)
    last = top + len(paths.by_player) * row - _BETWEEN
    fans = Box(left=left, top=top + _NAME, width=width, height=last - top - _NAME)
    write_around(sheet, fans, above=tr("balance, units"), below=tr("deals of the session"))
    if narrow:
        box = Box(left=left, top=last + _BELOW + 2 * _NAME, width=width, height=_CURVES)
    else:
        left += width + _ROOM_FOR_LAST_TICK + _ROOM_FOR_UNITS + 24
        width = sheet.margin + broad - left - _ROOM_FOR_LAST_TICK
        height = max(_LEAST_CURVES, fans.height)
        box = Box(left=left, top=fans.top, width=width, height=height)
    _draw_chances(paths, sheet, box)


def _scale(paths: _Paths) -> Scale:
    last = float(paths.deals[-1])
    return Scale(low=0, high=last, label="", percent=False, signed=False)


def _draw_fan(paths: _Paths, player: int, sheet: Sheet, box: Box) -> None:
    """Draw one player's quantiles; before the first deal all balances are 0."""
    axes, size = sheet.axes(box), sheet.canvas.small
    rows = paths.by_player[player]
    deals = [0, *paths.deals]
    values = {name: [0, *(row[name] for row in rows)] for name in _QUANTILES}
    colour = PLAYER_LINES[player][0].light
    axes.axhline(0, color=AXIS.light, linewidth=1)
    axes.fill_between(deals, values["q05"], values["q95"], color=colour, alpha=0.22, linewidth=0)
    axes.fill_between(deals, values["q25"], values["q75"], color=colour, alpha=0.5, linewidth=0)
    axes.plot(deals, values["q50"], color=INK.light, linewidth=CURVE_WIDTH)
    low, high = paths.ends
    axes.set_ylim(low, high)
    ticks = MaxNLocator(nbins=4, integer=True).tick_values(low, high)
    mark_units(axes, [tick for tick in ticks if low <= tick <= high], size)
    mark_whole_numbers(axes, _scale(paths), box.width, size)
    labels = player == len(paths.by_player) - 1
    axes.tick_params(axis="x", labelbottom=labels, length=4 if labels else 0)
    axes.spines["bottom"].set_visible(labels)


_QUANTILES: Final = ("q05", "q25", "q50", "q75", "q95")


def _draw_chances(paths: _Paths, sheet: Sheet, box: Box) -> None:
    """Draw how often each player is ahead by then."""
    axes, size = sheet.axes(box), sheet.canvas.small
    apart, highest = _APART * paths.deals[-1], 0.0
    for player, rows in enumerate(paths.by_player):
        places = [deals + apart * player for deals in paths.deals]
        colour, dashes = PLAYER_LINES[player]
        shares = [Share.from_family(row, "ahead", "sessions") for row in rows]
        values = [100 * (share.rate or 0.0) for share in shares]
        axes.plot(
            places, values, color=colour.light, linestyle=dashes, linewidth=CURVE_WIDTH,
            marker="o", markersize=3.5,
        )  # fmt: skip
        ends = [(100 * share.low, 100 * share.high) for share in shares]
        axes.vlines(places, *zip(*ends, strict=True), color=colour.light, linewidth=1.2)
        highest = max(highest, *(high for _, high in ends))
    top = min(100.0, 10 * (highest // 10 + 1))
    axes.set_ylim(0, top)
    ticks = MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]).tick_values(0, top)
    mark_shares(axes, [tick for tick in ticks if 0 <= tick <= top], size)
    mark_whole_numbers(axes, _scale(paths), box.width, size)
    axes.set_xlim(0, paths.deals[-1] + apart * len(paths.by_player))
    write_around(
        sheet, box, above=tr("sessions in which the player is ahead"),
        below=tr("deals of the session"),
    )  # fmt: skip

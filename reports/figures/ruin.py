"""How often a stack of units would be lost within a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from matplotlib.ticker import MaxNLocator

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text, session_in_words
from reports.curves import (
    CURVE_WIDTH,
    mark_shares,
    mark_whole_numbers,
    write_around,
    write_players,
)
from reports.estimates import Share
from reports.figures.balance_paths import sample_in_words
from reports.language import tr, trn
from reports.options import options_of
from reports.scale import Scale
from reports.sheet import Box, Sheet
from reports.style import INK, PLAYER_LINES
from reports.wording import in_percent, listed, percent, prose

_ROOM_FOR_SHARES: Final = 44.0
_ROOM_FOR_LAST_TICK: Final = 18.0
_ABOVE: Final = 26.0
_HEIGHT: Final = 210.0
_SHOWN_DOWN_TO: Final = 0.001
"""The axis ends with the first stack that every player loses as rarely as that."""
_SELDOM: Final = 0.05
_CHANCES: Final = (0.75, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.001)
"""The stacks that tables show are the first ones lost as rarely as this."""


def ruin(tables: Tables) -> Chart | None:
    """Draw how often each player loses which stack; None where nobody ever loses anything."""
    lost = Lost.of(tables)
    if lost is None:
        return None
    return Chart(
        name="ruin",
        title=_finding(lost, tables),
        caption=prose(
            tr(
                "Height: share of sessions in which the player's balance falls by the stack or "
                "more, at the end of any deal; band: {level} interval.",
                level=level_text(tables.provenance),
            ),
            tr("He is taken to play on as if he had more: nobody leaves, and no bid is changed.")
            if not lost.chips
            else "",
            tr("Upright line: the stack of these rules.") if lost.shows_chips else "",
            sample_in_words(tables, lost.sessions),
            tr(
                "Stacks beyond the axis are lost in at most {share} of sessions.",
                share=in_percent(100 * _SHOWN_DOWN_TO),
            )
            if lost.last < lost.stacks[-1]
            else "",
        ),
        alt=prose(
            tr("Sessions in which a stack is lost."),
            *(_in_words(lost, player) for player in range(len(lost.names))),
        ),
        footer=footer_of(tables),
        paint=partial(_draw, lost),
    )


@dataclass(frozen=True, kw_only=True)
class Lost:
    """How often which stack is lost.

    Attributes
    ----------
    names
        The players.
    stacks
        Units, in increasing order.
    shares
        Of each player, by stack.
    sessions
        How many sessions are counted.
    chips
        The stack that the rules give every player; 0 if they give none.
    """

    names: tuple[str, ...]
    stacks: tuple[int, ...]
    shares: tuple[tuple[Share, ...], ...]
    sessions: int
    chips: int

    @classmethod
    def of(cls, tables: Tables) -> Lost | None:
        """Take the table apart; None if there is none, or nobody ever loses anything."""
        if tables.ruin is None or tables.ruin.is_empty():
            return None
        rows = tables.ruin.sort("player", "stack").rows(named=True)
        names = {row["player"]: row["name"] for row in rows}
        return cls(
            names=tuple(names.values()),
            stacks=tuple(row["stack"] for row in rows if row["player"] == 0),
            shares=tuple(
                tuple(
                    Share.from_family(row, "ruined", "sessions")
                    for row in rows
                    if row["player"] == player
                )
                for player in names
            ),
            sessions=rows[0]["sessions"],
            chips=int(options_of(tables.provenance)["chips"]),
        )

    def worst(self, place: int) -> float:
        """Share of sessions in which the player loses a stack who loses it most often."""
        return max(own[place].rate or 0.0 for own in self.shares)

    def first_as_rare(self, chance: float) -> int | None:
        """Place of the least stack that nobody loses more often; None where there is none."""
        places = range(len(self.stacks))
        return next((place for place in places if self.worst(place) <= chance), None)

    @cached_property
    def last(self) -> int:
        """The last stack that the axis shows."""
        place = self.first_as_rare(_SHOWN_DOWN_TO)
        return self.stacks[-1 if place is None else place]

    @property
    def shows_chips(self) -> bool:
        """Whether the axis reaches to the stack of the rules."""
        return 0 < self.chips <= self.last

    @property
    def told(self) -> list[int]:
        """Places of the stacks that stand for all, in order."""
        found = (self.first_as_rare(chance) for chance in _CHANCES)
        places = {0, *(place for place in found if place is not None)}
        if self.chips in self.stacks:
            places.add(self.stacks.index(self.chips))
        return sorted(places)


def _finding(lost: Lost, tables: Tables) -> str:
    deals = session_in_words(tables.provenance)
    if lost.sessions == 1:
        return tr("One session is too little to say how often a stack is lost")
    place = lost.first_as_rare(_SELDOM)
    if place is None:
        most = max(range(len(lost.names)), key=lambda player: lost.shares[player][-1].rate or 0.0)
        return trn(
            "A stack of {n} unit is lost within {deals} in {share} of sessions by {name}",
            "A stack of {n} units is lost within {deals} in {share} of sessions by {name}",
            lost.stacks[-1],
            deals=deals,
            share=percent(lost.shares[most][-1]),
            name=lost.names[most],
        )
    return trn(
        "A stack of {n} unit is lost within {deals} in at most one session in twenty",
        "A stack of {n} units is lost within {deals} in at most one session in twenty",
        lost.stacks[place],
        deals=deals,
    )


def _in_words(lost: Lost, player: int) -> str:
    points = [
        trn(
            "{n} unit in {share}",
            "{n} units in {share}",
            lost.stacks[place],
            share=percent(lost.shares[player][place]),
        )
        for place in lost.told
    ]
    return tr("{name}: {points}.", name=lost.names[player], points=listed(points))


def _draw(lost: Lost, sheet: Sheet) -> None:
    write_players(sheet, lost.names, sheet.margin, sheet.canvas.width)
    size = sheet.canvas.small
    left = sheet.margin + _ROOM_FOR_SHARES
    width = sheet.canvas.width - _ROOM_FOR_SHARES - _ROOM_FOR_LAST_TICK
    box = Box(left=left, top=sheet.bottom + _ABOVE, width=width, height=_HEIGHT)
    axes = sheet.axes(box)
    stacks = [0, *lost.stacks]
    for player, shares in enumerate(lost.shares):
        colour, dashes = PLAYER_LINES[player]
        axes.fill_between(
            stacks, _steps([100 * s.low for s in shares]), _steps([100 * s.high for s in shares]),
            step="pre", color=colour.light, alpha=0.22, linewidth=0,
        )  # fmt: skip
        axes.step(
            stacks, _steps([100 * (s.rate or 0.0) for s in shares]), where="pre",
            color=colour.light, linestyle=dashes, linewidth=CURVE_WIDTH,
        )  # fmt: skip
    highest = 100 * max(own[0].high for own in lost.shares)
    top = min(100.0, 10 * (highest // 10 + 1))
    axes.set_ylim(0, top)
    ticks = MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]).tick_values(0, top)
    mark_shares(axes, [tick for tick in ticks if 0 <= tick <= top], size)
    scale = Scale(low=0, high=lost.last, label="", percent=False, signed=False)
    mark_whole_numbers(axes, scale, width, size)
    if lost.shows_chips:
        axes.axvline(lost.chips, color=INK.light, linewidth=1.2)
    write_around(
        sheet, box, above=tr("sessions in which the stack is lost"), below=tr("stack, units")
    )


def _steps(values: Sequence[float]) -> list[float]:
    """Begin the first step at its own height."""
    return [values[0], *values]

"""Which line-ups the figures of behaviour show: all, or where they are many, a fair choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.comparisons.tables import ComparisonTables
from reports.comparison.names import ShortNames, short_names
from reports.comparison.ranking import Standings
from reports.language import tr
from reports.sheet import BROAD

AMONG: Final = " among "
"""Between the two policies in the label of a line-up of a round robin, as the tables have it."""

MOST_SHOWN: Final = 12
"""As many rows as a figure of several measures holds on one printed page."""

_MOST_OF_GRID: Final = 5
"""Of many points of two parameters, so many are shown: they have no order of their own."""


@dataclass(frozen=True, kw_only=True)
class ShownEntries:
    """The line-ups that are shown at a table of one size.

    Attributes
    ----------
    players
        Seats at the table.
    entries
        Their labels as the tables have them, strongest first.
    left_out
        A sentence that says what is not shown; empty where all is.
    around
        How the labels end of those that sit among the policy that most do.
    """

    players: int
    entries: tuple[str, ...]
    left_out: str
    around: str = ""

    def name(self, entry: str) -> str:
        """Name a line-up: without those who sit around the studied one, where all have the same."""
        return entry_in_words(entry.removesuffix(self.around))

    def short(self, width: float, *, bold: bool = False) -> Mapping[str, str]:
        """Name them in at most so many CSS pixels."""
        short = self._short(width, bold)
        return {entry: short.of[self.name(entry)] for entry in self.entries}

    def key(self, width: float, *, bold: bool = False) -> str:
        """Say what the numbers in such names stand for, as a sentence; or nothing."""
        return self._short(width, bold).key

    def _short(self, width: float, bold: bool) -> ShortNames:
        names = [self.name(entry) for entry in self.entries]
        return short_names(names, width, BROAD.text, bold=bold)


def entry_in_words(entry: str) -> str:
    """Name a line-up in the language spoken.

    >>> entry_in_words("peel"), entry_in_words("peel among foster")
    ('peel', 'peel among foster')
    """
    studied, among, around = entry.partition(AMONG)
    return tr("{studied} among {around}", studied=studied, around=around) if among else studied


def shown_entries(tables: ComparisonTables, of_size: Standings) -> ShownEntries:
    """Choose what is shown: all, or the best points of a sweep, or those among one policy."""
    scores = tables.scores.filter(players=of_size.players)
    entries = _strongest_first(scores["entry"].to_list(), of_size)
    if tables.sweep is not None:
        return _of_sweep(tables.sweep, tables.provenance.swept, of_size, entries)
    if len(entries) <= MOST_SHOWN:
        return _shown(of_size, entries, "")
    if tables.provenance.design == "round robin" and len(of_size.subjects) <= MOST_SHOWN:
        return _among_the_strongest(of_size, entries)
    text = tr("Shown are the {n} strongest of {of}.", n=MOST_SHOWN, of=len(entries))
    return _shown(of_size, entries[:MOST_SHOWN], text)


def _strongest_first(entries: list[str], of_size: Standings) -> list[str]:
    """Sort line-ups by the strength of what is studied in them, then of those around it."""
    order = {label: place for place, label in enumerate(of_size.strongest_first)}

    def places(entry: str) -> tuple[int, int]:
        studied, _, around = entry.partition(AMONG)
        last = len(order)
        return order.get(entry, order.get(studied, last)), order.get(around, last)

    return sorted(entries, key=places)


def _of_sweep(
    sweep: pl.DataFrame, swept: tuple[str, ...], of_size: Standings, entries: list[str]
) -> ShownEntries:
    """Show the points of a curve in their order, or else the best ones; and the field."""
    of_players = sweep.filter(players=of_size.players).sort(swept)["entry"].to_list()
    points = [entry for entry in entries if entry in of_players]
    field = [entry for entry in entries if entry not in of_players]
    most = MOST_SHOWN - len(field)
    if len(swept) > 1 and len(points) > most:
        most = _MOST_OF_GRID
    text = tr("Shown are the {n} best of {of} points.", n=most, of=len(points))
    best = points[:most]
    if len(swept) == 1:
        best.sort(key=of_players.index)
    return _shown(of_size, [*best, *field], text if len(points) > most else "")


def _among_the_strongest(of_size: Standings, entries: list[str]) -> ShownEntries:
    """Show all policies among the strongest, and that one among the next."""
    first, second = of_size.strongest_first[:2]
    around = f"{AMONG}{first}"
    itself = [entry for entry in entries if entry == f"{first}{AMONG}{second}"]
    among = [entry for entry in entries if entry.endswith(around)]
    return ShownEntries(
        players=of_size.players,
        entries=(*itself, *among),
        left_out=tr(
            "Shown are the policies among players of {first}, and that one among players of "
            "{second}.",
            first=first,
            second=second,
        ),
        around=around,
    )


def _shown(of_size: Standings, entries: list[str], left_out: str) -> ShownEntries:
    return ShownEntries(players=of_size.players, entries=tuple(entries), left_out=left_out)

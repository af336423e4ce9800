"""The points of a sweep: where they are, what they are worth, which of them may be the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import polars as pl

from pipelines.comparisons.tables import ComparisonProvenance
from reports.comparison.wording import at_tables, ends_in_words
from reports.conditions import number_word
from reports.language import tr
from reports.wording import NOTHING, decimal, decimals_for, general, listed, signed


@dataclass(frozen=True, kw_only=True)
class Point:
    """One point.

    Attributes
    ----------
    at
        Values of the swept parameters, in their order.
    value
        Units per deal more than the field; None where nothing was played.
    ends
        Its interval, for all points at once; None where there is none.
    is_best, may_be_best
        Whether its estimate is the highest; whether it is not shown to be worse than that one.
    """

    at: tuple[float, ...]
    value: float | None
    ends: tuple[float, float] | None
    is_best: bool
    may_be_best: bool

    @property
    def side(self) -> int:
        """On which side of the field it is shown to be: -1 worse, 1 better, 0 neither."""
        if self.ends is None:
            return 0
        return 1 if self.ends[0] > 0 else -1 if self.ends[1] < 0 else 0

    @property
    def decimals(self) -> int:
        """Decimals that its interval supports."""
        return 3 if self.ends is None else decimals_for((self.ends[1] - self.ends[0]) / 2)

    @property
    def number(self) -> str:
        """Its estimate as text."""
        return NOTHING if self.value is None else signed(self.value, self.decimals)

    @property
    def interval(self) -> str:
        """Its interval as text."""
        return ends_in_words(self.ends, self.decimals)


@dataclass(frozen=True, kw_only=True)
class Swept:
    """A sweep at a table of one size.

    Attributes
    ----------
    players
        Seats at the table.
    parameters
        Names of the swept parameters.
    reference
        What the points are held against.
    points
        In rising order of the parameters.
    """

    players: int
    parameters: tuple[str, ...]
    reference: str
    points: tuple[Point, ...]

    @property
    def best(self) -> Point:
        """The point of the highest estimate; the first of several."""
        return next((point for point in self.points if point.is_best), self.points[0])

    @property
    def rivals(self) -> tuple[Point, ...]:
        """The other points that may be the best."""
        best = self.best
        return tuple(point for point in self.points if point.may_be_best and point is not best)


def swept_at(frame: pl.DataFrame, provenance: ComparisonProvenance, players: int) -> Swept:
    """Read the rows of a table size."""
    rows = frame.filter(players=players).sort(provenance.swept).rows(named=True)
    points = tuple(
        Point(
            at=tuple(row[name] for name in provenance.swept),
            value=row["difference"],
            ends=None if row["low"] is None else (row["low"], row["high"]),
            is_best=row["is_best"],
            may_be_best=row["may_be_best"],
        )
        for row in rows
    )
    return Swept(
        players=players,
        parameters=provenance.swept,
        reference=provenance.field or tr("the field"),
        points=points,
    )


def place_in_words(swept: Swept, point: Point) -> str:
    """Say where a point is: "five = 4.2 with four = 3"."""
    parts = [
        f"{name} = {general(value)}" for name, value in zip(swept.parameters, point.at, strict=True)
    ]
    return reduce(
        lambda first, second: tr("{first} with {second}", first=first, second=second), parts
    )


def best_in_words(swept: Swept) -> str:
    """Say which point is best, and which others cannot be told from it."""
    return at_tables([swept.players], _best_in_words(swept))


def _best_in_words(swept: Swept) -> str:
    if not any(point.is_best for point in swept.points):
        return tr("nothing was played")
    best = place_in_words(swept, swept.best)
    if not swept.rivals:
        return tr("{point} is best", point=best)
    if len(swept.rivals) == len(swept.points) - 1:
        return tr("{point} has the highest estimate, but no point is shown to be worse", point=best)
    return tr(
        "{point} does best; {rivals} cannot be told from it",
        point=best,
        rivals=_rivals_in_words(swept),
    )


def worth_in_words(swept: Swept) -> str:
    """Say how much more the best point wins than what the points are held against."""
    best = swept.best
    if best.value is None:
        return ""
    if best.value == 0 and best.ends == (0.0, 0.0):
        return tr("It is {field} itself.", field=swept.reference)
    if best.ends is not None and not best.side:
        return tr(
            "That it wins more than {field} is not shown: {number} ({interval}) units per deal.",
            field=swept.reference,
            number=best.number,
            interval=best.interval,
        )
    values = {"field": swept.reference, "amount": f"{_amount(best)} ({_ends_of_amount(best)})"}
    if best.value >= 0:
        return tr("It wins {amount} units per deal more than {field}.", **values)
    return tr("It wins {amount} units per deal less than {field}.", **values)


def _amount(point: Point) -> str:
    return decimal(abs(point.value or 0.0), point.decimals)


def _ends_of_amount(point: Point) -> str:
    """Write the interval of an amount without its sign, of a point shown to be on one side."""
    if point.ends is None:
        return tr("no interval yet")
    least, most = sorted(abs(end) for end in point.ends)
    return tr(
        "{least} to {most}",
        least=decimal(least, point.decimals),
        most=decimal(most, point.decimals),
    )


def _rivals_in_words(swept: Swept) -> str:
    if len(swept.parameters) > 1:
        return _ranges(swept)
    places = [place for place, point in enumerate(swept.points) if point.may_be_best]
    low, high = (swept.points[place].at[0] for place in (places[0], places[-1]))
    if len(places) > 2 and places[-1] - places[0] == len(places) - 1:
        return tr("{least} to {most}", least=general(low), most=general(high))
    return listed([general(point.at[0]) for point in swept.rivals])


def _ranges(swept: Swept) -> str:
    """Say how many points may be the best, and between which values they lie."""
    rivals = swept.rivals
    if len(rivals) == 1:
        return place_in_words(swept, rivals[0])
    parts = []
    for place, name in enumerate(swept.parameters):
        values = [point.at[place] for point in (*rivals, swept.best)]
        low, high = min(values), max(values)
        between = tr("{least} to {most}", least=general(low), most=general(high))
        parts.append(f"{name} {general(low) if low == high else between}")
    return tr(
        "{number} other points ({ranges})", number=number_word(len(rivals)), ranges=listed(parts)
    )


def values_of(swept: Swept, parameter: int) -> Sequence[float]:
    """List the values of a parameter that were tried, rising."""
    return sorted({point.at[parameter] for point in swept.points})

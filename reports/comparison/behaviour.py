"""The table of behaviour as figures and tables ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from pipelines.comparisons.tables import ComparisonTables
from reports.dots import Dot, mean_dot, share_dot
from reports.estimates import Mean, Share
from reports.language import tr
from reports.style import GREEN, Colour

Key = tuple[str, str, str | None, int | None]


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """What the studied players of a table size do.

    Attributes
    ----------
    rows
        By line-up, measure, contract and position.
    calls
        All that can be said in the auction, the pass first, then contracts, lowest first.
    """

    rows: Mapping[Key, Mapping[str, Any]]
    calls: tuple[str, ...]

    @classmethod
    def of(cls, tables: ComparisonTables, players: int) -> Self:
        """Read the rows of a table size."""
        rows = tables.behaviour.filter(players=players).rows(named=True)
        return cls(
            rows={
                (row["entry"], row["measure"], row["contract"], row["position"]): row
                for row in rows
            },
            calls=tuple(dict.fromkeys(row["contract"] for row in rows if row["measure"] == "bid")),
        )

    @property
    def contracts(self) -> tuple[str, ...]:
        """The contracts, lowest first."""
        return tuple(call for call in self.calls if call != "pass")

    def row(
        self, entry: str, measure: str, contract: str | None = None, position: int | None = None
    ) -> Mapping[str, Any] | None:
        """Give a row; None where there is no such one."""
        return self.rows.get((entry, measure, contract, position))

    def ever(self, measure: str, contract: str) -> bool:
        """Whether it ever happened, whoever is studied."""
        return any(
            row["numerator"]
            for (_, what, of, position), row in self.rows.items()
            if (what, of, position) == (measure, contract, None)
        )


def share_of(row: Mapping[str, Any]) -> Share:
    """Read a row whose numerator is counted among its denominator.

    Without an interval its ends are at the value itself.
    """
    value = row["value"]
    known = row["low"] is not None and row["high"] is not None
    return Share(
        successes=row["numerator"],
        of=row["denominator"],
        rate=value,
        low=row["low"] if known else value,
        high=row["high"] if known else value,
    )


def mean_of(row: Mapping[str, Any]) -> Mean:
    """Read a row that counts units of money, or tricks."""
    return Mean(value=row["value"], low=row["low"], high=row["high"], clusters=row["denominator"])


def not_so(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the row of how often it does not happen.

    >>> row = {"numerator": 3, "denominator": 4, "value": 0.75, "low": 0.5, "high": 1.0}
    >>> [not_so(row)[name] for name in ("numerator", "value", "low", "high")]
    [1, 0.25, 0.0, 0.5]
    """

    def rest(value: float | None) -> float | None:
        return None if value is None else 1 - value

    return {
        **row,
        "numerator": row["denominator"] - row["numerator"],
        "value": rest(row["value"]),
        "low": rest(row["high"]),
        "high": rest(row["low"]),
    }


def rate_as_mean(row: Mapping[str, Any], clusters: int) -> Mean:
    """Read a share as a mean of so many independent units, to be compared with others."""
    return Mean(value=row["value"], low=row["low"], high=row["high"], clusters=clusters)


def rate_dot(
    label: str, row: Mapping[str, Any] | None, *, absent: str, colour: Colour = GREEN
) -> Dot:
    """Make the dot of a share, without an interval where the table has none."""
    if row is None or row["value"] is None:
        nothing = Share(successes=0, of=0, rate=None, low=0.0, high=1.0)
        return share_dot(label, nothing, absent=absent, colour=colour)
    dot = share_dot(label, share_of(row), absent=absent, colour=colour)
    if row["low"] is None or row["high"] is None:
        return replace(dot, low=None, high=None, interval=tr("no interval"))
    return dot


def value_dot(label: str, row: Mapping[str, Any] | None, *, colour: Colour = GREEN) -> Dot:
    """Make the dot of a mean in units."""
    if row is None or row["value"] is None:
        nothing = Mean(value=None, low=None, high=None, clusters=0)
        return replace(mean_dot(label, nothing, colour=colour), number=tr("never"), interval="")
    return mean_dot(label, mean_of(row), colour=colour)

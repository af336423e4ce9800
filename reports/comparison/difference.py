"""One difference between two of what is compared, as the tables state it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from reports.estimates import Mean

_OTHER_WAY: Final = {"better": "worse", "worse": "better"}


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What the first wins more than the second, in units per deal.

    Attributes
    ----------
    players
        Seats at the table.
    first, second
        What is compared; a positive value is in favour of the first.
    value
        The estimate; None where nothing was played.
    anytime
        Ends of the interval that holds at any time of looking, for all differences of the
        comparison at once; None before there is one.
    fixed
        Ends of the interval of this difference alone for a number of deals that was fixed before;
        None where there is none, or where it would not be valid.
    verdict
        "better", "worse", "equal" or "not decided".
    more_deals
        How many more deals a decision would need, about; None where that cannot be told.
    gain
        How many times as many deals would be needed without common cards; None without spread.
    """

    players: int
    first: str
    second: str
    units: int
    deals: int
    value: float | None
    anytime: tuple[float, float] | None
    fixed: tuple[float, float] | None
    differing: int
    differing_share: float | None
    gain: float | None
    verdict: str
    more_deals: int | None

    @classmethod
    def from_row(cls, row: Mapping[str, Any], *, fixed_is_valid: bool) -> Self:
        """Read a row of the table ``differences``."""
        return cls(
            players=row["players"],
            first=row["first"],
            second=row["second"],
            units=row["units"],
            deals=row["deals"],
            value=row["difference"],
            anytime=_ends(row["anytime_low"], row["anytime_high"]),
            fixed=_ends(row["low"], row["high"]) if fixed_is_valid else None,
            differing=row["differing"],
            differing_share=row["differing_share"],
            gain=row["gain"],
            verdict=row["verdict"],
            more_deals=row["more_deals"],
        )

    @property
    def decided(self) -> bool:
        """Whether it is settled: one is better, or they are equal."""
        return self.verdict != "not decided"

    @property
    def mean(self) -> Mean:
        """The estimate with the interval that holds at any time of looking."""
        low, high = self.anytime or (None, None)
        return Mean(value=self.value, low=low, high=high, clusters=self.units)

    def swapped(self) -> Difference:
        """The same difference the other way round.

        >>> row = {"players": 4, "first": "a", "second": "b", "units": 9, "deals": 9}
        >>> row |= {"difference": 0.5, "anytime_low": 0.2, "anytime_high": 0.8, "low": 0.3}
        >>> row |= {"high": 0.7, "differing": 3, "differing_share": 1 / 3, "gain": 2.0}
        >>> row |= {"verdict": "better", "more_deals": None}
        >>> other = Difference.from_row(row, fixed_is_valid=True).swapped()
        >>> other.first, other.value, other.anytime, other.fixed, other.verdict
        ('b', -0.5, (-0.8, -0.2), (-0.7, -0.3), 'worse')
        """
        return replace(
            self,
            first=self.second,
            second=self.first,
            value=None if self.value is None else _negative(self.value),
            anytime=_mirrored(self.anytime),
            fixed=_mirrored(self.fixed),
            verdict=_OTHER_WAY.get(self.verdict, self.verdict),
        )


def _ends(low: float | None, high: float | None) -> tuple[float, float] | None:
    return None if low is None or high is None else (low, high)


def _mirrored(ends: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if ends is None else (_negative(ends[1]), _negative(ends[0]))


def _negative(value: float) -> float:
    """Change the sign; zero has none."""
    return -value if value else 0.0

"""Means over sessions of any combination of players or positions, from exact moments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import polars as pl

from pipelines.intervals import Mean, mean_of_clusters

__all__ = ["Moments", "Part", "balance", "declarer_part", "defender_part", "win"]


@dataclass(frozen=True)
class Part:
    """A value that every session has: a weighted sum of its filed values, divided.

    Attributes
    ----------
    weights : tuple of int
        Of the values v_1, v_2, ...; those not given are 0.
    divisor : int
        Divides every weighted sum without rest.
    """

    weights: tuple[int, ...]
    divisor: int = 1


def balance(members: Collection[int], players: int) -> Part:
    """Return the balance of some players or positions together, in units."""
    return Part(_marks(members, players))


def declarer_part(members: Collection[int], players: int) -> Part:
    """Return what some players or positions won together as declarers, in units.

    All opponents of a declarer pay alike. So with n seats, d of one's own units as declarer and t
    of all declarers' together, a balance is b = d - (t - d) / (n - 1); that is
    d = ((n - 1) b + t) / n.
    """
    own = [(players - 1) * mark for mark in _marks(members, players)]
    return Part((*own, len(members)), players)


def defender_part(members: Collection[int], players: int) -> Part:
    """Return what some players or positions won together as defenders: b - d = (b - t) / n."""
    return Part((*_marks(members, players), -len(members)), players)


def win(members: Collection[int], players: int) -> Part:
    """Return the shares of a win that some players got together."""
    return Part((*(0,) * (players + 1), *_marks(members, players)))


def _marks(members: Collection[int], players: int) -> tuple[int, ...]:
    return tuple(int(place in members) for place in range(players))


@dataclass(frozen=True)
class Moments:
    """Sums over the sessions of products of every two of 1, v_1, v_2, ...

    Attributes
    ----------
    products : tuple of tuple of int
        Symmetric; row and column 0 belong to the constant 1, so that entry (0, 0) is the number
        of sessions and entry (0, i) the sum of v_i.

    Examples
    --------
    >>> two_sessions = Moments(((2, 6), (6, 20)))  # v is 2, then 4
    >>> two_sessions.mean_of(Part((1,)), level=0.95).estimate
    3.0
    """

    products: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, sums: pl.DataFrame, of: str) -> Moments:
        """Read moments out of session sums.

        Parameters
        ----------
        sums : polars.DataFrame
            See `session_sums`.
        of : {"player", "position"}
            Whose.
        """
        filed = sums.filter(quantity="moment", of=of).select("first", "second", "value").rows()
        value = {(first, second): product for first, second, product in filed}
        size = 1 + max((second for _, second in value), default=0)
        return cls(
            tuple(
                tuple(value.get((min(i, j), max(i, j)), 0) for j in range(size))
                for i in range(size)
            )
        )

    @property
    def sessions(self) -> int:
        """Number of sessions."""
        return self.products[0][0]

    def total(self, part: Part) -> int:
        """Return the sum of a value over the sessions.

        Raises
        ------
        ValueError
            If it is no whole number: the moments are not those of sessions.
        """
        total, rest = divmod(self._weighted(self.products[0], part.weights), part.divisor)
        if rest:
            raise ValueError(f"the sum of sessions leaves {rest} when divided by {part.divisor}")
        return total

    def mean_of(self, part: Part, level: float) -> Mean:
        """Return the mean of a value over the sessions.

        Parameters
        ----------
        part : Part
            The value.
        level : float
            Confidence level.
        """
        by_value = [self._weighted(row, part.weights) for row in self.products]
        squares = self._weighted(by_value, part.weights)
        mean = mean_of_clusters(
            clusters=self.sessions, total=by_value[0], squares=squares, level=level
        )
        return mean.per(part.divisor)

    @staticmethod
    def _weighted(row: Sequence[int], weights: Sequence[int]) -> int:
        return sum(weight * value for weight, value in zip(weights, row[1:], strict=False))

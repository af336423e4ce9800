"""Reading counts out of the sums of a run."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

import polars as pl

__all__ = ["Sums"]


class Sums:
    """The sums of a run by quantity, and by what they are of.

    Parameters
    ----------
    sums : polars.DataFrame
        See `pipelines.totals.Totals.sums`.
    """

    def __init__(self, sums: pl.DataFrame) -> None:
        self._sums = sums

    def without(self, quantities: Collection[str]) -> Sums:
        """Return the sums without some quantities."""
        return Sums(self._sums.filter(~pl.col("quantity").is_in([*quantities])))

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], dict[tuple[int, int], int]]:
        found: dict[tuple[str, str], dict[tuple[int, int], int]] = {}
        for quantity, of, first, second, value in self._sums.rows():
            found.setdefault((quantity, of), {})[first, second] = value
        return found

    def has(self, quantity: str) -> bool:
        """Whether anything of that name was counted."""
        return any(name == quantity for name, _ in self._by_name)

    def of(self, quantity: str, of: str) -> Mapping[tuple[int, int], int]:
        """Return what was counted, by first and second number."""
        return self._by_name.get((quantity, of), {})

    def by_second(self, quantity: str, of: str, first: int = 0) -> dict[int, int]:
        """Return what was counted of one first number, by second number."""
        return {b: value for (a, b), value in self.of(quantity, of).items() if a == first}

    def by_first(self, quantity: str, of: str) -> dict[int, int]:
        """Return what was counted, all second numbers together, by first number."""
        totals: dict[int, int] = {}
        for (first, _), value in self.of(quantity, of).items():
            totals[first] = totals.get(first, 0) + value
        return totals

    def one(self, quantity: str, of: str) -> int:
        """Return a single number; 0 if it was not counted."""
        return sum(self.of(quantity, of).values())

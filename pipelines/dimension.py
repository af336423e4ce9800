"""The dimension table: what follows from an auction and the declarer's tricks.

A row of an outcome file holds only what cannot be derived. Contract, declarer, made and the
payments of every position are exact functions of the auction, the tricks and the rules; they are
worked out here once for each distinct outcome, in plain Python that reads like the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from sim.game.result import Result, result_of
from sim.game.rules import Rules


class Dimension:
    """The outcomes of one set of rules, each worked out once.

    Parameters
    ----------
    rules : Rules
        Ladder, stakes, players.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: dict[tuple[str, int], Result] = {}

    def outcome(self, auction: str, tricks: int) -> Result:
        """Return how a deal with this auction and these tricks ended; see `result_of`."""
        key = (auction, tricks)
        if key not in self._known:
            self._known[key] = result_of(auction, tricks, self.rules)
        return self._known[key]

    def table(self, outcomes: Iterable[tuple[str, int]]) -> pl.DataFrame:
        """Return one row for each distinct (auction, tricks).

        Returns
        -------
        polars.DataFrame
            auction String; tricks Int64; contract Int64, number on the ladder; declarer Int64,
            position, null if passed out; made Boolean, null if passed out; payment_0, payment_1,
            ... Int64, units by position. Sorted by auction and tricks.

        Raises
        ------
        ImpossibleOutcomeError
            If the rules do not allow one of them.
        """
        rows = [self._row(auction, tricks) for auction, tricks in set(outcomes)]
        frame = pl.DataFrame(rows, schema=_schema(self.rules.players), orient="row")
        return frame.sort("auction", "tricks")

    def _row(self, auction: str, tricks: int) -> tuple[object, ...]:
        ended = self.outcome(auction, tricks)
        return auction, tricks, ended.contract, ended.declarer, ended.made, *ended.payments


def _schema(players: int) -> dict[str, pl.DataType]:
    return {
        "auction": pl.String(),
        "tricks": pl.Int64(),
        "contract": pl.Int64(),
        "declarer": pl.Int64(),
        "made": pl.Boolean(),
        **{f"payment_{position}": pl.Int64() for position in range(players)},
    }

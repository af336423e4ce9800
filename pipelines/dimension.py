"""The dimension table: what follows from an auction and the declarer's tricks.

A row of an outcome file holds only what cannot be derived. Contract, declarer, made and, under
most rules, the payments of every position are exact functions of the auction, the tricks and the
rules; they are worked out here once for each distinct outcome, in plain Python that reads like
the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import polars as pl

from sim.game.ladder import PASS
from sim.game.result import Result, position_of_turn, result_of, spoken_calls
from sim.game.rules import FEWEST_PLAYERS, Rules

__all__ = ["NOBODY", "Auction", "Dimension"]

NOBODY: Final = -1
"""Stands for a position, a player or a call where there is none."""


@dataclass(frozen=True, kw_only=True)
class Auction:
    """What one auction says; bids are contract numbers, 0 a pass.

    Attributes
    ----------
    players : int
        How many are at the table.
    speeches : tuple of (int, int, int)
        Position, highest bid before (0 if there is none) and call of everybody who speaks.
    contract : int
        The final contract; 0 if passed out.
    declarer : int or None
        His position; None if passed out.
    """

    players: int
    speeches: tuple[tuple[int, int, int], ...]
    contract: int
    declarer: int | None


class Dimension:
    """The auctions and outcomes of one set of rules, each worked out once.

    Parameters
    ----------
    rules : Rules
        Ladder, stakes, players.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._rules_by_players = _rules_by_players(rules)
        self._auctions: dict[str, Auction] = {}
        self._results: dict[tuple[str, int], Result] = {}

    def outcome(self, auction: str, tricks: int) -> Result:
        """Return how a deal with this auction and these tricks ended; see `result_of`."""
        key = (auction, tricks)
        if key not in self._results:
            self._results[key] = result_of(auction, tricks, self.rules)
        return self._results[key]

    def auction(self, text: str) -> Auction:
        """Return what an auction says. Where players can leave, it tells how many are left.

        Raises
        ------
        ImpossibleOutcomeError
            If it is not legal.
        """
        if text not in self._auctions:
            present = len(text.split(" ")) + self.rules.dealer_sits_out
            rules = self._rules_by_players.get(present, self.rules)
            self._auctions[text] = _read(spoken_calls(text, rules), rules.players)
        return self._auctions[text]

    def table(self, endings: pl.DataFrame) -> pl.DataFrame:
        """Return one row for each distinct ending.

        Parameters
        ----------
        endings : polars.DataFrame
            auction String; tricks Int64; perhaps revoked Int64, the position that revoked or
            `NOBODY`.

        Returns
        -------
        polars.DataFrame
            The same; contract Int64, number on the ladder; declarer Int64, position, null if
            passed out; made Boolean, null if passed out. Sorted by all but the last three.

        Raises
        ------
        ImpossibleOutcomeError
            If an auction is not legal.
        """
        distinct = endings.unique().sort(endings.columns)
        rows = [self._ended(**ending) for ending in distinct.iter_rows(named=True)]
        found = {"contract": pl.Int64(), "declarer": pl.Int64(), "made": pl.Boolean()}
        return distinct.hstack(pl.DataFrame(rows, schema=found, orient="row"))

    def _ended(
        self, auction: str, tricks: int, revoked: int = NOBODY
    ) -> tuple[int, int | None, bool | None]:
        """Return contract, declarer and made: a revoke decides, whatever the tricks."""
        said = self.auction(auction)
        if said.declarer is None:
            return said.contract, None, None
        if revoked != NOBODY:
            return said.contract, said.declarer, revoked != said.declarer
        return said.contract, said.declarer, self.rules.ladder[said.contract].keeps(tricks)


def _rules_by_players(rules: Rules) -> Mapping[int, Rules]:
    """Return the rules for all who may be at the table."""
    fewest = FEWEST_PLAYERS if rules.may_end_early else rules.players
    return {
        players: replace(rules, players=players) for players in range(fewest, rules.players + 1)
    }


def _read(calls: tuple[int, ...], players: int) -> Auction:
    contract = max(calls)
    speeches = tuple(
        (position_of_turn(turn, players), max(calls[:turn], default=PASS), call)
        for turn, call in enumerate(calls)
    )
    declarers = [position for position, _, call in speeches if call == contract != PASS]
    return Auction(
        players=players,
        speeches=speeches,
        contract=contract,
        declarer=declarers[0] if declarers else None,
    )

"""The same money counted twice: from the deals, and from the sessions filed beside them."""

from __future__ import annotations

import numpy as np
import polars as pl

from pipelines.census import Counts
from pipelines.moments import Moments
from pipelines.shard_rows import ShardRows
from sim.game.result import Result

__all__ = [
    "InconsistentSessionsError",
    "check_money",
    "check_zero_sums",
    "units_by_player_and_position",
]


class InconsistentSessionsError(ValueError):
    """Sessions that cannot come from the deals filed beside them."""


def units_by_player_and_position(
    counts: Counts, outcomes: dict[int, Result]
) -> tuple[list[int], list[int]]:
    """Return what each player of the line-up, and each position, received in all counted deals.

    Parameters
    ----------
    counts : int64 array, shape (outcomes, players)
        Deals by outcome and by the line-up's index of the dealer.
    outcomes : dict
        How deals of each outcome that occurred ended, by the row of `counts`.

    Examples
    --------
    >>> one = Result(contract=1, declarer=1, made=True, payments=(-3, 6, -3))
    >>> units_by_player_and_position(np.array([[0, 0, 2]]), {0: one})
    ([12, -6, -6], [-6, 12, -6])
    """
    players = counts.shape[1]
    payments = np.array([ended.payments for ended in outcomes.values()], dtype=np.int64)
    received = (counts[list(outcomes)].T @ payments).tolist()
    by_player, by_position = [0] * players, [0] * players
    for dealing_player, units in enumerate(received):
        for position, unit in enumerate(units):
            by_player[(dealing_player + position) % players] += unit
            by_position[position] += unit
    return by_player, by_position


def check_zero_sums(sums: pl.DataFrame, players: int) -> None:
    """See that players and positions win nothing together in every single session.

    The sum over the sessions of the square of all balances together tells; it is a sum of moments.

    Raises
    ------
    InconsistentSessionsError
        If they do.
    """
    for who in ("player", "position"):
        everybody = range(1, players + 1)
        products = Moments.of(sums, who).products
        if sum(products[i][j] for i in everybody for j in everybody):
            raise InconsistentSessionsError(f"{who} units of a session do not sum to zero")


def check_money(rows: ShardRows, counts: Counts, outcomes: dict[int, Result]) -> None:
    """See that deals and sessions give every player and every position the same units.

    Raises
    ------
    InconsistentSessionsError
        If they do not.
    """
    by_player, by_position = units_by_player_and_position(counts, outcomes)
    for who, from_deals, filed in (
        ("player", by_player, rows.player_units),
        ("position", by_position, rows.position_units),
    ):
        from_sessions = filed.sum(axis=1, dtype=np.int64).tolist()
        if from_sessions != from_deals:
            raise InconsistentSessionsError(
                f"units by {who} are {from_sessions}, but {from_deals} in the deals beside it"
            )

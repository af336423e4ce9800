"""What a contract moves between the players, where chips may be limited and revokes may occur."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pipelines.dimension import NOBODY
from sim.game.ladder import Ladder

__all__ = ["contract_payments"]

Whole = npt.NDArray[np.int64]


def contract_payments(
    *,
    contract: Whole,
    declarer: Whole,
    made: npt.NDArray[np.bool_],
    revoked: Whole,
    present: Whole,
    purses: Whole | None,
    players: int,
    ladder: Ladder,
) -> Whole:
    """Return what every position receives for the contracts of some deals.

    Parameters
    ----------
    contract, declarer : int64 arrays, shape (deals,)
        The final contract's number and the declarer's position; 0 and `NOBODY` if passed out.
    made : bool array, shape (deals,)
        Whether the declarer kept it.
    revoked : int64 array, shape (deals,)
        The position that revoked, or `NOBODY`. A defender who did pays for all opponents.
    present : int64 array, shape (deals,)
        How many are at the table.
    purses : int64 array, shape (deals, players), or None
        What each position has before it pays, and cannot exceed; None where there is no limit.
    players : int
        Seats at the table.
    ladder : Ladder
        The stakes.

    Returns
    -------
    int64 array, shape (deals, players)
        Units by position; they sum to zero.

    Examples
    --------
    >>> from sim.game.rules import load_rules
    >>> once = np.array([1])
    >>> contract_payments(
    ...     contract=2 * once, declarer=once, made=once > 1, revoked=-once, present=3 * once,
    ...     purses=np.array([[9, 6, 9]]), players=3, ladder=load_rules("basic", 3).ladder,
    ... )  # four was failed, with six chips for two debts of four
    array([[ 2, -6,  4]])
    """
    positions = np.arange(players)
    is_declarer = positions == declarer[:, None]
    opponents = (positions < present[:, None]) & ~is_declarer & (contract > 0)[:, None]
    won = np.where(made, np.array(ladder.made)[contract], 0)[:, None] * opponents
    by_revoker = (revoked != NOBODY) & made
    alone = (positions == revoked[:, None]) * won.sum(axis=1)[:, None]
    due = np.where(by_revoker[:, None], alone, won)
    lost = np.where(made, 0, np.array(ladder.failed)[contract])[:, None]
    owed = lost * opponents
    if purses is not None:
        due = np.minimum(due, purses)
        # Clockwise from the declarer's left, each is paid while it lasts.
        turn = (positions - declarer[:, None] - 1) % np.maximum(present, 1)[:, None]
        purse = (purses * is_declarer).sum(axis=1)[:, None]
        owed = np.clip(purse - turn * lost, 0, owed)
    received = owed - due
    payments: Whole = received - is_declarer * received.sum(axis=1)[:, None]
    return payments

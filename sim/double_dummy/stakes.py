"""What contracts are worth to their declarer, by the stakes of the ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from sim.game.ladder import Ladder

Whole = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]


def values_of_all(ladder: Ladder, kept: Marks, opponents: Whole) -> Whole:
    """Return what every contract would bring.

    Parameters
    ----------
    ladder : Ladder
    kept : bool array, shape (deals, players, contracts)
        Whether the player, as declarer, would make it.
    opponents : int64 array, shape (deals,)
        Who would pay or receive.

    Returns
    -------
    int64 array, shape (deals, players, contracts)
        Units for the declarer.
    """
    made, failed = np.array(ladder.made[1:]), np.array(ladder.failed[1:])
    values: Whole = np.where(kept, made, -failed) * opponents[:, None, None]
    return values


def values_of_played(ladder: Ladder, contract: Whole, kept: Marks, opponents: Whole) -> Whole:
    """Return what one contract a deal brings its declarer, in units."""
    made, failed = np.array(ladder.made), np.array(ladder.failed)
    values: Whole = np.where(kept, made[contract], -failed[contract]) * opponents
    return values


def units_turned(ladder: Ladder, contract: Whole, opponents: Whole) -> Whole:
    """Return how many units it makes whether the one contract of a deal is kept or broken."""
    both: Whole = (np.array(ladder.made) + np.array(ladder.failed))[contract] * opponents
    return both

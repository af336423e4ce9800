"""Sums over deals of a comparison: whole numbers that add up, and say everything that is wanted."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from sim.errors import UserError

Integers = npt.NDArray[np.int64]


class Ratio(IntEnum):
    """Ratios of two counts of a unit, over all rotations: numerator of denominator.

    Those about contracts are counted for each contract, at the place of its number on the ladder.
    """

    DECLARES = 0
    """Deals in which the studied player is the declarer, of deals in which he speaks."""
    DECLARER_UNITS = 1
    """Units he wins as declarer, of deals in which he is."""
    DEFENDER_UNITS = 2
    """Units he wins in deals in which another player is the declarer, of those deals. A dealer who
    sits out pays and receives like the defenders, and is counted as one."""


class ContractRatio(IntEnum):
    """The same for one contract. Place 0, the pass, counts deals in which he passes.

    A contract is kept by further tricks, or it asks for an exact number (misere). Only those that
    further tricks keep can be bid too high or too low: more or fewer tricks than an exact number
    are no other contract that would have been there.
    """

    BID = 0
    """Deals in which his call is this contract, of deals in which he speaks: not of those in which
    he sits out as the dealer, has left the table, or that were not played."""
    MADE = 1
    """Contracts that he makes, of those that he plays."""
    OVERBID = 2
    """Contracts of his that fail, though with the tricks that he takes the next lower one of fewer
    tricks would have been made, of those that he plays. The lowest contract is never bid too high:
    below it is only the pass."""
    UNDERBID = 3
    """Contracts of his that take the tricks of the next higher one of more tricks, of those that he
    plays. The next higher one is that of the ladder, whether it was still allowed or not."""


MOMENTS = 8
"""Of a ratio y of x are kept, over all units: the sums of y, x, y², xy and x², and the units with
x > 0, with y > 0 and with y < x."""


@dataclass(frozen=True, kw_only=True)
class ComparisonSums:
    """What a stretch of a comparison's deals came to. All arrays are ``int64``.

    A *unit* is what is independent: a deal with all its rotations, or a session with all of them
    where its deals depend on each other. The score of an entry in a unit is the number of units of
    money that its studied player wins, summed over the rotations.

    Attributes
    ----------
    units, deals : int
        Units of analysis, and deals (planned ones, where sessions may end early).
    scores : array, shape (entries,)
        Sums of scores.
    products : array, shape (entries, entries)
        Sums of products of the scores of two entries.
    squares : array, shape (entries,)
        Sums of squares of what the studied player wins at a single rotation of a unit.
    differing : array, shape (contrasts,)
        Units in which the contrast's entries differ in what the studied player wins at any
        rotation.
    ratios : array, shape (entries, len(Ratio), MOMENTS)
    contract_ratios : array, shape (entries, contracts + 1, len(ContractRatio), MOMENTS)
    calls : array, shape (entries, players, contracts + 1)
        Calls of the studied player by his position.
    played, made : arrays, shape (entries, players, contracts + 1)
        Contracts that he plays, and those that he makes, by his position.
    position_units, position_squares : arrays, shape (entries, players)
        Units that he wins at each position, and the sums of their squares.
    calibration : array, shape (entries, CALIBRATION_BINS, 5)
        By his policy's own estimate of the tricks that he will take as declarer, in bins of a
        quarter of a trick: contracts that he played, the sum of the estimates in 1/256 trick, the
        sum of the tricks that he took, the sum of their squares, and the contracts made.

    Raises
    ------
    UserError
        If stakes are so large that a sum of squares has exceeded 64 bits.
    """

    units: int
    deals: int
    scores: Integers
    products: Integers
    squares: Integers
    differing: Integers
    ratios: Integers
    contract_ratios: Integers
    calls: Integers
    played: Integers
    made: Integers
    position_units: Integers
    position_squares: Integers
    calibration: Integers

    def __post_init__(self) -> None:
        of_squares = self.products.diagonal(), self.squares, self.position_squares
        if any((sums < 0).any() for sums in of_squares):
            raise UserError(
                "stakes are so large that sums of squares over so many deals exceed 64 bits; "
                "choose smaller stakes or fewer deals"
            )

    def __add__(self, other: ComparisonSums) -> ComparisonSums:
        """What two stretches came to together; they must be of one comparison."""
        return ComparisonSums(
            **{
                field.name: getattr(self, field.name) + getattr(other, field.name)
                for field in fields(self)
            }
        )


CALIBRATION_BINS = 4 * 8
"""Estimates from 0 to 8 tricks; higher ones are counted in the last bin."""

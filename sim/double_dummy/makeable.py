"""Which contracts the players could make as declarers, with all hands open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sim.solver import Way, goal_of, solve_hands, way_of

if TYPE_CHECKING:
    from sim.course import Words
    from sim.game.ladder import Contract
    from sim.game.rules import Rules

FREE_LEAD: Final = Way("suit led", "any", "most")
"""The way of most contracts: of any card led its suit is trump, and every trick counts."""


class Makeable(NamedTuple):
    """What players could make as declarers; a row a deal, a column a speaking turn.

    Attributes
    ----------
    contracts : bool array, shape (deals, hands, contracts)
        Whether the player could make each contract, the lowest first.
    tricks : int64 array, shape (deals, hands)
        The most tricks that he could take by `FREE_LEAD`.
    """

    contracts: npt.NDArray[np.bool_]
    tricks: npt.NDArray[np.int64]


def makeable_of(rules: Rules, hands: Words) -> Makeable:
    """Solve every hand as the declarer's, in every way of the ladder.

    Contracts that are played alike are solved once.

    Parameters
    ----------
    rules : Rules
    hands : uint64 array, shape (deals, hands)
        By speaking turn; all are of the hand size.
    """
    ways = list(dict.fromkeys([FREE_LEAD, *map(way_of, rules.ladder)]))
    tricks = solve_hands(hands, ways)
    kept = [
        _kept(contract, rules.hand_size, tricks[:, :, ways.index(way_of(contract))])
        for contract in rules.ladder
    ]
    return Makeable(np.stack(kept, axis=2), tricks[:, :, 0].astype(np.int64))


def _kept(
    contract: Contract, hand_size: int, tricks: npt.NDArray[np.int8]
) -> npt.NDArray[np.bool_]:
    """Return whether so many tricks, the best in the contract's way, keep it; -1 never does."""
    goal = goal_of(contract, hand_size)
    kept: npt.NDArray[np.bool_] = (goal.least <= tricks) & (tricks <= goal.most)
    return kept

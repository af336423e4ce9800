"""What each card lost, against best play with all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.double_dummy.replayed import Replayed, unseated_places
from sim.double_dummy.stakes import units_turned, values_of_played
from sim.game.ladder import PASS
from sim.solver import goal_of, solve_plays, way_of

if TYPE_CHECKING:
    from sim.course import Words
    from sim.game.ladder import Ladder
    from sim.game.rules import Rules

Whole = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Play:
    """Deals that were played to the end; a row a deal.

    Attributes
    ----------
    rows : int64 array, shape (deals,)
        Which rows of the deals they are of.
    kept, made : bool arrays, shape (deals,)
        Whether the contract was makeable at the opening lead, and was made.
    value, settled : int64 arrays, shape (deals,)
        What it was worth to the declarer at the opening lead, double dummy, and what it brought
        him, in units.
    mistakes : int64 array, shape (deals, hands, hand size)
        By speaking turn and trick: 1 if the card made a contract that could be kept one that
        could not, or the other way, else 0.
    tricks_lost, units_lost : int64 arrays, shape (deals, hands, hand size)
        Tricks and units that the card lost its side. Tricks are lost where every trick counts,
        not where an exact number keeps the contract, as in misère.
    """

    rows: Whole
    kept: Marks
    made: Marks
    value: Whole
    settled: Whole
    mistakes: Whole
    tricks_lost: Whole
    units_lost: Whole


def play_of(rules: Rules, deals: Replayed) -> Play:
    """Solve deals that were played to the end before and after every card of theirs."""
    rows = np.flatnonzero((deals.contract != PASS) & ~deals.revoked)
    ladder, contract = rules.ladder, deals.contract[rows]
    opponents = deals.present[rows] - 1
    goals = [goal_of(promise, rules.hand_size) for promise in ladder]
    least, most = (np.array(ends)[contract - 1] for ends in zip(*goals, strict=True))
    best = _best_tricks(ladder, deals, rows)
    kept = (least[:, None] <= best) & (best <= most[:, None])
    made = (least <= deals.tricks[rows]) & (deals.tricks[rows] <= most)
    every_trick = np.array([promise.judged == "at least" for promise in ladder])[contract - 1]
    placed = _Cards(deals.leads[rows], deals.cards[rows], rules.hand_size)
    mistakes = placed.by_turn((kept[:, :-1] != kept[:, 1:]).astype(np.int64))
    return Play(
        rows=rows,
        kept=kept[:, 0],
        made=made,
        value=values_of_played(ladder, contract, kept[:, 0], opponents),
        settled=values_of_played(ladder, contract, made, opponents),
        mistakes=mistakes,
        tricks_lost=placed.by_turn(np.abs(np.diff(best, axis=1)) * every_trick[:, None]),
        units_lost=mistakes * units_turned(ladder, contract, opponents)[:, None, None],
    )


def _best_tricks(ladder: Ladder, deals: Replayed, rows: Whole) -> Whole:
    """Return the tricks that the declarer can still reach after each card of deals in some rows.

    Returns
    -------
    int64 array, shape (deals, cards + 1)
        See :func:`sim.solver.solve_plays`.
    """
    ways = list(dict.fromkeys(map(way_of, ladder)))
    way_of_contract = np.array([ways.index(way_of(promise)) for promise in ladder])
    tricks = solve_plays(
        deals.cards[rows],
        deals.declarer[rows],
        deals.trumps[rows],
        way_of_contract[deals.contract[rows] - 1],
        ways,
        deals.hands.shape[1],
    )
    return tricks.astype(np.int64)


class _Cards:
    """Who played which card: from the order played to speaking turns and tricks."""

    def __init__(self, hands: Words, cards: npt.NDArray[np.uint8], hand_size: int) -> None:
        places = unseated_places(cards).astype(np.uint64)
        held = (hands[:, None, :] >> places[:, :, None]) & np.uint64(1)
        self._turns = held.argmax(axis=2)
        self._shape = (*hands.shape, hand_size)

    def by_turn(self, in_order: Whole) -> Whole:
        """Return what is given by card in the order played by speaking turn and trick."""
        deals, hands, hand_size = self._shape
        found = np.zeros(self._shape, np.int64)
        tricks = np.repeat(np.arange(hand_size), hands)
        found[np.arange(deals)[:, None], self._turns, tricks] = in_order
        return found

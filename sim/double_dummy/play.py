"""What each card lost, against best play with all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.double_dummy.replayed import Replayed, unseated_places
from sim.double_dummy.stakes import units_turned, values_of_played
from sim.game.ladder import PASS
from sim.solver import Goal, solve_plays, way_of

if TYPE_CHECKING:
    from sim.course import Words
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
        Tricks and units that the card lost its side.
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
    """Solve deals that were played to the end before every card of theirs."""
    rows = np.flatnonzero((deals.contract != PASS) & ~deals.revoked)
    ladder, contract = rules.ladder, deals.contract[rows]
    opponents = deals.present[rows] - 1
    goals = [Goal.of(promise, rules.hand_size) for promise in ladder]
    least, most = (np.array(ends)[contract - 1] for ends in zip(*goals, strict=True))
    solved = solve_plays(
        deals.leads[rows],
        deals.declarer[rows],
        [way_of(ladder[number]) for number in contract.tolist()],
        least,
        most,
        deals.cards[rows],
        deals.trumps[rows],
    )
    kept = solved.kept
    made = (least <= deals.tricks[rows]) & (deals.tricks[rows] <= most)
    turned = kept[:, :-1] != kept[:, 1:]
    tricks = np.abs(np.diff(solved.tricks.astype(np.int64), axis=1))
    placed = _Cards(deals.leads[rows], deals.cards[rows], rules.hand_size)
    mistakes = placed.by_turn(turned.astype(np.int64))
    return Play(
        rows=rows,
        kept=kept[:, 0],
        made=made,
        value=values_of_played(ladder, contract, kept[:, 0], opponents),
        settled=values_of_played(ladder, contract, made, opponents),
        mistakes=mistakes,
        tricks_lost=placed.by_turn(tricks),
        units_lost=mistakes * units_turned(ladder, contract, opponents)[:, None, None],
    )


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

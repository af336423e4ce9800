"""Units lost by bidding: what a call in one's turn would have brought more, all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.game.ladder import PASS

if TYPE_CHECKING:
    from sim.game.ladder import Ladder

Whole = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]

_NEVER = np.iinfo(np.int64).min


@dataclass(frozen=True)
class Auction:
    """The auctions of some deals, and what their contracts are worth, double dummy.

    Attributes
    ----------
    calls : int64 array, shape (deals, hands)
        Contract numbers by speaking turn, 0 for a pass.
    opponents : int64 array, shape (deals,)
        Who pays the declarer or receives from him.
    values : int64 array, shape (deals, hands, contracts)
        What each contract would bring each player as declarer, in units.
    value : int64 array, shape (deals,)
        What the contract that was played was worth to its declarer; of no meaning if all passed.
    """

    calls: Whole
    opponents: Whole
    values: Whole
    value: Whole

    def had(self) -> Whole:
        """Return what the deal's contract is worth to each player, shape (deals, hands)."""
        contract, declarer = self.calls.max(axis=1), self.calls.argmax(axis=1)
        declares = np.arange(self.calls.shape[1]) == declarer[:, None]
        shares = np.where(declares, self.value[:, None], -(self.value // self.opponents)[:, None])
        return np.where(contract[:, None] == PASS, 0, shares)

    def by_passing(self, turn: int) -> Whole:
        """Return what a player in a turn would have had, had he and all after him passed."""
        before = self.calls[:, :turn]
        if turn == 0:
            return np.zeros(len(self.calls), np.int64)
        highest, bidder = before.max(axis=1), before.argmax(axis=1)
        value = self.values[np.arange(len(before)), bidder, np.maximum(highest, 1) - 1]
        return np.where(highest == PASS, 0, -(value // self.opponents))

    def by_bidding(self, turn: int, ladder: Ladder) -> Whole:
        """Return the most that any bid in a turn would have brought, had all after it passed.

        The contract that he did call is left out: what it is worth is known from the play.
        """
        legal = legal_bids(self.calls[:, :turn], ladder)
        legal &= np.arange(1, len(ladder) + 1) != self.calls[:, turn, None]
        best: Whole = np.where(legal, self.values[:, turn], _NEVER).max(axis=1)
        return best


def legal_bids(before: Whole, ladder: Ladder) -> Marks:
    """Return which contracts may be bid after some calls, shape (deals, contracts).

    Where there is a float, whoever bids with it is taken to have looked at it.
    """
    numbers = np.arange(1, len(ladder) + 1)
    highest = before.max(axis=1, initial=PASS)
    spoken = np.bitwise_or.reduce(1 << before, axis=1, initial=0)
    required = np.array(ladder.requirement_masks[1:])
    legal: Marks = (numbers > highest[:, None]) & (
        (required == 0) | (required & spoken[:, None] > 0)
    )
    return legal


def lost_by_bidding(auction: Auction, ladder: Ladder) -> Whole:
    """Return how many units each player lost by his call, in hindsight.

    He lost what separates the deal's contract from the best that he could have had: by any other
    bid that was legal in his turn, and, if he became the declarer, by a pass. Players after him are
    taken to pass, and all play to be the best possible, all hands open.

    Returns
    -------
    int64 array, shape (deals, hands)
        Units, never negative.
    """
    had = auction.had()
    contract, declarer = auction.calls.max(axis=1), auction.calls.argmax(axis=1)
    best = had.copy()
    for turn in range(had.shape[1]):
        declares = (contract != PASS) & (declarer == turn)
        passing = np.where(declares, auction.by_passing(turn), _NEVER)
        best[:, turn] = np.maximum.reduce(
            [best[:, turn], passing, auction.by_bidding(turn, ladder)]
        )
    return best - had

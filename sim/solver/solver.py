"""A solver of single positions: can the contract be kept, how many tricks, which cards are best."""

from __future__ import annotations

from sim.game.cards import card_bits
from sim.solver.batches import keeps_kernel
from sim.solver.bounds import KEPT
from sim.solver.position import Goal, Position
from sim.solver.workspace import (
    DECLARER,
    HAND,
    LAST_PROBLEM,
    LONE,
    PLAYERS,
    PROBLEM,
    TRUMP,
    make_workspace,
)

__all__ = ["SLOTS", "Solver"]

SLOTS = 1 << 14
"""Slots of the hash table: 256 kB, of which five tricks between seven players fill a part."""


class Solver:
    """Solves positions one after the other, by a hash table of its own.

    One solver must not be used by several threads at once.

    Parameters
    ----------
    slots : int
        Slots of the hash table, a power of two; 0 for none. It never changes an answer.

    Examples
    --------
    Without trumps the declarer must keep his ace until the spades are gone:

    >>> from sim.game.cards import format_cards, parse_cards
    >>> hands = tuple(map(parse_cards, ("3S 2S AD", "KS 4D 2D", "4H 3H 2H")))
    >>> position = Position(hands, declarer=0, trump=None, leader=0)
    >>> solver = Solver()
    >>> solver.most_tricks(position), solver.fewest_tricks(position)
    (2, 1)
    >>> format_cards(solver.keeping_cards(position, Goal(2, 3)))
    '3S 2S'
    """

    def __init__(self, slots: int = SLOTS) -> None:
        self._words = make_workspace(slots)
        self._keeps = keeps_kernel()

    def keeps(self, position: Position, goal: Goal) -> bool:
        """Whether the declarer can still keep the contract.

        Parameters
        ----------
        position : Position
        goal : Goal
            Of the whole deal, the tricks already taken included: so many or more, so many or
            fewer, or just so many.

        Raises
        ------
        ValueError
            For a goal of another kind.
        """
        everything = position.taken + position.tricks_left
        if goal.least > position.taken and goal.most < everything and goal.least != goal.most:
            raise ValueError(f"{goal} is neither a least nor a most nor one number of tricks")
        self._begin(position)
        return self._asked(position, goal)

    def most_tricks(self, position: Position) -> int:
        """The most tricks that the declarer can take, those he has included."""
        self._begin(position)
        tricks = position.taken
        everything = position.taken + position.tricks_left
        while tricks < everything and self._asked(position, Goal(tricks + 1, everything)):
            tricks += 1
        return tricks

    def fewest_tricks(self, position: Position) -> int:
        """The fewest tricks to which he can hold himself, those he has included."""
        self._begin(position)
        tricks = position.taken
        while not self._asked(position, Goal(0, tricks)):
            tricks += 1
        return tricks

    def keeping_cards(self, position: Position, goal: Goal) -> int:
        """The cards that are best now, as a mask: those that leave the contract as it stands.

        If the side to play has the contract as it wants it, these are the cards that hold it so;
        if not, no card mends that, and all legal ones are best.
        """
        stands = self.keeps(position, goal)
        return sum(
            card for card in _cards(position) if self.keeps(position.play(card), goal) == stands
        )

    def tricks_by_card(self, position: Position, *, fewest: bool = False) -> dict[int, int]:
        """The declarer's tricks after each legal card, best play from there on.

        Returns
        -------
        dict of int to int
            By card (mask), lowest first, the most tricks he can take; the fewest if wanted.
        """
        solve = self.fewest_tricks if fewest else self.most_tricks
        return {card: solve(position.play(card)) for card in _cards(position)}

    def _begin(self, position: Position) -> None:
        """Number a new problem: entries of the one before are of no use for it."""
        words = self._words
        words[LAST_PROBLEM] += 1
        words[PROBLEM] = words[LAST_PROBLEM]
        words[PLAYERS] = len(position.hands)
        words[DECLARER] = position.declarer

    def _asked(self, position: Position, goal: Goal) -> bool:
        words = self._words
        words[HAND : HAND + len(position.hands)] = position.hands
        held = sum(position.hands)
        lone = position.trumps & (held | sum(position.table)) if position.trump is None else 0
        words[TRUMP] = lone if position.trump is None else position.trumps
        words[LONE] = lone
        best, winner = position.best
        kept = self._keeps(
            words,
            goal.least - position.taken,
            goal.most - position.taken,
            position.tricks_left,
            position.to_play,
            len(position.table),
            position.led,
            best,
            winner,
        )
        return bool(kept == KEPT)


def _cards(position: Position) -> list[int]:
    return sorted(1 << bit for bit in card_bits(position.legal))

"""What each player could do as declarer of a deal: tricks by trumps, and contracts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from sim.game.cards import SUITS
from sim.game.ladder import Contract
from sim.solver.position import goal_of, opened, openings

if TYPE_CHECKING:
    from sim.solver.solver import Solver

ANY_LEAD: Final = Contract(name="any", target=1, made=0, failed=0)
"""A contract that lets him lead what he likes; its suit is trump."""


def tricks_by_trump(
    hands: tuple[int, ...], declarer: int, solver: Solver
) -> tuple[int | None, ...]:
    """The most tricks that a player can take with each suit as trump, by its best lead.

    Returns
    -------
    tuple of int or None
        By suit; None where he has no card of it, and so cannot make it trump.
    """
    most: list[int | None] = [None] * SUITS
    for opening in openings(hands[declarer], ANY_LEAD):
        assert opening.trump is not None
        position = opened(hands, declarer, opening).play(opening.card)
        most[opening.trump] = max(most[opening.trump] or 0, solver.most_tricks(position))
    return tuple(most)


def makeable(
    hands: tuple[int, ...],
    declarer: int,
    contracts: Iterable[Contract],
    hand_size: int,
    solver: Solver,
) -> tuple[bool, ...]:
    """Whether a player, as declarer, can make each of some contracts, by any opening it allows."""
    return tuple(
        any(
            solver.keeps(opened(hands, declarer, opening).play(opening.card), goal)
            for opening in openings(hands[declarer], contract)
        )
        for contract in contracts
        for goal in [goal_of(contract, hand_size)]
    )

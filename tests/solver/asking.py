"""What the exact values ask of the solver: many deals in which the first player declares and leads.

Hands are arrays of shape (deals, players). With free trumps whole blocks are solved at once; where
the first card is given, each deal is a position of its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.game.cards import card_bits
from sim.solver import Goal, Position, Solver, Way, solve_hands
from tests.solver.weighted_deals import Masks, Truths

Tricks = NDArray[np.int8]

MOST = Way("suit led", "any", "most")
MISERE = Way("none", "any", 0)


def most_tricks(hands: Masks) -> Tricks:
    """The first player's tricks if he may make any suit trump."""
    return solve_hands(hands, [MOST])[:, 0, 0]


def makes_misere(hands: Masks) -> Truths:
    """Whether the first player can take no trick, without trumps."""
    return solve_hands(hands, [MISERE])[:, 0, 0] == 0


def most_tricks_with(hands: Masks, trump: int) -> Tricks:
    """The first player's tricks if he leads a card of a given suit, which is trump."""
    solver = Solver()
    tricks = []
    for deal in hands.tolist():
        by_card = solver.tricks_by_card(Position(tuple(deal), declarer=0, trump=trump, leader=0))
        of_suit = [most for card, most in by_card.items() if card >> (16 * trump) & 0xFFFF]
        tricks.append(max(of_suit))
    return np.array(tricks, np.int8)


def takes_all(hands: Masks, leads: int, trump: int) -> Truths:
    """Whether the first player can take every trick if he leads one of some cards first."""
    solver = Solver()
    everything = int(hands[0, 0]).bit_count()
    goal = Goal(everything, everything)
    cards = sorted((1 << bit for bit in card_bits(leads)), reverse=True)
    starts = (Position(tuple(deal), declarer=0, trump=trump, leader=0) for deal in hands.tolist())
    return np.array(
        [any(solver.keeps(start.play(card), goal) for card in cards) for start in starts]
    )

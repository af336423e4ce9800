"""How deals that satisfy a condition are found: what is drawn directly, and what is tried for.

The hand of one position is drawn from the list of all hands that satisfy the clauses about it, so
that the probability of these clauses is a fraction known exactly. Whatever else the condition says
is tried for: of the deals numbered by (deal, try), the first that satisfies it is the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sim.conditions.condition import Condition
from sim.conditions.counting import TooManyHandsError, hands_that
from sim.conditions.pack import Masks, Pack, Truths
from sim.conditions.statements import All, AnyOf, Holds, Not, Statement, turn_of
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.game.rules import Rules


@dataclass(frozen=True, eq=False)
class Sampling:
    """How deals that satisfy a condition are found.

    Attributes
    ----------
    position : int or None
        Whose hand is drawn from the list; None if there is no list.
    listed : uint64 array
        The hands that it may be.
    possible : int
        How many hands can be dealt.
    of_hands : tuple of Statement
        What else must be true of the hands, known before the play, …
    of_play : tuple of Statement
        … and of the play.
    """

    position: int | None
    listed: Masks
    possible: int
    of_hands: tuple[Statement, ...]
    of_play: tuple[Statement, ...]

    @property
    def probability(self) -> Fraction:
        """The probability of what is drawn directly; 1 where nothing is."""
        return Fraction(1) if self.position is None else Fraction(len(self.listed), self.possible)

    def turn(self, rules: Rules) -> int | None:
        """Return the speaking turn whose hand is drawn from the list."""
        return None if self.position is None else turn_of(self.position, rules)


@lru_cache(maxsize=2)
def sampling_of(condition: Condition, rules: Rules) -> Sampling:
    """Return how deals that satisfy a condition are found.

    Of several positions with clauses of their own, the one of the rarest hand is drawn directly.

    Raises
    ------
    UserError
        If no hand satisfies the clauses about a position, or too many do where it is the only one
        with clauses.
    """
    pack = Pack.of(rules)
    lists: dict[int, Masks] = {}
    for holder, clauses in condition.hand_clauses.items():
        try:
            lists[holder] = _listed(clauses, pack)
        except TooManyHandsError:
            if len(condition.hand_clauses) == 1:
                raise
    position: int | None = min(lists, key=lambda place: len(lists[place]), default=None)
    drawn = () if position is None else condition.hand_clauses[position]
    others = tuple(clause for clause in condition.clauses if clause not in drawn)
    return Sampling(
        position=position,
        listed=np.zeros(0, np.uint64) if position is None else lists[position],
        possible=pack.possible_hands,
        of_hands=tuple(clause for clause in others if _is_about_hands(clause)),
        of_play=tuple(clause for clause in others if not _is_about_hands(clause)),
    )


def _listed(clauses: tuple[Statement, ...], pack: Pack) -> Masks:
    """Return all hands that satisfy clauses about one position."""
    said = " and ".join(map(str, clauses))
    try:
        hands = hands_that(lambda hands: _true_of_hand(All(clauses), hands, pack), pack)
    except TooManyHandsError as error:
        raise TooManyHandsError(f"{said}: {error}") from None
    if not len(hands):
        raise UserError(f"{said}: no hand of {pack.hand_size} of the pack of {pack.size} does")
    return hands


def _true_of_hand(statement: Statement, hands: Masks, pack: Pack) -> Truths:
    """Return of which hands of the position that it is about a statement is true."""
    if isinstance(statement, Holds):
        return statement.holding.held_by(hands, pack)
    if isinstance(statement, Not):
        return ~_true_of_hand(statement.stated, hands, pack)
    assert isinstance(statement, All | AnyOf)
    join = np.logical_and if isinstance(statement, All) else np.logical_or
    truths: Truths = join.reduce([_true_of_hand(s, hands, pack) for s in statement.stated])
    return truths


def _is_about_hands(clause: Statement) -> bool:
    return all(isinstance(part, Holds) for part in clause.parts())

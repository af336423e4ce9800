"""Lines of play with all hands open: every card judged by what it leaves to best play.

A card is worth what the deal comes to after it. The best line has a best card at every turn; a line
that was played shows which of its cards lost a trick, or turned the contract.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sim.game.cards import SUIT_WIDTH, card_bits
from sim.solver.position import Opening, Position, goal_of, opened, openings
from sim.solver.solver import Solver

if TYPE_CHECKING:
    from sim.game.ladder import Contract

SLOTS = 1 << 18
"""Slots of the hash table: seven cards between six or seven players fill very many."""


class Worth(NamedTuple):
    """What a deal comes to with best play from a point on; the declarer wants the greater.

    Attributes
    ----------
    kept : bool or None
        Whether the contract is kept; None if none is asked about.
    tricks : int or None
        The declarer's tricks; None in a contract for an exact number, in which more are no gain.
    """

    kept: bool | None
    tricks: int | None


class Option(NamedTuple):
    """A card that may be played, as a mask, the trumps with it, and what that is worth."""

    card: int
    trump: int | None
    worth: Worth


@dataclass(frozen=True)
class Step:
    """One card of a line, among all that might have been played.

    Attributes
    ----------
    position : Position
        Before the card. At the opening lead it has the trumps that the card makes.
    options : tuple of Option
        Every card that may be played, with the trumps it makes; lowest first.
    played : Option
        One of them.
    """

    position: Position
    options: tuple[Option, ...]
    played: Option

    @property
    def turn(self) -> int:
        """Who plays it."""
        return self.position.to_play

    @property
    def declares(self) -> bool:
        """Whether the declarer plays it."""
        return self.turn == self.position.declarer

    @property
    def best(self) -> Worth:
        """What the deal comes to if a best card is played."""
        worths = [option.worth for option in self.options]
        return max(worths) if self.declares else min(worths)

    @property
    def turns_contract(self) -> bool:
        """Whether the card breaks a contract that could be kept, or lets a broken one through."""
        return turns(self.best, self.played.worth)

    @property
    def tricks_lost(self) -> int:
        """Tricks that the card loses its side."""
        return lost(self.best, self.played.worth)

    @property
    def best_options(self) -> tuple[Option, ...]:
        """All options that are best, the one played among them if it is."""
        return tuple(option for option in self.options if option.worth == self.best)


def turns(best: Worth, worth: Worth) -> bool:
    """Whether the contract ends otherwise than it would with best play."""
    return best.kept != worth.kept


def lost(best: Worth, worth: Worth) -> int:
    """Tricks between two worths; 0 where tricks do not count."""
    return 0 if best.tricks is None or worth.tricks is None else abs(best.tricks - worth.tricks)


class Judge:
    """Judges cards in one contract, or by tricks alone.

    Parameters
    ----------
    contract : Contract or None
        None to count tricks only.
    hand_size : int
        Cards in a hand as dealt.
    solver : Solver, optional
        To be used again and again.
    """

    def __init__(
        self, contract: Contract | None, hand_size: int, solver: Solver | None = None
    ) -> None:
        self.contract = contract
        self._goal = None if contract is None else goal_of(contract, hand_size)
        self._every_trick = contract is None or contract.judged == "at least"
        self._solver = solver or Solver(SLOTS)

    @property
    def wants_none(self) -> bool:
        """Whether the declarer must not take a trick."""
        return self._goal is not None and self._goal.most == 0

    def worth(self, position: Position) -> Worth:
        """What a position comes to."""
        if self._goal is not None and not self._every_trick:
            return Worth(self._solver.keeps(position, self._goal), None)
        tricks = self._solver.most_tricks(position)
        return Worth(None if self._goal is None else self._goal.least <= tricks, tricks)

    def options(self, position: Position) -> tuple[Option, ...]:
        """Every card that may be played from a position, lowest first."""
        cards = sorted(1 << bit for bit in card_bits(position.legal))
        return tuple(
            Option(card, position.trump, self.worth(position.play(card))) for card in cards
        )

    def opening_options(
        self, hands: tuple[int, ...], declarer: int, contract: Contract
    ) -> tuple[Option, ...]:
        """Every opening that a contract allows, with all trumps that it can make."""
        return tuple(
            Option(
                opening.card,
                opening.trump,
                self.worth(opened(hands, declarer, opening).play(opening.card)),
            )
            for opening in openings(hands[declarer], contract)
        )


def best_line(judge: Judge, position: Position) -> tuple[Step, ...]:
    """The best line from a position to the end of the deal."""
    steps = []
    while position.tricks_left:
        options = judge.options(position)
        step = Step(position, options, _natural(judge, position, options))
        steps.append(step)
        position = position.play(step.played.card)
    return tuple(steps)


def best_line_of_deal(
    judge: Judge,
    hands: tuple[int, ...],
    declarer: int,
    contract: Contract,
    trump: int | None = None,
) -> tuple[Step, ...]:
    """The best line of a whole deal, from the opening lead on.

    Parameters
    ----------
    hands : tuple of int
        Masks in speaking order; a joker at the place of the clubs.
    trump : int, optional
        Only openings that make these trumps.

    Returns
    -------
    tuple of Step
        Empty if no opening makes such trumps.
    """
    options = judge.opening_options(hands, declarer, contract)
    options = tuple(option for option in options if trump is None or option.trump == trump)
    if not options:
        return ()
    best = max(option.worth for option in options)
    # Of trumps that are as good, those of the longest suit are the natural ones.
    likely = max(
        (option for option in options if option.worth == best),
        key=lambda option: _held(opened(hands, declarer, Opening(option.trump, option.card))),
    )
    position = opened(hands, declarer, Opening(likely.trump, likely.card))
    same_trump = tuple(option for option in options if option.trump == likely.trump)
    first = Step(position, options, _natural(judge, position, same_trump))
    return (first, *best_line(judge, position.play(first.played.card)))


def line_played(
    judge: Judge,
    hands: tuple[int, ...],
    declarer: int,
    contract: Contract,
    trump: int | None,
    cards: Sequence[int],
) -> tuple[Step, ...]:
    """A line as it was played, from the opening lead on.

    Parameters
    ----------
    trump : int or None
        Number of the trump suit.
    cards : sequence of int
        Bit numbers in the order played; the joker's in the trump suit.
    """
    steps: list[Step] = []
    position = opened(hands, declarer, Opening(trump, 1 << cards[0]))
    for number, bit in enumerate(cards):
        options = (
            judge.options(position) if number else judge.opening_options(hands, declarer, contract)
        )
        played = next(option for option in options if option[:2] == (1 << bit, trump))
        steps.append(Step(position, options, played))
        position = position.play(1 << bit)
    return tuple(steps)


def _held(position: Position) -> int:
    """Trumps in the declarer's hand."""
    return (position.hands[position.declarer] & position.trumps).bit_count()


def _natural(judge: Judge, position: Position, options: Sequence[Option]) -> Option:
    """The best card that a player would choose: high ones to win with, low ones to lose with."""
    declares = position.to_play == position.declarer
    worths = [option.worth for option in options]
    best = max(worths) if declares else min(worths)
    good = [option for option in options if option.worth == best]
    winning = [option for option in good if position.would_win(option.card)]

    def height(option: Option) -> tuple[bool, int, int]:
        bit = option.card.bit_length() - 1
        return bool(option.card & position.trumps), bit % SUIT_WIDTH, bit

    if judge.wants_none:
        losing = [option for option in good if option not in winning]
        ducks = declares and bool(position.table)
        return max(losing or good, key=height) if ducks else min(good, key=height)
    if not position.table:
        if declares:
            return max(good, key=height)
        return max(good, key=lambda option: (not height(option)[0], *height(option)[1:]))
    opposed = declares or position.best[1] == position.declarer
    return min(winning if opposed and winning else good, key=height)

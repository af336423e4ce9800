"""A deal as it was played, judged with all hands open: what could be made, what cards lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from sim.double_dummy.bidding import Auction, lost_by_bidding
from sim.double_dummy.lines import SLOTS, Judge, Step, Worth, line_played
from sim.double_dummy.overview import makeable
from sim.double_dummy.stakes import values_of_all
from sim.replay.best_line import mark_of, option_names
from sim.replay.open_hands import hands_at_auction, hands_at_lead, hands_move
from sim.replay.wording import counted, fitted
from sim.solver import Solver

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.game.ladder import Contract
    from sim.game.rules import Rules

_HEADING: Final = "  Lost against best play, all hands open:"
_UNITS: Final = "units lost by"


@dataclass(frozen=True)
class JudgedDeal:
    """A deal, and what best play of all would have made of it.

    Attributes
    ----------
    rules : Rules
    acts : Acts
    opponents : int
        Who pays the declarer or receives from him.
    """

    rules: Rules
    acts: Acts
    opponents: int

    @cached_property
    def solver(self) -> Solver:
        """A solver for all that is asked of the deal."""
        return Solver(SLOTS)

    @property
    def contract(self) -> Contract | None:
        """The contract that was played."""
        return self.rules.ladder[self.acts.contract] if self.acts.contract else None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every card as it was played; none if a revoke ended the deal, or all passed."""
        declarer, contract = self.acts.declarer, self.contract
        if declarer is None or contract is None or self.acts.revoker is not None:
            return ()
        hands = hands_at_lead(self.rules, self.acts)
        judge = Judge(contract, self.rules.hand_size, self.solver)
        return line_played(judge, hands, declarer, contract, self.acts.trump, self.acts.cards)

    @cached_property
    def value(self) -> Worth | None:
        """What the contract came to with best play from the opening lead on."""
        declarer, contract = self.acts.declarer, self.contract
        if declarer is None or contract is None:
            return None
        if self.steps:
            return self.steps[0].best
        # Nothing more is known of a deal that a revoke ended than what the auction was about.
        judge = Judge(contract, self.rules.hand_size, self.solver)
        options = judge.opening_options(hands_at_auction(self.acts), declarer, contract)
        return max(option.worth for option in options)

    @property
    def units_turned(self) -> int:
        """Units of the declarer that it makes whether the contract is kept or broken."""
        contract = self.contract
        return 0 if contract is None else (contract.made + contract.failed) * self.opponents

    def units_lost(self, turn: int) -> int:
        """Units that the cards of one player lost his side."""
        mistakes = sum(step.turns_contract for step in self.steps if step.turn == turn)
        return mistakes * self.units_turned

    @cached_property
    def makeable(self) -> tuple[tuple[bool, ...], ...]:
        """Whether each player, by turn, could make each contract with his cards in the auction."""
        hands, ladder = hands_at_auction(self.acts), self.rules.ladder
        return tuple(
            makeable(hands, turn, ladder, self.rules.hand_size, self.solver)
            for turn in range(len(hands))
        )

    def could_make(self, turn: int) -> tuple[str, ...]:
        """The names of the contracts that a player could make, those with the float left out."""
        return tuple(
            contract.name
            for contract, can in zip(self.rules.ladder, self.makeable[turn], strict=True)
            if can and not contract.with_float
        )

    @cached_property
    def lost_by_bidding(self) -> tuple[int, ...]:
        """Units that each player lost by his call, by speaking turn, in hindsight."""
        opponents = np.array([self.opponents])
        values = values_of_all(self.rules.ladder, np.array([self.makeable]), opponents)
        value = 0
        if self.contract is not None and self.value is not None:
            stake = self.contract.made if self.value.kept else -self.contract.failed
            value = stake * self.opponents
        auction = Auction(np.array([self.acts.calls]), opponents, values, np.array([value]))
        return tuple(lost_by_bidding(auction, self.rules.ladder)[0].tolist())


def play_lines(judged: JudgedDeal, names: Sequence[str]) -> Iterator[str]:
    """Yield what stands under the tricks: who lost what by which card.

    Parameters
    ----------
    names : sequence of str
        Players by speaking turn.
    """
    if not judged.steps:
        yield f"{_HEADING} not judged, a revoke ended the deal"
        return
    losses = [*_losses(judged, names)]
    yield _HEADING if losses else f"{_HEADING} nothing"
    for loss in losses:
        yield from fitted(loss, indent="    ")


def _losses(judged: JudgedDeal, names: Sequence[str]) -> Iterator[str]:
    hands = len(names)
    for number, step in enumerate(judged.steps):
        if not mark_of(step.best, step.played.worth):
            continue
        [card] = option_names(step, [step.played])
        where = f"trick {number // hands + 1}: {names[step.turn]}'s {card}"
        yield f"{where} {_what_it_did(judged, step)}"


def _what_it_did(judged: JudgedDeal, step: Step) -> str:
    better = option_names(step, reversed(step.best_options))
    instead = f"; best {'was' if len(better) == 1 else 'were'} {' '.join(better)}"
    assert judged.contract is not None
    if not step.turns_contract:
        return f"loses {counted(step.tricks_lost, 'trick')}{instead}"
    name, units = judged.contract.name, counted(judged.units_turned, "unit")
    did = f"loses {name}" if step.declares else f"lets {name} through"
    return f"{did}, {units}{instead}"


def solved_section(judged: JudgedDeal, names: Sequence[str]) -> Iterator[str]:
    """Yield what double dummy says of contract and bidding."""
    yield from fitted(f"All hands open, best play by all: {_verdict(judged)}")
    width = max(map(len, [_UNITS, *names]))
    yield f"  {_UNITS:<{width}}  call  cards  could have made"
    for turn, name in enumerate(names):
        by_call, by_cards = judged.lost_by_bidding[turn], judged.units_lost(turn)
        could = ", ".join(judged.could_make(turn)) or "nothing"
        row = f"  {name:<{width}}  {by_call:>4}  {by_cards:>5}  "
        yield from fitted(row + could, hanging=len(row))
    if hands_move(judged.rules):
        yield "  could have made: with the cards that he held when the auction began"


def _verdict(judged: JudgedDeal) -> str:
    contract, value = judged.contract, judged.value
    if contract is None or value is None:
        return "passed out"
    could = "could be made" if value.kept else "could not be made"
    tricks = "" if value.tricks is None else f" ({counted(value.tricks, 'trick')})"
    return f"{contract.name} {could}{tricks}"

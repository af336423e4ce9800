"""A deal as it was played, judged with all hands open: what could be made, what cards lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sim.game.cards import card_name
from sim.replay.best_line import mark_of
from sim.replay.open_hands import hands_at_auction, hands_at_lead, hands_move
from sim.replay.wording import counted, fitted
from sim.solver import Solver
from sim.solver.lines import SLOTS, Judge, Step, Worth, line_played
from sim.solver.overview import makeable

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.game.ladder import Contract
    from sim.game.rules import Rules

_HEADING: Final = "  Lost against best play, all hands open:"


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
        judge = Judge(contract, self.rules.hand_size, self.solver)
        hands = hands_at_lead(self.rules, self.acts)
        options = judge.opening_options(hands, declarer, contract)
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

    def makeable(self, turn: int) -> tuple[Contract, ...]:
        """The contracts that a player could make with the cards that he had in the auction."""
        ladder = self.rules.ladder.without_float()
        kept = makeable(hands_at_auction(self.acts), turn, ladder, self.rules.hand_size, self.solver)
        return tuple(contract for contract, can in zip(ladder, kept, strict=True) if can)


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
        card = card_name(step.played.card.bit_length() - 1)
        where = f"trick {number // hands + 1}: {names[step.turn]}'s {card}"
        yield f"{where} {_what_it_did(judged, step)}"


def _what_it_did(judged: JudgedDeal, step: Step) -> str:
    better = dict.fromkeys(option.card for option in reversed(step.best_options))
    cards = " ".join(card_name(card.bit_length() - 1) for card in better)
    instead = f"; best {'was' if len(better) == 1 else 'were'} {cards}"
    assert judged.contract is not None
    if not step.turns_contract:
        return f"loses {counted(step.tricks_lost, 'trick')}{instead}"
    name, units = judged.contract.name, counted(judged.units_turned, "unit")
    did = f"loses {name}" if step.declares else f"lets {name} through"
    return f"{did}, {units}{instead}"


def solved_section(judged: JudgedDeal, names: Sequence[str]) -> Iterator[str]:
    """Yield what double dummy says of contract and bidding."""
    yield f"With all hands open and best play by all: {_verdict(judged)}"
    width = max(map(len, names))
    for turn, name in enumerate(names):
        could = ", ".join(contract.name for contract in judged.makeable(turn))
        row = f"  {name:<{width}}  could make {could or 'nothing'}"
        yield from fitted(row, hanging=width + 4)
    if hands_move(judged.rules):
        yield "  could make: with the cards held when the auction began"


def _verdict(judged: JudgedDeal) -> str:
    contract, value = judged.contract, judged.value
    if contract is None or value is None:
        return "passed out"
    could = "could be made" if value.kept else "could not be made"
    tricks = "" if value.tricks is None else f", {counted(value.tricks, 'trick')}"
    return f"{contract.name} {could}{tricks}"

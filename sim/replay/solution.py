"""A deal solved: what each player could make, the best line, or what is best in mid-deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.double_dummy.lines import SLOTS, Judge, Step, Worth, best_line, best_line_of_deal
from sim.double_dummy.overview import makeable, tricks_by_trump
from sim.errors import UserError
from sim.game.cards import SUIT_NAMES
from sim.game.ladder import Contract
from sim.solver import Position, Solver

if TYPE_CHECKING:
    from sim.replay.open_deal import OpenDeal, Played


@dataclass(frozen=True, kw_only=True)
class CanDo:
    """What one player could do as declarer.

    Attributes
    ----------
    tricks : tuple of int or None
        The most tricks with each suit as trump; None where he cannot make it trump.
    contracts : tuple of Contract
        Those that he could make.
    """

    tricks: tuple[int | None, ...]
    contracts: tuple[Contract, ...]

    @property
    def most(self) -> int:
        """The most tricks with any trumps."""
        return max(tricks for tricks in self.tricks if tricks is not None)


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A deal, or a position in mid-deal, solved.

    Attributes
    ----------
    deal : OpenDeal
    players : tuple of CanDo
        By speaking turn; empty in mid-deal.
    hands : tuple of int
        Those that the line is played with, as masks by speaking turn: others than the deal's where
        cards were picked up after the auction.
    declarer : int
        Speaking turn.
    contract : Contract or None
        None where only tricks are counted, in mid-deal.
    steps : tuple of Step
        The best line from here to the end.
    """

    deal: OpenDeal
    players: tuple[CanDo, ...] = ()
    hands: tuple[int, ...]
    declarer: int
    contract: Contract | None
    steps: tuple[Step, ...]

    @property
    def position(self) -> Position:
        """The position of the first card."""
        return self.steps[0].position

    @property
    def worth(self) -> Worth:
        """What the deal comes to."""
        return self.steps[0].best

    @property
    def tricks(self) -> int:
        """The declarer's, at the end of the best line."""
        last = self.steps[-1]
        return last.position.play(last.played.card).taken

    @property
    def first_trick(self) -> int:
        """Number of the trick that the first card is played to."""
        return self.deal.hand_size - self.position.tricks_left + 1


def solve_deal(
    deal: OpenDeal,
    declarer: int | None = None,
    contract: Contract | None = None,
    trump: int | None = None,
) -> Solution:
    """Solve a whole deal.

    Parameters
    ----------
    declarer, contract
        Of the line that is shown. Without them what was played, if that is known and agrees with
        the one that is given; else the highest contract that can be made and needs no other to
        be bid before it, by the first to speak of those who can make it.
    trump : int, optional
        Its trumps; the best otherwise.

    Raises
    ------
    UserError
        If the contract does not let the declarer make these trumps.
    """
    solver = Solver(SLOTS)
    players = tuple(_can_do(deal, turn, solver) for turn in range(len(deal.names)))
    hands = deal.hands
    if deal.played is not None and _is_of(deal, deal.played, declarer, contract):
        hands = deal.played.hands
        declarer = deal.played.declarer
        contract = deal.contract_of(deal.played.contract)
    else:
        declarer, contract = _chosen(deal, players, declarer, contract)
    judge = Judge(contract, deal.hand_size, solver)
    steps = best_line_of_deal(judge, hands, declarer, contract, trump)
    if not steps:
        assert trump is not None
        raise UserError(
            f"{deal.names[declarer]} cannot make {SUIT_NAMES[trump]} trumps in {contract.name}"
        )
    return Solution(
        deal=deal,
        players=players,
        hands=hands,
        declarer=declarer,
        contract=contract,
        steps=steps,
    )


def solve_position(deal: OpenDeal, position: Position, contract: Contract | None) -> Solution:
    """Solve a position in mid-deal; without a contract by tricks alone."""
    steps = best_line(Judge(contract, deal.hand_size), position)
    return Solution(
        deal=deal,
        hands=position.hands,
        declarer=position.declarer,
        contract=contract,
        steps=steps,
    )


def _can_do(deal: OpenDeal, turn: int, solver: Solver) -> CanDo:
    can = makeable(deal.hands, turn, deal.ladder, deal.hand_size, solver)
    return CanDo(
        tricks=tricks_by_trump(deal.hands, turn, solver),
        contracts=tuple(contract for contract, kept in zip(deal.ladder, can, strict=True) if kept),
    )


def _is_of(deal: OpenDeal, played: Played, declarer: int | None, contract: Contract | None) -> bool:
    """Whether what was played is of the declarer and the contract that are asked for, if any."""
    its_contract = deal.contract_of(played.contract)
    return declarer in (None, played.declarer) and contract in (None, its_contract)


def _chosen(
    deal: OpenDeal, players: tuple[CanDo, ...], declarer: int | None, contract: Contract | None
) -> tuple[int, Contract]:
    """Who is to declare what, where that was not said."""
    turns = range(len(players)) if declarer is None else [declarer]
    wanted = [*deal.ladder] if contract is None else [contract]
    outright = [each for each in wanted if each.requires is None] or wanted
    for each in reversed(outright):
        for turn in turns:
            if each in players[turn].contracts:
                return turn, each
    return max(turns, key=lambda turn: players[turn].most), outright[0]

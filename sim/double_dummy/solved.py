"""Solved deals: what could be made, and what was lost by bidding and by each card.

All stakes are those of the ladder: of the pool, of prices and of players who cannot pay nothing
is said here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.double_dummy.bidding import Auction, lost_by_bidding
from sim.double_dummy.makeable import makeable_of
from sim.double_dummy.play import Play, play_of
from sim.double_dummy.replayed import Replayed, Table, play_again
from sim.double_dummy.stakes import values_of_all
from sim.game.ladder import PASS
from sim.solver.batches import solve_hands_kernel
from sim.solver.plays import solve_plays_kernel

if TYPE_CHECKING:
    from sim.course import Words
    from sim.experiment import Experiment
    from sim.game.rules import Rules

Whole = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class SolvedDeals:
    """Solved deals of some sessions: arrays with a row a deal, in order.

    What is told by position has a column a position (0 deals); a position without cards, or that
    nobody holds, has zeros.

    Attributes
    ----------
    table : Table
        Who sat where.
    dealt : bool array, shape (deals, players)
        Whether the position had cards.
    calls : int64 array, shape (deals, players)
        Number of the contract that it called; 0 for a pass.
    contract : int64 array, shape (deals,)
        Number of the contract played, 0 if all passed.
    declares : bool array, shape (deals, players)
        Whether the position played it.
    revoked : bool array, shape (deals,)
        Whether a revoke ended the deal.
    makeable : bool array, shape (deals, players, contracts)
        Whether the position could make each contract as declarer, double dummy, with its hand as
        it was when the auction began; the lowest contract first.
    most_tricks : int64 array, shape (deals, players)
        The most tricks that it could take as declarer by
        :data:`sim.double_dummy.makeable.FREE_LEAD`.
    tricks : int64 array, shape (deals,)
        Those that the declarer took.
    kept, made : bool arrays, shape (deals,)
        Whether the contract was makeable at the opening lead, and was made; False unless it was
        played to the end.
    value, settled : int64 arrays, shape (deals,)
        What the contract was worth to the declarer at the opening lead, double dummy, and what it
        brought him, in units; 0 unless it was played to the end.
    lost_by_bidding : int64 array, shape (deals, players)
        Units.
    cards : int64 array, shape (deals, players, hand size)
        Cards that the position played to each trick: 1, or 0 where nothing was played to the end.
    mistakes, tricks_lost, units_lost : int64 arrays, shape (deals, players, hand size)
        What they lost: whether the card turned what the contract came to, tricks (see
        :class:`sim.double_dummy.play.Play`), and units.
    """

    table: Table
    dealt: Marks
    calls: Whole
    contract: Whole
    declares: Marks
    revoked: Marks
    makeable: Marks
    most_tricks: Whole
    tricks: Whole
    kept: Marks
    made: Marks
    value: Whole
    settled: Whole
    lost_by_bidding: Whole
    cards: Whole
    mistakes: Whole
    tricks_lost: Whole
    units_lost: Whole

    @property
    def to_the_end(self) -> Marks:
        """Whether a contract was played, and no revoke ended it."""
        played: Marks = (self.contract != PASS) & ~self.revoked
        return played


def load_solver() -> None:
    """Load all that is compiled of the solver, so that the first deals take no longer than others.

    Where there is none, the first process compiles it and others wait for it.
    """
    solve_hands_kernel()
    solve_plays_kernel()


def solve_sessions(experiment: Experiment, sessions: Words) -> SolvedDeals:
    """Play sessions of these numbers again, and solve all deals of theirs.

    Parameters
    ----------
    experiment : Experiment
    sessions : uint64 array, shape (sessions,)
        Their numbers, ascending; at least one.
    """
    table, groups = play_again(experiment, sessions)
    solved = _room(experiment.rules, table)
    for deals in groups:
        _solve(experiment.rules, deals, solved)
    return solved


def _room(rules: Rules, table: Table) -> SolvedDeals:
    deals, players = table.order.shape
    by_position = (deals, players)
    by_card = (deals, players, rules.hand_size)

    def whole(*shape: int) -> Whole:
        return np.zeros(shape, np.int64)

    def marks(*shape: int) -> Marks:
        return np.zeros(shape, np.bool_)

    return SolvedDeals(
        table=table,
        dealt=marks(*by_position),
        calls=whole(*by_position),
        contract=whole(deals),
        declares=marks(*by_position),
        revoked=marks(deals),
        makeable=marks(*by_position, len(rules.ladder)),
        most_tricks=whole(*by_position),
        tricks=whole(deals),
        kept=marks(deals),
        made=marks(deals),
        value=whole(deals),
        settled=whole(deals),
        lost_by_bidding=whole(*by_position),
        cards=whole(*by_card),
        mistakes=whole(*by_card),
        tricks_lost=whole(*by_card),
        units_lost=whole(*by_card),
    )


def _solve(rules: Rules, deals: Replayed, solved: SolvedDeals) -> None:
    """Solve deals of equally many hands, and put what is found into its rows."""
    ladder, opponents = rules.ladder, deals.present - 1
    could = makeable_of(rules, deals.hands)
    play = play_of(rules, deals)
    values = values_of_all(ladder, could.contracts, opponents)
    # A deal that a revoke ended is worth what its hands were when the auction began.
    value = values[np.arange(len(values)), deals.declarer, np.maximum(deals.contract, 1) - 1]
    value[play.rows] = play.value
    auction = Auction(deals.calls, opponents, values, value)

    turns = np.arange(deals.hands.shape[1])
    cells = deals.rows[:, None], (turns + 1) % deals.present[:, None]
    solved.dealt[cells] = True
    solved.calls[cells] = deals.calls
    solved.declares[cells] = (turns == deals.declarer[:, None]) & (deals.calls != PASS)
    solved.makeable[cells] = could.contracts
    solved.most_tricks[cells] = could.tricks
    solved.lost_by_bidding[cells] = lost_by_bidding(auction, ladder)
    solved.contract[deals.rows] = deals.contract
    solved.revoked[deals.rows] = deals.revoked
    solved.tricks[deals.rows] = deals.tricks
    _put_play(play, deals, cells, solved)


def _put_play(play: Play, deals: Replayed, cells: tuple[Whole, Whole], solved: SolvedDeals) -> None:
    """Put what was found of the play into its rows."""
    rows, of_turns = deals.rows[play.rows], tuple(axis[play.rows] for axis in cells)
    solved.kept[rows], solved.made[rows] = play.kept, play.made
    solved.value[rows], solved.settled[rows] = play.value, play.settled
    solved.cards[of_turns] = 1
    solved.mistakes[of_turns] = play.mistakes
    solved.tricks_lost[of_turns] = play.tricks_lost
    solved.units_lost[of_turns] = play.units_lost

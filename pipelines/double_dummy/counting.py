"""What is counted in solved sessions: pairs of whole numbers y and x, of ratios y / x.

See `pipelines.session_counts.Counting`. Sessions are the independent clusters throughout: what
the hands of one deal come to depends on each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.chips import ImpossibleDealsError
from pipelines.double_dummy.parts import BIDDING, DECLARER, DEFENCE, PARTS, solved
from pipelines.lineup import by_policy
from pipelines.ratio_sums import RatioTotals
from pipelines.session_counts import Counting
from pipelines.shard_rows import ShardRows
from sim.double_dummy import SolvedShare
from sim.double_dummy.solved import SolvedDeals, load_solver, solve_sessions
from sim.experiment import Experiment

__all__ = ["count_solved", "solved_countings"]

_DEALS_AT_ONCE: Final = 4096
"""So many deals are solved together, so that memory does not grow with a shard."""

Whole = npt.NDArray[np.int64]


def count_solved(rows: ShardRows, experiment: Experiment, share: SolvedShare) -> pl.DataFrame:
    """Solve a share of a shard's sessions, and count what is found.

    Parameters
    ----------
    rows : ShardRows
        The shard: its deals are played again, and must come out as it says.
    experiment : Experiment
    share : SolvedShare

    Returns
    -------
    polars.DataFrame
        See `pipelines.ratio_sums.RatioTotals.table`.

    Raises
    ------
    ImpossibleDealsError
        If a deal comes out otherwise: the rows are of another version of the engine.
    """
    load_solver()
    sessions = share.sessions(rows.first_session, len(rows.first_dealer))
    totals = RatioTotals(len(sessions))
    at_once = max(_DEALS_AT_ONCE // experiment.rules.deals_per_session, 1)
    for first in range(0, len(sessions), at_once):
        deals = solve_sessions(experiment, sessions[first : first + at_once])
        _see_that_they_are_the_same(rows, deals)
        for counting in solved_countings(deals, experiment):
            totals.add(counting)
    return totals.table()


def _see_that_they_are_the_same(rows: ShardRows, deals: SolvedDeals) -> None:
    places = (deals.table.sessions - np.uint64(rows.first_session)).astype(np.int64)
    counts = rows.deals_of_session[places]
    starts = rows.first_deals[:-1][places]
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    there = rows.tricks[np.repeat(starts, counts) + within]
    if len(there) != len(deals.tricks) or (there != deals.tricks).any():
        raise ImpossibleDealsError(
            "its deals come out otherwise when they are played again to be solved: another "
            "version of the program has simulated them"
        )


def solved_countings(deals: SolvedDeals, experiment: Experiment) -> Iterator[Counting]:
    """Yield everything that is counted in solved sessions."""
    counter = _Counter(deals, experiment)
    yield from counter.sessions()
    yield from counter.makeable()
    yield from counter.contracts()
    yield from counter.tricks()
    yield from counter.regret()
    yield from counter.regret_by_trick()
    yield from counter.settlement()


class _Counter:
    """Counts in solved sessions. Arrays of sums have the sessions as their last axis."""

    def __init__(self, deals: SolvedDeals, experiment: Experiment) -> None:
        self.deals = deals
        self.rules = experiment.rules
        self.policies = [group.members for group in by_policy(experiment)]
        self.numbers = np.arange(1, len(self.rules.ladder) + 1)
        self.hands = self._sums(deals.dealt)
        self.all_deals = self._sums(np.ones((len(deals.contract), 1)))

    def _sums(self, values: Any) -> Whole:
        """Add up values by deal and more; return the sums by these and session."""
        sums = np.add.reduceat(values.astype(np.int64), self.deals.table.first_deals, axis=0)
        return np.ascontiguousarray(np.moveaxis(sums, 0, -1))

    def _of_policies(self, values: Whole) -> Whole:
        """Return sums by policy and session of values by deal and position."""
        by_player = np.zeros_like(values)
        np.put_along_axis(by_player, self.deals.table.order, values, axis=1)
        sums = self._sums(by_player)
        return np.stack([sums[[*members]].sum(axis=0) for members in self.policies])

    def sessions(self) -> Iterator[Counting]:
        """Sessions and deals that were solved."""
        ones = np.ones_like(self.all_deals)
        yield Counting(what=solved("sessions"), who="", y=ones, x=ones)
        yield Counting(what=solved("deals"), who="", y=self.all_deals, x=ones)

    def makeable(self) -> Iterator[Counting]:
        """Hands that could make a contract, and deals in which any could: first number that."""
        marks = self.deals.makeable
        yield from self._contracts("makeable", self._sums(marks), self.hands[:, None])
        somebody = self._sums(marks.any(axis=1))[None]
        x = self.all_deals[:, None]
        yield Counting(what=solved("somebody"), who="", y=somebody, x=x, offset=1)

    def contracts(self) -> Iterator[Counting]:
        """Contracts bid, played to the end, makeable at the lead and made: first number that."""
        deals = self.deals
        bid = self._sums(deals.calls[:, :, None] == self.numbers)
        yield from self._contracts("bid", bid, self.hands[:, None], self.all_deals[:, None])
        of_contract = deals.contract[:, None] == self.numbers
        in_it = deals.declares[:, :, None] & of_contract[:, None, :]
        played = self._sums(in_it & deals.to_the_end[:, None, None])
        for what, marks in (("kept", deals.kept), ("made", deals.made)):
            yield from self._contracts(what, self._sums(in_it & marks[:, None, None]), played)
        in_contract = in_it & deals.makeable & deals.to_the_end[:, None, None]
        could = self._sums(in_contract).sum(axis=0, keepdims=True)
        x = played.sum(axis=0, keepdims=True)
        yield Counting(what=solved("could"), who="", y=could, x=x, offset=1)
        revoked = self._sums(of_contract & deals.revoked[:, None])[None]
        x = self.all_deals[:, None]
        yield Counting(what=solved("revoked"), who="", y=revoked, x=x, offset=1)

    def _contracts(
        self, what: str, y: Whole, x: Whole, of_all: Whole | None = None
    ) -> Iterator[Counting]:
        """Yield what is told by position and contract, and the same of all together."""
        yield Counting(what=solved(what), who="position", y=y, x=x, offset=1)
        together = x.sum(axis=0, keepdims=True) if of_all is None else of_all
        all_y = y.sum(axis=0, keepdims=True)
        yield Counting(what=solved(what), who="", y=all_y, x=together, offset=1)

    def tricks(self) -> Iterator[Counting]:
        """Hands by the most tricks that they could take: first number the tricks."""
        deals, most = self.deals, np.arange(self.rules.hand_size + 1)
        marks = deals.dealt[:, :, None] & (deals.most_tricks[:, :, None] == most)
        x = self.hands[:, None]
        yield Counting(what=solved("tricks"), who="position", y=self._sums(marks), x=x)

    def regret(self) -> Iterator[Counting]:
        """Units, tricks and mistakes: first number the part."""
        for what, by_part in self._losses().items():
            trials = self._trials(of_tricks=what == "tricks lost")
            for who, add_up in (("position", self._sums), ("policy", self._of_policies)):
                y, x = (
                    np.stack([add_up(values) for values in parts.values()], axis=1)
                    for parts in (by_part, trials)
                )
                yield Counting(what=solved(what), who=who, y=y, x=x)

    def _trials(self, *, of_tricks: bool) -> dict[str, Whole]:
        """Return which positions take part in which part, by deal and position.

        Tricks are lost where every trick counts alone.
        """
        plays = self.deals.cards.any(axis=2)
        if of_tricks:
            every_trick = [False, *(promise.judged == "at least" for promise in self.rules.ladder)]
            plays = plays & np.array(every_trick)[self.deals.contract][:, None]
        return {
            BIDDING: self.deals.dealt.astype(np.int64),
            DECLARER: (plays & self.deals.declares).astype(np.int64),
            DEFENCE: (plays & ~self.deals.declares).astype(np.int64),
        }

    def _losses(self) -> dict[str, dict[str, Whole]]:
        """Return what was lost in each part, by deal and position."""
        deals = self.deals
        by_bidding = deals.lost_by_bidding
        no_tricks = np.zeros_like(by_bidding)
        return {
            "units lost": self._by_part(by_bidding, deals.units_lost),
            "tricks lost": self._by_part(no_tricks, deals.tricks_lost),
            "mistakes": self._by_part((by_bidding > 0).astype(np.int64), deals.mistakes),
        }

    def _by_part(self, bidding: Whole, of_cards: Whole) -> dict[str, Whole]:
        in_play, declares = of_cards.sum(axis=2), self.deals.declares
        return {
            BIDDING: bidding,
            DECLARER: in_play * declares,
            DEFENCE: in_play * ~declares,
        }

    def regret_by_trick(self) -> Iterator[Counting]:
        """The same of cards: first number the part, second the trick."""
        deals = self.deals
        sides = {DECLARER: deals.declares, DEFENCE: ~deals.declares}
        cards, units, tricks, mistakes = (
            np.stack(
                [self._sums((values * side[:, :, None]).sum(axis=1)) for side in sides.values()]
            )
            for values in (deals.cards, deals.units_lost, deals.tricks_lost, deals.mistakes)
        )
        offset = PARTS.index(DECLARER)
        for what, y in (
            ("card units lost", units),
            ("card tricks lost", tricks),
            ("card mistakes", mistakes),
        ):
            # Second numbers are tricks from 0 on.
            yield Counting(what=solved(what), who="", y=y[None], x=cards[None], offset=offset)

    def settlement(self) -> Iterator[Counting]:
        """What contracts brought their declarers, and were worth double dummy; by position."""
        deals = self.deals
        played = self._sums(deals.declares & deals.to_the_end[:, None])
        for what, units in (("settled", deals.settled), ("value", deals.value)):
            y = self._sums(deals.declares * units[:, None])
            yield Counting(what=solved(what), who="position", y=y, x=played)

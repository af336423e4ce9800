"""What the statistics count in each session: pairs of whole numbers y and x, of ratios y / x.

Each generator below is one family of ratios. Their names, and what their members, first and
second numbers mean, are those by which the tables ask `pipelines.certainty` for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pipelines.acts import EXCHANGE, Act, most_of_act
from pipelines.deals import Deals
from pipelines.dimension import NOBODY
from pipelines.lineup import by_policy
from pipelines.sessions import win_shares, winners_of
from sim.experiment import Experiment

__all__ = ["Counting", "countings"]

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Counting:
    """One family of ratios, session by session.

    Attributes
    ----------
    what : str
        Name of the family.
    who : str
        What its members are: "position", "player", "policy"; "" if it has only one.
    y, x : int64 arrays, shape (members, first numbers, second numbers, sessions)
        What is summed up above and below. Both may lack second numbers, and first ones; x may
        have length 1 where y has more.
    offset : int
        The first of the first numbers.
    """

    what: str
    who: str
    y: Whole
    x: Whole
    offset: int = 0


def countings(deals: Deals, experiment: Experiment) -> Iterator[Counting]:
    """Yield everything that is counted in the sessions of some deals.

    How often what is bid, played and made is counted by sessions only where deals of a session
    depend on each other: elsewhere the census of all deals tells as much.
    """
    counter = _Counter(deals, experiment)
    rules = experiment.rules
    if rules.session_matters:
        yield from counter.auctions()
        yield from counter.contracts()
        yield from counter.tricks()
    yield from counter.money()
    yield from counter.wins()
    for act in deals.acts:
        yield from counter.act(act)
    if experiment.may_revoke:
        yield from counter.revokes()
    if rules.has_pool:
        yield from counter.pool()
    if rules.may_end_early:
        yield from counter.departures()
    elif rules.may_rebuy:
        yield from counter.stacks_bought()


class _Counter:
    """Counts in the sessions of some deals."""

    def __init__(self, deals: Deals, experiment: Experiment) -> None:
        self.deals = deals
        self.rules = experiment.rules
        self.policies = [group.members for group in by_policy(experiment)]
        self.sessions = len(deals.rows.first_dealer)
        self.calls = len(experiment.rules.ladder) + 1
        self.ones = np.ones((1, self.sessions), np.int64)
        self.all_deals = deals.rows.deals_of_session[None]
        self.at_table = dict(self._by_everyone(deals.seated))

    # Counting and summing up ---------------------------------------------------------------------

    def _tally(self, marks: Any, numbers: tuple[Any, ...], shape: tuple[int, ...]) -> Whole:
        """Count in each session how often which numbers occur where marked.

        Returns
        -------
        int64 array, shape (*shape, sessions)
        """
        session = self.deals.rows.session_places
        cell: Any = 0
        for number, size in zip(numbers, shape, strict=True):
            cell = cell * size + number
        cell = cell * self.sessions + (session[:, None] if marks.ndim == 2 else session)
        cells = self.sessions * int(np.prod(shape))
        return np.bincount(cell[marks], minlength=cells).reshape(*shape, self.sessions)

    def _sums(self, values: Any) -> Whole:
        """Add up values by deal and column; return the sums by column and session."""
        first_deals = self.deals.rows.first_deals[:-1]
        sums = np.add.reduceat(values.astype(np.int64), first_deals, axis=0)
        return np.ascontiguousarray(sums.T)

    def _total(self, values: Any) -> Whole:
        """Add up values by deal, all columns together; return the sums by session."""
        total: Whole = self._sums(values.reshape(len(values), -1)).sum(axis=0, keepdims=True)
        return total

    def _by_everyone(self, values: Any) -> Iterator[tuple[str, Whole]]:
        """Yield sums of values by position, then the same by player and by policy."""
        yield "position", self._sums(values)
        yield from self._with_policies(self._sums(self.deals.by_player(values)))

    def _with_policies(self, by_player: Whole) -> Iterator[tuple[str, Whole]]:
        """Yield what is given by player, and the same by policy."""
        yield "player", by_player
        yield "policy", np.stack([by_player[[*members]].sum(axis=0) for members in self.policies])

    # Bidding and playing -------------------------------------------------------------------------

    def auctions(self) -> Iterator[Counting]:
        """Calls: first number the call; given the highest bid before: that, then the call."""
        deals, calls, players = self.deals, self.calls, self.rules.players
        spoken = deals.said.calls != NOBODY
        numbers = (np.arange(players), deals.said.highest, deals.said.calls)
        given = self._tally(spoken, numbers, (players, calls, calls))
        heard = given.sum(axis=2, keepdims=True)
        yield Counting(what="call given bid", who="position", y=given, x=heard)
        by_position = given.sum(axis=1)
        by_player = self._tally(spoken, (deals.order, deals.said.calls), (players, calls))
        for who, said in (("position", by_position), *self._with_policies(by_player)):
            yield Counting(what="call", who=who, y=said, x=said.sum(axis=1, keepdims=True))
            at_table = self.at_table[who][:, None]
            yield Counting(what="bid", who=who, y=said[:, 1:], x=at_table, offset=1)
        bids = by_position[:, 1:].sum(axis=0, keepdims=True)
        yield Counting(what="bid", who="", y=bids, x=self.all_deals[:, None], offset=1)

    def contracts(self) -> Iterator[Counting]:
        """Contracts played and made: first number the contract."""
        deals = self.deals
        shape = (self.rules.players, self.calls, 2)
        contract, made = deals.said.contract, deals.made
        by_position = self._tally(deals.bid, (deals.said.declarer, contract, made), shape)
        by_player = self._tally(deals.bid, (deals.declarers, contract, made), shape)
        for who, ended in (("position", by_position), *self._with_policies(by_player)):
            yield from self._played_and_made(who, ended, self.at_table[who])
        overall = by_position.sum(axis=0, keepdims=True)
        yield from self._played_and_made("", overall, self.all_deals)
        any_contract = overall.sum(axis=1)
        played = any_contract.sum(axis=1)
        passed_out = self.all_deals - played
        yield Counting(what="passed out", who="", y=passed_out, x=self.all_deals)
        yield Counting(what="contract made", who="", y=any_contract[:, 1], x=played)

    def _played_and_made(self, who: str, ended: Whole, at_table: Whole) -> Iterator[Counting]:
        played, made = ended[:, 1:].sum(axis=2), ended[:, 1:, 1]
        yield Counting(what="played", who=who, y=played, x=at_table[:, None], offset=1)
        yield Counting(what="made", who=who, y=made, x=played, offset=1)

    def tricks(self) -> Iterator[Counting]:
        """Tricks of the declarer: first number the contract, second the tricks."""
        deals, most = self.deals, self.rules.hand_size
        numbers, shape = (deals.said.contract, deals.tricks), (self.calls, most + 1)
        counts = self._tally(deals.bid, numbers, shape)[None, 1:]
        played = counts.sum(axis=2, keepdims=True)
        yield Counting(what="tricks", who="", y=counts, x=played, offset=1)
        taken = (counts * np.arange(most + 1)[:, None]).sum(axis=2)
        yield Counting(what="mean tricks", who="", y=taken, x=played[:, :, 0], offset=1)

    # Money ---------------------------------------------------------------------------------------

    def money(self) -> Iterator[Counting]:
        """Units won, and their parts, of the deals at the table."""
        deals = self.deals
        share = deals.rows.session_columns.get("split", 0 * self.all_deals[0])[None]
        parts = {
            "declarer": deals.stakes * deals.is_declarer,
            "defender": deals.stakes * ~deals.is_declarer,
            "pool": deals.from_pool,
            "units": deals.units,
        }
        for part, values in parts.items():
            of_players = share if part in ("pool", "units") else 0 * share
            by_player = self._sums(deals.by_player(values)) + of_players
            for who, sums in (("position", self._sums(values)), *self._with_policies(by_player)):
                yield Counting(what=part, who=who, y=sums, x=self.at_table[who])

    def wins(self) -> Iterator[Counting]:
        """Shares of the win, of sessions."""
        shares = win_shares(winners_of(self.deals.rows)).astype(np.int64)
        for who, won in self._with_policies(shares):
            yield Counting(what="win", who=who, y=won, x=self.ones)

    def pool(self) -> Iterator[Counting]:
        """What went into the pool and came out of it."""
        deals, columns = self.deals, self.deals.rows.session_columns
        wins, won = self._total(deals.pool_won > 0), self._total(deals.pool_won)
        left, split = (columns[name].astype(np.int64)[None] for name in ("pool", "split"))
        yield Counting(what="pool won", who="", y=wins, x=self.all_deals)
        yield Counting(what="pool units won", who="", y=won, x=wins)
        yield Counting(what="pool antes", who="", y=self._total(deals.antes), x=self.all_deals)
        yield Counting(what="pool prices", who="", y=self._total(deals.prices), x=self.all_deals)
        yield Counting(what="pool left", who="", y=left, x=self.ones)
        yield Counting(what="pool split", who="", y=self.rules.players * split, x=self.ones)

    # What else happens ---------------------------------------------------------------------------

    def act(self, act: Act) -> Iterator[Counting]:
        """Something done: how often and at which price; first number the contract, then how much.

        The amount's mean is of interest for an exchange only.
        """
        deals = self.deals
        done = {
            "done": act.amounts > 0,
            "price": act.prices,
            **({"cards": act.amounts} if act.name == EXCHANGE else {}),
        }
        with_cards = dict(self._by_everyone(deals.dealt))
        for name, values in done.items():
            for who, sums in self._by_everyone(values):
                yield Counting(what=f"{act.name} {name}", who=who, y=sums, x=with_cards[who])
        amount = (act.amounts * deals.is_declarer).sum(axis=1)
        shape = (self.calls, most_of_act(act.name, self.rules) + 1, 2)
        numbers = (deals.said.contract, amount, deals.made)
        ended = self._tally(deals.bid, numbers, shape)[None, 1:]
        made, played = ended[:, :, :, 1], ended.sum(axis=3)
        yield Counting(what=f"{act.name} made", who="", y=made, x=played, offset=1)

    def revokes(self) -> Iterator[Counting]:
        """Revokes, of deals played as declarer, and of those played as defender with cards."""
        deals = self.deals
        revokes = np.arange(self.rules.players) == deals.revoked[:, None]
        defends = deals.dealt & ~deals.is_declarer & deals.bid[:, None]
        for role, plays in (("declarer", deals.is_declarer), ("defender", defends)):
            trials = dict(self._by_everyone(plays))
            for who, sums in self._by_everyone(revokes & plays):
                yield Counting(what=f"{role} revokes", who=who, y=sums, x=trials[who])

    def departures(self) -> Iterator[Counting]:
        """How many are left: first number the players. Who is broke at the end."""
        shape = (self.rules.players + 1,)
        present = self.deals.said.players
        left = self._tally(present > 0, (present,), shape)[None]
        yield Counting(what="players left", who="", y=left, x=self.all_deals[:, None])
        assert self.deals.stacks is not None
        broke = (self.deals.stacks.after.T == 0).astype(np.int64)
        yield Counting(what="broke", who="player", y=broke, x=self.ones)

    def stacks_bought(self) -> Iterator[Counting]:
        """Stacks that players bought, and whether they did, of sessions."""
        columns = self.deals.rows.session_columns
        bought = [columns[f"rebuys_{player}"] for player in range(self.rules.players)]
        stacks = np.stack(bought).astype(np.int64)
        yield Counting(what="stacks", who="player", y=stacks, x=self.ones)
        rebought = (stacks > 0).astype(np.int64)
        yield Counting(what="rebought", who="player", y=rebought, x=self.ones)

"""Everything that the files tell of single deals, as arrays with a row a deal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pipelines.acts import Act, acts_of
from pipelines.auctions import Auctions
from pipelines.chips import Stacks, follow_chips, refuse_deals
from pipelines.dimension import NOBODY
from pipelines.settlement import contract_payments
from pipelines.shard_rows import ShardRows
from sim.experiment import Experiment
from sim.game.ladder import PASS
from sim.game.rules import Rules

__all__ = ["Deals", "read_deals"]

Whole = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class Deals:
    """The deals of some whole sessions.

    All else follows from these attributes and is worked out once; numbers are int64. What is told
    by position has the shape (deals, players), all other arrays (deals,).

    Attributes
    ----------
    rows : ShardRows
        What the files say.
    rules : Rules
        Those of the full table.
    said : Auctions
        The auctions, by deal.
    order : int64 array, shape (deals, players)
        Players of the line-up by position; behind those at the table, those who have left it.
    stacks : Stacks or None
        Chips of all players, where players without any leave.
    """

    rows: ShardRows
    rules: Rules
    said: Auctions
    order: Whole
    stacks: Stacks | None

    # Who is there, and what happens --------------------------------------------------------------

    @property
    def _positions(self) -> Whole:
        return np.arange(self.rules.players)

    @cached_property
    def seated(self) -> Marks:
        """Whether there is such a position."""
        marks: Marks = self._positions < self.said.players[:, None]
        return marks

    @cached_property
    def dealt(self) -> Marks:
        """Whether the position has cards."""
        return self.seated & (self._positions >= int(self.rules.dealer_sits_out))

    @cached_property
    def is_declarer(self) -> Marks:
        """Whether the position is the declarer's."""
        marks: Marks = self._positions == self.said.declarer[:, None]
        return marks

    @property
    def bid(self) -> Marks:
        """Whether anybody bid, a value a deal."""
        marks: Marks = self.said.contract != PASS
        return marks

    @cached_property
    def tricks(self) -> Whole:
        """The declarer's tricks; until a revoke, if there is one."""
        return self.rows.tricks.astype(np.int64)

    @cached_property
    def revoked(self) -> Whole:
        """Position that revoked, or `NOBODY`."""
        nobody = np.full(len(self.rows.tricks), NOBODY)
        return self.rows.deal_columns.get("revoked", nobody).astype(np.int64)

    @cached_property
    def made(self) -> Marks:
        """Whether the declarer kept his contract: a revoke decides, whatever the tricks."""
        ladder, most = self.rules.ladder, self.rules.hand_size
        keeps = np.zeros((len(ladder) + 1, most + 1), np.bool_)
        for number, promise in enumerate(ladder, start=1):
            keeps[number] = [promise.keeps(tricks) for tricks in range(most + 1)]
        by_tricks = keeps[self.said.contract, self.tricks]
        kept = np.where(self.revoked == NOBODY, by_tricks, self.revoked != self.said.declarer)
        made: Marks = kept & self.bid
        return made

    @cached_property
    def acts(self) -> list[Act]:
        """What else was done."""
        return acts_of(self.rows, self.rules)

    # Units ---------------------------------------------------------------------------------------

    @cached_property
    def prices(self) -> Whole:
        """What each position paid for everything that it did."""
        return sum((act.prices for act in self.acts), start=np.zeros(self.order.shape, np.int64))

    @cached_property
    def antes(self) -> Whole:
        """What each position paid into the pool as ante: what it has, at most."""
        antes = self.rules.pool_ante * self.seated
        return antes if self.stacks is None else np.minimum(antes, self.stacks.before)

    @cached_property
    def stakes(self) -> Whole:
        """What each position received for the contract."""
        paid = self.antes + self.prices
        return contract_payments(
            contract=self.said.contract,
            declarer=self.said.declarer,
            made=self.made,
            revoked=self.revoked,
            present=self.said.players,
            purses=None if self.stacks is None else self.stacks.before - paid,
            players=self.rules.players,
            ladder=self.rules.ladder,
        )

    @cached_property
    def pool_won(self) -> Whole:
        """What the declarer took from the pool, a value a deal."""
        nothing = np.zeros(len(self.rows.tricks))
        return self.rows.deal_columns.get("pool_won", nothing).astype(np.int64)

    @cached_property
    def from_pool(self) -> Whole:
        """What the pool gave each position, less antes and prices."""
        return self.is_declarer * self.pool_won[:, None] - self.antes - self.prices

    @cached_property
    def units(self) -> Whole:
        """What each position won in all."""
        return self.stakes + self.from_pool

    # From positions to players -------------------------------------------------------------------

    @cached_property
    def _cells_of_players(self) -> Whole:
        """Where in a table by deal and player the entries of one by deal and position belong."""
        deals, players = self.order.shape
        cells: Whole = self.order + players * np.arange(deals)[:, None]
        return cells

    def by_player(self, values: Whole | Marks) -> Whole:
        """Return values by player of the line-up, from values by position."""
        by_player = np.empty(values.size, np.int64)
        by_player[self._cells_of_players] = values
        return by_player.reshape(values.shape)

    @cached_property
    def declarers(self) -> Whole:
        """Who of the line-up is the declarer; `NOBODY` if passed out."""
        position = np.maximum(self.said.declarer, 0)
        held = np.take_along_axis(self.order, position[:, None], axis=1)[:, 0]
        return np.where(self.bid, held, NOBODY)


def read_deals(rows: ShardRows, auctions: Auctions, experiment: Experiment) -> Deals:
    """Return the deals of some sessions; `pipelines.deal_checks` sees whether they can be true.

    Parameters
    ----------
    rows : ShardRows
        The sessions.
    auctions : Auctions
        By the codes of the rows.
    experiment : Experiment
        What was sampled.

    Raises
    ------
    ImpossibleDealsError
        If others are at the table than can be.
    """
    rules, said = experiment.rules, auctions.of_deals(rows.auction)
    if rules.may_end_early:
        stacks = _stacks(rows, said, experiment)
        return Deals(rows=rows, rules=rules, said=said, order=stacks.order, stacks=stacks)
    dealer = rows.dealing_players(experiment.seating).astype(np.int64)
    order = (dealer[:, None] + np.arange(rules.players)) % rules.players
    return Deals(rows=rows, rules=rules, said=said, order=order, stacks=None)


def _stacks(rows: ShardRows, said: Auctions, experiment: Experiment) -> Stacks:
    """Follow the chips, and see that those and only those who have any are at the table."""
    players, columns = experiment.rules.players, rows.deal_columns
    first = rows.first_dealing_players(experiment.seating)
    units = np.stack([columns[f"units_{position}"] for position in range(players)], axis=1)
    stacks = follow_chips(rows, first, units.astype(np.int64), experiment.rules.chips)
    with_chips = (stacks.before > 0).sum(axis=1)
    refuse_deals(rows, columns["players"] != with_chips, "others have chips than are at the table")
    refuse_deals(rows, said.players != with_chips, "others bid than have chips")
    moved = rows.seats_moved(experiment.seating)[rows.session_places]
    seat = (stacks.order[:, 0] + moved) % players
    refuse_deals(rows, columns["dealer"] != seat, "it is not this seat's turn to deal")
    return stacks

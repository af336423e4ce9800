"""How a session stands before a deal: who is present, what everybody has, what lies in the pool."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sim.replay.accounts import Accounts, Units, accounts_of, is_made

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.experiment import Experiment
    from sim.game.rules import Rules
    from sim.records import Record


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What a deal begins with. Players are numbers of the line-up.

    Attributes
    ----------
    rules : Rules
    seating : tuple of int
        The players present by position: clockwise from the dealer.
    units : tuple of int
        Won so far in the session, by player.
    stacks : tuple of int
        Stacks of chips bought so far, by player.
    pool : int or None
        Units in the pool; None in a deal that breaks a tie, in which there is none.
    shuffled : bool
        Whether the pack is shuffled for the deal.
    """

    rules: Rules
    seating: tuple[int, ...]
    units: Units
    stacks: Units
    pool: int | None = 0
    shuffled: bool = True

    @property
    def has_pool(self) -> bool:
        """Whether there is a pool."""
        return self.rules.has_pool and self.pool is not None

    def chips(self, player: int) -> int:
        """Chips of a player, where they are limited."""
        return self.rules.chips * (1 + self.stacks[player]) + self.units[player]

    def accounts(self, acts: Acts) -> Accounts:
        """What a deal that begins so brings each position."""
        purses = None
        if self.rules.may_end_early:
            purses = [self.chips(player) for player in self.seating]
        return accounts_of(self.rules, acts, purses, has_pool=self.has_pool)

    def after(self, acts: Acts) -> Standing:
        """How the session stands when this deal is over, and the next player deals."""
        accounts = self.accounts(acts)
        units, stacks = list(self.units), list(self.stacks)
        for position, player in enumerate(self.seating):
            cost, won = accounts.before_settlement[position], accounts.in_all[position]
            if self.rules.may_rebuy:
                stacks[player] += self._stacks_to_buy(player, min(cost, won))
            units[player] += won
        over = replace(self, units=tuple(units), stacks=tuple(stacks), pool=acts.pool)
        clockwise = (*self.seating[1:], self.seating[0])
        return replace(
            over,
            seating=tuple(player for player in clockwise if not over.is_out(player)),
            shuffled=self.rules.shuffle == "every-deal" or _frees_the_pack(self.rules, acts),
        )

    def is_out(self, player: int) -> bool:
        """Whether a player has to leave the table."""
        return self.rules.may_end_early and self.chips(player) == 0

    def _stacks_to_buy(self, player: int, lowest: int) -> int:
        """How many stacks a player needs who at the lowest point of a deal is so many units up."""
        left = self.chips(player) + lowest
        return max(0, -(left // self.rules.chips))


def standing_before(experiment: Experiment, record: Record, session: int, place: int) -> Standing:
    """How a recorded session stood before one of its deals, or at its end.

    Parameters
    ----------
    experiment : Experiment
    record : Record
        Of one session.
    session : int
        Its number.
    place : int
        Deals played before.
    """
    rules = experiment.rules
    by_seat = experiment.players_by_seat(session)
    dealer = int(record.dealers[0])
    nothing = (0,) * rules.players
    standing = Standing(
        rules=rules, seating=by_seat[dealer:] + by_seat[:dealer], units=nothing, stacks=nothing
    )
    for earlier in range(place):
        standing = standing.after(record.acts(earlier))
    return standing


def _frees_the_pack(rules: Rules, acts: Acts) -> bool:
    """Whether a contract for all tricks was made, after which the pack is shuffled."""
    return is_made(rules, acts) and rules.ladder[acts.contract].target == rules.hand_size

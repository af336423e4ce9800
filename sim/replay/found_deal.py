"""A deal found by its number: simulated again, with what it begins with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from sim.conditions.tries import DEALS
from sim.engine.philox import DEALS_OF_A_SEED
from sim.errors import UserError
from sim.game.rules import FEWEST_PLAYERS
from sim.records import play_sessions
from sim.replay.standing import Standing, standing_before
from sim.replay.wording import counted, fitted, joined

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.experiment import Experiment
    from sim.records import Record


@dataclass(frozen=True)
class FoundDeal:
    """A deal in its session.

    Attributes
    ----------
    experiment : Experiment
    record : Record
        Of its session alone.
    session : int
        Number of the session.
    place : int
        Deals of the session before it.
    """

    experiment: Experiment
    record: Record
    session: int
    place: int

    @cached_property
    def acts(self) -> Acts:
        """What happened in it."""
        return self.record.acts(self.place)

    @cached_property
    def standing(self) -> Standing:
        """What it began with."""
        return standing_before(self.experiment, self.record, self.session, self.place)

    @property
    def ends_session(self) -> bool:
        """Whether it is the last of its session."""
        return self.place + 1 == deals_played(self.record)

    def heading(self) -> list[str]:
        """Its number, and where it stands."""
        lines = [*self._place(), *self._condition()]
        return [
            f"Deal {self.record.first_deal + self.place:,} of seed {self.experiment.seed}",
            *chain.from_iterable(fitted(line, indent="  ") for line in lines),
        ]

    def _place(self) -> Iterator[str]:
        """Yield where it stands, and what the deals before have left of pack, chips and pool."""
        rules, lineup, standing = self.experiment.rules, self.experiment.lineup, self.standing
        joker = " and a joker" if rules.joker else ""
        yield (
            f"profile {rules.profile}, {rules.players} players, pack of {rules.pack}{joker}; "
            f"session {self.session:,}, deal {self.place + 1} of {rules.deals_per_session}"
        )
        if rules.shuffle == "after-nap":
            gathered = "gathered after the deal before, and cut"
            yield f"pack: {'shuffled' if standing.shuffled else gathered}"
        if rules.chips:
            yield "chips: " + ", ".join(map(self._chips, standing.seating))
        gone = [player for player in range(rules.players) if player not in standing.seating]
        if gone:
            yield "out: " + joined([lineup[player].name for player in gone])
        if standing.has_pool:
            yield f"pool: {counted(standing.pool or 0, 'unit')}"

    def _condition(self) -> Iterator[str]:
        """Yield what the deal satisfies, and how many tries that took."""
        if self.experiment.given is not None:
            yield f"given {self.experiment.given}"
        if self.experiment.needs_tries and self.record.outcomes.tries is not None:
            yield f"tries: {self.record.outcomes.tries[0]:,}"

    def _chips(self, player: int) -> str:
        bought = self.standing.stacks[player]
        stacks = f", {counted(bought, 'stack')} bought" if bought else ""
        return f"{self.experiment.lineup[player].name} ({self.standing.chips(player)}{stacks})"


def find_deal(experiment: Experiment, deal: int) -> FoundDeal:
    """Simulate one deal again, by the same engine; its session is played from the first deal on.

    Raises
    ------
    UserError
        If there is no such deal, or it was not played because too few players were left.
    """
    per_session = experiment.rules.deals_per_session
    last = sessions_of_a_seed(experiment) * per_session - 1
    if not 0 <= deal <= last:
        raise UserError(f"deal {deal} does not exist; deals are numbered from 0 to {last}")
    session, place = divmod(deal, per_session)
    record = play_sessions(experiment, session, 1)
    if not record.present[place]:
        raise UserError(_not_played(record, deal, session))
    return FoundDeal(experiment, record, session, place)


def sessions_of_a_seed(experiment: Experiment) -> int:
    """How many sessions an experiment has numbers for."""
    deals = DEALS_OF_A_SEED if experiment.given is None else DEALS
    return deals // experiment.rules.deals_per_session


def deals_played(record: Record) -> int:
    """How many deals of a session were played: those before it ended, perhaps early."""
    return int((record.present > 0).sum())


def _not_played(record: Record, deal: int, session: int) -> str:
    played = deals_played(record)
    return (
        f"deal {deal} was not played: fewer than {FEWEST_PLAYERS} players were left in session "
        f"{session} after {counted(played, 'deal')}, so it ended with deal "
        f"{record.first_deal + played - 1}"
    )

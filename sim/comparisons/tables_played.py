"""The tables of a comparison, each played once over a range of sessions."""

from __future__ import annotations

from collections import Counter

import numpy as np

from sim.comparisons.comparison import Comparison, Entry
from sim.comparisons.study import Played
from sim.dealers import Seats, dealer_seats
from sim.game.rules import Rules
from sim.policies import Policy
from sim.simulation import Outcomes, nothing_given, run_sessions


class TablesPlayed:
    """Plays every table once, however many entries and rotations seat the same policies so.

    Parameters
    ----------
    comparison : Comparison
    first_session, sessions : int
        The range that is played.
    logs : bool
        Whether every act is kept.
    """

    def __init__(
        self, comparison: Comparison, first_session: int, sessions: int, *, logs: bool
    ) -> None:
        self._comparison = comparison
        self._range = first_session, sessions
        self._logs = logs
        self._wanted = Counter(
            policies for entry in comparison.entries for policies in rotations(entry)
        )
        self._played: dict[tuple[Policy, ...], Outcomes] = {}

    def of_entry(self, entry: Entry) -> list[Outcomes]:
        """What its tables came to, by the seat of the studied player.

        May be asked once for each entry; what nobody else will ask for is forgotten.
        """
        return [self._take(policies) for policies in rotations(entry)]

    def _take(self, policies: tuple[Policy, ...]) -> Outcomes:
        if policies not in self._played:
            experiment = self._comparison.experiment(policies)
            given = nothing_given(experiment.rules)
            self._played[policies] = run_sessions(
                experiment, *self._range, given, logs=self._logs, payments=True
            )
        self._wanted[policies] -= 1
        if self._wanted[policies] == 0:
            return self._played.pop(policies)
        return self._played[policies]


def rotations(entry: Entry) -> list[tuple[Policy, ...]]:
    """The policies by seat, for each seat of the studied player."""
    return [entry.seated(seat) for seat in range(len(entry.policies))]


def stacked(rules: Rules, tables: list[Outcomes]) -> Played:
    """The deals of tables as the compiled study reads them, a row a table."""
    return Played(
        words=np.stack([table.kept.outcomes.reshape(-1) for table in tables]),
        payments=np.stack([table.kept.payments.reshape(-1, rules.players) for table in tables]),
        dealers=np.stack([_dealers(rules, table) for table in tables]),
        members=np.stack([_members(rules, table) for table in tables]),
    )


def _dealers(rules: Rules, table: Outcomes) -> Seats:
    if rules.may_end_early:
        return table.dealers.reshape(-1)
    return dealer_seats(table.first_dealers, rules.deals_per_session, rules.players)


def _members(rules: Rules, table: Outcomes) -> Seats:
    if rules.may_end_early:
        return table.members.reshape(-1)
    return np.full(table.kept.outcomes.size, (1 << rules.players) - 1, np.uint8)

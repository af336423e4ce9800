"""Playing sessions of single deals that satisfy a condition.

Deals go through three gates: their hands are dealt, with one hand drawn from the list of those
allowed; what the condition says of further hands is looked at before anything is played; what it
says of the auction, after it. A deal that does not pass is tried again.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import numpy as np
import numpy.typing as npt

from sim.conditions.dealing import NO_TURN, compiled_dealing
from sim.conditions.pack import Masks, Pack, Truths
from sim.conditions.sampling import Sampling, sampling_of
from sim.conditions.statements import Situation, Statement
from sim.conditions.tries import MOST_TRIES, index_of
from sim.course import Course, new_state, room, seats_in_blocks
from sim.engine.arrays import Given, Kept
from sim.engine.bits import u64
from sim.engine.block import CALL_BITS
from sim.engine_input import EngineInput, engine_input
from sim.errors import UserError

_AT_ONCE = 1 << 16
"""Deals in hand at a time: few enough for their arrays to stay in the cache."""

_TRIES_AT_ONCE = 1 << 12
"""Tries in hand where few deals are left: enough for the blocks to be full."""

_ONE_CALL = (1 << CALL_BITS) - 1

Places = npt.NDArray[np.int64]


def play_given(course: Course) -> Masks:
    """Play the first try of every deal that satisfies the experiment's condition.

    Returns
    -------
    uint64 array, shape (sessions,)
        How many tries each deal took, itself included.

    Raises
    ------
    UserError
        If a deal took more than `MOST_TRIES`.
    IllegalActError
        If a policy breaks the rules.
    """
    search = _Search(course)
    # Alone first: what never happens is found out by this one deal, not by thousands together.
    search.settle(np.arange(1))
    for first in range(1, len(course.sessions), _AT_ONCE):
        search.settle(np.arange(first, min(first + _AT_ONCE, len(course.sessions))))
    return search.tries


class _Search:
    """The sessions of a course while their deals are looked for.

    Attributes
    ----------
    tries : uint64 array, shape (sessions,)
        How many tries each deal took so far.
    """

    def __init__(self, course: Course) -> None:
        experiment = course.experiment
        assert experiment.given is not None
        self.course = course
        self.condition = experiment.given
        self.rules = experiment.rules
        self.sampling: Sampling = sampling_of(experiment.given, experiment.rules)
        self.told: EngineInput = engine_input(experiment, experiment.rules.players)
        self.tries = np.zeros(len(course.sessions), np.uint64)

    def settle(self, places: Places) -> None:
        """Find the deals of the sessions at some places."""
        pending = places
        while len(pending):
            if self.tries[pending[0]] >= MOST_TRIES:
                raise UserError(self._too_rare(int(pending[0])))
            pending = self._try(pending)

    def _try(self, pending: Places) -> Places:
        """Make one or more tries of each pending deal; return those that are still pending."""
        each = min(max(_TRIES_AT_ONCE // len(pending), 1), MOST_TRIES)
        each = min(each, MOST_TRIES - int(self.tries[pending[0]]))
        of_row = np.repeat(pending, each)
        number = np.repeat(self.tries[pending], each)
        number += np.tile(np.arange(each, dtype=np.uint64), len(pending))
        index = index_of(self.course.sessions[of_row], number)
        hands = self._dealt(index)
        rows = np.flatnonzero(_all_true(self.sampling.of_hands, Situation(self.rules, hands)))
        if not self.sampling.of_play:
            rows = _first_of_each(of_row, rows)
        found = self._played(of_row, index, hands, rows) if len(rows) else rows
        self.tries[pending] += np.uint64(each)
        self.tries[of_row[found]] = number[found] + np.uint64(1)
        return np.setdiff1d(pending, of_row[found], assume_unique=True)

    def _dealt(self, index: Masks) -> Masks:
        """Deal the hands of tries, by speaking turn."""
        rules, sampling = self.rules, self.sampling
        hands = np.zeros((len(index), rules.hands), np.uint64)
        turn = sampling.turn(rules)
        compiled_dealing()(
            u64(self.course.experiment.seed),
            index,
            NO_TURN if turn is None else turn,
            sampling.listed,
            u64(Pack.of(rules).cards),
            rules.pack_size,
            rules.hand_size,
            hands,
        )
        return hands

    def _played(self, of_row: Places, index: Masks, hands: Masks, rows: Places) -> Places:
        """Play the tries in some rows, keep those that are the deals, and return their rows."""
        part = self._part(of_row[rows], hands[rows])
        numbers = self.told.numbers(deals=1)
        part.play(self.told, numbers, seats_in_blocks(part, index[rows]))
        chosen = np.arange(len(rows))
        if self.sampling.of_play:
            situation = Situation(self.rules, hands[rows], _calls(part.kept, self.rules.hands))
            satisfying = np.flatnonzero(_all_true(self.sampling.of_play, situation))
            chosen = _first_of_each(part.sessions, satisfying)
        self._keep(part, chosen, of_row[rows[chosen]])
        return rows[chosen]

    def _part(self, places: Places, hands: Masks) -> Course:
        """The course of some tries, each at a place of its own."""
        whole, experiment = self.course, self.course.experiment
        return replace(
            whole,
            sessions=whole.sessions[places],
            first_dealers=whole.first_dealers[places],
            state=new_state(self.rules, len(places)),
            given=Given(np.ascontiguousarray(hands), whole.given.bids),
            kept=room(
                experiment,
                len(places),
                1,
                self.rules.players,
                logs=len(whole.kept.hands) > 0,
                payments=len(whole.kept.payments) > 0,
            ),
        )

    def _keep(self, part: Course, chosen: Places, places: Places) -> None:
        """Put what some tries came to in the places of their deals."""
        for to, source in (
            *zip(self.course.kept, part.kept, strict=True),
            *zip(self.course.state, part.state, strict=True),
        ):
            if len(source):
                to[_stretch(places)] = source[_stretch(chosen)]

    def _too_rare(self, place: int) -> str:
        return (
            f"{self.condition}: deal {self.course.sessions[place]} did not satisfy it in "
            f"{MOST_TRIES:,} tries; what is tried for must be less rare (cards of one position "
            "are not tried for but drawn)"
        )


def _all_true(statements: tuple[Statement, ...], situation: Situation) -> Truths:
    """Return in which deals all statements are true."""
    everywhere = np.ones(len(situation.hands), np.bool_)
    return reduce(np.logical_and, (each.true_of(situation) for each in statements), everywhere)


def _first_of_each(of_row: npt.NDArray[np.generic], rows: Places) -> Places:
    """Return the first of those rows that belong to the same deal; rows are sorted by deal."""
    owners = of_row[rows]
    is_first = np.append(True, owners[1:] != owners[:-1])[: len(rows)]
    first: Places = rows[is_first]
    return first


def _stretch(places: Places) -> Places | slice:
    """Return ascending places as a slice where they follow each other: that copies faster."""
    if len(places) and places[-1] - places[0] + 1 == len(places):
        return slice(places[0], places[-1] + 1)
    return places


def _calls(kept: Kept, hands: int) -> npt.NDArray[np.uint8]:
    """Return what was called, by speaking turn."""
    words = kept.outcomes[:, :1]
    shifts = u64(CALL_BITS) * np.arange(hands, dtype=np.uint64)
    calls: npt.NDArray[np.uint8] = ((words >> shifts) & u64(_ONE_CALL)).astype(np.uint8)
    return calls

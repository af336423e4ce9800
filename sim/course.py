"""The course of some sessions: how they stand, and playing deals of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.conditions.tries import in_words
from sim.dealers import Seats, dealing_players, first_dealers
from sim.engine.arrays import Given, Kept, State
from sim.engine.arrays import Seats as BlockSeats
from sim.engine.bits import u64
from sim.engine.block import LANES
from sim.engine.events import EVENTS
from sim.engine.kernel import kernel
from sim.engine.philox import DEALS_OF_A_SEED
from sim.engine.rule_numbers import DEALS
from sim.illegal_acts import illegal_act
from sim.watch import watched

if TYPE_CHECKING:
    from sim.engine_input import EngineInput, Numbers
    from sim.experiment import Experiment
    from sim.game.rules import Rules

Words = npt.NDArray[np.uint64]
Units = npt.NDArray[np.int64]


@dataclass
class Course:
    """Some sessions while they are played; rows are sessions in order.

    Attributes
    ----------
    experiment : Experiment
    sessions : uint64 array, shape (sessions,)
        Their numbers.
    first_dealers : uint8 array, shape (sessions,)
        The seat that deals first in each.
    state : State
        What the sessions carry from deal to deal.
    given : Given
        What replaces dealt cards and chosen calls.
    kept : Kept
        What the deals came to.
    dealers, present, members : uint8 arrays, shape (sessions, deals a session)
        The seat that deals, how many players are present, 0 if the deal was not played, and which
        of the line-up they are, a bit each. Without rows where nobody leaves the table.
    """

    experiment: Experiment
    sessions: Words
    first_dealers: Seats
    state: State
    given: Given
    kept: Kept
    dealers: Seats
    present: Seats
    members: Seats

    @classmethod
    def begin(
        cls,
        experiment: Experiment,
        first_session: int,
        sessions: int,
        given: Given,
        *,
        logs: bool,
        payments: bool,
    ) -> Course:
        """Seat everybody in consecutive sessions, with nothing won or lost."""
        numbers = np.arange(first_session, first_session + sessions, dtype=np.uint64)
        return cls.of_sessions(experiment, numbers, given, logs=logs, payments=payments)

    @classmethod
    def of_sessions(
        cls,
        experiment: Experiment,
        numbers: Words,
        given: Given,
        *,
        logs: bool,
        payments: bool,
    ) -> Course:
        """Seat everybody in the sessions of these numbers, with nothing won or lost."""
        rules = experiment.rules
        shape = (len(numbers), rules.deals_per_session)
        leaving_shape = shape if rules.may_end_early else (0, 0)
        return cls(
            experiment=experiment,
            sessions=numbers,
            first_dealers=first_dealers(experiment.seed, numbers, rules.players),
            state=new_state(rules, len(numbers)),
            given=given,
            kept=room(experiment, *shape, rules.players, logs=logs, payments=payments),
            dealers=np.zeros(leaving_shape, np.uint8),
            present=np.zeros(leaving_shape, np.uint8),
            members=np.zeros(leaving_shape, np.uint8),
        )

    def play(self, told: EngineInput, numbers: Numbers, seats: BlockSeats) -> None:
        """Let the engine play a stretch of deals of some of the sessions.

        Raises
        ------
        IllegalActError
            If a policy breaks the rules.
        """
        fault = play_blocks(
            self.experiment.seed, told, numbers, seats, self.state, self.given, self.kept
        )
        if fault:
            seating = seats.seating[fault.block]
            speakers = np.roll(seating, -1 - fault.deals_before % len(seating))
            raise illegal_act(
                self.experiment,
                fault.code,
                fault.answer,
                speakers.tolist(),
                self._named(fault.deal),
            )

    def _named(self, deal: int) -> str:
        """Name a deal by what it is called in its streams."""
        return f"deal {deal}" if self.experiment.given is None else in_words(deal)


@dataclass(frozen=True)
class Fault:
    """The first act against the rules, where the engine stopped.

    Attributes
    ----------
    deal, deals_before : int
        Number of the deal, and how many deals of its session came before it in the
        same call of the engine.
    code, answer : int
        As rows FAULT and FAULT_ANSWER have them.
    block, place : int
        Number of the block, and the place of the session.
    """

    deal: int
    deals_before: int
    code: int
    answer: int
    block: int
    place: int


def play_blocks(
    seed: int,
    told: EngineInput,
    numbers: Numbers,
    seats: BlockSeats,
    state: State,
    given: Given,
    kept: Kept,
) -> Fault | None:
    """Run the kernel over blocks of sessions, up to the first fault if there is one.

    Raises
    ------
    PolicyFailedError
        If a policy does not answer.
    """
    run = kernel(told.hands)
    deal, code, answer, block = watched(
        told.slots,
        lambda: run(
            u64(seed),
            u64(told.pack),
            numbers,
            told.ladder,
            told.lineup,
            seats,
            state,
            given,
            kept,
        ),
    )
    if not code:
        return None
    deal %= DEALS_OF_A_SEED
    before = [deal - int(first) for first in seats.deals[block]]
    lane = next(lane for lane in range(LANES) if 0 <= before[lane] < numbers[DEALS])
    return Fault(
        deal=deal,
        deals_before=before[lane],
        code=code,
        answer=answer,
        block=block,
        place=int(seats.places[block, lane]),
    )


def new_state(rules: Rules, sessions: int) -> State:
    """The state of sessions that have not begun."""
    packs = sessions if rules.shuffle == "after-nap" else 0
    return State(
        player_units=np.zeros((sessions, rules.players), np.int64),
        position_units=np.zeros((sessions, rules.players), np.int64),
        buys=np.zeros((sessions, rules.players), np.int64),
        pools=np.zeros(sessions, np.int64),
        packs=np.zeros((packs, rules.pack_size), np.uint8),
        reshuffle=np.ones(sessions, np.uint8),
    )


def room(
    experiment: Experiment,
    sessions: int,
    deals: int,
    seats: int,
    *,
    logs: bool,
    payments: bool = False,
) -> Kept:
    """Make room for what deals come to.

    There is room for every act of theirs only if it is logged, and for payments where they do not
    follow from the outcome, or if they are wanted.
    """
    rules = experiment.rules
    logged = sessions * deals if logs else 0
    money = sessions if payments or not experiment.pays_by_ladder else 0
    return Kept(
        outcomes=np.zeros((sessions, deals), np.uint64),
        exchanged=np.zeros((sessions if rules.exchange_cards else 0, deals), np.uint64),
        payments=np.zeros((money, deals, seats), np.int32),
        pools=np.zeros((sessions if rules.has_pool else 0, deals, 2), np.int32),
        hands=np.zeros((logged, seats), np.uint64),
        cards=np.zeros((logged, seats * rules.hand_size), np.uint8),
        events=np.zeros((logged, EVENTS), np.uint64),
    )


def seats_in_blocks(course: Course, first_deals: Words | None = None) -> BlockSeats:
    """Arrange the sessions of tables that nobody leaves in blocks, from their first deals on.

    Parameters
    ----------
    course : Course
    first_deals : uint64 array, shape (sessions,), optional
        What their first deals are called in their streams, if it is not their number.
    """
    rules = course.experiment.rules
    first_players = dealing_players(course.experiment, course.sessions, course.first_dealers)
    places = blocks_by_first_player(first_players, rules.players)
    clockwise = first_players[places[:, 0]][:, None] + np.arange(rules.players)
    if first_deals is None:
        first_deals = course.sessions * np.uint64(rules.deals_per_session)
    return BlockSeats(clockwise % rules.players, first_deals[places], places)


def blocks_by_first_player(first_players: npt.NDArray[np.int64], players: int) -> Words:
    """Arrange sessions in blocks in which the same player deals first.

    Returns
    -------
    uint64 array, shape (blocks, LANES)
        The place of each lane's session in the range.
    """
    groups = [np.flatnonzero(first_players == player) for player in range(players)]
    return np.concatenate([in_blocks(group) for group in groups if len(group)])


def in_blocks(members: npt.NDArray[np.int64]) -> Words:
    """Arrange the places of some sessions in blocks.

    Returns
    -------
    uint64 array, shape (blocks, LANES)
        The last block is filled up with its own last session, which is then simulated again, to
        the same result.
    """
    short = -len(members) % LANES
    return np.pad(members, (0, short), mode="edge").reshape(-1, LANES).astype(np.uint64)

"""Playing sessions of a table as the engine does, with whatever stands before the decisions."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sim.course import Course, Fault, Words, play_blocks, seats_in_blocks
from sim.engine.block import FAULT_BITS
from sim.engine_input import EngineInput, engine_input
from sim.experiment import Experiment
from sim.illegal_acts import illegal_act
from sim.simulation import nothing_given


@dataclass(frozen=True)
class Breach:
    """An act against the rules, or one that was not done.

    Attributes
    ----------
    words : str
        Who did what, where.
    deal : int
    decision : int
    speaker : int
        Speaking turn of the player.
    turn, trick : int
        His turn in the trick, and its number; trick 0 is before the opening lead.
    unanswered : bool
        Whether the policy raised an exception instead.
    """

    words: str
    deal: int
    decision: int
    speaker: int
    turn: int
    trick: int
    unanswered: bool


@dataclass(frozen=True)
class Trial:
    """Some sessions, played up to the first breach.

    Attributes
    ----------
    course : Course
    breach : Breach or None
    """

    course: Course
    breach: Breach | None

    @property
    def outcomes(self) -> Words:
        """The packed outcomes, shape (sessions, deals a session)."""
        return self.course.kept.outcomes  # type: ignore[no-any-return]


def try_sessions(
    experiment: Experiment, first_session: int, sessions: int, told: EngineInput | None = None
) -> Trial:
    """Play consecutive sessions of a table that nobody leaves.

    Parameters
    ----------
    experiment : Experiment
    first_session, sessions : int
    told : EngineInput, optional
        What the engine is told, if that is not what follows from the experiment.

    Raises
    ------
    PolicyFailedError
        If a policy does not answer.
    UserError
        If a policy cannot be compiled.
    """
    rules = experiment.rules
    given = nothing_given(rules)
    course = Course.begin(experiment, first_session, sessions, given, logs=False, payments=False)
    told = told or engine_input(experiment, rules.players)
    seats = seats_in_blocks(course)
    numbers = told.numbers(deals=rules.deals_per_session)
    fault = play_blocks(experiment.seed, told, numbers, seats, course.state, given, course.kept)
    if fault is None:
        return Trial(course, None)
    speakers = np.roll(seats.seating[fault.block], -1 - fault.deals_before % rules.players)
    return Trial(course, _breach(experiment, fault, speakers.tolist()))


def _breach(experiment: Experiment, fault: Fault, speakers: list[int]) -> Breach:
    decision, speaker, turn, trick = (
        fault.code >> (FAULT_BITS * place) & ((1 << FAULT_BITS) - 1) for place in range(4)
    )
    told = illegal_act(experiment, fault.code, fault.answer, speakers, f"deal {fault.deal}")
    unanswered = fault.answer == -1
    return Breach(str(told), fault.deal, decision - 1, speaker, turn, trick, unanswered)


def with_addresses(told: EngineInput, addresses: npt.NDArray[np.int64]) -> EngineInput:
    """What the engine is told, with other functions for the decisions."""
    addresses = np.ascontiguousarray(addresses)
    slots = replace(told.slots, addresses=addresses)
    return replace(told, slots=slots, lineup=told.lineup._replace(addresses=addresses))


def with_tables(told: EngineInput, tables: npt.NDArray[np.int64]) -> EngineInput:
    """What the engine is told, with other tables for the slots."""
    slots = replace(told.slots, tables=tables)
    return replace(told, slots=slots, lineup=told.lineup._replace(tables=tables))

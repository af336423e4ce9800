"""Tables with spies: how many answers of a policy depend on what it must not see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.engine.calls import DECISIONS
from sim.engine_input import EngineInput, engine_input
from sim.experiment import Experiment
from sim.policies.contract.spy import (
    ASKED,
    CARDS,
    CHANGED,
    EXAMPLE,
    EXAMPLE_LENGTH,
    HIDES,
    MOVED,
    NOTES,
    NUMBERS,
    REAL,
    spy_on,
)
from sim.policies.contract.trial import Trial, try_sessions, with_addresses, with_tables
from sim.policies.slots import decisions_asked
from sim.policies.written.failures import take_failure

__all__ = ["CARDS", "NUMBERS", "Example", "Seen", "spy_on_sessions"]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Example:
    """An answer that was another one with other hidden cards.

    Attributes
    ----------
    deal : int
    hand : int
        The player's cards.
    answer, other_answer : int
        As bits; -1 where it raised an exception.
    """

    deal: int
    hand: int
    answer: int
    other_answer: int


@dataclass(frozen=True)
class Seen:
    """What the spies counted.

    Attributes
    ----------
    asked : int64 array, shape (slots, decisions)
        Answers compared.
    moved : int64 array, shape (slots, decisions)
        Those for which a card of another hand lay elsewhere.
    changed : int64 array, shape (slots, decisions)
        Those that were not the answer with the true hidden cards.
    examples : dict of (int, int) to Example
        The first of these in a deal that was played, by slot and decision.
    """

    asked: Counts
    moved: Counts
    changed: Counts
    examples: dict[tuple[int, int], Example]


def spy_on_sessions(
    experiment: Experiment,
    first_session: int,
    sessions: int,
    *,
    hides: int,
    told: EngineInput | None = None,
) -> tuple[Trial, Seen]:
    """Play sessions with a spy before every decision.

    Parameters
    ----------
    experiment : Experiment
    first_session, sessions : int
    hides : int
        What is hidden otherwise, as bits of :mod:`sim.policies.contract.spy`.
    told : EngineInput, optional
        What the engine is told, if that is not what follows from the experiment.

    Raises
    ------
    PolicyFailedError
        If a policy does not answer.
    """
    told = told or engine_input(experiment, experiment.rules.players)
    notes, tables = _with_notes(told.slots.tables)
    notes[:, REAL:ASKED] = told.slots.addresses.T
    notes[:, HIDES] = hides
    addresses = told.slots.addresses.copy()
    for decision in decisions_asked(experiment.rules):
        addresses[decision] = spy_on(decision).address
    spied = with_tables(with_addresses(told, addresses), tables)
    trial = try_sessions(experiment, first_session, sessions, spied)
    take_failure()
    return trial, _read(notes)


def _with_notes(tables: Counts) -> tuple[Counts, Counts]:
    """Room for notes in front of every table: the notes and the tables, in one piece of memory."""
    slots, length = tables.shape
    memory = np.zeros(NOTES + slots * (length + NOTES), np.int64)
    notes = memory[: slots * (length + NOTES)].reshape(slots, -1)[:, :NOTES]
    moved = memory[NOTES:].reshape(slots, -1)
    moved[:, :length] = tables
    return notes, moved


def _read(notes: Counts) -> Seen:
    examples = {}
    for (slot, decision), is_there in np.ndenumerate(_examples(notes)[..., 0]):
        if is_there:
            deal, hand, answer, other = _examples(notes)[slot, decision, 1:].tolist()
            examples[slot, decision] = Example(deal % 2**64, hand, answer, other)
    return Seen(
        asked=notes[:, ASKED:MOVED].copy(),
        moved=notes[:, MOVED:CHANGED].copy(),
        changed=notes[:, CHANGED:EXAMPLE].copy(),
        examples=examples,
    )


def _examples(notes: Counts) -> Any:
    return notes[:, EXAMPLE:HIDES].reshape(len(notes), len(DECISIONS), EXAMPLE_LENGTH)

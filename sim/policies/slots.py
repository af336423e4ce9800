"""Slots: the policies of a line-up made ready for the engine, each once."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import carray

from sim.engine.bits import u64
from sim.engine.block import ANSWER, FACTS, LANES, ROWS
from sim.engine.calls import BID, DECISION_SIGNATURE, DECISIONS
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.view import bid_view, play_view, read_facts
from sim.policies import Policy, policy_kind

if TYPE_CHECKING:
    from sim.game.rules import Rules

TABLE_LENGTH = 1 << 24
"""More than any table holds: the compiler only needs a bound to index below."""


decide: Any = None
make_view: Any = None
"""Stand for the policy's decision and the maker of its view until a function is specialised."""


def answer_with_table(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Answer one decision for every lane of a block: the loop around a policy's function."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = read_facts(carray(facts_pointer, (FACTS,)))
    table = carray(table_pointer, (TABLE_LENGTH,))
    for lane in range(LANES):
        block[ANSWER + slot, lane] = u64(decide(make_view(block, facts, lane), table))


def answer_from_view(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Do the same for a decision that needs the view alone."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = read_facts(carray(facts_pointer, (FACTS,)))
    for lane in range(LANES):
        block[ANSWER + slot, lane] = u64(decide(make_view(block, facts, lane)))


@dataclass(frozen=True)
class Slots:
    """The policies of a line-up, each different one once.

    Attributes
    ----------
    of_player : int64 array, shape (players,)
        The slot of each player of the line-up.
    policies : tuple of Policy
        The policy of each slot.
    addresses : int64 array, shape (decisions, slots)
        Where the compiled decisions are.
    answering : int64 array, shape (decisions, slots)
        The slot whose answers serve each slot: a decision that reads no table is made once for
        all settings of a policy.
    tables : int64 array, shape (slots, longest table)
        The policies' tables, filled up with zeros.
    """

    of_player: npt.NDArray[np.int64]
    policies: tuple[Policy, ...]
    addresses: npt.NDArray[np.int64]
    answering: npt.NDArray[np.int64]
    tables: npt.NDArray[np.int64]


def fill_slots(policies: Sequence[Policy], rules: Rules) -> Slots:
    """Compile what the players of a line-up need, one policy a player."""
    different = list(dict.fromkeys(policies))
    pointers = [block_functions(policy.name) for policy in different]
    tables = [policy_kind(p.name).table(dict(p.parameters), rules) for p in different]
    padded = np.zeros((len(different), max(map(len, tables))), np.int64)
    for row, table in zip(padded, tables, strict=True):
        row[: len(table)] = table
    return Slots(
        of_player=np.array([different.index(policy) for policy in policies], np.int64),
        policies=tuple(different),
        addresses=np.array([[f.address for f in row] for row in pointers], np.int64).T.copy(),
        answering=np.array([answering_slots(different, row) for row in range(len(DECISIONS))]),
        tables=padded,
    )


def answering_slots(policies: Sequence[Policy], decision: int) -> list[int]:
    """For each slot the slot that answers for it: the first of its kind if no table is read."""
    names = [policy.name for policy in policies]
    return [
        slot if reads_table(name, decision) else names.index(name)
        for slot, name in enumerate(names)
    ]


def reads_table(name: str, decision: int) -> bool:
    """Whether a decision takes the table besides the view."""
    function = getattr(policy_kind(name).decisions, DECISIONS[decision])
    return len(inspect.signature(function.py_func).parameters) > 1


@cache
def block_functions(name: str) -> tuple[Any, ...]:
    """The compiled decisions of a kind of policy, in the order of ``DECISIONS``."""
    return tuple(block_function(name, decision) for decision in range(len(DECISIONS)))


def block_function(name: str, decision: int) -> Any:
    """Compile one decision of a kind of policy for calls from the engine."""
    word = DECISIONS[decision]
    kind = policy_kind(name)
    function = specialised(
        answer_with_table if reads_table(name, decision) else answer_from_view,
        f"answer_{name}_{word}_{kind.code_digest[:12]}",
        decide=getattr(kind.decisions, word),
        make_view=bid_view if decision == BID else play_view,
    )
    return compile_pointer(DECISION_SIGNATURE, function)

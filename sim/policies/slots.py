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
from sim.engine.calls import (
    BID,
    DECISION_SIGNATURE,
    DECISIONS,
    DISCARD,
    FOLLOW,
    LEAD,
    LOOK,
    NAME_TRUMP,
    OPENING_LEAD,
    PEEP,
    TAKE,
)
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.view import bid_view, discard_view, play_view, read_facts
from sim.policies import Policy, policy_kind

if TYPE_CHECKING:
    from sim.game.rules import Rules

TABLE_LENGTH = 1 << 24
"""More than any table holds: the compiler only needs a bound to index below."""

VIEW_MAKERS = {
    BID: bid_view,
    LOOK: bid_view,
    PEEP: bid_view,
    TAKE: bid_view,
    DISCARD: discard_view,
}
"""What is seen at decisions other than those of the play."""

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
    """Compile what the players of a line-up need, one policy a player.

    Only what the rules ask is compiled; the addresses of all other decisions are 0.
    """
    different = list(dict.fromkeys(policies))
    tables = [policy_kind(p.name).table(dict(p.parameters), rules) for p in different]
    padded = np.zeros((len(different), max(map(len, tables))), np.int64)
    for row, table in zip(padded, tables, strict=True):
        row[: len(table)] = table
    addresses = np.zeros((len(DECISIONS), len(different)), np.int64)
    answering = np.zeros_like(addresses)
    for decision in range(len(DECISIONS)):
        answering[decision] = answering_slots(different, decision, rules)
    for decision in decisions_asked(rules):
        compiled = [block_function(policy.name, decision, rules) for policy in different]
        addresses[decision] = [function.address for function in compiled]
    return Slots(
        of_player=np.array([different.index(policy) for policy in policies], np.int64),
        policies=tuple(different),
        addresses=addresses,
        answering=answering,
        tables=padded,
    )


def decisions_asked(rules: Rules) -> tuple[int, ...]:
    """The decisions that the rules ask of players."""
    further_cards = rules.exchange_cards > 0 or rules.float_card or rules.peep or rules.sir_garnet
    asked = {
        BID: True,
        OPENING_LEAD: True,
        LEAD: True,
        FOLLOW: True,
        DISCARD: further_cards,
        LOOK: rules.float_card,
        PEEP: rules.peep,
        TAKE: rules.sir_garnet,
        NAME_TRUMP: any(contract.trump == "named" for contract in rules.ladder),
    }
    return tuple(decision for decision, is_asked in asked.items() if is_asked)


def lane_function_for(name: str, decision: int, rules: Rules) -> Any:
    """The function by which a kind of policy makes a decision under some rules."""
    return getattr(policy_kind(name).decisions_for(rules), DECISIONS[decision])


def answering_slots(policies: Sequence[Policy], decision: int, rules: Rules) -> list[int]:
    """For each slot the slot that answers for it: the first of its kind if no table is read."""
    names = [policy.name for policy in policies]
    return [
        slot if reads_table(lane_function_for(name, decision, rules)) else names.index(name)
        for slot, name in enumerate(names)
    ]


def reads_table(function: Any) -> bool:
    """Whether a decision takes the table besides the view."""
    return len(inspect.signature(function.py_func).parameters) > 1


def block_function(name: str, decision: int, rules: Rules) -> Any:
    """Compile a decision of a kind of policy, under some rules, for calls from the engine."""
    kind = policy_kind(name)
    function = lane_function_for(name, decision, rules)
    unique = f"{name}_{DECISIONS[decision]}_{function.__name__}_{kind.code_digest[:12]}"
    return compiled_decision(function, decision, f"answer_{unique}")


@cache
def compiled_decision(function: Any, decision: int, name: str) -> Any:
    """Compile the loop around a lane function; its code is kept on disk under that name."""
    loop = specialised(
        answer_with_table if reads_table(function) else answer_from_view,
        name,
        decide=function,
        make_view=VIEW_MAKERS.get(decision, play_view),
    )
    return compile_pointer(DECISION_SIGNATURE, loop)

"""Block functions: decisions as the engine calls them, once a step for all lanes of a block."""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import Any, Protocol

from numba import carray

from sim.engine.bits import u64
from sim.engine.block import ANSWER, FACTS, LANES, ROWS
from sim.engine.calls import (
    BID,
    DECISION_SIGNATURE,
    DECISIONS,
    DISCARD,
    ESTIMATE,
    LOOK,
    PEEP,
    TAKE,
)
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.view import bid_view, discard_view, play_view, read_facts

TABLE_LENGTH = 1 << 24
"""More than any table holds: the compiler only needs a bound to index below."""

VIEW_MAKERS = {
    BID: bid_view,
    LOOK: bid_view,
    PEEP: bid_view,
    TAKE: bid_view,
    DISCARD: discard_view,
    ESTIMATE: bid_view,
}
"""What is seen at decisions other than those of the play."""

decide: Any = None
make_view: Any = None
"""Stand for the policy's decision and the maker of its view until a function is specialised."""


class BlockFunction(Protocol):
    """A decision that the engine can call."""

    @property
    def address(self) -> int:
        """Where its code is; valid while the object lives."""


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


def takes_table(function: Any) -> bool:
    """Whether a lane function takes the table besides the view."""
    return len(inspect.signature(function.py_func).parameters) > 1


def view_maker(decision: int) -> Any:
    """The lane function that makes what is seen at a decision."""
    return VIEW_MAKERS.get(decision, play_view)


def lanes_answer(function: Any, decision: int, whose: str) -> BlockFunction:
    """Compile a lane function for calls from the engine.

    Parameters
    ----------
    function : lane function
        Of the view, and of the table if it takes it.
    decision : int
        Which decision it makes, or ``ESTIMATE``.
    whose : str
        A name of the policy that no other version of it has.
    """
    word = "estimate" if decision == ESTIMATE else DECISIONS[decision]
    unique = re.sub(r"\W", "_", f"answer_{whose}_{word}_{function.__name__}")
    compiled: BlockFunction = _compiled(function, decision, unique)
    return compiled


@cache
def _compiled(function: Any, decision: int, name: str) -> Any:
    """Compile the loop around a lane function; its code is kept on disk under that name."""
    loop = specialised(
        answer_with_table if takes_table(function) else answer_from_view,
        name,
        decide=function,
        make_view=view_maker(decision),
    )
    return compile_pointer(DECISION_SIGNATURE, loop)

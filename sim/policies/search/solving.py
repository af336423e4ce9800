"""Asking the solver: compiled once, and called by its address, which stands in the table.

Inlined into each decision it would be compiled again for each, which takes ten times as long.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numba import int64, types, uint64
from numba.extending import intrinsic

from sim.engine.compiled import compile_pointer
from sim.solver.opening import some_opening_keeps
from sim.solver.search import keeps

_WORDS = types.CPointer(uint64)
_SIGNATURE = int64(
    _WORDS, _WORDS, int64, int64, int64, int64, int64, int64, int64, uint64, uint64, int64
)


def answer_question(  # type: ignore[no-untyped-def]
    words, hands, trump_mode, lead_mode, least, most, left, turn, played, led, best, winner
):
    """Whether the declarer keeps his contract: from a position on, or before the opening lead.

    The arguments are those of :func:`sim.solver.search.keeps`; if no card has been played, those of
    :func:`sim.solver.opening.some_opening_keeps`, and the others are not read.
    """
    if played == 0:
        return some_opening_keeps(words, hands, trump_mode, lead_mode, least, most, left)
    return keeps(words, least, most, left, turn, played, led, best, winner)


@cache
def compiled_solver() -> Any:
    """The solver as a function that is called by its address."""
    return compile_pointer(_SIGNATURE, answer_question)


@intrinsic
def ask_solver(typing_context: Any, address: Any, question: Any) -> Any:
    """Ask the solver at an address; a question is a tuple of its arguments."""
    signature = types.int64(types.int64, question)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, question = arguments
        asked = [
            context.cast(builder, builder.extract_value(question, place), given, wanted)
            for place, (given, wanted) in enumerate(
                zip(signature.args[1].types, _SIGNATURE.args, strict=True)
            )
        ]
        kind = ir.FunctionType(ir.IntType(64), [each.type for each in asked])
        return builder.call(builder.inttoptr(address, kind.as_pointer()), asked)

    return signature, generate

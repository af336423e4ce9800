"""The words that a search works in: the hands, the trumps, and the hash table behind them.

One array of ``uint64`` holds everything, handed on as a pointer: a search that calls itself passes
few arguments, and the compiler need not check shapes.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.engine.block import MOST_PLAYERS

HAND: Final = 0
"""The players' hands by turn, from here on; …"""
TRUMP: Final = HAND + MOST_PLAYERS
"""… all places of the trump suit; without one the joker alone, or nothing; …"""
LONE: Final = TRUMP + 1
"""… the joker if it belongs to no suit; …"""
PLAYERS: Final = LONE + 1
DECLARER: Final = PLAYERS + 1
"""… how many players there are, and the declarer's turn; …"""
PROBLEM: Final = DECLARER + 1
"""… the number of the problem, which tells entries of the hash table from those of others; …"""
LAST_PROBLEM: Final = PROBLEM + 1
"""… the highest number given so far; …"""
POSITIONS: Final = LAST_PROBLEM + 1
"""… how many positions have been searched; …"""
MOST_POSITIONS: Final = POSITIONS + 1
"""… and how many may be before a search gives up; …"""
SLOTS: Final = MOST_POSITIONS + 1
"""… the slots of the hash table, a power of two, or 0; …"""
TABLE: Final = SLOTS + 1
"""… and its entries, two words each."""

WORDS_A_SLOT: Final = 2

NO_LIMIT: Final = (1 << 64) - 1

Workspace = npt.NDArray[np.uint64]


def make_workspace(slots: int) -> Workspace:
    """Return the words of a search whose hash table has that many slots.

    Parameters
    ----------
    slots : int
        A power of two; 0 for no table.
    """
    if slots & (slots - 1) or slots < 0:
        raise ValueError(f"a hash table has a power of two of slots, or none, not {slots}")
    workspace = np.zeros(TABLE + WORDS_A_SLOT * slots, np.uint64)
    workspace[SLOTS] = slots
    workspace[MOST_POSITIONS] = NO_LIMIT
    return workspace


@intrinsic
def pointer_to(typing_context: Any, array: Any) -> Any:
    """The address of an array's first word, as a pointer."""
    signature = types.CPointer(types.uint64)(array)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        make_array = context.make_array(signature.args[0])
        return make_array(context, builder, arguments[0]).data

    return signature, generate


@intrinsic
def words_on_stack(typing_context: Any, words: Any) -> Any:
    """Room for so many words, a constant, on the stack of the caller; they are not set."""
    if not isinstance(words, types.IntegerLiteral):
        return None
    signature = types.CPointer(types.uint64)(words)
    length = words.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        with builder.goto_entry_block():
            return builder.alloca(ir.IntType(64), size=ir.Constant(ir.IntType(64), length))

    return signature, generate

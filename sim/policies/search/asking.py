"""The search policy's decisions as the engine calls them: lane by lane, with room to search in.

One compiled function serves all plays and one all calls, whatever the rules: what they make of
them stands in the table, and the decisions of the fallback are called by the addresses there.
Unlike other policies it searches only where its player is to act: that takes microseconds.
"""

from __future__ import annotations

from typing import Any

from numba import carray, types
from numba.extending import intrinsic

from sim.engine.bits import ZERO, lane_function, modulo_once, u64
from sim.engine.block import (
    ANSWER,
    CONTRACT,
    EVERY_LANE,
    FACT_PLAYERS,
    FACT_SLOTS,
    FACT_TRICK,
    FACT_TURN,
    FACTS,
    LANES,
    LEADER,
    ROWS,
)
from sim.engine.calls import (
    BID,
    FOLLOW,
    LEAD,
    ONE_SLOT,
    OPENING_LEAD,
    SLOT_BITS,
    emit_call,
)
from sim.engine.view import bid_view, play_view, read_facts
from sim.policies.block_functions import TABLE_LENGTH
from sim.policies.search.bidding import call_by_layouts
from sim.policies.search.play import card_by_layouts
from sim.policies.search.table import BID_LAYOUTS, FALLBACK
from sim.solver.workspace import SLOTS, TABLE, WORDS_A_SLOT, words_on_stack

SLOTS_ON_STACK = 1 << 12
"""64 kB: five tricks between four players fill a part of it."""
WORDS = TABLE + WORDS_A_SLOT * SLOTS_ON_STACK


@intrinsic
def call_by_address(
    typing_context: Any, address: Any, block: Any, facts: Any, table: Any, slot: Any
) -> Any:
    """Call a compiled decision that reads the same table."""
    signature = types.void(types.int64, block, facts, table, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        emit_call(builder, arguments[0], list(arguments[1:]))
        return context.get_dummy_value()

    return signature, generate


@lane_function
def clear(words):  # type: ignore[no-untyped-def]
    """Begin with an empty hash table and no problem solved."""
    for word in range(WORDS):
        words[word] = ZERO
    words[SLOTS] = u64(SLOTS_ON_STACK)


def answer_play(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Play a card in every lane in which a player of the slot is to play."""
    block = carray(block_pointer, (ROWS, LANES))
    shared = carray(facts_pointer, (FACTS,))
    table = carray(table_pointer, (TABLE_LENGTH,))
    decision = LEAD if shared[FACT_TRICK] > 0 else OPENING_LEAD
    if shared[FACT_TURN] > 0:
        decision = FOLLOW
    call_by_address(table[FALLBACK + decision], block_pointer, facts_pointer, table_pointer, slot)
    facts = read_facts(shared)
    words = words_on_stack(WORDS)
    clear(words)
    for lane in range(LANES):
        if block[CONTRACT, lane] != ZERO and is_asked(block, shared, lane, slot):
            view = play_view(block, facts, lane)
            fallback = block[ANSWER + slot, lane]
            block[ANSWER + slot, lane] = card_by_layouts(view, table, words, fallback)


def answer_bid(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Make a call in every lane."""
    block = carray(block_pointer, (ROWS, LANES))
    shared = carray(facts_pointer, (FACTS,))
    table = carray(table_pointer, (TABLE_LENGTH,))
    call_by_address(table[FALLBACK + BID], block_pointer, facts_pointer, table_pointer, slot)
    if table[BID_LAYOUTS] > 0:
        facts = read_facts(shared)
        words = words_on_stack(WORDS)
        clear(words)
        for lane in range(LANES):
            view = bid_view(block, facts, lane)
            fallback = block[ANSWER + slot, lane]
            block[ANSWER + slot, lane] = call_by_layouts(view, table, words, fallback)


@lane_function
def is_asked(block, shared, lane, slot):  # type: ignore[no-untyped-def]
    """Whether it is a player of the slot who is to play."""
    if shared[FACT_SLOTS] == EVERY_LANE:
        return True
    speaker = modulo_once(block[LEADER, lane] + u64(shared[FACT_TURN]), u64(shared[FACT_PLAYERS]))
    return (u64(shared[FACT_SLOTS]) >> (speaker * u64(SLOT_BITS))) & ONE_SLOT == u64(slot)

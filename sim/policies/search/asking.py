"""The search policy's decisions as the engine calls them: lane by lane, with room to search in.

Unlike other policies it answers only where its player is to act: an answer takes microseconds.
"""

from __future__ import annotations

from typing import Any

from numba import carray

from sim.engine.bits import ZERO, lane_function, lowest_bit, modulo_once, u64
from sim.engine.block import (
    ANSWER,
    CONTRACT,
    EVERY_LANE,
    FACT_PLAYERS,
    FACT_SLOTS,
    FACT_TURN,
    FACTS,
    LANES,
    LEADER,
    LEGAL,
    ROWS,
)
from sim.engine.calls import ONE_SLOT, SLOT_BITS
from sim.engine.view import bid_view, play_view, read_facts
from sim.policies.block_functions import TABLE_LENGTH
from sim.policies.search.bidding import call_by_layouts
from sim.policies.search.play import card_by_layouts, fallback_card
from sim.policies.search.table import BID_LAYOUTS
from sim.solver.workspace import SLOTS, TABLE, WORDS_A_SLOT, words_on_stack

SLOTS_ON_STACK = 1 << 10
WORDS = TABLE + WORDS_A_SLOT * SLOTS_ON_STACK

BID: Any = None
OPENING_LEAD: Any = None
LEAD: Any = None
FOLLOW: Any = None
"""Stand for the fallback's decisions until a function is specialised for some rules."""


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
    facts = read_facts(shared)
    table = carray(table_pointer, (TABLE_LENGTH,))
    words = words_on_stack(WORDS)
    clear(words)
    for lane in range(LANES):
        answer = lowest_bit(block[LEGAL, lane])
        if block[CONTRACT, lane] != ZERO and is_asked(block, shared, lane, slot):
            view = play_view(block, facts, lane)
            fallback = fallback_card(view, table, OPENING_LEAD, LEAD, FOLLOW)
            answer = card_by_layouts(view, table, words, fallback)
        block[ANSWER + slot, lane] = answer


def answer_bid(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Make a call in every lane."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = read_facts(carray(facts_pointer, (FACTS,)))
    table = carray(table_pointer, (TABLE_LENGTH,))
    words = words_on_stack(WORDS)
    clear(words)
    for lane in range(LANES):
        view = bid_view(block, facts, lane)
        answer = BID(view, table)
        if table[BID_LAYOUTS] > 0:
            answer = call_by_layouts(view, table, words, answer)
        block[ANSWER + slot, lane] = answer


@lane_function
def is_asked(block, shared, lane, slot):  # type: ignore[no-untyped-def]
    """Whether it is a player of the slot who is to play."""
    if shared[FACT_SLOTS] == EVERY_LANE:
        return True
    speaker = modulo_once(block[LEADER, lane] + u64(shared[FACT_TURN]), u64(shared[FACT_PLAYERS]))
    return (u64(shared[FACT_SLOTS]) >> (speaker * u64(SLOT_BITS))) & ONE_SLOT == u64(slot)

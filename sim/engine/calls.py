"""Asking policies: calls through pointers, and putting their answers together.

A *slot* is one policy with its parameters. A decision of a slot is a compiled function that
answers for all lanes of the block at once; the engine holds its address. Players with the same
policy and parameters share a slot.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.engine.bits import (
    ONE,
    ZERO,
    either,
    i64,
    lane_function,
    lowest_bit,
    modulo_once,
    u64,
    where,
)
from sim.engine.block import ANSWER, FAULT, FAULT_ANSWER, FAULT_BITS, LANES, LEADER, LEGAL

BID, OPENING_LEAD, LEAD, FOLLOW = range(4)
"""The decisions, in the order of the rows of the array of addresses."""
DECISIONS = ("bid", "opening_lead", "lead", "follow")

SLOT_BITS = 4
ONE_SLOT = u64((1 << SLOT_BITS) - 1)

DECISION_SIGNATURE = types.void(
    types.CPointer(types.uint64),
    types.CPointer(types.int64),
    types.CPointer(types.int64),
    types.int64,
)
"""block, facts, the slot's table, the slot whose answers row is to be filled."""


@intrinsic
def call_decision(
    typing_context: Any, address: Any, block: Any, facts: Any, tables: Any, slot: Any
) -> Any:
    """Call a compiled decision by its address, with row ``slot`` of ``tables``."""
    signature = types.void(types.int64, block, facts, tables, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block_data, facts_data = (
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args[1:3], arguments[1:3], strict=True)
        )
        table = context.make_array(signature.args[3])(context, builder, arguments[3])
        row_length = builder.extract_value(table.shape, 1)
        table_data = builder.gep(table.data, [builder.mul(row_length, arguments[4])])
        parameters = [block_data, facts_data, table_data, arguments[4]]
        kind = ir.FunctionType(ir.VoidType(), [argument.type for argument in parameters])
        builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), parameters)
        return context.get_dummy_value()

    return signature, generate


@lane_function
def ask_one(block, facts, decision, addresses, tables, slot):  # type: ignore[no-untyped-def]
    """Ask one slot for all lanes; its answers go to row ``ANSWER``."""
    call_decision(addresses[decision, slot], block, facts, tables, i64(slot))
    if slot != 0:
        for lane in range(LANES):
            block[ANSWER, lane] = block[ANSWER + slot, lane]


@lane_function
def ask_players(  # type: ignore[no-untyped-def]
    block, facts, decision, addresses, answering, tables, turn_slots, turn, players
):
    """Ask all slots, and keep for every lane the answer of the player whose turn it is.

    ``turn_slots[decision]`` packs the slot that answers for each speaking turn; who plays at a
    turn of a trick differs from lane to lane, because the leader does.
    """
    packed_slots = turn_slots[decision]
    for slot in range(addresses.shape[1]):
        if answering[decision, slot] == slot:
            call_decision(addresses[decision, slot], block, facts, tables, i64(slot))
            if slot > 0:
                for lane in range(LANES):
                    speaker = modulo_once(block[LEADER, lane] + u64(turn), u64(players))
                    asked = packed_slots >> (speaker * u64(SLOT_BITS))
                    block[ANSWER, lane] = either(
                        (asked & ONE_SLOT) == u64(slot),
                        block[ANSWER + slot, lane],
                        block[ANSWER, lane],
                    )


@lane_function
def pack_turn_slots(turn_slots, answering, speaker_slots):  # type: ignore[no-untyped-def]
    """Pack, for every decision, the slot that answers for each speaking turn."""
    for decision in range(answering.shape[0]):
        turn_slots[decision] = ZERO
        for turn in range(speaker_slots.shape[0]):
            slot = u64(answering[decision, speaker_slots[turn]])
            turn_slots[decision] |= slot << u64(SLOT_BITS * turn)


@lane_function
def lawful_answer(block, lane):  # type: ignore[no-untyped-def]
    """The lane's answer if it is one legal act, else a legal act instead; and whether that was so.

    Answers are single bits of the row LEGAL. A deal with a fault stops the run; the lowest legal
    act only keeps the block in order until then.

    Returns
    -------
    tuple of uint64
        The act, and 1 for a fault, else 0.
    """
    answer = block[ANSWER, lane]
    legal = block[LEGAL, lane]
    lawful = ((answer & legal) != ZERO) & ((answer & (answer - ONE)) == ZERO)
    return either(lawful, answer, lowest_bit(legal)), ONE - u64(lawful)


@lane_function
def note_faults(block, step):  # type: ignore[no-untyped-def]
    """Write down which lanes have just answered against the rules, unless they had before.

    A deal's first fault is kept as ``step + 1``, with the leader of the trick.
    """
    for lane in range(LANES):
        _, fault = lawful_answer(block, lane)
        first = (fault != ZERO) & (block[FAULT, lane] == ZERO)
        noted = u64(step + 1) | (block[LEADER, lane] << u64(FAULT_BITS))
        block[FAULT, lane] |= where(first, noted)
        block[FAULT_ANSWER, lane] |= where(first, block[ANSWER, lane])

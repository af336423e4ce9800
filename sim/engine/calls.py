"""Asking policies: calls through pointers, and putting their answers together.

A *slot* is one policy with its parameters. A decision of a slot is a compiled function that
answers for all lanes of the block at once; the engine holds its address. Players with the same
policy and parameters share a slot.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
    phase,
    popcount,
    u64,
    where,
)
from sim.engine.block import (
    ANSWER,
    EVERY_LANE,
    FACT_SLOTS,
    FAULT,
    FAULT_ANSWER,
    FAULT_BITS,
    FEWEST,
    LANES,
    LEADER,
    LEGAL,
    MOST,
    OWN,
    REVOKED,
)

DECISIONS = (
    "bid",
    "opening_lead",
    "lead",
    "follow",
    "discard",
    "look",
    "peep",
    "take",
    "name_trump",
)
"""The decisions, in the order of the rows of the array of addresses."""
BID, OPENING_LEAD, LEAD, FOLLOW, DISCARD, LOOK, PEEP, TAKE, NAME_TRUMP = range(len(DECISIONS))

ESTIMATE = len(DECISIONS)
"""Number of what is asked like a decision, but never in a game: the tricks that are expected."""

UNANSWERED = ~ZERO
"""What stands for an answer that has not been given."""

MOST_DISCARDS = 7
"""Cards that a player may have to throw at once: from the extra hand, the float and the peep."""

SLOT_BITS = 4
ONE_SLOT = u64((1 << SLOT_BITS) - 1)

DECISION_SIGNATURE = types.void(
    types.CPointer(types.uint64),
    types.CPointer(types.int64),
    types.CPointer(types.int64),
    types.int64,
)
"""block, facts, the slot's table, the slot whose answers row is to be filled."""


def emit_call(builder: Any, address: Any, parameters: list[Any]) -> None:
    """Write the instructions that call a compiled decision by its address."""
    kind = ir.FunctionType(ir.VoidType(), [parameter.type for parameter in parameters])
    builder.call(builder.inttoptr(address, kind.as_pointer()), parameters)


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
        emit_call(builder, arguments[0], [block_data, facts_data, table_data, arguments[4]])
        return context.get_dummy_value()

    return signature, generate


class Deciders(NamedTuple):
    """Where the players' decisions are found.

    Attributes
    ----------
    addresses, answering, tables : int64 arrays
        See :class:`sim.policies.slots.Slots`.
    speaker_slots : int64 array, shape (players,)
        The slot of each speaking turn.
    turn_slots : uint64 array, shape (decisions,)
        For every decision the slots that answer for the speaking turns, packed.
    """

    addresses: Any
    answering: Any
    tables: Any
    speaker_slots: Any
    turn_slots: Any


@lane_function
def ask_speaker(block, facts, deciders, decision, turn):  # type: ignore[no-untyped-def]
    """Ask the player who speaks at a turn, in all lanes; his answers go to row ``ANSWER``."""
    slot = i64(deciders.speaker_slots[turn])
    facts[FACT_SLOTS] = EVERY_LANE
    address = deciders.addresses[decision, slot]
    call_decision(address, block, facts, deciders.tables, slot)
    if slot != 0:
        for lane in range(LANES):
            block[ANSWER, lane] = block[ANSWER + slot, lane]


@lane_function
def ask_players(block, facts, deciders, decision, turn, players):  # type: ignore[no-untyped-def]
    """Ask all slots, and keep for every lane the answer of the player whose turn it is.

    Who plays at a turn of a trick differs from lane to lane, because the leader does.
    """
    packed_slots = deciders.turn_slots[decision]
    facts[FACT_SLOTS] = i64(packed_slots)
    for slot in range(deciders.addresses.shape[1]):
        if deciders.answering[decision, slot] == slot:
            address = deciders.addresses[decision, slot]
            call_decision(address, block, facts, deciders.tables, i64(slot))
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
def pack_turn_slots(deciders):  # type: ignore[no-untyped-def]
    """Pack, for every decision, the slot that answers for each speaking turn."""
    for decision in range(deciders.answering.shape[0]):
        deciders.turn_slots[decision] = ZERO
        for turn in range(deciders.speaker_slots.shape[0]):
            slot = u64(deciders.answering[decision, deciders.speaker_slots[turn]])
            deciders.turn_slots[decision] |= slot << u64(SLOT_BITS * turn)


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
def lawful_discard(block, lane):  # type: ignore[no-untyped-def]
    """The cards that the lane's player throws, the lowest he must if his answer is not legal.

    Where he may throw none, he is not asked.

    Returns
    -------
    tuple of uint64
        The cards, and 1 for a fault, else 0.
    """
    answer = block[ANSWER, lane]
    hand = block[OWN, lane]
    number = popcount(answer)
    fewest = block[FEWEST, lane]
    most = block[MOST, lane]
    lawful = ((answer & ~hand) == ZERO) & (number >= fewest) & (number <= most)
    instead = ZERO
    for n in range(MOST_DISCARDS):
        instead |= where(u64(n) < fewest, lowest_bit(hand & ~instead))
    asked = most != ZERO
    return where(asked, either(lawful, answer, instead)), u64(asked & ~lawful)


@phase
def note_faults(block, players, decision, turn, trick):  # type: ignore[no-untyped-def]
    """Write down which lanes have just answered against the rules, unless they had before.

    Tricks are numbered from 1 here; 0 is before the opening lead.
    """
    for lane in range(LANES):
        if decision == DISCARD:
            _, fault = lawful_discard(block, lane)
        else:
            _, fault = lawful_answer(block, lane)
        over = block[REVOKED, lane] != ZERO
        first = (fault != ZERO) & (block[FAULT, lane] == ZERO) & ~over
        speaker = modulo_once(block[LEADER, lane] + u64(turn), u64(players))
        noted = (
            u64(decision + 1)
            | (speaker << u64(FAULT_BITS))
            | (u64(turn) << u64(2 * FAULT_BITS))
            | (u64(trick) << u64(3 * FAULT_BITS))
        )
        block[FAULT, lane] |= where(first, noted)
        block[FAULT_ANSWER, lane] = either(first, block[ANSWER, lane], block[FAULT_ANSWER, lane])

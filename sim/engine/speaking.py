"""Acts in speaking order before the play: what a player is shown, and the offers made to him."""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, lane_function, phase, u64, where
from sim.engine.block import (
    ASIDE,
    CHIPS,
    FACT_DECISION,
    FACT_TURN,
    HAND,
    JOKER_CARD,
    LANES,
    LEGAL,
    OWN,
    PACK,
    PAYMENT,
    POOL,
    POSITION,
)
from sim.engine.calls import ask_speaker, lawful_answer, note_faults
from sim.engine.rule_numbers import ASIDES, HAS_JOKER, SEATS
from sim.engine.view import NO, YES
from sim.game.cards import JOKER


@lane_function
def face_speaker(block, facts, rules, turn, pack):  # type: ignore[no-untyped-def]
    """Show the player who speaks at a turn his hand, his position and what he knows of the pack."""
    facts[FACT_TURN] = turn
    position = u64((turn + 1) % rules[SEATS])
    for lane in range(LANES):
        block[OWN, lane] = block[HAND + turn, lane]
        block[POSITION, lane] = position
    if rules[ASIDES] + rules[HAS_JOKER] > 0:
        show_pack(block, turn, pack)


@phase
def show_pack(block, turn, pack):  # type: ignore[no-untyped-def]
    """Show which cards may be in play for all that a turn knows."""
    for lane in range(LANES):
        cards = (pack & ~u64(JOKER)) | block[JOKER_CARD, lane]
        block[PACK, lane] = cards & ~block[ASIDE + turn, lane]


@lane_function
def can_pay(block, lane, turn):  # type: ignore[no-untyped-def]
    """Units that a speaking turn has left."""
    return block[CHIPS + turn, lane] + block[PAYMENT + turn, lane]


@lane_function
def pay_into_pool(block, lane, turn, units):  # type: ignore[no-untyped-def]
    """Let a speaking turn pay units into the pool."""
    block[PAYMENT + turn, lane] -= units
    block[POOL, lane] += units


@phase
def offer(  # type: ignore[no-untyped-def]
    block, facts, deciders, players, decision, word, turn, price, row
):
    """Ask a speaker whether he accepts what he can pay for; note who does in a row, a bit a turn.

    Row ``LEGAL`` tells, with any of its bits, in which lanes the offer stands at all.
    """
    facts[FACT_DECISION] = word
    for lane in range(LANES):
        stands = (block[LEGAL, lane] != ZERO) & (can_pay(block, lane, turn) >= u64(price))
        block[LEGAL, lane] = NO | where(stands, YES)
    ask_speaker(block, facts, deciders, decision, turn)
    faults = ZERO
    for lane in range(LANES):
        answer, fault = lawful_answer(block, lane)
        faults |= fault
        accepts = answer == YES
        block[row, lane] |= where(accepts, ONE << u64(turn))
        pay_into_pool(block, lane, turn, where(accepts, u64(price)))
    if faults != ZERO:
        note_faults(block, players, decision, turn, 0)

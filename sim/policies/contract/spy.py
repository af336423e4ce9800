"""The spy: asks a policy again with other hidden cards, and counts the answers that differ.

A spy stands before a decision. When the policy has answered, the spy hands all that the player
cannot see out again at random (the other hands, the stock and what lies face down, as many cards
each as before), overwrites what else lies in the block and is not his to know, and asks again. It
works on the engine's own block and calls the very functions that the engine calls, so that a leak
through a shared array is seen like one through the view.

A spy keeps notes in front of the policy's table.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from sim.engine.bits import ONE, ZERO, i64, lane_function, modulo_once, nth_bit, popcount, u64
from sim.engine.block import (
    ANSWER,
    ASIDE,
    BEST,
    CARD,
    CONTRACT,
    DEAL,
    DEALT,
    EVERY_LANE,
    EXTRA_HAND,
    FACT_PLAYERS,
    FACT_SEED,
    FACT_SLOTS,
    FACT_TRICK,
    FACT_TURN,
    FACTS,
    FLOAT_CARD,
    HAND,
    LANES,
    LEADER,
    LED_SUIT,
    LOOKED,
    MOST_PLAYERS,
    NEXT_WORD,
    OWN,
    PACK,
    PEEP_CARD,
    PEEPED,
    ROWS,
    SPARE,
    STOCK,
    WINNER,
    WORD,
)
from sim.engine.calls import (
    BID,
    DECISION_SIGNATURE,
    DECISIONS,
    FOLLOW,
    LEAD,
    LOOK,
    NAME_TRUMP,
    ONE_SLOT,
    OPENING_LEAD,
    PEEP,
    SLOT_BITS,
    TAKE,
    emit_call,
)
from sim.engine.card_masks import suit_mask
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.philox import bounded_draw, bounded_part, random_words

ARRANGEMENTS = 3
"""Other arrangements of the hidden cards that are tried at every decision."""

HANDS = 1
"""What is changed, as bits: the other hands and the stock, …"""
FACE_DOWN = 2
"""… the float, the peep card and the extra hand, …"""
LEFT_OVER = 4
"""… what the dealer used, what others know, and what fields hold that mean nothing just now, …"""
NUMBERS = 8
"""… and the seed and the number of the deal, from which the hidden cards could be worked out."""
NOTHING = 0
"""The policy is asked the same again."""
CARDS = HANDS | FACE_DOWN | LEFT_OVER

REAL = 0
"""Sections of the notes, with an entry a decision: where the real decision is, …"""
ASKED = REAL + len(DECISIONS)
"""… how many answers were compared, …"""
MOVED = ASKED + len(DECISIONS)
"""… for how many of them a card of another hand lay elsewhere, …"""
CHANGED = MOVED + len(DECISIONS)
"""… how many were not the answer with the true hidden cards, …"""
EXAMPLE = CHANGED + len(DECISIONS)
"""… and of the first that counts: whether there is one, the deal, the hand, the two answers."""
EXAMPLE_LENGTH = 5
HIDES = EXAMPLE + EXAMPLE_LENGTH * len(DECISIONS)
"""What is hidden otherwise."""
ROUND = HIDES + 1
"""How often anything was."""
NOTES = ROUND + 1

SPY_SEED = u64(2011)
SPY_STREAM = u64(1 << 20)
"""A stream of random numbers that nobody else uses."""

DECISION = 0
"""The decision that a spy watches; set when it is compiled."""

SHOWS_CARDS_SEEN = (BID, LOOK, PEEP, TAKE)
"""Decisions at which a player is shown the float and the peep card if he has seen them."""
PLAY = (OPENING_LEAD, LEAD, FOLLOW, NAME_TRUMP)


@cache
def spy_on(decision: int) -> Any:
    """The compiled spy of a decision."""
    name = f"spy_on_{DECISIONS[decision]}"
    return compile_pointer(DECISION_SIGNATURE, specialised(spy, name, DECISION=decision))


def spy(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Answer as the policy does, and count how often it would not with other hidden cards."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = carray(facts_pointer, (FACTS,))
    notes = carray(notes_before(table_pointer), (NOTES,))
    real = notes[REAL + DECISION]
    ask_the_policy(real, block_pointer, facts_pointer, table_pointer, slot)
    block_before = block.copy()
    facts_before = facts.copy()
    for _ in range(ARRANGEMENTS):
        for lane in range(LANES):
            notes[ROUND] += 1
            hide_otherwise(block, facts, lane, notes, DECISION)
        if notes[HIDES] & NUMBERS:
            facts[FACT_SEED] = notes[ROUND]
        ask_the_policy(real, block_pointer, facts_pointer, table_pointer, slot)
        for lane in range(LANES):
            notes[ASKED + DECISION] += 1
            if block[ANSWER + slot, lane] != block_before[ANSWER + slot, lane]:
                notes[CHANGED + DECISION] += 1
                if is_asked(block_before, facts_before, lane, slot, DECISION):
                    other = block[ANSWER + slot, lane]
                    keep_example(notes, block_before, lane, slot, DECISION, other)
        block[:] = block_before
        facts[:] = facts_before


@intrinsic
def notes_before(typing_context: Any, table: Any) -> Any:
    """The notes that lie in front of a table."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [ir.Constant(ir.IntType(64), -NOTES)])

    return table(table), generate


@intrinsic
def ask_the_policy(
    typing_context: Any, address: Any, block: Any, facts: Any, table: Any, slot: Any
) -> Any:
    """Call a real decision."""
    signature = types.void(types.int64, block, facts, table, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, *parameters = arguments
        emit_call(builder, address, parameters)
        return context.get_dummy_value()

    return signature, generate


@lane_function
def hide_otherwise(block, facts, lane, notes, decision):  # type: ignore[no-untyped-def]
    """Change in a lane what is to be hidden otherwise."""
    hides = notes[HIDES]
    number = u64(notes[ROUND])
    if hides & HANDS:
        notes[MOVED + decision] += hand_out_again(block, facts, lane, number)
    if hides & FACE_DOWN:
        turn_face_down_cards(block, facts, lane, number, decision in SHOWS_CARDS_SEEN)
    if hides & LEFT_OVER:
        overwrite_what_is_left_over(block, facts, lane, number)
    if hides & NUMBERS:
        block[DEAL, lane] = number


@lane_function
def cards_from(stock, number, word):  # type: ignore[no-untyped-def]
    """Draw up to five cards of a stock."""
    cards = ZERO
    for _ in range(number):
        place, word = bounded_draw(word, popcount(stock ^ cards))
        cards |= nth_bit(stock ^ cards, place)
    return cards


@lane_function
def hand_out_again(block, facts, lane, number):  # type: ignore[no-untyped-def]
    """Hand everything out again that the player to act cannot see; tell whether a card moved."""
    turn = facts[FACT_TURN]
    players = facts[FACT_PLAYERS]
    hidden = block[STOCK, lane]
    for other in range(players):
        if other != turn:
            hidden |= block[HAND + other, lane]
    moved = False
    for other in range(players):
        if other != turn:
            word, _ = random_words(SPY_SEED, SPY_STREAM, number, u64(other))
            before = block[HAND + other, lane]
            cards = cards_from(hidden, popcount(before), word)
            block[HAND + other, lane] = cards
            hidden ^= cards
            moved |= cards != before
    block[STOCK, lane] = hidden
    return moved


@lane_function
def turn_face_down_cards(block, facts, lane, number, shown):  # type: ignore[no-untyped-def]
    """Let other cards lie face down, but for those that the player is shown who has seen them.

    That is so before he has called; who plays, or throws cards, has what is his in his hand.
    """
    turn = u64(facts[FACT_TURN])
    word, other_word = random_words(SPY_SEED, SPY_STREAM, number, u64(MOST_PLAYERS + 1))
    if not shown or (block[LOOKED, lane] >> turn) & ONE == ZERO:
        block[FLOAT_CARD, lane] = any_card(block, lane, word)
    if not shown or (block[PEEPED, lane] >> turn) & ONE == ZERO:
        block[PEEP_CARD, lane] = any_card(block, lane, other_word)
    block[EXTRA_HAND, lane] = word ^ other_word


@lane_function
def any_card(block, lane, word):  # type: ignore[no-untyped-def]
    """Some card of the pack, by a random word."""
    pack = block[PACK, lane]
    return nth_bit(pack, bounded_part(word, popcount(pack)))


@lane_function
def overwrite_what_is_left_over(block, facts, lane, number):  # type: ignore[no-untyped-def]
    """Fill rows with random words that the dealer used, and what others know or have left behind.

    Those that are shown all the same get what they might hold: other cards, suits, players.
    """
    turn = facts[FACT_TURN]
    word, other_word = random_words(SPY_SEED, SPY_STREAM, number, u64(MOST_PLAYERS))
    block[WORD, lane] = word
    block[NEXT_WORD, lane] = other_word
    for row in range(MOST_PLAYERS):
        block[SPARE + row, lane] = word ^ u64(row)
        block[ASIDE + row, lane] = word ^ u64(row + MOST_PLAYERS)
        block[DEALT + row, lane] = word ^ u64(row + 2 * MOST_PLAYERS)
        if row >= turn:
            block[CARD + row, lane] = any_card(block, lane, other_word << u64(5 * row))
    if turn == 0:
        block[BEST, lane] = any_card(block, lane, word)
        block[WINNER, lane] = bounded_part(other_word, u64(facts[FACT_PLAYERS]))
        if facts[FACT_TRICK] == 0:
            block[LED_SUIT, lane] = suit_mask(word & u64(3))


@lane_function
def is_asked(block, facts, lane, slot, decision):  # type: ignore[no-untyped-def]
    """Whether it is a player of this slot who is to act, in a deal that was not passed out."""
    if decision in PLAY and block[CONTRACT, lane] == ZERO:
        return False
    if facts[FACT_SLOTS] == EVERY_LANE:
        return True
    speaker = modulo_once(block[LEADER, lane] + u64(facts[FACT_TURN]), u64(facts[FACT_PLAYERS]))
    return (u64(facts[FACT_SLOTS]) >> (speaker * u64(SLOT_BITS))) & ONE_SLOT == u64(slot)


@lane_function
def keep_example(notes, block, lane, slot, decision, other_answer):  # type: ignore[no-untyped-def]
    """Note the deal, the hand and both answers, of the first case only."""
    at = EXAMPLE + EXAMPLE_LENGTH * decision
    if notes[at] == 0:
        notes[at] = 1
        notes[at + 1] = i64(block[DEAL, lane])
        notes[at + 2] = i64(block[OWN, lane])
        notes[at + 3] = i64(block[ANSWER + slot, lane])
        notes[at + 4] = i64(other_answer)

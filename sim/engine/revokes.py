"""Revokes: a player who must follow plays, with a given probability, a card of another suit."""

from __future__ import annotations

from sim.engine.bits import (
    ONE,
    ZERO,
    lane_function,
    modulo_once,
    nth_bit,
    phase,
    popcount,
    u64,
    where,
)
from sim.engine.block import (
    CONTRACT,
    COUNTED_TRICKS,
    DEAL,
    FACT_SEED,
    FACT_STREAM,
    HAND,
    LANES,
    LEADER,
    LED_SUIT,
    MOST_PLAYERS,
    REVOKE_CARD,
    REVOKE_STEP,
    REVOKED,
    TRICKS,
)
from sim.engine.packs import put_down
from sim.engine.philox import REVOKES as REVOKE_STREAM
from sim.engine.philox import bounded_draw, random_words
from sim.engine.rule_numbers import AFTER_NAP

RATE_BITS = 53
"""Revoke rates are whole numbers of 2**-53."""
_UNUSED_BITS = 64 - RATE_BITS


@phase
def revoke_at_times(  # type: ignore[no-untyped-def]
    block, facts, rules, speaker_rates, players, turn, trick, gathered
):
    """Let the players whose turn it is revoke; a deal ends by its first revoke.

    The lane plays on only to keep step with the others: what it does is looked at no more.
    """
    stream = u64(facts[FACT_STREAM]) + u64(REVOKE_STREAM)
    step = u64(trick * MOST_PLAYERS + turn)
    for lane in range(LANES):
        speaker = modulo_once(block[LEADER, lane] + u64(turn), u64(players))
        others = cards_to_revoke_with(block, lane, turn)
        at_play = (block[REVOKED, lane] == ZERO) & (block[CONTRACT, lane] != ZERO)
        if at_play and others != ZERO and speaker_rates[speaker] > ZERO:
            word, card_word = random_words(u64(facts[FACT_SEED]), stream, block[DEAL, lane], step)
            if (word >> u64(_UNUSED_BITS)) < speaker_rates[speaker]:
                place, _ = bounded_draw(card_word, popcount(others))
                block[REVOKED, lane] = speaker + ONE
                block[REVOKE_CARD, lane] = nth_bit(others, place)
                block[REVOKE_STEP, lane] = u64(trick * players + turn + 1)
                block[COUNTED_TRICKS, lane] = block[TRICKS, lane]
                if rules[AFTER_NAP] > 0:
                    put_down(block, lane, gathered, block[REVOKE_CARD, lane])


@lane_function
def cards_to_revoke_with(block, lane, turn):  # type: ignore[no-untyped-def]
    """The cards not of the suit led, if the player must follow; a joker of no suit is one."""
    hand = block[HAND + turn, lane]
    led_suit = block[LED_SUIT, lane]
    return where((hand & led_suit) != ZERO, hand & ~led_suit)


@phase
def count_tricks_before_revokes(block):  # type: ignore[no-untyped-def]
    """Let TRICKS count the tricks up to the revoke where there was one."""
    for lane in range(LANES):
        if block[REVOKED, lane] != ZERO:
            block[TRICKS, lane] = block[COUNTED_TRICKS, lane]

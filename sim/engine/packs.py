"""The pack that is not shuffled for every deal: its order, card by card.

The pack of a lane is a row of bit numbers, the top card first. It is shuffled at the start of a
session and after every all-trick contract that was made; otherwise the cards are gathered as they
lie and cut. The joker, if there is one, has its number without a trump suit throughout.
"""

from __future__ import annotations

from sim.engine.bits import (
    ONE,
    ZERO,
    either,
    i64,
    lane_function,
    lowest_bit,
    nth_bit,
    phase,
    trailing_zeros,
    u64,
)
from sim.engine.block import (
    CONTRACT,
    DEAL,
    DEALT,
    FACT_SEED,
    FACT_STREAM,
    HAND,
    JOKER_CARD,
    LANES,
    PUT_DOWN,
    RESHUFFLE,
    STOCK,
    TOP,
)
from sim.engine.dealing import CARDS_PER_WORD
from sim.engine.philox import CUT, bounded_draw, random_words
from sim.engine.rule_numbers import HAND_SIZE, PACK_SIZE
from sim.engine.stock import card_word
from sim.game.cards import JOKER

LEAST_CUT = 4
"""Fewest cards that either part of a cut pack may have."""


@phase
def deal_from_packs(block, facts, rules, players, packs, pack):  # type: ignore[no-untyped-def]
    """Shuffle or cut every lane's pack, and deal hands from its top in packets, eldest first."""
    size = rules[PACK_SIZE]
    for lane in range(LANES):
        if block[RESHUFFLE, lane] != ZERO:
            shuffle_pack(block, facts, lane, packs, pack, size)
        else:
            cut_pack(block, facts, lane, packs, size)
        block[STOCK, lane] = pack
        block[TOP, lane] = ZERO
        block[PUT_DOWN, lane] = ZERO
        for turn in range(players):
            block[HAND + turn, lane] = ZERO
        dealt = i64(0)
        while dealt < rules[HAND_SIZE]:
            packet = i64(3) if dealt == 0 else i64(2)
            for turn in range(players):
                block[HAND + turn, lane] |= deal_packet(block, lane, packs, packet)
            dealt += packet


@lane_function
def deal_packet(block, lane, packs, cards):  # type: ignore[no-untyped-def]
    """Take a packet from the top of a lane's pack."""
    packet = ZERO
    top = i64(block[TOP, lane])
    for number in range(cards):
        packet |= ONE << u64(packs[lane, top + number])
    block[TOP, lane] = u64(top + cards)
    block[STOCK, lane] ^= packet
    return packet


@lane_function
def shuffle_pack(block, facts, lane, packs, pack, size):  # type: ignore[no-untyped-def]
    """Draw the whole pack anew, card by card from the top."""
    left = pack
    word = ZERO
    for place in range(size):
        if place % CARDS_PER_WORD == 0:
            word = card_word(block, facts, lane, i64(place // CARDS_PER_WORD))
        number, word = bounded_draw(word, u64(size - place))
        card = nth_bit(left, number)
        left ^= card
        packs[lane, place] = trailing_zeros(card)


@lane_function
def cut_pack(block, facts, lane, packs, size):  # type: ignore[no-untyped-def]
    """Put the upper part of a lane's pack below the lower one; the row's end is the room for it."""
    stream = u64(facts[FACT_STREAM]) + u64(CUT)
    word, _ = random_words(u64(facts[FACT_SEED]), stream, block[DEAL, lane], ZERO)
    number, _ = bounded_draw(word, u64(size - 2 * LEAST_CUT + 1))
    lifted = i64(number) + LEAST_CUT
    for place in range(lifted):
        packs[lane, size + place] = packs[lane, place]
    for place in range(size):
        packs[lane, place] = packs[lane, place + lifted]


@lane_function
def put_down(block, lane, gathered, card):  # type: ignore[no-untyped-def]
    """Lay one card on those that are gathered for the next deal."""
    if card == block[JOKER_CARD, lane]:
        card = u64(JOKER)
    place = block[PUT_DOWN, lane]
    gathered[lane, place] = trailing_zeros(card)
    block[PUT_DOWN, lane] = place + ONE


@phase
def gather_packs(block, rules, players, packs, gathered, pack):  # type: ignore[no-untyped-def]
    """Lay the played cards, then the cards left in the hands, on top of all others.

    Hands are gathered sorted, the joker first, each suit from its lowest card.
    """
    size = rules[PACK_SIZE]
    for lane in range(LANES):
        number = i64(0) if block[CONTRACT, lane] == ZERO else i64(block[PUT_DOWN, lane])
        rest = pack
        for place in range(number):
            rest &= ~(ONE << u64(gathered[lane, place]))
        for turn in range(players):
            unplayed = block[DEALT + turn, lane] & rest
            rest &= ~unplayed
            while unplayed != ZERO:
                joker = unplayed & u64(JOKER)
                card = either(joker != ZERO, joker, lowest_bit(unplayed))
                gathered[lane, number] = trailing_zeros(card)
                unplayed ^= card
                number += 1
        for place in range(size):
            card_number = packs[lane, place]
            if (rest >> u64(card_number)) & ONE:
                gathered[lane, number] = card_number
                number += 1
        for place in range(size):
            packs[lane, place] = gathered[lane, place]

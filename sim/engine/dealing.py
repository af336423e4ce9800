"""The deal: from (seed, deal number) to hands, for a block of deals."""

from __future__ import annotations

from sim.engine.bits import ZERO, i64, lane_function, nth_bit, phase, u64
from sim.engine.block import DEAL, HAND, LANES, NEXT_WORD, STOCK, WORD
from sim.engine.philox import bounded_draw, random_words

CARDS_PER_WORD = 5


@lane_function
def deal_hands(  # type: ignore[no-untyped-def]
    block, players, seed, stream, pack, pack_size, hand_size
):
    """Deal the hands of every lane's deal, eldest first, by the words of a random stream.

    A random word serves up to five cards; each draw takes the card of that rank order among those
    still in the pack. Packets do not matter when every card is drawn uniformly.
    """
    for lane in range(LANES):
        block[STOCK, lane] = pack
    left = i64(pack_size)
    words = i64(0)
    for turn in range(players):
        for lane in range(LANES):
            block[HAND + turn, lane] = ZERO
        dealt = i64(0)
        while dealt < hand_size:
            packet = min(i64(CARDS_PER_WORD), i64(hand_size) - dealt)
            next_word(block, seed, stream, words)
            draw_packet(block, HAND + turn, packet, left)
            words += 1
            dealt += packet
            left -= packet


@lane_function
def next_word(block, seed, stream, number):  # type: ignore[no-untyped-def]
    """Put random word ``number`` of a stream, for every lane's deal, into the row WORD.

    A generator call gives two words: the second waits in NEXT_WORD.
    """
    if number & 1:
        for lane in range(LANES):
            block[WORD, lane] = block[NEXT_WORD, lane]
    else:
        for lane in range(LANES):
            first, second = random_words(seed, stream, block[DEAL, lane], u64(number >> 1))
            block[WORD, lane] = first
            block[NEXT_WORD, lane] = second


@lane_function
def draw_packet(block, row, packet, left):  # type: ignore[no-untyped-def]
    """Move ``packet`` drawn cards of every lane from the stock to a row."""
    for lane in range(LANES):
        word = block[WORD, lane]
        stock = block[STOCK, lane]
        cards = ZERO
        for draw in range(CARDS_PER_WORD):
            if draw < packet:
                number, word = bounded_draw(word, u64(left - draw))
                card = nth_bit(stock, number)
                stock ^= card
                cards |= card
        block[STOCK, lane] = stock
        block[row, lane] |= cards


@phase
def take_given_hands(block, players, pack, given, places):  # type: ignore[no-untyped-def]
    """Lay out given hands instead of dealing: ``given[place, turn]`` for every lane's place."""
    for lane in range(LANES):
        block[STOCK, lane] = pack
    for turn in range(players):
        for lane in range(LANES):
            block[HAND + turn, lane] = given[places[lane], turn]
            block[STOCK, lane] &= ~given[places[lane], turn]

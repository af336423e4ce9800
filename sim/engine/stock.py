"""The stock: cards that come out of it after the hands have been dealt.

The extra hand, the peep card and the float are laid out in this order; exchanged cards follow. If
every deal is shuffled they are drawn, each by a random word of its own number, whatever else was
drawn before; else they come from the top of the pack.
"""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, i64, lane_function, nth_bit, phase, popcount, u64
from sim.engine.block import (
    DEAL,
    EXTRA_HAND,
    FACT_SEED,
    FACT_STREAM,
    FLOAT_CARD,
    LANES,
    PEEP_CARD,
    STOCK,
    TOP,
)
from sim.engine.dealing import CARDS_PER_WORD
from sim.engine.philox import CARDS, bounded_draw, random_words
from sim.engine.rule_numbers import (
    AFTER_NAP,
    EXCHANGE_CARDS,
    GARNET_BID,
    HAND_SIZE,
    HAS_FLOAT,
    HAS_PEEP,
)

EXTRA_HAND_SIZE = 5


@lane_function
def words_for(cards):  # type: ignore[no-untyped-def]
    """Random words that so many cards take."""
    return (cards + CARDS_PER_WORD - 1) // CARDS_PER_WORD


@lane_function
def first_exchange_word(rules, players):  # type: ignore[no-untyped-def]
    """The number of the first random word for exchanges: after hands and cards laid out."""
    laid_out = int(rules[GARNET_BID] > 0) + rules[HAS_PEEP] + rules[HAS_FLOAT]
    return players * words_for(rules[HAND_SIZE]) + laid_out


@phase
def lay_out(block, facts, rules, players, packs):  # type: ignore[no-untyped-def]
    """Take the extra hand, the peep card and the float, as far as the rules have them."""
    word = players * words_for(rules[HAND_SIZE])
    if rules[GARNET_BID] > 0:
        lay_out_cards(block, facts, rules, packs, EXTRA_HAND, EXTRA_HAND_SIZE, word)
        word += 1
    if rules[HAS_PEEP] > 0:
        lay_out_cards(block, facts, rules, packs, PEEP_CARD, 1, word)
        word += 1
    if rules[HAS_FLOAT] > 0:
        lay_out_cards(block, facts, rules, packs, FLOAT_CARD, 1, word)


@lane_function
def lay_out_cards(block, facts, rules, packs, row, cards, word):  # type: ignore[no-untyped-def]
    """Take so many cards of every lane's stock to a row."""
    for lane in range(LANES):
        block[row, lane] = take_from_stock(block, facts, rules, lane, packs, u64(cards), word)


@lane_function
def exchange_word(rules, players, turn):  # type: ignore[no-untyped-def]
    """The number of the first random word for the exchange of a speaking turn."""
    return first_exchange_word(rules, players) + turn * words_for(rules[EXCHANGE_CARDS])


@lane_function
def take_from_stock(block, facts, rules, lane, packs, cards, word):  # type: ignore[no-untyped-def]
    """Take cards of a lane's stock: its top ones, or cards drawn by random words from ``word`` on.

    Returns
    -------
    uint64
        The cards as a mask.
    """
    if rules[AFTER_NAP] > 0:
        return take_top(block, lane, packs, cards)
    stock = block[STOCK, lane]
    before = stock
    left = popcount(stock)
    random_word = ZERO
    for number in range(i64(cards)):
        if number % CARDS_PER_WORD == 0:
            random_word = card_word(block, facts, lane, word + number // CARDS_PER_WORD)
        place, random_word = bounded_draw(random_word, left)
        stock ^= nth_bit(stock, place)
        left -= ONE
    block[STOCK, lane] = stock
    return before ^ stock


@lane_function
def card_word(block, facts, lane, number):  # type: ignore[no-untyped-def]
    """Random word ``number`` of the stream of cards of a lane's deal."""
    stream = u64(facts[FACT_STREAM]) + u64(CARDS)
    first, second = random_words(u64(facts[FACT_SEED]), stream, block[DEAL, lane], u64(number >> 1))
    return second if number & 1 else first


@lane_function
def take_top(block, lane, packs, cards):  # type: ignore[no-untyped-def]
    """Take the top cards of a lane's stock in the order in which the pack lies."""
    taken = ZERO
    top = block[TOP, lane]
    for number in range(i64(cards)):
        taken |= ONE << u64(packs[lane, top + u64(number)])
    block[TOP, lane] = top + cards
    block[STOCK, lane] &= ~taken
    return taken

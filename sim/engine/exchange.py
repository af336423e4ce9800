"""Before the auction: the exchange of cards, and looks at the float."""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, lane_function, phase, popcount, u64, where
from sim.engine.block import (
    ASIDE,
    EXCHANGED,
    EXCHANGED_BITS,
    FACT_DECISION,
    FEWEST,
    FOR_CONTRACT,
    HAND,
    LANES,
    LEGAL,
    LOOKED,
    MOST,
    STOCK,
)
from sim.engine.calls import DISCARD, LOOK, ask_speaker, lawful_discard, note_faults
from sim.engine.events import DRAWN, THROWN, log_event
from sim.engine.rule_numbers import (
    EXCHANGE_CARDS,
    EXCHANGE_PRICE,
    FLOAT_PRICE,
    PRICE_PER_CARD,
    SEATS,
)
from sim.engine.speaking import can_pay, face_speaker, offer, pay_into_pool
from sim.engine.stock import exchange_word, take_from_stock
from sim.engine.view import EXCHANGE_WORD, LOOK_WORD


@phase
def exchange_cards(  # type: ignore[no-untyped-def]
    block, facts, rules, deciders, players, packs, pack, events, places
):
    """Let every player once, from eldest, throw cards and get as many from the stock."""
    for turn in range(players):
        face_speaker(block, facts, rules, turn, pack)
        facts[FACT_DECISION] = EXCHANGE_WORD
        for lane in range(LANES):
            block[FOR_CONTRACT, lane] = ZERO
            block[FEWEST, lane] = ZERO
            block[MOST, lane] = most_exchanged(block, rules, lane, turn)
        ask_speaker(block, facts, deciders, DISCARD, turn)
        word = exchange_word(rules, players, turn)
        faults = ZERO
        for lane in range(LANES):
            thrown, fault = lawful_discard(block, lane)
            faults |= fault
            number = popcount(thrown)
            drawn = take_from_stock(block, facts, rules, lane, packs, number, word)
            block[HAND + turn, lane] = (block[HAND + turn, lane] ^ thrown) | drawn
            block[ASIDE + turn, lane] |= thrown
            block[EXCHANGED, lane] |= number << u64(EXCHANGED_BITS * turn)
            pay_into_pool(block, lane, turn, price_of(rules, number))
            log_event(events, places, lane, THROWN + turn, thrown)
            log_event(events, places, lane, DRAWN + turn, drawn)
        if faults != ZERO:
            note_faults(block, players, DISCARD, turn, 0)


@lane_function
def price_of(rules, cards):  # type: ignore[no-untyped-def]
    """What an exchange of so many cards costs."""
    price = u64(rules[EXCHANGE_PRICE])
    if rules[PRICE_PER_CARD] > 0:
        return price * cards
    return where(cards != ZERO, price)


@lane_function
def most_exchanged(block, rules, lane, turn):  # type: ignore[no-untyped-def]
    """The most cards that a player may exchange: what the stock has, and what he can pay for."""
    most = min(u64(rules[EXCHANGE_CARDS]), popcount(block[STOCK, lane]))
    left = can_pay(block, lane, turn)
    price = u64(rules[EXCHANGE_PRICE])
    if rules[PRICE_PER_CARD] > 0:
        while most * price > left:
            most -= ONE
        return most
    return where(price <= left, most)


@phase
def look_at_float(block, facts, rules, deciders, players, pack):  # type: ignore[no-untyped-def]
    """Offer every player, from eldest, a look at the float; the dealer's is free."""
    for turn in range(players):
        face_speaker(block, facts, rules, turn, pack)
        price = 0 if turn == rules[SEATS] - 1 else rules[FLOAT_PRICE]
        for lane in range(LANES):
            block[LEGAL, lane] = ONE
        offer(block, facts, deciders, players, LOOK, LOOK_WORD, turn, price, LOOKED)

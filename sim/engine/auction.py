"""The auction: one round, from eldest to the dealer, each bidding higher or passing.

Before he speaks a player may be offered the peep card and the extra hand, where the rules have
them.
"""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, either, lane_function, phase, popcount, u64, where
from sim.engine.block import (
    ANSWER,
    ASIDE,
    AUCTION,
    BID_CONTRACTS,
    CALL_BITS,
    CONTRACT,
    DECLARER,
    EXTRA_HAND,
    FACT_DECISION,
    FEWEST,
    FLOAT_CARD,
    FOR_CONTRACT,
    HAND,
    LANES,
    LEGAL,
    LOOKED,
    MOST,
    OWN,
    PEEP_CARD,
    PEEPED,
    TAKER,
    TOOK,
)
from sim.engine.calls import (
    BID,
    DISCARD,
    PEEP,
    TAKE,
    ask_speaker,
    lawful_answer,
    lawful_discard,
    note_faults,
)
from sim.engine.events import TAKER_THREW, log_event
from sim.engine.rule_numbers import (
    GARNET_BID,
    GARNET_LIMIT,
    HAS_FLOAT,
    HAS_PEEP,
    PEEP_PRICE,
    REQUIRES,
    WITH_FLOAT,
)
from sim.engine.speaking import face_speaker, offer
from sim.engine.stock import EXTRA_HAND_SIZE
from sim.engine.view import CALL_WORD, PEEP_WORD, TAKE_WORD, TAKER_DISCARD_WORD

PASS_BIT = ONE
"""Bit 0 of a set of contracts stands for a pass."""


@lane_function
def hold_auction(  # type: ignore[no-untyped-def]
    block, facts, rules, deciders, players, ladder, pack, given_bids, events, places
):
    """Ask every player in speaking order for a call and note the highest bidder.

    ``given_bids[place, turn]`` holds contract numbers that replace the players' own calls; an
    array without rows leaves the players free.
    """
    for turn in range(players):
        face_speaker(block, facts, rules, turn, pack)
        if rules[HAS_PEEP] > 0:
            for lane in range(LANES):
                block[LEGAL, lane] = ONE
            price = rules[PEEP_PRICE]
            offer(block, facts, deciders, players, PEEP, PEEP_WORD, turn, price, PEEPED)
        if rules[GARNET_BID] > 0:
            offer_extra_hand(block, facts, rules, deciders, players, turn, events, places)
        find_legal_calls(block, ladder)
        if rules[GARNET_BID] > 0:
            bind_taker(block, rules, turn)
        if rules[HAS_FLOAT] > 0:
            forbid_unseen_float(block, ladder, turn)
        if given_bids.shape[0] > 0:
            for lane in range(LANES):
                block[ANSWER, lane] = ONE << u64(given_bids[places[lane], turn])
        else:
            facts[FACT_DECISION] = CALL_WORD
            ask_speaker(block, facts, deciders, BID, turn)
        faults = ZERO
        for lane in range(LANES):
            call, fault = lawful_answer(block, lane)
            faults |= fault
            note_call(block, lane, turn, call)
        if faults != ZERO:
            note_faults(block, players, BID, turn, 0)


@lane_function
def find_legal_calls(block, ladder):  # type: ignore[no-untyped-def]
    """Put the legal calls into LEGAL: contracts above the highest bid, requirements met; and pass.

    ``ladder`` has a row a contract; see :mod:`sim.engine.rule_numbers`.
    """
    free = ZERO
    for number in range(1, ladder.shape[0]):
        free |= where(ladder[number, REQUIRES] == 0, ONE << u64(number))
    for lane in range(LANES):
        block[LEGAL, lane] = free
    for number in range(1, ladder.shape[0]):
        required = u64(ladder[number, REQUIRES])
        if required != ZERO:
            for lane in range(LANES):
                met = (block[BID_CONTRACTS, lane] & required) != ZERO
                block[LEGAL, lane] |= u64(met) << u64(number)
    for lane in range(LANES):
        above_highest = ~((PASS_BIT << (block[CONTRACT, lane] + ONE)) - ONE)
        block[LEGAL, lane] = (block[LEGAL, lane] & above_highest) | PASS_BIT


@phase
def forbid_unseen_float(block, ladder, turn):  # type: ignore[no-untyped-def]
    """Leave the contracts with the float to those who have looked at it."""
    with_float = ZERO
    for number in range(1, ladder.shape[0]):
        with_float |= where(ladder[number, WITH_FLOAT] > 0, ONE << u64(number))
    for lane in range(LANES):
        has_looked = (block[LOOKED, lane] >> u64(turn)) & ONE
        block[LEGAL, lane] &= ~where(ONE - has_looked, with_float)


@phase
def offer_extra_hand(  # type: ignore[no-untyped-def]
    block, facts, rules, deciders, players, turn, events, places
):
    """Offer the extra hand while it lies there; its taker throws as many cards as he has got."""
    limit = u64(rules[GARNET_LIMIT])
    for lane in range(LANES):
        stands = (block[TAKER, lane] == ZERO) & (block[CONTRACT, lane] < limit)
        block[LEGAL, lane] = u64(stands)
        block[TOOK, lane] = ZERO
    offer(block, facts, deciders, players, TAKE, TAKE_WORD, turn, 0, TOOK)
    for lane in range(LANES):
        takes = block[TOOK, lane] != ZERO
        block[TAKER, lane] |= where(takes, u64(turn + 1))
        block[HAND + turn, lane] |= where(takes, block[EXTRA_HAND, lane])
        block[OWN, lane] = block[HAND + turn, lane]
        block[FEWEST, lane] = where(takes, u64(EXTRA_HAND_SIZE))
        block[MOST, lane] = where(takes, u64(EXTRA_HAND_SIZE))
        block[FOR_CONTRACT, lane] = u64(rules[GARNET_BID])
    facts[FACT_DECISION] = TAKER_DISCARD_WORD
    ask_speaker(block, facts, deciders, DISCARD, turn)
    faults = ZERO
    for lane in range(LANES):
        thrown, fault = lawful_discard(block, lane)
        faults |= fault
        block[HAND + turn, lane] ^= thrown
        block[ASIDE + turn, lane] |= thrown
        if block[TOOK, lane] != ZERO:
            log_event(events, places, lane, TAKER_THREW, thrown)
    if faults != ZERO:
        note_faults(block, players, DISCARD, turn, 0)
    for lane in range(LANES):
        block[OWN, lane] = block[HAND + turn, lane]


@phase
def bind_taker(block, rules, turn):  # type: ignore[no-untyped-def]
    """Leave the taker of the extra hand the one call that he is bound to."""
    for lane in range(LANES):
        bound = block[TAKER, lane] == u64(turn + 1)
        bid = ONE << u64(rules[GARNET_BID])
        block[LEGAL, lane] = either(bound, bid, block[LEGAL, lane])


@lane_function
def note_call(block, lane, turn, call):  # type: ignore[no-untyped-def]
    """Write one call down; a bid makes its speaker the declarer so far."""
    number = popcount(call - ONE)
    bid = number != ZERO
    block[AUCTION, lane] |= number << u64(CALL_BITS * turn)
    block[BID_CONTRACTS, lane] |= call
    block[CONTRACT, lane] = either(bid, number, block[CONTRACT, lane])
    block[DECLARER, lane] = either(bid, u64(turn), block[DECLARER, lane])


@phase
def close_auction(block, ladder, players):  # type: ignore[no-untyped-def]
    """Note for those who have seen the float or the peep card that it stays out of play.

    It does unless the declarer picks it up.
    """
    with_float = ZERO
    for number in range(1, ladder.shape[0]):
        with_float |= where(ladder[number, WITH_FLOAT] > 0, ONE << u64(number))
    for lane in range(LANES):
        contract = block[CONTRACT, lane]
        float_lies = ONE - ((with_float >> contract) & ONE)
        peep_lies = ONE - ((block[PEEPED, lane] >> block[DECLARER, lane]) & ONE)
        for turn in range(players):
            looked = (block[LOOKED, lane] >> u64(turn)) & float_lies
            peeped = (block[PEEPED, lane] >> u64(turn)) & peep_lies
            block[ASIDE + turn, lane] |= where(looked & ONE, block[FLOAT_CARD, lane])
            block[ASIDE + turn, lane] |= where(peeped & ONE, block[PEEP_CARD, lane])

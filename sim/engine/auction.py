"""The auction: one round, from eldest to the dealer, each bidding higher or passing."""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, either, i64, lane_function, popcount, u64, where
from sim.engine.block import (
    ANSWER,
    AUCTION,
    BID_CONTRACTS,
    CALL_BITS,
    CONTRACT,
    DECLARER,
    FACT_TRICK,
    FACT_TURN,
    HAND,
    LANES,
    LEGAL,
    OWN,
    POSITION,
)
from sim.engine.calls import BID, ask_one, lawful_answer, note_faults

PASS_BIT = ONE
"""Bit 0 of a set of contracts stands for a pass."""

TARGET, MADE, FAILED, REQUIRES = range(4)
"""Columns of the array of contracts; row 0 is the pass."""


@lane_function
def hold_auction(  # type: ignore[no-untyped-def]
    block, facts, players, contracts, ladder, addresses, tables, speaker_slots, given_bids, places
):
    """Ask every player in speaking order for a call and note the highest bidder.

    ``given_bids[place, turn]`` holds contract numbers that replace the players' own calls; an
    array without rows leaves the players free.
    """
    for lane in range(LANES):
        block[AUCTION, lane] = ZERO
        block[BID_CONTRACTS, lane] = PASS_BIT
        block[CONTRACT, lane] = ZERO
        block[DECLARER, lane] = ZERO
    facts[FACT_TRICK] = 0
    for turn in range(players):
        facts[FACT_TURN] = turn
        for lane in range(LANES):
            block[OWN, lane] = block[HAND + turn, lane]
            block[POSITION, lane] = u64((turn + 1) % players)
        find_legal_calls(block, contracts, ladder)
        if given_bids.shape[0] > 0:
            for lane in range(LANES):
                block[ANSWER, lane] = ONE << u64(given_bids[places[lane], turn])
        else:
            ask_one(block, facts, BID, addresses, tables, i64(speaker_slots[turn]))
        faults = ZERO
        for lane in range(LANES):
            call, fault = lawful_answer(block, lane)
            faults |= fault
            note_call(block, lane, turn, call)
        if faults != ZERO:
            note_faults(block, turn)


@lane_function
def find_legal_calls(block, contracts, ladder):  # type: ignore[no-untyped-def]
    """Put the legal calls into LEGAL: contracts above the highest bid, requirements met; and pass.

    ``ladder`` has a row a contract: TARGET, MADE, FAILED and REQUIRES.
    """
    free = ZERO
    for number in range(1, contracts + 1):
        free |= where(ladder[number, REQUIRES] == 0, ONE << u64(number))
    for lane in range(LANES):
        block[LEGAL, lane] = free
    for number in range(1, contracts + 1):
        required = u64(ladder[number, REQUIRES])
        if required != ZERO:
            for lane in range(LANES):
                met = (block[BID_CONTRACTS, lane] >> required) & ONE
                block[LEGAL, lane] |= met << u64(number)
    for lane in range(LANES):
        above_highest = ~((PASS_BIT << (block[CONTRACT, lane] + ONE)) - ONE)
        block[LEGAL, lane] = (block[LEGAL, lane] & above_highest) | PASS_BIT


@lane_function
def note_call(block, lane, turn, call):  # type: ignore[no-untyped-def]
    """Write one call down; a bid makes its speaker the declarer so far."""
    number = popcount(call - ONE)
    bid = number != ZERO
    block[AUCTION, lane] |= number << u64(CALL_BITS * turn)
    block[BID_CONTRACTS, lane] |= call
    block[CONTRACT, lane] = either(bid, number, block[CONTRACT, lane])
    block[DECLARER, lane] = either(bid, u64(turn), block[DECLARER, lane])

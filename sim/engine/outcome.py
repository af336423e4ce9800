"""The outcome of a deal in one word: what is packed where."""

from __future__ import annotations

from sim.engine.bits import ZERO, either, lane_function, phase, trailing_zeros, u64
from sim.engine.block import (
    AUCTION,
    CALL_BITS,
    CONTRACT,
    LANES,
    LOOKED,
    MOST_PLAYERS,
    OUTCOME,
    PEEPED,
    REVOKED,
    TAKER,
    TRICKS,
    TRUMP,
)

TRICKS_SHIFT = CALL_BITS * MOST_PLAYERS
TRUMP_SHIFT = TRICKS_SHIFT + 4
REVOKED_SHIFT = TRUMP_SHIFT + 3
TAKER_SHIFT = REVOKED_SHIFT + 3
PEEPED_SHIFT = TAKER_SHIFT + 3
LOOKED_SHIFT = PEEPED_SHIFT + MOST_PLAYERS
"""An outcome packs the auction, the declarer's tricks, the trump suit's number (4 for none), who
has revoked and who took the extra hand (1 + speaking turn, 0 for nobody), and who has seen the
peep card and the float (a bit a speaking turn)."""

NO_SUIT = u64(4)
"""Number of the trump suit where there is none."""

_LOWEST_PLACES = u64(0x0001_0001_0001_0001)


@lane_function
def outcome_of(block, lane):  # type: ignore[no-untyped-def]
    """The deal's outcome in one word; a deal passed out has no trump, no tricks and no revoke."""
    trump = block[TRUMP, lane]
    suit_number = trailing_zeros(trump | ~(~ZERO >> u64(1))) >> u64(4)
    trump_number = either((trump & _LOWEST_PLACES) != ZERO, suit_number, NO_SUIT)
    play = (
        (block[TRICKS, lane] << u64(TRICKS_SHIFT))
        | (trump_number << u64(TRUMP_SHIFT))
        | (block[REVOKED, lane] << u64(REVOKED_SHIFT))
    )
    passed_out = NO_SUIT << u64(TRUMP_SHIFT)
    return block[AUCTION, lane] | either(block[CONTRACT, lane] != ZERO, play, passed_out)


@phase
def add_acts(block):  # type: ignore[no-untyped-def]
    """Add to the outcomes who took the extra hand, and who has seen peep card and float."""
    for lane in range(LANES):
        block[OUTCOME, lane] |= (
            (block[TAKER, lane] << u64(TAKER_SHIFT))
            | (block[PEEPED, lane] << u64(PEEPED_SHIFT))
            | (block[LOOKED, lane] << u64(LOOKED_SHIFT))
        )

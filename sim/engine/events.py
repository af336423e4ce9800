"""The log of what happens to cards apart from dealing and play, for transcripts and checks.

A deal's events are a row of ``uint64``: sets of cards, or a number where it says so. An array
without rows keeps nothing.
"""

from __future__ import annotations

from sim.engine.bits import lane_function
from sim.engine.block import MOST_PLAYERS

LOG_EXTRA_HAND = 0
LOG_PEEP_CARD = 1
LOG_FLOAT_CARD = 2
TAKER_THREW = 3
DECLARER_THREW = 4
NAMED_TRUMP = 5
"""The joker's place in the suit that the declarer named."""
LOG_REVOKE_STEP = 6
"""1 + the place, among the cards played, of the card that revoked; a number."""
LOG_REVOKE_CARD = 7
THROWN = 8
"""Cards thrown in the exchange, a column a speaking turn, …"""
DRAWN = THROWN + MOST_PLAYERS
"""… and the cards got for them."""
EVENTS = DRAWN + MOST_PLAYERS


@lane_function
def log_event(events, places, lane, column, cards):  # type: ignore[no-untyped-def]
    """Keep one event of a lane's deal, if events are kept."""
    if events.shape[0] > 0:
        events[places[lane], column] = cards

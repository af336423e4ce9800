"""Where the counting policy's numbers stand: the sections of its table.

The first two sections are all that the base game needs.
"""

from __future__ import annotations

from itertools import count

from sim.game.cards import RANKS
from sim.game.ladder import MOST_CONTRACTS

PER_TRICK = 256
"""Estimates are whole numbers of 1/256 trick, the same on every machine."""

HOLDINGS = 1 << len(RANKS)
ESTIMATES = 8 * PER_TRICK
LAST_ESTIMATE = ESTIMATES - 1
POOLS = 1024
LAST_POOL = POOLS - 1
CALLS = MOST_CONTRACTS + 1

_free = count()


def _section(length: int = 1) -> int:
    """The first of the next free places."""
    places = [next(_free) for _ in range(length)]
    return places[0]


GAINS = _section(HOLDINGS)
"""By the ranks held in a suit, as a mask: what they gain as trumps over a side suit in the upper
half, their value as a side suit in the lower half, in 1/256 trick."""
BIDS = _section(ESTIMATES)
"""By estimate in 1/256 trick: the contracts worth bidding, as bits."""
PLAIN_LENGTH = BIDS + ESTIMATES

BIDS_LOWEST_FIRST = _section(ESTIMATES)
"""The same of contracts whose lowest trump is led first, by an estimate made for them, …"""
BIDS_WITHOUT_TRUMPS = _section(ESTIMATES)
"""… of contracts without a trump suit, by the tricks of side suits, …"""
BIDS_BY_SAFETY = _section(ESTIMATES)
"""… and of misères, by how far the risk stays below the last estimate."""
POOL_WORTH = _section(POOLS)
"""By units in the pool: what they add to an estimate where the pool is to be won."""
GAINS_LOWEST_FIRST = _section(HOLDINGS)
"""By the ranks held in a suit: what they gain as trumps of which the lowest is led first."""
RISKS = _section(HOLDINGS)
"""By the ranks held in a suit: their risk in a misère in the lower half; in the upper half what it
changes to lead the lowest of them to the first trick, counted from ``NO_CHANGE``."""
NO_CHANGE = 1 << 16
NOTHING_TO_LEAD = 1 << 20

TAKE_FROM = _section(CALLS)
"""By the highest contract bid so far: the estimate from which the extra hand is taken."""

WITH_FLOAT = _section()
"""Single numbers. Some contracts, as bits: those bid with the float, …"""
FOR_POOL = _section()
"""… those that win the pool, …"""
TRUMP_LED = _section()
"""… those whose trump suit is that of the first lead, …"""
LOWEST_FIRST = _section()
"""… those whose lowest trump is led first, …"""
MISERES = _section()
"""… misères, …"""
REQUIRES_NOTHING = _section()
"""… and those that require no other."""
NEAR_FLOAT = _section()
NEAR_PEEP = _section()
"""Tricks short of a bid at which the float and the peep card are worth their price; …"""
FRESH_CARD = _section()
"""… what a card from the stock promises beyond its price; …"""
PRICE_OF_EXCHANGE = _section()
"""… and what an exchange costs besides: all in 1/256 trick."""
LEAST_HOPE = _section()
"""The least estimate after an exchange that is worth paying for."""

GAINS_WITH_JOKER = _section(HOLDINGS)
"""The gains by the ranks that are held in a suit along with the joker."""
GAINS_LOWEST_FIRST_WITH_JOKER = _section(HOLDINGS)
LENGTH = _section()

"""The rules as the engine reads them: one ``int64`` array of named numbers, and one a contract.

Rules are numbers at run time, not constants of the compiler: one compiled engine serves every set
of rules. What a profile leaves out is a number 0 that is looked at once a block.
"""

from __future__ import annotations

from itertools import count

_next = count()

PACK_SIZE = next(_next)
"""Cards in the pack, the joker included."""
HAND_SIZE = next(_next)
SEATS = next(_next)
"""Seats at the table; one more than hands are dealt if the dealer sits out."""
DEALS = next(_next)
"""Deals to simulate, one after the other."""
FIRST_DEAL = next(_next)
"""Place in the session of the first of them."""
STREAM = next(_next)
"""What is added to the number of every random stream."""
LINEUP = next(_next)
"""Players of the line-up."""
HAS_JOKER = next(_next)
AFTER_NAP = next(_next)
"""Whether the pack is gathered and cut between shuffles."""
OPENINGS = next(_next)
"""Whether any contract has no trump suit or a named one, or a constraint on the opening lead; a
joker counts."""
ASIDES = next(_next)
"""Whether players come to know cards that are out of play."""
EXCHANGE_CARDS = next(_next)
EXCHANGE_PRICE = next(_next)
PRICE_PER_CARD = next(_next)
HAS_PEEP = next(_next)
PEEP_PRICE = next(_next)
HAS_FLOAT = next(_next)
FLOAT_PRICE = next(_next)
GARNET_BID = next(_next)
"""Number of the contract that the taker of the extra hand must bid; 0 without an extra hand."""
GARNET_LIMIT = next(_next)
"""The lowest contract that, once bid, keeps the extra hand where it is."""
KEEPS_MONEY = next(_next)
"""Whether payments depend on more than the auction and the tricks."""
ANTE = next(_next)
CHIPS_EACH = next(_next)
"""Units that every player starts with; 0 for no limit."""
REBUYS = next(_next)
"""Whether a player who cannot pay buys another stack."""
REVOKES = next(_next)
"""Whether any player ever revokes."""
RULE_NUMBERS = next(_next)

TARGET = 0
MADE = 1
FAILED = 2
REQUIRES = 3
"""Columns of the array of contracts (row 0 is the pass): tricks, stakes, the contracts any of
which must have been bid (as bits), …"""
AT_MOST = 4
"""… the most tricks that keep the contract, …"""
TRUMP_MODE = 5
LEAD_MODE = 6
"""… places in ``TRUMP_MODES`` and ``LEAD_MODES`` of :mod:`sim.game.ladder`, …"""
WITH_FLOAT = 7
ALL_TRICKS = 8
"""… whether it is bid with the float, and whether it promises every trick."""
CONTRACT_NUMBERS = 9

SUIT_LED, NO_TRUMP_SUIT, NAMED_SUIT = range(3)
ANY_CARD, LOWEST_TRUMP, LOWEST_NON_TRUMP = range(3)

"""The block: the state of 64 deals side by side, one named row a quantity.

Everything the engine knows of the deals in hand lies in one ``uint64`` array of shape
``(ROWS, LANES)``. A lane is one table, deal after deal through its session. One array, so that
the compiler needs no alias checks and turns loops over lanes into vector instructions.

Players are numbered by *turn*: in the auction in speaking order (turn 0 is eldest, the dealer is
last); in a trick in the order of play (turn 0 leads). Rows that belong to a player stand in that
order and are turned when the order changes.
"""

from __future__ import annotations

from itertools import count

LANES = 64
MOST_PLAYERS = 7

_free = count()


def _rows(number: int = 1) -> int:
    """The first of the next free rows."""
    rows = [next(_free) for _ in range(number)]
    return rows[0]


HAND = _rows(MOST_PLAYERS)
"""Cards held, a row a turn."""
PLAYED = _rows(MOST_PLAYERS)
"""Cards played to earlier tricks, a row a turn."""
CARD = _rows(MOST_PLAYERS)
"""Cards of the trick on the table, a row a turn."""
POSITION_UNITS = _rows(MOST_PLAYERS)
"""Units won at each position so far in the session, a row a position (two's complement)."""
PLAYER_UNITS = _rows(MOST_PLAYERS)
"""The balance of each player of the line-up so far in the session (two's complement)."""
PAYMENT = _rows(MOST_PLAYERS)
"""Units that each speaking turn receives for this deal (two's complement)."""
ANSWER = _rows(MOST_PLAYERS)
"""What the policies decided, a row a slot (see :mod:`sim.policies.slots`); slot 0 is the blend."""

SPARE = _rows(MOST_PLAYERS)
"""Room to turn rows in."""

SESSION = _rows()
"""Number of the session."""
DEAL = _rows()
"""Number of the deal."""
WORD = _rows()
"""The random word that cards are being drawn from."""
NEXT_WORD = _rows()
"""The one that came with it from the generator."""
STOCK = _rows()
"""Cards not dealt."""
AUCTION = _rows()
"""Contract numbers bid so far, ``CALL_BITS`` each, by speaking turn; 0 is a pass."""
BID_CONTRACTS = _rows()
"""Contracts bid so far, bit ``number`` each; bit 0 is always set."""
CONTRACT = _rows()
"""Number of the highest contract bid, 0 if none."""
DECLARER = _rows()
"""Speaking turn of who bid it."""
LEADER = _rows()
"""Speaking turn of who leads to this trick."""
DECLARER_TURN = _rows()
"""Turn of the declarer in this trick."""
TRUMP = _rows()
"""All places of the trump suit; 0 before the opening lead."""
LED_SUIT = _rows()
"""All places of the suit led to this trick."""
BEST = _rows()
"""The card that is winning the trick."""
WINNER = _rows()
"""The turn that played it."""
SEEN = _rows()
"""All cards played so far in this deal, the trick on the table included."""
VOIDS = _rows()
"""Suits that each turn has failed to follow, a bit a suit, ``VOID_BITS`` a turn."""
TRICKS = _rows()
"""Tricks won by the declarer."""
STAKE = _rows()
"""Units that each opponent pays the declarer for this deal (two's complement)."""
OWN = _rows()
"""The hand of the player to act."""
LEGAL = _rows()
"""What he may do: cards, or contract numbers as bits (bit 0: pass)."""
WINNING = _rows()
"""His legal cards that beat the best card on the table."""
POSITION = _rows()
"""His position in the deal."""
FAULT = _rows()
"""0, or 1 + the number of the first decision of this deal that broke a rule, and above
``FAULT_BITS`` the speaking turn that led to the trick in which it did."""
FAULT_ANSWER = _rows()
"""What was answered there."""
ROWS = next(_free)

CALL_BITS = 5
VOID_BITS = 4
FAULT_BITS = 8

FACT_TURN = 0
"""Facts are the numbers that all lanes share, in an ``int64`` array handed to every policy: the
turn of the player to act, …"""
FACT_TRICK = 1
"""… the number of the trick, 0 first (of no meaning in the auction), …"""
FACT_PLAYERS = 2
"""… the number of players, …"""
FACT_HAND_SIZE = 3
"""… the cards in a hand, …"""
FACT_SEED = 4
"""… the seed (two's complement), …"""
FACT_PACK = 5
"""… and the pack (a mask, two's complement)."""
FACTS = 6

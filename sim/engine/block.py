"""The block: the state of 64 deals side by side, one named row a quantity.

Everything the engine knows of the deals in hand lies in one ``uint64`` array of shape
``(ROWS, LANES)``. A lane is one table, deal after deal through its session. One array, so that
the compiler needs no alias checks and turns loops over lanes into vector instructions.

Players are numbered by *turn*: in the auction in speaking order (turn 0 is eldest, the dealer is
last); in a trick in the order of play (turn 0 leads). Rows that belong to a player stand in that
order and are turned when the order changes.
"""

from __future__ import annotations

import os
from itertools import count

LANES_VARIABLE = "NAP_LANES"
LANES = int(os.environ.get(LANES_VARIABLE, "64"))
"""Tables side by side: a constant to the compiler. Policies that Python answers are asked once a
step for all of them, so processes for such policies are started with more."""
MANY_LANES = 1024

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
"""Units that each speaking turn receives for this deal (two's complement); a dealer who sits out
comes after all who speak."""
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
"""All places of the trump suit; 0 before it is known. Without a trump suit the joker alone."""
LEAD_IS_TRUMP = _rows()
"""All ones if the suit of the opening lead becomes trump, else 0."""
JOKER_CARD = _rows()
"""The joker where it stands in this deal, 0 without one."""
LED_SUIT = _rows()
"""All places of the suit led to this trick; a joker of no suit alone if it is led."""
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
STAKE_OF_ALL = _rows()
"""Units that all opponents together pay him."""
OWN = _rows()
"""The hand of the player to act."""
LEGAL = _rows()
"""What he may do: cards, or contract numbers as bits (bit 0: pass)."""
WINNING = _rows()
"""His legal cards that beat the best card on the table."""
PACK = _rows()
"""The cards that may be in play for all that he knows."""
POSITION = _rows()
"""His position in the deal."""
FAULT = _rows()
"""The first answer of this deal that broke a rule: 1 + the decision, then the speaking turn that
decided, the turn in the trick and the trick, ``FAULT_BITS`` each; 0 if there is none."""
FAULT_ANSWER = _rows()
"""What was answered there."""
OUTCOME = _rows()
"""What the deal came to, packed in one word."""

# What only some rules need stands last, so that the other rows keep together in the cache.
ASIDE = _rows(MOST_PLAYERS)
"""Cards that each turn knows to be out of play, a row a turn."""
DEALT = _rows(MOST_PLAYERS)
"""Hands as the auction leaves them, a row a speaking turn."""
CHIPS = _rows(MOST_PLAYERS)
"""Units that each speaking turn can pay at the start of the deal (two's complement)."""
BUYS = _rows(MOST_PLAYERS)
"""Further stacks that each player of the line-up has bought in the session."""
FEWEST = _rows()
"""Cards that he must throw away, at least …"""
MOST = _rows()
"""… and at most."""
FOR_CONTRACT = _rows()
"""The contract that he makes his hand up for, 0 before the auction."""
EXTRA_HAND = _rows()
"""The extra hand, face down."""
PEEP_CARD = _rows()
"""The card that players may pay to see."""
FLOAT_CARD = _rows()
"""The float."""
EXCHANGED = _rows()
"""Cards exchanged by each speaking turn, ``EXCHANGED_BITS`` a turn."""
LOOKED = _rows()
"""Who has looked at the float, a bit a speaking turn."""
PEEPED = _rows()
"""Who has seen the peep card, a bit a speaking turn."""
TOOK = _rows()
"""Whether the player who speaks now takes the extra hand."""
TAKER = _rows()
"""1 + the speaking turn that has taken the extra hand, 0 if nobody has."""
REVOKED = _rows()
"""1 + the speaking turn that has revoked, 0 if nobody has."""
REVOKE_CARD = _rows()
"""The card that was played against the rules."""
REVOKE_STEP = _rows()
"""1 + its place among the cards played, 0 if nobody has revoked."""
COUNTED_TRICKS = _rows()
"""Tricks won by the declarer when the deal ended by a revoke."""
POOL = _rows()
"""Units in the pool."""
POOL_WON = _rows()
"""Units that the declarer takes from the pool in this deal."""
TOP = _rows()
"""Place of the top card of the stock in a pack that is not shuffled for every deal."""
PUT_DOWN = _rows()
"""Number of cards that have been gathered for the next deal."""
RESHUFFLE = _rows()
"""1 if the pack is shuffled before the next deal, else 0."""
ROWS = next(_free)

CALL_BITS = 5
EXCHANGED_BITS = 3
VOID_BITS = 4
FAULT_BITS = 8

FACT_TURN = 0
"""Facts are the numbers that all lanes share, in an ``int64`` array handed to every policy: the
turn of the player to act, …"""
FACT_TRICK = 1
"""… the number of the trick, 0 first (of no meaning before the opening lead), …"""
FACT_PLAYERS = 2
"""… the number of players with cards, …"""
FACT_SEATS = 3
"""… the number of seats that positions are counted round, …"""
FACT_HAND_SIZE = 4
"""… the cards in a hand, …"""
FACT_SEED = 5
"""… the seed (two's complement), …"""
FACT_STREAM = 6
"""… the stream that all streams of these deals are counted from, …"""
FACT_DECISION = 7
"""… the number of the random word that a player has for this decision, …"""
FACT_MISERES = 8
"""… the contracts in which the declarer must lose every trick, as bits, …"""
FACT_SLOTS = 9
"""… and the slots that answer for the speaking turns, packed, or ``EVERY_LANE``."""
FACTS = 10

EVERY_LANE = -1
"""The player to act has the same slot in all lanes."""

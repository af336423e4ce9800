"""What a policy sees: its own cards and what lies open on the table, nothing else.

A view is a named tuple of plain numbers, made for one lane; fields that a policy does not use cost
nothing, because the compiler drops them. Turns number the players in the order in which they act:
in the auction in speaking order, in a trick in the order of play (turn 0 leads).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.engine.bits import ONE, lane_function, modulo_once, u64
from sim.engine.block import (
    AUCTION,
    BEST,
    BID_CONTRACTS,
    CALL_BITS,
    CARD,
    CONTRACT,
    DEAL,
    DECLARER_TURN,
    FACT_HAND_SIZE,
    FACT_PACK,
    FACT_PLAYERS,
    FACT_SEED,
    FACT_TRICK,
    FACT_TURN,
    LEADER,
    LED_SUIT,
    LEGAL,
    OWN,
    PLAYED,
    POSITION,
    SEEN,
    TRICKS,
    TRUMP,
    VOID_BITS,
    VOIDS,
    WINNER,
    WINNING,
)
from sim.engine.card_masks import SUIT
from sim.engine.philox import POLICY, bounded_part, random_words


class Facts(NamedTuple):
    """What all lanes of a block share at one step. All fields are ``uint64``."""

    turn: np.uint64
    trick: np.uint64
    players: np.uint64
    hand_size: np.uint64
    seed: np.uint64
    pack: np.uint64


class BidView(NamedTuple):
    """What a player knows when it is his turn to bid. All fields are ``uint64``."""

    hand: np.uint64
    """Own cards."""
    legal: np.uint64
    """Legal calls: bit ``number`` for a contract of the ladder, bit 0 for a pass."""
    bid_contracts: np.uint64
    """The contracts bid so far, as bits; bit 0 is always set."""
    contract: np.uint64
    """Number of the highest contract bid so far; 0 if none."""
    auction: np.uint64
    """Contract numbers bid by each turn; see :func:`call_of`."""
    turn: np.uint64
    """Own turn to speak; 0 is eldest."""
    position: np.uint64
    """Own position; 0 is the dealer."""
    players: np.uint64
    pack: np.uint64
    """All cards of the pack."""
    chance: np.uint64
    """A random word of his own for this decision; see :func:`draw`."""


class PlayView(NamedTuple):
    """What a player knows when it is his turn to play a card. All fields are ``uint64``."""

    hand: np.uint64
    """Own cards."""
    legal: np.uint64
    """The cards that he may play."""
    winning: np.uint64
    """Those of them that beat the best card on the table."""
    trump: np.uint64
    """All places of the trump suit; 0 before the opening lead."""
    led_suit: np.uint64
    """All places of the suit led; of the last trick's if he leads, 0 at the opening lead."""
    best: np.uint64
    """The card that is winning the trick."""
    winner: np.uint64
    """The turn that played it."""
    seen: np.uint64
    """All cards played in this deal, those on the table included."""
    voids: np.uint64
    """Suits that players have failed to follow in earlier tricks; see :func:`void_suits`."""
    played_0: np.uint64
    played_1: np.uint64
    played_2: np.uint64
    played_3: np.uint64
    played_4: np.uint64
    played_5: np.uint64
    played_6: np.uint64
    """Cards that each turn of this trick has played to earlier tricks."""
    card_0: np.uint64
    card_1: np.uint64
    card_2: np.uint64
    card_3: np.uint64
    card_4: np.uint64
    card_5: np.uint64
    card_6: np.uint64
    """The cards on the table by turn; only those of turns before one's own are of this trick."""
    tricks: np.uint64
    """Tricks won by the declarer so far."""
    trick: np.uint64
    """Number of this trick; 0 is the first."""
    contract: np.uint64
    """Number of the contract on the ladder."""
    auction: np.uint64
    """Contract numbers bid by each speaking turn; see :func:`call_of`."""
    turn: np.uint64
    """Own turn in this trick."""
    declarer_turn: np.uint64
    """The declarer's turn in this trick; equal to ``turn`` for the declarer himself."""
    leader: np.uint64
    """Speaking turn (0 is eldest) of the player who leads to this trick."""
    players: np.uint64
    hand_size: np.uint64
    pack: np.uint64
    """All cards of the pack."""
    position: np.uint64
    """Own position; 0 is the dealer."""
    chance: np.uint64
    """A random word of his own for this decision; see :func:`draw`."""


@lane_function
def read_facts(facts):  # type: ignore[no-untyped-def]
    """Read the facts once, before the loop over the lanes: then the loop can be vectorised."""
    return Facts(
        u64(facts[FACT_TURN]),
        u64(facts[FACT_TRICK]),
        u64(facts[FACT_PLAYERS]),
        u64(facts[FACT_HAND_SIZE]),
        u64(facts[FACT_SEED]),
        u64(facts[FACT_PACK]),
    )


@lane_function
def bid_view(block, facts, lane):  # type: ignore[no-untyped-def]
    """The view of the player whose turn it is to bid."""
    return BidView(
        block[OWN, lane],
        block[LEGAL, lane],
        block[BID_CONTRACTS, lane],
        block[CONTRACT, lane],
        block[AUCTION, lane],
        facts.turn,
        block[POSITION, lane],
        facts.players,
        facts.pack,
        chance_of(block, facts, lane, block[POSITION, lane], u64(0)),
    )


@lane_function
def play_view(block, facts, lane):  # type: ignore[no-untyped-def]
    """The view of the player whose turn it is to play a card."""
    position = position_in_trick(block[LEADER, lane], facts.turn, facts.players)
    return PlayView(
        block[OWN, lane],
        block[LEGAL, lane],
        block[WINNING, lane],
        block[TRUMP, lane],
        block[LED_SUIT, lane],
        block[BEST, lane],
        block[WINNER, lane],
        block[SEEN, lane],
        block[VOIDS, lane],
        block[PLAYED, lane],
        block[PLAYED + 1, lane],
        block[PLAYED + 2, lane],
        block[PLAYED + 3, lane],
        block[PLAYED + 4, lane],
        block[PLAYED + 5, lane],
        block[PLAYED + 6, lane],
        block[CARD, lane],
        block[CARD + 1, lane],
        block[CARD + 2, lane],
        block[CARD + 3, lane],
        block[CARD + 4, lane],
        block[CARD + 5, lane],
        block[CARD + 6, lane],
        block[TRICKS, lane],
        facts.trick,
        block[CONTRACT, lane],
        block[AUCTION, lane],
        facts.turn,
        block[DECLARER_TURN, lane],
        block[LEADER, lane],
        facts.players,
        facts.hand_size,
        facts.pack,
        position,
        chance_of(block, facts, lane, position, facts.trick + ONE),
    )


@lane_function
def position_in_trick(leader, turn, players):  # type: ignore[no-untyped-def]
    """The position of the player at a turn of a trick; speaking turn 0 is position 1."""
    return modulo_once(modulo_once(leader + turn, players) + ONE, players)


@lane_function
def call_of(view, speaker):  # type: ignore[no-untyped-def]
    """The contract number bid by a speaking turn, 0 if it passed or has not spoken."""
    return (view.auction >> (speaker * u64(CALL_BITS))) & u64((1 << CALL_BITS) - 1)


@lane_function
def void_suits(view, turn):  # type: ignore[no-untyped-def]
    """All places of the suits that a turn of this trick has shown not to hold."""
    flags = (view.voids >> (turn * u64(VOID_BITS))) & u64((1 << VOID_BITS) - 1)
    one_a_suit = (
        (flags & ONE)
        | ((flags & u64(2)) << u64(15))
        | ((flags & u64(4)) << u64(30))
        | ((flags & u64(8)) << u64(45))
    )
    return one_a_suit * SUIT


@lane_function
def unseen(view):  # type: ignore[no-untyped-def]
    """The cards that a player cannot locate: not in his hand and not played."""
    return view.pack & ~(view.hand | view.seen)


@lane_function
def chance_of(block, facts, lane, position, decision):  # type: ignore[no-untyped-def]
    """The random word of a position's decision: number 0 is the call, 1 the first card, ….

    The stream belongs to the seed, the deal and the position: it never touches the cards. The
    policy gets the word alone, because seed and deal together would tell it every hand.
    """
    word, _ = random_words(facts.seed, u64(POLICY) + position, block[DEAL, lane], decision)
    return word


@lane_function
def draw(view, bound):  # type: ignore[no-untyped-def]
    """A random number below ``bound``, one a decision."""
    return bounded_part(view.chance, bound)

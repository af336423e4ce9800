"""What a policy sees: its own cards and what lies open on the table, nothing else.

A view is a named tuple of plain numbers, made for one lane; fields that a policy does not use cost
nothing, because the compiler drops them. Turns number the players in the order in which they act:
in the auction in speaking order, in a trick in the order of play (turn 0 leads).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.engine.bits import ONE, lane_function, modulo_once, u64, where
from sim.engine.block import (
    AUCTION,
    BEST,
    BID_CONTRACTS,
    CALL_BITS,
    CARD,
    CONTRACT,
    DEAL,
    DECLARER_TURN,
    EXCHANGED,
    EXCHANGED_BITS,
    FACT_DECISION,
    FACT_HAND_SIZE,
    FACT_MISERES,
    FACT_PLAYERS,
    FACT_SEATS,
    FACT_SEED,
    FACT_STREAM,
    FACT_TRICK,
    FACT_TURN,
    FEWEST,
    FLOAT_CARD,
    FOR_CONTRACT,
    LEADER,
    LED_SUIT,
    LEGAL,
    LOOKED,
    MOST,
    OWN,
    PACK,
    PEEP_CARD,
    PEEPED,
    PLAYED,
    POOL,
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

CALL_WORD = 0
FIRST_CARD_WORD = 1
EXCHANGE_WORD = 8
LOOK_WORD = 9
PEEP_WORD = 10
TAKE_WORD = 11
TAKER_DISCARD_WORD = 12
DECLARER_DISCARD_WORD = 13
NAME_TRUMP_WORD = 14
"""Which random word of a player's stream serves which decision; card *t* has word *t* + 1."""

NO = ONE
YES = ONE << ONE
"""Answers to an offer."""


class Facts(NamedTuple):
    """What all lanes of a block share at one step. All fields are ``uint64``."""

    turn: np.uint64
    trick: np.uint64
    players: np.uint64
    seats: np.uint64
    hand_size: np.uint64
    seed: np.uint64
    stream: np.uint64
    decision: np.uint64
    miseres: np.uint64


class BidView(NamedTuple):
    """What a player knows when he is to bid, or is made an offer. All fields are ``uint64``."""

    hand: np.uint64
    """Own cards."""
    legal: np.uint64
    """Legal calls: bit ``number`` for a contract of the ladder, bit 0 for a pass. Of an offer, the
    legal ones of the answers ``NO`` and ``YES``."""
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
    """Players with cards."""
    hand_size: np.uint64
    pack: np.uint64
    """The cards that may be in play: those of the pack that he does not know to lie aside."""
    peep_card: np.uint64
    """The peep card if he has paid to see it, else 0."""
    float_card: np.uint64
    """The float if he has looked at it, else 0."""
    peeped: np.uint64
    """Who has seen the peep card, a bit a turn."""
    looked: np.uint64
    """Who has looked at the float, a bit a turn."""
    exchanged: np.uint64
    """Cards exchanged by each turn; see :func:`cards_exchanged`."""
    pool: np.uint64
    """Units in the pool."""
    chance: np.uint64
    """A random word of his own for this decision; see :func:`draw`."""


class DiscardView(NamedTuple):
    """What a player knows when he is to throw cards away. All fields are ``uint64``.

    He does so before the auction, for as many new ones (an exchange); when he has taken the extra
    hand; and as declarer, when he has picked up the float or the peep card.
    """

    hand: np.uint64
    """Own cards, those picked up included; every one of them may be thrown."""
    fewest: np.uint64
    most: np.uint64
    """How many cards he must and may throw."""
    contract: np.uint64
    """The contract that he will play or is bound to bid; 0 in an exchange."""
    bid_contracts: np.uint64
    """The contracts bid so far, as bits; bit 0 is always set."""
    auction: np.uint64
    """Contract numbers bid by each speaking turn; see :func:`call_of`."""
    turn: np.uint64
    """Own speaking turn; 0 is eldest."""
    position: np.uint64
    """Own position; 0 is the dealer."""
    players: np.uint64
    """Players with cards."""
    hand_size: np.uint64
    """Cards that he will hold in the end."""
    pack: np.uint64
    """The cards that may be in play: those of the pack that he does not know to lie aside."""
    exchanged: np.uint64
    """Cards exchanged by each turn; see :func:`cards_exchanged`."""
    pool: np.uint64
    """Units in the pool."""
    chance: np.uint64
    """A random word of his own for this decision; see :func:`draw`."""


class PlayView(NamedTuple):
    """What a player knows when it is his turn to play a card. All fields are ``uint64``."""

    hand: np.uint64
    """Own cards."""
    legal: np.uint64
    """The cards that he may play. At the opening lead the joker stands for each suit that it may
    name, at its place in that suit; of a trump to be named, that place of every suit."""
    winning: np.uint64
    """Those of them that beat the best card on the table."""
    trump: np.uint64
    """All places of the trump suit; 0 before it is known. Without a trump suit the joker alone."""
    led_suit: np.uint64
    """All places of the suit led; of the last trick's if he leads, 0 at the opening lead. If a
    joker of no suit is led, that card alone."""
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
    misere: np.uint64
    """1 if the declarer must lose every trick, else 0."""
    auction: np.uint64
    """Contract numbers bid by each speaking turn; see :func:`call_of`."""
    turn: np.uint64
    """Own turn in this trick."""
    declarer_turn: np.uint64
    """The declarer's turn in this trick; equal to ``turn`` for the declarer himself."""
    leader: np.uint64
    """Speaking turn (0 is eldest) of the player who leads to this trick."""
    players: np.uint64
    """Players with cards."""
    hand_size: np.uint64
    pack: np.uint64
    """The cards that may be in play: those of the pack that he does not know to lie aside."""
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
        u64(facts[FACT_SEATS]),
        u64(facts[FACT_HAND_SIZE]),
        u64(facts[FACT_SEED]),
        u64(facts[FACT_STREAM]),
        u64(facts[FACT_DECISION]),
        u64(facts[FACT_MISERES]),
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
        facts.hand_size,
        block[PACK, lane],
        where((block[PEEPED, lane] >> facts.turn) & ONE, block[PEEP_CARD, lane]),
        where((block[LOOKED, lane] >> facts.turn) & ONE, block[FLOAT_CARD, lane]),
        block[PEEPED, lane],
        block[LOOKED, lane],
        block[EXCHANGED, lane],
        block[POOL, lane],
        chance_of(block, facts, lane, block[POSITION, lane]),
    )


@lane_function
def discard_view(block, facts, lane):  # type: ignore[no-untyped-def]
    """The view of the player who is to throw cards away."""
    return DiscardView(
        block[OWN, lane],
        block[FEWEST, lane],
        block[MOST, lane],
        block[FOR_CONTRACT, lane],
        block[BID_CONTRACTS, lane],
        block[AUCTION, lane],
        modulo_once(block[POSITION, lane] + facts.seats - ONE, facts.seats),
        block[POSITION, lane],
        facts.players,
        facts.hand_size,
        block[PACK, lane],
        block[EXCHANGED, lane],
        block[POOL, lane],
        chance_of(block, facts, lane, block[POSITION, lane]),
    )


@lane_function
def play_view(block, facts, lane):  # type: ignore[no-untyped-def]
    """The view of the player whose turn it is to play a card."""
    position = position_in_trick(block[LEADER, lane], facts)
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
        (facts.miseres >> block[CONTRACT, lane]) & ONE,
        block[AUCTION, lane],
        facts.turn,
        block[DECLARER_TURN, lane],
        block[LEADER, lane],
        facts.players,
        facts.hand_size,
        block[PACK, lane],
        position,
        chance_of(block, facts, lane, position),
    )


@lane_function
def position_in_trick(leader, facts):  # type: ignore[no-untyped-def]
    """The position of the player to act in a trick; speaking turn 0 is position 1."""
    speaker = modulo_once(leader + facts.turn, facts.players)
    return modulo_once(speaker + ONE, facts.seats)


@lane_function
def call_of(view, speaker):  # type: ignore[no-untyped-def]
    """The contract number bid by a speaking turn, 0 if it passed or has not spoken."""
    return (view.auction >> (speaker * u64(CALL_BITS))) & u64((1 << CALL_BITS) - 1)


@lane_function
def cards_exchanged(view, speaker):  # type: ignore[no-untyped-def]
    """How many cards a speaking turn has exchanged before the auction."""
    return (view.exchanged >> (speaker * u64(EXCHANGED_BITS))) & u64((1 << EXCHANGED_BITS) - 1)


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
def chance_of(block, facts, lane, position):  # type: ignore[no-untyped-def]
    """The random word that a position has for the decision at hand.

    The stream belongs to the seed, the deal and the position: it never touches the cards. The
    policy gets the word alone, because seed and deal together would tell it every hand.
    """
    stream = facts.stream + u64(POLICY) + position
    word, _ = random_words(facts.seed, stream, block[DEAL, lane], facts.decision)
    return word


@lane_function
def draw(view, bound):  # type: ignore[no-untyped-def]
    """A random number below ``bound``, one a decision."""
    return bounded_part(view.chance, bound)

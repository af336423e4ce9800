"""What a player knows of each other hand: its size, the suits it lacks, its calls, its cards shown.

It is gathered once a decision, in words on the stack, by the turns of the view: those of the
auction when he is to bid, those of the trick when he is to play.
"""

from __future__ import annotations

from typing import Final

from sim.engine.bits import (
    ONE,
    ZERO,
    either,
    i64,
    lane_function,
    modulo_once,
    popcount,
    u64,
    where,
)
from sim.engine.block import MOST_PLAYERS
from sim.engine.rule_numbers import SUIT_LED
from sim.engine.view import call_of, void_suits
from sim.game.ladder import MOST_CONTRACTS
from sim.policies.kit import card_by, played_by
from sim.policies.search.table import REQUIRED, TRUMP_MODE

CARDS: Final = 0
"""By turn: the cards that the player still holds, …"""
LACKS: Final = CARDS + MOST_PLAYERS
"""… the places where he has none, …"""
SHOWN: Final = LACKS + MOST_PLAYERS
"""… the cards that he has played, …"""
COULD_CALL: Final = SHOWN + MOST_PLAYERS
"""… the calls that were legal in his turn, as bits, 0 if he has not spoken, …"""
CALLED: Final = COULD_CALL + MOST_PLAYERS
"""… and the one that he made; a pass if he has not spoken."""
ORDER: Final = CALLED + MOST_PLAYERS
"""The turns of the others in the order in which hands are drawn for them: the declarer, whose call
tells most, then those who are known to lack a suit, then the rest."""
OTHERS: Final = ORDER + MOST_PLAYERS
"""How many others there are."""
OWN_TURN: Final = OTHERS + 1
PLAYERS: Final = OWN_TURN + 1
UNSEEN: Final = PLAYERS + 1
"""The cards that the player cannot locate."""
MADE_TRUMP: Final = UNSEEN + 1
"""The trump suit if the declarer has chosen it by his lead, else 0."""
DECLARER_TURN: Final = MADE_TRUMP + 1
"""The declarer's turn; none before the play."""
CHANCE: Final = DECLARER_TURN + 1
"""The state of the random words."""
KNOWLEDGE: Final = CHANCE + 1
"""Words in all."""

NOBODY = u64(MOST_PLAYERS)


@lane_function
def know_at_play(known, view, table):  # type: ignore[no-untyped-def]
    """Gather what is known when a card is to be played."""
    begin(known, view)
    known[DECLARER_TURN] = view.declarer_turn
    by_lead = table[TRUMP_MODE + i64(view.contract)] == SUIT_LED
    known[MADE_TRUMP] = where(by_lead, view.trump)
    for turn in range(i64(view.players)):
        has_played = u64(turn) < view.turn
        card = u64(card_by(view, u64(turn)))
        misses = has_played & ((card & view.led_suit) == ZERO)
        lacks = void_suits(view, u64(turn)) & ~lone_joker(view.trump)
        known[CARDS + turn] = view.hand_size - view.trick - u64(has_played)
        known[LACKS + turn] = lacks | where(misses, view.led_suit)
        known[SHOWN + turn] = u64(played_by(view, u64(turn))) | card
    know_calls(known, view, table, view.leader, view.players)
    order_hands(known)


@lane_function
def know_at_bid(known, view, table):  # type: ignore[no-untyped-def]
    """Gather what is known when a call is to be made."""
    begin(known, view)
    known[DECLARER_TURN] = NOBODY
    known[MADE_TRUMP] = ZERO
    for turn in range(i64(view.players)):
        known[CARDS + turn] = view.hand_size
        known[LACKS + turn] = ZERO
        known[SHOWN + turn] = ZERO
    know_calls(known, view, table, ZERO, view.turn)
    order_hands(known)


@lane_function
def begin(known, view):  # type: ignore[no-untyped-def]
    """Note what views of both kinds tell."""
    known[PLAYERS] = view.players
    known[OWN_TURN] = view.turn
    known[CHANCE] = view.chance


@lane_function
def lone_joker(trump):  # type: ignore[no-untyped-def]
    """The joker if it belongs to no suit, else 0."""
    return where(popcount(trump) == ONE, trump)


@lane_function
def know_calls(known, view, table, leader, spoken):  # type: ignore[no-untyped-def]
    """Note which calls those who have spoken could make, and which they made."""
    highest = ZERO
    bids = ONE
    for turn in range(i64(view.players)):
        known[COULD_CALL + turn] = ZERO
        known[CALLED + turn] = ONE
    for speaker in range(i64(spoken)):
        call = call_of(view, u64(speaker))
        allowed = ONE
        for number in range(1, MOST_CONTRACTS + 1):
            required = u64(table[REQUIRED + number])
            met = (required == ZERO) | ((required & bids) != ZERO)
            allowed |= where((u64(number) > highest) & met, ONE << u64(number))
        at = i64(modulo_once(u64(speaker) + view.players - leader, view.players))
        known[COULD_CALL + at] = allowed
        known[CALLED + at] = ONE << call
        bids |= ONE << call
        highest = either(call != ZERO, call, highest)


@lane_function
def order_hands(known):  # type: ignore[no-untyped-def]
    """Put the turns of the others into the order in which hands are drawn for them."""
    others = i64(0)
    for rank in range(3):
        for turn in range(i64(known[PLAYERS])):
            is_declarer = u64(turn) == known[DECLARER_TURN]
            lacks = known[LACKS + turn] != ZERO
            own_rank = i64(0) if is_declarer else (i64(1) if lacks else i64(2))
            if own_rank == rank and u64(turn) != known[OWN_TURN]:
                known[ORDER + others] = u64(turn)
                others += 1
    known[OTHERS] = u64(others)

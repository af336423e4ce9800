"""Deals as they were played, solved card by card."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import int8, int64, types, uint8, uint64

from sim.engine.bits import ONE, ZERO, either, i64, lane_function, u64
from sim.engine.block import MOST_PLAYERS
from sim.engine.card_masks import JOKER_PLACES, cards_that_win, suit_mask
from sim.engine.compiled import compile_kernel
from sim.game.cards import JOKER, SUITS
from sim.solver.batches import AIM, LEAD_MODE, TRUMP_MODE
from sim.solver.bounds import BROKEN, KEPT
from sim.solver.opening import (
    MOST,
    begin_deal,
    new_problem,
    set_trump,
    tricks_by_opening,
)
from sim.solver.search import keeps, led_suit_of
from sim.solver.workspace import DECLARER, HAND, PLAYERS, TRUMP, pointer_to


@lane_function
def hands_played(cards, declarer, players, hands, trump):  # type: ignore[no-untyped-def]
    """Gather the hands, by turn, from the cards in the order played; a joker unseated."""
    for turn in range(players):
        hands[turn] = ZERO
    leader = i64(declarer)
    for first in range(0, len(cards), players):
        best = ONE << u64(cards[first])
        led = led_suit_of(best, trump)
        winner = leader
        for place in range(players):
            turn = (leader + place) % players
            card = ONE << u64(cards[first + place])
            hands[turn] |= either((card & JOKER_PLACES) != ZERO, u64(JOKER), card)
            if cards_that_win(card, best, trump, led) != ZERO:
                best = card
                winner = turn
        leader = winner


@lane_function
def tricks_after(words, aim, before, taken, left, turn, played, led, best, winner, declared):  # type: ignore[no-untyped-def]
    """The declarer's tricks after a card, from those before it: his own card never raises them."""
    if aim != MOST:
        wanted = i64(aim) - taken
        kept = keeps(words, wanted, wanted, left, turn, played, led, best, winner)
        return i64(aim) if kept == KEPT else i64(-1)
    tricks = before
    if declared:
        while tricks > taken:
            if keeps(words, tricks - taken, left, left, turn, played, led, best, winner) == KEPT:
                break
            tricks -= 1
        return tricks
    while tricks < taken + left:
        if keeps(words, tricks + 1 - taken, left, left, turn, played, led, best, winner) == BROKEN:
            break
        tricks += 1
    return tricks


def solve_plays_of_deals(workspace, cards, declarers, trumps, contracts, ways, players, tricks):  # type: ignore[no-untyped-def]
    """Fill ``tricks[deal, cards played]``; see :func:`sim.solver.solve_plays`."""
    words = pointer_to(workspace)
    room = np.zeros(MOST_PLAYERS, np.uint64)
    hands = pointer_to(room)
    for deal in range(cards.shape[0]):
        way = ways[contracts[deal]]
        trump = u64(JOKER) if trumps[deal] == SUITS else suit_mask(u64(trumps[deal]))
        hands_played(cards[deal], declarers[deal], players, hands, trump)
        begin_deal(words, players, declarers[deal])
        left = i64(cards.shape[1] // players)
        tricks[deal, 0] = tricks_by_opening(
            words, hands, way[TRUMP_MODE], way[LEAD_MODE], way[AIM], left
        )
        suit = i64(0) if trumps[deal] == SUITS else trumps[deal]
        set_trump(words, hands, way[TRUMP_MODE], suit)
        new_problem(words, suit)
        follow_play(words, cards[deal], way[AIM], tricks[deal])


@lane_function
def follow_play(words, cards, aim, tricks):  # type: ignore[no-untyped-def]
    """Play a deal again, and solve it after each card."""
    players = i64(words[PLAYERS])
    declarer = i64(words[DECLARER])
    trump = words[TRUMP]
    left = i64(len(cards) // players)
    leader = declarer
    taken = i64(0)
    for first in range(0, len(cards), players):
        best = ONE << u64(cards[first])
        led = led_suit_of(best, trump)
        winner = leader
        for place in range(players):
            turn = (leader + place) % players
            card = ONE << u64(cards[first + place])
            words[HAND + turn] ^= card
            if cards_that_win(card, best, trump, led) != ZERO:
                best = card
                winner = turn
            tricks[first + place + 1] = tricks_after(
                words,
                aim,
                i64(tricks[first + place]),
                taken,
                left,
                (turn + 1) % players,
                i64(place + 1),
                led,
                best,
                winner,
                turn == declarer,
            )
        taken += i64(winner == declarer)
        left -= i64(1)
        leader = winner


@cache
def solve_plays_kernel() -> Callable[..., Any]:
    """Compile :func:`solve_plays_of_deals`, or read it from the cache."""
    signature = types.void(
        uint64[::1],
        uint8[:, ::1],
        int64[::1],
        int64[::1],
        int64[::1],
        int64[:, ::1],
        int64,
        int8[:, ::1],
    )
    return compile_kernel(signature, solve_plays_of_deals)

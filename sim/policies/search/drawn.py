"""Layouts drawn for one decision, and what has been found out about each.

They are kept so that one card can be solved in all of them before the next is begun.
"""

from __future__ import annotations

from typing import Final

from sim.engine.bits import ZERO, i64, lane_function, u64
from sim.engine.block import MOST_PLAYERS
from sim.policies.search.knowledge import lone_joker
from sim.policies.search.layouts import draw_layout
from sim.policies.search.table import TRIES
from sim.solver.opening import begin_deal
from sim.solver.search import different_cards
from sim.solver.workspace import LAST_PROBLEM

AT_ONCE: Final = 64
"""Layouts kept at a time."""

HANDS: Final = 0
"""Words of a layout: the hands by turn, …"""
WEIGHT: Final = HANDS + MOST_PLAYERS
"""… its weight, 0 if no cards were left for a player, …"""
DIFFERENT: Final = WEIGHT + 1
"""… the lowest card of each run that is equivalent in it, where cards asleep part none, …"""
SOLVED: Final = DIFFERENT + 1
SERVES: Final = SOLVED + 1
"""… the places of cards that have been solved, and of those that serve the player, as bits, …"""
PROBLEMS: Final = SERVES + 1
"""… and the number of its problems in the hash table."""
WORDS_EACH: Final = PROBLEMS + 1
WORDS_OF_ALL: Final = AT_ONCE * WORDS_EACH


@lane_function
def draw_layouts(drawn, number, known, hands, cards, best, view, table, words):  # type: ignore[no-untyped-def]
    """Draw so many layouts; return their weight in all."""
    turn = i64(view.turn)
    weight = ZERO
    for layout in range(number):
        at = layout * WORDS_EACH
        drawn[at + WEIGHT] = draw_layout(known, hands, table[TRIES], view, table)
        weight += drawn[at + WEIGHT]
        others = best
        for player in range(i64(view.players)):
            drawn[at + HANDS + player] = hands[player]
            if player != turn:
                others |= hands[player]
        drawn[at + DIFFERENT] = different_cards(cards, view.hand, others, lone_joker(view.trump))
        drawn[at + SOLVED] = ZERO
        drawn[at + SERVES] = ZERO
        begin_deal(words, i64(view.players), i64(view.declarer_turn))
        drawn[at + PROBLEMS] = words[LAST_PROBLEM]
    return u64(weight)

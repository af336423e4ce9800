"""The numbers that the search policy reads: the tracker's, which is its fallback, and its own."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from sim.engine.calls import BID, DECISIONS, FOLLOW, LEAD, OPENING_LEAD
from sim.game.ladder import LEAD_MODES, MOST_CONTRACTS, TRUMP_MODES
from sim.policies.counting import parts_of
from sim.policies.counting.thresholds import wins_pool
from sim.policies.kind import Table
from sim.policies.search.solving import compiled_solver
from sim.policies.tracker import CHANCES, HIGHER, HOLDERS, TRACKER, TRICKS
from sim.solver.position import Way, goal_of, way_of

if TYPE_CHECKING:
    from sim.game.rules import Rules

CALLS: Final = MOST_CONTRACTS + 1
MOST_WAYS: Final = 16
MOST_HELD: Final = 8
MOST_OUT: Final = 64
PER_UNIT: Final = 1000
"""Margins are whole numbers of 1/1000 unit."""

_free = count(CHANCES + TRICKS * HOLDERS * HIGHER)


def _section(length: int = 1) -> int:
    """The first of the next free places."""
    places = [next(_free) for _ in range(length)]
    return places[0]


LAYOUTS = _section()
BID_LAYOUTS = _section()
TRIES = _section()
MARGIN = _section()
POSITIONS = _section()
"""The parameters, the margin in 1/1000 unit; …"""
OPPONENTS = _section()
"""… the opponents of a declarer, one who sits out among them; …"""
LEAST = _section(CALLS)
MOST_TRICKS = _section(CALLS)
"""… by contract number the goal, …"""
TRUMP_MODE = _section(CALLS)
LEAD_MODE = _section(CALLS)
"""… places in ``TRUMP_MODES`` and ``LEAD_MODES``, …"""
MADE = _section(CALLS)
FAILED = _section(CALLS)
"""… units per opponent, …"""
WINS_POOL = _section(CALLS)
"""… whether it wins the pool, …"""
REQUIRED = _section(CALLS)
"""… the contracts of which one must have been bid, as bits, 0 for none, …"""
WAY_OF = _section(CALLS)
"""… and its way of being played among the different ones."""
CHOICES = _section(MOST_OUT * MOST_HELD)
"""In how many ways so many cards can be chosen from so many."""
WITHOUT_TRUMPS = _section()
"""Whether there are contracts without trumps that are no misères."""
FALLBACK = _section(len(DECISIONS))
"""The addresses of the fallback's decisions; 0 for those that are not asked for here."""
SOLVER = _section()
"""The address of the solver."""
LENGTH = _section()


def search_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Work the numbers out."""
    table = np.zeros(LENGTH, np.int64)
    settings = TRACKER.settings("", {})
    fallback = TRACKER.table(settings, rules)
    table[: len(fallback)] = fallback
    for decision in (BID, OPENING_LEAD, LEAD, FOLLOW):
        table[FALLBACK + decision] = TRACKER.answers(decision, settings, rules).address
    table[LAYOUTS] = int(parameters["layouts"])
    table[BID_LAYOUTS] = int(parameters["bid_layouts"])
    table[TRIES] = int(parameters["inference"]) if bids_on_hand_played(rules) else 1
    table[WITHOUT_TRUMPS] = parts_of(rules).no_trumps
    table[MARGIN] = round(parameters["margin"] * PER_UNIT)
    table[POSITIONS] = int(parameters["positions"])
    table[SOLVER] = compiled_solver().address
    table[OPPONENTS] = rules.opponents
    _fill_contracts(table, rules)
    for out in range(MOST_OUT):
        for held in range(MOST_HELD):
            table[CHOICES + out * MOST_HELD + held] = comb(out, held)
    return table


def bids_on_hand_played(rules: Rules) -> bool:
    """Whether the hand that is bid on is the hand that is played with."""
    return not (rules.float_card or rules.peep or rules.sir_garnet)


def _fill_contracts(table: Table, rules: Rules) -> None:
    required = rules.ladder.requirement_masks
    ways: list[Way] = []
    for number, contract in enumerate(rules.ladder, start=1):
        table[LEAST + number], table[MOST_TRICKS + number] = goal_of(contract, rules.hand_size)
        table[TRUMP_MODE + number] = TRUMP_MODES.index(contract.trump)
        table[LEAD_MODE + number] = LEAD_MODES.index(contract.lead)
        table[MADE + number] = contract.made
        table[FAILED + number] = contract.failed
        table[WINS_POOL + number] = wins_pool(contract, rules)
        table[REQUIRED + number] = required[number]
        way = way_of(contract)
        if way not in ways:
            ways.append(way)
        table[WAY_OF + number] = ways.index(way)

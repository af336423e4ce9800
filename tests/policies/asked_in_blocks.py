"""Compiled decisions asked about views made by hand, a view a lane, without an engine."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from sim.engine import block
from sim.engine.block import LANES, ROWS
from sim.engine.calls import BID, FOLLOW, LEAD, OPENING_LEAD
from sim.engine.view import BidView, PlayView
from sim.game.rules import Rules
from sim.policies import kind_of, make_policy

ROWS_OF = {
    "hand": block.OWN,
    "legal": block.LEGAL,
    "winning": block.WINNING,
    "trump": block.TRUMP,
    "led_suit": block.LED_SUIT,
    "best": block.BEST,
    "winner": block.WINNER,
    "seen": block.SEEN,
    "voids": block.VOIDS,
    **{f"played_{turn}": block.PLAYED + turn for turn in range(7)},
    **{f"card_{turn}": block.CARD + turn for turn in range(7)},
    "tricks": block.TRICKS,
    "contract": block.CONTRACT,
    "bid_contracts": block.BID_CONTRACTS,
    "auction": block.AUCTION,
    "declarer_turn": block.DECLARER_TURN,
    "leader": block.LEADER,
    "position": block.POSITION,
    "pack": block.PACK,
    "pool": block.POOL,
}
"""The rows that views of bids and of plays are made from."""

_DECISION = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64)


def asked(
    policy: str,
    rules: Rules,
    views: Sequence[BidView | PlayView],
    deals: Sequence[int] | None = None,
    **parameters: float,
) -> list[int]:
    """The policy's answers to at most as many views as there are lanes.

    Parameters
    ----------
    policy : str
    rules : Rules
    views : sequence of views
        Of one kind, with the same turn, trick, players and hand size.
    deals : sequence of int, optional
        The number of the deal of each, which its random words depend on; 0, 1, … if not given.
    """
    made = make_policy(policy, parameters)
    kind = kind_of(made)
    values = dict(made.parameters)
    (shared,) = {(each.turn, getattr(each, "trick", 0), each.players) for each in views}
    turn, trick, players = map(int, shared)
    decision = BID
    if isinstance(views[0], PlayView):
        decision = FOLLOW if turn else LEAD if trick else OPENING_LEAD
    lanes = np.zeros((ROWS, LANES), np.uint64)
    for lane, (view, deal) in enumerate(zip(views, deals or range(len(views)), strict=True)):
        lanes[block.DEAL, lane] = deal
        for name in {*view._fields} & {*ROWS_OF}:
            lanes[ROWS_OF[name], lane] = getattr(view, name)
    facts = np.zeros(block.FACTS, np.int64)
    facts[block.FACT_TURN] = turn
    facts[block.FACT_TRICK] = trick
    facts[[block.FACT_PLAYERS, block.FACT_SEATS]] = players
    facts[block.FACT_HAND_SIZE] = views[0].hand_size
    facts[block.FACT_MISERES] = sum(
        1 << number
        for number, contract in enumerate(rules.ladder, start=1)
        if contract.judged == "exactly" and contract.target == 0
    )
    facts[block.FACT_SLOTS] = block.EVERY_LANE
    table = kind.numbers(values, rules)
    decide = _DECISION(kind.answers(decision, values, rules).address)
    decide(lanes.ctypes.data, facts.ctypes.data, table.ctypes.data, 0)
    return [int(answer) for answer in lanes[block.ANSWER, : len(views)]]

"""How the search policy bids: the contract with the best expected settlement over layouts.

In each layout all hands are open, so a contract is kept or not; a pass is worth what the highest
bid so far pays or costs the player as an opponent, and nothing if nobody has bid. What is said
after him is not foreseen.
"""

from __future__ import annotations

from numba import njit

from sim.engine.bits import ONE, ZERO, i64, lane_function, u64
from sim.engine.view import call_of
from sim.game.ladder import MOST_CONTRACTS
from sim.policies.search.knowledge import KNOWLEDGE, UNSEEN, know_at_bid
from sim.policies.search.layouts import draw_layout
from sim.policies.search.table import (
    BID_LAYOUTS,
    CALLS,
    FAILED,
    LEAD_MODE,
    LEAST,
    MADE,
    MARGIN,
    MOST_TRICKS,
    MOST_WAYS,
    OPPONENTS,
    PER_UNIT,
    POSITIONS,
    TRIES,
    TRUMP_MODE,
    WAY_AIM,
    WAY_LEAD,
    WAY_OF,
    WAY_TRUMP,
    WAYS,
    WINS_POOL,
)
from sim.solver.bounds import KEPT, OPEN
from sim.solver.opening import begin_deal, some_opening_keeps, tricks_by_opening
from sim.solver.workspace import MOST_POSITIONS, words_on_stack
from sim.solver.workspace import POSITIONS as SEARCHED


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
def call_by_layouts(view, table, words, fallback):  # type: ignore[no-untyped-def]
    """The legal call of the best expected settlement, or the fallback if nothing was solved."""
    if view.legal & ~ONE == ZERO or view.legal & ONE == ZERO:
        return fallback
    known = words_on_stack(KNOWLEDGE)
    hands = words_on_stack(8)
    units = words_on_stack(CALLS)
    for call in range(CALLS):
        units[call] = ZERO
    know_at_bid(known, view, table)
    known[UNSEEN] = view.pack & ~view.hand
    hands[i64(view.turn)] = view.hand
    words[SEARCHED] = ZERO
    words[MOST_POSITIONS] = u64(table[POSITIONS])
    solved = i64(0)
    for _ in range(table[BID_LAYOUTS]):
        draw_layout(known, hands, table[TRIES], view, table)
        if not add_settlements(view, table, words, hands, units):
            break
        solved += 1
    return best_call(view, table, units, solved) if solved > 0 else fallback


@lane_function
def add_settlements(view, table, words, hands, units):  # type: ignore[no-untyped-def]
    """Add what each call settles for in a layout, in units; whether all of them could be solved.

    At a bid nobody is known to lack a suit, so all layouts have the same weight.
    """
    players = i64(view.players)
    turn = i64(view.turn)
    tricks = words_on_stack(MOST_WAYS)
    for way in range(table[WAYS]):
        begin_deal(words, players, turn)
        tricks[way] = u64(
            tricks_by_opening(
                words,
                hands,
                table[WAY_TRUMP + way],
                table[WAY_LEAD + way],
                table[WAY_AIM + way],
                i64(view.hand_size),
            )
        )
        if words[SEARCHED] > words[MOST_POSITIONS]:
            return False
    if view.contract != ZERO:
        kept = highest_bid_kept(view, table, words, hands)
        if kept == OPEN:
            return False
        units[0] += u64(-settlement(view.contract, kept == KEPT, view, table))
    for number in range(1, MOST_CONTRACTS + 1):
        if (view.legal >> u64(number)) & ONE != ZERO:
            took = i64(tricks[table[WAY_OF + number]])
            kept = table[LEAST + number] <= took <= table[MOST_TRICKS + number]
            won = settlement(u64(number), kept, view, table) * table[OPPONENTS]
            if kept and table[WINS_POOL + number] > 0:
                won += i64(view.pool)
            units[number] += u64(won)
    return True


@lane_function
def highest_bid_kept(view, table, words, hands):  # type: ignore[no-untyped-def]
    """Whether the player of the highest bid so far keeps it in a layout."""
    number = i64(view.contract)
    declarer = i64(0)
    for speaker in range(i64(view.turn)):
        if call_of(view, u64(speaker)) == view.contract:
            declarer = i64(speaker)
    begin_deal(words, i64(view.players), declarer)
    return some_opening_keeps(
        words,
        hands,
        table[TRUMP_MODE + number],
        table[LEAD_MODE + number],
        i64(table[LEAST + number]),
        i64(table[MOST_TRICKS + number]),
        i64(view.hand_size),
    )


@lane_function
def settlement(number, kept, view, table):  # type: ignore[no-untyped-def]
    """What the declarer of a contract receives from one opponent, in units."""
    return table[MADE + i64(number)] if kept else -table[FAILED + i64(number)]


@lane_function
def best_call(view, table, units, solved):  # type: ignore[no-untyped-def]
    """The call that settles best, the lowest of equals; a bid must beat a pass by the margin."""
    best = ONE
    most = i64(units[0]) * PER_UNIT + table[MARGIN] * table[OPPONENTS] * solved
    for number in range(1, MOST_CONTRACTS + 1):
        if (view.legal >> u64(number)) & ONE != ZERO and i64(units[number]) * PER_UNIT > most:
            most = i64(units[number]) * PER_UNIT
            best = ONE << u64(number)
    return best

"""How the search policy bids: the contract with the best expected settlement over layouts.

In each layout all hands are open, so a contract is kept or not; a pass is worth what the highest
bid so far pays or costs the player as an opponent, and nothing if nobody has bid. What is said
after him is not foreseen.

The best of several estimates is too high by chance the more often the fewer layouts there are
(Smith & Winkler, "The Optimizer's Curse", Management Science 52, 2006). So counting's call is made
unless another promises more by a margin.
"""

from __future__ import annotations

from numba import njit

from sim.engine.bits import ONE, ZERO, i64, lane_function, trailing_zeros, u64
from sim.engine.block import MOST_PLAYERS
from sim.engine.view import call_of
from sim.policies.search.knowledge import KNOWLEDGE, UNSEEN, know_at_bid
from sim.policies.search.layouts import draw_layout
from sim.policies.search.scores import MOST_ACTS, STEP, begin_scores, best_act, still_running
from sim.policies.search.solving import ask_solver
from sim.policies.search.table import (
    BID_LAYOUTS,
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
    SOLVER,
    TRIES,
    TRUMP_MODE,
    WAY_OF,
    WINS_POOL,
)
from sim.solver.bounds import KEPT
from sim.solver.opening import begin_deal
from sim.solver.workspace import MOST_POSITIONS, words_on_stack
from sim.solver.workspace import POSITIONS as SEARCHED

PASS = 0
BEFORE_ANY_CARD = i64(0)


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
def call_by_layouts(view, table, words, fallback):  # type: ignore[no-untyped-def]
    """The legal call of the best expected settlement, or the fallback if too little was solved."""
    if view.legal & ~ONE == ZERO or view.legal & ONE == ZERO:
        return fallback
    known = words_on_stack(KNOWLEDGE)
    hands = words_on_stack(MOST_PLAYERS)
    scores = words_on_stack(MOST_ACTS)
    least = words_on_stack(MOST_ACTS)
    most = words_on_stack(MOST_ACTS)
    know_at_bid(known, view, table)
    known[UNSEEN] = view.pack & ~view.hand
    hands[i64(view.turn)] = view.hand
    running = view.legal
    layouts = table[BID_LAYOUTS]
    usual = i64(trailing_zeros(fallback))
    margin = table[MARGIN] * table[OPPONENTS] * STEP
    begin_scores(scores, running, usual)
    scores[usual] += u64(margin * layouts)
    bound_settlements(view, table, least, most)
    words[SEARCHED] = ZERO
    words[MOST_POSITIONS] = u64(table[POSITIONS])
    solved = i64(0)
    for layout in range(layouts):
        running = still_running(scores, running, least, most, i64(layouts - layout))
        if running & (running - ONE) == ZERO:
            return running
        draw_layout(known, hands, table[TRIES], view, table)
        settled = settlements(view, table, words, hands, running)
        if words[SEARCHED] > words[MOST_POSITIONS]:
            break
        add_settlements(scores, running, settled, least, most)
        solved += 1
    scores[usual] -= u64(margin * (layouts - solved))
    return ONE << u64(best_act(scores, running)) if 2 * solved >= layouts else fallback


@lane_function
def bound_settlements(view, table, least, most):  # type: ignore[no-untyped-def]
    """What every legal call settles for at worst and at best, in steps of 1/1000 unit."""
    bids = view.legal & ~ONE
    while bids != ZERO:
        number = i64(trailing_zeros(bids))
        bids &= bids - ONE
        pool = i64(view.pool) * table[WINS_POOL + number]
        least[number] = in_steps(-table[FAILED + number] * table[OPPONENTS])
        most[number] = in_steps(table[MADE + number] * table[OPPONENTS] + pool)
    highest = i64(view.contract)
    least[PASS] = ZERO
    most[PASS] = ZERO
    if highest > 0:
        least[PASS] = in_steps(-table[MADE + highest])
        most[PASS] = in_steps(table[FAILED + highest])


@lane_function
def in_steps(units):  # type: ignore[no-untyped-def]
    """Units as they are added to scores."""
    return u64(units * (PER_UNIT * STEP))


@lane_function
def add_settlements(scores, running, settled, least, most):  # type: ignore[no-untyped-def]
    """Add to each score the better or the worse of what its call may settle for."""
    while running != ZERO:
        call = i64(trailing_zeros(running))
        running &= running - ONE
        scores[call] += most[call] if (settled >> u64(call)) & ONE != ZERO else least[call]


@lane_function
def settlements(view, table, words, hands, running):  # type: ignore[no-untyped-def]
    """The calls, as bits, that settle in a layout for the better of what they may settle for.

    These are the contracts kept, and a pass if the highest bid so far fails. At a bid nobody is
    known to lack a suit, so all layouts have the same weight.
    """
    kept_with = words_on_stack(MOST_WAYS)
    failed_with = words_on_stack(MOST_WAYS)
    for way in range(MOST_WAYS):
        kept_with[way] = ZERO
        failed_with[way] = u64(MOST_ACTS)
    players = i64(view.players)
    size = i64(view.hand_size)
    settled = ZERO
    if running & ONE != ZERO and view.contract != ZERO:
        declarer = speaker_of_highest(view)
        highest = i64(view.contract)
        if keeps_contract(table, words, hands, players, size, declarer, highest) != KEPT:
            settled |= ONE
    turn = i64(view.turn)
    bids = running & ~ONE
    while bids != ZERO:
        number = i64(trailing_zeros(bids))
        bids &= bids - ONE
        way = table[WAY_OF + number]
        wanted = u64(table[LEAST + number]) + ONE
        if wanted > kept_with[way] and wanted < failed_with[way]:
            if keeps_contract(table, words, hands, players, size, turn, number) == KEPT:
                kept_with[way] = wanted
            else:
                failed_with[way] = wanted
        if wanted <= kept_with[way]:
            settled |= ONE << u64(number)
    return settled


@lane_function
def speaker_of_highest(view):  # type: ignore[no-untyped-def]
    """The speaking turn of the highest bid so far."""
    found = i64(0)
    for speaker in range(i64(view.turn)):
        if call_of(view, u64(speaker)) == view.contract:
            found = i64(speaker)
    return found


@lane_function
def keeps_contract(table, words, hands, players, hand_size, declarer, number):  # type: ignore[no-untyped-def]
    """Whether a player keeps a contract in a layout, by any opening that it allows."""
    begin_deal(words, players, declarer)
    question = (
        words,
        hands,
        table[TRUMP_MODE + number],
        table[LEAD_MODE + number],
        table[LEAST + number],
        table[MOST_TRICKS + number],
        hand_size,
        declarer,
        BEFORE_ANY_CARD,
        ZERO,
        ZERO,
        declarer,
    )
    return ask_solver(table[SOLVER], question)

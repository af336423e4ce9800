"""The play of the search policy: the card that keeps the contract in most layouts, or breaks it.

A settlement depends on nothing but whether the contract is made, so the expected settlement of a
card is told by the weight of the layouts in which the declarer still makes it after that card, with
all hands open from there on (perfect-information Monte Carlo: Levy 1989; Ginsberg, "GIB: Imperfect
Information in a Computationally Challenging Game", JAIR 14, 2001). Among equally good cards the
tracker's is played, which knows what open hands hide: that the others do not see either.
"""

from __future__ import annotations

from numba import njit

from sim.engine.bits import (
    ONE,
    ZERO,
    either,
    highest_bit,
    i64,
    lane_function,
    lowest_bit,
    popcount,
    trailing_zeros,
    u64,
    where,
)
from sim.engine.block import MOST_PLAYERS
from sim.engine.card_masks import suit_of
from sim.engine.rule_numbers import ANY_CARD, SUIT_LED
from sim.engine.view import unseen
from sim.game.cards import SUIT_WIDTH
from sim.policies.search.drawn import (
    AT_ONCE,
    DIFFERENT,
    HANDS,
    PROBLEMS,
    SERVES,
    SOLVED,
    WEIGHT,
    WORDS_EACH,
    WORDS_OF_ALL,
    draw_layouts,
)
from sim.policies.search.knowledge import KNOWLEDGE, UNSEEN, know_at_play, lone_joker
from sim.policies.search.layouts import FULL_WEIGHT
from sim.policies.search.scores import MOST_ACTS, STEP, begin_scores, best_act
from sim.policies.search.solving import ask_solver
from sim.policies.search.table import (
    LAYOUTS,
    LEAST,
    MOST_TRICKS,
    POSITIONS,
    SOLVER,
    TRUMP_MODE,
)
from sim.solver.bounds import KEPT
from sim.solver.opening import set_trump
from sim.solver.search import different_cards, led_suit_of
from sim.solver.workspace import (
    HAND,
    LONE,
    MOST_POSITIONS,
    PROBLEM,
    TRUMP,
    words_on_stack,
)
from sim.solver.workspace import POSITIONS as SEARCHED


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
def card_by_layouts(view, table, words, fallback):  # type: ignore[no-untyped-def]
    """The card that is best in most layouts, or the fallback if that is best or it gives up.

    The fallback is solved first: where it serves in every layout, no other card need be solved.
    Others are solved first where it does not serve: one that rescues no such layout is no better.
    When the limit of positions is reached, only cards that have been solved in all layouts count.
    """
    number = i64(view.contract)
    left = i64(view.hand_size - view.trick)
    least = i64(table[LEAST + number]) - i64(view.tricks)
    most = i64(table[MOST_TRICKS + number]) - i64(view.tricks)
    others = unseen(view)
    best = best_on_table(view)
    cards = different_cards(view.legal, view.hand, others | best, lone_joker(view.trump))
    is_open = least <= left and most >= 0 and (least > 0 or most < left)
    if popcount(cards) == ONE or not is_open:
        return fallback
    known = words_on_stack(KNOWLEDGE)
    hands = words_on_stack(MOST_PLAYERS)
    drawn = words_on_stack(WORDS_OF_ALL)
    scores = words_on_stack(MOST_ACTS)
    know_at_play(known, view, table)
    known[UNSEEN] = others
    hands[i64(view.turn)] = view.hand
    problem = (view, table, words, hands, cards, least, most, left)
    acts = (ONE << popcount(cards)) - ONE
    preferred = place_of(equivalent(cards, fallback, view.trump), cards)
    begin_scores(scores, acts, preferred)
    words[SEARCHED] = ZERO
    words[MOST_POSITIONS] = u64(table[POSITIONS])
    to_draw = table[LAYOUTS]
    while to_draw > 0:
        layouts = min(to_draw, AT_ONCE)
        to_draw -= layouts
        weight = draw_layouts(drawn, layouts, known, hands, cards, best, view, table, words)
        later = u64(to_draw) * FULL_WEIGHT
        finished = ZERO
        lost = (~ZERO) >> u64(AT_ONCE - layouts)
        won = ZERO
        for rank in range(i64(popcount(cards))):
            act = preferred if rank == 0 else (rank if rank > preferred else rank - 1)
            sure = scores[best_act(scores, acts)]
            open_weight = weight + later
            for asked in (lost, won):
                served, open_weight = layouts_served(
                    problem, drawn, act, asked, scores, sure, open_weight
                )
                if rank == 0:
                    won |= served
            lost &= ~won
            if words[SEARCHED] > words[MOST_POSITIONS]:
                done = preferred if finished == ZERO else best_act(scores, finished)
                return fallback if done == preferred else card_at(cards, done)
            finished |= ONE << u64(act)
    chosen = best_act(scores, acts)
    return fallback if chosen == preferred else card_at(cards, chosen)


@lane_function
def layouts_served(problem, drawn, act, asked, scores, sure, open_weight):  # type: ignore[no-untyped-def]
    """Those of some layouts, as bits, in which a card serves; its score grows by their weights.

    No more are solved once the card cannot come out as good as another surely does; what is left
    of the weight of all open layouts is returned as well.
    """
    served = ZERO
    while asked != ZERO and scores[act] + open_weight * u64(STEP) >= sure:
        layout = trailing_zeros(asked)
        asked &= asked - ONE
        at = i64(layout) * WORDS_EACH
        weight = drawn[at + WEIGHT]
        if weight != ZERO and serves(problem, drawn, act, at):
            scores[act] += weight * u64(STEP)
            served |= ONE << layout
        open_weight -= weight
    return served, open_weight


@lane_function
def best_on_table(view):  # type: ignore[no-untyped-def]
    """The card that is winning the trick; 0 if none is led."""
    return where(view.turn != ZERO, view.best)


@lane_function
def equivalent(cards, card, trump):  # type: ignore[no-untyped-def]
    """That of some different cards which stands for a card: the next one down in its suit."""
    suit = either((card & lone_joker(trump)) != ZERO, card, suit_of(card))
    return highest_bit((cards & suit & (card | (card - ONE))) | ONE)


@lane_function
def place_of(card, cards):  # type: ignore[no-untyped-def]
    """The place of a card among others, the lowest first."""
    return i64(popcount(cards & (card - ONE)))


@lane_function
def card_at(cards, place):  # type: ignore[no-untyped-def]
    """The card at a place."""
    for _ in range(place):
        cards &= cards - ONE
    return lowest_bit(cards)


@lane_function
def serves(problem, drawn, act, at):  # type: ignore[no-untyped-def]
    """Whether a card, given by its place, serves the player in a layout.

    Cards that are equivalent in the layout are solved once.
    """
    view, table, words, hands, cards, least, most, left = problem
    card = card_at(cards, act)
    place = ONE << u64(place_of(equivalent(drawn[at + DIFFERENT], card, view.trump), cards))
    if drawn[at + SOLVED] & place == ZERO:
        drawn[at + SOLVED] |= place
        kept = keeps_after(view, table, words, drawn, at, hands, card, least, most, left)
        if (kept == KEPT) == (view.turn == view.declarer_turn):
            drawn[at + SERVES] |= place
    return drawn[at + SERVES] & place != ZERO


@lane_function
def keeps_after(view, table, words, drawn, at, hands, card, least, most, left):  # type: ignore[no-untyped-def]
    """Whether the declarer keeps the contract in a layout after a card."""
    turn = i64(view.turn)
    opens = view.turn == ZERO and view.trick == ZERO
    for player in range(i64(view.players)):
        hands[player] = drawn[at + HANDS + player]
        words[HAND + player] = hands[player]
    suit = ZERO
    if opens and table[TRUMP_MODE + i64(view.contract)] == SUIT_LED:
        suit = trailing_zeros(suit_of(card)) // u64(SUIT_WIDTH)
        set_trump(words, hands, SUIT_LED, suit)
    else:
        words[TRUMP] = view.trump
        words[LONE] = lone_joker(view.trump)
    words[PROBLEM] = drawn[at + PROBLEMS] - suit
    words[HAND + turn] &= ~card
    following = turn + 1 if turn + 1 < i64(view.players) else i64(0)
    led = view.led_suit
    best = view.best
    winner = i64(view.winner)
    if turn == 0:
        led = led_suit_of(card, words[TRUMP])
    if turn == 0 or card & view.winning != ZERO:
        best = card
        winner = turn
    question = (
        words,
        hands,
        i64(SUIT_LED),
        i64(ANY_CARD),
        least,
        most,
        left,
        following,
        turn + 1,
        led,
        best,
        winner,
    )
    return ask_solver(table[SOLVER], question)

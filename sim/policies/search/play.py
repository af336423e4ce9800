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
from sim.engine.card_masks import suit_of
from sim.engine.rule_numbers import ANY_CARD, SUIT_LED
from sim.engine.view import unseen
from sim.game.cards import SUIT_WIDTH
from sim.policies.search.knowledge import KNOWLEDGE, UNSEEN, know_at_play, lone_joker
from sim.policies.search.layouts import FULL_WEIGHT, draw_layout
from sim.policies.search.scores import MOST_ACTS, STEP, begin_scores, best_act, still_running
from sim.policies.search.solving import ask_solver
from sim.policies.search.table import (
    LAYOUTS,
    LEAST,
    MOST_TRICKS,
    POSITIONS,
    SOLVER,
    TRIES,
    TRUMP_MODE,
)
from sim.solver.bounds import BROKEN, KEPT, OPEN
from sim.solver.opening import begin_deal, new_problem, set_trump
from sim.solver.search import different_cards, led_suit_of
from sim.solver.workspace import (
    HAND,
    LONE,
    MOST_POSITIONS,
    TRUMP,
    words_on_stack,
)
from sim.solver.workspace import POSITIONS as SEARCHED


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
def card_by_layouts(view, table, words, fallback):  # type: ignore[no-untyped-def]
    """The card that is best in most layouts, or the fallback if too few could be solved."""
    number = i64(view.contract)
    left = i64(view.hand_size - view.trick)
    least = i64(table[LEAST + number]) - i64(view.tricks)
    most = i64(table[MOST_TRICKS + number]) - i64(view.tricks)
    others = unseen(view)
    cards = different_cards(
        view.legal, view.hand, others | best_on_table(view), lone_joker(view.trump)
    )
    is_open = least <= left and most >= 0 and (least > 0 or most < left)
    if popcount(cards) == ONE or not is_open:
        return fallback
    known = words_on_stack(KNOWLEDGE)
    hands = words_on_stack(8)
    scores = words_on_stack(MOST_ACTS)
    nothing = words_on_stack(MOST_ACTS)
    everything = words_on_stack(MOST_ACTS)
    know_at_play(known, view, table)
    known[UNSEEN] = others
    hands[i64(view.turn)] = view.hand
    running = (ONE << popcount(cards)) - ONE
    preferred = place_of(equivalent(cards, fallback, view.trump), cards)
    begin_scores(scores, running, preferred)
    for act in range(i64(popcount(cards))):
        nothing[act] = ZERO
        everything[act] = FULL_WEIGHT * u64(STEP)
    words[SEARCHED] = ZERO
    words[MOST_POSITIONS] = u64(table[POSITIONS])
    layouts = table[LAYOUTS]
    for layout in range(layouts):
        weight = draw_layout(known, hands, table[TRIES], view, table)
        if weight == ZERO:
            continue
        good = good_cards(view, table, words, hands, cards, running, least, most, left)
        if words[SEARCHED] > words[MOST_POSITIONS]:
            if 2 * layout < layouts:
                return fallback
            break
        while good != ZERO:
            scores[i64(trailing_zeros(good))] += weight * u64(STEP)
            good &= good - ONE
        running = still_running(scores, running, nothing, everything, i64(layouts - 1 - layout))
        if running & (running - ONE) == ZERO:
            break
    best = best_act(scores, running)
    return fallback if best == preferred else card_at(cards, best)


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
def good_cards(view, table, words, hands, cards, running, least, most, left):  # type: ignore[no-untyped-def]
    """The places, as bits, of the cards in the running that serve the player in a layout.

    Cards are solved once for all that are equivalent in the layout, where those asleep part none.
    """
    players = i64(view.players)
    declarer = i64(view.declarer_turn)
    turn = i64(view.turn)
    begin_deal(words, players, declarer)
    opens = (view.turn == ZERO) & (view.trick == ZERO)
    makes_trump = opens and table[TRUMP_MODE + i64(view.contract)] == SUIT_LED
    lone = lone_joker(view.trump)
    others = best_on_table(view)
    for player in range(players):
        words[HAND + player] = hands[player]
        if player != turn:
            others |= hands[player]
    if not makes_trump:
        words[TRUMP] = view.trump
        words[LONE] = lone
        new_problem(words, 0)
    different = different_cards(cards, view.hand, others, lone)
    serves = KEPT if turn == declarer else BROKEN
    good = ZERO
    solved = False
    then = OPEN
    place = ONE
    while cards != ZERO:
        card = lowest_bit(cards)
        cards ^= card
        if (card & different) != ZERO:
            solved = False
        if running & place != ZERO:
            if not solved:
                then = after_card(view, table, words, hands, card, makes_trump, least, most, left)
                solved = True
                if then == OPEN:
                    break
            good |= where(then == serves, place)
        place <<= ONE
    return good


@lane_function
def after_card(view, table, words, hands, card, makes_trump, least, most, left):  # type: ignore[no-untyped-def]
    """Whether the declarer keeps the contract in a layout after a card."""
    turn = i64(view.turn)
    if makes_trump:
        suit = i64(trailing_zeros(suit_of(card))) // SUIT_WIDTH
        set_trump(words, hands, SUIT_LED, suit)
        new_problem(words, suit)
    following = turn + 1 if turn + 1 < i64(view.players) else i64(0)
    led = view.led_suit
    best = view.best
    winner = i64(view.winner)
    if turn == 0:
        led = led_suit_of(card, words[TRUMP])
    if turn == 0 or card & view.winning != ZERO:
        best = card
        winner = turn
    own = words[HAND + turn]
    words[HAND + turn] = own & ~card
    played = turn + 1
    way = (i64(SUIT_LED), i64(ANY_CARD))
    question = (words, hands, *way, least, most, left, following, played, led, best, winner)
    then = ask_solver(table[SOLVER], question)
    words[HAND + turn] = own
    return then

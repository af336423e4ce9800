"""The opening of a contract: which cards may be led, which trumps that makes, which is best."""

from __future__ import annotations

from sim.engine.bits import ZERO, either, i64, lane_function, lowest_bit, popcount, u64
from sim.engine.card_masks import JOKER_PLACES, cards_of_rank, ranks_of, suit_mask
from sim.engine.rule_numbers import (
    ANY_CARD,
    LOWEST_NON_TRUMP,
    LOWEST_TRUMP,
    NO_TRUMP_SUIT,
    SUIT_LED,
)
from sim.game.cards import JOKER, SUITS
from sim.solver.bounds import BROKEN, KEPT
from sim.solver.search import different_cards, is_settled, keeps, led_suit_of, next_to_try
from sim.solver.workspace import DECLARER, HAND, LAST_PROBLEM, LONE, PLAYERS, PROBLEM, TRUMP

MOST, FEWEST = -1, -2
"""Aims: to take as many tricks as possible, or as few; other aims are exact numbers."""


@lane_function
def set_trump(words, hands, trump_mode, suit):  # type: ignore[no-untyped-def]
    """Put the hands of a deal into the workspace, with the joker in a trump suit, or in none."""
    players = i64(words[PLAYERS])
    joker = ZERO
    for turn in range(players):
        joker |= hands[turn] & u64(JOKER)
    trump = suit_mask(u64(suit))
    seat = joker
    words[LONE] = joker
    words[TRUMP] = joker
    if trump_mode != NO_TRUMP_SUIT:
        words[TRUMP] = trump
        words[LONE] = ZERO
        seat = either(joker != ZERO, trump & JOKER_PLACES, ZERO)
    for turn in range(players):
        hand = hands[turn]
        words[HAND + turn] = either((hand & joker) != ZERO, (hand ^ joker) | seat, hand)


@lane_function
def opening_leads(words, trump_mode, lead_mode):  # type: ignore[no-untyped-def]
    """The cards that the declarer may lead first so that the trumps are those set."""
    own = words[HAND + i64(words[DECLARER])]
    trump = words[TRUMP]
    leads = either(trump_mode == SUIT_LED, own & trump, own)
    if lead_mode == LOWEST_TRUMP:
        return lowest_bit(leads)
    if lead_mode == LOWEST_NON_TRUMP:
        side_cards = own & ~trump
        among = either(side_cards != ZERO, side_cards, own)
        return cards_of_rank(among, lowest_bit(ranks_of(among)))
    return leads


@lane_function
def new_problem(words, suit):  # type: ignore[no-untyped-def]
    """Number the problem of a deal, an aim and a trump suit; see :func:`begin_deal`."""
    words[PROBLEM] = words[LAST_PROBLEM] - u64(suit)


@lane_function
def begin_deal(words, players, declarer):  # type: ignore[no-untyped-def]
    """Make room for the problems of another deal or aim: one a trump suit."""
    words[PLAYERS] = u64(players)
    words[DECLARER] = u64(declarer)
    words[LAST_PROBLEM] += u64(SUITS)


@lane_function
def some_opening_keeps(words, hands, trump_mode, lead_mode, least, most, left):  # type: ignore[no-untyped-def]
    """Whether the declarer can keep the contract by any opening that it allows."""
    own = hands[i64(words[DECLARER])]
    tried = i64(0)
    for _ in range(SUITS):
        suit = longest_suit(own, tried)
        tried |= i64(1) << suit
        set_trump(words, hands, trump_mode, suit)
        new_problem(words, suit)
        then = an_opening_lead_keeps(words, trump_mode, lead_mode, least, most, left)
        if then != BROKEN:
            return then
        if trump_mode == NO_TRUMP_SUIT:
            return BROKEN
    return BROKEN


@lane_function
def longest_suit(hand, tried):  # type: ignore[no-untyped-def]
    """The longest suit of a hand among those not tried: the likeliest trumps."""
    longest = i64(-1)
    found = i64(0)
    for suit in range(SUITS):
        length = i64(popcount(hand & suit_mask(u64(suit))))
        if (tried >> suit) & 1 == 0 and length > longest:
            longest = length
            found = i64(suit)
    return found


@lane_function
def an_opening_lead_keeps(words, trump_mode, lead_mode, least, most, left):  # type: ignore[no-untyped-def]
    """The same with the trumps that are set; ``OPEN`` if more positions were searched than may be.

    Of what is certain before the first trick, success counts only if the declarer may lead any
    card: the proofs let him lead from the top. He does hold a trump then, if he must lead one.
    """
    players = i64(words[PLAYERS])
    declarer = i64(words[DECLARER])
    own = words[HAND + declarer]
    trump = words[TRUMP]
    others = ZERO
    for turn in range(players):
        if turn != declarer:
            others |= words[HAND + turn]
    leads = opening_leads(words, trump_mode, lead_mode)
    if leads == ZERO:
        return BROKEN
    settled = is_settled(words, least, most, left, declarer)
    if settled == BROKEN or (settled == KEPT and lead_mode == ANY_CARD):
        return settled
    if lead_mode == ANY_CARD:
        leads = different_cards(leads, own, others, words[LONE])
    following = declarer + 1 if declarer + 1 < players else i64(0)
    while leads != ZERO:
        card = next_to_try(leads, True, True, trump)
        leads ^= card
        words[HAND + declarer] = own ^ card
        led = led_suit_of(card, trump)
        then = keeps(words, least, most, left, following, i64(1), led, card, declarer)
        words[HAND + declarer] = own
        if then != BROKEN:
            return then
    return BROKEN


@lane_function
def tricks_by_opening(words, hands, trump_mode, lead_mode, aim, left):  # type: ignore[no-untyped-def]
    """The most or the fewest tricks that the declarer can take by any opening that is allowed.

    With an exact aim that number, or -1 if he cannot take just so many.
    """
    own = hands[i64(words[DECLARER])]
    reached = i64(left + 1) if aim == FEWEST else i64(-1 if aim != MOST else 0)
    tried = i64(0)
    for _ in range(SUITS):
        suit = longest_suit(own, tried)
        tried |= i64(1) << suit
        set_trump(words, hands, trump_mode, suit)
        new_problem(words, suit)
        if aim == MOST:
            reached = most_with_trump(words, trump_mode, lead_mode, reached, left)
        elif aim == FEWEST:
            reached = fewest_with_trump(words, trump_mode, lead_mode, reached, left)
        elif reached < 0:
            kept = an_opening_lead_keeps(words, trump_mode, lead_mode, aim, aim, left)
            reached = i64(aim) if kept == KEPT else i64(-1)
        if trump_mode == NO_TRUMP_SUIT:
            break
    return reached


@lane_function
def most_with_trump(words, trump_mode, lead_mode, reached, left):  # type: ignore[no-untyped-def]
    """The most tricks with the trumps that are set, if they are more than those reached."""
    while reached < left:
        wanted = reached + 1
        if an_opening_lead_keeps(words, trump_mode, lead_mode, wanted, left, left) != KEPT:
            break
        reached = wanted
    return reached


@lane_function
def fewest_with_trump(words, trump_mode, lead_mode, reached, left):  # type: ignore[no-untyped-def]
    """The fewest tricks with the trumps that are set, if they are fewer than those reached."""
    if opening_leads(words, trump_mode, lead_mode) == ZERO:
        return reached
    for wanted in range(reached):
        if wanted >= left:
            return i64(left)
        if an_opening_lead_keeps(words, trump_mode, lead_mode, i64(0), i64(wanted), left) == KEPT:
            return i64(wanted)
    return reached

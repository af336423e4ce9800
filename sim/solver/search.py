"""The search: does the declarer keep his contract, all hands open and best play by both sides.

Alpha-beta with a window of one trick is a search for yes or no: the first card that serves the
side to move settles the position (Knuth & Moore, "An Analysis of Alpha-Beta Pruning", Artificial
Intelligence 6, 1975; for bridge: Chang 1996, Haglund, "Search Algorithms for a Bridge Double Dummy
Solver", 2010). What makes it small:

- *Equivalent cards*: of cards of one hand between which nobody holds a card, one is tried. Cards
  that have been played no longer part others, but for the best of the trick (Haglund 2010, §3).
- *Certain tricks*, at the start of each trick: :mod:`sim.solver.bounds`.
- *A hash table* of positions at the start of a trick: :mod:`sim.solver.hash_table`.
- *Order*: the declarer leads trumps first and high cards first, defenders side suits first; who
  wants the trick tries to win it first, as cheaply as possible. Where the declarer shuns tricks,
  the lowest cards of his suits are led first; defenders before him play low, all others high.
- *A misère that no defender can break by himself*: :mod:`sim.solver.laying_low`.
"""

from __future__ import annotations

from numba import njit

from sim.engine.bits import ONE, ZERO, either, highest_bit, i64, lane_function, lowest_bit, u64
from sim.engine.card_masks import (
    cards_that_follow,
    cards_that_win,
    highest_rank,
    lowest_rank,
    preferring,
    suit_mask,
    suit_of,
)
from sim.game.cards import JOKER_RANK, SUITS
from sim.solver.bounds import BROKEN, KEPT, OPEN, fewest_is_settled, most_is_settled
from sim.solver.hash_table import known_by, position_key, remember, remembered, slot_of
from sim.solver.laying_low import surely_takes_none
from sim.solver.workspace import (
    DECLARER,
    HAND,
    LONE,
    MOST_POSITIONS,
    PLAYERS,
    POSITIONS,
    SLOTS,
    TRUMP,
)

_CARDS = u64(((2 << JOKER_RANK) - 1) * 0x0001_0001_0001_0001)
"""All places that cards can have."""


@lane_function
def different_cards(legal, own, others, lone):  # type: ignore[no-untyped-def]
    """The lowest card of each run of equivalent ones.

    Adding a card, shifted by one place, to the gaps between the cards still in play carries it
    over the gap above it to the next card; if that is an own one, the two are equivalent.
    """
    in_play = own | others
    next_above = ((own << ONE) + (_CARDS & ~in_play)) & own & ~lone
    return legal & ~next_above


@lane_function
def led_suit_of(card, trump):  # type: ignore[no-untyped-def]
    """The places of the cards that follow a card: a joker counts with the trumps."""
    return either((card & trump) != ZERO, trump, suit_of(card) & ~trump)


@lane_function
def next_to_try(cards, leads, declares, trump):  # type: ignore[no-untyped-def]
    """Which of some cards to try first."""
    if not leads:
        return lowest_bit(cards)
    liked = cards & trump if declares else cards & ~trump
    return highest_bit(either(liked != ZERO, liked, cards))


@lane_function
def next_to_shed(cards, leads, keeps_low, declarers):  # type: ignore[no-untyped-def]
    """The same where the declarer shuns tricks: all are rid of high cards while they may be."""
    if leads:
        suits = ZERO
        for suit in range(SUITS):
            places = suit_mask(u64(suit))
            suits |= either((declarers & places) != ZERO, places, ZERO)
        return lowest_rank(preferring(cards, suits))
    return lowest_bit(cards) if keeps_low else highest_rank(cards)


@lane_function
def is_settled(words, least, most, left, leader):  # type: ignore[no-untyped-def]
    """Whether the contract is surely kept from the start of a trick on, surely broken, or open."""
    if least > left or most < 0:
        return BROKEN
    if least <= 0 and most >= left:
        return KEPT
    if left == 1:
        return played_out(words, least, leader)
    if most >= left:
        return most_is_settled(words, least, left, leader)
    if least <= 0:
        return fewest_is_settled(words, most, leader)
    return OPEN


@lane_function
def played_out(words, least, leader):  # type: ignore[no-untyped-def]
    """Whether the contract is kept by the last trick; ``least`` is 1 if the declarer needs it."""
    players = i64(words[PLAYERS])
    trump = words[TRUMP]
    best = words[HAND + leader]
    led = led_suit_of(best, trump)
    winner = leader
    turn = leader
    for _ in range(1, players):
        turn = turn + 1 if turn + 1 < players else i64(0)
        card = words[HAND + turn]
        if cards_that_win(card, best, trump, led) != ZERO:
            best = card
            winner = turn
    taken = winner == i64(words[DECLARER])
    return KEPT if taken == (least > 0) else BROKEN


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
def keeps(words, least, most, left, turn, played, led, best, winner):  # type: ignore[no-untyped-def]
    """Whether the declarer can keep his contract from a position on.

    Parameters
    ----------
    words : pointer to uint64
        See :mod:`sim.solver.workspace`; the hands are those of the position, and are left so.
    least, most : int64
        The declarer's tricks, from this one on, that keep the contract.
    left : int64
        Tricks from this one on.
    turn : int64
        Who is to play.
    played : int64
        Cards on the table.
    led, best : uint64
        The places of the suit led, and the card that is winning; 0 if none has been led.
    winner : int64
        The turn that played it.

    Returns
    -------
    int64
        ``KEPT`` or ``BROKEN``; ``OPEN`` if more positions were searched than may be.
    """
    players = i64(words[PLAYERS])
    declarer = i64(words[DECLARER])
    slot = i64(0)
    key = ZERO
    number = i64(0)
    if played == players:
        if winner == declarer:
            least -= i64(1)
            most -= i64(1)
        left -= i64(1)
        turn = winner
        played = i64(0)
        best = ZERO
        led = ZERO
    if played == 0:
        settled = is_settled(words, least, most, left, turn)
        if settled != OPEN:
            return settled
        if words[SLOTS] != ZERO:
            number = most if least <= 0 else least
            key = position_key(words, turn)
            slot = slot_of(words, key)
            answer = remembered(words, slot, key, number)
            if answer != OPEN:
                return answer
        if least <= 0 and most == 0 and surely_takes_none(words, left, turn):
            if slot > 0:
                remember(words, slot, key, known_by(number, KEPT, least, most, left), KEPT)
            return KEPT
    words[POSITIONS] += ONE
    if words[POSITIONS] > words[MOST_POSITIONS]:
        return OPEN
    trump = words[TRUMP]
    own = words[HAND + turn]
    others = best
    for other in range(players):
        if other != turn:
            others |= words[HAND + other]
    leads = played == 0
    legal = own if leads else cards_that_follow(own, led)
    to_try = different_cards(legal, own, others, words[LONE])
    declares = turn == declarer
    winning = to_try
    losing = ZERO
    if not leads:
        winning = cards_that_win(to_try, best, trump, led)
        losing = to_try & ~winning
    wants_trick = (declares or winner == declarer) == (least > 0)
    first, second = (winning, losing) if leads or wants_trick else (losing, winning)
    to_declarer = declarer - turn if turn <= declarer else declarer - turn + players
    keeps_low = not declares and legal != own and played + to_declarer < players
    following = turn + 1 if turn + 1 < players else i64(0)
    answer = BROKEN if declares else KEPT
    for _ in range(2):
        while first != ZERO:
            if least > 0:
                card = next_to_try(first, leads, declares, trump)
            else:
                card = next_to_shed(first, leads, keeps_low, words[HAND + declarer])
            first ^= card
            words[HAND + turn] = own ^ card
            if leads:
                then = keeps(
                    words,
                    least,
                    most,
                    left,
                    following,
                    i64(1),
                    led_suit_of(card, trump),
                    card,
                    turn,
                )
            elif card & winning != ZERO:
                then = keeps(words, least, most, left, following, played + 1, led, card, turn)
            else:
                then = keeps(words, least, most, left, following, played + 1, led, best, winner)
            words[HAND + turn] = own
            if then == OPEN:
                return OPEN
            if (then == KEPT) == declares:
                if slot > 0:
                    remember(words, slot, key, known_by(number, then, least, most, left), then)
                return then
        first = second
        second = ZERO
    if slot > 0:
        remember(words, slot, key, known_by(number, answer, least, most, left), answer)
    return answer

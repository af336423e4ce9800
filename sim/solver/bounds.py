"""Tricks that are certain without a search, at the start of a trick.

All proofs rest on one rule of this game: every card is played, so a trump is played in some trick.

*Trumps by rank.* If the declarer holds *n* trumps not lower than *x*, and the defenders *h* higher
than *x*, he takes at least *n - h* tricks: those *n* are played in *n* different tricks, and each
of these is lost only to a trump of the *h*, which is played once. In the same way a single
defender's *n* trumps against the declarer's *h* higher ones take *n - h* tricks for the defence
(those of two defenders may fall in one trick, so only the best defender counts). With *h* = 0 these
are the sure winners and losers known from bridge solvers (Ginsberg, "GIB: Imperfect Information in
a Computationally Challenging Game", JAIR 14, 2001; Chang, "Building a Fast Double-Dummy Bridge
Solver", 1996).

*Runs.* Let the declarer, on lead, play a suit from the top, and let nobody ruff. A defender with
*k* cards of it, the best of them *b*, wins one of these tricks just if *k > a*, where *a* counts
the declarer's cards above *b*: he follows *a* times with lower cards and beats the next. So the run
is the least such *a*, or the whole suit.

*Drawing trumps.* If the trumps run as a whole and no defender has more of them than the declarer,
then none has any left afterwards, the runs of all other suits follow, and the declarer takes at
least the sum.

*All of the tricks.* To take them all the declarer must lead to each, so each of his suits must run
as a whole: a defender who can beat its run keeps the *a + 1* cards that this takes, whatever is led
before, since he has as many cards as the declarer, who keeps at least *a + 1* of the suit
himself. If no defender has more trumps than the declarer, drawing trumps shows that it is enough,
too. This closed test decides nearly every Nap without a search.
"""

from __future__ import annotations

from sim.engine.bits import (
    ONE,
    ZERO,
    bits_above,
    highest_bit,
    i64,
    lane_function,
    popcount,
    u64,
)
from sim.engine.card_masks import SUIT
from sim.game.cards import SUIT_WIDTH, SUITS
from sim.solver.workspace import DECLARER, HAND, PLAYERS, TRUMP

BROKEN = i64(0)
KEPT = i64(1)
OPEN = i64(-1)
"""What is known of a contract: that it fails, that it is made, nothing."""


@lane_function
def surplus(trumps, higher):  # type: ignore[no-untyped-def]
    """Tricks that some trumps take by rank against others of which each beats one of them."""
    most = i64(0)
    count = i64(0)
    while trumps != ZERO:
        card = highest_bit(trumps)
        trumps ^= card
        count += i64(1)
        most = max(most, count - i64(popcount(higher & bits_above(card))))
    return most


@lane_function
def run_length(words, players, declarer, suit):  # type: ignore[no-untyped-def]
    """The declarer's tricks if he leads a suit from the top and nobody ruffs."""
    own = words[HAND + declarer] & suit
    length = i64(popcount(own))
    run = length
    for turn in range(players):
        held = words[HAND + turn] & suit
        if turn != declarer and held != ZERO:
            above = i64(popcount(own & bits_above(highest_bit(held))))
            if i64(popcount(held)) > above:
                run = min(run, above)
    return run


@lane_function
def most_is_settled(words, least, left, leader):  # type: ignore[no-untyped-def]
    """Whether the declarer surely takes ``least`` of the tricks left, surely does not, or neither.

    ``least`` is from 1 to ``left``.
    """
    players = i64(words[PLAYERS])
    declarer = i64(words[DECLARER])
    trump = words[TRUMP]
    own = words[HAND + declarer]
    trumps = own & trump
    others = ZERO
    lost = i64(0)
    longest = i64(0)
    for turn in range(players):
        if turn != declarer:
            held = words[HAND + turn]
            others |= held
            if held & trump != ZERO:
                lost = max(lost, surplus(held & trump, trumps))
                longest = max(longest, i64(popcount(held & trump)))
    if leader != declarer and loses_this_trick(words[HAND + leader], own, trump):
        lost = max(lost, i64(1))
    if left - lost < least:
        return BROKEN
    if surplus(trumps, others & trump) >= least:
        return KEPT
    if leader != declarer:
        return OPEN
    return led_by_declarer(words, players, declarer, trump, longest, least, left)


@lane_function
def loses_this_trick(lead, own, trump):  # type: ignore[no-untyped-def]
    """Whether a defender can lead a card that the declarer cannot beat."""
    for suit in range(SUITS):
        places = (SUIT << u64(SUIT_WIDTH * suit)) & ~trump
        held = own & places
        led = lead & places
        if led != ZERO and (
            (held == ZERO and own & trump == ZERO) or (held != ZERO and led > held)
        ):
            return True
    return lead & trump > own & trump


@lane_function
def led_by_declarer(words, players, declarer, trump, longest, least, left):  # type: ignore[no-untyped-def]
    """The same for a declarer who leads, by drawing trumps and by the test for all tricks."""
    own = words[HAND + declarer]
    number = i64(popcount(own & trump))
    drawn = run_length(words, players, declarer, trump)
    total = drawn
    all_run = drawn == number
    draws = all_run and longest <= number
    if draws or least == left:
        for suit in range(SUITS):
            places = (SUIT << u64(SUIT_WIDTH * suit)) & ~trump
            held = own & places
            if held != ZERO:
                run = run_length(words, players, declarer, places)
                all_run &= run == i64(popcount(held))
                total += run
    if draws and total >= least:
        return KEPT
    if least == left and not all_run:
        return BROKEN
    if drawn >= least:
        return KEPT
    return OPEN


@lane_function
def fewest_is_settled(words, most, leader):  # type: ignore[no-untyped-def]
    """Whether the declarer can surely be held to ``most`` tricks, surely not, or neither.

    *Too many by rank.* The trumps that take tricks by rank take them whether he wants or not.

    *Safe suits.* Without trumps, and with a defender on lead, he takes no trick if in every suit
    that he holds at most *i - 1* cards of the others are lower than his *i*-th lowest: when *x* is
    led he plays the highest of his cards below *x*, and throws the highest of any suit when he
    cannot follow; both leave every suit safe.

    *A trick forced on him.* Without trumps he takes this trick if a defender leads a suit that he
    holds, and everybody else stays below his lowest card of it, or is void.
    """
    players = i64(words[PLAYERS])
    declarer = i64(words[DECLARER])
    own = words[HAND + declarer]
    trump = words[TRUMP]
    others = ZERO
    for turn in range(players):
        if turn != declarer:
            others |= words[HAND + turn]
    if surplus(own & trump, others & trump) > most:
        return BROKEN
    if leader == declarer or trump != ZERO:
        return OPEN
    safe = True
    for suit in range(SUITS):
        places = SUIT << u64(SUIT_WIDTH * suit)
        held = own & places
        lower_allowed = ZERO
        lowest = held & (~held + ONE)
        while held != ZERO:
            card = held & (~held + ONE)
            held ^= card
            safe &= popcount(others & places & (card - ONE)) <= lower_allowed
            lower_allowed += ONE
        if most == 0 and lowest != ZERO:
            below = places & (lowest - ONE)
            forced = words[HAND + leader] & below != ZERO
            for turn in range(players):
                has = words[HAND + turn] & places
                if turn != declarer and turn != leader:
                    forced &= (has == ZERO) | (has & below != ZERO)
            if forced:
                return BROKEN
    return KEPT if safe else OPEN

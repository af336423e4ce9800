"""How the counting policy plays a misère, and against one: whoever must not win plays low.

A declarer of a misère plays the highest card that still loses. The defenders leave each trick to
him as long as he may yet win it, and give their high cards away where he cannot: their low ones
are what he can be caught with.
"""

from __future__ import annotations

from sim.engine.bits import ZERO, either, lane_function, lowest_bit, popcount, u64
from sim.engine.card_masks import (
    cards_above,
    cards_below,
    highest_rank,
    lone_cards,
    lowest_rank,
    preferring,
    suit_mask,
)
from sim.engine.view import unseen, void_suits
from sim.game.cards import SUITS
from sim.policies.counting.play import follow, lead

MANY = u64(64)
"""More cards than are ever counted."""


@lane_function
def lead_in_any_contract(view):  # type: ignore[no-untyped-def]
    """A lead of the play for tricks, or against a misère."""
    return either(view.misere, lead_against_misere(view), lead(view))


@lane_function
def follow_in_any_contract(view):  # type: ignore[no-untyped-def]
    """A card of the play for tricks, or of a misère."""
    return either(view.misere, follow_in_misere(view), follow(view))


@lane_function
def lead_against_misere(view):  # type: ignore[no-untyped-def]
    """The lowest card of the suit of which the fewest cards are out, lower ones counted twice.

    The fewer are lower, the less can the declarer get under it; the fewer there are at all, the
    less must a fellow go over it. A suit that the declarer has shown to lack would let him throw
    a dangerous card, and so would a card that no unseen one can beat.
    """
    out = unseen(view)
    useful = preferring(view.hand, ~void_suits(view, view.declarer_turn))
    beatable = preferring(useful, cards_below(out))
    best = ZERO
    fewest = MANY
    for suit in range(SUITS):
        places = suit_mask(u64(suit))
        lowest = lowest_bit(beatable & places)
        cards_out = popcount(out & places) + popcount(out & cards_below(lowest))
        fewer = (lowest != ZERO) & (cards_out < fewest)
        fewest = either(fewer, cards_out, fewest)
        best = either(fewer, lowest, best)
    return best


@lane_function
def follow_in_misere(view):  # type: ignore[no-untyped-def]
    """The highest card under the best one; any high card once the declarer cannot win the trick.

    A player who must beat the best card does so as low as he can while the declarer is to come.
    """
    losing = view.legal & ~view.winning
    must_win = losing == ZERO
    declaring = view.turn == view.declarer_turn
    ducks = highest_rank(either(declaring, most_dangerous(view, losing), losing))
    past_declarer = view.declarer_turn < view.turn
    declarer_loses = past_declarer & ((view.winner != view.declarer_turn) | must_win)
    plays_under = either(must_win, lowest_rank(view.legal), ducks)
    return either(declarer_loses, highest_rank(view.legal), plays_under)


@lane_function
def most_dangerous(view, cards):  # type: ignore[no-untyped-def]
    """Those cards that an unseen lower one can make win, and of these the lone ones of a suit.

    A card with a lower one beside it wins at the second lead of its suit at the earliest.
    """
    in_danger = preferring(cards, cards_above(unseen(view)))
    return preferring(in_danger, lone_cards(view.hand))

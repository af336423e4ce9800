"""How the counting policy plays for tricks, and against a declarer who does.

The declarer draws trumps from the top while a defender may hold one, then leads winners; a
defender takes a trick from the declarer as cheaply as he can, never from another defender, and
throws losers. The joker needs no rule of its own: it is the highest trump, so it is led first to
draw the others, and played last where anything lower will do.
"""

from __future__ import annotations

from sim.engine.bits import ZERO, either, lane_function, lowest_bit
from sim.engine.card_masks import cards_below, highest_rank, lowest_rank, preferring
from sim.engine.view import unseen, void_suits


@lane_function
def winners(view):  # type: ignore[no-untyped-def]
    """Own cards that no unseen card of their suit can beat."""
    return view.hand & ~cards_below(unseen(view))


@lane_function
def lead(view):  # type: ignore[no-untyped-def]
    """The highest of the cards that are good to lead."""
    declaring = view.turn == view.declarer_turn
    return highest_rank(either(declaring, declarer_leads(view), defender_leads(view)))


@lane_function
def declarer_leads(view):  # type: ignore[no-untyped-def]
    """Trumps while an unseen card may be one, then winners, then anything."""
    trumps = view.hand & view.trump
    trumps_out = (unseen(view) & view.trump) != ZERO
    drawing = trumps_out & (trumps != ZERO)
    return either(drawing, trumps, preferring(view.hand, winners(view)))


@lane_function
def defender_leads(view):  # type: ignore[no-untyped-def]
    """Side cards, in suits that the declarer is not known to lack, and winners if there are any."""
    side_cards = preferring(view.hand, ~view.trump)
    useful = preferring(side_cards, ~void_suits(view, view.declarer_turn))
    return preferring(useful, winners(view))


@lane_function
def follow(view):  # type: ignore[no-untyped-def]
    """Win the trick as cheaply as possible if it must be won, else throw the worst card."""
    declaring = view.turn == view.declarer_turn
    wanted = (declaring | (view.winner == view.declarer_turn)) & (view.winning != ZERO)
    return either(wanted, cheapest(view.winning, view.trump), worst_card(view))


@lane_function
def cheapest(cards, trump):  # type: ignore[no-untyped-def]
    """The lowest card, a trump only if there is nothing else."""
    return lowest_bit(preferring(cards, ~trump))


@lane_function
def worst_card(view):  # type: ignore[no-untyped-def]
    """The lowest legal card that is neither a trump nor a winner, if there is one."""
    side_cards = preferring(view.legal, ~view.trump)
    return lowest_rank(preferring(side_cards, ~winners(view)))

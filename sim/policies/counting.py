"""The counting policy: bids by an estimate of its tricks, plays by a few plain rules.

The estimate adds up the chances of single cards (see :mod:`sim.policies.estimate`). The play: the
declarer draws trumps from the top while a defender may hold one, then leads winners; a defender
takes a trick from the declarer as cheaply as he can, never from another defender, and throws
losers.
"""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, either, highest_bit, lane_function, lowest_bit, u64
from sim.engine.card_masks import (
    SUIT,
    cards_below,
    highest_rank,
    lowest_rank,
    preferring,
    suit_mask,
)
from sim.engine.view import unseen, void_suits
from sim.game.cards import SUIT_WIDTH, SUITS
from sim.policies.estimate import BIDS_BY_ESTIMATE, LAST_ESTIMATE, PARAMETERS, estimate_table
from sim.policies.policy import Decisions, PolicyKind

HALF = u64(32)
LOWER_HALF = u64(0xFFFFFFFF)


@lane_function
def holding_values(hand, suit, table):  # type: ignore[no-untyped-def]
    """The table's entry for the cards held in a suit: gain as trumps above, side value below."""
    return u64(table[(hand >> u64(SUIT_WIDTH * suit)) & SUIT])


@lane_function
def bid(view, table):  # type: ignore[no-untyped-def]
    """The highest legal contract that the estimated tricks are worth, or a pass."""
    side_values = ZERO
    best_gain = ZERO
    for suit in range(SUITS):
        values = holding_values(view.hand, suit, table)
        side_values += values & LOWER_HALF
        best_gain = max(best_gain, values >> HALF)
    estimate = min(side_values + best_gain, u64(LAST_ESTIMATE))
    worth_bidding = u64(table[u64(BIDS_BY_ESTIMATE) + estimate])
    return highest_bit(view.legal & (worth_bidding | ONE))


@lane_function
def opening_lead(view, table):  # type: ignore[no-untyped-def]
    """The highest card of the suit that gains most as trumps."""
    best_values = ZERO
    best_suit = ZERO
    for suit in range(SUITS):
        values = holding_values(view.hand, suit, table)
        better = (values >> HALF) > (best_values >> HALF)
        best_values = either(better, values, best_values)
        best_suit = either(better, u64(suit), best_suit)
    return highest_bit(view.hand & suit_mask(best_suit))


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


COUNTING = PolicyKind(
    name="counting",
    version=1,
    idea=(
        "Counts the tricks that its cards should take, bids what they are worth, draws trumps, "
        "wins as cheaply as it can and throws losers."
    ),
    decisions=Decisions(bid=bid, opening_lead=opening_lead, lead=lead, follow=follow),
    parameters=PARAMETERS,
    presets={
        "standard": {},
        "cautious": {"three": 2.6, "four": 3.6, "five": 4.5},
        "bold": {"three": 1.9, "four": 2.9, "five": 3.8},
    },
    table=estimate_table,
)

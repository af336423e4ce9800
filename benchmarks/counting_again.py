"""The bundled `counting` policy once more, as users would write it: in all three ways.

The decisions are those of `counting:standard` at a table of four by the rules of `basic`; only the
numbers by which it bids are taken over.
"""

from __future__ import annotations

from sim.game.rules import load_rules
from sim.policies import NumpyPolicy, ScalarPolicy, make_policy, policy_kind
from sim.policies.counting.layout import BIDS, LAST_ESTIMATE, PLAIN_LENGTH
from sim.policies.counting.table import counting_table
from sim.policies.kit import (
    PASS,
    cards_of_suit,
    either,
    highest,
    highest_rank,
    is_declarer,
    lowest,
    lowest_rank,
    prefer,
    shared,
    unseen,
    void_suits,
    winners,
)

PLAYERS = 4
IDEA = "Counts the tricks that its cards should take, as the bundled policy does."
NUMBERS = counting_table(dict(make_policy("counting").parameters), load_rules("basic", PLAYERS))
assert len(NUMBERS) == PLAIN_LENGTH
LIST = NUMBERS.tolist()


def bid(view):
    """The highest legal contract that the estimated tricks are worth, or a pass."""
    side_values = 0 * view.hand
    best_gain = 0 * view.hand
    for suit in range(4):
        values = NUMBERS[(view.hand >> (16 * suit)) & 0x1FFF]
        side_values = side_values + (values & 0xFFFFFFFF)
        gain = values >> 32
        best_gain = either(gain > best_gain, gain, best_gain)
    estimate = side_values + best_gain
    estimate = either(estimate > LAST_ESTIMATE, LAST_ESTIMATE, estimate)
    return highest(view.legal & (NUMBERS[BIDS + estimate] | PASS))


def opening_lead(view):
    """The highest card of the suit that gains most as trumps."""
    best_gain = 0 * view.hand
    best_suit = 0 * view.hand
    for suit in range(4):
        gain = NUMBERS[(view.hand >> (16 * suit)) & 0x1FFF] >> 32
        better = gain > best_gain
        best_gain = either(better, gain, best_gain)
        best_suit = either(better, suit, best_suit)
    return highest(view.hand & cards_of_suit(best_suit))


def lead(view):
    """The highest of the cards that are good to lead."""
    return highest_rank(either(is_declarer(view), declarer_leads(view), defender_leads(view)))


@shared
def declarer_leads(view):
    """Trumps while an unseen card may be one, then winners, then anything."""
    trumps = view.hand & view.trump
    drawing = ((unseen(view) & view.trump) != 0) & (trumps != 0)
    return either(drawing, trumps, prefer(view.hand, winners(view)))


@shared
def defender_leads(view):
    """Side cards, in suits that the declarer is not known to lack, and winners if any."""
    side_cards = prefer(view.hand, ~view.trump)
    useful = prefer(side_cards, ~void_suits(view, view.declarer_turn))
    return prefer(useful, winners(view))


def follow(view):
    """Win the trick as cheaply as possible if it must be won, else throw the worst card."""
    wanted = is_declarer(view) | (view.winner == view.declarer_turn)
    wins = wanted & (view.winning != 0)
    return either(wins, lowest(prefer(view.winning, ~view.trump)), worst_card(view))


@shared
def worst_card(view):
    """The lowest legal card that is neither a trump nor a winner, if there is one."""
    side_cards = prefer(view.legal, ~view.trump)
    return lowest_rank(prefer(side_cards, ~winners(view)))


Bundled = policy_kind("counting")
"""The bundled policy under another name, so that the engine takes it for another."""

Scalar = ScalarPolicy(
    version=1, idea=IDEA, bid=bid, opening_lead=opening_lead, lead=lead, follow=follow
)

Numpy = NumpyPolicy(
    version=1, idea=IDEA, bid=bid, opening_lead=opening_lead, lead=lead, follow=follow
)


class Object:
    """Counts the tricks that its cards should take, as the bundled policy does."""

    version = 1

    def bid(self, view):
        values = [LIST[(view.hand >> shift) & 0x1FFF] for shift in (0, 16, 32, 48)]
        gain = max(value >> 32 for value in values)
        estimate = gain + sum(value & 0xFFFFFFFF for value in values)
        return highest(view.legal & (LIST[BIDS + min(estimate, LAST_ESTIMATE)] | PASS))

    def opening_lead(self, view):
        gains = [LIST[(view.hand >> shift) & 0x1FFF] >> 32 for shift in (0, 16, 32, 48)]
        return highest(view.hand & cards_of_suit(gains.index(max(gains))))

    def lead(self, view):
        leads = declarer_leads(view) if is_declarer(view) else defender_leads(view)
        return highest_rank(leads)

    def follow(self, view):
        return follow(view)

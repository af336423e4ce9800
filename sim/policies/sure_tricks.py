"""Counting certain winners and nothing else: the plainest way to play with some sense.

A winner is certain if no card of its suit can beat it: the ace, the king with the ace, and so on.
That others may trump it is left out. As many tricks are bid, and only certain winners are played
to win. Misères, and what is thrown in an exchange, are as in :mod:`sim.policies.counting`; but a
misère is bid only on a hand that cannot take a trick, and nothing is paid for what is uncertain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from sim.engine.bits import ONE, ZERO, either, highest_bit, lane_function, popcount, u64, where
from sim.engine.card_masks import cards_below, highest_rank, lowest_rank, preferring, suit_mask
from sim.game.cards import JOKER, SUITS
from sim.policies.counting import PLAIN
from sim.policies.counting import decisions_under as counting_under
from sim.policies.counting.extension import OWN, follow_under, lead_under, table_with
from sim.policies.counting.layout import BIDS_BY_SAFETY
from sim.policies.counting.openings import lead_to_lose
from sim.policies.counting.parameters import PARAMETERS
from sim.policies.counting.play import cheapest, winners
from sim.policies.counting.table import is_misere
from sim.policies.counting.worth import SAFETY, worth_of
from sim.policies.kind import Table
from sim.policies.parameter import Parameter
from sim.policies.policy import Decisions, PolicyKind, decline

if TYPE_CHECKING:
    from sim.game.rules import Rules

BIDS_BY_WINNERS = OWN
"""Where the table has, by certain winners, the contracts for no more tricks, as bits."""

MOST_CARDS = 8
"""More cards than a hand has."""

FIT_FOR_LEAD = 4
"""Bits that hold the length of a suit."""


@lane_function
def sure_with(cards, pack, trumps):  # type: ignore[no-untyped-def]
    """How many winners are certain with a suit as trumps; a joker that is out beats all of it."""
    joker = u64(JOKER)
    out = pack & ~cards
    tops = cards & ~cards_below(out & ~joker) & ~joker
    beaten = where((out & joker) != ZERO, trumps)
    return popcount(tops & ~beaten) + popcount(cards & joker)


@lane_function
def value_as_trumps(cards, pack, suit):  # type: ignore[no-untyped-def]
    """What a suit is worth as trumps: certain winners, then its length; 0 if it is not held."""
    places = suit_mask(u64(suit)) & ~u64(JOKER)
    length = popcount(cards & places)
    return where(length != ZERO, (sure_with(cards, pack, places) << u64(FIT_FOR_LEAD)) + length)


@lane_function
def best_suit(cards, pack):  # type: ignore[no-untyped-def]
    """All places of the suit with which most winners are certain, of equals the longest."""
    most = ZERO
    best = ZERO
    for suit in range(SUITS):
        value = value_as_trumps(cards, pack, suit)
        better = value > most
        most = either(better, value, most)
        best = either(better, suit_mask(u64(suit)), best)
    return best


@lane_function
def worth_of_winners(view, table):  # type: ignore[no-untyped-def]
    """The contracts for no more tricks than are certain, as bits."""
    best = ZERO
    for suit in range(SUITS):
        best = max(best, value_as_trumps(view.hand, view.pack, suit))
    sure = min(best >> u64(FIT_FOR_LEAD), view.hand_size)
    return u64(table[u64(BIDS_BY_WINNERS) + sure])


@lane_function
def bid(view, table):  # type: ignore[no-untyped-def]
    """As many tricks as are certain, or a pass."""
    return highest_bit(preferring(view.legal, worth_of_winners(view, table) | ONE))


@lane_function
def bid_or_misere(view, table):  # type: ignore[no-untyped-def]
    """The same, or a misère that is certain."""
    misere = u64(table[u64(BIDS_BY_SAFETY) + worth_of(view.hand, SAFETY, table)])
    return highest_bit(preferring(view.legal, worth_of_winners(view, table) | misere | ONE))


@lane_function
def opening_lead(view, table):  # type: ignore[no-untyped-def]
    """The highest card that may be led of the best suit; in a misère the safest."""
    suited = preferring(view.legal, best_suit(view.hand, view.pack))
    return either(view.misere, lead_to_lose(view, table), highest_rank(suited))


@lane_function
def name_trump(view):  # type: ignore[no-untyped-def]
    """The best suit."""
    return view.legal & best_suit(view.hand, view.pack)


@lane_function
def lead(view, table):  # type: ignore[no-untyped-def]
    """A certain winner, a trump first; without one the lowest card."""
    sure = winners(view)
    trumps_first = highest_rank(preferring(sure, view.trump))
    return either(sure != ZERO, trumps_first, lowest_rank(view.hand))


@lane_function
def follow(view, table):  # type: ignore[no-untyped-def]
    """The cheapest card that is certain to win if the trick must be won, else the lowest card."""
    declaring = view.turn == view.declarer_turn
    wanted = declaring | (view.winner == view.declarer_turn)
    plays_last = view.turn + ONE == view.players
    sure = where(wanted, view.winning & either(plays_last, view.winning, winners(view)))
    return either(sure != ZERO, cheapest(sure, view.trump), lowest_card(view))


@lane_function
def lowest_card(view):  # type: ignore[no-untyped-def]
    """The lowest legal card that is no certain winner, if there is one."""
    return lowest_rank(preferring(view.legal, ~winners(view)))


def decisions_under(rules: Rules) -> Decisions:
    """Certain winners under any rules: the rest is counting's, and offers are refused."""
    return replace(
        counting_under(rules),
        bid=bid_or_misere if any(map(is_misere, rules.ladder)) else bid,
        opening_lead=opening_lead,
        lead=lead_under(rules, lead),
        follow=follow_under(rules, follow),
        look=decline,
        peep=decline,
        take=decline,
        name_trump=name_trump,
    )


def sure_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Counting's numbers with a misère that must be certain, and the bids by certain winners."""
    defaults = {parameter.name: parameter.default for parameter in PARAMETERS}
    bids = [
        sum(
            1 << number
            for number, contract in enumerate(rules.ladder, start=1)
            if contract.judged == "at least" and contract.target <= sure + parameters["hope"]
        )
        for sure in range(MOST_CARDS)
    ]
    return table_with(bids, {**defaults, "misere": parameters["misere"]}, rules)


SURE_TRICKS = PolicyKind(
    name="sure-tricks",
    version=1,
    idea=(
        "Counts only certain winners, the cards that none of their suit can beat: bids as many "
        "tricks, plays what surely wins, else its lowest card."
    ),
    decisions=replace(PLAIN, bid=bid, opening_lead=opening_lead, lead=lead, follow=follow),
    decisions_under=decisions_under,
    parameters=(
        Parameter(
            name="hope",
            meaning="tricks bid beyond those that are certain",
            default=0,
            low=0,
            high=7,
        ),
        Parameter(
            name="misere",
            meaning="estimated chance of no trick that a misère is worth at even stakes",
            default=1,
            low=0,
            high=1,
        ),
    ),
    table=sure_table,
)
"""The policy."""

"""Nap as Hoffmann advises, in "Hoyle's Games Modernized", 1909, pages 102 and 103.

Three rules of his are played, each of which a parameter turns off; all else is as in
:mod:`sim.policies.counting`:

- with three players, nap is called on any hand of one suit that an honour heads;
- trumps are led against the declarer when he requires one more trick, and let alone before;
- the first discard is from the shortest and weakest suit.

He gives the second rule to tables of four and five; here it holds at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from sim.engine.bits import ZERO, either, lane_function, lowest_bit, popcount, u64, where
from sim.engine.card_masks import SUIT, highest_rank, preferring, ranks_of, suit_mask, suit_of
from sim.engine.compiled import specialised
from sim.engine.view import void_suits
from sim.game.cards import JOKER, SUIT_WIDTH, SUITS
from sim.policies.counting import PLAIN
from sim.policies.counting import decisions_under as counting_under
from sim.policies.counting.extension import OWN, follow_under, lead_under, nap_call, table_with
from sim.policies.counting.layout import CALLS
from sim.policies.counting.parameters import PARAMETERS
from sim.policies.counting.play import (
    cheapest,
    declarer_leads,
    defender_leads,
    winners,
    worst_card,
)
from sim.policies.kind import Table
from sim.policies.parameter import Parameter
from sim.policies.policy import Decisions, PolicyKind

if TYPE_CHECKING:
    from sim.game.rules import Rules

PLAYERS, HONOUR, NAP, NEEDS, DISCARDS, TARGETS = range(OWN, OWN + 6)
"""Where the table has: the most players with whom a flush is worth nap, the least rank that must
head it, the call of nap, tricks that the declarer still needs when trumps are led, whether the
first discard is chosen, and by contract the declarer's target."""

LOWEST_RANK: Final = 2
"""Ranks are given from 2 to 14, the ace; the lowest bit of a suit is a two."""

MANY = u64(1 << 32)
"""More than any suit counts."""

COUNTED: Any = None
"""Stands for counting's bid until the bid is made for some rules."""


@cache
def bid_over(counted: Any) -> Any:
    """The bid where counting would bid in a certain way."""
    return lane_function(
        specialised(bid_nap_on_flush, f"flush_or_{counted.__name__}", COUNTED=counted)
    )


def bid_nap_on_flush(view, table):  # type: ignore[no-untyped-def]
    """Nap on a flush that an honour heads if few are at the table; else what counting bids."""
    cards = view.hand & ~u64(JOKER)
    flush = (cards & ~suit_of(lowest_bit(cards))) == ZERO
    headed = ranks_of(cards) >= u64(table[HONOUR])
    few = view.players <= u64(table[PLAYERS])
    nap = view.legal & u64(table[NAP])
    return max(COUNTED(view, table), where(flush & headed & few, nap))


@lane_function
def lead(view, table):  # type: ignore[no-untyped-def]
    """As counting, but for a defender's trumps when the declarer requires one more trick."""
    needed = u64(table[u64(TARGETS) + view.contract]) - view.tricks
    nearly_made = (needed != ZERO) & (needed <= u64(table[NEEDS]))
    trumps = where(nearly_made, view.hand & view.trump)
    against = either(trumps != ZERO, trumps, defender_leads(view))
    declaring = view.turn == view.declarer_turn
    return highest_rank(either(declaring, declarer_leads(view), against))


@lane_function
def follow(view, table):  # type: ignore[no-untyped-def]
    """As counting, but for a defender's first discard."""
    declaring = view.turn == view.declarer_turn
    wanted = (declaring | (view.winner == view.declarer_turn)) & (view.winning != ZERO)
    discards = (view.legal & view.led_suit) == ZERO
    first = void_suits(view, view.turn) == ZERO
    chosen = discards & first & (u64(table[DISCARDS]) != ZERO) & ~declaring
    thrown = either(chosen, from_shortest_suit(view), worst_card(view))
    return either(wanted, cheapest(view.winning, view.trump), thrown)


@lane_function
def from_shortest_suit(view):  # type: ignore[no-untyped-def]
    """The lowest card of the shortest side suit, of equally short ones the weakest; no winner.

    Suits are weaker the lower their highest card is.
    """
    side_cards = preferring(view.legal, ~view.trump)
    losers = preferring(side_cards, ~winners(view))
    thrown = ZERO
    least = MANY
    for suit in range(SUITS):
        held = (view.hand >> u64(SUIT_WIDTH * suit)) & SUIT
        strength = (popcount(held) << u64(SUIT_WIDTH)) | held
        lowest = lowest_bit(losers & suit_mask(u64(suit)))
        worse = (lowest != ZERO) & (strength < least)
        least = either(worse, strength, least)
        thrown = either(worse, lowest, thrown)
    return thrown


def decisions_under(rules: Rules) -> Decisions:
    """Counting's decisions with Hoffmann's bid, lead and discard."""
    counted = counting_under(rules)
    return replace(
        counted,
        bid=bid_over(counted.bid),
        lead=lead_under(rules, lead),
        follow=follow_under(rules, follow),
    )


def hoffmann_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Counting's numbers, and Hoffmann's."""
    targets = [0] * CALLS
    for number, contract in enumerate(rules.ladder, start=1):
        targets[number] = contract.target
    own = [
        int(parameters["players"]),
        1 << (int(parameters["honour"]) - LOWEST_RANK),
        nap_call(rules),
        int(parameters["needs"]),
        int(parameters["shortest"]),
        *targets,
    ]
    return table_with(own, parameters, rules)


HOFFMANN = PolicyKind(
    name="hoffmann",
    version=1,
    idea=(
        "Hoffmann 1909: calls nap on any flush headed by an honour with three players, leads "
        "trumps when the declarer requires one more trick, discards first from his shortest and "
        "weakest suit; else as counting."
    ),
    decisions=replace(PLAIN, bid=bid_over(PLAIN.bid), lead=lead, follow=follow),
    decisions_under=decisions_under,
    parameters=(
        *PARAMETERS,
        Parameter(
            name="players",
            meaning="most players with whom nap is called on any flush headed by an honour",
            default=3,
            low=0,
            high=7,
        ),
        Parameter(
            name="honour",
            meaning="lowest rank that may head such a flush: 11 knave to 14 ace",
            default=11,
            low=2,
            high=14,
        ),
        Parameter(
            name="needs",
            meaning="tricks required by the declarer, at most, for a defender to lead trumps",
            default=1,
            low=0,
            high=7,
        ),
        Parameter(
            name="shortest",
            meaning="whether the first discard is from the shortest and weakest suit: 1, or 0",
            default=1,
            low=0,
            high=1,
        ),
    ),
    table=hoffmann_table,
)
"""The policy."""

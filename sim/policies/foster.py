"""Nap as Foster bids it, in "Foster's Complete Hoyle", 1897.

Nap is called only when two rounds of trumps are sure and all the other cards but one are winners.
The rounds are sure if the highest trumps of the pack are held. Of the other cards those are
winners that no card of their suit can beat, and further trumps, because two rounds have drawn what
was out against them. Everything below nap is bid, and all is played, as
:mod:`sim.policies.counting` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from sim.engine.bits import ZERO, either, lane_function, popcount, u64
from sim.engine.card_masks import cards_below, preferring, suit_mask
from sim.engine.compiled import specialised
from sim.engine.view import BidView
from sim.game.cards import JOKER, SUITS
from sim.policies.counting import PLAIN
from sim.policies.counting import decisions_under as counting_under
from sim.policies.counting.extension import OWN, nap_call, table_with
from sim.policies.counting.parameters import PARAMETERS
from sim.policies.kind import Table
from sim.policies.parameter import Parameter
from sim.policies.policy import Decisions, PolicyKind

if TYPE_CHECKING:
    from sim.game.rules import Rules

ROUNDS, LOSERS, LONG, NAP, GRAND = range(OWN, OWN + 5)
"""Where the table has: the rounds of trumps that must be sure, the losers allowed beside them,
whether further trumps are winners, the call of nap, and the calls of nap and more."""

NAP_TRICKS: Final = 5
"""Nap is a contract for five tricks, also where seven cards are dealt."""

COUNTED: Any = None
"""Stands for counting's bid until the bid is made for some rules."""


@cache
def bid_over(counted: Any) -> Any:
    """The bid where counting would bid in a certain way."""
    return lane_function(
        specialised(bid_nap_if_sure, f"sure_nap_or_{counted.__name__}", COUNTED=counted)
    )


def bid_nap_if_sure(view, table):  # type: ignore[no-untyped-def]
    """Nap or more if the hand is sure of it; less, as counting bids, if it is not."""
    sure = is_sure_of_nap(view, table)
    allowed = either(sure, view.legal, preferring(view.legal, ~u64(table[GRAND])))
    counted = COUNTED(BidView(view.hand, allowed, *view[2:]), table)
    return max(counted, either(sure, view.legal & u64(table[NAP]), ZERO))


@lane_function
def is_sure_of_nap(view, table):  # type: ignore[no-untyped-def]
    """Whether with some suit as trumps the rounds are sure, and enough others are winners."""
    joker = u64(JOKER)
    held = view.hand & ~joker
    out = view.pack & ~view.hand
    tops = held & ~cards_below(out & ~joker)
    joker_held = popcount(view.hand & joker)
    joker_out = (out & joker) != ZERO
    sure = False
    for suit in range(SUITS):
        places = suit_mask(u64(suit))
        rounds = either(joker_out, ZERO, popcount(tops & places) + joker_held)
        long_trumps = popcount(held & places) + joker_held
        trumps = either(u64(table[LONG]) != ZERO, long_trumps, rounds)
        winners = trumps + popcount(tops & ~places)
        few_losers = winners + u64(table[LOSERS]) >= popcount(view.hand)
        sure |= (rounds >= u64(table[ROUNDS])) & few_losers & ((held & places) != ZERO)
    return sure


def decisions_under(rules: Rules) -> Decisions:
    """Counting's decisions with Foster's bid."""
    counted = counting_under(rules)
    return replace(counted, bid=bid_over(counted.bid))


def foster_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Counting's numbers, and Foster's."""
    grand = sum(
        1 << number
        for number, contract in enumerate(rules.ladder, start=1)
        if contract.target >= NAP_TRICKS and contract.judged == "at least"
    )
    own = [
        int(parameters["rounds"]),
        int(parameters["losers"]),
        int(parameters["long"]),
        nap_call(rules),
        grand,
    ]
    return table_with(own, parameters, rules)


FOSTER = PolicyKind(
    name="foster",
    version=1,
    idea=(
        "Foster 1897: calls nap only when two rounds of trumps are sure and all other cards but "
        "one are winners; else bids and plays as counting."
    ),
    decisions=replace(PLAIN, bid=bid_over(PLAIN.bid)),
    decisions_under=decisions_under,
    parameters=(
        *PARAMETERS,
        Parameter(
            name="rounds",
            meaning="rounds of trumps that must be sure for nap",
            default=2,
            low=0,
            high=7,
        ),
        Parameter(
            name="losers",
            meaning="cards beside these rounds that may be no winners",
            default=1,
            low=0,
            high=7,
        ),
        Parameter(
            name="long",
            meaning="whether further trumps count as winners: 1, or 0",
            default=1,
            low=0,
            high=1,
        ),
    ),
    table=foster_table,
)
"""The policy."""

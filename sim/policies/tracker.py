"""Remembering what was played: counting's bids, with play that uses every card and void shown.

A player who remembers all cards played, and who could not follow which suit, knows more than
:mod:`sim.policies.counting` uses:

- as declarer he leads trumps that nobody is likely to beat, and others while he has several; the
  last one he keeps to come in again, and leads the side card that is least likely to be beaten;
- as defender he leads suits that a fellow who lacks them can trump and the declarer cannot; he goes
  over a fellow only where the declarer, who is still to play, may beat the fellow's card; and he
  throws first what the declarer lacks, because such cards are of no use against him.

The chance that a card is beaten counts the higher cards not yet seen, and the players who have not
shown that they lack the suit; those cards are with them or asleep in the stock, by the
hypergeometric law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Final

from sim.engine.bits import (
    ONE,
    ZERO,
    bits_above,
    either,
    highest_bit,
    lane_function,
    lowest_bit,
    popcount,
    u64,
    where,
)
from sim.engine.block import MOST_PLAYERS, VOID_BITS
from sim.engine.card_masks import cards_below, highest_rank, lowest_rank, preferring, suit_mask
from sim.engine.view import unseen, void_suits
from sim.game.cards import SUITS
from sim.policies.counting import PLAIN
from sim.policies.counting import decisions_under as counting_under
from sim.policies.counting.extension import OWN, follow_under, lead_under, table_with
from sim.policies.counting.parameters import PARAMETERS
from sim.policies.counting.play import cheapest, winners, worst_card
from sim.policies.kind import Table
from sim.policies.parameter import Parameter
from sim.policies.policy import Decisions, PolicyKind

if TYPE_CHECKING:
    from sim.game.rules import Rules

SURE, KEEP, RUFFS, THIRD, USELESS, CHANCES = range(OWN, OWN + 6)
"""Where the table has: the chance in 1/256 from which a trump is led for sure, the trumps kept
otherwise, whether three rules of the defence are followed, and the chances by trick, players who
may have a suit, and higher cards out."""

TRICKS: Final = 8
HOLDERS: Final = 8
HIGHER: Final = 16
"""More tricks, players and higher cards than there are."""

PER_CHANCE: Final = 256

OTHERS = u64(sum(1 << (VOID_BITS * turn) for turn in range(1, MOST_PLAYERS)))
"""The flag of one suit of all players but the leader, who has turn 0."""


@lane_function
def lead(view, table):  # type: ignore[no-untyped-def]
    """The card that is best to lead by what is known of the others."""
    declaring = view.turn == view.declarer_turn
    against = highest_rank(defender_leads(view, table))
    return either(declaring, declarer_lead(view, table), against)


@lane_function
def declarer_lead(view, table):  # type: ignore[no-untyped-def]
    """A trump while one may be out and it is sure to win, or others remain; else a side card."""
    trumps = view.hand & view.trump
    is_sure = chance_of_best(view, trumps, view.trump, table) >= u64(table[SURE])
    some_out = ((unseen(view) & view.trump) != ZERO) & (holders(view, view.trump) != ZERO)
    draws = some_out & (trumps != ZERO) & (is_sure | (popcount(trumps) > u64(table[KEEP])))
    side_card = best_side_card(view, table)
    return either(draws | (side_card == ZERO), highest_rank(trumps), side_card)


@lane_function
def best_side_card(view, table):  # type: ignore[no-untyped-def]
    """The side card that is least likely to be beaten in its suit; 0 if there is none."""
    side_cards = view.hand & ~view.trump
    best = ZERO
    best_chance = ZERO
    for suit in range(SUITS):
        places = suit_mask(u64(suit)) & ~view.trump
        held = side_cards & places
        chance = where(held != ZERO, chance_of_best(view, held, places, table) + ONE)
        better = chance > best_chance
        best_chance = either(better, chance, best_chance)
        best = either(better, highest_bit(held | ONE), best)
    return best


@lane_function
def chance_of_best(view, cards, places, table):  # type: ignore[no-untyped-def]
    """The chance, in 1/256, that no other player has a card above the best of some of a suit."""
    higher = popcount(unseen(view) & places & ~cards_below(cards))
    place = (view.trick * u64(HOLDERS) + holders(view, places)) * u64(HIGHER) + higher
    return u64(table[u64(CHANCES) + place])


@lane_function
def holders(view, places):  # type: ignore[no-untyped-def]
    """How many of the others may have cards of a suit, from the leader's side."""
    suit = popcount(lowest_bit(places) - ONE) >> u64(4)
    return view.players - ONE - popcount((view.voids >> suit) & OTHERS)


@lane_function
def defender_leads(view, table):  # type: ignore[no-untyped-def]
    """Side cards that the declarer is not known to trump, best those that a fellow can."""
    declarer_lacks = void_suits(view, view.declarer_turn)
    side_cards = preferring(view.hand, ~view.trump)
    useful = preferring(side_cards, ~declarer_lacks)
    ruffed = where(u64(table[RUFFS]) != ZERO, ruffed_by_fellows(view) & ~declarer_lacks)
    return preferring(preferring(useful, ruffed), winners(view))


@lane_function
def ruffed_by_fellows(view):  # type: ignore[no-untyped-def]
    """The suits that a fellow defender lacks who may have a trump."""
    suits = ZERO
    for turn in range(1, MOST_PLAYERS):
        lacks = void_suits(view, u64(turn))
        may_ruff = (u64(turn) != view.declarer_turn) & ((lacks & view.trump) == ZERO)
        suits |= where(may_ruff, lacks)
    return where((unseen(view) & view.trump) != ZERO, suits)


@lane_function
def follow(view, table):  # type: ignore[no-untyped-def]
    """Win as cheaply as possible if the trick must be won; else throw what is of least use."""
    declaring = view.turn == view.declarer_turn
    wanted = (declaring | (view.winner == view.declarer_turn)) & (view.winning != ZERO)
    over = where(~declaring & (u64(table[THIRD]) != ZERO), card_over_fellow(view))
    thrown = either(declaring | (u64(table[USELESS]) == ZERO), worst_card(view), least_use(view))
    kept_back = either(over != ZERO, over, thrown)
    return either(wanted, cheapest(view.winning, view.trump), kept_back)


@lane_function
def card_over_fellow(view):  # type: ignore[no-untyped-def]
    """The card to play over a fellow's that the declarer, still to play, may beat; 0 if none.

    The cheapest that nobody can beat, else the highest.
    """
    lacks = void_suits(view, view.declarer_turn)
    may_beat = unseen(view) & view.led_suit & bits_above(view.best) & ~lacks
    in_danger = (view.declarer_turn > view.turn) & (may_beat != ZERO)
    higher = where(in_danger, view.winning & view.led_suit)
    sure = higher & winners(view)
    highest = where(higher != ZERO, highest_bit(higher | ONE))
    return either(sure != ZERO, lowest_bit(sure), highest)


@lane_function
def least_use(view):  # type: ignore[no-untyped-def]
    """The lowest card of a suit that the declarer lacks, else the lowest side card; no winner."""
    side_cards = preferring(view.legal, ~view.trump)
    useless = preferring(side_cards, void_suits(view, view.declarer_turn))
    return lowest_rank(preferring(useless, ~winners(view)))


def decisions_under(rules: Rules) -> Decisions:
    """Counting's decisions with the tracker's play."""
    return replace(
        counting_under(rules),
        lead=lead_under(rules, lead),
        follow=follow_under(rules, follow),
    )


def tracker_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Counting's numbers, and the tracker's."""
    own = [
        round(parameters["sure"] * PER_CHANCE),
        int(parameters["keep"]),
        int(parameters["ruffs"]),
        int(parameters["third"]),
        int(parameters["useless"]),
    ]
    chances = [
        round(chance_none_held(higher, holders, trick, rules) * PER_CHANCE)
        for trick in range(TRICKS)
        for holders in range(HOLDERS)
        for higher in range(HIGHER)
    ]
    return table_with([*own, *chances], parameters, rules)


def chance_none_held(higher: int, holders: int, trick: int, rules: Rules) -> float:
    """Probability that none of some players has one of some unseen cards, before a trick is led.

    Hypergeometric: all that is unseen lies in the other hands and in the stock.
    """
    cards = max(rules.hand_size - trick, 0)
    out = rules.pack_size - rules.hand_size - (rules.hands - 1) * trick
    held = min(holders * cards, out)
    if higher > out - held:
        return 0.0
    return comb(out - higher, held) / comb(out, held)


def _rule(name: str, meaning: str) -> Parameter:
    """A parameter that turns a rule on or off."""
    return Parameter(name=name, meaning=f"whether {meaning}: 1, or 0", default=1, low=0, high=1)


TRACKER = PolicyKind(
    name="tracker",
    version=1,
    idea=(
        "Remembers the cards played and the voids shown: leads what is least likely to be beaten, "
        "keeps its last trump, covers a fellow's card only in need; bids as counting."
    ),
    decisions=replace(PLAIN, lead=lead, follow=follow),
    decisions_under=decisions_under,
    parameters=(
        *PARAMETERS,
        Parameter(
            name="sure",
            meaning="chance not to be beaten from which the declarer leads even a trump to keep",
            default=0.8,
            low=0.0,
            high=1.0,
        ),
        Parameter(
            name="keep",
            meaning="trumps that the declarer keeps unless they are so sure",
            default=1,
            low=0,
            high=7,
        ),
        _rule("ruffs", "a defender leads what a fellow can trump and the declarer cannot"),
        _rule("third", "a defender goes over a fellow whom the declarer may beat"),
        _rule("useless", "a defender throws first what the declarer lacks"),
    ),
    table=tracker_table,
)
"""The policy."""

"""Plays whose result needs no search, through the engine, against exact values.

The rows `n2_...` state how often a hand takes so many tricks against one opponent when both see
all cards and play as well as they can. For most hands that takes a solver. For these it does not:
the declarer's line below cannot be bettered, and no defence is better than to beat him as soon as
one can and to keep the highest cards of his side suit.

* `flush` hands: all tricks go to the trumps, and the cards above mine take theirs whenever they
  are played.
* Winners alone (ace, king, ... of their suits without a gap): only a ruff can stop one. Five
  tricks are made where my trumps outlast the opponent's; where he has one more, how many tricks
  follow depends on the card that he has left.
* `AKQJ` and a king: the king falls to the ace, which the opponent keeps, and to nothing else.

A name with `fix` has the first suit as trumps. Without it the declarer chooses by his first card,
knowing the cards: the better of two lines counts. Misère with a hand of winners fails with any
play: whatever is led wins.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sim.engine.bits import ZERO, either, lane_function, lowest_bit, u64
from sim.engine.calls import FOLLOW, LEAD, OPENING_LEAD
from sim.engine.card_masks import cards_below, suit_of
from sim.experiment import Experiment, Player
from sim.game.rules import Rules, load_rules
from sim.policies import make_policy
from sim.records import play_hands
from tests.injected_decisions import answer_instead, compiled
from tests.statistics.dealt_hands import (
    RANKS,
    SUITS,
    Masks,
    Table,
    cards,
    different,
    of_suit,
    with_me_first,
)
from tests.statistics.exact_values import (
    TESTS,
    Finding,
    binomial_finding,
    rows_shown_by,
    value_of,
)
from tests.statistics.lay_down import is_lay_down_with

SEED = 1843
ANOTHER_SEED = 1921
DEALS = 300_000
MANY_DEALS = 3_000_000
DEALS_AT_A_TIME = 300_000

NAMED = r"n2_(?P<fix>fix_)?(?P<what>mis|dd\d)_(?P<hand>\w+)"

RENAMED = {
    "ASKSQSJSAH": "AC KC QC JC AS",
    "ASKSQSAHAD": "AC KC QC AS AH",
    "ASKSQSAHKH": "AC KC QC AS KS",
    "ASKSAHKHAD": "AC KC AS KS AH",
    "ASKSQSJSKH": "AC KC QC JC KS",
    "KSQSJSTS9S": "KC QC JC TC 9C",
    "QSJSTS9S8S": "QC JC TC 9C 8C",
}
"""The hands with other names of suits: the first one is clubs, the second one spades."""

SPADES = u64(0xFFFF << 48)


# The lines of play -------------------------------------------------------------------------------


@lane_function
def highest_of_lowest_suit(cards):  # type: ignore[no-untyped-def]
    in_suit = cards & suit_of(lowest_bit(cards))
    return in_suit & ~cards_below(in_suit)


@lane_function
def lead_first_suit(view, deal):  # type: ignore[no-untyped-def]
    return highest_of_lowest_suit(view.legal)


@lane_function
def lead_second_suit(view, deal):  # type: ignore[no-untyped-def]
    """The highest spade; of a hand without, the highest card of the first suit."""
    spades = view.legal & SPADES
    return highest_of_lowest_suit(either(spades != ZERO, spades, view.legal))


@lane_function
def lead_on(view, deal):  # type: ignore[no-untyped-def]
    """Trumps from the top, then suit after suit from the top."""
    trumps = view.legal & view.trump
    return highest_of_lowest_suit(either(trumps != ZERO, trumps, view.legal))


@lane_function
def beat_or_keep(view, deal):  # type: ignore[no-untyped-def]
    """Win as cheaply as possible, else part with the lowest card of the lowest suit."""
    return lowest_bit(either(view.winning != ZERO, view.winning, view.legal))


def line(opening_lead: Any) -> dict[int, Any]:
    """The decisions of a line of play."""
    return {OPENING_LEAD: opening_lead, LEAD: lead_on, FOLLOW: beat_or_keep}


FIRST_SUIT, SECOND_SUIT = line(lead_first_suit), line(lead_second_suit)
ANY_PLAY: dict[int, Any] = {}
"""Everybody plays at random."""


def tricks_of_play(
    rules: Rules, contract: str, hands: Masks, decisions: dict[int, Any]
) -> np.ndarray:
    """The declarer's tricks in deals of given hands; he is eldest, column 0 has his.

    Whoever is to decide what is not given decides at random.
    """
    players = hands.shape[1]
    lineup = tuple(Player(f"player {seat}", make_policy("random")) for seat in range(players))
    bids = np.zeros(hands.shape, np.uint64)
    bids[:, 0] = rules.ladder.number(contract)
    with pytest.MonkeyPatch.context() as patch:
        for decision, function in decisions.items():
            answer_instead(patch, decision, compiled(function, decision))
        experiment = Experiment(rules, lineup, "fixed", SEED)
        return play_hands(experiment, np.roll(hands, 1, axis=1), bids).tricks


def rules_of_two(profile: str) -> Rules:
    return load_rules(profile, 3, {"deals_per_session": 1}).for_two()


# Two players -------------------------------------------------------------------------------------


@cache
def tricks_of_hand(hand: str, how: str, deals: int, seed: int) -> np.ndarray:
    """The tricks that a hand takes against so many hands of an opponent."""
    rules = rules_of_two("hoyle")
    contract = "misere" if how == "any play of misere" else "nap"
    decisions = {"first suit": FIRST_SUIT, "second suit": SECOND_SUIT}.get(how, ANY_PLAY)
    tricks = []
    for first_deal in range(0, deals, DEALS_AT_A_TIME):
        size = min(DEALS_AT_A_TIME, deals - first_deal)
        dealt = Table(2).deal(seed, first_deal, size)
        block = with_me_first(dealt, first_deal, Table(2)).holding(cards(RENAMED[hand]))
        tricks.append(tricks_of_play(rules, contract, block.hands.T, decisions))
    return np.concatenate(tricks)


def compare(row: str, deals: int, seed: int) -> Finding:
    name = re.fullmatch(NAMED, row)
    assert name
    ways = {"mis": ["any play of misere"]}.get(name["what"], ["first suit", "second suit"])
    if name["fix"]:
        ways = ways[:1]
    tricks = np.max([tricks_of_hand(name["hand"], how, deals, seed) for how in ways], axis=0)
    wanted = 0 if name["what"] == "mis" else int(name["what"][-1])
    return binomial_finding(row, int((tricks == wanted).sum()), deals, value_of(row))


PLAYED = [row for row in rows_shown_by("plays") if re.fullmatch(NAMED, row)]


def test_every_row_has_a_test() -> None:
    assert sorted([*PLAYED, "laydown7_52"]) == sorted(rows_shown_by("plays"))
    assert len(PLAYED) == TESTS["plays"]


@pytest.mark.parametrize("row", PLAYED)
def test_three_hundred_thousand_opponents(row: str) -> None:
    compare(row, DEALS, SEED).judge()


@pytest.mark.slow
@pytest.mark.parametrize("row", PLAYED)
def test_three_million_opponents(row: str) -> None:
    compare(row, MANY_DEALS, ANOTHER_SEED).judge()


# Lay-down hands ----------------------------------------------------------------------------------

LAY_DOWN_TABLES = [
    Table(4, pack=24),
    Table(4, pack=28),
    Table(4, pack=32),
    Table(7, pack=36),
    Table(7, pack=40),
    Table(3, pack=24, hand_size=7),
]
LAYOUTS = 2_000


def lay_down_hands(table: Table) -> Masks:
    """The lay-down hands with clubs as trumps: all others are like them but for the names."""
    dealt = table.deal(SEED, 0, 1_000_000)
    return different(dealt[is_lay_down_with(dealt, 0, table)])


@pytest.mark.parametrize("defence", [{}, {FOLLOW: beat_or_keep}], ids=["any", "beating"])
@pytest.mark.parametrize("table", LAY_DOWN_TABLES, ids=str)
def test_lay_down_hands_take_every_trick(table: Table, defence: dict[int, Any]) -> None:
    """Trumps from the top, then the side cards: against random hands and play, and a defence."""
    changes = {"deals_per_session": 1, "pack": table.pack}
    rules = load_rules("seven-card" if table.hand_size == 7 else "basic", table.players, changes)
    contract = "seven" if table.hand_size == 7 else "nap"
    hands = lay_down_hands(table)
    assert hands.size > 0
    layouts = with_me_first(table.deal(SEED + 1, 0, LAYOUTS), 0, table)
    dealt = np.concatenate([layouts.holding(hand).hands.T for hand in hands])
    decisions = {OPENING_LEAD: lead_first_suit, LEAD: lead_on, **defence}
    assert (tricks_of_play(rules, contract, dealt, decisions) == table.hand_size).all()


def test_seven_card_hands_that_take_every_trick() -> None:
    """`laydown7_52`: of all hands of one suit, played against the six other cards of that suit.

    Who holds a card of another suit has six trumps at most: an opponent with the other seven still
    has one when that card is led.
    """
    rules = rules_of_two("seven-card")
    dealt = []
    for number, suit in enumerate(SUITS):
        another = cards(RANKS[0] + SUITS[(number + 1) % 4])
        for ranks in combinations(RANKS, 7):
            mine = cards(of_suit("".join(ranks), suit))
            dealt.append([mine, cards(of_suit(RANKS, suit)) ^ mine | another])
    tricks = tricks_of_play(rules, "seven", np.array(dealt), FIRST_SUIT)
    assert (tricks == 7).sum() == value_of("laydown7_52")

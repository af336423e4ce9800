"""The search policy: what it draws, and that it finds what can be found.

That it is blind, legal under all rules and the same in any block of lanes is tested with all
policies (`tests/rules/test_blind.py`, :mod:`sim.policies.contract`).
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numba import njit
from scipy.stats import chisquare

from sim.engine.view import PlayView, unseen
from sim.game.cards import card_bits, format_cards, pack_of, parse_cards
from sim.game.ladder import Contract
from sim.game.rules import Rules, load_rules
from sim.policies import make_policy, policy_kind
from sim.policies.search.knowledge import KNOWLEDGE, UNSEEN, know_at_play
from sim.policies.search.layouts import FOR_A_BID, FULL_WEIGHT, draw_layout
from sim.solver import Position, Solver, goal_of
from sim.solver.workspace import words_on_stack
from tests.policies.asked_in_blocks import asked
from tests.views import Decider, bid_view, opening_view, suit_mask, trick_view

FALSE_ALARM = 1e-6
"""Probability, for each statistical test of this file, that it fails though all is well."""

BASIC = load_rules("basic", 4)
HOYLE = load_rules("hoyle", 4)
THREE = 1
LANES = 64


def changed(view: PlayView, **fields: Any) -> PlayView:
    """The same view with other fields."""
    return view._replace(**{name: np.uint64(value) for name, value in fields.items()})


def number_of(name: str, rules: Rules) -> int:
    return next(n for n, each in enumerate(rules.ladder, start=1) if each.name == name)


# Layouts -----------------------------------------------------------------------------------------


@njit
def _draw(view, table, tries, weights, drawn):  # type: ignore[no-untyped-def]
    known = words_on_stack(KNOWLEDGE)
    hands = words_on_stack(8)
    know_at_play(known, view, table)
    known[UNSEEN] = unseen(view)
    for layout in range(len(weights)):
        weights[layout] = draw_layout(known, hands, tries, view, table)
        for turn in range(drawn.shape[1]):
            if turn != view.turn:
                drawn[layout, turn] = hands[turn]


def drawn_layouts(
    view: PlayView, layouts: int, tries: int, rules: Rules = BASIC
) -> tuple[Any, Any]:
    """Weights and hands of layouts that are drawn in a position."""
    made = make_policy("search")
    table = policy_kind("search").numbers(dict(made.parameters), rules)
    weights = np.zeros(layouts, np.uint64)
    drawn = np.zeros((layouts, int(view.players)), np.uint64)
    _draw(view, table, tries, weights, drawn)
    return weights, drawn


def test_all_layouts_that_fit_are_drawn_and_weigh_alike() -> None:
    """Two cards each, and suits that two players lack; held against a list of all layouts.

    What a layout weighs, times the probability with which it is drawn, is the same for all. The
    numbers of draws are multinomial with those probabilities (chi-square test, ``FALSE_ALARM``).
    """
    hidden = parse_cards("AS KS AH KH AD KD 2D")
    own = "3C 4C"
    view = trick_view(own, declarer=0, trump="C", players=3)
    lacks = {1: "S", 2: "H"}
    voids = sum(1 << (4 * turn + "CDHS".index(suit)) for turn, suit in lacks.items())
    view = changed(view, trick=3, voids=voids, pack=parse_cards(own) | hidden)
    expected: dict[tuple[int, int], Fraction] = {}
    for first in hands_of_two(hidden & ~suit_mask("S")):
        allowed = hidden & ~suit_mask("H") & ~first
        seconds = hands_of_two(allowed)
        for second in seconds:
            expected[first, second] = Fraction(1, 10 * len(seconds))
    weights, drawn = drawn_layouts(view, 20_000, tries=1)
    layouts = [(int(first), int(second)) for _, first, second in drawn]
    counts = Counter(layouts)
    assert counts.keys() == expected.keys()
    for weight, layout in zip(weights, layouts, strict=True):
        share = int(weight) / int(FULL_WEIGHT)
        assert share * float(expected[layout]) == pytest.approx(1 / 100, rel=1e-5)
    observed = [counts[layout] for layout in expected]
    wanted = [float(share) * len(layouts) for share in expected.values()]
    assert chisquare(observed, wanted).pvalue > FALSE_ALARM


def hands_of_two(cards: int) -> list[int]:
    bits = [1 << bit for bit in card_bits(cards)]
    return [first | second for first, second in combinations(bits, 2)]


def test_a_player_who_has_just_shown_to_lack_a_suit_gets_none_of_it() -> None:
    view = changed(trick_view("3C 4C 5D 6D", "KH", "2S", declarer=0, trump="C"), tricks=1)
    _, drawn = drawn_layouts(view, 300, tries=1)
    assert not (drawn[:, 1] & np.uint64(suit_mask("H"))).any()
    assert (drawn[:, 3] & np.uint64(suit_mask("H"))).any()
    assert {int(hand).bit_count() for hand in drawn[:, 0]} == {3}
    assert {int(hand).bit_count() for hand in drawn[:, 3]} == {4}


def test_calls_change_what_is_drawn() -> None:
    """The eldest has bid three and led a spade, others have passed: their hands must fit.

    A hand fits a call with probability above 0.01, so one in 2000 tries does but for 1e-8.
    """
    assert share_of_bidders("three", tries=2000) == 1.0
    assert share_of_bidders("three", tries=1) < 0.9


def test_a_bid_of_nap_is_heard_with_the_default_tries() -> None:
    """Few hands are worth Nap; of those drawn for its declarer more than half are such."""
    tries = int(policy_kind("search").settings("standard", {})["inference"])
    assert share_of_bidders("nap", tries=1) < 0.1
    assert share_of_bidders("nap", tries=tries) > 0.5


def test_a_lead_in_a_misere_with_trumps_is_heard() -> None:
    """Where the suit led is trump in a misere too, counting leads its safest card of the hand.

    More than one hand in a thousand is worth a misere and led from in clubs, so one in 20,000
    tries is such a hand but for 1e-8.
    """
    rules = load_rules("hoyle", 4, {"contracts": {"misere": {"trump": "suit led"}}})
    number = number_of("misere", rules)
    view = trick_view("6D 7D 8H 9H TS", "3C", declarer=0, trump="C", misere=True)
    view = changed(view, trick=0, auction=number, contract=number)
    _, drawn = drawn_layouts(view, LANES, tries=20_000 // FOR_A_BID, rules=rules)
    hands = [format_cards(int(hand) | parse_cards("3C")) for hand in drawn[:, 0]]
    openings = [changed(opening_view(hand), contract=number, hand_size=5) for hand in hands]
    clubs = suit_mask("C")
    assert all(lead & clubs for lead in asked("counting", rules, openings))
    assert len({*hands}) > LANES / 2


def share_of_bidders(contract: str, tries: int) -> float:
    """The share of the hands drawn for a declarer of spades that counting bids a contract on."""
    number = BASIC.ladder.number(contract)
    view = trick_view("3C 4C 5D 6D 2S", "KS", declarer=0, trump="S")
    view = changed(view, trick=0, auction=number, contract=number)
    counting = Decider("counting", BASIC)
    _, drawn = drawn_layouts(view, 100, tries=tries)
    hands = [int(hand) | parse_cards("KS") for hand in drawn[:, 0]]
    views = [bid_view(format_cards(hand)) for hand in hands]
    return float(np.mean([counting.call(each) == contract for each in views]))


# Play with nothing hidden ------------------------------------------------------------------------


def open_deals(deals: int, seed: int) -> list[tuple[int, int]]:
    """Hands of two players."""
    lots = random.Random(seed)
    cards = [1 << bit for bit in card_bits(pack_of(24))]
    dealt = [lots.sample(cards, 10) for _ in range(deals)]
    return [(sum(each[:5]), sum(each[5:])) for each in dealt]


def seen_openly(view: PlayView, contract: int, hands: tuple[int, int]) -> PlayView:
    """The same view where the pack has no card but those dealt to two players."""
    return changed(view, players=2, hand_size=5, contract=contract, pack=hands[0] | hands[1])


@pytest.mark.parametrize("name", ["three", "misere", "nap"])
def test_with_nothing_hidden_the_declarer_opens_as_the_solver_would(name: str) -> None:
    contract = number_of(name, HOYLE)
    deals = open_deals(LANES, seed=1)
    views = [
        seen_openly(opening_view(format_cards(own)), contract, (own, other)) for own, other in deals
    ]
    answers = asked("search", HOYLE, views)
    solver, kept = Solver(), Counter[bool]()
    for hands, card in zip(deals, answers, strict=True):
        can = {
            each: keeps_after(solver, hands, 1 << each, HOYLE.ladder[contract])
            for each in card_bits(hands[0])
        }
        assert can[card.bit_length() - 1] == any(can.values())
        kept[len(set(can.values())) == 2] += 1
    assert kept[True] > 5, "in some deals it matters which card is led"


@pytest.mark.parametrize("name", ["three", "misere"])
def test_with_nothing_hidden_the_defender_follows_as_the_solver_would(name: str) -> None:
    contract = number_of(name, HOYLE)
    deals = open_deals(LANES, seed=2)
    views, positions = [], []
    for hands in deals:
        lead = hands[0] & -hands[0]
        position = opened(hands, lead, HOYLE.ladder[contract])
        trump = "" if position.trump is None else "CDHS"[position.trump]
        view = trick_view(format_cards(hands[1]), format_cards(lead), declarer=0, trump=trump)
        views.append(changed(seen_openly(view, contract, hands), trick=0))
        positions.append(position)
    answers = asked("search", HOYLE, views)
    solver = Solver()
    goal = goal_of(HOYLE.ladder[contract], 5)
    for position, card in zip(positions, answers, strict=True):
        assert card & solver.keeping_cards(position, goal)


def opened(hands: tuple[int, int], lead: int, contract: Contract) -> Position:
    """The position after an opening lead."""
    suit = (lead.bit_length() - 1) // 16
    trump = None if contract.trump == "none" else suit
    return Position(hands, declarer=0, trump=trump, leader=0).play(lead)


def keeps_after(solver: Solver, hands: tuple[int, int], lead: int, contract: Contract) -> bool:
    return solver.keeps(opened(hands, lead, contract), goal_of(contract, 5))


# The same in any company -------------------------------------------------------------------------


def hidden_openings(deals: int) -> list[PlayView]:
    lots = random.Random(3)
    cards = [1 << bit for bit in card_bits(pack_of(52))]
    hands = [format_cards(sum(lots.sample(cards, 5))) for _ in range(deals)]
    return [changed(opening_view(hand), contract=THREE, hand_size=5) for hand in hands]


@pytest.mark.parametrize("positions", [400, 50_000])
def test_an_answer_does_not_depend_on_the_other_lanes(positions: int) -> None:
    """Though lanes share a hash table, and though a search may be given up in the middle."""
    views = hidden_openings(LANES)
    deals = list(range(LANES))
    answers = asked("search", BASIC, views, deals, positions=positions)
    again = asked("search", BASIC, views[::-1], deals[::-1], positions=positions)
    assert again[::-1] == answers
    assert asked("search", BASIC, views[7:8], [7], positions=positions) == answers[7:8]


def test_without_a_position_to_search_it_plays_as_the_tracker_and_bids_as_counting() -> None:
    views = hidden_openings(LANES)
    tracked = asked("tracker", BASIC, views)
    assert asked("search", BASIC, views, positions=1) == tracked
    assert asked("search", BASIC, views) != tracked
    bids = [bid_view(format_cards(int(each.hand)), pack=pack_of(52)) for each in views]
    assert asked("search", BASIC, bids, positions=1) == asked("counting", BASIC, bids)


# Bids --------------------------------------------------------------------------------------------


def call(hand: str, rules: Rules = BASIC, **fields: Any) -> str:
    legal = (1 << (len(rules.ladder) + 1)) - 1
    view = bid_view(hand, **{"legal": legal, "pack": pack_of(52), **fields})
    (answer,) = asked("search", rules, [view])
    return rules.ladder.calls[answer.bit_length() - 1]


def test_known_hands_are_bid_for_what_they_are_worth() -> None:
    """Sure of every trick it bids the contract that pays most, sure of none it passes."""
    sure = "AS KS QS JS TS"
    most = max(BASIC.ladder, key=lambda each: each.made)
    assert call(sure) == most.name
    assert call(sure, legal=0b11) == "three"
    assert call("2S 3H 4D 5C 7S") == "pass"
    assert call("2S 3S 2H 3H 2D", HOYLE) == "misere"


@pytest.mark.parametrize("positions", [3_000, 5_000, 10_000])
def test_a_margin_is_one_of_each_layout_solved(positions: int) -> None:
    """Three is kept in nearly all layouts, so a pass two units better off is no match for it.

    Nor is it where the limit of positions leaves between half and all of the layouts solved.
    """
    views = [bid_view("AS KS AH AD 3D", legal=0b11, pack=pack_of(52))] * LANES
    answers = asked("search", BASIC, views, bid_layouts=40, margin=-2, positions=positions)
    assert {*answers} == {1 << THREE}

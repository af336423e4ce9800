"""The counting policy gets better cards as it says: looks, the extra hand, exchanges, discards.

Decisions about views made by hand.

Faults of this kind elsewhere (TricksterBots): drops aces and keeps losers (143), misplays the joker
(43, 86, 210).
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from sim.game.cards import RANKS, SUIT_LETTERS, format_cards, parse_cards
from sim.game.rules import load_rules
from tests.views import NO, YES, Decider, bid_view, discard_view, offer_view, suit_mask

PASS_OR_BID = ("pass", "three", "four", "nap", "wellington")


def counting(profile: str, changes: dict[str, Any] | None = None, **parameters: float) -> Decider:
    return Decider("counting", load_rules(profile, 4, changes), **parameters)


def random_hands(number: int, size: int = 5, *, joker: bool = False) -> list[str]:
    dice = random.Random(1815)
    pack = [rank + suit for suit in SUIT_LETTERS for rank in RANKS] + ["joker"] * joker
    return [" ".join(dice.sample(pack, size)) for _ in range(number)]


# Looking at the float and the peep card ----------------------------------------------------------

NEARLY_THREE = "KS JS 7S 2H 3H"
FAR_FROM_THREE = "9S 7D 6H 5C 3C"
MORE_THAN_THREE = "AS KS QS 3H 4D"


@pytest.mark.parametrize(("profile", "decision"), [("float", "look"), ("peep", "peep")])
def test_a_card_is_looked_at_where_it_may_lead_to_a_higher_bid(profile: str, decision: str) -> None:
    decider = counting(profile)
    assert decider.answer(decision, offer_view(NEARLY_THREE)) == YES
    assert decider.answer(decision, offer_view(FAR_FROM_THREE)) == NO


@pytest.mark.parametrize(("profile", "decision"), [("float", "look"), ("peep", "peep")])
def test_the_price_is_minded(profile: str, decision: str) -> None:
    """A card that costs more than the hand is short of is left alone, a free one never."""
    dear = counting(profile, {f"{profile}_price": 10})
    assert dear.answer(decision, offer_view(NEARLY_THREE)) == NO
    free = counting(profile, {f"{profile}_price": 0})
    assert free.answer(decision, offer_view(FAR_FROM_THREE)) == YES


def test_the_dealer_looks_at_the_float_free() -> None:
    decider = counting("float", {"float_price": 10})
    assert decider.answer("look", offer_view(FAR_FROM_THREE, position=0)) == YES
    assert decider.answer("look", offer_view(FAR_FROM_THREE, position=3)) == NO


def test_nobody_peeps_at_a_bid_that_is_not_open() -> None:
    """The hand is near three, but four has been bid; and Wellington needs a nap to come first."""
    decider = counting("peep")
    four = decider.rules.ladder.number("four")
    assert decider.answer("peep", offer_view(NEARLY_THREE, contract=four)) == NO
    nearly_wellington = "AS KS QS AH KH"
    assert decider.call(bid_view(nearly_wellington, legal=0b1111)) == "nap"
    assert decider.answer("peep", offer_view(nearly_wellington, contract=four)) == NO


@pytest.mark.parametrize("decision", ["look", "peep", "take"])
def test_what_is_not_offered_is_not_accepted(decision: str) -> None:
    """Who cannot pay is asked too, for the sake of the others, with one legal answer."""
    decider = counting("hoyle", {"float": True, "peep": True, "sir_garnet": True})
    for hand in random_hands(300):
        assert decider.answer(decision, offer_view(hand, legal=NO, position=0)) == NO


# The extra hand ----------------------------------------------------------------------------------


def test_the_extra_hand_is_taken_where_nap_with_it_promises_most() -> None:
    """At 10 for 5 a hand that is worth three takes it; at even stakes three or four are better."""
    decider = counting("hoyle", {"sir_garnet": True})
    assert decider.answer("take", offer_view("AS KS 8S AH 3D")) == YES
    assert decider.answer("take", offer_view(FAR_FROM_THREE)) == NO
    at_even_stakes = counting("sir-garnet")
    assert at_even_stakes.answer("take", offer_view("AS KS 8S AH 3D")) == NO


def test_the_extra_hand_is_taken_over_a_bid_that_leaves_nothing_else() -> None:
    """Four has been bid, so the hand's own four is gone."""
    decider = counting("sir-garnet")
    four = decider.rules.ladder.number("four")
    assert decider.answer("take", offer_view("AS KS 8S AH 3D", contract=four)) == YES
    assert decider.answer("take", offer_view(NEARLY_THREE, contract=four)) == NO


def test_of_ten_cards_the_best_hand_is_kept() -> None:
    decider = counting("sir-garnet")
    ten = "AS KS JS 9S AH 3D 4D 2C 7C 8H"
    nap = decider.rules.ladder.number("nap")
    thrown = decider.cards("discard", discard_view(ten, 5, 5, contract=nap))
    assert thrown == {"3D", "4D", "2C", "7C", "8H"}


# Exchanging --------------------------------------------------------------------------------------


def exchanged(decider: Decider, hand: str, most: int = 5) -> set[str]:
    return decider.cards("discard", discard_view(hand, 0, most))


def test_what_is_exchanged_are_low_cards_of_side_suits() -> None:
    decider = counting("ecarte")
    assert exchanged(decider, "AS KS 9S 3H 2D") == {"3H", "2D"}
    assert exchanged(decider, "AS KS 9S AH 2D") == {"2D"}
    assert exchanged(decider, "AS KS 9S 3H 2D", most=1) == {"2D"}
    assert exchanged(decider, "AS KS QS AH KH") == set()


def test_a_hand_without_hope_of_a_bid_pays_nothing_but_takes_what_is_free() -> None:
    hand = "9S 7D 6H 5C 3C"
    assert exchanged(counting("ecarte"), hand) == set()
    assert exchanged(counting("ecarte", {"exchange_price": 0}), hand)


def test_the_price_of_an_exchange_is_minded() -> None:
    hand = "AS KS 9S 3H 2D"
    assert exchanged(counting("ecarte", {"exchange_price": 3}), hand) == {"3H", "2D"}
    assert exchanged(counting("ecarte", {"exchange_price": 5}), hand) == set()
    assert exchanged(counting("buy"), hand, most=3) == {"3H", "2D"}
    assert exchanged(counting("buy", {"exchange_price": 10}), hand, most=3) == set()


def test_a_hand_for_a_misere_is_not_broken_up() -> None:
    hand = "2C 3C 2D 3D 2H"
    hoyle = counting("hoyle", {"exchange_cards": 5, "exchange_price": 0})
    assert exchanged(hoyle, hand) == set()
    assert exchanged(counting("ecarte", {"exchange_price": 0}), hand)


def test_no_card_that_matters_is_exchanged() -> None:
    """Of thousands of hands no ace and no joker, even if the exchange is free."""
    decider = counting("ecarte", {"exchange_price": 0, "joker": True})
    thrown_at_all = 0
    for hand in random_hands(2_000, joker=True):
        thrown = exchanged(decider, hand)
        assert not {"joker", "AC", "AD", "AH", "AS"} & thrown, hand
        thrown_at_all += len(thrown)
    assert 2_000 < thrown_at_all < 8_000


# Discards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("losers", ["2C 3D 4H", "TC 9D 8H", "2C 3C 4D"])
def test_a_declarer_throws_neither_the_joker_nor_an_ace_while_he_has_a_loser(
    losers: str, players: int
) -> None:
    rules = load_rules("joker", players, {"float": True, "dealer_sits_out": False})
    view = discard_view(
        f"joker AS AH {losers}", 1, 1, contract=rules.ladder.number("nap-float"), players=players
    )
    (thrown,) = Decider("counting", rules).cards("discard", view)
    assert thrown in losers.split()


def test_for_a_misere_the_most_dangerous_card_is_thrown() -> None:
    """A bare king, and not the ace that has two low cards beside it."""
    decider = counting("hoyle", {"float": True})
    misere = decider.rules.ladder.number("misere-float")
    thrown = decider.cards("discard", discard_view("AC 3C 2C KD 4H 2H", 1, 1, contract=misere))
    assert thrown == {"KD"}


def test_where_the_lowest_trump_is_led_the_low_trump_is_thrown() -> None:
    """Not the ace of hearts, as for a nap that is led from the top."""
    decider = counting("bonaparte", {"float": True})
    ladder = decider.rules.ladder
    cards = "AS KS QS JS 2S AH"
    bonaparte, nap = ladder.number("bonaparte-float"), ladder.number("nap-float")
    assert decider.cards("discard", discard_view(cards, 1, 1, contract=bonaparte)) == {"2S"}
    assert decider.cards("discard", discard_view(cards, 1, 1, contract=nap)) != {"AS"}


@pytest.mark.parametrize("contract", ["three-float", "misere-float", "wellington-float"])
@pytest.mark.parametrize("number", [0, 1, 2, 7])
def test_exactly_as_many_cards_are_thrown_as_must_be(contract: str, number: int) -> None:
    decider = counting("hoyle", {"float": True, "peep": True, "sir_garnet": True})
    for hand in random_hands(100, size=5 + number):
        view = discard_view(hand, number, number, contract=decider.rules.ladder.number(contract))
        thrown = decider.answer("discard", view)
        assert thrown.bit_count() == number
        assert thrown & ~parse_cards(hand) == 0, format_cards(thrown)


def test_what_is_kept_is_one_good_suit() -> None:
    """Of five hearts and five of three other suits, all low: nap is played in hearts."""
    decider = counting("sir-garnet")
    ten = "KH TH 8H 7H 5H KS TS 8D 7D 5C"
    nap = decider.rules.ladder.number("nap")
    thrown = decider.answer("discard", discard_view(ten, 5, 5, contract=nap))
    assert parse_cards(ten) & ~thrown == parse_cards(ten) & suit_mask("H")

"""Whatever breaks the rules stops the simulation: discards, offers, trump suits.

As in `test_illegal_acts.py`, decisions of the test's own do something illegal in one numbered
deal.

Fault of this kind elsewhere: illegal bids found years later by fuzzing (CardsWithCats 72).
"""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.bits import ONE, ZERO, either, lane_function, lowest_bit, u64
from sim.engine.calls import (
    BID,
    DISCARD,
    LEAD,
    LOOK,
    NAME_TRUMP,
    OPENING_LEAD,
    PEEP,
    TAKE,
)
from sim.engine.view import NO, YES
from sim.experiment import Experiment
from sim.game.cards import card_name
from sim.illegal_acts import IllegalActError
from sim.outcomes import Unpacked
from sim.records import play_sessions
from sim.simulation import simulate_sessions
from tests import referee
from tests.injected_decisions import answer_instead, compiled
from tests.rules.illegal_decisions import (
    DEAL,
    SESSION,
    complaint_of,
    nothing,
    only_in_the_deal,
    table,
    thrown_only_in_the_deal,
)

NAMED = {"ladder": ["nap"], "contracts": {"nap": {"trump": "named"}}}
"""Nap alone, and the declarer names the trump suit."""

LOWEST_NON_TRUMP = {
    "ladder": ["blucher"],
    "contracts": {"blucher": {"target": 5, "trump": "named", "lead": "lowest non-trump"}},
    "stakes": {"blucher": {"made": 10, "failed": 20}},
}


@lane_function
def always_yes(view, deal):  # type: ignore[no-untyped-def]
    return YES


@lane_function
def yes_where_allowed(view, deal):  # type: ignore[no-untyped-def]
    return either((view.legal & YES) != ZERO, YES, NO)


# Discards ----------------------------------------------------------------------------------------


@lane_function
def lowest_cards(cards, number):  # type: ignore[no-untyped-def]
    """So many cards, those of the lowest bits."""
    lowest = ZERO
    for _ in range(number):
        lowest |= lowest_bit(cards & ~lowest)
    return lowest


@lane_function
def four_cards(view, deal):  # type: ignore[no-untyped-def]
    return thrown_only_in_the_deal(view, deal, lowest_cards(view.hand, 4))


@lane_function
def a_card_not_held(view, deal):  # type: ignore[no-untyped-def]
    return thrown_only_in_the_deal(view, deal, lowest_bit(view.pack & ~view.hand))


@lane_function
def no_discard(view, deal):  # type: ignore[no-untyped-def]
    return thrown_only_in_the_deal(view, deal, ZERO)


def lowest_names(cards: int, number: int) -> str:
    """The cards of the lowest bits, as the line tells them."""
    bits = [bit for bit in range(64) if cards >> bit & 1]
    return " and ".join(card_name(bit) for bit in bits[:number])


def hand_dealt(experiment: Experiment, turn: int) -> int:
    return play_sessions(experiment, SESSION, 1).acts(0).hands[turn]


def test_more_cards_than_may_be_exchanged_stop_the_simulation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    experiment = table(profile="buy")
    thrown = lowest_names(hand_dealt(experiment, turn=0), 4)
    answer_instead(monkeypatch, DISCARD, compiled(four_cards, DISCARD))
    assert complaint_of(experiment, 0, 200) == (
        f"illegal discard {thrown} in deal {DEAL}, speaking as number 1"
    )


def test_a_card_that_is_not_held_cannot_be_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = table(profile="ecarte")
    others = referee_pack() & ~hand_dealt(experiment, turn=0)
    answer_instead(monkeypatch, DISCARD, compiled(a_card_not_held, DISCARD))
    assert complaint_of(experiment, 0, 200) == (
        f"illegal discard {lowest_names(others, 1)} in deal {DEAL}, speaking as number 1"
    )


def referee_pack() -> int:
    """All 52 cards, built from the referee's."""
    suits, ranks = referee.SUITS, referee.RANKS
    places = {f"{r}{s}": 16 * suits.index(s) + ranks.index(r) for s in suits for r in ranks}
    return sum(1 << places[card] for card in referee.pack_of(52))


@pytest.mark.parametrize(
    ("act", "said"),
    [(no_discard, "discard none"), (four_cards, "discard ")],
    ids=["none", "four of ten"],
)
def test_who_takes_the_extra_hand_throws_five(
    act: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eldest takes it."""
    answer_instead(monkeypatch, TAKE, compiled(yes_where_allowed, TAKE))
    answer_instead(monkeypatch, DISCARD, compiled(act, DISCARD))
    complaint = complaint_of(table(profile="sir-garnet"), 0, 200)
    assert complaint.startswith(f"illegal {said}")
    assert complaint.endswith(f" in deal {DEAL}, speaking as number 1")


@pytest.mark.parametrize("act", [no_discard, four_cards, a_card_not_held])
def test_the_declarer_throws_as_many_as_he_picks_up(
    act: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One for the peep card; no card of somebody else's."""
    experiment = table(profile="peep", policies=("random",))
    answer_instead(monkeypatch, PEEP, compiled(yes_where_allowed, PEEP))
    declarer = play_sessions(experiment, SESSION, 1).acts(0).declarer
    assert declarer is not None
    answer_instead(monkeypatch, DISCARD, compiled(act, DISCARD))
    assert complaint_of(experiment, 0, 200).endswith(
        f" in deal {DEAL}, speaking as number {declarer + 1}"
    )


# Offers ------------------------------------------------------------------------------------------


@lane_function
def no_answer(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, ZERO)


@lane_function
def yes_and_no(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, NO | YES)


@lane_function
def perhaps(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, u64(1 << 2))


OFFERS = [
    ("float", LOOK, "answer to the float"),
    ("peep", PEEP, "answer to the peep card"),
    ("sir-garnet", TAKE, "answer to the extra hand"),
]
ANSWERS = [(no_answer, "none"), (yes_and_no, "no and yes"), (perhaps, "bit 2")]


@pytest.mark.parametrize(("act", "said"), ANSWERS, ids=["none", "both", "neither"])
@pytest.mark.parametrize(("profile", "decision", "kind"), OFFERS, ids=["look", "peep", "take"])
def test_an_illegal_answer_to_an_offer_stops_the_simulation(
    profile: str,
    decision: int,
    kind: str,
    act: Any,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer_instead(monkeypatch, decision, compiled(act, decision))
    assert complaint_of(table(profile=profile), 0, 200) == (
        f"illegal {kind} {said} in deal {DEAL}, speaking as number 1"
    )


def test_the_extra_hand_cannot_be_taken_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_instead(monkeypatch, TAKE, compiled(always_yes, TAKE))
    with pytest.raises(IllegalActError) as caught:
        simulate_sessions(table(profile="sir-garnet"), SESSION, 1)
    assert str(caught.value).endswith(
        f": illegal answer to the extra hand yes in deal {DEAL}, speaking as number 2"
    )


@pytest.mark.parametrize(("profile", "decision"), [("float", LOOK), ("peep", PEEP)])
def test_what_one_cannot_pay_for_cannot_be_bought(
    profile: str, decision: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With rebuys everybody can pay; the dealer looks at the float free."""
    dear = {"chips": 3, f"{profile}_price": 4}
    answer_instead(monkeypatch, decision, compiled(always_yes, decision))
    simulate_sessions(table(profile=profile, when_broke="rebuy", **dear), SESSION, 1)
    complaint = complaint_of(table(profile=profile, **dear), SESSION, 1)
    assert complaint.endswith(f" yes in deal {DEAL}, speaking as number 1")


# Trump suits -------------------------------------------------------------------------------------


@lane_function
def no_suit(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, ZERO)


@lane_function
def a_card_for_a_suit(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, lowest_bit(view.hand))


@lane_function
def two_suits(view, deal):  # type: ignore[no-untyped-def]
    first = lowest_bit(view.legal)
    return only_in_the_deal(view, deal, first | lowest_bit(view.legal ^ first))


@pytest.mark.parametrize("act", [no_suit, a_card_for_a_suit, two_suits])
def test_a_trump_suit_that_is_none_stops_the_simulation(
    act: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = table(policies=("random",), **NAMED)
    acts = play_sessions(experiment, SESSION, 1).acts(0)
    assert acts.declarer is not None
    answer_instead(monkeypatch, NAME_TRUMP, compiled(act, NAME_TRUMP))
    complaint = complaint_of(experiment, 0, 200)
    assert complaint.startswith("illegal trump suit ")
    assert complaint.endswith(f" in deal {DEAL}, speaking as number {acts.declarer + 1}")
    if act is a_card_for_a_suit:
        assert f"trump suit {lowest_names(acts.hands[acts.declarer], 1)} in" in complaint


@lane_function
def the_suit_of_the_lowest_bit(view, deal):  # type: ignore[no-untyped-def]
    """Name clubs if there are any, else the next suit."""
    return lowest_bit(view.legal & ~(lowest_bit(view.hand) - ONE))


@lane_function
def three_by_eldest(view, deal):  # type: ignore[no-untyped-def]
    """Eldest bids the lowest contract, the others pass."""
    return either(view.turn == ZERO, ONE << ONE, ONE)


@lane_function
def a_low_card(view, deal):  # type: ignore[no-untyped-def]
    """The lowest card in the deal in question, trumps or not."""
    return only_in_the_deal(view, deal, lowest_bit(view.hand))


def test_an_opening_lead_that_the_contract_does_not_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The declarer must lead the lowest card outside the suit that he has named, by rank."""
    experiment = table(policies=("random",), **LOWEST_NON_TRUMP)
    led = lowest_names(hand_dealt(experiment, turn=0), 1)
    answer_instead(monkeypatch, BID, compiled(three_by_eldest, BID))
    answer_instead(monkeypatch, NAME_TRUMP, compiled(the_suit_of_the_lowest_bit, NAME_TRUMP))
    answer_instead(monkeypatch, OPENING_LEAD, compiled(a_low_card, OPENING_LEAD))
    assert complaint_of(experiment, 0, 200) == (
        f"illegal card {led} in deal {DEAL}, in trick 1, as number 1 to play"
    )


# What is no fault --------------------------------------------------------------------------------


@lane_function
def pass_always(view, deal):  # type: ignore[no-untyped-def]
    return ONE


@pytest.mark.parametrize(
    ("decision", "rules"),
    [
        (NAME_TRUMP, NAMED),
        (DISCARD, {"peep": True}),
        (DISCARD, {"float": True}),
        (LEAD, {"joker": True}),
    ],
    ids=["trump suit", "peep card", "float", "joker"],
)
def test_after_a_pass_out_nobody_is_asked_for_anything(
    decision: int, rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All have peeped and looked, but there is no declarer to pick a card up."""
    for offer in (PEEP, LOOK):
        answer_instead(monkeypatch, offer, compiled(yes_where_allowed, offer))
    answer_instead(monkeypatch, BID, compiled(pass_always, BID))
    answer_instead(monkeypatch, decision, compiled(nothing, decision))
    outcomes = simulate_sessions(table(policies=("random",), **rules), 0, 200)
    assert set(Unpacked.of(outcomes.kept.outcomes.reshape(-1)).auctions) == {0}


def test_where_no_card_may_be_thrown_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five players leave three cards of a pack of 28; eldest exchanges them all."""
    answer_instead(monkeypatch, DISCARD, compiled(all_cards_that_may_go, DISCARD))
    record = play_sessions(table(5, profile="buy", policies=("random",), pack=28), 0, 100)
    exchanged = [[thrown.bit_count() for thrown, _ in record.acts(d).exchanges] for d in range(800)]
    assert exchanged == [[3, 0, 0, 0, 0]] * 800


@lane_function
def all_cards_that_may_go(view, deal):  # type: ignore[no-untyped-def]
    """As many as may be thrown, and if none may, the whole hand all the same."""
    thrown = ZERO
    number = either(view.most == ZERO, view.hand_size, view.most)
    while number != ZERO:
        thrown |= lowest_bit(view.hand & ~thrown)
        number -= ONE
    return thrown

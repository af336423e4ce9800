"""Whatever breaks the rules stops the simulation, and is told in one line: calls and cards.

Decisions of the test's own take the place of a policy's: they play like the policy `random`, but
do something illegal in one numbered deal.

Fault of this kind elsewhere: illegal bids found years later by fuzzing (CardsWithCats 72).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sim.engine.bits import ONE, ZERO, either, lane_function, lowest_bit, u64, where
from sim.engine.calls import BID, DECISIONS, FOLLOW, LEAD, OPENING_LEAD
from sim.engine.card_masks import cards_that_follow, suit_of
from sim.game.cards import parse_cards
from sim.illegal_acts import IllegalActError
from sim.outcomes import Unpacked
from sim.policies.random import any_legal_act
from sim.records import Record, play_hands, play_sessions
from sim.simulation import simulate_sessions
from tests.injected_decisions import answer_instead, compiled
from tests.rules.illegal_decisions import (
    DEAL,
    LABELS,
    SESSION,
    at_random,
    complaint_of,
    nothing,
    only_in_the_deal,
    table,
)

THREE = u64(1 << 1)
WELLINGTON = u64(1 << 4)
BEYOND_THE_LADDER = u64(1 << 5)


# Calls that are not legal ------------------------------------------------------------------------


@lane_function
def no_call(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, ZERO)


@lane_function
def pass_and_three(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, ONE | THREE)


@lane_function
def three_again(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, THREE)


@lane_function
def wellington_before_nap(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, WELLINGTON)


@lane_function
def no_contract_at_all(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, BEYOND_THE_LADDER)


CALLS = [
    (no_call, "call none", 1),
    (pass_and_three, "call pass and three", 1),
    (three_again, "call three", 2),
    (wellington_before_nap, "call wellington", 1),
    (no_contract_at_all, "call bit 5", 1),
]


# Cards that are not legal ------------------------------------------------------------------------


@lane_function
def no_card(view, deal):  # type: ignore[no-untyped-def]
    return only_in_the_deal(view, deal, ZERO)


@lane_function
def two_cards(view, deal):  # type: ignore[no-untyped-def]
    """Two legal cards at once; the first of them alone if there is one only."""
    first = lowest_bit(view.legal)
    return only_in_the_deal(view, deal, first | lowest_bit(view.legal ^ first))


@lane_function
def a_card_of_somebody_else(view, deal):  # type: ignore[no-untyped-def]
    """The lowest card that is not held, of the suit led if one is led."""
    others = view.pack & ~view.hand
    following = cards_that_follow(others, view.led_suit)
    return only_in_the_deal(view, deal, lowest_bit(either(view.turn == ZERO, others, following)))


@lane_function
def a_card_played_before(view, deal):  # type: ignore[no-untyped-def]
    """A card that lies on the table, or did."""
    return only_in_the_deal(view, deal, lowest_bit(view.seen))


@lane_function
def a_revoke(view, deal):  # type: ignore[no-untyped-def]
    """A card of another suit than the one led, which is held; else a legal card."""
    other_suits = view.hand & ~view.legal
    return only_in_the_deal(
        view, deal, lowest_bit(either(other_suits != ZERO, other_suits, view.legal))
    )


@lane_function
def a_joker(view, deal):  # type: ignore[no-untyped-def]
    """The place above the ace of clubs; there is no joker in this pack."""
    return only_in_the_deal(view, deal, u64(1 << 13))


@lane_function
def no_card_at_all(view, deal):  # type: ignore[no-untyped-def]
    """The place above that."""
    return only_in_the_deal(view, deal, u64(1 << 14))


@lane_function
def a_whole_suit(view, deal):  # type: ignore[no-untyped-def]
    """The suit of the lowest card instead of the card itself."""
    return only_in_the_deal(view, deal, suit_of(lowest_bit(view.legal)))


CARDS = [
    (no_card, OPENING_LEAD),
    (no_card, LEAD),
    (no_card, FOLLOW),
    (two_cards, OPENING_LEAD),
    (two_cards, LEAD),
    (two_cards, FOLLOW),
    (a_card_of_somebody_else, OPENING_LEAD),
    (a_card_of_somebody_else, LEAD),
    (a_card_of_somebody_else, FOLLOW),
    (a_card_played_before, LEAD),
    (a_card_played_before, FOLLOW),
    (a_revoke, FOLLOW),
    (a_joker, OPENING_LEAD),
    (no_card_at_all, LEAD),
    (a_whole_suit, FOLLOW),
]


# What the message says ---------------------------------------------------------------------------


@pytest.mark.parametrize(("act", "said", "speaker"), CALLS, ids=[act.__name__ for act, *_ in CALLS])
def test_an_illegal_call_stops_the_simulation(
    act: Any, said: str, speaker: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_instead(monkeypatch, BID, compiled(act, BID))
    complaint = complaint_of(table(), 0, 200)
    assert complaint == f"illegal {said} in deal {DEAL}, speaking as number {speaker}"


@pytest.mark.parametrize(
    ("act", "decision"), CARDS, ids=[f"{act.__name__}, {DECISIONS[d]}" for act, d in CARDS]
)
@pytest.mark.parametrize("players", [3, 7])
def test_an_illegal_card_stops_the_simulation(
    act: Any, decision: int, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_instead(monkeypatch, decision, compiled(act, decision))
    complaint = complaint_of(table(players), 0, 200)
    assert complaint.startswith("illegal card ")
    leads = complaint.endswith(", as number 1 to play")
    assert leads == (decision != FOLLOW)
    assert ("in trick 1," in complaint) >= (decision == OPENING_LEAD)


@pytest.mark.parametrize(
    ("act", "decision"),
    [(no_call, BID), (two_cards, OPENING_LEAD), (a_revoke, FOLLOW)],
    ids=["call", "opening lead", "revoke"],
)
def test_sessions_before_it_are_not_affected(
    act: Any, decision: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = table()
    with monkeypatch.context() as patch:
        answer_instead(patch, decision, compiled(at_random, decision))
        lawful = simulate_sessions(experiment, 0, SESSION)
    answer_instead(monkeypatch, decision, compiled(act, decision))
    before = simulate_sessions(experiment, 0, SESSION)
    assert (before.kept.outcomes == lawful.kept.outcomes).all()
    assert (before.player_units == lawful.player_units).all()
    complaint_of(experiment, 0, SESSION + 1)
    simulate_sessions(experiment, SESSION + 1, 100)


def test_the_line_is_the_same_however_the_range_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_instead(monkeypatch, FOLLOW, compiled(a_revoke, FOLLOW))
    experiment = table(5)
    lines = {
        complaint_of(experiment, SESSION - before, before + 1 + after)
        for before, after in [(0, 0), (1, 0), (0, 1), (64, 0), (63, 65), (SESSION, 1000)]
    }
    assert len(lines) == 1


@pytest.mark.parametrize(
    ("act", "decision", "said"),
    [
        (no_card, OPENING_LEAD, "card none in deal 1000, in trick 1, as number 1 to play"),
        (a_joker, OPENING_LEAD, "card joker in deal 1000, in trick 1, as number 1 to play"),
        (no_card_at_all, LEAD, "card bit 14 in deal 1000, in trick 2, as number 1 to play"),
        (a_whole_suit, FOLLOW, "card of 16 bits in deal 1000, in trick 1, as number 2 to play"),
    ],
    ids=["none", "a joker", "no card at all", "a whole suit"],
)
def test_the_whole_line(
    act: Any, decision: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_instead(monkeypatch, decision, compiled(act, decision))
    assert complaint_of(table(), 0, 200) == f"illegal {said}"


@pytest.mark.parametrize("seating", ["fixed", "rotate"])
@pytest.mark.parametrize(("act", "decision"), [(no_card, FOLLOW), (three_again, BID)])
def test_the_player_is_named_who_did_it(
    act: Any, decision: int, seating: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who speaks second, or plays second to the first trick, wherever he sits."""
    experiment = replace(table(5), seating=seating)
    session = play_sessions(experiment, SESSION, 1)
    answer_instead(monkeypatch, decision, compiled(act, decision))
    with pytest.raises(IllegalActError) as caught:
        simulate_sessions(experiment, SESSION, 1)
    declarer = int(session.bids[0].argmax())
    speaker = 1 if decision == BID else (declarer + 1) % 5
    seat = (int(session.dealers[0]) + speaker + 1) % 5
    player = experiment.players_by_seat(SESSION)[seat]
    assert str(caught.value).startswith(f"player {player} ({LABELS[player % 2]}): ")


def test_the_first_fault_of_a_deal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card after the call, and another player's after the card."""
    answer_instead(monkeypatch, FOLLOW, compiled(no_card, FOLLOW))
    assert complaint_of(table(), 0, 200).endswith("in trick 1, as number 2 to play")
    answer_instead(monkeypatch, BID, compiled(no_call, BID))
    assert complaint_of(table(), 0, 200).endswith("speaking as number 1")


@pytest.mark.parametrize("session", [0, 2**60 - 1, 2**60, 2**61 - 1])
def test_the_highest_deals_are_watched_like_the_first(
    session: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers of more than 63 bits are negative where they are taken for signed ones."""
    answer_instead(monkeypatch, BID, compiled(nothing, BID))
    with pytest.raises(IllegalActError, match=f"in deal {session * 8}, speaking as number 1"):
        simulate_sessions(table(), session, 1)


# What is no fault --------------------------------------------------------------------------------


@lane_function
def pass_always(view, deal):  # type: ignore[no-untyped-def]
    return ONE


@pytest.mark.parametrize("decision", [OPENING_LEAD, LEAD, FOLLOW])
def test_after_a_pass_out_nobody_is_asked_for_a_card(
    decision: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards of such a deal move only because its neighbours in the block are played."""
    answer_instead(monkeypatch, BID, compiled(pass_always, BID))
    answer_instead(monkeypatch, decision, compiled(nothing, decision))
    outcomes = simulate_sessions(table(), 0, 200)
    assert set(Unpacked.of(outcomes.kept.outcomes.reshape(-1)).auctions) == {0}
    assert not outcomes.player_units.any()


ALL_SUITS = ["AC 2D 2H 2S 3S", "3C 3D 3H 4S 5S", "4C 4D 4H 6S 7S", "5C 5D 5H 8S 9S"]
"""Whatever is led, the next player can follow and can revoke."""


def played_with_revokes(rate: float) -> Record:
    """A deal of four random players, eldest declaring three, with one rate of revokes for all."""
    experiment = table(4, policies=("random",), revoke_rate=rate, deals_per_session=1)
    hands = np.array([[parse_cards(hand) for hand in ALL_SUITS]], np.uint64)
    return play_hands(experiment, hands, np.array([[1, 0, 0, 0]], np.uint64))


@lane_function
def nothing_but_a_first_card(view, deal):  # type: ignore[no-untyped-def]
    """No card from the third of the first trick on."""
    return where(view.trick + view.turn <= ONE, any_legal_act(view))


@pytest.mark.parametrize("decision", [FOLLOW, LEAD])
def test_after_a_revoke_nobody_is_asked_for_a_card(
    decision: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal has ended; its cards move only because its neighbours in the block are played."""
    after = nothing if decision == LEAD else nothing_but_a_first_card
    answer_instead(monkeypatch, decision, compiled(after, decision))
    with pytest.raises(IllegalActError):
        played_with_revokes(0.0)
    acts = played_with_revokes(1.0).acts(0)
    assert (acts.revoker, len(acts.cards)) == (1, 2)


def test_who_revokes_is_not_asked_for_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """He would have had to follow; what his policy says to that is not looked at."""
    answer_instead(monkeypatch, FOLLOW, compiled(nothing, FOLLOW))
    with pytest.raises(IllegalActError, match="in trick 1, as number 2 to play"):
        played_with_revokes(0.0)
    assert played_with_revokes(1.0).acts(0).revoker == 1

"""Whatever breaks the rules stops the simulation, and is told in one line.

Decisions of the test's own take the place of a policy's: they play like the policy `random`, but
do something illegal in one numbered deal. Given hands and given auctions are checked alike.

Fault of this kind elsewhere: illegal bids found years later by fuzzing (CardsWithCats 72).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sim.engine.bits import ONE, ZERO, either, lane_function, lowest_bit, u64
from sim.engine.calls import BID, DECISIONS, FOLLOW, LEAD, OPENING_LEAD
from sim.engine.card_masks import cards_that_follow, suit_of
from sim.errors import UserError
from sim.experiment import Experiment, Player
from sim.game.cards import parse_cards
from sim.game.rules import load_rules
from sim.illegal_acts import IllegalActError
from sim.policies import make_policy
from sim.policies.random import any_legal_act
from sim.records import Record, play_hands, play_sessions
from sim.simulation import simulate_sessions
from tests.injected_decisions import answer_instead, compiled

SEED = 1815
DEALS_PER_SESSION = 8
DEAL = 1_000
"""The only deal in which something illegal is done: the first of its session."""
SESSION = DEAL // DEALS_PER_SESSION

LABELS = ("counting:bold", "random")

THREE = u64(1 << 1)
WELLINGTON = u64(1 << 4)
BEYOND_THE_LADDER = u64(1 << 5)


def table(players: int = 4, **rules: int) -> Experiment:
    """Players of the two policies in turn."""
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy(LABELS[place % 2]))
        for place in range(players)
    )
    return Experiment(
        rules=load_rules("basic", players, rules), lineup=lineup, seating="fixed", seed=SEED
    )


@lane_function
def only_in_the_deal(view, deal, act):  # type: ignore[no-untyped-def]
    """The act in the deal in question; else what `random` does."""
    return either(deal == u64(DEAL), act, any_legal_act(view))


@lane_function
def at_random(view, deal):  # type: ignore[no-untyped-def]
    return any_legal_act(view)


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
def no_card_at_all(view, deal):  # type: ignore[no-untyped-def]
    """The place above the ace of clubs."""
    return only_in_the_deal(view, deal, u64(1 << 13))


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
    (no_card_at_all, LEAD),
    (a_whole_suit, FOLLOW),
]


# What the message says ---------------------------------------------------------------------------


def complaint_of(experiment: Experiment, first_session: int, sessions: int) -> str:
    """The line, without player and policy at its beginning: both are checked here."""
    with pytest.raises(IllegalActError) as caught:
        simulate_sessions(experiment, first_session, sessions)
    complaint = str(caught.value)
    assert isinstance(caught.value, UserError)
    assert "\n" not in complaint
    assert f" in deal {DEAL}, " in complaint
    who = re.match(r"player (\d) \((.*?)\): ", complaint)
    assert who and who[2] == LABELS[int(who[1]) % 2]
    return complaint.removeprefix(who[0])


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
    assert (before.deals == lawful.deals).all()
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
        (no_card_at_all, LEAD, "card bit 13 in deal 1000, in trick 2, as number 1 to play"),
        (a_whole_suit, FOLLOW, "card of 16 bits in deal 1000, in trick 1, as number 2 to play"),
    ],
    ids=["none", "no card at all", "a whole suit"],
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


@lane_function
def pass_always(view, deal):  # type: ignore[no-untyped-def]
    return ONE


@lane_function
def never_a_card(view, deal):  # type: ignore[no-untyped-def]
    return ZERO


def test_after_a_pass_out_nobody_is_asked_for_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards of such a deal move only because its neighbours in the block are played."""
    answer_instead(monkeypatch, BID, compiled(pass_always, BID))
    answer_instead(monkeypatch, OPENING_LEAD, compiled(never_a_card, OPENING_LEAD))
    assert not simulate_sessions(table(), 0, 200).deals.any()


@lane_function
def never_a_call(view, deal):  # type: ignore[no-untyped-def]
    return ZERO


@pytest.mark.parametrize("session", [0, 2**60 - 1, 2**60, 2**61 - 1])
def test_the_highest_deals_are_watched_like_the_first(
    session: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers of more than 63 bits are negative where they are taken for signed ones."""
    answer_instead(monkeypatch, BID, compiled(never_a_call, BID))
    with pytest.raises(IllegalActError, match=f"in deal {session * DEALS_PER_SESSION},"):
        simulate_sessions(table(), session, 1)


# Given hands and auctions ------------------------------------------------------------------------

HANDS = ["AS KS QS JS TS", "AH KH QH JH TH", "AD KD QD JD TD", "AC KC QC JC TC"]


def given(hands: list[str], deals: int = 1) -> np.ndarray:
    return np.tile(np.array([parse_cards(hand) for hand in hands], np.uint64), (deals, 1))


def played(hands: np.ndarray, bids: list[int] | None = None, **rules: int) -> Record:
    """Play hands, with the same auction in every deal."""
    experiment = table(4, **{"deals_per_session": 1, **rules})
    auctions = None if bids is None else np.tile(np.array(bids, np.uint64), (len(hands), 1))
    return play_hands(experiment, hands, auctions)


def refused(hands: np.ndarray, **rules: int) -> str:
    with pytest.raises(UserError) as caught:
        played(hands, **rules)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_given_hands_that_are_whole_are_played() -> None:
    assert (played(given(HANDS, deals=3)).hands == given(HANDS, deals=3)).all()


@pytest.mark.parametrize(
    "hands",
    [given(HANDS[:3]), given(HANDS)[0], given(HANDS).astype(np.int64), given(HANDS)[None]],
    ids=["three hands", "no deals", "signed", "three dimensions"],
)
def test_hands_of_another_shape_are_refused(hands: np.ndarray) -> None:
    assert refused(hands) == "hands must be a uint64 array of shape (deals, 4)"


@pytest.mark.parametrize("deals", [0, 7, 9])
def test_hands_of_part_of_a_session_are_refused(deals: int) -> None:
    assert refused(given(HANDS, deals), deals_per_session=8) == (
        f"{deals} deals are not whole sessions of 8 deals"
    )


@pytest.mark.parametrize(
    ("position", "hand"),
    [
        (0, "AS KS QS JS"),
        (1, "AH KH QH JH TH 9H"),
        (2, "AC KD QD JD TD"),
        (3, "AC KC QC JC 2C"),
    ],
    ids=[
        "four cards",
        "six cards",
        "a card that is in two hands",
        "a card that is not in the pack",
    ],
)
def test_hands_that_no_pack_can_deal_are_refused(position: int, hand: str) -> None:
    """In the second of two deals; the first is sound."""
    wrong = [*HANDS[:position], hand, *HANDS[position + 1 :]]
    assert refused(np.concatenate([given(HANDS), given(wrong)]), pack=32) == (
        "every deal needs 4 hands of 5 different cards of the pack of 32"
    )


def test_a_hand_with_a_joker_is_refused_where_there_is_none() -> None:
    hands = given(HANDS)
    hands[0, 0] ^= np.uint64(parse_cards("TS") | 1 << 61)
    assert refused(hands) == "every deal needs 4 hands of 5 different cards of the pack of 52"


@pytest.mark.parametrize("bids", [[0, 0, 0, 0], [1, 2, 3, 4], [0, 3, 0, 4], [0, 0, 0, 1]])
def test_given_auctions_that_are_legal_are_played(bids: list[int]) -> None:
    assert played(given(HANDS), bids).bids.tolist() == [bids]


@pytest.mark.parametrize(
    ("bids", "said", "speaker"),
    [
        ([1, 1, 0, 0], "call three", 2),
        ([2, 0, 1, 0], "call three", 3),
        ([3, 4, 4, 0], "call wellington", 3),
        ([0, 0, 2, 4], "call wellington", 4),
    ],
    ids=["the same again", "lower", "wellington twice", "no nap before"],
)
def test_given_auctions_that_are_illegal_are_refused(
    bids: list[int], said: str, speaker: int
) -> None:
    with pytest.raises(IllegalActError) as caught:
        played(given(HANDS), bids)
    assert str(caught.value).endswith(f": illegal {said} in deal 0, speaking as number {speaker}")


@pytest.mark.parametrize(
    "bids",
    [
        np.zeros((1, 4), np.uint64),
        np.zeros((2, 3), np.uint64),
        np.zeros(4, np.uint64),
        np.zeros((2, 4), np.int64),
    ],
    ids=["too few deals", "too few players", "one auction", "signed"],
)
def test_auctions_of_another_shape_are_refused(bids: np.ndarray) -> None:
    experiment = table(4, deals_per_session=1)
    with pytest.raises(UserError) as caught:
        play_hands(experiment, given(HANDS, deals=2), bids)
    assert str(caught.value) == "bids must be a uint64 array of shape (2, 4)"


@pytest.mark.parametrize("number", [5, 63, 64, 2**64 - 1])
def test_numbers_that_are_no_contract_are_refused(number: int) -> None:
    with pytest.raises(UserError) as caught:
        played(given(HANDS), [0, number, 0, 0])
    assert str(caught.value) == (f"{number} is no contract number; allowed: 0 for a pass, 1 to 4")

"""The counting policy plays a misère, and against one, as it says.

Positions made by hand: what a player sees, and the card that he plays. A misère has no trump suit
here; the declarer must lose every trick.

Faults of this kind elsewhere (TricksterBots): third seat does not play high once the bidder is
safely under (46), leads suits the bidder is void in (52, 241, 379), takes the trick when ducking
beats the contract (106), misplays the joker (43, 86, 210).
"""

from __future__ import annotations

import random

import pytest

from sim.game.cards import RANKS, SUIT_LETTERS
from sim.game.rules import load_rules
from tests.views import Decider, opening_view, trick_view

COUNTING = Decider("counting", load_rules("hoyle", 4))


def follows(hand: str, *table: str, declarer: int, **fields: object) -> str:
    view = trick_view(hand, *table, declarer=declarer, misere=True, **fields)
    return COUNTING.card("follow", view)


def leads(hand: str, **fields: object) -> str:
    return COUNTING.card("lead", trick_view(hand, declarer=2, misere=True, **fields))


# The declarer ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "table", "played"),
    [
        ("JH 9H 3H 2C", ["5H", "TH"], "9H"),
        ("JH 9H 3H 2C", ["5H", "QH"], "JH"),
        ("AH 9H 3H 2C", ["5H", "TH", "KH"], "9H"),
        ("AH QH", ["5H", "7H"], "QH"),
        ("AH 4H", ["3H", "2H"], "4H"),
    ],
)
def test_the_declarer_plays_the_highest_card_that_loses_else_the_lowest(
    hand: str, table: list[str], played: str
) -> None:
    assert follows(hand, *table, declarer=len(table)) == played


def test_what_the_declarer_cannot_follow_with_he_throws_where_it_is_dangerous() -> None:
    """A bare nine goes before a king that has a deuce beside it, and a deuce never goes first."""
    assert follows("KC 2C 9D", "5H", declarer=1) == "9D"
    assert follows("KC QD 2C 3D", "5H", declarer=1) == "KC"
    assert follows("2C 3D AS", "5H", declarer=1) == "AS"


def test_a_card_that_nothing_unseen_can_get_under_is_not_dangerous() -> None:
    """All lower diamonds have been played: the nine of diamonds cannot be made to win."""
    gone = "2D 3D 4D 5D 6D 7D 8D"
    assert follows("9D 7C", "5H", declarer=1, seen=gone) == "7C"


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("2C AD KD QH JS", "2C"),
        ("2C 3C AD KS 9S", "2C"),
        ("5C AD KD KH AS", "5C"),
        ("joker 3C AD KS 9S", "3C"),
    ],
)
def test_the_opening_lead_is_a_low_card_of_a_safe_suit(hand: str, led: str) -> None:
    rules = load_rules("joker" if "joker" in hand else "hoyle", 4)
    contract = rules.ladder.number("misere")
    view = opening_view(hand, misere=1, contract=contract)
    assert Decider("counting", rules).card("opening_lead", view) == led


# The defenders -----------------------------------------------------------------------------------


def test_third_seat_plays_high_once_the_declarer_is_safely_under() -> None:
    """The declarer has ducked the nine with the eight: now a defender gets rid of his ace."""
    assert follows("AH TH 4H 2C", "9H", "8H", declarer=1) == "AH"
    assert follows("AH TH 4H 2C", "8H", "4C", declarer=1) == "AH"


def test_before_the_declarer_a_defender_stays_under_if_he_can() -> None:
    """The highest card that does, to keep the low ones; else his lowest."""
    assert follows("AH TH 7H 4H", "9H", declarer=2) == "7H"
    assert follows("AH TH", "9H", declarer=2) == "TH"


def test_nobody_beats_a_declarer_who_is_winning() -> None:
    assert follows("AH TH 7H 4H", "5H", "8H", declarer=1) == "7H"
    assert follows("AC TD", "5H", "8H", declarer=1) == "AC"


def test_who_must_beat_the_declarer_does_so_with_his_highest_card() -> None:
    assert follows("AH TH 9H", "5H", "8H", declarer=1) == "AH"


def test_defenders_lead_low_cards_but_no_suit_that_the_declarer_lacks() -> None:
    """He would throw a dangerous card on it."""
    assert leads("KC 2C 5D JH") == "2C"
    assert leads("KC 2C 5D JH", lacks="C") == "5D"
    assert leads("KC 2C 5D JH", lacks="CD") == "JH"
    assert leads("KC 2C", lacks="C") == "2C"


def test_defenders_lead_a_suit_of_which_few_cards_are_out() -> None:
    """The four of clubs when six higher clubs are gone: fewer fellows may have to save him.

    The trey of diamonds has one card fewer under it but eleven above; with no club gone it is led.
    """
    assert leads("4C 3D", seen="AC KC QC JC TC 9C") == "4C"
    assert leads("4C 3D") == "3D"


def test_defenders_lead_no_card_that_the_declarer_cannot_be_made_to_beat() -> None:
    """All other clubs are gone: the deuce would be a free discard for him."""
    gone = " ".join(rank + "C" for rank in RANKS[1:])
    assert leads("2C 5D JH", seen=gone) == "5D"


def test_the_joker_takes_no_trick_that_the_declarer_is_to_win() -> None:
    """Without a trump suit it wins wherever it is played: it goes when the declarer is safe."""
    assert follows("joker KC 2D", "5H", "8H", declarer=1, joker=True) == "KC"
    assert follows("joker KC 2D", "9H", "8H", declarer=1, joker=True) == "joker"
    assert leads("joker KC 9D", joker=True) == "9D"


def test_a_defender_never_saves_the_declarer_if_he_can_help_it() -> None:
    """In ten thousand random tricks: no card beats the declarer's if another need not."""
    dice = random.Random(1815)
    pack = [rank + suit for suit in SUIT_LETTERS for rank in RANKS]
    saved = ducked = 0
    for _ in range(10_000):
        dealt = dice.sample(pack, 7)
        table, hand = dealt[:2], dealt[2:]
        view = trick_view(" ".join(hand), *table, declarer=1, misere=True)
        if int(view.winner) == 1 and int(view.legal) != int(view.winning):
            card = COUNTING.answer("follow", view)
            saved += bool(card & int(view.winning))
            ducked += 1
    assert saved == 0
    assert ducked > 800


def test_every_other_contract_is_played_for_tricks() -> None:
    """The same functions decide both: without a misère they are those of the base game."""
    base = Decider("counting", load_rules("basic", 4))
    dice = random.Random(1815)
    pack = [rank + suit for suit in SUIT_LETTERS for rank in RANKS]
    for number in range(2_000):
        dealt = dice.sample(pack, 5 + number % 4)
        table, hand = dealt[5:], " ".join(dealt[:5])
        view = trick_view(hand, *table, declarer=number % 3, trump=SUIT_LETTERS[number % 4])
        decision = "follow" if table else "lead"
        assert COUNTING.answer(decision, view) == base.answer(decision, view)

"""The counting policy plays a misère, and against one, as it says.

First positions made by hand: what a player sees, and the card that he plays; then the same rules of
play as properties of numbered deals. A misère has no trump suit here; the declarer must lose every
trick.

Faults of this kind elsewhere (TricksterBots): third seat does not play high once the bidder is
safely under (46), leads suits the bidder is void in (52, 241, 379), takes the trick when ducking
beats the contract (106), misplays the joker (43, 86, 210).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from sim.acts import Acts
from sim.experiment import Experiment, Player
from sim.game.cards import RANKS, SUIT_LETTERS
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import play_sessions
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


# Misères as they are played ----------------------------------------------------------------------

Cards = frozenset[int]


@dataclass(frozen=True)
class Act:
    """A card of a misère, and what its player knew; cards are bit numbers."""

    card: int
    hand: Cards
    table: tuple[int, ...]
    """The cards of the trick so far, in the order played."""
    declarer: int
    """The declarer's turn in the trick."""
    declarer_lacks: frozenset[int]
    """Suits that the declarer has shown to lack in earlier tricks."""

    @property
    def declaring(self) -> bool:
        return self.declarer == len(self.table)

    @property
    def legal(self) -> Cards:
        return frozenset(c for c in self.hand if c // 16 == self.table[0] // 16) or self.hand

    @property
    def best(self) -> int:
        return max(card for card in self.table if card // 16 == self.table[0] // 16)

    @property
    def under(self) -> Cards:
        """Legal cards that do not win the trick so far."""
        higher = range(self.best + 1, 16 * (self.best // 16) + 16)
        return frozenset(card for card in self.legal if card not in higher)

    @property
    def declarer_is_under(self) -> bool:
        """Whether the declarer has played and cannot win the trick any more."""
        return self.declarer < len(self.table) and self.table[self.declarer] != self.best


def acts_of(deal: Acts) -> Iterator[Act]:
    players = len(deal.hands)
    hands = [{bit for bit in range(64) if hand >> bit & 1} for hand in deal.hands]
    declarer = leader = deal.calls.index(max(deal.calls))
    lacks: frozenset[int] = frozenset()
    for first in range(0, len(deal.cards), players):
        trick = deal.cards[first : first + players]
        declarer_turn = (declarer - leader) % players
        for turn, card in enumerate(trick):
            hand = hands[(leader + turn) % players]
            yield Act(card, frozenset(hand), trick[:turn], declarer_turn, lacks)
            hand.remove(card)
        led = trick[0] // 16
        if trick[declarer_turn] // 16 != led:
            lacks |= {led}
        best = max(card for card in trick if card // 16 == led)
        leader = (leader + trick.index(best)) % players


@pytest.fixture(scope="module", params=[3, 5])
def acts(request: pytest.FixtureRequest) -> list[Act]:
    """Every card of the misères in some thousand deals of counting players."""
    rules = load_rules("hoyle", request.param)
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy("counting"))
        for place in range(request.param)
    )
    record = play_sessions(Experiment(rules, lineup, "fixed", 1815), 0, 200)
    deals = [record.acts(place) for place in range(200 * rules.deals_per_session)]
    misere = rules.ladder.number("misere")
    return [act for deal in deals if max(deal.calls) == misere for act in acts_of(deal)]


def test_a_declarer_wins_no_trick_that_he_can_lose(acts: list[Act]) -> None:
    """He plays his highest card under the best one if he can follow with one."""
    followed = [act for act in acts if act.declaring and act.table and act.under]
    assert all(act.card in act.under for act in followed)
    in_suit = [act for act in followed if act.card // 16 == act.table[0] // 16]
    assert all(act.card == max(act.under) for act in in_suit)
    assert len(in_suit) > 100


def test_defenders_take_no_trick_off_the_declarer_that_they_can_leave_to_him(
    acts: list[Act],
) -> None:
    yet_to_lose = [
        act
        for act in acts
        if act.table and not act.declaring and not act.declarer_is_under and act.under
    ]
    assert all(act.card in act.under for act in yet_to_lose)
    assert len(yet_to_lose) > 500


def test_defenders_play_high_once_the_declarer_is_under(acts: list[Act]) -> None:
    safe = [act for act in acts if act.table and act.declarer_is_under]
    assert all(act.card % 16 == max(card % 16 for card in act.legal) for act in safe)
    assert len(safe) > 500


def test_defenders_lead_no_suit_that_the_declarer_has_shown_to_lack(acts: list[Act]) -> None:
    leads = [act for act in acts if not act.table and not act.declaring and act.declarer_lacks]
    with_choice = [act for act in leads if {c // 16 for c in act.hand} - act.declarer_lacks]
    assert all(act.card // 16 not in act.declarer_lacks for act in with_choice)
    assert len(with_choice) > 50


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

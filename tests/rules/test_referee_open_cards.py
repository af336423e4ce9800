"""The referee's examination: open cards, on plays that can be followed by hand."""

from __future__ import annotations

import pytest

from tests.referee.house import Rung
from tests.referee.open_cards import (
    OpenPlay,
    Outlook,
    of_his_choice,
    opened,
    openings_of,
    outlooks_of_openings,
    promises_kept_by,
    promises_of,
)
from tests.rules.referee_deals import HOYLE

NAP = HOYLE.rung("nap")
MISERE = HOYLE.rung("misere")
WELLINGTON = HOYLE.rung("wellington")
BLUCHER = HOYLE.rung("blucher")


def play_of(hands: list[str], trump: str | None, declarer: int = 0) -> OpenPlay:
    return opened([hand.split() for hand in hands], declarer, trump)


def range_of(outlook: Outlook) -> tuple[int, int]:
    return outlook.fewest_tricks, outlook.most_tricks


class TestPromises:
    def test_promises_have_a_least_and_a_most(self) -> None:
        assert promises_of(2) == ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))

    def test_tricks_keep_the_promises_that_they_lie_in(self) -> None:
        kept = Outlook(2, promises_kept_by(2, 1))
        assert [promise for promise in promises_of(2) if kept.keeps(*promise)] == [
            (0, 1),
            (0, 2),
            (1, 1),
            (1, 2),
        ]
        assert range_of(kept) == (1, 1)
        assert kept.can_take_exactly(1)
        assert not kept.can_take_exactly(2)

    def test_a_choice_keeps_what_either_keeps(self) -> None:
        either = of_his_choice(Outlook(2, promises_kept_by(2, taken)) for taken in (0, 2))
        assert range_of(either) == (0, 2)
        assert not either.can_take_exactly(1)


class TestOneTrick:
    @pytest.mark.parametrize(
        ("hands", "trump", "tricks"),
        [
            (["KC", "QC", "AD"], None, 1),  # nobody follows with a higher card
            (["KC", "QC", "AD"], "D", 0),  # a trump
            (["KC", "AC", "2D"], None, 0),
            (["JO", "AC", "2D"], "C", 1),  # the joker is the highest trump
            (["AC", "2D", "JO"], "C", 0),
            (["AC", "2D", "JO"], None, 0),  # without trump it is the only one
            (["JO", "2D", "AC"], None, 1),
        ],
    )
    def test_who_takes_it(self, hands: list[str], trump: str | None, tricks: int) -> None:
        assert range_of(play_of(hands, trump).outlook()) == (tricks, tricks)


class TestPlays:
    def test_the_declarer_leads_from_the_top_or_the_bottom(self) -> None:
        """Ace and deuce against king and queen: the ace takes one trick whatever is led."""
        play = play_of(["AC 2C", "KC QC"], None)
        assert range_of(play.outlook()) == (1, 1)

    def test_defenders_play_as_the_promise_wants_it(self) -> None:
        """The ace takes the king so that he makes no trick, and is spent so that he makes one."""
        play = play_of(["2C KC", "AC 3C"], None)
        for after in play.outlooks().values():
            assert (after.fewest_tricks, after.most_tricks) == (1, 0)
        after_deuce = play.play("2C").outlooks()
        assert {card: range_of(after) for card, after in after_deuce.items()} == {
            "3C": (0, 0),
            "AC": (1, 1),
        }

    def test_both_defenders_play_against_him(self) -> None:
        """His ace is ruffed, now or later, and a higher diamond takes his three."""
        play = play_of(["AC 3D", "2H 4D", "KD 2C"], "H")
        assert play.outlooks()["AC"].most_tricks == 0
        assert play.outlooks()["3D"].most_tricks == 0

    def test_a_suit_led_is_followed_and_a_joker_without_trump_is_not(self) -> None:
        after_lead = play_of(["AC 3D", "2C 4D", "5C JO"], None).play("AC")
        assert after_lead.legal == ["2C"]
        assert after_lead.play("2C").legal == ["5C"]
        joker_led = play_of(["JO 3D", "2C 4D", "5C 6D"], None).play("JO")
        assert joker_led.legal == ["2C", "4D"]

    def test_the_joker_may_be_played_by_who_cannot_follow(self) -> None:
        play = play_of(["AC 3D", "2H 4D", "5H JO"], None).play("AC").play("2H")
        assert play.legal == ["5H", "JO"]
        assert play.play("JO").leader == 2

    def test_tricks_taken_before_count(self) -> None:
        play = play_of(["AC 3D", "2C 4D"], None).play("AC").play("2C")
        assert (play.taken, play.leader, play.table) == (1, 0, ())
        assert range_of(play.outlook()) == (1, 1)

    def test_a_position_within_a_trick(self) -> None:
        play = play_of(["KC 3D", "AC 2C", "QC 4D"], None).play("KC")
        assert play.to_play == 1
        assert {card: range_of(after) for card, after in play.outlooks().items()} == {
            "2C": (1, 1),
            "AC": (0, 0),
        }

    def test_remembering_changes_nothing(self) -> None:
        hands = ["AC 3C KD 9H", "KC 4C 2D TH", "JO 5C AD 8H"]
        for trump in (None, "C", "D"):
            play = play_of(hands, trump, declarer=1)
            assert play.outlook(remembering=True) == play.outlook()


class TestOpenings:
    def openings(self, rung: Rung, hand: str) -> list[str]:
        return [f"{card} {trump or '-'}" for card, trump in openings_of(rung, hand.split())]

    def test_what_each_contract_lets_the_declarer_lead(self) -> None:
        assert self.openings(NAP, "AC JO") == ["AC C", "JO C", "JO D", "JO H", "JO S"]
        assert self.openings(MISERE, "AC JO") == ["AC -", "JO -"]
        assert self.openings(WELLINGTON, "AC 3C JO") == ["3C C", "JO D", "JO H", "JO S"]
        assert self.openings(BLUCHER, "AC 3D 3H") == [
            f"{card} {trump}" for card in ("3D", "3H") for trump in "CDHS" if card[1] != trump
        ]

    def test_the_best_opening_counts(self) -> None:
        """Nobody else has a trump: the deuce is as good as the ace."""
        hands = [hand.split() for hand in ("AS 2S", "KH QC", "AH AC")]
        by_opening = outlooks_of_openings(NAP, hands, 0)
        assert {opening: range_of(after) for opening, after in by_opening.items()} == {
            ("AS", "S"): (2, 2),
            ("2S", "S"): (2, 2),
        }
        assert of_his_choice(by_opening.values()).most_tricks == 2

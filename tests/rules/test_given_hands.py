"""Given hands and given auctions are played as they are, or refused in one line.

Fault of this kind elsewhere: illegal bids found years later by fuzzing (CardsWithCats 72).
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.errors import UserError
from sim.game.cards import JOKER, parse_cards
from sim.illegal_acts import IllegalActError
from sim.records import Record, play_hands
from tests.rules.illegal_decisions import table

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


def test_a_joker_is_given_as_it_stands_while_no_suit_is_trump() -> None:
    """In its place of another suit it would be a second joker."""
    hands = given(["AS KS QS JS joker", *HANDS[1:]])
    assert (played(hands, joker=True).hands == hands).all()
    hands[0, 0] ^= np.uint64(JOKER | 1 << 61)
    assert refused(hands, joker=True) == (
        "every deal needs 4 hands of 5 different cards of the pack of 53"
    )


@pytest.mark.parametrize("rules", [{"dealer_sits_out": True}, {"chips": 10}])
def test_hands_are_refused_where_somebody_may_have_none(rules: dict[str, int]) -> None:
    assert refused(given(HANDS), **rules) == (
        "hands can be given only where everybody plays in every deal"
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

"""Many deals solved at once: what every player can make, and what each card played was worth.

Against the referee, who tries every legal card: deals small enough for that, with every way to play
a contract.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from sim.solver import Way, solve_hands, solve_plays, way_of
from tests.referee import SUITS, Rung
from tests.referee.open_cards import (
    OpenPlay,
    Outlook,
    of_his_choice,
    opened,
    openings_of,
)
from tests.solver.open_cases import (
    CONTRACTS,
    Case,
    Kind,
    bit_of,
    contract_of,
    mask_of,
    number_of_suit,
)

NO_SUIT = len(SUITS)
"""The number of trumps where no suit is trump."""

HANDS = {
    Kind(2, 52, False, 4, (0, 0)): 15,
    Kind(2, 28, True, 4, (0, 0)): 15,
    Kind(3, 24, True, 3, (0, 0)): 40,
    Kind(4, 36, False, 3, (0, 0)): 10,
    Kind(5, 28, True, 2, (0, 0)): 20,
    Kind(7, 40, True, 2, (0, 0)): 5,
}
PLAYS = {
    Kind(2, 52, False, 5, (0, 0)): 20,
    Kind(2, 24, True, 4, (0, 0)): 80,
    Kind(3, 28, True, 3, (0, 0)): 100,
    Kind(3, 52, False, 4, (0, 0)): 20,
    Kind(4, 24, True, 3, (0, 0)): 60,
    Kind(5, 36, False, 3, (0, 0)): 30,
    Kind(6, 40, True, 2, (0, 0)): 30,
}

WAYS = (
    *(way_of(contract_of(rung)) for rung in CONTRACTS),
    Way("none", "any", "fewest"),
    Way("suit led", "lowest trump", "fewest"),
    Way("named", "lowest non-trump", "fewest"),
)
RUNGS = (*CONTRACTS, CONTRACTS[5], CONTRACTS[2], CONTRACTS[4])
"""What is played in each way."""


def answer(way: Way, outlook: Outlook) -> int:
    """What the solver is to say: a number of tricks, -1 if just so many cannot be taken."""
    if way.aim == "most":
        return outlook.most_tricks
    if way.aim == "fewest":
        return outlook.fewest_tricks
    assert isinstance(way.aim, int)
    return way.aim if outlook.can_take_exactly(way.aim) else -1


# What every player can make ----------------------------------------------------------------------


def answers_of_hands(hands: tuple[frozenset[str], ...], declarer: int) -> list[int]:
    """What a declarer can make in every way, each opening being walked through once."""
    after: dict[tuple[str, str | None], Outlook] = {}

    def outlook_after(card: str, trump: str | None) -> Outlook:
        if (card, trump) not in after:
            after[card, trump] = opened(hands, declarer, trump).play(card).outlook()
        return after[card, trump]

    return [
        answer(
            way, of_his_choice(outlook_after(*lead) for lead in openings_of(rung, hands[declarer]))
        )
        for way, rung in zip(WAYS, RUNGS, strict=True)
    ]


def test_every_way_is_played_as_its_contract_is() -> None:
    for way, rung in zip(WAYS, RUNGS, strict=True):
        assert (way.trump, way.lead) == (rung.trump, rung.lead)


@pytest.mark.parametrize("kind", HANDS, ids=str)
def test_what_every_player_can_make(kind: Kind) -> None:
    cases = [kind.case(number) for number in range(HANDS[kind])]
    masks = np.array([[mask_of(hand) for hand in case.hands] for case in cases], np.uint64)
    found = solve_hands(masks, WAYS)
    for number, case in enumerate(cases):
        for declarer in range(kind.players):
            known = answers_of_hands(case.hands, declarer)
            assert found[number, declarer].tolist() == known, f"turn {declarer} of {case}"


# What each card played was worth -----------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A deal played out at random, with what the declarer could do after each card."""

    case: Case
    trump: str | None
    cards: list[str]
    known: list[int]


def played_out(case: Case, way: Way, chance: random.Random) -> Played:
    rung: Rung = case.rung
    openings = [*openings_of(rung, case.hands[case.declarer])]
    choice = of_his_choice(
        opened(case.hands, case.declarer, trump).play(card).outlook() for card, trump in openings
    )
    card, trump = chance.choice(openings)
    play: OpenPlay = opened(case.hands, case.declarer, trump)
    cards, known = [], [answer(way, choice)]
    while True:
        play = play.play(card)
        cards.append(card)
        known.append(answer(way, play.outlook()))
        if not play.hands[play.to_play]:
            return Played(case, trump, cards, known)
        card = chance.choice(play.legal)


@pytest.mark.parametrize("kind", PLAYS, ids=str)
def test_what_the_declarer_can_do_after_each_card(kind: Kind) -> None:
    ways = WAYS[: len(CONTRACTS)]
    cases = [kind.case(number) for number in range(PLAYS[kind])]
    contracts = [CONTRACTS.index(case.rung) for case in cases]
    played = [
        played_out(case, ways[contract], random.Random(number))
        for number, (case, contract) in enumerate(zip(cases, contracts, strict=True))
    ]
    found = solve_plays(
        np.array([[bit_of(card, deal.trump) for card in deal.cards] for deal in played], np.uint8),
        np.array([case.declarer for case in cases]),
        np.array(
            [NO_SUIT if deal.trump is None else number_of_suit(deal.trump) for deal in played]
        ),
        np.array(contracts),
        ways,
        kind.players,
    )
    for deal, tricks in zip(played, found.tolist(), strict=True):
        assert tricks == deal.known, f"{deal.case}, then {' '.join(deal.cards)}"

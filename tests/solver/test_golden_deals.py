"""Deals whose best play is known.

`tests/data/golden_open_deals.json` holds 27 deals of two to five players, with packs of 24 to 52
cards: the most tricks by the suit that is led and so made trump, the most with a free choice, and
whether misère can be made without trumps. Other programs found them. The referee finds the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.solver import Solver, opened, openings, solve_hands, way_of
from tests import referee
from tests.referee import House, Rung
from tests.referee.open_cards import of_his_choice, outlooks_of_openings
from tests.solver.open_cases import contract_of, mask_of, number_of_suit

DOCUMENT = json.loads(
    (Path(__file__).parents[1] / "data" / "golden_open_deals.json").read_text(encoding="utf-8")
)
ROWS = {row["id"]: row for row in DOCUMENT["rows"]}

NAP = Rung(name="nap", target=5, made=10, failed=5)
MISERE = Rung(name="misere", target=0, made=3, failed=3, judged="exactly", trump="none")


def hands_of(row: dict[str, Any], declarer: int = 0) -> list[frozenset[str]]:
    """The hands in speaking order, so that the declarer of the row speaks in a given turn."""
    players = row["players"]
    return [frozenset(row["hands"][(turn - declarer) % players].split()) for turn in range(players)]


def test_the_deals_are_the_27_of_the_file() -> None:
    assert len(ROWS) == len(DOCUMENT["rows"]) == 27
    for row in ROWS.values():
        assert row["declarer"] == row["leader"] == 0
        house = House(ladder=(NAP,), pack=row["pack"])
        referee.check_hands(house, [set(hand) for hand in hands_of(row)])


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_tricks_by_trump(row: dict[str, Any]) -> None:
    """The opening leads of nap, suit by suit, for a declarer in every turn."""
    solver = Solver()
    for declarer in range(row["players"]):
        hands = tuple(map(mask_of, hands_of(row, declarer)))
        most: dict[int | None, int] = {}
        for opening in openings(hands[declarer], contract_of(NAP)):
            after = opened(hands, declarer, opening).play(opening.card)
            tricks = solver.most_tricks(after)
            most[opening.trump] = max(tricks, most.get(opening.trump, 0))
        known = row["most_tricks_by_trump"]
        assert most == {number_of_suit(suit): tricks for suit, tricks in known.items()}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_tricks_and_misere_with_a_free_choice(row: dict[str, Any]) -> None:
    hands = np.array([[mask_of(hand) for hand in hands_of(row)]], np.uint64)
    ways = [way_of(contract_of(rung)) for rung in (NAP, MISERE)]
    most, none = solve_hands(hands, ways)[0, 0].tolist()
    assert most == row["most_tricks"]
    assert (none == 0) == row["misere"]


def referee_agrees(row: dict[str, Any], *, remembering: bool) -> None:
    hands = hands_of(row)
    leads = outlooks_of_openings(NAP, hands, 0, remembering=remembering)
    most: dict[str | None, int] = {}
    for (_, trump), outlook in leads.items():
        most[trump] = max(outlook.most_tricks, most.get(trump, 0))
    assert most == row["most_tricks_by_trump"]
    assert max(most.values()) == row["most_tricks"]
    misere = outlooks_of_openings(MISERE, hands, 0, remembering=remembering)
    assert of_his_choice(misere.values()).keeps(0, 0) == row["misere"]


def rows_of(players: set[int]) -> list[str]:
    return [identifier for identifier, row in ROWS.items() if row["players"] in players]


@pytest.mark.parametrize("identifier", rows_of({2, 3}))
def test_the_referee_finds_the_same(identifier: str) -> None:
    referee_agrees(ROWS[identifier], remembering=True)


@pytest.mark.slow
@pytest.mark.parametrize("identifier", rows_of({4, 5}))
def test_the_referee_finds_the_same_of_more_players(identifier: str) -> None:
    referee_agrees(ROWS[identifier], remembering=True)

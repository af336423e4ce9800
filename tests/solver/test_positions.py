"""Positions that cannot be are refused, in words."""

from __future__ import annotations

from typing import Any

import pytest

from sim.errors import UserError
from sim.game.cards import JOKER, parse_cards
from sim.solver import Goal, Position, Solver

THREE = ("AS KS", "QS JS", "TS 9S")


def position(hands: tuple[str, ...] = THREE, **changes: Any) -> Position:
    table = tuple(map(parse_cards, changes.pop("table", "").split()))
    fields = {"declarer": 0, "trump": 3, "leader": 0, "table": table, **changes}
    return Position(tuple(map(parse_cards, hands)), **fields)


@pytest.mark.parametrize(
    ("said", "hands", "changes"),
    [
        ("1 hands", ("AS",), {}),
        ("declarer and leader", THREE, {"declarer": 3}),
        ("trump is 4", THREE, {"trump": 4}),
        ("taken is -1", THREE, {"taken": -1}),
        ("is full", ("AS", "QS", "TS"), {"table": "KS JS 9S"}),
        ("AS is there twice", ("AS KS", "AS JS", "TS 9S"), {}),
        ("has 1 cards, not 2", ("AS KS", "QS", "TS 9S"), {}),
        ("that is a revoke", ("AS", "KS", "TS 9S"), {"table": "QS 2H"}),
        ("8 tricks are left", ("AS KS QS JS TS 9S 8S 7S", "AH KH QH JH TH 9H 8H 7H"), {}),
        ("the joker does not stand", ("AS joker", "QS JS", "TS 9S"), {}),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    said: str, hands: tuple[str, ...], changes: dict[str, Any]
) -> None:
    with pytest.raises(UserError, match=said):
        position(hands, **changes)


def test_a_lone_joker_need_not_follow() -> None:
    hands = (parse_cards("3D"), JOKER, parse_cards("4S 4D"))
    table = (parse_cards("AS"), parse_cards("2H"))
    assert Position(hands, declarer=0, trump=None, leader=0, table=table).to_play == 2


def test_a_goal_of_those_tricks_that_are_left_is_answered() -> None:
    taken = position(taken=2)
    assert Solver().keeps(taken, Goal(1, 4))
    assert not Solver().keeps(taken, Goal(1, 3))
    with pytest.raises(ValueError, match="neither"):
        Solver().keeps(position(("AS KS QS", "JS TS 9S")), Goal(1, 2))

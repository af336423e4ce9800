"""Positions that cannot be are refused, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.errors import UserError
from sim.game.cards import JOKER, format_cards, parse_cards
from sim.game.ladder import Contract
from sim.replay.found_deal import find_deal
from sim.replay.mid_deal import position_after, position_of
from sim.replay.open_deal import OpenDeal, deal_found, deal_of_hands, rules_for
from sim.replay.written_hands import read_hands
from sim.solver import Goal, Position, Solver
from sim.solver.position import seat_joker
from tests.rules.test_judged_deals import TABLES, table

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


@pytest.mark.parametrize("name", TABLES)
def test_every_position_of_a_deal_that_was_played_may_be_written_down(name: str) -> None:
    """As hands, cards on the table and tricks so far, with the contract and without."""
    experiment = table(name)
    for number in range(4):
        deal = deal_found(find_deal(experiment, number))
        played = deal.played
        for cards in range(1, len(played.cards) if played is not None else 0):
            after = position_after(played, cards)
            if after.table or after.tricks_left < deal.hand_size:
                assert written_down(deal, after, None) == after
                assert written_down(deal, after, deal.contract_of(played.contract)) == after


def written_down(deal: OpenDeal, position: Position, contract: Contract | None) -> Position:
    left = replace(deal, hands=tuple(seat_joker(hand, 0) for hand in position.hands))
    cards = " ".join(format_cards(seat_joker(card, 0)) for card in position.table)
    return position_of(
        left,
        position.declarer,
        position.trump,
        position.leader,
        cards,
        position.taken,
        contract,
    )


@pytest.mark.parametrize(
    ("said", "hands", "options"),
    [
        (
            "JS cannot be led for spades trumps in wellington",
            "AS KS QS 2S / TS 9S 4H 3H 2C",
            {"table": "JS"},
        ),
        ("3D cannot be led", "AS KS QS 2S / TS 9S 4H 3H 2C", {"table": "3D"}),
        ("3D cannot be led", "AS KS QS 2S / TS 9S 4H 3H 2C", {"table": "3D", "contract": None}),
        ("leads to the first", "AS KS QS 2S 3D / TS 9S 4H 3H", {"table": "2C", "leader": 1}),
        ("no trick has been played", "AS KS QS JS / TS 9S 4H 3H 2C", {"table": "2S", "taken": 1}),
        ("allowed: 1 to 3", "AS KS / TS 9S", {}),
        ("allowed: 0 to 2", "AS KS / TS 9S", {"leader": 1, "taken": 3}),
        ("allowed: 1 to 3", "AS / TS 9S", {"table": "KS", "taken": 4}),
    ],
)
def test_a_position_that_no_play_leads_to_is_refused(
    said: str, hands: str, options: dict[str, Any]
) -> None:
    deal = deal_of_hands(read_hands(hands), rules_for(2, "hoyle"))
    asked = {"leader": 0, "table": "", "taken": 0, "contract": deal.contract_of("wellington")}
    with pytest.raises(UserError, match=said):
        position_of(deal, 0, 3, **{**asked, **options})

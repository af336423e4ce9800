"""Best lines: they come to what they promise, and every card of theirs is one of the best."""

from __future__ import annotations

import numpy as np
import pytest

from sim.double_dummy.lines import Judge, Step, best_line_of_deal, line_played
from sim.double_dummy.overview import ANY_LEAD, makeable, tricks_by_trump
from sim.game.cards import SUITS
from sim.game.ladder import Contract
from sim.game.rules import load_rules
from sim.hands import deal_hands
from sim.solver import Solver, goal_of, solve_hands, way_of

RULES = load_rules(
    "joker", 3, {"contracts": {"blucher": {"trump": "named", "lead": "lowest non-trump"}}}
)
DEALS = [
    tuple(map(int, hands))
    for players, pack in ((2, 24), (3, 32), (5, 52))
    for hands in deal_hands(5, 0, 6, players, pack, joker=True)
]


def line(hands: tuple[int, ...], contract: Contract) -> tuple[Step, ...]:
    return best_line_of_deal(Judge(contract, 5), hands, 0, contract)


@pytest.mark.parametrize("contract", RULES.ladder.contracts, ids=lambda contract: contract.name)
def test_a_best_line_comes_to_what_its_first_card_promises(contract: Contract) -> None:
    for hands in DEALS:
        steps = line(hands, contract)
        last = steps[-1].position.play(steps[-1].played.card)
        assert last.tricks_left == 0
        assert contract.keeps(last.taken) == steps[0].best.kept
        assert steps[0].best.tricks in (None, last.taken)
        assert all(step.played in step.best_options for step in steps)


@pytest.mark.parametrize("contract", RULES.ladder.contracts, ids=lambda contract: contract.name)
def test_cards_that_turn_nothing_are_those_that_keep_the_contract(contract: Contract) -> None:
    """The solver finds them by another question: what leaves the contract as it stands."""
    solver, goal = Solver(), goal_of(contract, 5)
    for step in line(DEALS[-1], contract)[1:]:
        same = sum(option.card for option in step.options if option.worth.kept == step.best.kept)
        assert solver.keeping_cards(step.position, goal) == same


def test_players_can_make_what_whole_deals_say() -> None:
    ways = [way_of(ANY_LEAD), *map(way_of, RULES.ladder)]
    for hands in DEALS[-6:]:
        found = solve_hands(np.array([hands], np.uint64), ways)[0]
        for turn in range(len(hands)):
            tricks = tricks_by_trump(hands, turn, Solver())
            assert max(each for each in tricks if each is not None) == found[turn, 0]
            assert len(tricks) == SUITS
            can = makeable(hands, turn, RULES.ladder, 5, Solver())
            assert [*can] == [
                contract.keeps(int(most))
                for contract, most in zip(RULES.ladder, found[turn, 1:], strict=True)
            ]


def test_a_line_played_again_is_judged_as_it_was() -> None:
    contract = RULES.ladder[RULES.ladder.number("four")]
    steps = line(DEALS[-1], contract)
    cards = [step.played.card.bit_length() - 1 for step in steps]
    trump = steps[0].position.trump
    judge = Judge(contract, 5)
    again = line_played(judge, DEALS[-1], 0, contract, trump, cards)
    assert again == steps
    assert not any(step.turns_contract or step.tricks_lost for step in again)

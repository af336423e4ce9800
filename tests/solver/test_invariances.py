"""What may not change an answer: the hash table, the names of suits, the seats, the company.

Positions of three to seven players with full hands, which nobody could walk through card by card.
Faults of this kind elsewhere: seats swapped and another winner (CodeClash 55).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from sim.game.cards import format_cards, parse_cards
from sim.solver import Position, Solver, solve_hands, way_of
from tests.solver.open_cases import CONTRACTS, Kind, contract_of, goals_of, position_of

KINDS = {
    Kind(3, 24, True, 5, (1, 8)): 20,
    Kind(4, 52, False, 5, (1, 12)): 30,
    Kind(4, 28, True, 5, (1, 12)): 30,
    Kind(5, 36, False, 5, (1, 12)): 15,
    Kind(6, 32, True, 5, (1, 12)): 10,
    Kind(7, 40, False, 5, (1, 14)): 5,
    Kind(3, 28, False, 7, (4, 12)): 10,
    Kind(5, 52, True, 7, (14, 24)): 10,
}
"""How many positions of each kind."""

POSITIONS = [
    pytest.param(position_of(kind.case(number).play), kind.hand_size, id=f"{kind}, {number}")
    for kind, positions in KINDS.items()
    for number in range(positions)
]
"""Each with the number of tricks of the whole deal."""

SUIT_WIDTH = 16
TABLES = {"none": 0, "tiny": 1, "small": 64, "large": 1 << 16}

Answers = tuple[list[bool], dict[int, int], dict[int, int], list[int]]


def answers_of(solver: Solver, position: Position, tricks: int) -> Answers:
    """Everything that a solver says about a position."""
    goals = goals_of(tricks)
    return (
        [solver.keeps(position, goal) for goal in goals],
        solver.tricks_by_card(position),
        solver.tricks_by_card(position, fewest=True),
        [solver.keeping_cards(position, goal) for goal in goals[::3]],
    )


def all_answers(solver: Solver, order: Callable[[list[int]], None] | None = None) -> list[Answers]:
    """What one solver says about all positions, asked in some order, sorted back."""
    numbers = list(range(len(POSITIONS)))
    if order:
        order(numbers)
    found = {number: answers_of(solver, *POSITIONS[number].values) for number in numbers}
    return [found[number] for number in range(len(POSITIONS))]


@pytest.fixture(scope="module")
def answers() -> list[Answers]:
    """The answers without a hash table."""
    return all_answers(Solver(slots=0))


class TestTables:
    @pytest.mark.parametrize("entries", [size for size in TABLES.values() if size], ids=str)
    def test_a_hash_table_of_any_size_changes_no_answer(
        self, answers: list[Answers], entries: int
    ) -> None:
        assert all_answers(Solver(slots=entries)) == answers

    def test_what_was_asked_before_changes_no_answer(self, answers: list[Answers]) -> None:
        """Asked twice in other orders, each time with a table full of the other positions."""
        solver = Solver(slots=256)
        for seed in (1, 2):
            assert all_answers(solver, random.Random(seed).shuffle) == answers


def renamed(mask: int, names: tuple[int, ...]) -> int:
    """Give every card of suit s to suit ``names[s]``."""
    suits = [(mask >> (SUIT_WIDTH * suit)) & 0xFFFF for suit in range(4)]
    return sum(ranks << (SUIT_WIDTH * names[suit]) for suit, ranks in enumerate(suits))


def renamed_position(position: Position, names: tuple[int, ...]) -> Position:
    """The same position with other names of suits; a joker of no suit stays where it is."""
    joker = 1 << 13 if position.trump is None else 0

    def of(mask: int) -> int:
        return renamed(mask & ~joker, names) | mask & joker

    return replace(
        position,
        hands=tuple(map(of, position.hands)),
        table=tuple(map(of, position.table)),
        trump=None if position.trump is None else names[position.trump],
    )


def renamed_answers(answers: Answers, of: Callable[[int], int]) -> Answers:
    kept, by_card, fewest_by_card, keeping = answers
    return (
        kept,
        {of(card): tricks for card, tricks in by_card.items()},
        {of(card): tricks for card, tricks in fewest_by_card.items()},
        [of(cards) for cards in keeping],
    )


def turned(position: Position, by: int) -> Position:
    """The same players further round the table."""
    players = len(position.hands)
    return replace(
        position,
        hands=tuple(position.hands[(turn - by) % players] for turn in range(players)),
        declarer=(position.declarer + by) % players,
        leader=(position.leader + by) % players,
    )


class TestNamesAndSeats:
    def test_other_names_of_suits_change_names_only(self, answers: list[Answers]) -> None:
        solver, orders = Solver(), list(permutations(range(4)))
        for number, known in enumerate(answers):
            position, tricks = POSITIONS[number].values
            names = orders[1 + number % (len(orders) - 1)]
            joker = 1 << 13 if position.trump is None else 0

            def of(mask: int, names: tuple[int, ...] = names, joker: int = joker) -> int:
                return renamed(mask & ~joker, names) | mask & joker

            found = answers_of(solver, renamed_position(position, names), tricks)
            assert found == renamed_answers(known, of)

    def test_other_seats_change_nothing(self, answers: list[Answers]) -> None:
        solver = Solver()
        for number, known in enumerate(answers):
            position, tricks = POSITIONS[number].values
            by = 1 + number % (len(position.hands) - 1)
            assert answers_of(solver, turned(position, by), tricks) == known

    def test_hands_written_in_another_order_are_the_same_hands(self) -> None:
        position, _ = POSITIONS[0].values
        for hand in position.hands:
            words = format_cards(hand).split()
            random.Random(5).shuffle(words)
            assert parse_cards(" ".join(words)) == hand


class TestManyDealsAtOnce:
    WAYS = tuple(way_of(contract_of(rung)) for rung in CONTRACTS)

    def hands(self, deals: int = 60, players: int = 4) -> np.ndarray:
        pack = [16 * suit + rank for suit in range(4) for rank in range(6, 13)] + [13]
        dealt = [random.Random(number).sample(pack, 5 * players) for number in range(deals)]
        bits = np.left_shift(np.uint64(1), np.array(dealt, np.uint64))
        return np.bitwise_or.reduce(bits.reshape(deals, players, 5), axis=2)

    def test_deals_and_ways_are_answered_alone_as_in_company(self) -> None:
        hands = self.hands()
        together = solve_hands(hands, self.WAYS)
        backwards = solve_hands(hands[::-1].copy(), self.WAYS[::-1])
        assert (backwards[::-1, :, ::-1] == together).all()
        for deal in range(0, len(hands), 7):
            assert (solve_hands(hands[deal : deal + 1], self.WAYS)[0] == together[deal]).all()
        for number, way in enumerate(self.WAYS):
            assert (solve_hands(hands, [way])[:, :, 0] == together[:, :, number]).all()

    def test_other_seats_and_names_of_suits_change_nothing(self) -> None:
        hands = self.hands()
        known = solve_hands(hands, self.WAYS)
        for by in range(1, hands.shape[1]):
            found = solve_hands(np.roll(hands, by, axis=1), self.WAYS)
            assert (np.roll(found, -by, axis=1) == known).all()
        joker = np.uint64(1 << 13)
        plain = hands & ~joker
        for names in ((1, 2, 3, 0), (1, 0, 3, 2), (3, 1, 0, 2)):
            suits = [
                (plain >> np.uint64(SUIT_WIDTH * suit) & np.uint64(0xFFFF))
                << np.uint64(SUIT_WIDTH * name)
                for suit, name in enumerate(names)
            ]
            other_names = np.bitwise_or.reduce(suits) | hands & joker
            assert (solve_hands(other_names, self.WAYS) == known).all()

"""Lay-down hands, counted by the solver: those that take every trick whatever an opponent holds.

`laydown_hands_...`, `laydown_joker_...`, `laydown7_...`. `tests/statistics` counts them by their
looks. Here every hand of a pack is played with every trump suit that it holds against every hand of
one opponent; as many hands win against all of these as there are lay-down hands, so that further
opponents beat no other. One hand stands for all that differ in the names of suits only, and one
hand of the opponent for all that lie in the same way (`weighted_deals.py`). An ordinary trump is
led first, so that the joker is of its suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest

from sim.game.cards import JOKER, RANKS, SUIT_WIDTH, SUITS, card_bits, pack_of
from sim.solver import Goal, Position, Solver
from tests.solver.exact_rows import ROWS, value_of
from tests.solver.weighted_deals import against_all, all_hands, classes_of

COUNTS = ("laydown_hands_24", "laydown_hands_28")
MORE_COUNTS = (
    *(f"laydown_hands_{pack}" for pack in (32, 36, 40, 52)),
    "laydown_joker_29",
    "laydown_joker_53",
    "laydown7_24",
)


def suit_of(trump: int) -> int:
    return 0xFFFF << (SUIT_WIDTH * trump)


def first_cards(cards: int, number: int, trump: int, *, of_trumps: bool) -> int:
    """So many cards, the highest first; trumps before all others, or after them."""
    trumps = sorted((1 << bit for bit in card_bits(cards & suit_of(trump))), reverse=True)
    others = [1 << bit for bit in card_bits(cards & ~suit_of(trump))]
    others.sort(key=lambda card: (card.bit_length() - 1) % SUIT_WIDTH, reverse=True)
    return sum((trumps + others if of_trumps else others + trumps)[:number])


def opponents_of(mine: int, pack: int, trump: int) -> Iterator[int]:
    """Yield every hand of the opponent, after two that beat nearly every hand."""
    missing, number = pack & ~mine, mine.bit_count()
    yield first_cards(missing, number, trump, of_trumps=True)
    yield first_cards(missing, number, trump, of_trumps=False)
    yield from against_all(mine, pack).hands[:, 1].tolist()


def wins_against_all(solver: Solver, mine: int, pack: int, trump: int) -> bool:
    """Whether a hand takes every trick with a trump suit, whatever the opponent holds."""
    goal = Goal(mine.bit_count(), mine.bit_count())
    leads = [1 << bit for bit in card_bits(mine & suit_of(trump)) if bit % SUIT_WIDTH < len(RANKS)]

    def wins_against(other: int) -> bool:
        start = Position((mine, other), declarer=0, trump=trump, leader=0)
        return any(solver.keeps(start.play(card), goal) for card in leads)

    return all(wins_against(other) for other in opponents_of(mine, pack, trump))


def is_lay_down(solver: Solver, mine: int, pack: int, *, joker: bool) -> bool:
    """Whether some trump suit wins against all; the joker is in the hand or among the others."""
    for trump in range(SUITS):
        place = JOKER << (SUIT_WIDTH * trump)
        hand = mine & ~JOKER | (place if mine & JOKER else 0)
        if mine & ~JOKER & suit_of(trump) and wins_against_all(
            solver, hand, pack | (place if joker else 0), trump
        ):
            return True
    return False


def classes_of_hands(pack: int, size: int, *, joker: bool) -> Iterator[tuple[int, int]]:
    """Yield a hand of each class, and how many it stands for."""
    for held in (0, JOKER) if joker else (0,):
        firsts, weights = classes_of(all_hands(pack, size - held.bit_count()))
        yield from zip((firsts | held).tolist(), weights.tolist(), strict=True)


def lay_downs(hands: Iterable[tuple[int, int]], pack: int, *, joker: bool = False) -> int:
    solver = Solver()
    return sum(weight for hand, weight in hands if is_lay_down(solver, hand, pack, joker=joker))


def count(row: str) -> int:
    """Count the lay-down hands of a row's pack; a joker is one of its cards."""
    table = ROWS[row].table
    cards = int(row[-2:])
    joker = cards % SUITS == 1
    pack = pack_of(cards - joker)
    hands = classes_of_hands(pack, table.hand_size, joker=joker)
    return lay_downs(hands, pack, joker=joker)


@pytest.mark.parametrize("row", COUNTS)
def test_as_many_hands_win_against_all_as_are_lay_downs(row: str) -> None:
    assert count(row) == value_of(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", MORE_COUNTS)
def test_larger_packs_and_hands(row: str) -> None:
    assert count(row) == value_of(row)


@pytest.mark.slow
def test_hands_of_seven_from_the_whole_pack() -> None:
    """Of one suit: whoever holds another card has six trumps, and loses to the seven others."""
    flushes = ((sum(1 << rank for rank in ranks), SUITS) for ranks in combinations(range(13), 7))
    assert lay_downs(flushes, pack_of(52)) == value_of("laydown7_52")

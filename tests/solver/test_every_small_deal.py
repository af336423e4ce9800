"""Every deal there is of a few small hands: the solver against the referee, none left out.

Only the order of the cards in play matters, suit by suit, and the names of suits do not. So all
deals of so many hands, whatever the pack, are the ways to write four words of the players' numbers:
whose is the highest card of the first suit, the next one, and so on. Each of them is asked about
with every trump suit and without trumps, with the lead in every hand, and with a joker in any hand
or none.

Two hands of three cards, and three of two with a joker, in any run. In the slow set two hands of
five: that is the whole game of two, and nothing is left to chance there; and three hands of three.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from sim.solver import Solver
from tests.referee.open_cards import OpenPlay
from tests.referee.pack import JOKER, RANKS, SUITS
from tests.solver.test_against_referee import differences_in_play

Word = tuple[int, ...]
Hands = tuple[frozenset[str], ...]


def sequences(sizes: tuple[int, ...]) -> Iterator[Word]:
    """Yield every order in which players can hold so many cards each."""
    if not any(sizes):
        yield ()
    for player, size in enumerate(sizes):
        if size:
            rest = (*sizes[:player], size - 1, *sizes[player + 1 :])
            yield from ((player, *others) for others in sequences(rest))


def words_of(sizes: tuple[int, ...]) -> Iterator[tuple[Word, ...]]:
    """Yield every way to share such a sequence among four suits, in order: their names are none."""
    cards = sum(sizes)
    for sequence in sequences(sizes):
        for bars in combinations(range(cards + len(SUITS) - 1), len(SUITS) - 1):
            ends = [bar - place for place, bar in enumerate(bars)]
            parts = zip([0, *ends], [*ends, cards], strict=True)
            words = tuple(sequence[start:end] for start, end in parts)
            if list(words) == sorted(words):
                yield words


def deals(players: int, size: int, *, joker_in: int | None) -> Iterator[Hands]:
    """Yield every deal, with the joker in somebody's hand or without one."""
    sizes = tuple(size - (player == joker_in) for player in range(players))
    for words in words_of(sizes):
        hands = [{JOKER} if player == joker_in else set() for player in range(players)]
        for suit, word in zip(SUITS, words, strict=True):
            for rank, player in zip(reversed(RANKS), word, strict=False):
                hands[player].add(rank + suit)
        yield tuple(map(frozenset, hands))


def agree_on_every_deal(players: int, size: int, *, joker: bool) -> int:
    """Compare the answers on every deal with the lead in every hand, and count the deals.

    A joker may be in each hand. The first player declares: the others are those after him.
    """
    solver, number = Solver(), 0
    for holder in range(players) if joker else [None]:
        for hands in deals(players, size, joker_in=holder):
            number += 1
            for trump in (None, *SUITS):
                for leader in range(players):
                    play = OpenPlay(
                        hands=hands, declarer=0, trump=trump, leader=leader, tricks=size
                    )
                    found = [*differences_in_play(play, solver, remembering=True)]
                    assert not found, f"{play}: {found}"
    return number


def test_words_are_counted_by_hand() -> None:
    """Two hands of one card: both in a suit, either the higher, or each in a suit of its own."""
    assert [*words_of((1, 1))] == [
        ((), (), (), (0, 1)),
        ((), (), (0,), (1,)),
        ((), (), (), (1, 0)),
    ]


@pytest.mark.parametrize(("players", "size", "joker"), [(2, 3, False), (2, 3, True), (3, 2, True)])
def test_every_deal_of_small_hands(players: int, size: int, joker: bool) -> None:
    assert agree_on_every_deal(players, size, joker=joker) > 90


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "size", "joker"),
    [(3, 2, False), (2, 4, False), (2, 4, True), (2, 5, False), (2, 5, True), (3, 3, False)],
)
def test_every_deal_of_larger_hands(players: int, size: int, joker: bool) -> None:
    assert agree_on_every_deal(players, size, joker=joker) > 500

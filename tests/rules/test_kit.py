"""The kit of policies: sets of cards against plain Python, alike for numbers, arrays, compiled."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

from sim.policies import kit

SUITS = range(4)
PLACES = [16 * suit + rank for suit in SUITS for rank in range(14)]
SETS = 200


def a_set(places: list[int]) -> int:
    return sum(1 << place for place in places)


def sets_of_cards() -> list[list[int]]:
    """Lists of places: none, all, and sets of all sizes drawn at random with a fixed seed."""
    generator = np.random.default_rng(1909)
    sizes = generator.integers(0, 15, SETS)
    drawn = [sorted(generator.choice(PLACES, size, replace=False).tolist()) for size in sizes]
    return [[], PLACES, *drawn]


def in_suit(places: list[int], suit: int) -> list[int]:
    return [place for place in places if place // 16 == suit]


def longest_suit(places: list[int]) -> int:
    suit = max(SUITS, key=lambda suit: (len(in_suit(places, suit)), -suit))
    return a_set(in_suit(PLACES, suit))


def beyond(places: list[int], *, higher: bool) -> int:
    return a_set(
        [
            place
            for place in PLACES
            if any(
                other != place and other // 16 == place // 16 and (place > other) == higher
                for other in places
            )
        ]
    )


PLAIN: dict[str, Callable[[list[int]], int]] = {
    "count": len,
    "lowest": lambda places: a_set(places[:1]),
    "highest": lambda places: a_set(places[-1:]),
    "lowest_rank": lambda places: a_set(sorted(places, key=lambda p: (p % 16, p))[:1]),
    "highest_rank": lambda places: a_set(sorted(places, key=lambda p: (-(p % 16), p))[:1]),
    "ranks_of": lambda places: a_set(list({place % 16 for place in places})),
    "longest_suit": longest_suit,
    "below": lambda places: beyond(places, higher=False),
    "above": lambda places: beyond(places, higher=True),
}


@pytest.mark.parametrize("name", PLAIN)
def test_sets_of_cards_in_all_three_ways(name: str) -> None:
    function = getattr(kit, name)
    places = sets_of_cards()
    expected = [PLAIN[name](each) for each in places]
    sets = [a_set(each) for each in places]
    assert [function(each) for each in sets] == expected
    assert function(np.array(sets, np.int64)).tolist() == expected
    compiled = numba.njit(lambda cards: function(cards))
    assert [compiled(each) for each in sets] == expected


def a_view(**fields: Any) -> Any:
    cards = {f"card_{turn}": 1 << turn for turn in range(7)}
    played = {f"played_{turn}": 256 << turn for turn in range(7)}
    return SimpleNamespace(**cards, **played, **fields)


@pytest.mark.parametrize("turn", range(7))
def test_cards_by_turn(turn: int) -> None:
    view = a_view(turn=4)
    assert kit.played_by(view, turn) == 256 << turn
    assert kit.card_by(view, turn) == (1 << turn if turn < 4 else 0)


def test_sides() -> None:
    declarer, defender = a_view(turn=1, declarer_turn=1), a_view(turn=0, declarer_turn=1)
    assert kit.is_declarer(declarer) and not kit.is_defender(declarer)
    assert kit.is_defender(defender) and not kit.is_declarer(defender)


def test_all_that_is_offered_is_documented() -> None:
    functions = [getattr(kit, name) for name in kit.__all__ if callable(getattr(kit, name))]
    assert functions
    assert all(inspect.getdoc(function) for function in functions)

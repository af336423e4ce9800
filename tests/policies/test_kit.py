"""The kit of policies: the same results as whole numbers, as NumPy arrays and compiled.

What it has in common with the engine agrees with the engine's own functions on random
sets of cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import njit

from sim.engine import bits, card_masks, view
from sim.engine.view import BidView, PlayView
from sim.policies import kit

ALL = 0x3FFF_3FFF_3FFF_3FFF
NUMBER = 500


def sets_of_cards(seed: int) -> np.ndarray:
    """Sets of none to all 56 cards; the first is empty, the second has all."""
    random = np.random.default_rng(seed)
    density = random.integers(1, 4, NUMBER)
    words = random.integers(0, 2**63, (4, NUMBER), np.int64)
    sets = np.where(density == 1, words[0] & words[1] & words[2], words[0] & words[1])
    sets = np.where(density == 3, words[0] | words[3], sets) & ALL
    sets[:2] = 0, ALL
    return sets


CARDS = sets_of_cards(1)
OTHERS = sets_of_cards(2)
FULL = CARDS[CARDS != 0]
SINGLE = kit.lowest(FULL)

SAME = {
    "count": (bits.popcount, CARDS),
    "lowest": (bits.lowest_bit, CARDS),
    "highest": (bits.highest_bit, FULL),
    "suit_of": (card_masks.suit_of, SINGLE),
    "ranks_of": (card_masks.ranks_of, CARDS),
    "lowest_rank": (card_masks.lowest_rank, CARDS),
    "highest_rank": (card_masks.highest_rank, CARDS),
    "below": (card_masks.cards_below, CARDS),
    "above": (card_masks.cards_above, CARDS),
}
"""Functions of one set, and what the engine has for them; places that no card has do not count."""


def compiled(function: Any) -> Callable[..., Any]:
    return njit(lambda *given: function(*given))  # type: ignore[no-any-return]


def by_engine(function: Any, *given: np.ndarray) -> list[int]:
    ask = compiled(function)
    return [
        int(ask(*each)) & ALL for each in zip(*(g.astype(np.uint64) for g in given), strict=True)
    ]


def in_three_ways(function: Any, *given: np.ndarray) -> list[int]:
    """The results, which must agree."""
    ask = compiled(function)
    one_by_one = [function(*each) for each in zip(*(g.tolist() for g in given), strict=True)]
    assert [ask(*each) for each in zip(*given, strict=True)] == one_by_one
    assert function(*given).tolist() == one_by_one
    return one_by_one


@pytest.mark.parametrize("name", SAME)
def test_functions_of_one_set(name: str) -> None:
    engines, sets = SAME[name]
    assert in_three_ways(getattr(kit, name), sets) == by_engine(engines, sets)


def test_preferring() -> None:
    assert in_three_ways(kit.prefer, CARDS, OTHERS) == by_engine(
        card_masks.preferring, CARDS, OTHERS
    )


def test_nothing_of_nothing() -> None:
    for function in (kit.lowest, kit.highest, kit.lowest_rank, kit.highest_rank, kit.below):
        assert function(0) == 0


def test_suits() -> None:
    suits = np.arange(4)
    expected = [mask & ALL for mask in by_engine(card_masks.suit_mask, suits)]
    assert in_three_ways(kit.cards_of_suit, suits) == expected


def test_ranks() -> None:
    ranks = np.arange(13)
    expected = [sum(1 << (16 * suit + rank) for suit in range(4)) for rank in range(13)]
    assert in_three_ways(kit.cards_of_rank, ranks) == expected
    named = [kit.TEN, kit.KNAVE, kit.QUEEN, kit.KING, kit.ACE]
    assert named == list(range(13))[-5:]


def test_longest_suit_is_the_first_of_those_with_most_cards() -> None:
    suits = [kit.cards_of_suit(suit) for suit in range(4)]
    longest = [max(suits, key=lambda suit: (cards & suit).bit_count()) for cards in CARDS.tolist()]
    assert in_three_ways(kit.longest_suit, CARDS) == longest


def test_either() -> None:
    conditions = CARDS % 2 == 0
    assert (
        in_three_ways(kit.either, conditions, CARDS, OTHERS)
        == np.where(conditions, CARDS, OTHERS).tolist()
    )


# Functions of a view -----------------------------------------------------------------------------


NOTHING = np.zeros(NUMBER, np.int64)


def views(**fields: np.ndarray) -> PlayView:
    """What is seen at many tables; fields that do not matter are 0."""
    return PlayView(**(dict.fromkeys(PlayView._fields, NOTHING) | fields))


def of_views(function: Any, seen: PlayView | BidView, *given: np.ndarray) -> list[int]:
    """The results of the three ways, which must agree."""
    rows = list(zip(*seen, strict=True))
    ask = compiled(function)
    arguments = list(zip(*given, strict=True)) or [()] * NUMBER
    results = [int(ask(type(seen)(*row), *also)) for row, also in zip(rows, arguments, strict=True)]
    plain = [
        function(type(seen)(*map(int, row)), *map(int, also))
        for row, also in zip(rows, arguments, strict=True)
    ]
    assert results == plain == function(seen, *given).tolist()
    return results


def of_engine(function: Any, seen: PlayView | BidView, *given: np.ndarray) -> list[int]:
    ask = compiled(function)
    arguments = list(zip(*given, strict=True)) or [()] * NUMBER
    return [
        int(ask(type(seen)(*map(np.uint64, row)), *map(np.uint64, also))) & ALL
        for row, also in zip(zip(*seen, strict=True), arguments, strict=True)
    ]


def test_what_a_view_tells() -> None:
    random = np.random.default_rng(3)
    turns = random.integers(0, 7, NUMBER)
    seen = views(
        hand=CARDS & OTHERS,
        seen=CARDS & ~OTHERS,
        pack=CARDS | OTHERS,
        voids=random.integers(0, 1 << 28, NUMBER),
        auction=random.integers(0, 1 << 35, NUMBER),
    )
    assert of_views(kit.unseen, seen) == of_engine(view.unseen, seen)
    assert of_views(kit.void_suits, seen, turns) == of_engine(view.void_suits, seen, turns)
    assert of_views(kit.call_of, seen, turns) == of_engine(view.call_of, seen, turns)


def test_what_a_turn_has_played() -> None:
    """Of who is still to play, the card of the last trick may lie there yet: it does not count."""
    random = np.random.default_rng(7)
    turns, own = random.integers(0, 7, (2, NUMBER))
    played = random.integers(0, 1 << 62, (14, NUMBER))
    cards = {f"card_{turn}": played[turn] for turn in range(7)}
    earlier = {f"played_{turn}": played[7 + turn] for turn in range(7)}
    seen = views(turn=own, **cards, **earlier)
    tables = np.arange(NUMBER)
    assert of_views(kit.played_by, seen, turns) == played[7 + turns, tables].tolist()
    on_table = np.where(turns < own, played[turns, tables], 0)
    assert of_views(kit.card_by, seen, turns) == on_table.tolist()


def test_sides_and_exchanges() -> None:
    random = np.random.default_rng(8)
    turns, declarers = random.integers(0, 7, (2, NUMBER))
    exchanged = random.integers(0, 1 << 21, NUMBER)
    seen = views(turn=turns, declarer_turn=declarers)
    assert of_views(kit.is_declarer, seen) == (turns == declarers).tolist()
    assert of_views(kit.is_defender, seen) == (turns != declarers).tolist()
    seen = BidView(**(dict.fromkeys(BidView._fields, NOTHING) | {"exchanged": exchanged}))
    assert of_views(kit.cards_exchanged, seen, turns) == of_engine(
        view.cards_exchanged, seen, turns
    )


def test_winners_are_beaten_by_no_unseen_card() -> None:
    seen = views(hand=CARDS & OTHERS, pack=CARDS | OTHERS)
    for hand, unseen, winners in zip(
        seen.hand.tolist(), kit.unseen(seen).tolist(), of_views(kit.winners, seen), strict=True
    ):
        for place in range(64):
            card = 1 << place
            beaten = any(unseen >> higher & 1 for higher in range(place + 1, place // 16 * 16 + 16))
            assert bool(winners & card) == (bool(hand & card) and not beaten)


def test_calls_that_are_not_legal_are_passes() -> None:
    random = np.random.default_rng(4)
    seen = views(legal=random.integers(0, 1 << 9, NUMBER) | 1)
    contracts = random.integers(0, 9, NUMBER)
    wanted = (1 << contracts) & seen.legal
    assert of_views(kit.call, seen, contracts) == np.where(wanted != 0, wanted, 1).tolist()


def test_lots_are_uniform() -> None:
    """70,000 draws among 7, chi-square with 6 degrees of freedom; false alarm: 1 in 10,000."""
    chance = np.random.default_rng(5).integers(0, 2**63, 70_000, np.int64)
    drawn = kit.draw(PlayView(*[chance] * len(PlayView._fields)), 7)
    counts = np.bincount(drawn, minlength=7)
    assert counts.shape == (7,)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 27.86


def test_lots_are_the_same_in_three_ways() -> None:
    chance = np.random.default_rng(6).integers(0, 2**63, NUMBER, np.int64)
    of_views(kit.draw, views(chance=chance), np.arange(1, NUMBER + 1))

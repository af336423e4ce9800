"""Complete games of two, and hands against all hands of an opponent, to the last deal.

`n2_all_...`: all deals of two hands from 24, 28 and 32 cards: how often the first player takes so
many tricks, with the best trumps, and how often he can make misère. `n2_mis_...`, `n2_dd...`,
`n2_fix_...`: a given hand against all 1,533,939 hands of an opponent, the trumps being free or
those of the first suit. The shares are exact, and so is what is asked of the solver: no sampling.

Deals that are alike are solved once and counted as often as they occur (`weighted_deals.py`). The
slow set solves them one by one instead: every hand of the opponent against each hand, where trumps
are free, and every hand of the opponent from 24 and 28 cards against one first hand of each class.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest

from sim.game.cards import SUIT_LETTERS, pack_of, parse_cards
from tests.solver.asking import makes_misere, most_tricks, most_tricks_with
from tests.solver.exact_rows import GAME_OF_TWO, HAND_OF_TWO, rows_like, value_of
from tests.solver.weighted_deals import (
    Masks,
    WeightedDeals,
    against_all,
    all_hands,
    all_words,
    classes_of,
    complete_game,
)

HAND_SIZE = 5
PACK = pack_of(52)


def test_every_value_of_two_is_here() -> None:
    assert len(rows_like(HAND_OF_TWO)) == 100
    assert len(rows_like(GAME_OF_TWO)) == 15
    assert len(rows_like("n2_.*")) == 115


# Complete games ----------------------------------------------------------------------------------


@cache
def answers_of_game() -> dict[str, np.ndarray]:
    """The answers for all deals of two hands that are different, whatever the pack."""
    hands, _ = all_words(HAND_SIZE)
    return {"dd": most_tricks(hands), "mis": np.where(makes_misere(hands), 0, -1)}


@pytest.mark.parametrize("row", rows_like(GAME_OF_TWO))
def test_complete_games(row: str) -> None:
    name = re.fullmatch(GAME_OF_TWO, row)
    assert name
    pack = int(name["pack"])
    deals = complete_game(pack, HAND_SIZE)
    assert deals.all_deals == comb(pack, HAND_SIZE) * comb(pack - HAND_SIZE, HAND_SIZE)
    happened = answers_of_game()[name["what"]] == int(name["tricks"] or 0)
    assert deals.share(happened) == value_of(row)


# A hand against all others -----------------------------------------------------------------------


def hand_of(name: str) -> int:
    """A hand as it is written in the names of rows."""
    return parse_cards(" ".join(name[place : place + 2] for place in range(0, len(name), 2)))


@cache
def deals_of(hand: str) -> WeightedDeals:
    return against_all(hand_of(hand), PACK)


@cache
def answers_of(hand: str, what: str) -> np.ndarray:
    """Tricks as the rows want them: with any trumps or the first card's suit, or none of them."""
    hands = deals_of(hand).hands
    if what == "mis":
        return np.where(makes_misere(hands), 0, -1)
    if what == "fix_dd":
        return most_tricks_with(hands, SUIT_LETTERS.index(hand[1]))
    return most_tricks(hands)


@pytest.mark.parametrize("row", rows_like(HAND_OF_TWO))
def test_hands_against_all_hands_of_an_opponent(row: str) -> None:
    name = re.fullmatch(HAND_OF_TWO, row)
    assert name
    deals = deals_of(name["hand"])
    assert deals.all_deals == comb(47, 5) == 1_533_939
    tricks = answers_of(name["hand"], (name["fix"] or "") + name["what"])
    assert deals.share(tricks == int(name["tricks"] or 0)) == value_of(row)


# One by one --------------------------------------------------------------------------------------

FREE = [row for row in rows_like(HAND_OF_TWO) if "fix" not in row]
HANDS = sorted({row.split("_")[-1] for row in FREE})


def shares_of(hands: Masks, weight: int, found: Counter[str]) -> None:
    """Count the deals of each result, by what the names of rows call it."""
    for tricks, deals in enumerate(np.bincount(most_tricks(hands))):
        found[f"dd{tricks}"] += weight * int(deals)
    found["mis"] += weight * int(makes_misere(hands).sum())


def against_each(mine: int, pack: int) -> Masks:
    """A hand against every hand of an opponent."""
    others = all_hands(pack & ~mine, HAND_SIZE)
    return np.stack([np.full_like(others, mine), others], axis=1)


@pytest.mark.slow
@pytest.mark.parametrize("hand", HANDS)
def test_all_hands_of_an_opponent_one_by_one(hand: str) -> None:
    found: Counter[str] = Counter()
    hands = against_each(hand_of(hand), PACK)
    shares_of(hands, 1, found)
    for row in (row for row in FREE if row.endswith(hand)):
        assert found[row.split("_")[1]] == value_of(row) * len(hands), row


@pytest.mark.slow
@pytest.mark.parametrize("pack", [24, 28])
def test_all_deals_of_a_pack_one_by_one(pack: int) -> None:
    """Every hand of the opponent against one first hand of each class, which counts for all."""
    found: Counter[str] = Counter()
    firsts, weights = classes_of(all_hands(pack_of(pack), HAND_SIZE))
    assert weights.sum() == comb(pack, HAND_SIZE)
    for first, weight in zip(firsts.tolist(), weights.tolist(), strict=True):
        shares_of(against_each(first, pack_of(pack)), weight, found)
    all_deals = comb(pack, HAND_SIZE) * comb(pack - HAND_SIZE, HAND_SIZE)
    for row in (row for row in rows_like(GAME_OF_TWO) if row.endswith(f"_{pack}")):
        assert found[row.split("_")[2]] == value_of(row) * all_deals, row

"""Counts of hands and of classes of hands that a big enough simulation reaches to the last one.

So many hands are dealt that the rarest kind is missed with a probability below `MISS`; then the
kinds are counted. Of packs with too many hands for that, the different hands among two million are
compared with the occupancy law. Hands that differ only in the names of the suits are one class: at
least four hands, because five or seven cards never lie alike in all four suits (with a joker they
may, and one hand can be a class).

Fault of this kind elsewhere: shuffles that cannot reach every deal.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.statistics.dealt_hands import JOKER, Masks, Table, different, field
from tests.statistics.exact_values import (
    MISS,
    ROWS,
    TESTS,
    distinct_finding,
    poisson_finding,
    rows_shown_by,
    value_of,
)
from tests.statistics.lay_down import is_lay_down

SEED = 1904
BLOCK = 1 << 22
"""Deals whose hands are sorted at a time, …"""
SMALL_BLOCK = 1 << 15
"""… and of which only the lay-down hands are kept."""

MOST_HANDS = 20_000_000
"""Hands beyond which a count is left to the slow tests."""

DEALS_OF_PART = 2_000_000
PART_OF_ALL = ["hands_5_52", "hands_7_28", "hands_7_32"]
"""Counts of hands that are too many to meet them all."""
DEALS_OF_TWO = 10_000_000

ALL_OF_A_KIND = [row for row in rows_shown_by("counts") if row not in (*PART_OF_ALL, "deals_52_N2")]


def full_table(row: str) -> Table:
    """The most hands that the row's pack can deal."""
    table = ROWS[row].table
    return replace(table, players=min(7, table.cards // table.hand_size))


def least_probability(row: str) -> float:
    """The probability of the rarest kind: four hands of a class, or with a joker one."""
    table = ROWS[row].table
    hands = 4 if "classes" in row and not table.joker else 1
    return hands / math.comb(table.cards, table.hand_size)


def deals_needed(row: str) -> int:
    """Deals of the full table that miss one of so many kinds with a probability below `MISS`."""
    bound = math.log(MISS / value_of(row)) / math.log1p(-least_probability(row))
    return math.ceil(bound / full_table(row).players)


@cache
def deals_of_pack(table: Table) -> int:
    """Deals that are enough for every count of a pack that is not too large."""
    needed = [
        deals_needed(row)
        for row in ALL_OF_A_KIND
        if full_table(row) == table and not row.startswith("laydown")
    ]
    return max(needed)


def rows_of(kind: str) -> list[Any]:
    """The rows whose name begins so, marked as slow where they need many hands."""
    return [
        pytest.param(row, marks=pytest.mark.slow if is_slow(row) else ())
        for row in ALL_OF_A_KIND
        if row.startswith(kind)
    ]


def is_slow(row: str) -> bool:
    """Lay-down hands are few, so that hands need not be sorted to count them."""
    return deals_needed(row) * full_table(row).players > MOST_HANDS and "laydown" not in row


@cache
def distinct_hands(table: Table) -> Masks:
    """The different hands of a pack: all those of which any are counted here."""
    found = np.zeros(0, np.uint64)
    deals = deals_of_pack(table)
    for first in range(0, deals, BLOCK):
        hands = table.deal(SEED, first, min(BLOCK, deals - first))
        found = different(np.append(found, different(hands)))
    return found


# Hands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows_of("hands"))
def test_every_hand_can_be_dealt(row: str) -> None:
    assert distinct_hands(full_table(row)).size == value_of(row)


@pytest.mark.parametrize("row", PART_OF_ALL)
def test_as_many_hands_are_dealt_as_there_are(row: str) -> None:
    """The different hands of two million dealers."""
    dealers = full_table(row).deal(SEED + 1, 0, DEALS_OF_PART)[:, -1]
    distinct = different(dealers).size
    distinct_finding(row, distinct, int(value_of(row)), DEALS_OF_PART).judge()


def test_as_many_deals_of_two_come_again_as_chance_brings() -> None:
    """Coincidences among ten million deals of two hands: the birthday problem.

    Pairs of deals coincide independently but for terms of order 1 / (number of deals).
    """
    hands = Table(2).deal(SEED, 0, DEALS_OF_TWO)
    expected = DEALS_OF_TWO * (DEALS_OF_TWO - 1) / 2 / int(value_of("deals_52_N2"))
    poisson_finding("deals_52_N2: coincidences", coincidences(hands), expected).judge()


def coincidences(deals: Masks) -> int:
    """How many pairs of deals are the same deal."""
    mixed = deals[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ deals[:, 1]
    in_order = np.sort(mixed)
    repeated = in_order[1:][in_order[1:] == in_order[:-1]]
    candidates = Counter(map(tuple, deals[np.isin(mixed, repeated)].tolist()))
    return sum(math.comb(times, 2) for times in candidates.values())


# Classes ------------------------------------------------------------------------------------------


def suits_of(hands: Masks) -> Masks:
    """The four suits of each hand, the joker left out: shape (hands, 4)."""
    return np.stack([field(hands, suit) & ~JOKER for suit in range(4)], axis=1)


def packed(suits: Masks) -> Masks:
    """Write the four suits of each row into one number."""
    shifts = np.arange(0, 64, 16, dtype=np.uint64)
    return np.bitwise_or.reduce(suits << shifts, axis=1)


@pytest.mark.parametrize("row", rows_of("classes"))
def test_every_class_of_hands_can_be_dealt(row: str) -> None:
    hands = distinct_hands(full_table(row))
    without_names = packed(np.sort(suits_of(hands), axis=1))
    classes = different(without_names | (hands & JOKER) << np.uint64(1))
    assert classes.size == value_of(row)


@cache
def trump_classes(table: Table) -> Masks:
    """The classes of hands with one suit as trump, which is held; the others have no names.

    The trumps stand in the lowest 16 bits.
    """
    suits = suits_of(distinct_hands(table))
    classes = []
    for trump in range(4):
        held = suits[suits[:, trump] != 0]
        side_suits = np.sort(np.delete(held, trump, axis=1), axis=1)
        classes.append(different(packed(np.column_stack([held[:, trump], side_suits]))))
    return different(np.concatenate(classes))


@pytest.mark.parametrize("row", rows_of("trumpclasses"))
def test_every_class_of_hand_and_trump_can_be_dealt(row: str) -> None:
    assert trump_classes(full_table(row)).size == value_of(row)


@pytest.mark.parametrize("row", rows_of("leadclasses"))
def test_every_class_of_hand_and_opening_lead_can_be_dealt(row: str) -> None:
    """In a class of hand and trump suit, every trump is an opening lead of its own."""
    leads = np.bitwise_count(field(trump_classes(full_table(row)), 0))
    assert leads.sum(dtype=np.int64) == value_of(row)


# Lay-down hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows_of("laydown"))
def test_every_lay_down_hand_is_dealt_somewhere(row: str) -> None:
    table, deals = full_table(row), deals_needed(row)
    found = []
    for first in range(0, deals, SMALL_BLOCK):
        hands = table.deal(SEED, first, min(SMALL_BLOCK, deals - first))
        found.append(hands[is_lay_down(hands, table)])
    assert different(np.concatenate(found)).size == value_of(row)


# The list -----------------------------------------------------------------------------------------


def test_every_count_has_a_test() -> None:
    kinds = ("hands", "classes", "trumpclasses", "leadclasses", "laydown")
    tested = [param.values[0] for kind in kinds for param in rows_of(kind)]
    assert sorted([*tested, *PART_OF_ALL, "deals_52_N2"]) == sorted(rows_shown_by("counts"))
    assert len(tested) < 50
    assert len(PART_OF_ALL) + 1 == TESTS["counts"]

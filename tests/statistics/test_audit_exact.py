"""The exact values of the audit against those of the repository, and against plain counting.

`tests/data/exact_values.json` holds values that were worked out independently; what is counted of
dealt hands is compared with plain Python that looks at one card after the other.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from pipelines.audit.exact import (
    marked_among,
    pattern_probabilities,
    probability_of_lay_down,
    variance_of_marked,
)
from pipelines.dealt.dealing import MARKS, DealingCounts
from pipelines.dealt.lay_downs import lay_down_hands
from pipelines.dealt.sample import deals_in_sample, sample_of
from sim.conditions.counting import hands_that
from sim.conditions.lay_down import is_lay_down
from sim.conditions.pack import Pack
from sim.game.cards import JOKER, SUIT_LETTERS, card_name, pack_of
from sim.hands import deal_hands
from tests.statistics.exact_values import ROWS, Row


def rows_named(pattern: str) -> list[tuple[Row, re.Match[str]]]:
    found = [(row, re.fullmatch(pattern, name)) for name, row in ROWS.items()]
    return [(row, match) for row, match in found if match]


def pack_of_row(row: Row) -> Pack:
    table = row.table
    return Pack(pack_of(table.pack) | (JOKER if table.joker else 0), table.hand_size)


def test_aces_in_play() -> None:
    rows = rows_named(r"aces_in_play_(\d)_N(\d)")
    assert len(rows) > 10
    for row, match in rows:
        aces, players = int(match[1]), int(match[2])
        assert marked_among(5 * players, 4, 52)[aces] == row.value


def test_lengths_of_a_suit() -> None:
    rows = rows_named(r"suitlen_(\d)_52")
    assert len(rows) == 5
    for row, match in rows:
        assert marked_among(5, 13, 52)[int(match[1])] == row.value


def test_patterns() -> None:
    rows = rows_named(r"pattern_[57]_(\d{4})_\d\d")
    assert len(rows) > 10
    for row, match in rows:
        assert pattern_probabilities(pack_of_row(row))[int(match[1])] == row.value


def test_lay_down_hands() -> None:
    rows = rows_named(r"laydown(_joker|7)?_prob_\d\d")
    assert len(rows) > 4
    for row, _ in rows:
        assert probability_of_lay_down(pack_of_row(row)) == row.value


@pytest.mark.parametrize(("cards", "hand_size", "joker"), [(24, 5, 1), (28, 5, 0), (24, 7, 0)])
def test_lay_down_hands_are_all_that_there_are(cards: int, hand_size: int, joker: int) -> None:
    pack = Pack(pack_of(cards) | joker * JOKER, hand_size)
    assert (lay_down_hands(pack) == hands_that(lambda hands: is_lay_down(hands, pack), pack)).all()


@pytest.mark.parametrize(("cards", "hand_size", "joker"), [(52, 5, 1), (32, 7, 1), (40, 7, 0)])
def test_probabilities_sum_to_one(cards: int, hand_size: int, joker: int) -> None:
    pack = Pack(pack_of(cards) | joker * JOKER, hand_size)
    assert sum(pattern_probabilities(pack).values()) == 1
    drawn = marked_among(hand_size, 4, pack.size)
    assert sum(drawn.values()) == 1
    mean = sum(number * chance for number, chance in drawn.items())
    squares = sum(number**2 * chance for number, chance in drawn.items())
    assert mean == Fraction(4 * hand_size, pack.size)
    assert squares - mean**2 == variance_of_marked(hand_size, 4, pack.size)


@pytest.mark.parametrize(
    ("players", "cards", "hand_size", "joker"), [(4, 52, 5, 0), (3, 24, 5, 1), (4, 32, 7, 0)]
)
def test_what_is_counted_of_hands(players: int, cards: int, hand_size: int, joker: int) -> None:
    pack = Pack(pack_of(cards) | joker * JOKER, hand_size)
    hands = deal_hands(1815, 0, 600, players, cards, hand_size, joker=bool(joker))
    positions = (*range(1, players), 0)
    counts = DealingCounts(pack, positions)
    counts.add(hands[:256])
    counts.add(hands[256:])
    counts.add_neighbours(hands[0::2, 0], hands[1::2, 0])
    expected: Counter[tuple[str, str, int, int]] = Counter({("dealt", "deal", 0, 0): 600})
    expected.update({("lay-down", "position", place, 0): 0 for place in positions})
    lay_downs = {int(hand) for hand in lay_down_hands(pack)}
    for deal, masks in enumerate(hands.tolist()):
        aces_in_play = 0
        for position, hand in zip(positions, masks, strict=True):
            bits = [bit for bit in range(64) if hand >> bit & 1]
            names = [card_name(bit) for bit in bits]
            suits = [sum(name.endswith(letter) for name in names) for letter in SUIT_LETTERS]
            aces = sum(name.startswith("A") for name in names)
            aces_in_play += aces
            pattern = int("".join(map(str, sorted(suits, reverse=True))))
            expected.update(("card", "position", position, bit) for bit in bits)
            expected["aces", "position", position, aces] += 1
            expected["pattern", "position", position, pattern] += 1
            expected["lay-down", "position", position, 0] += hand in lay_downs
        expected["aces", "deal", 0, aces_in_play] += 1
        if deal % 2:
            shared = int(hands[deal, 0] & hands[deal - 1, 0]).bit_count()
            expected["shared", "deal", 0, shared] += 1
    found = {tuple(row[:4]): row[4] for row in counts.rows()}
    marks = {key: number for key, number in found.items() if key[0] == "mark"}
    assert {key: number for key, number in found.items() if key not in marks} == dict(expected)
    assert sum(marks.values()) == 600
    assert all(0 <= mark < MARKS for _, _, _, mark in marks)


def test_equal_deals_have_equal_marks_and_others_hardly_ever() -> None:
    pack = Pack(pack_of(52), 5)
    hands = deal_hands(1815, 0, 2, 4)
    counts = DealingCounts(pack, (1, 2, 3, 0))
    counts.add(hands[np.zeros(100, np.int64)])
    marks = [row for row in counts.rows() if row[0] == "mark"]
    assert [row[4] for row in marks] == [100]


@pytest.mark.parametrize("start", [0, 1, 2**20 - 3, 2**20 + 4095, 2**20 + 65_536, 2**40 + 7])
def test_the_sample_is_a_function_of_the_numbers(start: int) -> None:
    """All below 2^20; above, blocks of 4,096 of which one in sixteen counts."""
    numbers = range(start, start + 200_000)
    chosen = [number for run in sample_of(numbers) for number in run]
    assert chosen == [n for n in numbers if n < 2**20 or n // 4096 % 16 == 0]
    assert len(chosen) == deals_in_sample(numbers)
    cut = start + 77_777
    parts = [*sample_of(range(start, cut)), *sample_of(range(cut, numbers.stop))]
    assert [number for run in parts for number in run] == chosen

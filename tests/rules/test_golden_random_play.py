"""Random play of given hands against its exact law.

`tests/data/golden_random_play.json` holds six known layouts with the exact distribution of the
declarer's tricks when everybody, opening lead included, plays a uniformly drawn legal card: two to
four players, packs of 52, 32 and 28 cards. Here the policy `random` plays each of them 640,000
times from every place at the table.

Judgement: chi-square over the numbers of tricks that can occur, and a number that cannot occur
never does. The bounds share a false-alarm rate of 1 in 1,000 equally between the tests
(Bonferroni); the seed is fixed.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sim.experiment import Experiment, Player
from sim.game.rules import Rules, load_rules
from sim.policies import make_policy
from sim.records import Record, play_hands
from tests import referee
from tests.referee import BASIC, House

DOCUMENT = json.loads(
    (Path(__file__).parents[1] / "data" / "golden_random_play.json").read_text(encoding="utf-8")
)
ROWS = {row["id"]: row for row in DOCUMENT["rows"]}

SEED = 1815
DEALS = 640_000
THREE = 1
CASES = [(identifier, place) for identifier, row in ROWS.items() for place in range(row["players"])]
LEVEL = 1e-3 / len(CASES)


def mask_of(hand: str) -> int:
    return sum(
        1 << (16 * referee.SUITS.index(card[1]) + referee.RANKS.index(card[0]))
        for card in hand.split()
    )


def rules_of(row: dict[str, Any]) -> Rules:
    if row["players"] == 2:
        return load_rules("basic", 3, {"pack": row["pack"]}).for_two()
    return load_rules("basic", row["players"], {"pack": row["pack"]})


def hands_by_position(row: dict[str, Any], declarer: int) -> list[str]:
    """Seat the players of a row clockwise so that its declarer is in a position."""
    players = row["players"]
    return [row["hands"][(position - declarer) % players] for position in range(players)]


def random_play(row: dict[str, Any], declarer: int) -> Record:
    """Let the declarer bid three, everybody else pass, and all play at random."""
    players = row["players"]
    everybody = tuple(
        Player(name=f"player {number}", policy=make_policy("random")) for number in range(players)
    )
    experiment = Experiment(rules=rules_of(row), lineup=everybody, seating="fixed", seed=SEED)
    hands = np.array([mask_of(hand) for hand in hands_by_position(row, declarer)], np.uint64)
    bids = np.zeros(players, np.uint64)
    bids[referee.speaking_order(players).index(declarer)] = THREE
    return play_hands(experiment, np.tile(hands, (DEALS, 1)), np.tile(bids, (DEALS, 1)))


def chance_of(observed: np.ndarray, law: np.ndarray) -> float:
    """The probability of a chi-square at least this large."""
    possible = law > 0
    expected = law[possible] * observed.sum()
    return float(stats.chisquare(observed[possible], expected).pvalue)


def law_of(row: dict[str, Any]) -> np.ndarray:
    return np.array([float(Fraction(probability)) for probability in row["tricks"]])


def test_the_layouts_are_the_six_of_the_file() -> None:
    assert len(ROWS) == len(DOCUMENT["rows"]) == 6
    for row in ROWS.values():
        assert row["declarer"] == row["leader"] == 0
        assert sum(Fraction(probability) for probability in row["tricks"]) == 1
        house = House(ladder=BASIC.ladder, pack=row["pack"])
        referee.check_hands(house, [set(hand.split()) for hand in row["hands"]])


@pytest.mark.parametrize(("identifier", "declarer"), CASES)
def test_tricks_of_the_declarer_have_the_exact_law(identifier: str, declarer: int) -> None:
    row = ROWS[identifier]
    tricks = np.bincount(random_play(row, declarer).tricks, minlength=6)
    law = law_of(row)
    assert tricks.sum() == DEALS
    assert (tricks[law == 0] == 0).all()
    assert chance_of(tricks, law) > LEVEL, f"tricks {tricks}, expected {law * DEALS}"


@pytest.mark.parametrize("identifier", ROWS)
def test_a_law_one_per_cent_off_would_be_refused(identifier: str) -> None:
    """One deal in a hundred moved between the two commonest numbers of tricks is seen."""
    law = law_of(ROWS[identifier])
    second, commonest = np.argsort(law)[-2:]
    other_law = law.copy()
    other_law[[commonest, second]] += (-0.01, 0.01)
    assert chance_of(np.round(other_law * DEALS), law) < LEVEL


@pytest.mark.parametrize("identifier", ROWS)
def test_the_referee_agrees_with_the_tricks_counted(identifier: str) -> None:
    """The first thousand records of each layout, judged card by card."""
    row = ROWS[identifier]
    record = random_play(row, declarer=1)
    house = House(ladder=BASIC.ladder, pack=row["pack"])
    hands = [set(hand.split()) for hand in hands_by_position(row, declarer=1)]
    bids = ["three"] + ["pass"] * (row["players"] - 1)
    for cards, tricks in zip(record.cards[:1000].tolist(), record.tricks.tolist(), strict=False):
        plays = [referee.RANKS[card % 16] + referee.SUITS[card // 16] for card in cards]
        assert referee.judge(house, hands, bids, plays).tricks == tricks

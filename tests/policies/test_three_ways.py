"""A scalar function, a NumPy function and a Python object see the same, and play the same.

The policy of these tests is written once; every field of every view, every setting and every fact
of the game changes what it does, so that one wrong bit anywhere ends in other deals.
"""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from sim.engine.view import BidView, DiscardView, PlayView
from sim.game.rules import Rules
from sim.policies import Game, Policy, make_policy
from sim.policies.contract.candidate import alone, everything, plain_rules, table_of
from sim.policies.contract.spy import CARDS
from sim.policies.contract.spying import spy_on_sessions
from sim.policies.contract.trial import try_sessions
from sim.policies.estimates import estimated_tricks
from sim.policies.slots import decisions_asked

BOTS = Path(__file__).parent / "bots"
WAYS = ("Scalar", "Numpy", "Object")
SESSIONS = 96

TABLES = {
    "basic, 3": plain_rules("basic", 3),
    "basic, 4": plain_rules("basic", 4),
    "basic, 5": plain_rules("basic", 5),
    "seven-card, 4": plain_rules("seven-card", 4),
    "pool, 3": plain_rules("pool", 3),
    "everything, 3": everything(3),
    "everything, 4": everything(4),
    "everything, 5": everything(5),
}


def policy(way: str, **parameters: float) -> Policy:
    return make_policy(f"three_ways.py:{way}", parameters, BOTS)


def outcomes(way: str, rules: Rules, **parameters: float) -> bytes:
    trial = try_sessions(alone(policy(way, **parameters), rules), 0, SESSIONS)
    assert trial.breach is None
    kept = trial.course.kept
    return b"".join(array.tobytes() for array in (trial.outcomes, kept.exchanged, kept.payments))


@pytest.mark.parametrize(
    ("function", "seen"),
    [
        ("of_bid", BidView._fields),
        ("of_discard", DiscardView._fields),
        ("of_play", PlayView._fields),
        ("of_table", (*Game._fields, "fraction", "whole")),
    ],
)
def test_the_policy_looks_at_every_field(function: str, seen: tuple[str, ...]) -> None:
    tree = ast.parse((BOTS / "three_ways.py").read_text())
    (code,) = (n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == function)
    read = {node.attr for node in ast.walk(code) if isinstance(node, ast.Attribute)}
    assert read == set(seen)


@pytest.mark.parametrize("table", TABLES)
def test_all_ways_give_the_same_deals(table: str) -> None:
    rules = TABLES[table]
    scalar, block, single = (outcomes(way, rules) for way in WAYS)
    assert scalar == block
    assert scalar == single


def test_every_decision_is_asked_at_some_table() -> None:
    assert len(decisions_asked(TABLES["everything, 3"])) == 9


@pytest.mark.parametrize(
    "parameters",
    [{"fraction": 0.75}, {"fraction": -0.5}, {"whole": -5}, {"whole": 9, "fraction": 0.5001}],
)
def test_settings_arrive_alike(parameters: dict[str, float]) -> None:
    rules = TABLES["basic, 4"]
    as_set = {outcomes(way, rules, **parameters) for way in WAYS}
    assert len(as_set) == 1
    assert as_set != {outcomes("Scalar", rules)}


def test_the_ways_may_sit_at_one_table() -> None:
    """Whoever plays how, the deals are those of the policy alone."""
    for rules in (TABLES["basic, 3"], TABLES["everything, 3"]):
        mixed = try_sessions(table_of([policy(way) for way in WAYS], rules), 0, SESSIONS)
        everybody = try_sessions(alone(policy("Scalar"), rules), 0, SESSIONS)
        assert (mixed.outcomes == everybody.outcomes).all()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("table", ["basic, 4", "everything, 3"])
def test_it_is_blind(way: str, table: str) -> None:
    """It draws lots, so seed and number of the deal are kept."""
    sessions = 16 if way == "Object" else 64
    experiment = alone(policy(way), TABLES[table])
    _, seen = spy_on_sessions(experiment, 0, sessions, hides=CARDS)
    assert seen.asked.sum() > 1000
    assert not seen.changed.any()


@pytest.mark.parametrize("table", ["basic, 4", "everything, 5"])
def test_estimates_are_the_same(table: str) -> None:
    """Half of them lie half-way between two that can be kept: all ways round them upwards."""
    rules = TABLES[table]
    random = np.random.default_rng(11)
    bits = np.array([16 * suit + rank for suit in range(4) for rank in range(13)], np.uint64)
    hands = np.array(
        [
            np.bitwise_or.reduce(np.uint64(1) << random.choice(bits, 5, replace=False))
            for _ in range(200)
        ]
    )
    contracts = random.integers(1, len(rules.ladder) + 1, 200).astype(np.uint8)
    positions = random.integers(0, rules.players, 200).astype(np.uint8)
    first, *others = (
        estimated_tricks(policy(way), rules, hands, contracts, positions) for way in WAYS
    )
    assert first is not None
    assert first.min() >= 0 and first.max() <= 1024 and len(set(first.tolist())) > 100
    for other in others:
        assert other is not None
        assert (first == other).all()

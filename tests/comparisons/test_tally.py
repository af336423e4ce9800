"""Sums of a comparison: what is counted, and what must be exactly zero."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.comparisons.sums import ComparisonSums
from sim.comparisons.tally import promises_of, tally
from sim.game.rules import load_rules
from sim.policies import make_policy, policy_kind, policy_names
from tests.comparisons.plain_count import plain_sums
from tests.comparisons.small import (
    against_itself,
    against_standard,
    differing_fields,
    each_against_each,
)
from tests.policies.quick_search import QUICK_SEARCH

ALL_POLICIES = [
    f"{name}:{preset}" if preset else name
    for name in policy_names()
    for preset in ([""] if name == "search" else policy_kind(name).presets or [""])
]

HOUSES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "basic at three": ("basic", 3, {}),
    "basic at four": ("basic", 4, {}),
    "basic at five": ("basic", 5, {}),
    "a dealer who sits out": ("hoyle", 6, {}),
    "misere and the full ladder": ("pub", 3, {"chips": 0, "ties": "share"}),
    "seven cards": ("seven-card", 3, {}),
    "a float": ("float", 3, {}),
    "a pool": ("pool", 4, {}),
    "packs that are not shuffled": ("traditional", 3, {}),
    "players who leave": ("pub", 5, {"chips": 20, "deals_per_session": 12}),
    "a dealer who sits out and players who leave": (
        "hoyle",
        6,
        {"chips": 15, "deals_per_session": 12},
    ),
}


@pytest.mark.parametrize("house", HOUSES)
def test_sums_are_those_of_a_plain_count(house: str) -> None:
    """Deal by deal from records, in another language of counting, under every kind of rules."""
    profile, players, changes = HOUSES[house]
    comparison = against_standard(
        "counting:bold", "random", profile=profile, players=players, changes=changes
    )
    sums = tally(comparison, first_session=5, sessions=12)
    assert not uncounted(sums, plain_sums(comparison, first_session=5, sessions=12))


def uncounted(sums: ComparisonSums, plain: ComparisonSums) -> set[str]:
    """What differs from a plain count, but for calibration, which has tests of its own."""
    return {*differing_fields(sums, plain)} - {"calibration"}


def test_a_round_robin_is_counted_too() -> None:
    comparison = each_against_each("random", "counting:bold", "counting:cautious")
    sums = tally(comparison, first_session=0, sessions=12)
    assert not uncounted(sums, plain_sums(comparison, first_session=0, sessions=12))


def test_players_do_leave_where_that_is_counted() -> None:
    """The case above would show nothing if nobody ever went broke."""
    profile, players, changes = HOUSES["players who leave"]
    comparison = against_standard(
        "counting:bold", "random", profile=profile, players=players, changes=changes
    )
    sums = tally(comparison, first_session=5, sessions=12)
    assert (sums.calls.sum(axis=(1, 2)) < players * sums.deals).all()


@pytest.mark.parametrize("policy", ALL_POLICIES)
@pytest.mark.parametrize(("profile", "players"), [("basic", 3), ("pool", 4)])
def test_a_policy_against_itself_is_exactly_zero(policy: str, profile: str, players: int) -> None:
    made = make_policy(policy, QUICK_SEARCH if policy == "search" else {})
    comparison = against_itself(made, made, made, profile=profile, players=players)
    sums = tally(comparison, first_session=0, sessions=40)
    assert is_zero(sums)
    if profile == "basic":
        assert sums.scores.tolist() == [0, 0]  # all money stays at the table


def test_policies_that_decide_alike_are_exactly_zero_though_played_apart() -> None:
    """The same parameter, once by default and once spelt out, makes tables of their own."""
    field, random = make_policy("counting"), make_policy("random")
    default = dict(field.parameters)["five"]
    spelt_out = make_policy("counting", {"five": default})
    assert spelt_out != field
    comparison = against_itself(field, spelt_out, random)
    assert is_zero(tally(comparison, first_session=0, sessions=100))


def is_zero(sums: ComparisonSums) -> bool:
    """Whether the first two entries are the same in every unit."""
    weights = np.array([1, -1, *[0] * (len(sums.scores) - 2)])
    return (
        sums.differing[0] == 0
        and weights @ sums.scores == 0
        and weights @ sums.products @ weights == 0
    )


def test_swapped_arguments_flip_the_sign_exactly() -> None:
    forward = tally(each_against_each("random", "counting:bold"), 0, 50)
    back = tally(each_against_each("counting:bold", "random"), 0, 50)
    weights = np.array([1, -1])
    assert weights @ forward.scores == -(weights @ back.scores)
    assert weights @ forward.products @ weights == weights @ back.products @ weights
    assert forward.differing.tolist() == back.differing.tolist()


def test_money_that_stays_at_the_table_sums_to_zero() -> None:
    """All seats of a table of equals together: the studied player's rotations."""
    field = make_policy("random")
    for players in (3, 5, 7):
        comparison = against_itself(field, make_policy("counting"), field, players=players)
        sums = tally(comparison, first_session=0, sessions=30)
        assert sums.scores[0] == 0
        assert sums.products[0].tolist() == [0, 0]
        assert sums.position_units[0].sum() == 0
        assert sums.squares[0] > 0


@pytest.mark.parametrize("house", ["basic at four", "a pool", "players who leave"])
def test_ranges_add_up_however_they_are_cut(house: str) -> None:
    profile, players, changes = HOUSES[house]
    comparison = against_standard("random", profile=profile, players=players, changes=changes)
    whole = tally(comparison, 0, 60)
    parts = tally(comparison, 25, 35) + (tally(comparison, 1, 24) + tally(comparison, 0, 1))
    assert differing_fields(whole, parts) == []


def test_which_tricks_tell_that_another_contract_was_there() -> None:
    """Lower and higher contracts are those of fewer and more tricks that further tricks keep.

    Misere is no bid too high of three, and between nap and wellington there is nothing to choose.
    """
    never = 6
    rows = promises_of(load_rules("pub", 4))
    names = load_rules("pub", 4).ladder.calls
    assert dict(zip(names, rows[:, 2:].tolist(), strict=True)) == {
        "pass": [never, never],
        "three": [never, 4],
        "misere": [never, never],
        "four": [3, 5],
        "nap": [4, never],
        "wellington": [4, never],
        "blucher": [4, never],
    }

"""Small comparisons, and whether two sums are the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from sim.comparisons.comparison import Comparison, challengers, round_robin
from sim.comparisons.sums import ComparisonSums
from sim.game.rules import load_rules
from sim.policies import Policy, make_policy

SEED = 1815


def named(*policies: str) -> list[tuple[str, Policy]]:
    return [(policy, make_policy(policy)) for policy in policies]


def against_standard(
    *candidates: str,
    profile: str = "basic",
    players: int = 3,
    changes: Mapping[str, Any] | None = None,
    field: str = "counting:standard",
    seed: int = SEED,
) -> Comparison:
    """Each candidate alone among players of the field."""
    entries, contrasts = challengers(named(*candidates), (field, make_policy(field)), players)
    return Comparison(
        name="small",
        design="challenger",
        rules=load_rules(profile, players, changes),
        seed=seed,
        entries=entries,
        contrasts=contrasts,
    )


def against_itself(
    one: Policy, other: Policy, field: Policy, *, profile: str = "basic", players: int = 3
) -> Comparison:
    """Two entries of policies that decide alike, each alone among players of the field."""
    candidates = [("one", one), ("other", other)]
    entries, contrasts = challengers(candidates, ("field", field), players)
    return Comparison(
        name="itself",
        design="challenger",
        rules=load_rules(profile, players),
        seed=SEED,
        entries=entries,
        contrasts=contrasts,
    )


def each_against_each(*policies: str, profile: str = "basic", players: int = 3) -> Comparison:
    """Each policy alone among players of each other one."""
    entries, contrasts = round_robin(named(*policies), players)
    return Comparison(
        name="small",
        design="round robin",
        rules=load_rules(profile, players),
        seed=SEED,
        entries=entries,
        contrasts=contrasts,
    )


def differing_fields(one: ComparisonSums, other: ComparisonSums) -> list[str]:
    """The names of the sums that are not the same."""
    return [
        field.name
        for field in fields(ComparisonSums)
        if not np.array_equal(getattr(one, field.name), getattr(other, field.name))
    ]


CAP = 300_000
SETTINGS = 'name = "small"\n'


def two_sizes() -> list[Comparison]:
    """The same comparison at tables of three and four, quick to play."""
    return [against_standard("counting:bold", players=players) for players in (3, 4)]


def never(comparison: Comparison, sums: ComparisonSums) -> bool:
    """Nothing is ever decided."""
    return False

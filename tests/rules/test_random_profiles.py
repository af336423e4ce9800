"""Random profiles: all options combined at random, each judged by the referee act by act."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.rules.agreement import compare
from tests.rules.random_profiles import random_experiment

SESSIONS = 8
TABLE_SIZES = (3, 4, 5, 6, 7)
QUICK, FULL = 20, 600


def judge_random_profiles(players: int, profiles: int) -> Counter[str]:
    """Let the referee judge sessions of random profiles; give what happened in them."""
    chance = random.Random(f"random profiles for {players}")
    happened: Counter[str] = Counter()
    for number in range(profiles):
        experiment = random_experiment(chance, players)
        try:
            agreement = compare(experiment, chance.randrange(2**40), SESSIONS)
        except Exception as error:
            error.add_note(
                f"profile {number} for {players}: {experiment.rules.options}, "
                f"{[(p.policy.label, p.revoke_rate) for p in experiment.lineup]}"
            )
            raise
        happened.update(agreement.happened)
    return happened


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_the_referee_agrees(players: int) -> None:
    """Whatever the options, and so that each of them has been at work."""
    happened = judge_random_profiles(players, QUICK)
    wanted = {
        "cards exchanged",
        "looks",
        "extra hand taken",
        "peeps",
        "pool split",
        "rebuys",
        "revokes",
    }
    if players > 3:  # of three nobody can leave without ending the session
        wanted.add("tables with somebody out")
    assert set(happened) >= wanted


@pytest.mark.slow
@pytest.mark.parametrize("players", TABLE_SIZES)
def test_the_referee_agrees_in_full_size(players: int) -> None:
    happened = judge_random_profiles(players, FULL)
    assert happened["pool won"] > 0
    assert happened["extra deals"] > 0

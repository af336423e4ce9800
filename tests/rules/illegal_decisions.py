"""Decisions that break a rule in one numbered deal, and the line that tells of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from sim.engine.bits import ZERO, either, lane_function, u64
from sim.errors import UserError
from sim.experiment import Experiment, Player, Seating
from sim.game.rules import load_rules
from sim.illegal_acts import IllegalActError
from sim.policies import make_policy
from sim.policies.random import any_legal_act, any_legal_discard
from sim.simulation import simulate_sessions

SEED = 1815
DEAL = 1_000
"""The only deal in which something illegal is done: the first of its session of eight deals."""
SESSION = DEAL // 8

LABELS = ("counting:bold", "random")


def table(
    players: int = 4,
    profile: str = "basic",
    policies: Sequence[str] = LABELS,
    seating: Seating = "fixed",
    revoke_rate: float = 0.0,
    **rules: Any,
) -> Experiment:
    """Players of the policies in turn."""
    lineup = tuple(
        Player(f"player {place}", make_policy(policies[place % len(policies)]), revoke_rate)
        for place in range(players)
    )
    return Experiment(load_rules(profile, players, rules), lineup, seating, SEED)


@lane_function
def only_in_the_deal(view, deal, act):  # type: ignore[no-untyped-def]
    """The act in the deal in question; else what `random` does."""
    return either(deal == u64(DEAL), act, any_legal_act(view))


@lane_function
def thrown_only_in_the_deal(view, deal, cards):  # type: ignore[no-untyped-def]
    """The same where cards are to be thrown."""
    return either(deal == u64(DEAL), cards, any_legal_discard(view))


@lane_function
def at_random(view, deal):  # type: ignore[no-untyped-def]
    """What `random` does, in every deal."""
    return any_legal_act(view)


@lane_function
def nothing(view, deal):  # type: ignore[no-untyped-def]
    """No act at all, in any deal."""
    return ZERO


def complaint_of(experiment: Experiment, first_session: int, sessions: int) -> str:
    """The line about the deal, without player and policy at its beginning: these are checked."""
    with pytest.raises(IllegalActError) as caught:
        simulate_sessions(experiment, first_session, sessions)
    complaint = str(caught.value)
    assert f" in deal {DEAL}, " in complaint
    return without_the_player(experiment, caught.value)


def without_the_player(experiment: Experiment, error: IllegalActError) -> str:
    """The line after player and policy, which must belong together."""
    assert isinstance(error, UserError)
    assert "\n" not in str(error)
    told = re.match(r"player (\d) \((.*?)\): ", str(error))
    assert told and told[2] == experiment.lineup[int(told[1])].policy.label
    return str(error).removeprefix(told[0])


def named_player(error: IllegalActError) -> int:
    """The player of the line-up that the line tells of."""
    told = re.match(r"player (\d) ", str(error))
    assert told
    return int(told[1])

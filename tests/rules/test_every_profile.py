"""Every shipped profile, at every table, judged by the referee act by act.

Nothing is sampled: cards, auctions, exchanges, tricks, revokes, payments, pools, packs that are not
shuffled, players who leave and extra deals are all worked out again in plain Python. The quick
size is a twentieth of the full one (`slow`), which is 10,000 deals for each profile, number of
players and line-up.
"""

from __future__ import annotations

import math

import pytest

from sim.experiment import Experiment, Player
from sim.game.profiles import shipped_profile
from sim.game.rules import Rules, load_rules, profile_names
from sim.policies import make_policy
from tests.rules.agreement import Agreement, compare

LINE_UPS = {
    "random": ("random",),
    "counting": ("counting",),
    "mixed": ("counting:bold", "random", "counting:cautious"),
}
FULL, QUICK = 10_000, 500
SEED = 1909

TABLES = [
    (profile, players)
    for profile in profile_names()
    for players in shipped_profile(profile).players
]


def experiment_of(profile: str, players: int, policies: tuple[str, ...]) -> Experiment:
    lineup = tuple(
        Player(name=f"player {number}", policy=make_policy(policies[number % len(policies)]))
        for number in range(players)
    )
    return Experiment(load_rules(profile, players), lineup, "rotate", SEED)


def agree(profile: str, players: int, line_up: str, deals: int) -> None:
    experiment = experiment_of(profile, players, LINE_UPS[line_up])
    rules = experiment.rules
    sessions = math.ceil(deals / rules.deals_per_session)
    agreement = compare(experiment, 2**33 + players, sessions)
    if rules.may_end_early:
        assert agreement.deals > 0.5 * deals
    else:
        assert agreement.deals >= deals
    if line_up == "random":
        assert_everything_happened(rules, agreement)


def assert_everything_happened(rules: Rules, agreement: Agreement) -> None:
    """Random players do all that a profile allows: a comparison of nothing must not pass.

    Only low contracts are seldom the last word where many speak.
    """
    happened = agreement.happened
    declared = [name for name in rules.ladder.names if f"{name} failed" in happened]
    assert rules.ladder.names[-1] in declared
    assert len(declared) >= 2
    wanted = {
        "cards exchanged": rules.exchange_cards > 0,
        "looks": rules.float_card,
        "peeps": rules.peep,
        "extra hand taken": rules.sir_garnet,
        "pool won": rules.has_pool,
        "pool split": rules.has_pool and rules.pool_end == "split",
        # Of three players nobody can leave without ending the session.
        "tables with somebody out": rules.may_end_early and rules.players > 3,
        "rebuys": rules.may_rebuy,
    }
    assert {what for what, on in wanted.items() if on} <= set(happened)
    assert not {what for what, on in wanted.items() if not on} & set(happened)


@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_the_referee_agrees(profile: str, players: int, line_up: str) -> None:
    agree(profile, players, line_up, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_the_referee_agrees_in_full_size(profile: str, players: int, line_up: str) -> None:
    agree(profile, players, line_up, FULL)


def test_every_profile_is_played() -> None:
    assert len(profile_names()) == 17
    assert {profile for profile, _ in TABLES} == set(profile_names())

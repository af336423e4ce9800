"""The identity of an experiment: equal exactly where results may be added."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.experiment import Experiment, Identity, Player
from sim.game.rules import load_rules
from sim.policies import make_policy

REPOSITORY = Path(__file__).parents[2]


def experiment(
    *,
    policies: tuple[str, ...] = ("counting",) * 4,
    rules: dict[str, Any] | None = None,
    **changes: Any,
) -> Experiment:
    lineup = tuple(
        Player(f"player {place + 1}", make_policy(text)) for place, text in enumerate(policies)
    )
    table = load_rules("basic", len(policies), rules)
    plain = Experiment(rules=table, lineup=lineup, seating="fixed", seed=1815)
    return replace(plain, **changes)


def with_revoke_rate(rate: float) -> Experiment:
    plain = experiment()
    careless = replace(plain.lineup[1], revoke_rate=rate)
    return replace(plain, lineup=(plain.lineup[0], careless, *plain.lineup[2:]))


PLAIN = experiment()


def test_the_same_experiment_has_the_same_identity() -> None:
    assert experiment().identity == PLAIN.identity
    assert experiment().identity.digest == PLAIN.identity.digest
    assert PLAIN.identity.difference(experiment().identity) == []


CHANGES = [
    (experiment(seed=7), ["seed: 1815 != 7"]),
    (experiment(seating="rotate"), ["seating: fixed != rotate"]),
    (experiment(rules={"pack": 32}), ["rules.pack: 52 != 32"]),
    (experiment(rules={"deals_per_session": 20}), ["rules.deals_per_session: 8 != 20"]),
    (experiment(rules={"stakes": {"nap": {"made": 10}}}), ["rules.stakes.nap.made: 5 != 10"]),
    (experiment(rules={"joker": True}), ["rules.joker: False != True"]),
    (experiment(rules={"float": True}), ["rules.float: False != True"]),
    (
        experiment(rules={"chips": 100, "when_broke": "rebuy"}),
        ["rules.chips: 0 != 100", "rules.when_broke: out != rebuy"],
    ),
    (
        experiment(rules={"contracts": {"wellington": {"lead": "lowest trump"}}}),
        ["rules.contracts.wellington.lead: any != lowest trump"],
    ),
    (with_revoke_rate(0.25), ["player 2 revoke_rate: 0.0 != 0.25"]),
    (
        experiment(rules={"ladder": ["three", "four", "nap"]}),
        [
            "rules.contracts.wellington.judged: at least != absent",
            "rules.contracts.wellington.lead: any != absent",
            "rules.contracts.wellington.requires: nap != absent",
            "rules.contracts.wellington.target: 5 != absent",
            "rules.contracts.wellington.trump: suit led != absent",
            "rules.ladder: three four nap wellington != three four nap",
            "rules.stakes.wellington.failed: 10 != absent",
            "rules.stakes.wellington.made: 10 != absent",
        ],
    ),
    (
        experiment(policies=("counting", "random", "counting", "counting")),
        ["player 2 policy: counting:standard != random"],
    ),
    (
        experiment(policies=("counting:bold", "counting", "counting", "counting")),
        ["player 1 policy: counting:standard != counting:bold"],
    ),
    (
        experiment(policies=("counting",) * 3),
        ["player 4 policy: counting:standard != absent", "rules.players: 4 != 3"],
    ),
]


@pytest.mark.parametrize(
    ("other", "difference"), CHANGES, ids=[difference[-1] for _, difference in CHANGES]
)
def test_whatever_changes_the_distribution_changes_the_identity(
    other: Experiment, difference: list[str]
) -> None:
    assert other.identity != PLAIN.identity
    assert other.identity.digest != PLAIN.identity.digest
    assert PLAIN.identity.difference(other.identity) == difference


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"version": 99}, "player 3 version: {version} != 99"),
        ({"code_digest": "0" * 64}, "player 3 code: {code_digest} != " + "0" * 64),
    ],
)
def test_another_version_or_other_code_of_a_policy_changes_the_identity(
    changes: dict[str, Any], difference: str
) -> None:
    policy = PLAIN.lineup[2].policy
    other = with_player(2, Player("player 3", replace(policy, **changes)))
    expected = difference.format(version=policy.version, code_digest=policy.code_digest)
    assert PLAIN.identity.difference(other.identity) == [expected]


def with_player(place: int, player: Player) -> Experiment:
    lineup = list(PLAIN.lineup)
    lineup[place] = player
    return replace(PLAIN, lineup=tuple(lineup))


def test_another_parameter_changes_the_identity_and_is_named() -> None:
    five = dict(PLAIN.lineup[1].policy.parameters)["five"]
    changed = with_player(1, Player("player 2", make_policy("counting", {"five": five + 0.25})))
    assert PLAIN.identity.difference(changed.identity) == [
        f"player 2 parameters.five: {five} != {five + 0.25}"
    ]


def test_a_parameter_set_to_the_value_it_has_anyway_changes_nothing() -> None:
    five = dict(PLAIN.lineup[1].policy.parameters)["five"]
    same = with_player(1, Player("player 2", make_policy("counting", {"five": five})))
    assert same.identity == PLAIN.identity


def test_a_revoke_rate_is_told_beside_another_policy() -> None:
    careless = with_player(1, Player("player 2", make_policy("random"), revoke_rate=0.5))
    assert PLAIN.identity.difference(careless.identity) == [
        "player 2 policy: counting:standard != random",
        "player 2 revoke_rate: 0.0 != 0.5",
    ]


def test_a_revoke_rate_of_nought_is_the_same_however_it_is_written() -> None:
    assert with_revoke_rate(0).identity == PLAIN.identity
    assert with_revoke_rate(1).identity == with_revoke_rate(1.0).identity


@pytest.mark.parametrize("rate", [-0.01, 1.01, float("nan")])
def test_a_revoke_rate_is_a_probability(rate: float) -> None:
    with pytest.raises(UserError, match=r"revoke rate .* is out of range; allowed: 0\.0 to 1\.0"):
        with_revoke_rate(rate)


def test_names_are_labels_and_change_nothing() -> None:
    renamed = with_player(0, Player("Boney", PLAIN.lineup[0].policy))
    assert renamed.identity == PLAIN.identity
    relabelled = replace(PLAIN, rules=replace(PLAIN.rules, profile="another"))
    assert relabelled.identity == PLAIN.identity


def test_who_sits_where_matters() -> None:
    one = experiment(policies=("random", "counting", "counting"))
    other = experiment(policies=("counting", "random", "counting"))
    assert one.identity != other.identity


def test_an_identity_survives_a_file() -> None:
    stored = json.dumps(PLAIN.identity.fields, indent=2)
    assert Identity.of(json.loads(stored)) == PLAIN.identity


def test_the_largest_seed_survives_a_file() -> None:
    identity = experiment(seed=2**64 - 1).identity
    assert Identity.of(json.loads(json.dumps(identity.fields))).fields["seed"] == 2**64 - 1


@given(st.permutations(["format", "seed", "seating", "rules", "players"]))
def test_the_order_of_fields_does_not_matter(order: list[str]) -> None:
    fields = PLAIN.identity.fields
    assert Identity.of({key: fields[key] for key in order}) == PLAIN.identity


def test_an_experiment_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(PLAIN)) == PLAIN
    assert pickle.loads(pickle.dumps(PLAIN)).identity == PLAIN.identity


def test_the_identity_is_the_same_under_any_hash_seed() -> None:
    """A published fault: the seed has no effect because a set iterates in hash order."""
    program = (
        "from sim.scenarios.scenario import load_scenario; "
        "from sim.scenarios.shipped import scenario_file; "
        "print(load_scenario(scenario_file('mixed-table')).experiment.identity.digest)"
    )
    digests = set()
    for hash_seed in ("0", "1", "4294967295"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(REPOSITORY)}
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        digests.add(done.stdout.strip())
    assert len(digests) == 1
    assert len(digests.pop()) == 64


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"seed": -1}, "seed -1 is out of range; allowed: 0 to 2\\^64 - 1"),
        ({"seed": 2**64}, "out of range"),
        ({"seating": "random"}, 'seating "random" is unknown; allowed: fixed, rotate'),
        ({"lineup": PLAIN.lineup[:3]}, "3 players are named for a table of 4"),
        ({"lineup": PLAIN.lineup[:1] * 4}, "players need different names"),
    ],
)
def test_an_experiment_that_cannot_be_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        experiment(**changes)


def test_fixed_players_keep_their_seats() -> None:
    assert [PLAIN.players_by_seat(session) for session in range(3)] == [(0, 1, 2, 3)] * 3


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_rotating_players_sit_at_every_seat_equally_often(players: int) -> None:
    rotating = experiment(policies=("random",) * players, seating="rotate")
    seatings = [rotating.players_by_seat(session) for session in range(2 * players)]
    for session, seating in enumerate(seatings):
        for player in range(players):
            assert seating[(player + session) % players] == player

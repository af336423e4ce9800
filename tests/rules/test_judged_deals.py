"""Deals judged with all hands open, card by card, against the same deals solved in bulk.

A single deal is solved by positions, those of runs by compiled loops over whole deals; both must
find the same makeable contracts, tricks and units lost.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle

import numpy as np
import pytest

from sim.double_dummy.solved import SolvedDeals, solve_sessions
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import Record, play_sessions
from sim.replay import session_transcript
from sim.replay.judged_deal import JudgedDeal
from tests.rules.stories import NAMES

SEED = 7
POLICIES = ("counting:bold", "counting:cautious", "random", "counting:bold")
"""Who bids high and who plays badly: contracts that are turned, both ways."""

TABLES = {
    "five players": ("hoyle", 5, {}, 0.0),
    "revokes": ("hoyle", 4, {}, 0.1),
    "dealer sits out": ("joker", 5, {"dealer_sits_out": True}, 0.0),
    "float": ("float", 4, {}, 0.0),
    "exchange": ("ecarte", 4, {}, 0.0),
    "seven cards": ("seven-card", 4, {}, 0.0),
    "trumps named": (
        "joker",
        4,
        {"contracts": {"blucher": {"trump": "named", "lead": "lowest non-trump"}}},
        0.0,
    ),
}


@cache
def table(name: str) -> Experiment:
    profile, players, options, revoke_rate = TABLES[name]
    lineup = tuple(
        Player(name, make_policy(policy), revoke_rate)
        for name, policy in zip(NAMES[:players], cycle(POLICIES), strict=False)
    )
    return Experiment(load_rules(profile, players, options), lineup, "rotate", SEED)


@cache
def record(name: str) -> Record:
    return play_sessions(table(name), 0, 1)


def judged(name: str, place: int) -> JudgedDeal:
    rules = table(name).rules
    return JudgedDeal(rules, record(name).acts(place), rules.opponents)


@pytest.mark.parametrize("name", TABLES)
def test_single_deals_and_deals_of_runs_are_judged_alike(name: str) -> None:
    solved = solve_sessions(table(name), np.zeros(1, np.uint64))
    for place in range(len(solved.contract)):
        check(judged(name, place), solved, place)


def check(deal: JudgedDeal, solved: SolvedDeals, place: int) -> None:
    players = deal.opponents + 1
    positions = [(turn + 1) % players for turn in range(len(deal.acts.hands))]
    assert [*deal.makeable] == [
        tuple(solved.makeable[place, position].tolist()) for position in positions
    ]
    assert [*deal.lost_by_bidding] == solved.lost_by_bidding[place, positions].tolist()
    units = [deal.units_lost(turn) for turn in range(len(positions))]
    assert units == solved.units_lost[place, positions].sum(axis=1).tolist()
    tricks = [
        sum(step.tricks_lost for step in deal.steps if step.turn == turn)
        for turn in range(len(positions))
    ]
    assert tricks == solved.tricks_lost[place, positions].sum(axis=1).tolist()


ADDED = re.compile(
    r"^  Lost against best play.*?(?=\n\n)|^All hands open.*?(?=\n\n|\Z)", re.M | re.S
)
MARK = re.compile(r"(?<=[A-Z2-9j*r])\?\??(?=  |$)", re.M)


@pytest.mark.parametrize("name", TABLES)
def test_a_judged_transcript_is_the_usual_one_with_something_added(name: str) -> None:
    experiment = table(name)
    told = session_transcript(experiment, 0, solve=True)
    assert max(map(len, told.splitlines())) <= 80
    plain = MARK.sub("", ADDED.sub("", told))
    assert words(plain) == words(session_transcript(experiment, 0))


def words(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]

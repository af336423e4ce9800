"""Simulating numbered sessions: from an experiment to arrays of outcomes.

A session is a pure function of the experiment and its number: whatever range it is asked for with,
by whichever process, its deals come out the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sim.conditions.sessions import play_given
from sim.conditions.tries import DEALS
from sim.course import Course, Units, Words, seats_in_blocks
from sim.dealers import Seats
from sim.engine.arrays import Given, Kept
from sim.engine.philox import DEALS_OF_A_SEED
from sim.engine_input import engine_input
from sim.errors import UserError
from sim.leaving import play_until_broke
from sim.tie_breaks import TieBreaks, break_ties

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.rules import Rules


@dataclass(frozen=True)
class Outcomes:
    """What some sessions came to; rows are sessions in order, mostly consecutive ones.

    Attributes
    ----------
    first_session : int
        Number of the first of them.
    first_dealers : uint8 array, shape (sessions,)
        The seat that deals first in each.
    dealers, present, members : uint8 arrays, shape (sessions, deals a session)
        The seat that deals, how many players are present, 0 if the deal was not played, and which
        of the line-up they are, a bit each. Without rows where nobody leaves the table.
    kept : Kept
        The packed outcome of every deal, and what else the rules make worth keeping.
    player_units, position_units : int64 arrays, shape (sessions, players)
        Units won over the session by each player of the line-up, his part of the pool at the end
        included, and at each position.
    buys : int64 array, shape (sessions, players)
        Further stacks that each player bought.
    pools, splits : int64 arrays, shape (sessions,)
        Units left in the pool at the end, and what each seat got of it.
    ties : TieBreaks or None
        Who has won by which extra deals; None where all highest balances win.
    tries : uint64 array, shape (sessions,), or None
        Deals that were tried until one satisfied the condition; None without a condition.
    """

    first_session: int
    first_dealers: Seats
    dealers: Seats
    present: Seats
    members: Seats
    kept: Kept
    player_units: Units
    position_units: Units
    buys: Units
    pools: Units
    splits: Units
    ties: TieBreaks | None
    tries: Words | None


def simulate_sessions(experiment: Experiment, first_session: int, sessions: int) -> Outcomes:
    """Simulate the sessions ``first_session`` … ``first_session + sessions - 1``.

    Raises
    ------
    IllegalActError
        If a policy breaks the rules; the message names player, policy and deal.
    UserError
        If there are no such sessions.
    """
    return run_sessions(experiment, first_session, sessions, nothing_given(experiment.rules))


def nothing_given(rules: Rules) -> Given:
    """Neither hands nor calls are given."""
    return Given(no_words(rules), no_words(rules))


def no_words(rules: Rules) -> Words:
    """An array by deal and hand with room for no deal."""
    return np.zeros((0, rules.hands), np.uint64)


def run_sessions(
    experiment: Experiment,
    first_session: int,
    sessions: int,
    given: Given,
    *,
    logs: bool = False,
    payments: bool = False,
) -> Outcomes:
    """Play sessions from the first deal to the winner.

    Every act is logged if that is wanted, and payments are kept even where they follow from the
    outcomes.
    """
    _check_range(experiment, first_session, sessions)
    numbers = np.arange(first_session, first_session + sessions, dtype=np.uint64)
    return run_numbered_sessions(experiment, numbers, given, logs=logs, payments=payments)


def run_numbered_sessions(
    experiment: Experiment,
    numbers: Words,
    given: Given,
    *,
    logs: bool = False,
    payments: bool = False,
) -> Outcomes:
    """Play the sessions of these numbers, which need not follow each other, as `run_sessions` does.

    Parameters
    ----------
    numbers : uint64 array, shape (sessions,)
        Ascending, at least one.
    """
    rules = experiment.rules
    course = Course.of_sessions(experiment, numbers, given, logs=logs, payments=payments)
    tries = None
    if experiment.given is not None and len(given.hands) == 0:
        tries = play_given(course)
    elif rules.may_end_early:
        play_until_broke(course)
    else:
        play_all_deals(course)
    state = course.state
    splits = _split_pools(rules, state.pools, state.player_units)
    ties = None
    if rules.ties == "extra deal":
        ties = break_ties(experiment, course.sessions, state.player_units, logs=logs)
    return Outcomes(
        first_session=int(numbers[0]),
        first_dealers=course.first_dealers,
        dealers=course.dealers,
        present=course.present,
        members=course.members,
        kept=course.kept,
        player_units=state.player_units,
        position_units=state.position_units,
        buys=state.buys,
        pools=state.pools,
        splits=splits,
        ties=ties,
        tries=tries,
    )


def play_all_deals(course: Course) -> None:
    """Play the sessions of tables that nobody leaves: the same seats from first deal to last."""
    rules = course.experiment.rules
    told = engine_input(course.experiment, rules.players)
    numbers = told.numbers(deals=rules.deals_per_session)
    course.play(told, numbers, seats_in_blocks(course))


def _split_pools(rules: Rules, pools: Units, balances: Units) -> Units:
    """Share what lies in the pools equally among the seats; an indivisible rest stays."""
    if not rules.has_pool or rules.pool_end == "stay":
        return np.zeros(len(pools), np.int64)
    splits = pools // rules.players
    pools -= splits * rules.players
    balances += splits[:, None]
    return splits


def _check_range(experiment: Experiment, first_session: int, sessions: int) -> None:
    """Refuse sessions whose deals have no number of 64 bits."""
    deals = DEALS_OF_A_SEED if experiment.given is None else DEALS
    last = deals // experiment.rules.deals_per_session - 1
    if not 0 <= first_session <= first_session + sessions - 1 <= last:
        raise UserError(
            f"{sessions} sessions from number {first_session} on cannot be simulated; allowed: "
            f"one or more, numbered from 0 to {last}"
        )

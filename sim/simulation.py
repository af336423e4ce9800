"""Simulating numbered sessions: from an experiment to arrays of outcomes.

A session is a pure function of the experiment and its number: whatever range it is asked for with,
by whichever process, its deals come out the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.dealers import Seats, dealing_players, first_dealers
from sim.engine.auction import FAILED, MADE, REQUIRES, TARGET
from sim.engine.bits import u64
from sim.engine.block import LANES
from sim.engine.kernel import LADDER_COLUMNS, kernel
from sim.engine.philox import DEALS_OF_A_SEED
from sim.errors import UserError
from sim.game.cards import pack_of
from sim.illegal_acts import illegal_act
from sim.policies.slots import Slots, fill_slots

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.rules import Rules

Words = npt.NDArray[np.uint64]
Units = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Outcomes:
    """What some consecutive sessions came to.

    Attributes
    ----------
    first_session : int
    first_dealers : uint8 array, shape (sessions,)
        The seat that deals first in each.
    deals : uint64 array, shape (sessions, deals a session)
        The packed outcome of every deal; :mod:`sim.outcomes` unpacks it.
    player_units, position_units : int64 arrays, shape (sessions, players)
        Units won over the session by each player of the line-up, and at each position.
    """

    first_session: int
    first_dealers: Seats
    deals: Words
    player_units: Units
    position_units: Units


@dataclass(frozen=True)
class Logs:
    """Room for what the engine is to keep or is given; empty arrays where nothing is."""

    given_hands: Words
    given_bids: Words
    hands: Words
    cards: npt.NDArray[np.uint8]


def simulate_sessions(experiment: Experiment, first_session: int, sessions: int) -> Outcomes:
    """Simulate the sessions ``first_session`` … ``first_session + sessions - 1``.

    Raises
    ------
    IllegalActError
        If a policy breaks the rules; the message names player, policy and deal.
    UserError
        If there are no such sessions.
    """
    return run_blocks(experiment, first_session, sessions, no_logs(experiment.rules))


@lru_cache(maxsize=8)
def _prepared(experiment: Experiment) -> tuple[Slots, npt.NDArray[np.int64]]:
    """The compiled policies and the ladder's numbers."""
    rules = experiment.rules
    kernel(rules.players)
    policies = [player.policy for player in experiment.lineup]
    return fill_slots(policies, rules), ladder_numbers(rules)


def ladder_numbers(rules: Rules) -> npt.NDArray[np.int64]:
    """The ladder as the engine reads it: a row a contract, row 0 for the pass."""
    ladder = rules.ladder
    numbers = np.zeros((len(ladder) + 1, LADDER_COLUMNS), np.int64)
    numbers[:, TARGET] = ladder.targets
    numbers[:, MADE] = ladder.made
    numbers[:, FAILED] = ladder.failed
    numbers[:, REQUIRES] = ladder.requirement_numbers
    return numbers


def no_words(rules: Rules) -> Words:
    """An array by deal and player with room for no deal."""
    return np.zeros((0, rules.players), np.uint64)


def no_logs(rules: Rules) -> Logs:
    """Neither give nor keep anything."""
    return room_for(rules, 0, no_words(rules), no_words(rules))


def room_for(rules: Rules, deals: int, given_hands: Words, given_bids: Words) -> Logs:
    """Make room to keep a number of deals, and hand over what is given."""
    return Logs(
        given_hands=given_hands,
        given_bids=given_bids,
        hands=np.zeros((deals, rules.players), np.uint64),
        cards=np.zeros((deals, rules.players * rules.hand_size), np.uint8),
    )


def run_blocks(experiment: Experiment, first_session: int, sessions: int, logs: Logs) -> Outcomes:
    """Arrange sessions in blocks, and run the kernel over them."""
    rules = experiment.rules
    _check_range(rules, first_session, sessions)
    slots, ladder = _prepared(experiment)
    numbers = np.arange(first_session, first_session + sessions, dtype=np.uint64)
    dealers = first_dealers(experiment.seed, numbers, rules.players)
    first_players = dealing_players(experiment, numbers, dealers)
    places = blocks_by_first_player(first_players, rules.players)
    deals = np.zeros((sessions, rules.deals_per_session), np.uint64)
    player_units = np.zeros((sessions, rules.players), np.int64)
    position_units = np.zeros((sessions, rules.players), np.int64)
    fault = kernel(rules.players)(
        u64(experiment.seed),
        u64(pack_of(rules.pack)),
        rules.pack,
        rules.hand_size,
        rules.deals_per_session,
        ladder,
        slots.addresses,
        slots.answering,
        slots.tables,
        slots.of_player,
        numbers[places],
        places,
        first_players[places[:, 0]],
        logs.given_hands,
        logs.given_bids,
        deals,
        player_units,
        position_units,
        logs.hands,
        logs.cards,
    )
    if fault[1]:
        raise illegal_act(experiment, *fault)
    return Outcomes(first_session, dealers, deals, player_units, position_units)


def _check_range(rules: Rules, first_session: int, sessions: int) -> None:
    """Refuse sessions whose deals have no number of 64 bits."""
    last = DEALS_OF_A_SEED // rules.deals_per_session - 1
    if not 0 <= first_session <= first_session + sessions - 1 <= last:
        raise UserError(
            f"{sessions} sessions from number {first_session} on cannot be simulated; allowed: "
            f"one or more, numbered from 0 to {last}"
        )


def blocks_by_first_player(first_players: Units, players: int) -> Words:
    """Arrange sessions in blocks in which the same player deals first.

    Returns
    -------
    uint64 array, shape (blocks, LANES)
        The place of each lane's session in the range. The last block of a player is filled up
        with its own last session, which is then simulated again, to the same result.
    """
    blocks = []
    for player in range(players):
        mine = np.flatnonzero(first_players == player)
        if len(mine):
            short = -len(mine) % LANES
            blocks.append(np.pad(mine, (0, short), mode="edge").reshape(-1, LANES))
    return np.concatenate(blocks).astype(np.uint64)

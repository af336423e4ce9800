"""Simulating numbered sessions: from an experiment to arrays of outcomes.

A session is a pure function of the experiment and its number: whatever range it is asked for with,
by whichever process, its deals come out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import types, uint8, uint64

from sim.auction import FAILED, MADE, REQUIRES, TARGET
from sim.bits import u64
from sim.block import LANES
from sim.cards import card_bits, card_name, pack_of
from sim.compiled import compile_kernel
from sim.engine import LADDER_COLUMNS, kernel
from sim.errors import UserError
from sim.philox import FIRST_DEALER, bounded_part, random_words
from sim.slots import Slots, fill_slots

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.rules import Rules

Words = npt.NDArray[np.uint64]
Units = npt.NDArray[np.int64]


class IllegalActError(UserError):
    """A policy has answered with something that the rules forbid."""


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
    first_dealers: npt.NDArray[np.uint8]
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
        If a policy breaks the rules; the message names deal and policy.
    """
    return run_blocks(experiment, first_session, sessions, no_logs(experiment.rules))


def warm(experiment: Experiment) -> None:
    """Compile what the experiment needs, or make sure that it is on disk."""
    _prepared(experiment)


@lru_cache(maxsize=8)
def _prepared(experiment: Experiment) -> tuple[Slots, npt.NDArray[np.int64]]:
    """The compiled policies and the ladder's numbers."""
    rules = experiment.rules
    kernel(rules.players)
    policies = [player.policy for player in experiment.lineup]
    return fill_slots(policies, rules), ladder_numbers(rules)


def ladder_numbers(rules: Rules) -> npt.NDArray[np.int64]:
    """The ladder as the engine reads it: a row a contract, row 0 for the pass."""
    numbers = np.zeros((len(rules.ladder) + 1, LADDER_COLUMNS), np.int64)
    for row, contract in zip(numbers[1:], rules.ladder, strict=True):
        row[TARGET] = contract.target
        row[MADE] = contract.made
        row[FAILED] = contract.failed
        row[REQUIRES] = rules.ladder.number(contract.requires) if contract.requires else 0
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
    if fault[0] >= 0:
        raise IllegalActError(_describe_fault(experiment, *fault))
    return Outcomes(first_session, dealers, deals, player_units, position_units)


def first_dealers(seed: int, sessions: Words, players: int) -> npt.NDArray[np.uint8]:
    """The seat that deals first in each session: uniform, a pure function of seed and session."""
    seats = np.empty(len(sessions), np.uint8)
    _draw_seats()(u64(seed), sessions, u64(players), seats)
    return seats


def draw_seats(seed, sessions, players, seats):  # type: ignore[no-untyped-def]
    """Fill ``seats`` with the first dealer of each session."""
    for place in range(sessions.shape[0]):
        word, _ = random_words(seed, u64(FIRST_DEALER), sessions[place], u64(0))
        seats[place] = bounded_part(word, players)


@cache
def _draw_seats() -> Callable[..., Any]:
    return compile_kernel(types.void(uint64, uint64[::1], uint64, uint8[::1]), draw_seats)


def dealing_players(
    experiment: Experiment, sessions: Words, dealers: npt.NDArray[np.uint8]
) -> Units:
    """The player of the line-up who deals first in each session.

    With rotating seats, player *j* sits at seat *j + session* in that session.
    """
    seats = dealers.astype(np.int64)
    if experiment.seating == "fixed":
        return seats
    players = experiment.rules.players
    return (seats - (sessions % u64(players)).astype(np.int64)) % players


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


def dealer_seats(outcomes: Outcomes, rules: Rules) -> npt.NDArray[np.uint8]:
    """The dealer's seat in every deal: one further clockwise after each."""
    seat = np.arange(rules.players)[:, None] + np.arange(rules.deals_per_session)
    by_first_dealer = (seat % rules.players).astype(np.uint8)
    return by_first_dealer[outcomes.first_dealers].reshape(-1)


def _describe_fault(experiment: Experiment, deal: int, decision: int, answer: int) -> str:
    """Say which policy did what against the rules, and where."""
    rules = experiment.rules
    policies = sorted({player.policy.label for player in experiment.lineup})
    if decision < rules.players:
        act = f"call {_names_of(answer, rules.ladder.names)}"
        where = f"speaking as number {decision + 1}"
    else:
        trick, turn = divmod(decision - rules.players, rules.players)
        act = f"card {' '.join(map(card_name, card_bits(answer))) or 'none'}"
        where = f"in trick {trick + 1}, as number {turn + 1} to play"
    return f"illegal {act} in deal {deal}, {where}; policies at the table: {', '.join(policies)}"


def _names_of(answer: int, names: Sequence[str]) -> str:
    calls = ("pass", *names)
    return " ".join(calls[bit] for bit in card_bits(answer) if bit < len(calls)) or "none"

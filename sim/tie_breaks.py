"""Who wins a session: the highest balance, and extra deals among those who share it.

An extra deal has numbered cards of its own: the streams of its session's number, counted from
``STREAMS_OF_A_DEAL`` times its own number on, which starts at 1. Nothing that happens in it
changes a balance.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.course import Units, Words, in_blocks, new_state, play_blocks, room
from sim.dealers import draw_dealers
from sim.engine.arrays import Given, Kept
from sim.engine.arrays import Seats as BlockSeats
from sim.engine.philox import STREAMS_OF_A_DEAL
from sim.engine_input import extra_deal_input, extra_deal_rules
from sim.illegal_acts import illegal_act

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.rules import Rules

MOST_EXTRA_DEALS = 20

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ExtraDeals:
    """The extra deals of one number among equally many tied players; rows are such deals.

    Attributes
    ----------
    rules : Rules
        As they are for so many players.
    number : int
        1 for the first extra deal of a session.
    places : int64 array, shape (deals,)
        Which of the sessions each belongs to.
    seating : int64 array, shape (deals, tied)
        The tied players of the line-up, clockwise from the dealer.
    kept : Kept
        What the deals came to; each is the only deal of its row.
    """

    rules: Rules
    number: int
    places: npt.NDArray[np.int64]
    seating: Units
    kept: Kept


@dataclass(frozen=True)
class TieBreaks:
    """Who has won some sessions.

    Attributes
    ----------
    winners : bool array, shape (sessions, players)
        Each of the k winners of a session wins 1/k of it.
    extra_deals : uint8 array, shape (sessions,)
        How many extra deals it took.
    played : list of ExtraDeals
        The extra deals, with their acts if those were to be logged.
    """

    winners: Flags
    extra_deals: npt.NDArray[np.uint8]
    played: list[ExtraDeals] = field(default_factory=list)


def break_ties(
    experiment: Experiment, sessions: Words, balances: Units, *, logs: bool
) -> TieBreaks:
    """Let those with the highest balance play on until one of them leads, or too long.

    Parameters
    ----------
    experiment : Experiment
    sessions : uint64 array, shape (sessions,)
        Their numbers.
    balances : int64 array, shape (sessions, players)
    logs : bool
        Whether every act is kept.
    """
    tied = highest(balances)
    result = TieBreaks(tied.copy(), np.zeros(len(sessions), np.uint8))
    tallies = np.where(tied, 0, np.iinfo(np.int64).min)
    number_tied = tied.sum(axis=1)
    undecided = np.flatnonzero(number_tied > 1)
    for number in range(1, MOST_EXTRA_DEALS + 1):
        for size in np.unique(number_tied[undecided]):
            places = undecided[number_tied[undecided] == size]
            deals = _play(experiment, sessions, places, tied[places], number, logs=logs)
            np.add.at(tallies, (places[:, None], deals.seating), deals.kept.payments[:, 0])
            result.played.append(deals)
        result.extra_deals[undecided] = number
        result.winners[undecided] = highest(tallies[undecided])
        undecided = undecided[result.winners[undecided].sum(axis=1) > 1]
    return result


def highest(units: Units) -> Flags:
    """Who has the highest sum of a session."""
    best: Flags = units == units.max(axis=1, keepdims=True)
    return best


def _play(
    experiment: Experiment,
    sessions: Words,
    places: npt.NDArray[np.int64],
    tied: Flags,
    number: int,
    *,
    logs: bool,
) -> ExtraDeals:
    """Play one extra deal of every session at some places, all with equally many tied players."""
    size = int(tied[0].sum())
    stream = number * STREAMS_OF_A_DEAL
    seating = _seating(experiment, sessions[places], tied, stream)
    told = extra_deal_input(experiment, size)
    kept = _room(experiment, len(places), size, logs=logs)
    rules = extra_deal_rules(experiment.rules, size)
    seats = _blocks(told.lineup.slots, told.lineup.revoke_rates, seating, sessions[places])
    no_words = np.zeros((0, size), np.uint64)
    fault = play_blocks(
        experiment.seed,
        told,
        told.numbers(deals=1, stream=stream),
        seats,
        new_state(experiment.rules, len(places)),
        Given(no_words, no_words),
        kept,
    )
    if fault:
        speakers = np.roll(seating[fault.place], -1).tolist()
        deal = f"extra deal {number} of session {fault.deal}"
        raise illegal_act(experiment, fault.code, fault.answer, speakers, deal)
    return ExtraDeals(rules, number, places, seating, kept)


def _room(experiment: Experiment, deals: int, size: int, *, logs: bool) -> Kept:
    """Make room for the payments whatever the rules; the pool does not matter here."""
    kept = room(experiment, deals, 1, size, logs=logs)
    return kept._replace(
        payments=np.zeros((deals, 1, size), np.int32), pools=np.zeros((0, 1, 2), np.int32)
    )


def _seating(experiment: Experiment, sessions: Words, tied: Flags, stream: int) -> Units:
    """The tied players clockwise from the dealer, who is drawn uniformly among them by seat."""
    players = experiment.rules.players
    size = int(tied[0].sum())
    moved = np.zeros(len(sessions), np.int64)
    if experiment.seating == "rotate":
        moved = (sessions % np.uint64(players)).astype(np.int64)
    in_seat_order = (np.arange(players) - moved[:, None]) % players
    of_tied = np.take_along_axis(tied, in_seat_order, axis=1)
    by_seat = in_seat_order[of_tied].reshape(-1, size)
    dealers = draw_dealers(experiment.seed, sessions, size, stream).astype(np.int64)
    return np.take_along_axis(by_seat, (dealers[:, None] + np.arange(size)) % size, axis=1)


def _blocks(slots: Units, revoke_rates: Words, seating: Units, sessions: Words) -> BlockSeats:
    """Group the deals by how the players decide at each seat: who they are does not matter."""
    ways_to_decide = np.stack([slots.astype(np.uint64), revoke_rates])
    _, way = np.unique(ways_to_decide, axis=1, return_inverse=True)
    _, first, members = np.unique(
        way.reshape(-1)[seating], axis=0, return_index=True, return_inverse=True
    )
    groups = range(len(first))
    blocks = [in_blocks(np.flatnonzero(members.reshape(-1) == group)) for group in groups]
    grouped = np.concatenate(blocks)
    return BlockSeats(
        seating=np.repeat(seating[first], [len(block) for block in blocks], axis=0),
        deals=sessions[grouped],
        places=grouped,
    )

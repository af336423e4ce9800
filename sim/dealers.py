"""Who deals: the first dealer of every session, and who sits in his place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import types, uint8, uint64

from sim.engine.bits import u64
from sim.engine.compiled import compile_kernel
from sim.engine.philox import FIRST_DEALER, bounded_part, random_words

if TYPE_CHECKING:
    from sim.experiment import Experiment

Seats = npt.NDArray[np.uint8]


def first_dealers(seed: int, sessions: npt.NDArray[np.uint64], players: int) -> Seats:
    """The seat that deals first in each session: uniform, a pure function of seed and session."""
    return draw_dealers(seed, sessions, players, stream=0)


def draw_dealers(seed: int, sessions: npt.NDArray[np.uint64], players: int, stream: int) -> Seats:
    """Who deals among so many in each session, by the streams counted from ``stream`` on."""
    seats = np.empty(len(sessions), np.uint8)
    _draw_seats()(u64(seed), u64(stream + FIRST_DEALER), sessions, u64(players), seats)
    return seats


def draw_seats(seed, stream, sessions, players, seats):  # type: ignore[no-untyped-def]
    """Fill ``seats`` with the dealer of each session."""
    for place in range(sessions.shape[0]):
        word, _ = random_words(seed, stream, sessions[place], u64(0))
        seats[place] = bounded_part(word, players)


@cache
def _draw_seats() -> Callable[..., Any]:
    return compile_kernel(types.void(uint64, uint64, uint64[::1], uint64, uint8[::1]), draw_seats)


def dealing_players(
    experiment: Experiment, sessions: npt.NDArray[np.uint64], dealers: Seats
) -> npt.NDArray[np.int64]:
    """The player of the line-up who deals first in each session.

    With rotating seats, player *j* sits at seat *j + session* in that session.
    """
    seats = dealers.astype(np.int64)
    if experiment.seating == "fixed":
        return seats
    players = experiment.rules.players
    return (seats - (sessions % u64(players)).astype(np.int64)) % players


def dealer_seats(first_dealers: Seats, deals_per_session: int, players: int) -> Seats:
    """The dealer's seat in every deal of some sessions: one further clockwise after each."""
    seat = np.arange(players)[:, None] + np.arange(deals_per_session)
    by_first_dealer = (seat % players).astype(np.uint8)
    return by_first_dealer[first_dealers].reshape(-1)

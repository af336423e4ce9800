"""Sessions that players leave when they are broke: deal by deal, tables regrouped after each.

Who is present differs from session to session, and the engine wants the same seats in all lanes
of a block. So the deals are played one at a time, the sessions grouped by who is present and who
deals. Who is present is a set of players of the line-up, a bit each.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from sim.course import Course, Units, Words, in_blocks
from sim.dealers import dealing_players
from sim.engine.arrays import Seats as BlockSeats
from sim.engine_input import engine_input
from sim.game.rules import FEWEST_PLAYERS


def play_until_broke(course: Course) -> None:
    """Play every session until its last deal, or until fewer than three players are present."""
    rules = course.experiment.rules
    dealing = dealing_players(course.experiment, course.sessions, course.first_dealers)
    present = np.full(len(course.sessions), (1 << rules.players) - 1, np.int64)
    for deal in range(rules.deals_per_session):
        places = np.flatnonzero(np.bitwise_count(present) >= FEWEST_PLAYERS)
        if len(places) == 0:
            return
        _play_deal(course, deal, places, present, dealing)
        # The state of a session that has ended stands still, and so does who is present in it.
        for player in range(rules.players):
            is_broke = course.state.player_units[:, player] <= -rules.chips
            present &= ~(is_broke.astype(np.int64) << player)
        dealing = next_dealers(rules.players)[present, dealing]


def _play_deal(
    course: Course, deal: int, places: npt.NDArray[np.int64], present: Units, dealing: Units
) -> None:
    """Play one deal of the sessions at some places."""
    experiment = course.experiment
    players = experiment.rules.players
    number_present = np.bitwise_count(present[places])
    seats = dealing[places]
    if experiment.seating == "rotate":
        seats = (seats + (course.sessions[places] % np.uint64(players)).astype(np.int64)) % players
    course.dealers[places, deal] = seats
    course.present[places, deal] = number_present
    course.members[places, deal] = present[places]
    for size in range(FEWEST_PLAYERS, players + 1):
        of_size = places[number_present == size]
        if len(of_size):
            told = engine_input(experiment, size)
            numbers = told.numbers(deals=1, first_deal=deal)
            course.play(told, numbers, _seats(course, deal, of_size, present, dealing))


def _seats(
    course: Course, deal: int, places: npt.NDArray[np.int64], present: Units, dealing: Units
) -> BlockSeats:
    """Group sessions of equally many players by who is present and who deals."""
    rules = course.experiment.rules
    table = present[places] * rules.players + dealing[places]
    by_table = np.argsort(table.astype(np.uint16), kind="stable")
    ends = np.flatnonzero(np.diff(table[by_table])) + 1
    groups = np.split(places[by_table], ends)
    blocks = [in_blocks(group) for group in groups]
    seating = [clockwise(int(present[group[0]]), int(dealing[group[0]])) for group in groups]
    grouped: Words = np.concatenate(blocks)
    first_deals = course.sessions[grouped] * np.uint64(rules.deals_per_session)
    return BlockSeats(
        seating=np.repeat(np.array(seating), [len(block) for block in blocks], axis=0),
        deals=first_deals + np.uint64(deal),
        places=grouped,
    )


def clockwise(present: int, first: int) -> list[int]:
    """The players present, clockwise from a given one of them.

    Examples
    --------
    >>> clockwise(0b11011, first=3)
    [3, 4, 0, 1]
    """
    players = [player for player in range(present.bit_length()) if present >> player & 1]
    start = players.index(first)
    return players[start:] + players[:start]


@cache
def next_dealers(players: int) -> Units:
    """The next player present clockwise, by who is present and by who has dealt.

    Returns
    -------
    int64 array, shape (sets of players, players)
        The dealer himself, present or not, where nobody else is.
    """
    table = np.empty((1 << players, players), np.int64)
    for present in range(1 << players):
        for dealer in range(players):
            after = [(dealer + step) % players for step in range(1, players)]
            here = [player for player in after if present >> player & 1]
            table[present, dealer] = here[0] if here else dealer
    return table

"""What the studied player expected of the contracts that he plays, against what came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sim.comparisons.comparison import Entry
from sim.comparisons.study import FEWEST_TO_MAKE, MOST_TO_MAKE
from sim.comparisons.sums import CALIBRATION_BINS, Integers
from sim.dealers import dealer_seats
from sim.engine.arrays import Kept
from sim.engine.block import CALL_BITS
from sim.engine.events import (
    DECLARER_THREW,
    DRAWN,
    LOG_EXTRA_HAND,
    LOG_FLOAT_CARD,
    LOG_PEEP_CARD,
    TAKER_THREW,
    THROWN,
)
from sim.engine.outcome import PEEPED_SHIFT, TAKER_SHIFT, TRICKS_SHIFT
from sim.game.rules import Rules
from sim.policies.estimates import PER_TRICK, estimated_tricks
from sim.simulation import Outcomes

CALIBRATED_DEALS: Final = 100_000
"""Deals from number 0 on whose contracts are held against the estimates; all their acts are kept
for that. They give an entry almost as many contracts: in a bin that holds a twentieth of them, the
standard error of the share made is below 1 %."""

_BINS_PER_TRICK: Final = 4

_ONE_CALL: Final = np.uint64((1 << CALL_BITS) - 1)

Words = npt.NDArray[np.uint64]


def calibrated_sessions(rules: Rules, first_session: int, sessions: int) -> int:
    """How many sessions at the start of a range hold deals that are calibrated."""
    last = -(-CALIBRATED_DEALS // rules.deals_per_session)
    return min(max(last - first_session, 0), sessions)


def calibration_of(
    rules: Rules, promises: Integers, entry: Entry, tables: Sequence[Outcomes]
) -> Integers:
    """Count the contracts of an entry's studied player by what he expected of them.

    Deals from which a player has left the table are not counted: estimates are for a full one.

    Parameters
    ----------
    rules : Rules
    promises : int64 array
        The ladder as :func:`~sim.comparisons.study.study_player` reads it.
    entry : Entry
    tables : sequence of Outcomes
        By the seat of the studied player, with all acts kept; none if nothing is counted.

    Returns
    -------
    int64 array, shape (CALIBRATION_BINS, 5)
        As in :class:`~sim.comparisons.sums.ComparisonSums`; zeros if his policy estimates nothing.
    """
    sums: Integers = np.zeros((CALIBRATION_BINS, 5), np.int64)
    if not tables:
        return sums
    played = joined([contracts_of(rules, table, seat) for seat, table in enumerate(tables)])
    estimates = estimated_tricks(
        entry.studied, rules, played.hands, played.contracts, played.positions
    )
    if estimates is None:
        return sums
    fewest, most = promises[played.contracts][:, [FEWEST_TO_MAKE, MOST_TO_MAKE]].T
    made = (fewest <= played.tricks) & (played.tricks <= most)
    one = np.ones_like(estimates)
    columns = (one, estimates, played.tricks, played.tricks**2, made.astype(np.int64))
    bins = np.clip(estimates * _BINS_PER_TRICK // PER_TRICK, 0, CALIBRATION_BINS - 1)
    np.add.at(sums, bins, np.stack(columns, axis=1))
    return sums


class ContractsPlayed(NamedTuple):
    """Contracts that a player plays, an entry each, in the order of deals.

    Attributes
    ----------
    hands : uint64 array
        The cards that he plays with, exchanges and picked-up cards included.
    contracts, positions : uint8 arrays
    tricks : int64 array
        That he takes.
    """

    hands: Words
    contracts: npt.NDArray[np.uint8]
    positions: npt.NDArray[np.uint8]
    tricks: Integers


def joined(parts: Sequence[ContractsPlayed]) -> ContractsPlayed:
    """Contracts one after the other."""
    return ContractsPlayed(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def contracts_of(rules: Rules, outcomes: Outcomes, seat: int) -> ContractsPlayed:
    """The contracts of the player at a seat, in deals in which nobody has left the table."""
    words = outcomes.kept.outcomes.reshape(-1)
    shifts = np.arange(rules.hands, dtype=np.uint64) * np.uint64(CALL_BITS)
    calls = (words[:, None] >> shifts) & _ONE_CALL
    dealers = dealer_seats(outcomes.first_dealers, rules.deals_per_session, rules.players)
    positions = (seat - dealers.astype(np.int64)) % rules.players
    turns = (positions - 1) % rules.players
    # Every bid is higher than those before it: the highest is the declarer's.
    is_his = (calls.max(axis=1) > 0) & (calls.argmax(axis=1) == turns)
    if rules.may_end_early:
        is_his &= outcomes.present.reshape(-1) == rules.players
    places = np.flatnonzero(is_his)
    contracts = calls[places].max(axis=1).astype(np.uint8)
    return ContractsPlayed(
        hands=_hands_played(rules, outcomes.kept, places, turns[places], contracts),
        contracts=contracts,
        positions=positions[places].astype(np.uint8),
        tricks=((words[places] >> np.uint64(TRICKS_SHIFT)) & np.uint64(15)).astype(np.int64),
    )


def _hands_played(
    rules: Rules, kept: Kept, places: Integers, turns: Integers, contracts: npt.NDArray[np.uint8]
) -> Words:
    """The hands of declarers as they are when the play begins."""
    words = kept.outcomes.reshape(-1)[places]
    events = kept.events[places]
    hands: Words = kept.hands[places, turns]
    if rules.exchange_cards:
        drawn = events[np.arange(len(places)), DRAWN + turns]
        hands = (hands & ~events[np.arange(len(places)), THROWN + turns]) | drawn
    if rules.sir_garnet:
        took = (words >> np.uint64(TAKER_SHIFT)) & np.uint64(7) == turns + 1
        whole = (hands | events[:, LOG_EXTRA_HAND]) & ~events[:, TAKER_THREW]
        hands = np.where(took, whole, hands)
    with_float = np.array([False, *(contract.with_float for contract in rules.ladder)])[contracts]
    hands = np.where(with_float, hands | events[:, LOG_FLOAT_CARD], hands)
    if rules.peep:
        peeped = (words >> (np.uint64(PEEPED_SHIFT) + turns.astype(np.uint64))) & np.uint64(1) == 1
        hands = np.where(peeped, hands | events[:, LOG_PEEP_CARD], hands)
    played: Words = hands & ~events[:, DECLARER_THREW]
    return played

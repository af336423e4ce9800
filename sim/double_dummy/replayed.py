"""Deals of some sessions played again, with every card: what is to be solved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.dealers import dealer_seats
from sim.engine.bits import u64
from sim.engine.block import CALL_BITS
from sim.engine.events import DRAWN, LOG_EXTRA_HAND, TAKER_THREW, THROWN
from sim.engine.outcome import REVOKED_SHIFT, TAKER_SHIFT, TRICKS_SHIFT, TRUMP_SHIFT
from sim.game.cards import JOKER_RANK, SUIT_WIDTH
from sim.simulation import Outcomes, nothing_given, run_numbered_sessions

if TYPE_CHECKING:
    from sim.course import Words
    from sim.experiment import Experiment
    from sim.game.rules import Rules

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Table:
    """Who sits where in the deals of some sessions; a row a deal that was played, in order.

    Attributes
    ----------
    sessions : uint64 array, shape (sessions,)
        Their numbers.
    first_deals : int64 array, shape (sessions,)
        The row of each session's first deal.
    places : int64 array, shape (deals,)
        At which place of ``Kept`` the deal stands: session times deals a session, plus deal.
    present : int64 array, shape (deals,)
        Players at the table.
    order : int64 array, shape (deals, players)
        Players of the line-up by position; of no meaning behind those at the table.
    """

    sessions: Words
    first_deals: Whole
    places: Whole
    present: Whole
    order: Whole


@dataclass(frozen=True)
class Replayed:
    """Deals in which equally many players got cards; arrays have a row a deal.

    Attributes
    ----------
    rows : int64 array, shape (deals,)
        Which rows of the :class:`Table` they are.
    present : int64 array, shape (deals,)
        Players at the table: those with cards, and a dealer who sits out.
    hands : uint64 array, shape (deals, hands)
        Hands by speaking turn, as they were when the auction began.
    leads : uint64 array, shape (deals, hands)
        Hands at the opening lead; of no meaning where it was not played to the end.
    calls : int64 array, shape (deals, hands)
        Contract numbers by speaking turn, 0 for a pass.
    cards : uint8 array, shape (deals, hands * hand size)
        Bit numbers of the cards in the order played.
    tricks : int64 array, shape (deals,)
        The declarer's.
    trumps : int64 array, shape (deals,)
        Number of the trump suit, 4 without one.
    revoked : bool array, shape (deals,)
        Whether a revoke ended the deal.
    """

    rows: Whole
    present: Whole
    hands: Words
    leads: Words
    calls: Whole
    cards: npt.NDArray[np.uint8]
    tricks: Whole
    trumps: Whole
    revoked: npt.NDArray[np.bool_]

    @property
    def contract(self) -> Whole:
        """Number of the final contract, 0 if all passed."""
        contract: Whole = self.calls.max(axis=1)
        return contract

    @property
    def declarer(self) -> Whole:
        """Speaking turn of the declarer; of no meaning if all passed."""
        declarer: Whole = self.calls.argmax(axis=1)
        return declarer


def play_again(experiment: Experiment, sessions: Words) -> tuple[Table, list[Replayed]]:
    """Play sessions of these numbers again, and keep every card.

    Returns
    -------
    tuple of Table and list of Replayed
        Who sat where in all their deals, and the deals grouped by the number of hands.
    """
    given = nothing_given(experiment.rules)
    outcomes = run_numbered_sessions(experiment, sessions, given, logs=True)
    table = _table(experiment, sessions, outcomes)
    return table, list(_by_hands(experiment.rules, outcomes, table))


def _table(experiment: Experiment, sessions: Words, outcomes: Outcomes) -> Table:
    rules = experiment.rules
    players, deals = rules.players, rules.deals_per_session
    seats = dealer_seats(outcomes.first_dealers, deals, players)
    present = np.full(len(seats), players, np.int64)
    members = np.full(len(seats), (1 << players) - 1, np.int64)
    if rules.may_end_early:
        seats = outcomes.dealers.reshape(-1)
        present, members = (
            each.reshape(-1).astype(np.int64) for each in (outcomes.present, outcomes.members)
        )
    places = np.flatnonzero(present)
    session = places // deals
    moved = np.zeros(len(sessions), np.int64)
    if experiment.seating == "rotate":
        moved = (sessions % u64(players)).astype(np.int64)
    dealing = (seats[places].astype(np.int64) - moved[session]) % players
    clockwise = (dealing[:, None] + np.arange(players)) % players
    absent = members[places][:, None] >> clockwise & 1 == 0
    at_table_first = np.argsort(absent, axis=1, kind="stable")
    return Table(
        sessions=sessions,
        first_deals=np.searchsorted(session, np.arange(len(sessions))),
        places=places,
        present=present[places],
        order=np.take_along_axis(clockwise, at_table_first, axis=1),
    )


def _by_hands(rules: Rules, outcomes: Outcomes, table: Table) -> Iterator[Replayed]:
    hands = table.present - rules.dealer_sits_out
    for number in np.unique(hands).tolist():
        rows = np.flatnonzero(hands == number)
        yield _replayed(rules, outcomes, table, rows, number)


def _replayed(rules: Rules, outcomes: Outcomes, table: Table, rows: Whole, hands: int) -> Replayed:
    """Read the deals in some rows, in each of which so many hands were dealt."""
    kept, places = outcomes.kept, table.places[rows]
    words = kept.outcomes.reshape(-1)[places]
    events = kept.events[places]
    dealt = kept.hands[places, :hands].copy()
    if rules.exchange_cards:
        dealt &= ~events[:, THROWN : THROWN + hands]
        dealt |= events[:, DRAWN : DRAWN + hands]
    turns = np.arange(hands, dtype=np.uint64)
    calls = (words[:, None] >> u64(CALL_BITS) * turns) & u64((1 << CALL_BITS) - 1)
    cards = np.ascontiguousarray(kept.cards[places, : hands * rules.hand_size])
    calls = calls.astype(np.int64)
    return Replayed(
        rows=rows,
        present=table.present[rows],
        hands=dealt,
        leads=_hands_at_lead(_after_taking(dealt, events, words), calls, cards),
        calls=calls,
        cards=cards,
        tricks=_field(words, TRICKS_SHIFT, 15),
        trumps=_field(words, TRUMP_SHIFT, 7),
        revoked=_field(words, REVOKED_SHIFT, 7) > 0,
    )


def _field(words: Words, shift: int, mask: int) -> Whole:
    return ((words >> u64(shift)) & u64(mask)).astype(np.int64)


def _after_taking(hands: Words, events: Words, words: Words) -> Words:
    """Return the hands with that of who took the extra hand as it is after his discard."""
    taker = _field(words, TAKER_SHIFT, 7) - 1
    is_taker = np.arange(hands.shape[1]) == taker[:, None]
    extra, thrown = events[:, LOG_EXTRA_HAND, None], events[:, TAKER_THREW, None]
    return np.where(is_taker, (hands | extra) & ~thrown, hands)


def _hands_at_lead(hands: Words, calls: Whole, cards: npt.NDArray[np.uint8]) -> Words:
    """Return the hands at the opening lead of deals that were played to the end.

    All cards are played, so the declarer had what no other hand has.
    """
    declarer = calls.argmax(axis=1)
    is_declarer = np.arange(hands.shape[1]) == declarer[:, None]
    others = np.bitwise_or.reduce(np.where(is_declarer, u64(0), hands), axis=1)
    masks = np.left_shift(u64(1), unseated_places(cards).astype(np.uint64))
    played = np.bitwise_or.reduce(masks, axis=1)
    return np.where(is_declarer, (played & ~others)[:, None], hands)


def unseated_places(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return bit numbers of cards with the joker's as it is while no suit is trump."""
    is_joker = cards % SUIT_WIDTH == JOKER_RANK
    places: npt.NDArray[np.uint8] = np.where(is_joker, np.uint8(JOKER_RANK), cards)
    return places

"""Deals with every act kept: for replays, for checks, and for hands given by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.acts import Acts, acts_of
from sim.course import Words
from sim.dealers import dealer_seats
from sim.engine.arrays import Given
from sim.engine.bits import u64
from sim.engine.block import CALL_BITS
from sim.engine.outcome import TRICKS_SHIFT, TRUMP_SHIFT
from sim.engine_input import pack_mask
from sim.errors import UserError
from sim.simulation import Outcomes, no_words, nothing_given, run_sessions

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.rules import Rules


@dataclass(frozen=True)
class ExtraDeal:
    """A deal among tied players that helped to decide a session.

    Attributes
    ----------
    session : int
        Number of the session.
    number : int
        1 for the session's first extra deal.
    seating : tuple of int
        The tied players of the line-up, clockwise from the dealer.
    acts : Acts
    """

    session: int
    number: int
    seating: tuple[int, ...]
    acts: Acts


@dataclass(frozen=True)
class Record:
    """Every act of some consecutive sessions; arrays have a row for every deal of theirs.

    Attributes
    ----------
    rules : Rules
    outcomes : Outcomes
        What the sessions came to.
    first_deal : int
    dealers : uint8 array, shape (deals,)
        The seat that deals.
    present : uint8 array, shape (deals,)
        The players present; 0 for a deal not played because too few were left.
    hands : uint64 array, shape (deals, players)
        Cards dealt, by position, where nobody leaves the table.
    bids : uint8 array, shape (deals, hands)
        Contract numbers in speaking order, 0 for a pass.
    cards : uint8 array, shape (deals, hands * hand size)
        Bit numbers of the cards in the order played; of no meaning if the deal is passed out.
    tricks, trumps : uint8 arrays, shape (deals,)
        The declarer's tricks and the number of the trump suit; 0 and 4 if passed out.
    """

    rules: Rules
    outcomes: Outcomes
    first_deal: int
    dealers: npt.NDArray[np.uint8]
    present: npt.NDArray[np.uint8]
    hands: Words
    bids: npt.NDArray[np.uint8]
    cards: npt.NDArray[np.uint8]
    tricks: npt.NDArray[np.uint8]
    trumps: npt.NDArray[np.uint8]

    def acts(self, place: int) -> Acts:
        """What happened in the deal at a place, counted from 0."""
        session, deal = divmod(place, self.rules.deals_per_session)
        present = int(self.present[place])
        return acts_of(self.rules, self.outcomes.kept, session, deal, present)

    def extra_deals(self, session: int) -> list[ExtraDeal]:
        """The extra deals of the session at a place, counted from 0, in order."""
        ties = self.outcomes.ties
        found = []
        for deals in ties.played if ties else ():
            for row in np.flatnonzero(deals.places == session):
                seating = tuple(deals.seating[row].tolist())
                acts = acts_of(deals.rules, deals.kept, int(row), 0, len(seating))
                number = self.outcomes.first_session + session
                found.append(ExtraDeal(number, deals.number, seating, acts))
        return found


def play_sessions(experiment: Experiment, first_session: int, sessions: int) -> Record:
    """Simulate sessions and keep every act: a few hundred bytes a deal.

    Raises
    ------
    IllegalActError
        If a policy breaks the rules.
    """
    given = nothing_given(experiment.rules)
    return _record(experiment, run_sessions(experiment, first_session, sessions, given, logs=True))


def play_hands(
    experiment: Experiment, hands: Words, bids: Words | None = None, first_session: int = 0
) -> Record:
    """Play given hands, and given auctions if there are any, in place of numbered cards.

    Parameters
    ----------
    experiment : Experiment
        Its seed still drives the policies' random choices, its session numbers the dealers.
    hands : uint64 array, shape (deals, players)
        Hands by position (column 0 is the dealer's), whole sessions of them.
    bids : uint64 array, shape (deals, players), optional
        Contract numbers in speaking order; the policies bid if it is left out.
    first_session : int
        The number that the first of the sessions is given.

    Raises
    ------
    UserError
        If the hands are not those of whole sessions, or cards are missing or there twice, or the
        bids are not an auction for every deal.
    IllegalActError
        If a policy, or a given auction, breaks the rules.
    """
    rules = experiment.rules
    if rules.dealer_sits_out or rules.may_end_early:
        raise UserError("hands can be given only where everybody plays in every deal")
    _check_hands(rules, hands)
    in_speaking_order = np.ascontiguousarray(np.roll(hands, -1, axis=1))
    if bids is not None:
        _check_bids(rules, bids, len(hands))
    given_bids = no_words(rules) if bids is None else np.ascontiguousarray(bids)
    given = Given(in_speaking_order, given_bids)
    sessions = len(hands) // rules.deals_per_session
    return _record(experiment, run_sessions(experiment, first_session, sessions, given, logs=True))


def _record(experiment: Experiment, outcomes: Outcomes) -> Record:
    rules = experiment.rules
    kept = outcomes.kept
    words = kept.outcomes.reshape(-1)
    turns = np.arange(rules.hands, dtype=np.uint64)
    dealers = dealer_seats(outcomes.first_dealers, rules.deals_per_session, rules.players)
    present = np.full(len(words), rules.players, np.uint8)
    if rules.may_end_early:
        dealers, present = outcomes.dealers.reshape(-1), outcomes.present.reshape(-1)
    return Record(
        rules=rules,
        outcomes=outcomes,
        first_deal=outcomes.first_session * rules.deals_per_session,
        dealers=dealers,
        present=present,
        hands=np.roll(kept.hands, 1, axis=1),
        bids=((words[:, None] >> u64(CALL_BITS) * turns) & u64(31)).astype(np.uint8),
        cards=kept.cards[:, : rules.hands * rules.hand_size],
        tricks=((words >> u64(TRICKS_SHIFT)) & u64(15)).astype(np.uint8),
        trumps=((words >> u64(TRUMP_SHIFT)) & u64(7)).astype(np.uint8),
    )


def _check_hands(rules: Rules, hands: Words) -> None:
    """Refuse hands that the engine could not play."""
    if hands.ndim != 2 or hands.shape[1] != rules.players or hands.dtype != np.uint64:
        raise UserError(f"hands must be a uint64 array of shape (deals, {rules.players})")
    if len(hands) == 0 or len(hands) % rules.deals_per_session:
        raise UserError(
            f"{len(hands)} deals are not whole sessions of {rules.deals_per_session} deals"
        )
    sizes_right = (np.bitwise_count(hands) == rules.hand_size).all()
    together = np.bitwise_or.reduce(hands, axis=1)
    distinct = (np.bitwise_count(together) == rules.hand_size * rules.players).all()
    if not (sizes_right and distinct and not (together & ~u64(pack_mask(rules))).any()):
        raise UserError(
            f"every deal needs {rules.players} hands of {rules.hand_size} different cards "
            f"of the pack of {rules.pack_size}"
        )


def _check_bids(rules: Rules, bids: Words, deals: int) -> None:
    """Refuse bids that the engine could not read; whether they are legal is its own business."""
    if bids.shape != (deals, rules.players) or bids.dtype != np.uint64:
        raise UserError(f"bids must be a uint64 array of shape ({deals}, {rules.players})")
    if bids.max() > len(rules.ladder):
        raise UserError(
            f"{bids.max()} is no contract number; allowed: 0 for a pass, 1 to {len(rules.ladder)}"
        )

"""Deals with every act kept: for replays, for checks, and for hands given by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.dealers import dealer_seats
from sim.engine.bits import u64
from sim.engine.block import CALL_BITS
from sim.engine.kernel import TRICKS_SHIFT, TRUMP_SHIFT
from sim.errors import UserError
from sim.game.cards import pack_of
from sim.simulation import Logs, Outcomes, Words, no_words, room_for, run_blocks

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.rules import Rules


@dataclass(frozen=True)
class Record:
    """Every act of some consecutive deals.

    Attributes
    ----------
    first_deal : int
    dealers : uint8 array, shape (deals,)
        The seat that deals.
    hands : uint64 array, shape (deals, players)
        Cards dealt, by position.
    bids : uint8 array, shape (deals, players)
        Contract numbers in speaking order, 0 for a pass.
    cards : uint8 array, shape (deals, players * hand size)
        Bit numbers of the cards in the order played; of no meaning if the deal is passed out.
    tricks, trumps : uint8 arrays, shape (deals,)
        The declarer's tricks and the number of the trump suit; 0 if passed out.
    """

    first_deal: int
    dealers: npt.NDArray[np.uint8]
    hands: Words
    bids: npt.NDArray[np.uint8]
    cards: npt.NDArray[np.uint8]
    tricks: npt.NDArray[np.uint8]
    trumps: npt.NDArray[np.uint8]


def play_sessions(experiment: Experiment, first_session: int, sessions: int) -> Record:
    """Simulate sessions and keep every card: about 100 bytes a deal.

    Raises
    ------
    IllegalActError
        If a policy breaks the rules.
    """
    rules = experiment.rules
    deals = sessions * rules.deals_per_session
    logs = room_for(rules, deals, no_words(rules), no_words(rules))
    outcomes = run_blocks(experiment, first_session, sessions, logs)
    return _record(experiment, outcomes, logs)


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
    _check_hands(rules, hands)
    in_speaking_order = np.ascontiguousarray(np.roll(hands, -1, axis=1))
    if bids is not None:
        _check_bids(rules, bids, len(hands))
    given_bids = no_words(rules) if bids is None else np.ascontiguousarray(bids)
    logs = room_for(rules, len(hands), in_speaking_order, given_bids)
    sessions = len(hands) // rules.deals_per_session
    outcomes = run_blocks(experiment, first_session, sessions, logs)
    return _record(experiment, outcomes, logs)


def _record(experiment: Experiment, outcomes: Outcomes, logs: Logs) -> Record:
    rules = experiment.rules
    words = outcomes.deals.reshape(-1)
    calls = [(words >> u64(CALL_BITS * turn)) & u64(31) for turn in range(rules.players)]
    return Record(
        first_deal=outcomes.first_session * rules.deals_per_session,
        dealers=dealer_seats(outcomes.first_dealers, rules.deals_per_session, rules.players),
        hands=np.roll(logs.hands, 1, axis=1),
        bids=np.stack(calls, axis=1).astype(np.uint8),
        cards=logs.cards,
        tricks=((words >> u64(TRICKS_SHIFT)) & u64(15)).astype(np.uint8),
        trumps=((words >> u64(TRUMP_SHIFT)) & u64(3)).astype(np.uint8),
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
    if not (sizes_right and distinct and not (together & ~u64(pack_of(rules.pack))).any()):
        raise UserError(
            f"every deal needs {rules.players} hands of {rules.hand_size} different cards "
            f"of the pack of {rules.pack}"
        )


def _check_bids(rules: Rules, bids: Words, deals: int) -> None:
    """Refuse bids that the engine could not read; whether they are legal is its own business."""
    if bids.shape != (deals, rules.players) or bids.dtype != np.uint64:
        raise UserError(f"bids must be a uint64 array of shape ({deals}, {rules.players})")
    if bids.max() > len(rules.ladder):
        raise UserError(
            f"{bids.max()} is no contract number; allowed: 0 for a pass, 1 to {len(rules.ladder)}"
        )

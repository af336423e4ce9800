"""Everything that happens in one deal, in plain numbers: what transcripts and checks read.

Cards are masks or bit numbers as in :mod:`sim.game.cards`, contracts numbers of the ladder,
players speaking turns (0 is eldest) or positions (0 deals).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.engine.arrays import Kept
from sim.engine.block import CALL_BITS, MOST_PLAYERS
from sim.engine.events import (
    DECLARER_THREW,
    DRAWN,
    LOG_EXTRA_HAND,
    LOG_FLOAT_CARD,
    LOG_PEEP_CARD,
    LOG_REVOKE_CARD,
    LOG_REVOKE_STEP,
    NAMED_TRUMP,
    TAKER_THREW,
    THROWN,
)
from sim.engine.outcome import (
    LOOKED_SHIFT,
    PEEPED_SHIFT,
    REVOKED_SHIFT,
    TAKER_SHIFT,
    TRICKS_SHIFT,
    TRUMP_SHIFT,
)
from sim.game.cards import SUITS

if TYPE_CHECKING:
    from sim.game.rules import Rules


@dataclass(frozen=True, kw_only=True)
class Acts:
    """What was dealt, said, thrown, played and paid in one deal.

    Attributes
    ----------
    hands : tuple of int
        Hands dealt, by speaking turn, as masks.
    extra_hand, peep_card, float_card : int
        Cards laid out, as masks; 0 where the rules have none.
    exchanges : tuple of (int, int)
        Cards thrown and got before the auction, by speaking turn; empty without exchange.
    looked, peeped : tuple of bool
        Who saw the float and the peep card, by speaking turn.
    calls : tuple of int
        Contract numbers by speaking turn, 0 for a pass.
    taker : int or None
        Speaking turn that took the extra hand.
    taker_threw, declarer_threw : int
        Cards that they threw for those they got, as masks.
    named : int or None
        Number of the suit that the declarer named.
    cards : tuple of int
        Bit numbers in the order played, up to a revoke; empty if the deal was passed out.
    revoker : int or None
        Speaking turn whose card, the last one, was a revoke.
    trump : int or None
        Number of the trump suit; None without one, or if the deal was passed out.
    tricks : int
        The declarer's.
    payments : tuple of int or None
        Units received by position; None where they follow from the auction and the tricks.
    pool_won, pool : int
        Units that the declarer took from the pool, and those left in it.
    """

    hands: tuple[int, ...]
    calls: tuple[int, ...]
    cards: tuple[int, ...]
    tricks: int
    trump: int | None
    extra_hand: int = 0
    peep_card: int = 0
    float_card: int = 0
    exchanges: tuple[tuple[int, int], ...] = ()
    looked: tuple[bool, ...] = ()
    peeped: tuple[bool, ...] = ()
    taker: int | None = None
    taker_threw: int = 0
    declarer_threw: int = 0
    named: int | None = None
    revoker: int | None = None
    payments: tuple[int, ...] | None = None
    pool_won: int = 0
    pool: int = 0

    @property
    def contract(self) -> int:
        """Number of the final contract, 0 if all passed."""
        return max(self.calls)

    @property
    def declarer(self) -> int | None:
        """Speaking turn of the declarer; None if all passed."""
        return self.calls.index(self.contract) if self.contract else None


def acts_of(rules: Rules, kept: Kept, session: int, deal: int, present: int) -> Acts:
    """Read the acts of one deal out of what the engine kept.

    Parameters
    ----------
    rules : Rules
    kept : Kept
        With room for all acts.
    session, deal : int
        The deal's place.
    present : int
        Players present.
    """
    hands = present - rules.dealer_sits_out
    word = int(kept.outcomes[session, deal])
    row = session * kept.outcomes.shape[1] + deal
    events = [int(event) for event in kept.events[row]]
    turns = range(hands)
    trump = word >> TRUMP_SHIFT & 7
    revoker = word >> REVOKED_SHIFT & 7
    taker = word >> TAKER_SHIFT & 7
    named = events[NAMED_TRUMP]
    calls = tuple(word >> CALL_BITS * turn & (1 << CALL_BITS) - 1 for turn in turns)
    pools = kept.pools[session, deal].tolist() if len(kept.pools) else (0, 0)
    return Acts(
        hands=tuple(int(hand) for hand in kept.hands[row, :hands]),
        calls=calls,
        cards=_cards_played(rules, kept, row, hands, events) if any(calls) else (),
        tricks=word >> TRICKS_SHIFT & 15,
        trump=None if trump == SUITS else trump,
        extra_hand=events[LOG_EXTRA_HAND] if rules.sir_garnet else 0,
        peep_card=events[LOG_PEEP_CARD] if rules.peep else 0,
        float_card=events[LOG_FLOAT_CARD] if rules.float_card else 0,
        exchanges=tuple((events[THROWN + turn], events[DRAWN + turn]) for turn in turns)
        if rules.exchange_cards
        else (),
        looked=_flags(word >> LOOKED_SHIFT, hands) if rules.float_card else (),
        peeped=_flags(word >> PEEPED_SHIFT, hands) if rules.peep else (),
        taker=taker - 1 if taker else None,
        taker_threw=events[TAKER_THREW] if taker else 0,
        declarer_threw=events[DECLARER_THREW] if rules.float_card or rules.peep else 0,
        named=(named.bit_length() - 1) // 16 if named and any(calls) else None,
        revoker=revoker - 1 if revoker else None,
        payments=tuple(kept.payments[session, deal, :present].tolist())
        if len(kept.payments)
        else None,
        pool_won=pools[0],
        pool=pools[1],
    )


def _flags(bits: int, turns: int) -> tuple[bool, ...]:
    return tuple(bool(bits >> turn & 1) for turn in range(min(turns, MOST_PLAYERS)))


def _cards_played(
    rules: Rules, kept: Kept, row: int, hands: int, events: list[int]
) -> tuple[int, ...]:
    """The cards in the order played; the one that revoked is the last."""
    cards = [int(card) for card in kept.cards[row, : hands * rules.hand_size]]
    step = events[LOG_REVOKE_STEP]
    if not step:
        return tuple(cards)
    return (*cards[: step - 1], events[LOG_REVOKE_CARD].bit_length() - 1)

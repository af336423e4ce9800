"""Witnesses: they stand before a policy's decisions and write down what one deal was like."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sim.engine.block import (
    ANSWER,
    CONTRACT,
    DEAL,
    EVERY_LANE,
    FACT_PLAYERS,
    FACT_SLOTS,
    FACT_TURN,
    FACTS,
    FEWEST,
    LANES,
    LEADER,
    LEGAL,
    MOST,
    OWN,
    ROWS,
)
from sim.engine.calls import (
    BID,
    DISCARD,
    FOLLOW,
    LEAD,
    LOOK,
    NAME_TRUMP,
    ONE_SLOT,
    OPENING_LEAD,
    PEEP,
    SLOT_BITS,
    TAKE,
)
from sim.engine_input import engine_input
from sim.experiment import Experiment
from sim.game.cards import format_cards
from sim.game.rules import Rules
from sim.policies.contract.trial import try_sessions, with_addresses
from sim.policies.written.failures import take_failure

_SIGNATURE: Final = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
)
_OFFERS: Final = (LOOK, PEEP, TAKE)
_PLAY: Final = (OPENING_LEAD, LEAD, FOLLOW, NAME_TRUMP)
_CARDS: Final = 0x3FFF_3FFF_3FFF_3FFF


@dataclass(frozen=True, kw_only=True)
class Statement:
    """What a player was asked, and what he answered.

    Attributes
    ----------
    decision, slot : int
    hand, legal : int
        His cards, and what he might do, as bits; of no meaning where he threw cards.
    fewest, most : int
        How many cards he had to throw, and might.
    answer : int
        As bits; -1 for none.
    """

    decision: int
    slot: int
    hand: int
    legal: int
    fewest: int
    most: int
    answer: int

    @property
    def lawful(self) -> bool:
        """Whether he answered, and within the rules."""
        if self.decision == DISCARD:
            number = self.answer.bit_count()
            own = self.answer >= 0 and self.answer & ~self.hand == 0
            return self.most == 0 or (own and self.fewest <= number <= self.most)
        return self.answer > 0 and self.answer.bit_count() == 1 and self.answer & self.legal != 0

    def in_words(self, rules: Rules) -> str:
        """What he held and what he might do.

        >>> from sim.game.rules import load_rules
        >>> heard = Statement(decision=FOLLOW, slot=0, hand=0x1800, legal=0x1000,
        ...                   fewest=0, most=0, answer=0x0800)
        >>> heard.in_words(load_rules("basic", 4))
        'holding AC KC, legal: AC'
        """
        holding = f"holding {act_in_words(self.hand, DISCARD, rules)}"
        if self.decision == DISCARD:
            return f"{holding}, to throw {self.fewest} to {self.most} of them"
        return f"{holding}, legal: {act_in_words(self.legal, self.decision, rules)}"


def act_in_words(act: int, decision: int, rules: Rules) -> str:
    """Acts, given as bits, in words.

    >>> from sim.game.rules import load_rules
    >>> rules = load_rules("basic", 4)
    >>> act_in_words(0b11, BID, rules), act_in_words(0, DISCARD, rules)
    ('pass, three', 'none')
    """
    if decision == BID or decision in _OFFERS:
        names = list(rules.ladder.calls) if decision == BID else ["no", "yes"]
        return ", ".join(name for bit, name in enumerate(names) if act >> bit & 1) or "none"
    return format_cards(act & _CARDS) or "none"


def hear(experiment: Experiment, deal: int) -> list[Statement]:
    """Play the session of a deal, and hear what was asked and answered in the deal, in order.

    Raises
    ------
    PolicyFailedError
        If a policy does not answer.
    """
    told = engine_input(experiment, experiment.rules.players)
    notes: list[Statement] = []
    witnesses = []
    addresses = told.slots.addresses.copy()
    for (decision, slot), address in np.ndenumerate(addresses):
        if address:
            witnesses.append(_Witness(int(address), decision, deal, notes))
            addresses[decision, slot] = witnesses[-1].address
    session = deal // experiment.rules.deals_per_session
    try_sessions(experiment, session, 1, with_addresses(told, addresses))
    take_failure()
    return notes


class _Witness:
    """Lets a decision be made, and notes what it came to in the deal."""

    def __init__(self, real_address: int, decision: int, deal: int, notes: list[Statement]) -> None:
        self._real = _SIGNATURE(real_address)
        self._decision = decision
        self._deal = np.uint64(deal).astype(np.int64)
        self._notes = notes
        self._function = _SIGNATURE(self._called)
        self.address: int = ctypes.cast(self._function, ctypes.c_void_p).value or 0

    def _called(self, block_at: int, facts_at: int, table_at: int, slot: int) -> None:
        self._real(block_at, facts_at, table_at, slot)
        block = _words(block_at, ROWS * LANES).reshape(ROWS, LANES)
        facts = _words(facts_at, FACTS)
        lane = int(np.argmax(block[DEAL] == self._deal))
        if block[DEAL, lane] == self._deal and self._is_asked(block[:, lane], facts, slot):
            self._notes.append(
                Statement(
                    decision=self._decision,
                    slot=slot,
                    hand=int(block[OWN, lane]),
                    legal=int(block[LEGAL, lane]),
                    fewest=int(block[FEWEST, lane]),
                    most=int(block[MOST, lane]),
                    answer=int(block[ANSWER + slot, lane]),
                )
            )

    def _is_asked(self, lane: Any, facts: Any, slot: int) -> bool:
        """Whether it is a player of this slot who is to act, in a deal that was not passed out."""
        if self._decision in _PLAY and lane[CONTRACT] == 0:
            return False
        if facts[FACT_SLOTS] == EVERY_LANE:
            return True
        speaker = int((lane[LEADER] + facts[FACT_TURN]) % facts[FACT_PLAYERS])
        return (int(facts[FACT_SLOTS]) >> (SLOT_BITS * speaker)) & int(ONE_SLOT) == slot


def _words(address: int, number: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int64 * number).from_address(address))

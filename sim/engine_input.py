"""What the engine is told: rules, line-up and table as the arrays that the kernel reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.engine import rule_numbers as n
from sim.engine.arrays import Lineup
from sim.engine.kernel import kernel
from sim.engine.revokes import RATE_BITS
from sim.game.cards import JOKER, pack_of
from sim.game.ladder import LEAD_MODES, TRUMP_MODES
from sim.game.rules import NAP, Rules
from sim.policies.slots import Slots, fill_slots

if TYPE_CHECKING:
    from sim.experiment import Experiment, Player

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class EngineInput:
    """Everything that stays the same while the engine runs.

    Attributes
    ----------
    hands : int
        Players who get cards.
    pack : int
        The cards of the pack, the joker included, as a mask.
    rules : int64 array
        See :mod:`sim.engine.rule_numbers`; the place of the first deal and the stream are 0.
    ladder : int64 array, shape (contracts + 1, CONTRACT_NUMBERS)
    lineup : Lineup
    slots : Slots
        What the line-up's addresses lead to.
    """

    hands: int
    pack: int
    rules: Numbers
    ladder: Numbers
    lineup: Lineup
    slots: Slots

    def numbers(self, *, deals: int, first_deal: int = 0, stream: int = 0) -> Numbers:
        """The rules' numbers for a stretch of deals of every session."""
        numbers = self.rules.copy()
        numbers[[n.DEALS, n.FIRST_DEAL, n.STREAM]] = deals, first_deal, stream
        return numbers


@lru_cache(maxsize=32)
def engine_input(experiment: Experiment, present: int) -> EngineInput:
    """Compile what a table needs with so many of its players present."""
    rules = experiment.rules
    if present != rules.players:
        rules = replace(rules, players=present, two_may_play=True)
    return _input(rules, experiment.lineup, keeps_money=_keeps_money(rules, experiment))


@lru_cache(maxsize=32)
def extra_deal_input(experiment: Experiment, tied: int) -> EngineInput:
    """Compile what an extra deal among so many tied players needs.

    There is no pool in it: prices are lost to their payer.
    """
    rules = extra_deal_rules(experiment.rules, tied)
    told = _input(rules, experiment.lineup, keeps_money=_keeps_money(rules, experiment))
    told.ladder[:, n.ALL_TRICKS] = 0
    return told


def extra_deal_rules(rules: Rules, tied: int) -> Rules:
    """The rules of an extra deal among tied players: nobody sits out, antes and chips rest."""
    return replace(
        rules,
        players=tied,
        two_may_play=True,
        dealer_sits_out=False,
        shuffle="every-deal",
        pool_ante=0,
        chips=0,
        ties="share",
    )


def _keeps_money(rules: Rules, experiment: Experiment) -> bool:
    return rules.has_pool or rules.chips > 0 or experiment.may_revoke


def _input(rules: Rules, lineup: Sequence[Player], *, keeps_money: bool) -> EngineInput:
    kernel(rules.hands)
    slots = fill_slots([player.policy for player in lineup], rules)
    rates = [ceil(player.revoke_rate * 2**RATE_BITS) for player in lineup]
    numbers = rule_array(rules, len(lineup))
    numbers[n.KEEPS_MONEY] = keeps_money
    numbers[n.REVOKES] = any(rates)
    return EngineInput(
        hands=rules.hands,
        pack=pack_mask(rules),
        rules=numbers,
        ladder=ladder_array(rules),
        lineup=Lineup(
            slots.addresses,
            slots.answering,
            slots.tables,
            slots.of_player,
            np.array(rates, np.uint64),
        ),
        slots=slots,
    )


def pack_mask(rules: Rules) -> int:
    """The cards of the pack, the joker included, as a mask."""
    return pack_of(rules.pack) | (JOKER if rules.joker else 0)


def rule_array(rules: Rules, players: int) -> Numbers:
    """The options as numbers, for a line-up of so many players."""
    ladder = rules.ladder
    numbers = np.zeros(n.RULE_NUMBERS, np.int64)
    numbers[n.PACK_SIZE] = rules.pack_size
    numbers[n.HAND_SIZE] = rules.hand_size
    numbers[n.SEATS] = rules.players
    numbers[n.LINEUP] = players
    numbers[n.HAS_JOKER] = rules.joker
    numbers[n.AFTER_NAP] = rules.shuffle == "after-nap"
    numbers[n.OPENINGS] = rules.joker or any(
        contract.trump != "suit led" or contract.lead != "any" for contract in ladder
    )
    numbers[n.ASIDES] = bool(
        rules.exchange_cards or rules.peep or rules.float_card or rules.sir_garnet
    )
    numbers[n.EXCHANGE_CARDS] = rules.exchange_cards
    numbers[n.EXCHANGE_PRICE] = rules.exchange_price
    numbers[n.PRICE_PER_CARD] = rules.exchange_price_per == "card"
    numbers[n.HAS_PEEP] = rules.peep
    numbers[n.PEEP_PRICE] = rules.peep_price
    numbers[n.HAS_FLOAT] = rules.float_card
    numbers[n.FLOAT_PRICE] = rules.float_price
    if rules.sir_garnet:
        naps = [number for number, c in enumerate(ladder, start=1) if c.base == NAP]
        numbers[n.GARNET_BID] = ladder.number(NAP)
        numbers[n.GARNET_LIMIT] = min(naps)
    numbers[n.ANTE] = rules.pool_ante
    numbers[n.CHIPS_EACH] = rules.chips
    numbers[n.REBUYS] = rules.when_broke == "rebuy"
    return numbers


def ladder_array(rules: Rules) -> Numbers:
    """The ladder as the engine reads it: a row a contract, row 0 for the pass."""
    ladder = rules.ladder
    rows = np.zeros((len(ladder) + 1, n.CONTRACT_NUMBERS), np.int64)
    rows[:, n.REQUIRES] = ladder.requirement_masks
    for number, contract in enumerate(ladder, start=1):
        exactly = contract.judged == "exactly"
        rows[number, n.TARGET] = contract.target
        rows[number, n.AT_MOST] = contract.target if exactly else rules.hand_size
        rows[number, n.MADE] = contract.made
        rows[number, n.FAILED] = contract.failed
        rows[number, n.TRUMP_MODE] = TRUMP_MODES.index(contract.trump)
        rows[number, n.LEAD_MODE] = LEAD_MODES.index(contract.lead)
        rows[number, n.WITH_FLOAT] = contract.with_float
        rows[number, n.ALL_TRICKS] = contract.target == rules.hand_size
    return rows

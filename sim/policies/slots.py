"""Slots: the policies of a line-up made ready for the engine, each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sim.engine.calls import (
    BID,
    DECISIONS,
    DISCARD,
    FOLLOW,
    LEAD,
    LOOK,
    NAME_TRUMP,
    OPENING_LEAD,
    PEEP,
    TAKE,
)
from sim.policies import Policy, kind_of
from sim.policies.block_functions import BlockFunction

if TYPE_CHECKING:
    from sim.game.rules import Rules


@dataclass(frozen=True)
class Slots:
    """The policies of a line-up, each different one once.

    Attributes
    ----------
    of_player : int64 array, shape (players,)
        The slot of each player of the line-up.
    policies : tuple of Policy
        The policy of each slot.
    addresses : int64 array, shape (decisions, slots)
        Where the compiled decisions are.
    answering : int64 array, shape (decisions, slots)
        The slot whose answers serve each slot: a decision that reads no table is made once for
        all settings of a policy.
    tables : int64 array, shape (slots, longest table)
        The policies' tables, filled up with zeros.
    functions : dict of (int, int) to BlockFunction
        What is behind the addresses, by decision and slot: it lives as long as they are used.
    """

    of_player: npt.NDArray[np.int64]
    policies: tuple[Policy, ...]
    addresses: npt.NDArray[np.int64]
    answering: npt.NDArray[np.int64]
    tables: npt.NDArray[np.int64]
    functions: Mapping[tuple[int, int], BlockFunction]


def fill_slots(policies: Sequence[Policy], rules: Rules) -> Slots:
    """Compile what the players of a line-up need, one policy a player.

    Only what the rules ask is compiled; the addresses of all other decisions are 0.
    """
    different = list(dict.fromkeys(policies))
    tables = [kind_of(policy).numbers(dict(policy.parameters), rules) for policy in different]
    padded = np.zeros((len(different), max(map(len, tables))), np.int64)
    for row, table in zip(padded, tables, strict=True):
        row[: len(table)] = table
    addresses = np.zeros((len(DECISIONS), len(different)), np.int64)
    answering = np.zeros_like(addresses)
    functions: dict[tuple[int, int], BlockFunction] = {}
    for decision in range(len(DECISIONS)):
        answering[decision] = answering_slots(different, decision, rules)
    for decision in decisions_asked(rules):
        for slot, policy in enumerate(different):
            function = kind_of(policy).answers(decision, dict(policy.parameters), rules)
            functions[decision, slot] = function
            addresses[decision, slot] = function.address
    return Slots(
        of_player=np.array([different.index(policy) for policy in policies], np.int64),
        policies=tuple(different),
        addresses=addresses,
        answering=answering,
        tables=padded,
        functions=functions,
    )


def decisions_asked(rules: Rules) -> tuple[int, ...]:
    """The decisions that the rules ask of players."""
    further_cards = rules.exchange_cards > 0 or rules.float_card or rules.peep or rules.sir_garnet
    asked = {
        BID: True,
        OPENING_LEAD: True,
        LEAD: True,
        FOLLOW: True,
        DISCARD: further_cards,
        LOOK: rules.float_card,
        PEEP: rules.peep,
        TAKE: rules.sir_garnet,
        NAME_TRUMP: any(contract.trump == "named" for contract in rules.ladder),
    }
    return tuple(decision for decision, is_asked in asked.items() if is_asked)


def answering_slots(policies: Sequence[Policy], decision: int, rules: Rules) -> list[int]:
    """For each slot the slot that answers for it: the first of its kind if it reads no settings."""
    names = [policy.name for policy in policies]
    return [
        slot if kind_of(policy).reads_settings(decision, rules) else names.index(policy.name)
        for slot, policy in enumerate(policies)
    ]

"""What policies expect: the tricks that they think their hands will take as declarer."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from sim.engine.block import (
    ANSWER,
    BID_CONTRACTS,
    CONTRACT,
    FACT_HAND_SIZE,
    FACT_PLAYERS,
    FACT_SEATS,
    FACTS,
    LANES,
    LEGAL,
    OWN,
    PACK,
    POSITION,
    ROWS,
)
from sim.engine.calls import ESTIMATE
from sim.policies import Policy, kind_of
from sim.policies.written.failures import failure_in_words, take_failure
from sim.watch import PolicyFailedError

if TYPE_CHECKING:
    from sim.game.rules import Rules

PER_TRICK: Final = 256
"""Estimates are whole numbers of 1/256 trick."""

_SIGNATURE: Final = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
)


def estimated_tricks(
    policy: Policy,
    rules: Rules,
    hands: npt.NDArray[np.uint64],
    contracts: npt.NDArray[np.uint8],
    positions: npt.NDArray[np.uint8],
) -> npt.NDArray[np.int64] | None:
    """Ask a policy how many tricks it expects to take with hands as declarer.

    Parameters
    ----------
    policy : Policy
        Errors that a blend adds do not change what the policy underneath expects.
    rules : Rules
    hands : uint64 array, shape (hands,)
        The declarers' cards as they were dealt.
    contracts, positions : uint8 arrays, shape (hands,)
        The contracts that they play, and their positions.

    Returns
    -------
    int64 array, shape (hands,), or None
        In 1/256 trick; None if the policy gives no estimates.

    Raises
    ------
    PolicyFailedError
        If the policy raises an exception.
    """
    from sim.engine_input import pack_mask

    kind, values = kind_of(policy).without_faults(dict(policy.parameters))
    if not kind.estimates(rules):
        return None
    function = kind.answers(ESTIMATE, values, rules)
    table = kind.numbers(values, rules)
    ask = _SIGNATURE(function.address)
    facts = np.zeros(FACTS, np.int64)
    facts[[FACT_PLAYERS, FACT_SEATS, FACT_HAND_SIZE]] = rules.hands, rules.players, rules.hand_size
    block = np.zeros((ROWS, LANES), np.int64)
    block[LEGAL] = (2 << len(rules.ladder)) - 1
    block[BID_CONTRACTS] = 1
    block[PACK] = pack_mask(rules)
    estimates = np.empty(len(hands), np.int64)
    take_failure()
    for start in range(0, len(hands), LANES):
        end = min(start + LANES, len(hands))
        for row, values_of_row in ((OWN, hands), (CONTRACT, contracts), (POSITION, positions)):
            block[row, : end - start] = values_of_row[start:end].astype(np.int64)
            block[row, end - start :] = block[row, 0]
        ask(block.ctypes.data, facts.ctypes.data, table.ctypes.data, 0)
        estimates[start:end] = block[ANSWER, : end - start]
        if failure := take_failure():
            raise PolicyFailedError(f"{policy.label}: {failure_in_words(failure)}, in its estimate")
    return estimates

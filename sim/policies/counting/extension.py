"""What other policies take over from the counting policy: its table, and its play of misères.

A policy that differs from counting in a few rules keeps everything else: it replaces some of the
decisions that counting makes under the same rules, and adds numbers of its own to the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.engine.bits import either, lane_function
from sim.engine.compiled import specialised
from sim.policies.counting.layout import LENGTH
from sim.policies.counting.misere import follow_in_misere, lead_against_misere
from sim.policies.counting.table import counting_table, is_misere
from sim.policies.kind import Table

if TYPE_CHECKING:
    from sim.game.rules import Rules

OWN: Final = LENGTH
"""Where a policy's own numbers begin in a table that is otherwise counting's."""

FOR_TRICKS: Any = None
IN_MISERE: Any = None
"""Stand for two ways to play until a decision is made for contracts of both kinds."""


def table_with(own: Sequence[int], parameters: Mapping[str, float], rules: Rules) -> Table:
    """The counting policy's table, and from ``OWN`` on a policy's own numbers."""
    table = np.zeros(OWN + len(own), np.int64)
    counted = counting_table(parameters, rules)
    table[: len(counted)] = counted
    table[OWN:] = own
    return table


def nap_call(rules: Rules) -> int:
    """The call of nap on one's own cards, as a bit; 0 if the ladder has no nap."""
    numbered = enumerate(rules.ladder, start=1)
    return sum(1 << number for number, contract in numbered if contract.name == "nap")


def lead_under(rules: Rules, lead: Any) -> Any:
    """A way to lead that takes view and table, and that leads as counting does against a misère."""
    return in_either(lead, lead_against_misere) if any(map(is_misere, rules.ladder)) else lead


def follow_under(rules: Rules, follow: Any) -> Any:
    """A way to follow that takes view and table, and that follows as counting does in a misère."""
    return in_either(follow, follow_in_misere) if any(map(is_misere, rules.ladder)) else follow


@cache
def in_either(for_tricks: Any, in_misere: Any) -> Any:
    """One decision of two: for contracts to take tricks, and for misères."""
    name = f"{for_tricks.__name__}_or_{in_misere.__name__}"
    function = specialised(decide_by_contract, name, FOR_TRICKS=for_tricks, IN_MISERE=in_misere)
    return lane_function(function)


def decide_by_contract(view, table):  # type: ignore[no-untyped-def]
    """What is played for tricks, or in a misère."""
    return either(view.misere, IN_MISERE(view), FOR_TRICKS(view, table))

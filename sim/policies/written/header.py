"""The table of a written policy: a pulse, its settings, and the facts of the game.

The pulse tells whoever watches what the policy is at: see :mod:`sim.watch`.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.policies.kind import Table
from sim.policies.written.game import game_of

if TYPE_CHECKING:
    from sim.game.rules import Rules
    from sim.policies.parameter import Parameter

CALLS: Final = 0
"""Place of the number of calls begun and of calls ended: odd while one is being answered, …"""
DECISION: Final = 1
"""… which decision it is, …"""
BLOCK: Final = 2
"""… and the address of the block."""
PULSE_LENGTH: Final = 3


def table_of(values: Mapping[str, float], parameters: Sequence[Parameter], rules: Rules) -> Table:
    """Return the table: whole numbers, fractions as the bits of their 64-bit floating numbers."""
    settings = [_bits(values[each.name], whole=each.whole) for each in parameters]
    return np.array([*[0] * PULSE_LENGTH, *settings, *game_of(rules)], np.int64)


def _bits(value: float, *, whole: bool) -> int:
    return int(value) if whole else int(np.float64(value).view(np.int64))


@cache
def settings_class(names: tuple[str, ...]) -> Any:
    """Return the named tuple that settings of these parameters come in."""
    return namedtuple("Settings", names)


def settings_of(values: Mapping[str, float], parameters: Iterable[Parameter]) -> Any:
    """Return the settings as Python numbers: whole ones where only these are allowed.

    >>> from sim.policies.parameter import Parameter
    >>> rank = Parameter(name="rank", meaning="a rank", default=10, low=0, high=12, whole=True)
    >>> settings_of({"rank": 11.0}, [rank])
    Settings(rank=11)
    """
    given = list(parameters)
    numbers = (int(values[each.name]) if each.whole else values[each.name] for each in given)
    return settings_class(tuple(each.name for each in given))(*numbers)

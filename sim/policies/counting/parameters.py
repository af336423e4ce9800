"""What can be set of the counting policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sim.policies.parameter import Parameter

MOST_TRICKS: Final = 8.0
"""More tricks than any hand can take: a contract that is worth so many is never bid."""


def _tricks(name: str, meaning: str, default: float) -> Parameter:
    """A parameter that is a number of tricks."""
    return Parameter(name=name, meaning=meaning, default=default, low=0.0, high=MOST_TRICKS)


def _chance(name: str, meaning: str, default: float) -> Parameter:
    """A parameter that is a probability."""
    return Parameter(name=name, meaning=meaning, default=default, low=0.0, high=1.0)


PARAMETERS: Final = (
    _tricks("two", "estimated tricks that a contract for two is worth", 1.5),
    _tricks("three", "estimated tricks that a contract for three is worth", 2.25),
    _tricks("four", "estimated tricks that a contract for four is worth", 3.25),
    _tricks("five", "estimated tricks that a contract for five is worth", 4.2),
    _tricks("six", "estimated tricks that a contract for six is worth", 5.3),
    _tricks("seven", "estimated tricks that a contract for seven is worth", 6.4),
    _tricks(
        "overcall",
        "further tricks wanted for each contract of the same target below, and for a low trump led",
        0.5,
    ),
    _tricks(
        "odds",
        "tricks more wanted of a contract that must always be made than of one that never need be",
        1.0,
    ),
    _chance("side", "chance that a side card is not trumped, each time its suit is led", 0.8),
    _chance("led", "chance that a suit is led to a player of a misère, each time", 0.65),
    _chance("misere", "estimated chance of no trick that a misère is worth at even stakes", 0.5),
    _tricks(
        "near", "tricks short of a bid at which a card is looked at, its price not counted", 0.6
    ),
    _tricks("fresh", "tricks that a card drawn from the stock promises", 0.4),
    _tricks("unit", "tricks that a card must promise for each unit that it costs", 0.1),
    _tricks(
        "take",
        "estimated tricks of the own hand with which the extra hand makes nap an even bet, of four",
        2.8,
    ),
)

PRESETS: Final[Mapping[str, Mapping[str, float]]] = {
    "standard": {},
    "cautious": {
        "two": 1.8,
        "three": 2.6,
        "four": 3.6,
        "five": 4.5,
        "six": 5.6,
        "seven": 6.7,
        "misere": 0.6,
        "take": 3.1,
    },
    "bold": {
        "two": 1.2,
        "three": 1.9,
        "four": 2.9,
        "five": 3.8,
        "six": 5.0,
        "seven": 6.1,
        "misere": 0.4,
        "take": 2.5,
    },
}

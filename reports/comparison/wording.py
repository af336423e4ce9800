"""Differences and verdicts as a reader meets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reports.comparison.difference import Difference
from reports.comparison.verdicts import WORDS
from reports.conditions import number_word
from reports.wording import SPACE, count, decimals_for, listed, sentence, signed

_USUAL_DECIMALS: Final = 3
_MANY: Final = 10**9
_ROUND_TO: Final = 2
"""Digits of a number of deals that is only about so large."""


def players_in_words(players: int) -> str:
    """Write the size of a table.

    >>> players_in_words(4)
    'four players'
    """
    return f"{number_word(players)} players"


def at_table(players: int) -> str:
    """Say at which table.

    >>> at_table(4)
    'at four players'
    """
    return f"at {players_in_words(players)}"


def at_tables(sizes: Sequence[int]) -> str:
    """Say at which tables.

    >>> at_tables((3, 4, 5)), at_tables((4,))
    ('at three, four and five players', 'at four players')
    """
    return f"at {listed([number_word(players) for players in sizes])} players"


def decimals_of(difference: Difference) -> int:
    """Choose decimals by the interval of a difference."""
    if difference.anytime is None or difference.anytime[0] == difference.anytime[1]:
        return _USUAL_DECIMALS
    return decimals_for((difference.anytime[1] - difference.anytime[0]) / 2)


def interval_of(difference: Difference) -> str:
    """Write the ends of the interval that holds at any time of looking, with their signs."""
    return ends_in_words(difference.anytime, decimals_of(difference))


def ends_in_words(ends: tuple[float, float] | None, decimals: int) -> str:
    """Write the ends of an interval of units per deal.

    >>> ends_in_words((-0.01, 0.02), 3), ends_in_words(None, 3)
    ('−0.010 to +0.020', 'no interval')
    """
    if ends is None:
        return "no interval"
    return f"{signed(ends[0], decimals)} to {signed(ends[1], decimals)}"


def about(number: int) -> str:
    """Write a number that is known roughly, with two digits.

    >>> about(123_456), about(87), about(3)
    ('120,000', '87', '3')
    """
    places = max(0, len(str(number)) - _ROUND_TO)
    return count(round(number, -places))


def amount_in_words(difference: Difference) -> str:
    """Say how many units more or less the first wins, with the interval.

    For a difference in which one is better, so that both ends have its sign.
    """
    decimals = decimals_of(difference)
    value = difference.value or 0.0
    way = "more" if difference.verdict == "better" else "less"
    text = f"{abs(value):.{decimals}f}"
    if difference.anytime is not None:
        low, high = sorted(abs(end) for end in difference.anytime)
        text += f" ({low:.{decimals}f} to {high:.{decimals}f})"
    return f"{text} units per deal {way}"


def verdict_in_words(difference: Difference) -> str:
    """Say what is settled about a difference, shortly."""
    words = WORDS[difference.verdict]
    return words if difference.decided else f"{words}, {still_needed(difference)}"


def still_needed(difference: Difference) -> str:
    """Say how many more deals a decision would need."""
    if difference.more_deals is None:
        return "how many more deals it needs cannot be told"
    if difference.more_deals > _MANY:
        return "needs more than a billion more deals"
    return f"needs about {about(difference.more_deals)} more deals"


def gain_in_words(gain: float | None) -> str:
    """Say how many deals without common cards each deal is worth.

    >>> gain_in_words(3.42), gain_in_words(12.3), gain_in_words(None)
    ('3.4\N{MULTIPLICATION SIGN}', '12\N{MULTIPLICATION SIGN}', '—')
    """
    if gain is None:
        return "\N{EM DASH}"
    return f"{gain:.1f}×" if gain < 9.95 else f"{count(round(gain))}×"


def percent_of_deals(difference: Difference) -> str:
    """Write the share of units of analysis in which the two differ."""
    share = difference.differing_share
    if share is None:
        return "\N{EM DASH}"
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}{SPACE}%"
    text = f"{100 * share:.1f}"
    if text in ("0.0", "100.0"):
        return f"{'<' if share < 0.5 else '>'}{'0.1' if share < 0.5 else '99.9'}{SPACE}%"
    return f"{text}{SPACE}%"


def names_up_to(names: Sequence[str], most: int) -> str:
    """List names, at most so many, and how many more there are.

    >>> names_up_to(["a", "b", "c"], 3), names_up_to(["a", "b", "c", "d"], 2)
    ('a, b and c', 'a, b and two more')
    """
    if len(names) <= most:
        return listed(names)
    return listed([*names[:most], f"{number_word(len(names) - most)} more"])


def opening(players: int) -> str:
    """Begin a sentence about a table size.

    >>> opening(4)
    'At four players'
    """
    return sentence(at_table(players))

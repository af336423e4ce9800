"""Differences and verdicts as a reader meets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reports.comparison.difference import Difference
from reports.comparison.verdicts import WORDS
from reports.conditions import number_word
from reports.language import tr
from reports.wording import NOTHING, count, decimal, decimals_for, in_percent, listed, signed

_USUAL_DECIMALS: Final = 3
_MANY: Final = 10**9
_ROUND_TO: Final = 2
"""Digits of a number of deals that is only about so large."""


def players_in_words(players: int) -> str:
    """Write the size of a table.

    >>> players_in_words(4)
    'four players'
    """
    return tr("{players} players", players=number_word(players))


def sizes_in_words(sizes: Sequence[int]) -> str:
    """List sizes of tables.

    >>> sizes_in_words((3, 4, 5))
    'three, four and five'
    """
    return listed([number_word(players) for players in sizes])


def at_tables(sizes: Sequence[int], clause: str) -> str:
    """Say at which tables a clause holds.

    >>> at_tables((3, 4, 5), "all are equal"), at_tables((4,), "all are equal")
    ('At three, four and five players all are equal', 'At four players all are equal')
    """
    return tr("At {players} players {clause}", players=sizes_in_words(sizes), clause=clause)


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
        return tr("no interval")
    least, most = (signed(end, decimals) for end in ends)
    return tr("{least} to {most}", least=least, most=most)


def about(number: int) -> str:
    """Write a number that is known roughly, with two digits.

    >>> about(123_456), about(87), about(3)
    ('120,000', '87', '3')
    """
    places = max(0, len(str(number)) - _ROUND_TO)
    return count(round(number, -places))


def amount_in_words(difference: Difference) -> str:
    """Write how many units more or less the first wins, without a sign, with the interval.

    For a difference in which one is better, so that both ends have its sign.
    """
    decimals = decimals_of(difference)
    number = decimal(abs(difference.value or 0.0), decimals)
    if difference.anytime is None:
        return number
    low, high = sorted(abs(end) for end in difference.anytime)
    ends = tr("{least} to {most}", least=decimal(low, decimals), most=decimal(high, decimals))
    return f"{number} ({ends})"


def who_wins_in_words(difference: Difference) -> str:
    """Say how many units more or less the first wins, where one is better."""
    values = {
        "first": difference.first,
        "second": difference.second,
        "amount": amount_in_words(difference),
    }
    if difference.verdict == "better":
        return tr("{first} wins {amount} units per deal more than {second}", **values)
    return tr("{first} wins {amount} units per deal less than {second}", **values)


def verdict_in_words(difference: Difference) -> str:
    """Say what is settled about a difference, shortly."""
    words = tr(WORDS[difference.verdict])
    return words if difference.decided else f"{words}, {still_needed(difference)}"


def still_needed(difference: Difference) -> str:
    """Say how many more deals a decision would need."""
    if difference.more_deals is None:
        return tr("how many more deals it needs cannot be told")
    if difference.more_deals > _MANY:
        return tr("needs more than a billion more deals")
    return tr("needs about {n} more deals", n=about(difference.more_deals))


def gain_in_words(gain: float | None) -> str:
    """Say how many deals without common cards each deal is worth.

    >>> gain_in_words(3.42), gain_in_words(12.3), gain_in_words(None)
    ('3.4\N{MULTIPLICATION SIGN}', '12\N{MULTIPLICATION SIGN}', '—')
    """
    if gain is None:
        return NOTHING
    return f"{decimal(gain, 1)}×" if gain < 9.95 else f"{count(round(gain))}×"


def percent_of_deals(difference: Difference) -> str:
    """Write the share of units of analysis in which the two differ."""
    share = difference.differing_share
    if share is None:
        return NOTHING
    if share in (0.0, 1.0):
        return in_percent(100 * share, 0)
    if f"{100 * share:.1f}" in ("0.0", "100.0"):
        return f"<{in_percent(0.1)}" if share < 0.5 else f">{in_percent(99.9)}"
    return in_percent(100 * share, 1)


def names_up_to(names: Sequence[str], most: int) -> str:
    """List names, at most so many, and how many more there are.

    >>> names_up_to(["a", "b", "c"], 3), names_up_to(["a", "b", "c", "d"], 2)
    ('a, b and c', 'a, b and two more')
    """
    if len(names) <= most:
        return listed(names)
    further = tr("{number} more", number=number_word(len(names) - most))
    return listed([*names[:most], further])

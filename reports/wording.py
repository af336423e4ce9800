"""Numbers and names as a reader meets them: digits that the interval supports, words for the rest.

A no-break space stands before "%", a true minus sign before negative numbers. What stands before
decimals and between thousands is that of the language spoken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from reports.estimates import Mean, Share
from reports.language import localised, marked, marked_many, tr, trn
from sim.game.ladder import FLOAT_SUFFIX

SPACE: Final = "\N{NO-BREAK SPACE}"
MINUS: Final = "\N{MINUS SIGN}"
DASH: Final = "\N{EN DASH}"
NOTHING: Final = "\N{EM DASH}"
"""Stands in a table where there is no number to give."""

_MOST_DECIMALS: Final = 12
_USUAL_DECIMALS: Final = 2
_ONE_DIGIT_FROM: Final = 3.545
_COUNTED: Final = (
    marked_many("{n} card", "{n} cards"),
    marked_many("{n} deal", "{n} deals"),
    marked_many("{n} player", "{n} players"),
    marked_many("{n} session", "{n} sessions"),
    marked_many("{n} shard", "{n} shards"),
    marked_many("{n} simulated deal", "{n} simulated deals"),
    marked_many("{n} time", "{n} times"),
    marked_many("{n} trick", "{n} tricks"),
    marked_many("{n} unit", "{n} units"),
)
"""What reports count, and how a number of it is written."""
_CONTRACTS: Final = {
    "pass": marked("Pass"),
    "two": marked("Two"),
    "three": marked("Three"),
    "misere": marked("Misère"),
    "four": marked("Four"),
    "nap": marked("Nap"),
    "bonaparte": marked("Bonaparte"),
    "wellington": marked("Wellington"),
    "blucher": marked("Blücher"),
    "six": marked("Six"),
    "seven": marked("Seven"),
}
_POSITIONS: Final = (
    marked("dealer (last)"),
    marked("eldest (1st)"),
    marked("2nd"),
    marked("3rd"),
    marked("4th"),
    marked("5th"),
    marked("6th"),
    marked("7th"),
)
_POSITIONS_IN_PROSE: Final = (
    marked("the dealer"),
    marked("eldest"),
    marked("the second to speak"),
    marked("the third to speak"),
    marked("the fourth to speak"),
    marked("the fifth to speak"),
    marked("the sixth to speak"),
    marked("the seventh to speak"),
)


def count(number: int) -> str:
    """Write a whole number with thousands separators.

    >>> count(10_000_000)
    '10,000,000'
    """
    return localised(f"{number:,}").replace("-", MINUS)


def counted(number: int, noun: str) -> str:
    """Write a number with its noun, one of `_COUNTED`: as an item of a list or after a colon.

    Inside a sentence other languages may decline it: there `trn` says the whole sentence.

    >>> counted(1, "deal"), counted(2000, "deal")
    ('1 deal', '2,000 deals')
    """
    one = f"{{n}} {noun}"
    return trn(one, one + "s", number, n=count(number))


def least_to_most(numbers: Sequence[int]) -> str:
    """Write the range of some counts.

    >>> least_to_most([1200, 800, 900]), least_to_most([7, 7])
    ('800 to 1,200', '7')
    """
    least, most = min(numbers), max(numbers)
    if least == most:
        return count(least)
    return tr("{least} to {most}", least=count(least), most=count(most))


def decimal(value: float, decimals: int) -> str:
    """Write a number with so many decimals.

    >>> decimal(12.345, 1)
    '12.3'
    """
    return localised(f"{value:.{decimals}f}")


def general(value: float) -> str:
    """Write a number with the digits that it has, six at most.

    >>> general(0.25), general(5.0)
    ('0.25', '5')
    """
    return localised(f"{value:g}")


def in_percent(value: float, decimals: int | None = None) -> str:
    r"""Write so many percent, with so many decimals, or with those that the number has.

    >>> in_percent(43.21, 1), in_percent(99.9)
    ('43.2\xa0%', '99.9\xa0%')
    """
    number = general(value) if decimals is None else decimal(value, decimals)
    return f"{number}{SPACE}%"


def decimals_for(half_width: float) -> int:
    """Give the decimals that an uncertainty of `half_width` supports, 0 to 12.

    The rule of the Particle Data Group (Review of Particle Physics, Introduction, 5.3): two
    digits of the uncertainty are shown where it begins with 1.00 to 3.54, else one.

    >>> decimals_for(3.1), decimals_for(0.31), decimals_for(0.0004), decimals_for(0.0)
    (1, 2, 4, 2)
    """
    if half_width <= 0:
        return _USUAL_DECIMALS
    return min(_MOST_DECIMALS, max(0, -math.floor(math.log10(half_width / _ONE_DIGIT_FROM))))


def _percent_decimals(share: Share) -> int:
    """Choose decimals by the interval; a rate off 0 and 1 never reads as 0 % or 100 %."""
    decimals = decimals_for(50 * (share.high - share.low))
    rate = share.rate or 0.0
    if rate in (0.0, 1.0):
        return decimals
    shown_as_certain = {f"{0:.{decimals}f}", f"{100:.{decimals}f}"}
    while f"{100 * rate:.{decimals}f}" in shown_as_certain and decimals < _MOST_DECIMALS:
        decimals += 1
        shown_as_certain = {f"{0:.{decimals}f}", f"{100:.{decimals}f}"}
    return decimals


def percent(share: Share) -> str:
    r"""Write a share as a percentage, or a dash when it is a share of nothing.

    >>> percent(Share(successes=4321, of=10000, rate=0.4321, low=0.4224, high=0.4418))
    '43.2\xa0%'
    >>> percent(Share(successes=0, of=1000, rate=0.0, low=0.0, high=0.0037))
    '0\xa0%'
    """
    if share.rate is None:
        return NOTHING
    if share.rate in (0.0, 1.0):
        return in_percent(100 * share.rate, 0)
    return in_percent(100 * share.rate, _percent_decimals(share))


def percent_interval(share: Share) -> str:
    """Write the ends of a share's interval, in percent.

    >>> percent_interval(Share(successes=4321, of=10000, rate=0.4321, low=0.4224, high=0.4418))
    '42.2–44.2'
    """
    if share.rate is None:
        return NOTHING
    decimals = _percent_decimals(share)
    low = "0" if share.low == 0 else decimal(100 * share.low, decimals)
    high = "100" if share.high == 1 else decimal(100 * share.high, decimals)
    return f"{low}{DASH}{high}"


def percent_of(value: float | None) -> str:
    r"""Write a probability that is known exactly, with as many decimals as it needs, at most 2.

    A dash where there is none, such as a break-even where nothing is at stake.

    >>> percent_of(0.5), percent_of(1 / 3), percent_of(None)
    ('50\xa0%', '33.33\xa0%', '—')
    """
    if value is None:
        return NOTHING
    return localised(f"{100 * value:.2f}".rstrip("0").rstrip(".")) + f"{SPACE}%"


def signed(value: float, decimals: int) -> str:
    """Write a number of units with its sign; a number that rounds to nothing has none.

    >>> signed(0.0312, 2), signed(-3, 0), signed(-0.001, 2)
    ('+0.03', '−3', '0.00')
    """
    text = f"{abs(value):.{decimals}f}"
    if float(text) == 0:
        return localised(text)
    return (MINUS if value < 0 else "+") + localised(text)


def mean_decimals(mean: Mean) -> int:
    """Choose decimals by a mean's interval."""
    if mean.low is None or mean.high is None:
        return _USUAL_DECIMALS
    return decimals_for((mean.high - mean.low) / 2)


def mean_value(mean: Mean) -> str:
    """Write a mean with its sign, or a dash when there is none."""
    return NOTHING if mean.value is None else signed(mean.value, mean_decimals(mean))


def mean_interval(mean: Mean) -> str:
    """Write the ends of a mean's interval; ``no interval`` where the sample allows none."""
    if mean.low is None or mean.high is None:
        return tr("no interval")
    decimals = mean_decimals(mean)
    return tr(
        "{least} to {most}", least=signed(mean.low, decimals), most=signed(mean.high, decimals)
    )


def amount_value(mean: Mean) -> str:
    """Write a mean that is never negative, such as of tricks: without a sign.

    >>> amount_value(Mean(value=4.5051, low=4.486, high=4.524, clusters=9))
    '4.505'
    """
    return NOTHING if mean.value is None else decimal(mean.value, mean_decimals(mean))


def amount_interval(mean: Mean) -> str:
    """Write the ends of the interval of such a mean.

    >>> amount_interval(Mean(value=4.5051, low=4.486, high=4.524, clusters=9))
    '4.486–4.524'
    """
    if mean.low is None or mean.high is None:
        return tr("no interval")
    decimals = mean_decimals(mean)
    return f"{decimal(mean.low, decimals)}{DASH}{decimal(mean.high, decimals)}"


def contract_name(contract: str) -> str:
    """Write a contract, or "pass", as prose does.

    >>> contract_name("nap"), contract_name("blucher"), contract_name("nap-float")
    ('Nap', 'Blücher', 'Nap with float')
    """
    if contract.endswith(FLOAT_SUFFIX):
        without = contract_name(contract.removesuffix(FLOAT_SUFFIX))
        return tr("{contract} with float", contract=without)
    return tr(_CONTRACTS[contract]) if contract in _CONTRACTS else contract.capitalize()


def position_name(position: int) -> str:
    """Name a position for a label, by its turn to speak.

    >>> [position_name(position) for position in (1, 2, 3, 0)]
    ['eldest (1st)', '2nd', '3rd', 'dealer (last)']
    """
    return tr(_POSITIONS[position])


def position_in_prose(position: int) -> str:
    """Name a position for a sentence.

    >>> [position_in_prose(position) for position in (0, 1, 3)]
    ['the dealer', 'eldest', 'the third to speak']
    """
    return tr(_POSITIONS_IN_PROSE[position])


def speaking_order(players: int) -> tuple[int, ...]:
    """List the positions in speaking order: eldest first, the dealer last."""
    return (*range(1, players), 0)


def prose(*sentences: str) -> str:
    """Join sentences, leaving out what is empty.

    >>> prose("One deal was played.", "", " It was passed out. ")
    'One deal was played. It was passed out.'
    """
    return " ".join(filter(None, (each.strip() for each in sentences)))


def sentence(text: str) -> str:
    """Begin a sentence: its first letter large, the rest as it is.

    >>> sentence("the dealer bids")
    'The dealer bids'
    """
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str]) -> str:
    """Join items as prose does.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    if len(items) < 2:
        return "".join(items)
    return tr("{items} and {last}", items=", ".join(items[:-1]), last=items[-1])

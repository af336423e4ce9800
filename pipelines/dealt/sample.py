"""Which deals are dealt again to look at their hands.

The cards of a deal follow from the seed and its number alone, so that no file need keep them. To
deal all of them again would cost too much; the sample is a pure function of the deals' numbers,
and has nothing to do with what happens in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.experiment import Experiment

__all__ = ["cards_stay", "deals_in_sample", "hands_follow_from_numbers", "sample_of"]

WHOLE: Final = 1 << 20
"""All deals with lower numbers are in the sample."""
BLOCK: Final = 1 << 12
"""Above that it consists of whole blocks of so many deals, …"""
EVERY: Final = 16
"""… one block in so many."""


def sample_of(numbers: range) -> Iterator[range]:
    """Yield the runs of consecutive deals of a range that are in the sample, in order.

    Examples
    --------
    >>> [*sample_of(range(2**20 - 2, 2**20 + 70_000))]
    [range(1048574, 1052672), range(1114112, 1118208)]
    >>> [*sample_of(range(2**20 + 5_000, 2**20 + 6_000))]
    []
    """
    start = numbers.start
    while start < numbers.stop:
        if start < WHOLE:
            stop = min(numbers.stop, WHOLE + BLOCK)
        else:
            block = -(-(start // BLOCK) // EVERY) * EVERY
            start = max(start, block * BLOCK)
            stop = min(numbers.stop, (block + 1) * BLOCK)
        if start < stop:
            yield range(start, stop)
        start = stop if start < stop else numbers.stop


def deals_in_sample(numbers: range) -> int:
    """Return how many deals of a range are in the sample.

    Examples
    --------
    >>> deals_in_sample(range(800)), deals_in_sample(range(100_000_000))
    (800, 7233536)
    """
    return _below(numbers.stop) - _below(numbers.start)


def _below(number: int) -> int:
    """Return how many deals with lower numbers are in the sample."""
    if number <= WHOLE:
        return number
    rounds, rest = divmod(number - WHOLE, EVERY * BLOCK)
    return WHOLE + rounds * BLOCK + min(rest, BLOCK)


def hands_follow_from_numbers(experiment: Experiment) -> bool:
    """Whether the hands of a deal follow from the seed and the deal's number alone.

    Not where the pack is only cut between deals, where players leave the table, and where hands
    satisfy a condition.
    """
    rules = experiment.rules
    return rules.shuffle == "every-deal" and not rules.may_end_early and experiment.given is None


def cards_stay(experiment: Experiment) -> bool:
    """Whether everybody plays with the very cards that were dealt to him, to the last trick.

    Not where cards can be exchanged or taken from the stock, and where a revoke can end a deal.
    """
    rules = experiment.rules
    moves = rules.exchange_cards or rules.peep or rules.float_card or rules.sir_garnet
    return hands_follow_from_numbers(experiment) and not moves and not experiment.may_revoke

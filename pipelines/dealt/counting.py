"""Counting the hands of a shard's deals, which are dealt again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import polars as pl

from pipelines.auctions import Auctions
from pipelines.dealt.dealing import DealingCounts
from pipelines.dealt.playing import Played, PlayingCounts
from pipelines.dealt.sample import cards_stay, hands_follow_from_numbers, sample_of
from pipelines.dimension import Dimension
from pipelines.sessions import SUMS_SCHEMA
from pipelines.shard_rows import ShardRows
from sim.conditions.pack import Masks, Pack
from sim.experiment import Experiment
from sim.game.cards import SUIT_NAMES
from sim.game.result import position_of_turn
from sim.game.rules import Rules

__all__ = ["count_dealt", "deal_again", "positions_of_turns"]

Row = tuple[str, str, int, int, int]

_DEALS_A_PART: Final = 1 << 15
"""Deals whose hands are held at once: so many stay in the processor's cache."""


def count_dealt(rows: ShardRows, experiment: Experiment, dimension: Dimension) -> pl.DataFrame:
    """Deal the hands of a shard's deals again, as far as they are in the sample, and count them.

    Parameters
    ----------
    rows : ShardRows
        The shard.
    experiment : Experiment
    dimension : Dimension
        Of its rules.

    Returns
    -------
    polars.DataFrame
        As `pipelines.sessions.session_sums`; its rows are those of `DealingCounts.rows` and, where
        everybody plays with the cards that he was dealt, of `PlayingCounts.rows`. Empty where
        hands do not follow from the numbers of deals.
    """
    if not hands_follow_from_numbers(experiment):
        return pl.DataFrame(schema=SUMS_SCHEMA)
    counts = _Counts(rows, experiment, dimension)
    first = rows.first_session * rows.deals_per_session
    for part in _parts(range(first, first + len(rows.auction))):
        counts.add(part)
    return pl.DataFrame([*counts.rows()], schema=SUMS_SCHEMA, orient="row")


class _Counts:
    """Counts the hands of a shard's deals, part by part."""

    def __init__(self, rows: ShardRows, experiment: Experiment, dimension: Dimension) -> None:
        rules = experiment.rules
        self._experiment = experiment
        self._rows = rows
        self._dimension = dimension
        self._positions = positions_of_turns(rules)
        self._dealing = DealingCounts(Pack.of(rules), self._positions)
        self._playing = PlayingCounts(rules) if cards_stay(experiment) else None
        self._suit_of_code = np.array([_suit_number(name) for name in rows.trumps])

    def add(self, part: Sequence[range]) -> None:
        """Deal some runs of deals again, and count them."""
        dealt = [deal_again(self._experiment, numbers) for numbers in part]
        hands = np.concatenate(dealt)
        self._dealing.add(hands)
        for numbers, of_run in zip(part, dealt, strict=True):
            self._add_neighbours(numbers, of_run)
        if self._playing is not None:
            self._playing.add(self._played(part, hands))

    def rows(self) -> Iterator[Row]:
        """Yield everything that was counted."""
        yield from self._dealing.rows()
        if self._playing is not None:
            yield from self._playing.rows()

    def _add_neighbours(self, numbers: range, hands: Masks) -> None:
        """Compare every even deal with the next, which is dealt too where it is not there."""
        eldest = hands[:, 0]
        if numbers.stop % 2:
            beyond = deal_again(self._experiment, range(numbers.stop, numbers.stop + 1))
            eldest = np.concatenate([eldest, beyond[:, 0]])
        from_even = eldest[numbers.start % 2 :]
        self._dealing.add_neighbours(from_even[0:-1:2], from_even[1::2])

    def _played(self, part: Sequence[range], hands: Masks) -> Played:
        rows = self._rows
        first = rows.first_session * rows.deals_per_session
        deals = np.concatenate([np.arange(run.start - first, run.stop - first) for run in part])
        codes = rows.auction[deals]
        occurring = np.flatnonzero(np.bincount(codes)).tolist()
        said = Auctions.of(rows.auctions, occurring, self._dimension)
        return Played.among(
            hands,
            said.contract[codes],
            said.declarer[codes],
            self._suit_of_code[rows.trump[deals]],
            rows.tricks[deals].astype(np.int64),
            self._positions,
        )


def positions_of_turns(rules: Rules) -> tuple[int, ...]:
    """Return the position of every speaking turn: of all who get cards.

    Examples
    --------
    >>> from sim.game.rules import load_rules
    >>> positions_of_turns(load_rules("basic", 4)), positions_of_turns(load_rules("hoyle", 6))
    ((1, 2, 3, 0), (1, 2, 3, 4, 5))
    """
    return tuple(position_of_turn(turn, rules.players) for turn in range(rules.hands))


def deal_again(experiment: Experiment, numbers: range) -> Masks:
    """Deal the hands of consecutive deals as the run did.

    Returns
    -------
    uint64 array, shape (deals, turns)
        In speaking order.
    """
    # Not at the top: counting needs the dealing code, but what only reads counts does not.
    from sim.hands import deal_hands

    rules = experiment.rules
    return deal_hands(
        experiment.seed,
        numbers.start,
        len(numbers),
        rules.hands,
        rules.pack,
        rules.hand_size,
        joker=rules.joker,
    )


def _parts(numbers: range) -> Iterator[list[range]]:
    """Yield the sample among some deals in parts: runs of deals, a few of them together."""
    part: list[range] = []
    for run in sample_of(numbers):
        for start in range(run.start, run.stop, _DEALS_A_PART):
            part.append(range(start, min(run.stop, start + _DEALS_A_PART)))
            if sum(map(len, part)) >= _DEALS_A_PART:
                yield part
                part = []
    if part:
        yield part


def _suit_number(name: str) -> int:
    """Return the number of a suit; one more than the last for "none"."""
    return SUIT_NAMES.index(name) if name in SUIT_NAMES else len(SUIT_NAMES)

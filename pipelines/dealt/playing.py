"""What is counted of declarers' hands, and of what the cards alone make certain.

Some of what happens in the play follows from the hands, whatever anybody plays. A trump above
all trumps of the others takes the trick in which it is played, and all cards are played. So

* a declarer takes at least as many tricks as he holds such trumps,
* he loses at least one trick if the highest trump of all hands is not his,
* he holds a card of the suit that became trump by his leading it, unless that was the joker.

These tie the hands that are dealt again to the play that was filed: other hands than those played
would break them in a large part of the deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from pipelines.dealt.looks import (
    HONOURS,
    HONOURS_OF_ALL_SUITS,
    Codes,
    cards_of_suit,
    digits_of,
    pattern_codes,
    sorted_lengths,
    trumps_of,
)
from sim.conditions.pack import Masks, Numbers, up_to_highest
from sim.game.cards import JOKER, SUITS
from sim.game.rules import Rules

__all__ = ["CERTAINTIES", "Played", "PlayingCounts"]

CERTAINTIES: Final = ("trump held", "high trumps win", "a higher trump wins")
"""What the hands make certain; see above."""

_RESULTS: Final = 16
"""More than twice as many honours as a hand can have."""

Whole = npt.NDArray[np.int64]
Row = tuple[str, str, int, int, int]


@dataclass(frozen=True, kw_only=True)
class Played:
    """Deals that were not passed out, with all hands of each.

    Attributes
    ----------
    hands : uint64 array, shape (deals, turns)
        In speaking order.
    turn, contract, trump, tricks : integer arrays, shape (deals,)
        Whose hand is the declarer's; number of the contract; trump suit, `SUITS` without one; the
        declarer's tricks.
    """

    hands: Masks
    turn: Whole
    contract: Whole
    trump: Whole
    tricks: Whole

    @classmethod
    def among(
        cls,
        hands: Masks,
        contract: Whole,
        declarer: Whole,
        trump: Whole,
        tricks: Whole,
        positions: tuple[int, ...],
    ) -> Played:
        """Leave out the deals that were passed out.

        Parameters
        ----------
        hands, contract, trump, tricks : arrays
            Of all deals, as above.
        declarer : integer array, shape (deals,)
            The declarer's position; of no meaning where a deal was passed out.
        positions : tuple of int
            The position of each speaking turn.
        """
        (deals,) = np.nonzero(contract)
        turn_of = np.zeros(max(positions) + 1, np.int64)
        turn_of[[*positions]] = np.arange(len(positions))
        return cls(
            hands=hands[deals],
            turn=turn_of[declarer[deals]],
            contract=contract[deals],
            trump=trump[deals],
            tricks=tricks[deals],
        )

    @cached_property
    def own(self) -> Masks:
        """The declarer's hands."""
        own: Masks = self.hands[np.arange(len(self.turn)), self.turn]
        return own

    @cached_property
    def others(self) -> Masks:
        """All other hands together."""
        together: Masks = np.bitwise_or.reduce(self.hands, axis=1) ^ self.own
        return together

    def where(self, marks: npt.NDArray[np.bool_]) -> Played:
        """Return the deals that are marked."""
        return Played(
            hands=self.hands[marks],
            turn=self.turn[marks],
            contract=self.contract[marks],
            trump=self.trump[marks],
            tricks=self.tricks[marks],
        )


class PlayingCounts:
    """Counts declarers' hands, part by part.

    Parameters
    ----------
    rules : Rules
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._keeps = np.zeros((len(rules.ladder) + 1, rules.hand_size + 1), np.int64)
        for number, contract in enumerate(rules.ladder, start=1):
            self._keeps[number] = [contract.keeps(took) for took in range(rules.hand_size + 1)]
        led = [False, *(contract.trump == "suit led" for contract in rules.ladder)]
        self._by_suit_led = np.array(led)
        self._patterns = possible_patterns(rules.hand_size)
        self._place = np.zeros((rules.hand_size + 1) ** SUITS, np.int64)
        self._place[self._patterns] = np.arange(len(self._patterns))
        shape = (len(rules.ladder) + 1, len(self._patterns), _RESULTS)
        self._hands = np.zeros(shape, np.int64)
        self._certain = np.zeros((len(CERTAINTIES), 2), np.int64)

    def add(self, played: Played) -> None:
        """Count some more deals."""
        has_trump = played.trump < SUITS
        if has_trump.all():
            self._add_with_trump(played)
        else:
            self._add_with_trump(played.where(has_trump))
            self._add_without_trump(played.where(~has_trump))

    def _add_with_trump(self, played: Played) -> None:
        own, others = (trumps_of(cards, played.trump) for cards in (played.own, played.others))
        lengths = _suit_lengths(played.own)
        by_suit = np.stack([*lengths, *lengths])
        deals = np.arange(len(own))
        sides = [by_suit[played.trump + step, deals] for step in range(1, SUITS)]
        codes = pattern_codes(self._rules.hand_size, np.bitwise_count(own), *sides)
        self._count(codes, own & HONOURS, played)
        self._check(own, others, played)

    def _add_without_trump(self, played: Played) -> None:
        lengths = sorted_lengths(*_suit_lengths(played.own))
        codes = pattern_codes(self._rules.hand_size, *lengths)
        self._count(codes, played.own & HONOURS_OF_ALL_SUITS, played)

    def _count(self, codes: Codes, honours: Masks, played: Played) -> None:
        made = self._keeps[played.contract, played.tricks]
        cells = played.contract * len(self._patterns) + self._place[codes]
        cells = cells * _RESULTS + 2 * np.bitwise_count(honours) + made
        counts = np.bincount(cells, minlength=self._hands.size)
        self._hands += counts.reshape(self._hands.shape)

    def _check(self, own: Masks, others: Masks, played: Played) -> None:
        led = self._by_suit_led[played.contract] & (own & np.uint64(JOKER) == 0)
        highest = np.bitwise_count(own & ~up_to_highest(others))
        for place, (certain, so) in enumerate(
            (
                (led, own != 0),
                (highest > 0, played.tricks >= highest),
                (others > own, played.tricks < self._rules.hand_size),
            )
        ):
            self._certain[place] += np.count_nonzero(certain), np.count_nonzero(certain & ~so)

    def rows(self) -> Iterator[Row]:
        """Yield the counts as rows of `pipelines.sessions.SUMS_SCHEMA`.

        - ``hand`` of a contract's name: deals in which the declarer's suits had the lengths that
          are the digits of *first* (trumps, then the others, the longest first; without trumps
          the longest of all first), and *second* is twice the number of his honours (in trumps,
          or in all suits without trumps), and 1 more where he made the contract.
        - ``certain`` and ``broken`` of one of `CERTAINTIES`: deals in which the hands made it
          certain, and those of them in which it is not so; *first* and *second* are 0.
        """
        for number, place, result in np.argwhere(self._hands).tolist():
            name = self._rules.ladder[number].name
            digits = digits_of(int(self._patterns[place]), self._rules.hand_size)
            yield "hand", name, digits, result, int(self._hands[number, place, result])
        for what, (certain, broken) in zip(CERTAINTIES, self._certain.tolist(), strict=True):
            yield "certain", what, 0, 0, certain
            yield "broken", what, 0, 0, broken


def possible_patterns(hand_size: int) -> Whole:
    """Return the codes of all lengths of suits of a hand: see `looks.pattern_codes`.

    The joker may be a card more than the suits have together.

    Examples
    --------
    >>> len(possible_patterns(5)), len(possible_patterns(7))
    (27, 54)
    """
    codes = [
        np.ravel_multi_index(lengths, (hand_size + 1,) * SUITS)
        for lengths in product(range(hand_size + 1), repeat=SUITS)
        if sum(lengths) in (hand_size - 1, hand_size)
        and [*lengths[1:]] == sorted(lengths[1:], reverse=True)
    ]
    return np.array(codes, np.int64)


def _suit_lengths(hands: Masks) -> list[Numbers]:
    return [np.bitwise_count(cards_of_suit(hands, suit)) for suit in range(SUITS)]

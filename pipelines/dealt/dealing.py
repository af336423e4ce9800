"""What is counted of the cards that are dealt, whatever is bid and played with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from pipelines.dealt.lay_downs import lay_down_hands, may_be_lay_down
from pipelines.dealt.looks import (
    ACES,
    bits_counted,
    cards_of_suit,
    digits_of,
    pattern_codes,
    sorted_lengths,
)
from sim.conditions.pack import Masks, Pack
from sim.game.cards import SUITS

__all__ = ["MARKS", "DealingCounts", "marks_of"]

MARKS: Final = 256
"""Into so many classes deals are sorted by a mark that depends on every card of every hand."""

_MIXER: Final = np.uint64(0x9E3779B97F4A7C15)
_MARK_SHIFT: Final = np.uint64(56)
_HALF: Final = np.uint64(32)

Row = tuple[str, str, int, int, int]


class DealingCounts:
    """Counts the hands of deals, part by part.

    Parameters
    ----------
    pack : Pack
        From which they are dealt.
    positions : sequence of int
        The position of each speaking turn.
    """

    def __init__(self, pack: Pack, positions: tuple[int, ...]) -> None:
        self._pack = pack
        self._positions = positions
        most = pack.hand_size + 1
        self._deals = 0
        self._cards = np.zeros((len(positions), 64), np.int64)
        self._aces = np.zeros((len(positions), SUITS + 1), np.int64)
        self._aces_in_play = np.zeros(SUITS + 1, np.int64)
        self._patterns = np.zeros((len(positions), most**SUITS), np.int64)
        self._lay_downs = np.zeros(len(positions), np.int64)
        self._shared = np.zeros(most, np.int64)
        self._marks = np.zeros(MARKS, np.int64)

    def add(self, hands: Masks) -> None:
        """Count some more deals.

        Parameters
        ----------
        hands : uint64 array, shape (deals, turns)
            In speaking order.
        """
        by_turn = np.ascontiguousarray(hands.T)
        self._deals += len(hands)
        for turn, hand in enumerate(by_turn):
            self._add_hand(turn, hand)
        in_play = np.bitwise_or.reduce(by_turn, axis=0)
        self._aces_in_play += _counts(np.bitwise_count(in_play & ACES), SUITS + 1)
        self._marks += np.bincount(marks_of(by_turn), minlength=MARKS)

    def add_neighbours(self, hands: Masks, next_hands: Masks) -> None:
        """Count the cards that eldest's hands have in common with those of the deals after."""
        shared = np.bitwise_count(hands & next_hands)
        self._shared += _counts(shared, len(self._shared))

    def _add_hand(self, turn: int, hand: Masks) -> None:
        self._cards[turn] += bits_counted(hand)
        self._aces[turn] += _counts(np.bitwise_count(hand & ACES), SUITS + 1)
        lengths = [np.bitwise_count(cards_of_suit(hand, suit)) for suit in range(SUITS)]
        longest, *others = sorted_lengths(*lengths)
        code = pattern_codes(self._pack.hand_size, longest, *others)
        self._patterns[turn] += np.bincount(code, minlength=self._patterns.shape[1])
        candidates = hand[may_be_lay_down(longest, self._pack)]
        listed = lay_down_hands(self._pack)
        place = np.minimum(np.searchsorted(listed, candidates), len(listed) - 1)
        self._lay_downs[turn] += np.count_nonzero(listed[place] == candidates)

    def rows(self) -> Iterator[Row]:
        """Yield the counts as rows of `pipelines.sessions.SUMS_SCHEMA`.

        - ``dealt`` of ``deal``: deals dealt again.
        - ``card`` of ``position``: how often position *first* got the card of bit *second*.
        - ``aces`` of ``position``: deals that gave *first* so many aces; of ``deal``: deals with
          so many aces in all hands together (*first* is 0).
        - ``pattern`` of ``position``: deals that gave *first* suits of these lengths, the longest
          first, as the digits of *second*.
        - ``lay-down`` of ``position``: deals that gave *first* a lay-down hand.
        - ``shared`` of ``deal``: deals of even number whose eldest hand has *second* cards that
          eldest has in the next deal too.
        - ``mark`` of ``deal``: deals with mark *second*; see `marks_of`.
        """
        yield "dealt", "deal", 0, 0, self._deals
        by_position: tuple[tuple[str, npt.NDArray[np.int64]], ...] = (
            ("card", self._cards),
            ("aces", self._aces),
        )
        for quantity, counts in by_position:
            for turn, value in np.argwhere(counts).tolist():
                where = self._positions[turn], value
                yield quantity, "position", *where, int(counts[turn, value])
        for turn, code in np.argwhere(self._patterns).tolist():
            where = self._positions[turn], digits_of(code, self._pack.hand_size)
            yield "pattern", "position", *where, int(self._patterns[turn, code])
        for turn, position in enumerate(self._positions):
            yield "lay-down", "position", position, 0, int(self._lay_downs[turn])
        for quantity, of_deals in (
            ("aces", self._aces_in_play),
            ("shared", self._shared),
            ("mark", self._marks),
        ):
            for value in np.flatnonzero(of_deals).tolist():
                yield quantity, "deal", 0, value, int(of_deals[value])


def marks_of(by_turn: Masks) -> npt.NDArray[np.int64]:
    """Return a number below `MARKS` for each deal: equal deals have equal marks.

    Multiplication and shifts mix every card of every hand into the upper bits (Knuth, The Art of
    Computer Programming 3, 6.4).

    Parameters
    ----------
    by_turn : uint64 array, shape (turns, deals)
    """
    mixed = np.zeros(by_turn.shape[1], np.uint64)
    for turn, hand in enumerate(by_turn):
        mixed += hand * (_MIXER + np.uint64(2 * turn))
    mixed ^= mixed >> _HALF
    mixed *= _MIXER
    marks: npt.NDArray[np.int64] = (mixed >> _MARK_SHIFT).astype(np.int64)
    return marks


def _counts(values: npt.NDArray[np.uint8], kinds: int) -> npt.NDArray[np.int64]:
    """Count small numbers, below ``kinds``; a few comparisons are faster than a histogram."""
    return np.array([np.count_nonzero(values == value) for value in range(kinds)], np.int64)

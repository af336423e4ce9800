"""What is known exactly of the cards that are dealt, and of who deals them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pipelines.audit.exact import (
    marked_among,
    pattern_probabilities,
    probability_of_lay_down,
    variance_of_marked,
)
from pipelines.audit.lines import Line, by_chi_square, counted, exactly, summed
from pipelines.audit.sums import Sums
from pipelines.dealt.counting import positions_of_turns
from pipelines.dealt.dealing import MARKS
from pipelines.dealt.playing import CERTAINTIES
from pipelines.dealt.sample import deals_in_sample
from pipelines.totals import Totals
from sim.conditions.pack import Pack
from sim.game.cards import JOKER, SUIT_LETTERS, SUIT_WIDTH, SUITS
from sim.game.rules import Rules

__all__ = ["lines_of_dealers", "lines_of_dealing", "lines_of_playing"]

ACES: Final = 4
"""In any pack."""


def lines_of_dealers(totals: Totals, sums: Sums) -> Iterator[Line]:
    """Yield how often each seat deals first: all seats are equally probable."""
    seats = totals.rules.players
    for seat, sessions in sums.by_first("first dealer", "seat").items():
        yield counted(
            "first dealer",
            place=seat,
            successes=sessions,
            trials=totals.sessions,
            probability=Fraction(1, seats),
        )


def lines_of_dealing(rules: Rules, sums: Sums, numbers: range) -> Iterator[Line]:
    """Yield everything about the hands that were dealt again.

    Parameters
    ----------
    rules : Rules
    sums : Sums
        Those of the run.
    numbers : range
        The numbers of all deals of the run.
    """
    if not sums.has("dealt"):
        return
    deals = sums.one("dealt", "deal")
    in_sample = deals_in_sample(numbers)
    yield exactly("deals dealt again", n=in_sample, observed=deals, expected=in_sample)
    dealing = _Dealing(rules, sums, deals)
    for position in sorted(positions_of_turns(rules)):
        yield from dealing.of_position(position)
    yield from dealing.of_deals()


def lines_of_playing(sums: Sums) -> Iterator[Line]:
    """Yield how often the play did what the hands make certain."""
    for what in CERTAINTIES:
        if sums.of("certain", what):
            certain, broken = sums.one("certain", what), sums.one("broken", what)
            yield exactly(what, n=certain, observed=certain - broken, expected=certain)


class _Dealing:
    def __init__(self, rules: Rules, sums: Sums, deals: int) -> None:
        self._pack = Pack.of(rules)
        self._hands = rules.hands
        self._sums = sums
        self._deals = deals

    def of_position(self, position: int) -> Iterator[Line]:
        """Yield what one position was dealt."""
        yield from self._cards(position)
        size, hand_size = self._pack.size, self._pack.hand_size
        aces = self._sums.by_second("aces", "position", position)
        yield self._all_deals("hands with some aces", aces, position)
        for number, probability in marked_among(hand_size, ACES, size).items():
            yield self._counted("aces", aces.get(number, 0), probability, position, str(number))
        patterns = self._sums.by_second("pattern", "position", position)
        yield self._all_deals("hands of some pattern", patterns, position)
        for digits, probability in pattern_probabilities(self._pack).items():
            lengths = "-".join(f"{digits:0{SUITS}d}")
            seen = patterns.get(digits, 0)
            yield self._counted("pattern", seen, probability, position, lengths)
        seen = self._sums.by_first("lay-down", "position").get(position, 0)
        yield self._counted("lay-down", seen, probability_of_lay_down(self._pack), position)

    def of_deals(self) -> Iterator[Line]:
        """Yield what concerns all hands of a deal together."""
        size, hand_size = self._pack.size, self._pack.hand_size
        aces = self._sums.by_second("aces", "deal")
        yield self._all_deals("deals with some aces", aces)
        for number, probability in marked_among(hand_size * self._hands, ACES, size).items():
            yield self._counted("aces in play", aces.get(number, 0), probability, None, str(number))
        shared = self._sums.by_second("shared", "deal")
        pairs = sum(shared.values())
        for number, probability in marked_among(hand_size, hand_size, size).items():
            yield counted(
                "shared",
                item=str(number),
                successes=shared.get(number, 0),
                trials=pairs,
                probability=probability,
            )
        marks = self._sums.by_second("mark", "deal")
        yield self._all_deals("deals with some mark", marks)
        # Marks are not quite equally probable: all deals that there are fall on them by chance.
        if self._deals * MARKS <= self._different_deals():
            yield by_chi_square(
                "mark",
                counts=[marks.get(mark, 0) for mark in range(MARKS)],
                trials=self._deals,
                expected=self._deals / MARKS,
            )

    def _different_deals(self) -> int:
        """Return how many different deals the pack has: a multinomial coefficient."""
        left = [self._pack.size - hand * self._pack.hand_size for hand in range(self._hands)]
        return math.prod(math.comb(cards, self._pack.hand_size) for cards in left)

    def _cards(self, position: int) -> Iterator[Line]:
        """Yield whether every card comes to the position equally often, and every suit."""
        pack, drawn, size = self._pack, self._pack.hand_size, self._pack.size
        found = self._sums.by_second("card", "position", position)
        bits = [bit for bit in range(SUITS * SUIT_WIDTH) if pack.cards >> bit & 1]
        yield exactly(
            "cards dealt",
            place=position,
            n=self._deals,
            observed=sum(found.get(bit, 0) for bit in bits),
            expected=drawn * self._deals,
        )
        yield by_chi_square(
            "card",
            place=position,
            counts=[found.get(bit, 0) for bit in bits],
            trials=self._deals,
            expected=self._deals * drawn / size,
            shrink=Fraction(size - drawn, size - 1),
        )
        joker = JOKER.bit_length() - 1
        ranks = pack.ranks.bit_count()
        for suit in range(SUITS):
            of_suit = [bit for bit in bits if bit // SUIT_WIDTH == suit and bit != joker]
            yield summed(
                "suit",
                place=position,
                item=SUIT_LETTERS[suit],
                total=sum(found.get(bit, 0) for bit in of_suit),
                trials=self._deals,
                mean=Fraction(drawn * ranks, size),
                variance=variance_of_marked(drawn, ranks, size),
            )
        if pack.joker:
            seen = found.get(joker, 0)
            yield self._counted("joker", seen, Fraction(drawn, size), position)

    def _counted(
        self, check: str, seen: int, probability: Fraction, position: int | None, item: str = ""
    ) -> Line:
        return counted(
            check,
            place=position,
            item=item,
            successes=seen,
            trials=self._deals,
            probability=probability,
        )

    def _all_deals(
        self, check: str, histogram: dict[int, int], position: int | None = None
    ) -> Line:
        """Return whether a histogram has all deals that were dealt again."""
        return exactly(
            check,
            place=position,
            n=self._deals,
            observed=sum(histogram.values()),
            expected=self._deals,
        )

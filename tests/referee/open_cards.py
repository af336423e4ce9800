"""All cards open: what the declarer can be sure of when everybody sees everything.

From a position of the play every legal card of every player is tried, and every card after it,
down to the last trick. No card stands for another, no branch is cut short and no position is
looked up, so that nothing can be wrong but the rules of play themselves. That takes long and is
meant for few cards. Where more are wanted, a `Walk` may remember positions: the same cards in the
same hands, with the same player to lead, are then walked once only.

What is asked is a *promise*: the declarer is to take at least so many tricks and at most so many.
One walk answers all promises. A set of them is a number with a bit for each: in his turn the
declarer can keep what any of his cards keeps (`|`), in a defender's turn what all of his leave
(`&`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import and_, or_

from tests.referee.house import Rung
from tests.referee.pack import SUITS, Foul, suit_of
from tests.referee.play import beats, check_opening_lead, trump_of

# Promises ----------------------------------------------------------------------------------------


@cache
def promises_of(tricks: int) -> tuple[tuple[int, int], ...]:
    """List the promises of a deal of so many tricks: the least and the most of them."""
    return tuple(itertools.combinations_with_replacement(range(tricks + 1), 2))


@cache
def promises_kept_by(tricks: int, taken: int) -> int:
    """Give the promises that so many tricks of the whole deal keep."""
    promises = enumerate(promises_of(tricks))
    return sum(1 << bit for bit, (least, most) in promises if least <= taken <= most)


@dataclass(frozen=True)
class Outlook:
    """The promises that the declarer can be sure to keep, in a deal of so many tricks."""

    tricks: int
    kept: int

    def keeps(self, least: int, most: int) -> bool:
        """Say whether he can take at least and at most so many tricks of the whole deal."""
        return bool(self.kept >> promises_of(self.tricks).index((least, most)) & 1)

    @property
    def most_tricks(self) -> int:
        """The most tricks that he can promise."""
        return max(least for least in range(self.tricks + 1) if self.keeps(least, self.tricks))

    @property
    def fewest_tricks(self) -> int:
        """The fewest tricks that he can promise not to exceed."""
        return min(most for most in range(self.tricks + 1) if self.keeps(0, most))

    def can_take_exactly(self, tricks: int) -> bool:
        """Say whether he can promise so many tricks, neither more nor less."""
        return self.keeps(tricks, tricks)


def of_his_choice(outlooks: Iterable[Outlook]) -> Outlook:
    """Give the outlook of a declarer who may choose between some."""
    return reduce(lambda one, other: replace(one, kept=one.kept | other.kept), outlooks)


# Positions ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OpenPlay:
    """A position of the play; players are numbered in the order in which they sit.

    `table` holds the cards of the trick from its `leader` on, which are no longer in the hands.
    Of the `tricks` of the whole deal the declarer has `taken` so many.
    """

    hands: tuple[frozenset[str], ...]
    declarer: int
    trump: str | None
    leader: int
    tricks: int
    table: tuple[str, ...] = ()
    taken: int = 0

    @property
    def to_play(self) -> int:
        """Who is to play."""
        return (self.leader + len(self.table)) % len(self.hands)

    @property
    def led(self) -> str | None:
        """The suit that must be followed, if there is one."""
        return suit_of(self.table[0], self.trump) if self.table else None

    @property
    def legal(self) -> list[str]:
        """The cards that may be played."""
        return legal_cards(sorted(self.hands[self.to_play]), self.led, self.trump)

    @property
    def best(self) -> int:
        """The place on the table of the card that is winning the trick."""
        best = 0
        for place, card in enumerate(self.table):
            if place > 0 and beats(card, self.table[best], self.trump):
                best = place
        return best

    @property
    def winner(self) -> int:
        """Who is winning the trick."""
        return (self.leader + self.best) % len(self.hands)

    def play(self, card: str) -> OpenPlay:
        """Give the position after a card."""
        hands = list(self.hands)
        hands[self.to_play] -= {card}
        after = replace(self, hands=tuple(hands), table=(*self.table, card))
        if len(after.table) < len(hands):
            return after
        taken = self.taken + (after.winner == self.declarer)
        return replace(after, leader=after.winner, table=(), taken=taken)

    def outlooks(self, *, remembering: bool = False) -> dict[str, Outlook]:
        """Give what the declarer can be sure of after each legal card."""
        return {
            card: Walk(after, remembering=remembering).outlook()
            for card, after in ((card, self.play(card)) for card in self.legal)
        }

    def outlook(self, *, remembering: bool = False) -> Outlook:
        """Give what the declarer can be sure of from here."""
        return Walk(self, remembering=remembering).outlook()


def legal_cards(hand: Sequence[str], led: str | None, trump: str | None) -> list[str]:
    """List the cards that follow the suit led, or else all cards.

    `led` is None for who leads, and for everybody where a joker without trump was led.
    """
    following = [card for card in hand if led and suit_of(card, trump) == led]
    return following or list(hand)


class Walk:
    """A walk through everything that can be played from a position.

    With `remembering` a position at the start of a trick that comes again is looked up.
    """

    def __init__(self, start: OpenPlay, *, remembering: bool = False) -> None:
        self.start = start
        self.hands = [sorted(hand) for hand in start.hands]
        self.seen: dict[object, int] | None = {} if remembering else None

    def outlook(self) -> Outlook:
        """Give what the declarer can be sure of at the start."""
        start = self.start
        if not start.table:
            return Outlook(start.tricks, self.at_lead(start.leader, start.taken))
        best = start.table[start.best]
        kept = self.in_trick(
            start.to_play, len(start.table), start.led, best, start.winner, start.taken
        )
        return Outlook(start.tricks, kept)

    def at_lead(self, leader: int, taken: int) -> int:
        """Give the promises that are kept when a player is to lead, or has no card left."""
        if not self.hands[leader]:
            return promises_kept_by(self.start.tricks, taken)
        if self.seen is None:
            return self.in_trick(leader, 0, None, "", leader, taken)
        position = leader, taken, tuple(map(tuple, self.hands))
        if position not in self.seen:
            self.seen[position] = self.in_trick(leader, 0, None, "", leader, taken)
        return self.seen[position]

    def in_trick(
        self, player: int, played: int, led: str | None, best: str, winner: int, taken: int
    ) -> int:
        """Give the promises that are kept when a player is to play the next card of a trick.

        So many cards have been `played` to it, of which `best` is winning it for `winner`.
        """
        hand, trump, declarer = self.hands[player], self.start.trump, self.start.declarer
        kept = []
        for card in legal_cards(hand, led, trump):
            place = hand.index(card)
            del hand[place]
            wins = played == 0 or beats(card, best, trump)
            best_now, winner_now = (card, player) if wins else (best, winner)
            if played + 1 == len(self.hands):
                kept.append(self.at_lead(winner_now, taken + (winner_now == declarer)))
            else:
                led_now = led if played else suit_of(card, trump)
                next_player = (player + 1) % len(self.hands)
                kept.append(
                    self.in_trick(next_player, played + 1, led_now, best_now, winner_now, taken)
                )
            hand.insert(place, card)
        return reduce(or_ if player == declarer else and_, kept)


# The opening lead --------------------------------------------------------------------------------


def openings_of(rung: Rung, hand: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Yield every opening lead that a contract allows, with the trump suit that it makes."""
    held = sorted(hand)
    for card, named in itertools.product(held, [None, *SUITS]):
        try:
            trump = trump_of(rung, card, named)
            check_opening_lead(rung, held, card, trump)
        except Foul:
            continue
        yield card, trump


def opened(hands: Sequence[Iterable[str]], declarer: int, trump: str | None) -> OpenPlay:
    """Give the position before the opening lead, of which the trump suit is known already."""
    sets = tuple(map(frozenset, hands))
    tricks = len(sets[declarer])
    return OpenPlay(hands=sets, declarer=declarer, trump=trump, leader=declarer, tricks=tricks)


def outlooks_of_openings(
    rung: Rung, hands: Sequence[Iterable[str]], declarer: int, *, remembering: bool = False
) -> dict[tuple[str, str | None], Outlook]:
    """Give what the declarer can be sure of after each opening lead and trump suit."""
    return {
        (card, trump): opened(hands, declarer, trump).play(card).outlook(remembering=remembering)
        for card, trump in openings_of(rung, hands[declarer])
    }

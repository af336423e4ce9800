"""The play: trump, opening lead, following suit, tricks, the joker, revokes."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from tests.referee.acts import Trick
from tests.referee.chance import REVOKES_STREAM, draw_below, random_words
from tests.referee.house import Rung
from tests.referee.pack import JOKER, SUIT_NAMES, SUITS, Foul, in_words, strength_of, suit_of

# Trump and opening lead --------------------------------------------------------------------------


def trump_of(rung: Rung, opening_lead: str, named: str | None) -> str | None:
    """Give the trump suit: that of the card led, or the one that the declarer had to name.

    He names a suit if the contract says so, and if he leads the joker where the suit led is
    trump. A contract without trump has none.
    """
    names_trump = rung.trump == "named" or (rung.trump == "suit led" and opening_lead == JOKER)
    if names_trump and named not in [*SUITS]:
        raise Foul(f"the declarer of {rung.name} leads {opening_lead} and names no trump suit")
    if named and not names_trump:
        raise Foul(f"the declarer of {rung.name} leads {opening_lead} and yet names a trump suit")
    if rung.trump == "none":
        return None
    return named or opening_lead[1]


def check_opening_lead(
    rung: Rung, hand: Collection[str], opening_lead: str, trump: str | None
) -> None:
    """Refuse an opening lead that is not the one that the contract wants."""
    if rung.lead == "any":
        return
    trumps = {card for card in hand if suit_of(card, trump) == trump}
    wanted = trumps if rung.lead == "lowest trump" else set(hand) - trumps
    allowed = wanted or set(hand)
    lowest = min(map(strength_of, allowed))
    if opening_lead not in allowed or strength_of(opening_lead) > lowest:
        raise Foul(
            f"the opening lead {opening_lead} of {rung.name} is not the {rung.lead} "
            f"of {in_words(hand)}"
        )


# One card ----------------------------------------------------------------------------------------


def can_follow(hand: Collection[str], led: str, trump: str | None) -> bool:
    """Say whether a player holds a card of the suit led, and so must play one."""
    return any(suit_of(card, trump) == led for card in hand)


def beats(card: str, best: str, trump: str | None) -> bool:
    """Say whether a card played later takes the trick from the card that is winning it."""
    if JOKER in (card, best):
        return card == JOKER
    if card[1] == best[1]:
        return strength_of(card) > strength_of(best)
    return card[1] == trump


# Revokes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Revokes:
    """Who revokes in a numbered deal, and with which card; `rates` by position."""

    seed: int
    number: int
    rates: Sequence[float]
    stream: int = REVOKES_STREAM

    def happen(self, position: int, trick: int, turn: int) -> bool:
        """Say whether a player revokes at his turn, if he can follow and can do otherwise."""
        if self.rates[position] == 0:
            return False
        word = next(self.words(trick, turn))
        return word >> 11 < self.rates[position] * 2**53

    def card(self, trick: int, turn: int, others: Sequence[str]) -> str:
        """Give the card that is played, of all those that do not follow, in ascending order."""
        _, word = itertools.islice(self.words(trick, turn), 2)
        return others[draw_below(len(others), word)[0]]

    def words(self, trick: int, turn: int) -> Iterator[int]:
        """Yield the random words of one card decision; the first trick and turn are 0."""
        return random_words(self.seed, self.stream, self.number, block=7 * trick + turn)


def place_in_a_pack_with_trump(card: str, trump: str | None) -> tuple[int, int]:
    """Sort clubs, diamonds, hearts, spades from the lowest; the joker is above the ace of trumps.

    Without trump it keeps its place above the ace of clubs.
    """
    return SUITS.index(suit_of(card, trump) or "C"), strength_of(card)


# The whole play ----------------------------------------------------------------------------------


@dataclass
class Play:
    """The play of a deal as it goes on; `hands` by position lose their cards to the tricks.

    `revoked` is the position that is said to have revoked; `revokes`, if it is known, is what
    chance has decided about it.
    """

    hands: list[set[str]]
    declarer: int
    trump: str | None
    revoked: int | None = None
    revokes: Revokes | None = None
    tricks: list[Trick] = field(default_factory=list)
    ended_by: int | None = None

    def watch(self, plays: Sequence[str]) -> None:
        """Judge the play from the opening lead on.

        The winner of a trick leads to the next. All tricks are played out, but for a revoke.
        """
        cards = iter(plays)
        to_come = max(map(len, self.hands))
        all_cards = sum(map(len, self.hands))
        if self.revoked is None and len(plays) != all_cards:
            raise Foul(f"{len(plays)} cards were played, not {all_cards}")
        leader: int | None = self.declarer
        while leader is not None and len(self.tricks) < to_come:
            self.tricks.append(self.watch_trick(leader, cards))
            leader = self.tricks[-1].winner
        if self.ended_by != self.revoked:
            raise Foul(f"position {self.revoked} is said to have revoked, and has not")
        if list(cards):
            raise Foul("cards were played after a revoke, which ends the deal")

    def watch_trick(self, leader: int, cards: Iterator[str]) -> Trick:
        """Judge one trick and take its cards out of the hands."""
        played: list[str] = []
        best, winner = "", leader
        for position in self.with_cards_from(leader):
            card = next(cards, None)
            if card is None:
                raise Foul(f"position {position} did not play to trick {len(self.tricks) + 1}")
            led = suit_of(played[0], self.trump) if played else None
            self.check_card(position, card, led, turn=len(played))
            self.hands[position].discard(card)
            played.append(card)
            if self.ended_by is not None:
                return Trick(leader, tuple(played), None)
            if not best or beats(card, best, self.trump):
                best, winner = card, position
        return Trick(leader, tuple(played), winner)

    def with_cards_from(self, leader: int) -> list[int]:
        """List the positions that play to a trick, clockwise from its leader."""
        players = len(self.hands)
        clockwise = [(leader + step) % players for step in range(players)]
        return [position for position in clockwise if self.hands[position]]

    def check_card(self, position: int, card: str, led: str | None, turn: int) -> None:
        """Refuse a card that is not held, and a revoke unless it was to be.

        `led` is None for who leads, and for all others when the joker is led without trump.
        """
        hand = self.hands[position]
        if card not in hand:
            raise Foul(f"position {position} played {card}, which is not in that hand")
        if led is None or not can_follow(hand, led, self.trump):
            return
        if self.revokes:
            self.check_chance(self.revokes, position, card, led, turn)
        if suit_of(card, self.trump) != led:
            if self.revoked != position:
                raise Foul(
                    f"position {position} revoked: {card} on {SUIT_NAMES[led]}, which were held"
                )
            self.ended_by = position

    def check_chance(self, revokes: Revokes, position: int, card: str, led: str, turn: int) -> None:
        """Refuse a card where chance wants another: a revoke too few, too many, or a wrong one."""
        if not revokes.happen(position, len(self.tricks), turn):
            if suit_of(card, self.trump) != led:
                raise Foul(f"position {position} revoked with {card}, but was to follow suit")
            return
        others = [held for held in self.hands[position] if suit_of(held, self.trump) != led]
        others.sort(key=lambda held: place_in_a_pack_with_trump(held, self.trump))
        wanted = revokes.card(len(self.tricks), turn, others) if others else card
        if card != wanted:
            raise Foul(f"position {position} played {card}, but was to revoke with {wanted}")


def watch_play(
    hands: Sequence[Collection[str]],
    rung: Rung,
    declarer: int,
    plays: Sequence[str],
    *,
    named: str | None = None,
    revoked: int | None = None,
    revokes: Revokes | None = None,
) -> Play:
    """Judge the play of a deal, from naming trump to the last card."""
    if not plays:
        raise Foul(f"position {declarer} did not lead")
    trump = trump_of(rung, plays[0], named)
    play = Play([set(hand) for hand in hands], declarer, trump, revoked, revokes)
    if plays[0] in hands[declarer]:
        check_opening_lead(rung, hands[declarer], plays[0], trump)
    play.watch(plays)
    return play

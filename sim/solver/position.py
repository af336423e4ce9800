"""What is solved: positions, the goal of a contract, the ways in which contracts are played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from sim.engine.block import MOST_PLAYERS
from sim.errors import UserError
from sim.game.cards import (
    JOKER,
    JOKER_PLACES,
    RANKS,
    SUIT_WIDTH,
    SUITS,
    card_bits,
    format_cards,
)
from sim.game.ladder import Contract, LeadMode, TrumpMode

__all__ = ["Goal", "Opening", "Position", "Way", "goal_of", "opened", "openings", "way_of"]

_SUIT: Final = 0xFFFF
_CARDS: Final = sum(((2 << len(RANKS)) - 1) << (SUIT_WIDTH * suit) for suit in range(SUITS))

MOST_TRICKS: Final = 7
"""Most tricks of a deal: the hash table has no room for answers about more."""


class Goal(NamedTuple):
    """The declarer's tricks, of the whole deal, that keep his contract.

    Attributes
    ----------
    least, most : int
        He keeps it with ``least`` to ``most`` tricks, both included.
    """

    least: int
    most: int


def goal_of(contract: Contract, hand_size: int) -> Goal:
    """The goal of a contract.

    Examples
    --------
    >>> goal_of(Contract(name="four", target=4, made=4, failed=4), 5)
    Goal(least=4, most=5)
    """
    exactly = contract.judged == "exactly"
    return Goal(contract.target, contract.target if exactly else hand_size)


class Way(NamedTuple):
    """How a contract is played: contracts that are alike in it need be solved once.

    Attributes
    ----------
    trump, lead : str
        As in :class:`~sim.game.ladder.Contract`.
    aim : {"most", "fewest"} or int
        Tricks that the declarer wants: as many as he can, as few, or just that number.
    """

    trump: TrumpMode
    lead: LeadMode
    aim: Literal["most", "fewest"] | int


def way_of(contract: Contract) -> Way:
    """How a contract is played.

    Examples
    --------
    >>> way_of(Contract(name="nap", target=5, made=5, failed=5))
    Way(trump='suit led', lead='any', aim='most')
    >>> way_of(Contract(name="misere", target=0, judged="exactly", trump="none", made=3, failed=3))
    Way(trump='none', lead='any', aim=0)
    """
    if contract.judged == "exactly":
        return Way(contract.trump, contract.lead, contract.target)
    return Way(contract.trump, contract.lead, "most")


class RevokedError(UserError):
    """Somebody has not followed suit to the trick on the table though he could.

    Parameters
    ----------
    turn : int
        Who.
    card, held : int
        What he played, and what he still holds of the suit led, as masks.
    """

    def __init__(self, turn: int, card: int, held: int) -> None:
        self.turn = turn
        self.what = (
            f"has played {format_cards(card)} and still holds {format_cards(held)}: "
            "that is a revoke"
        )
        super().__init__(f"turn {turn} {self.what}")


@dataclass(frozen=True)
class Position:
    """A deal in mid-play, all hands open.

    Attributes
    ----------
    hands : tuple of int
        The cards that each player still holds, as masks in speaking order. A joker stands at its
        place in the trump suit; at that of the clubs where no suit is trump.
    declarer : int
        His speaking turn.
    trump : int or None
        Number of the trump suit; None where no suit is. A joker is the only trump then.
    leader : int
        The turn that leads to the trick, or has led.
    table : tuple of int
        The cards on the table, from the leader on, as masks of one bit.
    taken : int
        Tricks that the declarer has.

    Raises
    ------
    UserError
        If cards, turns and tricks do not agree.
    RevokedError
        If somebody has revoked on the table.

    Examples
    --------
    >>> from sim.game.cards import parse_cards
    >>> position = Position((parse_cards("AS"), parse_cards("KS")), declarer=0, trump=3, leader=1)
    >>> position.to_play, position.tricks_left
    (1, 1)
    >>> then = position.play(parse_cards("KS")).play(parse_cards("AS"))
    >>> then.taken, then.leader, then.tricks_left
    (1, 0, 0)
    """

    hands: tuple[int, ...]
    declarer: int
    trump: int | None
    leader: int
    table: tuple[int, ...] = ()
    taken: int = 0

    def __post_init__(self) -> None:
        for complaint in self._complaints():
            raise UserError(complaint)
        for revoke in self._revokes():
            raise revoke

    def _complaints(self) -> Iterator[str]:
        players = len(self.hands)
        if not 2 <= players <= MOST_PLAYERS:
            yield f"{players} hands; allowed: 2 to {MOST_PLAYERS}"
        if not (0 <= self.declarer < players and 0 <= self.leader < players):
            yield f"declarer and leader are turns from 0 to {players - 1}"
        if self.trump is not None and not 0 <= self.trump < SUITS:
            yield f"trump is {self.trump}; allowed: 0 to {SUITS - 1}, or None"
        if self.taken < 0:
            yield f"taken is {self.taken}; allowed: 0 or more"
        if len(self.table) >= players:
            yield "the trick on the table is full; turn it"
        if self.tricks_left > MOST_TRICKS:
            yield f"{self.tricks_left} tricks are left; allowed: {MOST_TRICKS} or fewer"
        yield from self._wrong_cards()

    def _wrong_cards(self) -> Iterator[str]:
        players = len(self.hands)
        place = JOKER << SUIT_WIDTH * (self.trump or 0)
        seen = 0
        for cards in (*self.hands, *self.table):
            if cards & seen:
                yield f"{format_cards(cards & seen)} is there twice"
            if cards & JOKER_PLACES & ~place:
                yield "the joker does not stand at its place in the trump suit"
            if cards & ~_CARDS:
                yield "a hand has places that no card has"
            seen |= cards
        for turn, hand in enumerate(self.hands):
            has_played = (turn - self.leader) % players < len(self.table)
            if hand.bit_count() + has_played != self.tricks_left:
                yield (
                    f"the hand of turn {turn} has {hand.bit_count()} cards, not "
                    f"{self.tricks_left - has_played}"
                )

    def _revokes(self) -> Iterator[RevokedError]:
        """Yield who has not followed suit on the table though he could."""
        for place, card in enumerate(self.table):
            turn = (self.leader + place) % len(self.hands)
            if not card & self.led and self.hands[turn] & self.led:
                yield RevokedError(turn, card, self.hands[turn] & self.led)

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, that on the table included."""
        return self.hands[self.leader].bit_count() + bool(self.table)

    @property
    def to_play(self) -> int:
        """The turn that is to play."""
        return (self.leader + len(self.table)) % len(self.hands)

    @property
    def trumps(self) -> int:
        """All places of the trump suit; without one the joker's."""
        return JOKER if self.trump is None else _SUIT << (SUIT_WIDTH * self.trump)

    @property
    def led(self) -> int:
        """The places of the cards that follow the card led; 0 if none is."""
        if not self.table:
            return 0
        card = self.table[0]
        if card & self.trumps:
            return self.trumps
        return (_SUIT << (card.bit_length() - 1) // SUIT_WIDTH * SUIT_WIDTH) & ~self.trumps

    @property
    def legal(self) -> int:
        """The cards that may be played."""
        hand = self.hands[self.to_play]
        return hand & self.led or hand

    @property
    def best(self) -> tuple[int, int]:
        """The card that is winning the trick, and its turn; 0 and the leader if none is led."""
        if not self.table:
            return 0, self.leader
        return self._best_of(self.table)

    def would_win(self, card: int) -> bool:
        """Whether a card would be the best of the trick so far."""
        return not self.table or self._best_of((*self.table, card))[0] == card

    def play(self, card: int) -> Position:
        """Return the position after a card; the winner of a full trick leads to the next.

        Raises
        ------
        UserError
            If the card may not be played.
        """
        if card.bit_count() != 1 or not card & self.legal:
            raise UserError(
                f"{format_cards(card)} may not be played; legal: {format_cards(self.legal)}"
            )
        turn = self.to_play
        hands = tuple(
            hand ^ card if place == turn else hand for place, hand in enumerate(self.hands)
        )
        if len(self.table) + 1 < len(hands):
            return replace(self, hands=hands, table=(*self.table, card))
        _, winner = self._best_of((*self.table, card))
        taken = self.taken + (winner == self.declarer)
        return replace(self, hands=hands, leader=winner, table=(), taken=taken)

    def _best_of(self, trick: tuple[int, ...]) -> tuple[int, int]:
        """Return the card that is winning some cards of this trick, and its turn."""
        trumps = [card for card in trick if card & self.trumps]
        following = [card for card in trick if card & self.led]
        card = max(trumps or following)
        return card, (self.leader + trick.index(card)) % len(self.hands)


class Opening(NamedTuple):
    """A first card, and the trumps that it is led with.

    Attributes
    ----------
    trump : int or None
        Number of the trump suit; None where no suit is.
    card : int
        Its mask; a joker stands at its place in the trump suit.
    """

    trump: int | None
    card: int


def openings(hand: int, contract: Contract) -> tuple[Opening, ...]:
    """All openings that a contract lets its declarer choose from.

    Parameters
    ----------
    hand : int
        Mask of his hand; a joker stands at the place of the clubs.

    Examples
    --------
    >>> from sim.game.cards import parse_cards
    >>> nap = Contract(name="nap", target=5, made=5, failed=5)
    >>> [(opening.trump, format_cards(opening.card)) for opening in
    ...  openings(parse_cards("AS KS 2D"), nap)]
    [(1, '2D'), (3, 'KS'), (3, 'AS')]
    """
    if contract.trump == "none":
        return tuple(Opening(None, card) for card in _each(hand))
    found: list[Opening] = []
    for trump in range(SUITS):
        seated = seat_joker(hand, trump)
        places = _SUIT << (SUIT_WIDTH * trump)
        leads = seated & places if contract.trump == "suit led" else seated
        if contract.lead == "lowest trump":
            leads &= -leads
        elif contract.lead == "lowest non-trump":
            leads = _of_lowest_rank(seated & ~places or seated)
        found += [Opening(trump, card) for card in _each(leads)]
    return tuple(found)


def opened(hands: tuple[int, ...], declarer: int, opening: Opening) -> Position:
    """The position in which the declarer is to lead the card of an opening.

    Parameters
    ----------
    hands : tuple of int
        Masks as dealt, a joker at the place of the clubs.
    """
    seated = hands
    if opening.trump is not None:
        seated = tuple(seat_joker(hand, opening.trump) for hand in hands)
    return Position(seated, declarer=declarer, trump=opening.trump, leader=declarer)


def seat_joker(cards: int, trump: int) -> int:
    """The same cards with a joker at its place in the trump suit, wherever it stood."""
    if not cards & JOKER_PLACES:
        return cards
    return cards & ~JOKER_PLACES | JOKER << (SUIT_WIDTH * trump)


def _each(cards: int) -> list[int]:
    return sorted(1 << bit for bit in card_bits(cards))


def _of_lowest_rank(cards: int) -> int:
    for rank in range(len(RANKS) + 1):
        of_rank = sum(1 << (SUIT_WIDTH * suit + rank) for suit in range(SUITS)) & cards
        if of_rank:
            return of_rank
    return 0

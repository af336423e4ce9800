"""Hands as people write them, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sim.errors import UserError
from sim.game.cards import JOKER_NAME, SUIT_LETTERS, SUIT_NAMES, card_name, parse_card

NO_TRUMPS: Final = "none"

WAYS_TO_WRITE: Final = '"AS KS QS 2H 3D" or, by suits, "S AKQ  H 2  D 3"'
"""What is allowed, for messages and help texts."""


def speakers(hands: int) -> tuple[str, ...]:
    """What players are called who have no names: by their turn to speak.

    Examples
    --------
    >>> speakers(4), speakers(2)
    (('eldest', '2nd', '3rd', 'dealer'), ('eldest', 'dealer'))
    """
    between = [f"{turn}{_ENDINGS.get(turn, 'th')}" for turn in range(2, hands)]
    return ("eldest", *between, "dealer")


_ENDINGS: Final = {2: "nd", 3: "rd"}


def read_cards(text: str) -> list[int]:
    """Cards as masks, in the order written: by cards, or suit by suit as transcripts have them.

    Raises
    ------
    UserError
        If a word is no card.

    Examples
    --------
    >>> from sim.game.cards import format_cards
    >>> [format_cards(card) for card in read_cards("as 10h joker")]
    ['AS', 'TH', 'joker']
    >>> [format_cards(card) for card in read_cards("S AK  D T")]
    ['AS', 'KS', 'TD']
    """
    return [parse_card(word) for word in _words(text)]


def _words(text: str) -> Iterator[str]:
    suit = ""
    for word in text.replace(",", " ").upper().replace("10", "T").split():
        if word == JOKER_NAME.upper():
            yield JOKER_NAME
        elif len(word) == 1 and word in SUIT_LETTERS:
            suit = word
        elif suit and word[-1] not in SUIT_LETTERS:
            yield from (rank + suit for rank in word)
        else:
            yield word


def read_hands(text: str) -> tuple[int, ...]:
    """The hands of a deal as masks, written with / between them.

    Raises
    ------
    UserError
        If there are too few or too many, a word is no card, or a card is there twice.

    Examples
    --------
    >>> read_hands("2C 3C / 2C 4C")
    Traceback (most recent call last):
    ...
    sim.errors.UserError: 2C is in the hands of eldest and dealer
    """
    written = text.split("/")
    if not 2 <= len(written) <= 7:
        raise UserError(
            f"{len(written)} hand{'s' * (len(written) > 1)}; allowed: 2 to 7 hands, eldest's "
            f"first, with / between them, each written {WAYS_TO_WRITE}"
        )
    names = speakers(len(written))
    holders: dict[int, str] = {}
    hands = []
    for name, hand in zip(names, written, strict=True):
        cards = _cards_of(name, hand)
        for card in cards:
            if card in holders:
                whose = [holders[card], name]
                both = f"hands of {' and '.join(whose)}" if len({*whose}) > 1 else f"hand of {name}"
                twice = "" if len({*whose}) > 1 else " twice"
                raise UserError(f"{name_of(card)} is{twice} in the {both}")
            holders[card] = name
        hands.append(sum(cards))
    if not any(hands):
        raise UserError("no hand has a card")
    return tuple(hands)


def _cards_of(name: str, hand: str) -> Sequence[int]:
    try:
        return read_cards(hand)
    except UserError as error:
        raise UserError(f"hand of {name}: {error}") from None


def read_trump(text: str) -> int | None:
    """The number of a trump suit; None for none.

    Raises
    ------
    UserError
        If it is neither a suit nor "none".

    Examples
    --------
    >>> read_trump("S"), read_trump("hearts"), read_trump("none")
    (3, 2, None)
    """
    if text == NO_TRUMPS:
        return None
    for number, name in enumerate(SUIT_NAMES):
        if text.lower() == name or text.upper() == SUIT_LETTERS[number]:
            return number
    raise UserError(f"{text!r} is no suit; allowed: {', '.join(SUIT_LETTERS)} or {NO_TRUMPS}")


def name_of(card: int) -> str:
    """The text of a card given as a mask."""
    return card_name(card.bit_length() - 1)

"""Cards, suits and packs: one bit a card, names at the edge.

A card is one bit of a ``uint64``: bit ``16 * suit + rank``. Suits are clubs 0, diamonds 1,
hearts 2, spades 3; ranks are 2 at 0 up to ace at 12. Bit 13 of a suit is kept for the joker,
which belongs to the trump suit and is its highest card. A hand is the union of its cards, so a
higher bit within a suit is a higher card.
"""

from __future__ import annotations

from collections.abc import Iterable

from sim.bits import (
    ONE,
    ZERO,
    bits_above,
    either,
    lane_function,
    lowest_bit,
    popcount,
    u64,
)
from sim.errors import UserError

RANKS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUITS = 4
SUIT_WIDTH = 16
ACE_RANK = len(RANKS) - 1

SUIT = u64(0xFFFF)


def pack_of(cards: int) -> int:
    """The pack of that many cards: the highest ranks of all four suits, as one mask.

    Parameters
    ----------
    cards : int
        A multiple of four from 4 to 52; 52 is the whole pack, 32 keeps the sevens and up.

    Examples
    --------
    >>> pack_of(52).bit_count(), format_cards(pack_of(24) & 0xFFFF)
    (52, 'AC KC QC JC TC 9C')
    """
    ranks = cards // SUITS
    suit = ((1 << ranks) - 1) << (len(RANKS) - ranks)
    return sum(suit << (SUIT_WIDTH * number) for number in range(SUITS))


def parse_card(text: str) -> int:
    """The bit of a card written as rank and suit letter.

    Raises
    ------
    UserError
        If the text is no card.

    Examples
    --------
    >>> parse_card("2C"), parse_card("AS") == 1 << 60
    (1, True)
    """
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUIT_LETTERS:
        raise UserError(
            f"{text!r} is no card: write rank ({' '.join(RANKS)}) then suit "
            f"({' '.join(SUIT_LETTERS)}), such as AS or TD"
        )
    return 1 << (SUIT_WIDTH * SUIT_LETTERS.index(text[1]) + RANKS.index(text[0]))


def parse_cards(text: str) -> int:
    """The mask of a hand written as cards with spaces between them.

    Raises
    ------
    UserError
        If a word is no card, or a card is there twice.

    Examples
    --------
    >>> format_cards(parse_cards("2C AS TD"))
    'AS TD 2C'
    """
    mask = 0
    for word in text.split():
        card = parse_card(word)
        if mask & card:
            raise UserError(f"{word} is twice in {text!r}")
        mask |= card
    return mask


def card_bits(mask: int) -> Iterable[int]:
    """The bit numbers of a mask's cards, highest first (spades before hearts …)."""
    return (bit for bit in range(63, -1, -1) if mask >> bit & 1)


def card_name(bit: int) -> str:
    """The text of the card at a bit number.

    Examples
    --------
    >>> card_name(12), card_name(48)
    ('AC', '2S')
    """
    suit, rank = divmod(bit, SUIT_WIDTH)
    return RANKS[rank] + SUIT_LETTERS[suit]


def format_cards(mask: int) -> str:
    """A hand as text, highest suit and rank first."""
    return " ".join(map(card_name, card_bits(mask)))


def format_suits(mask: int) -> str:
    """A hand suit by suit, spades first, suits that are not held left out.

    Examples
    --------
    >>> format_suits(parse_cards("2C AS TD KS"))
    'S AK  D T  C 2'
    """
    suits = []
    for number in range(SUITS - 1, -1, -1):
        held = mask >> (SUIT_WIDTH * number) & 0xFFFF
        if held:
            ranks = "".join(RANKS[bit] for bit in card_bits(held))
            suits.append(f"{SUIT_LETTERS[number]} {ranks}")
    return "  ".join(suits)


@lane_function
def suit_mask(suit):  # type: ignore[no-untyped-def]
    """All places of suit number ``suit``."""
    return SUIT << (suit << u64(4))


@lane_function
def suit_number(card):  # type: ignore[no-untyped-def]
    """The suit number 0 … 3 of a single card."""
    return popcount(card - ONE) >> u64(4)


@lane_function
def suit_of(card):  # type: ignore[no-untyped-def]
    """All places of the suit of a single card."""
    return SUIT << (popcount(card - ONE) & u64(48))


@lane_function
def cards_that_follow(hand, led_suit):  # type: ignore[no-untyped-def]
    """The legal cards of a hand: those of the suit led if there are any, else all of them."""
    following = hand & led_suit
    return either(following != ZERO, following, hand)


@lane_function
def cards_that_win(cards, best, trump, led_suit):  # type: ignore[no-untyped-def]
    """Those of ``cards`` that beat ``best``, the card that is winning the trick."""
    higher = bits_above(best)
    trumped = (best & trump) != ZERO
    return cards & either(trumped, trump & higher, (led_suit & higher) | trump)


@lane_function
def ranks_of(cards):  # type: ignore[no-untyped-def]
    """The ranks held in any suit, as a mask of one suit."""
    halves = cards | (cards >> u64(32))
    return (halves | (halves >> u64(16))) & SUIT


@lane_function
def cards_of_rank(cards, rank):  # type: ignore[no-untyped-def]
    """Those cards that have one rank, given as a single bit of the lowest suit."""
    two_suits = rank | (rank << u64(16))
    return cards & (two_suits | (two_suits << u64(32)))


@lane_function
def lowest_rank(cards):  # type: ignore[no-untyped-def]
    """The card of lowest rank, the lowest suit first among equals; 0 for no cards."""
    return lowest_bit(cards_of_rank(cards, lowest_bit(ranks_of(cards))))


@lane_function
def highest_rank(cards):  # type: ignore[no-untyped-def]
    """The card of highest rank, the lowest suit first among equals; 0 for no cards."""
    ranks = ranks_of(cards)
    highest = ranks & ~cards_below(ranks)
    return lowest_bit(cards_of_rank(cards, highest))


@lane_function
def cards_below(cards):  # type: ignore[no-untyped-def]
    """Every place lower than some given card of the same suit."""
    below = (cards >> ONE) & u64(0x7FFF_7FFF_7FFF_7FFF)
    below |= (below >> ONE) & u64(0x7FFF_7FFF_7FFF_7FFF)
    below |= (below >> u64(2)) & u64(0x3FFF_3FFF_3FFF_3FFF)
    below |= (below >> u64(4)) & u64(0x0FFF_0FFF_0FFF_0FFF)
    return below | ((below >> u64(8)) & u64(0x00FF_00FF_00FF_00FF))


@lane_function
def preferring(cards, preferred):  # type: ignore[no-untyped-def]
    """The preferred ones among the cards if there are any, else all of them."""
    liked = cards & preferred
    return either(liked != ZERO, liked, cards)

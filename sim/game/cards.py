"""Cards, suits and packs: one bit a card, names at the edge.

A card is one bit of a 64-bit mask: bit ``16 * suit + rank``. Suits are clubs 0, diamonds 1,
hearts 2, spades 3; ranks are 2 at 0 up to ace at 12. Bit 13 of a suit is kept for the joker,
which belongs to the trump suit and is its highest card. A hand is the union of its cards, so a
higher bit within a suit is a higher card. While no suit is trump the joker stands with the clubs,
and without trumps it stays there.
"""

from __future__ import annotations

from collections.abc import Iterable

from sim.errors import UserError

RANKS = "23456789TJQKA"
SUIT_LETTERS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUITS = 4
SUIT_WIDTH = 16
JOKER_RANK = len(RANKS)
JOKER = 1 << JOKER_RANK
"""The joker while no suit is trump. Once one is, it stands at the same place of that suit."""
JOKER_PLACES = sum(JOKER << (SUIT_WIDTH * suit) for suit in range(SUITS))
"""Its place in each suit."""

JOKER_NAME = "joker"


def pack_of(cards: int) -> int:
    """The pack of that many cards: the highest ranks of all four suits, as one mask.

    Parameters
    ----------
    cards : int
        A multiple of four from 4 to 52; 52 is the whole pack, 32 keeps the sevens and up. The joker
        is not among them.

    Examples
    --------
    >>> pack_of(52).bit_count(), format_cards(pack_of(24) & 0xFFFF)
    (52, 'AC KC QC JC TC 9C')
    """
    ranks = cards // SUITS
    suit = ((1 << ranks) - 1) << (len(RANKS) - ranks)
    return sum(suit << (SUIT_WIDTH * number) for number in range(SUITS))


def parse_card(text: str) -> int:
    """The bit of a card written as rank and suit letter, or of the joker.

    Raises
    ------
    UserError
        If the text is no card.

    Examples
    --------
    >>> parse_card("2C"), parse_card("AS") == 1 << 60, parse_card("joker") == JOKER
    (1, True, True)
    """
    if text == JOKER_NAME:
        return JOKER
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUIT_LETTERS:
        raise UserError(
            f"{text!r} is no card: write rank ({' '.join(RANKS)}) then suit "
            f"({' '.join(SUIT_LETTERS)}), such as AS or TD, or {JOKER_NAME}"
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
    """The text of the card at a bit number; the joker is called so in every suit.

    Examples
    --------
    >>> card_name(12), card_name(48), card_name(13)
    ('AC', '2S', 'joker')
    """
    suit, rank = divmod(bit, SUIT_WIDTH)
    if rank == JOKER_RANK:
        return JOKER_NAME
    return RANKS[rank] + SUIT_LETTERS[suit]


def format_cards(mask: int) -> str:
    """A hand as text, highest suit and rank first."""
    return " ".join(map(card_name, card_bits(mask)))


def format_suits(mask: int) -> str:
    """A hand suit by suit, the joker and spades first, suits that are not held left out.

    Examples
    --------
    >>> format_suits(parse_cards("2C AS TD KS")), format_suits(parse_cards("2C joker"))
    ('S AK  D T  C 2', 'joker  C 2')
    """
    groups = [JOKER_NAME] if mask & JOKER_PLACES else []
    for number in range(SUITS - 1, -1, -1):
        held = (mask & ~JOKER_PLACES) >> (SUIT_WIDTH * number) & 0xFFFF
        if held:
            ranks = "".join(RANKS[bit] for bit in card_bits(held))
            groups.append(f"{SUIT_LETTERS[number]} {ranks}")
    return "  ".join(groups)

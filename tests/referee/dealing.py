"""The deal: which cards a numbered deal gives to whom, and how a pack passes to the next deal."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tests.referee.chance import CARDS_STREAM, CUT_STREAM, draw_below, draw_cards, random_words
from tests.referee.house import House
from tests.referee.pack import JOKER, STRENGTH, SUITS, pack_of

EXTRA_HAND = 5
FEWEST_IN_A_PACKET = 4
"""Cards that a cut must leave in each of its two packets."""

PACKETS = {5: (3, 2), 7: (3, 2, 2)}


def speaking_order(players: int, dealer_sits_out: bool = False) -> list[int]:
    """List the positions with cards from eldest clockwise to the dealer, if he has any."""
    return list(range(1, players)) if dealer_sits_out else [*range(1, players), 0]


class Stock(Protocol):
    """What is left of the pack after the deal."""

    def draw(self, count: int) -> set[str]:
        """Give the next player in speaking order as many cards as he exchanges."""


@dataclass(frozen=True)
class Layout:
    """Where the cards of a deal lie before the first act; hands by position."""

    hands: list[set[str]]
    extra_hand: set[str]
    peep_card: str | None
    float_card: str | None
    stock: Stock


# A pack shuffled anew: every card is drawn when it is dealt ---------------------------------------


class ShuffledStock:
    """A stock in which no card has a place until it is drawn."""

    def __init__(self, words: Iterator[int], left: list[str], most: int) -> None:
        self.words, self.left = words, left
        self.words_a_turn = math.ceil(most / 5)

    def draw(self, count: int) -> set[str]:
        """Draw for one turn; it uses up its random words even if nothing is exchanged."""
        words = [next(self.words) for _ in range(self.words_a_turn)]
        return set(draw_cards(iter(words), self.left, count))


def numbered_layout(
    house: House, seed: int, number: int, players: int, stream: int = CARDS_STREAM
) -> Layout:
    """Deal a numbered deal: hands from eldest round, extra hand, peep card, float."""
    words = random_words(seed, stream, number)
    left = list(pack_of(house.pack, house.joker))
    return Layout(
        hands=drawn_hands(words, left, players, house.hand_size, house.dealer_sits_out),
        extra_hand=set(draw_cards(words, left, EXTRA_HAND)) if house.sir_garnet else set(),
        peep_card=draw_cards(words, left, 1)[0] if house.peep else None,
        float_card=draw_cards(words, left, 1)[0] if house.float_card else None,
        stock=ShuffledStock(words, left, house.exchange_cards),
    )


def deal_cards(
    seed: int, deal: int, players: int, pack: Sequence[str], hand_size: int = 5
) -> list[set[str]]:
    """Give the hands of a numbered deal by position, dealt from eldest round to the dealer.

    Each draw takes one of the cards still in the pack, counted in the pack's printed order; a
    64-bit word serves five draws, and every hand begins a new word.
    """
    words = random_words(seed, CARDS_STREAM, deal)
    return drawn_hands(words, list(pack), players, hand_size)


def drawn_hands(
    words: Iterator[int],
    left: list[str],
    players: int,
    hand_size: int,
    dealer_sits_out: bool = False,
) -> list[set[str]]:
    """Draw the hands out of `left`, from eldest round."""
    hands: list[set[str]] = [set() for _ in range(players)]
    for position in speaking_order(players, dealer_sits_out):
        hands[position].update(draw_cards(words, left, hand_size))
    return hands


# A pack that passes from deal to deal: a list of cards, the top one first ------------------------


class TopOfThePack:
    """A stock that is drawn from the top."""

    def __init__(self, left: list[str]) -> None:
        self.left = left

    def draw(self, count: int) -> set[str]:
        """Take as many cards from the top."""
        return set(taken_off(self.left, count))


def taken_off(left: list[str], count: int) -> list[str]:
    """Take cards off the top."""
    taken = left[:count]
    del left[:count]
    return taken


def layout_in_packets(house: House, pack: Sequence[str], players: int) -> Layout:
    """Deal a pack from its top in packets of 3 and 2 (seven cards: 3, 2 and 2), eldest first."""
    left = list(pack)
    hands: list[set[str]] = [set() for _ in range(players)]
    for packet in PACKETS[house.hand_size]:
        for position in speaking_order(players, house.dealer_sits_out):
            hands[position].update(taken_off(left, packet))
    return Layout(
        hands=hands,
        extra_hand=set(taken_off(left, EXTRA_HAND)) if house.sir_garnet else set(),
        peep_card=taken_off(left, 1)[0] if house.peep else None,
        float_card=taken_off(left, 1)[0] if house.float_card else None,
        stock=TopOfThePack(left),
    )


def shuffled_pack(seed: int, deal: int, pack: Sequence[str]) -> list[str]:
    """Shuffle the pack for a numbered deal, place by place from the top."""
    return draw_cards(random_words(seed, CARDS_STREAM, deal), list(pack), len(pack))


def gathered_pack(
    pack: Sequence[str], plays: Sequence[str], unplayed: Sequence[Collection[str]]
) -> list[str]:
    """Gather a pack after its deal.

    On top the cards in the order in which they were played, below them the unplayed hands from
    eldest round, each sorted, and at the bottom all the others as they lay.
    """
    gathered = list(plays)
    for position in speaking_order(len(unplayed)):
        gathered += sorted(unplayed[position], key=place_in_a_sorted_hand)
    return gathered + [card for card in pack if card not in gathered]


def place_in_a_sorted_hand(card: str) -> tuple[int, int]:
    """Sort the joker first, then clubs, diamonds, hearts and spades, each from its lowest."""
    return (-1, 0) if card == JOKER else (SUITS.index(card[1]), STRENGTH[card[0]])


def cut_pack(pack: Sequence[str], seed: int, deal: int) -> list[str]:
    """Cut the pack before a numbered deal: so many cards go from the top to the bottom."""
    ways = len(pack) - 2 * FEWEST_IN_A_PACKET + 1
    number, _ = draw_below(ways, next(random_words(seed, CUT_STREAM, deal)))
    cut = FEWEST_IN_A_PACKET + number
    return [*pack[cut:], *pack[:cut]]

"""The numbered deals: every random word from seed, stream, number and place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

CARDS_STREAM = 0
FIRST_DEALER_STREAM = 1
REVOKES_STREAM = 2
CUT_STREAM = 3
STREAMS_OF_A_GAME = 256
"""An extra deal has streams of its own: those of the game, moved on by so many each time."""

LOW_32 = (1 << 32) - 1
LOW_64 = (1 << 64) - 1


def philox4x32(counter: Sequence[int], key: Sequence[int]) -> tuple[int, int, int, int]:
    """Philox4x32 with ten rounds, word by word as its authors define it.

    Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11.
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        product_0 = 0xD2511F53 * c0
        product_1 = 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (
            (product_1 >> 32) ^ c1 ^ k0,
            product_1 & LOW_32,
            (product_0 >> 32) ^ c3 ^ k1,
            product_0 & LOW_32,
        )
        k0 = (k0 + 0x9E3779B9) & LOW_32
        k1 = (k1 + 0xBB67AE85) & LOW_32
    return c0, c1, c2, c3


def random_words(seed: int, stream: int, index: int, block: int = 0) -> Iterator[int]:
    """Yield the 64-bit words of one stream at one index, two a block, from some block on."""
    key = (seed & LOW_32, seed >> 32)
    while True:
        c0, c1, c2, c3 = philox4x32((block, stream, index & LOW_32, index >> 32), key)
        yield c0 | c1 << 32
        yield c2 | c3 << 32
        block += 1


def draw_below(bound: int, word: int) -> tuple[int, int]:
    """Draw a number below `bound` from a 64-bit word; also give the word for the next draw."""
    product = word * bound
    return product >> 64, product & LOW_64


def draw_cards(words: Iterator[int], left: list[str], count: int) -> list[str]:
    """Draw cards out of `left`, five from each word, every draw counted in the order of `left`."""
    drawn = []
    word = 0
    for place in range(count):
        if place % 5 == 0:
            word = next(words)
        number, word = draw_below(len(left), word)
        drawn.append(left.pop(number))
    return drawn


def first_dealer(seed: int, session: int, players: int) -> int:
    """Give the seat that deals the first deal of a session."""
    word = next(random_words(seed, FIRST_DEALER_STREAM, session))
    return draw_below(players, word)[0]


def extra_deal_dealer(seed: int, session: int, extra_deal: int, tied: Sequence[int]) -> int:
    """Give the seat that deals an extra deal, drawn among the tied seats in ascending order."""
    stream = FIRST_DEALER_STREAM + extra_deal_shift(extra_deal)
    number, _ = draw_below(len(tied), next(random_words(seed, stream, session)))
    return sorted(tied)[number]


def extra_deal_shift(extra_deal: int) -> int:
    """Say how far the streams of an extra deal, the first being 0, are moved on."""
    return STREAMS_OF_A_GAME * (extra_deal + 1)


def dealer_of(seed: int, deal: int, players: int, deals_per_session: int) -> int:
    """Give the seat that deals a numbered deal: the deal moves one seat on after every deal."""
    session, deals_before = divmod(deal, deals_per_session)
    return (first_dealer(seed, session, players) + deals_before) % players

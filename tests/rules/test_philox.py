"""The random numbers: the generator, and drawing a card from a random word.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as
1, 2, 3", SC'11), checked against the known answers that its authors publish. A bounded draw is
checked against Python's big integers, and the bound on its bias by arithmetic for every table.

Fault of this kind elsewhere: biased shuffles in shipped games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types, uint64

from sim.engine import philox
from sim.engine.bits import u64
from sim.engine.compiled import compile_kernel
from sim.engine.dealing import CARDS_PER_WORD
from sim.engine.packs import LEAST_CUT
from sim.game.options import PACKS
from sim.game.rules import MOST_PLAYERS
from sim.tie_breaks import MOST_EXTRA_DEALS

LOW_32 = 2**32 - 1
WORDS = 2**64
"""How many random words there are."""

words_of_64_bits = st.integers(0, WORDS - 1)

TWO_WORDS = types.UniTuple(uint64, 2)


def philox_of(c0, c1, c2, c3, k0, k1):  # type: ignore[no-untyped-def]
    return philox.philox(c0, c1, c2, c3, k0, k1)


def words_of(seed, stream, index, block):  # type: ignore[no-untyped-def]
    return philox.random_words(seed, stream, index, block)


def draw_of(word, bound):  # type: ignore[no-untyped-def]
    return philox.bounded_draw(word, bound)


def part_of(word, bound):  # type: ignore[no-untyped-def]
    return philox.bounded_part(word, bound)


def callable_from_python(function: Callable[..., Any], result: Any, arguments: int) -> Any:
    """A function of 64-bit words that takes and gives plain integers, compiled when first used."""
    compiled = cache(lambda: compile_kernel(result(*[uint64] * arguments), function))
    return lambda *numbers: compiled()(*map(u64, numbers))


philox4x32 = callable_from_python(philox_of, TWO_WORDS, 6)
random_words = callable_from_python(words_of, TWO_WORDS, 4)
bounded_draw = callable_from_python(draw_of, TWO_WORDS, 2)
bounded_part = callable_from_python(part_of, uint64, 2)


# The generator -----------------------------------------------------------------------------------

KNOWN_ANSWERS = [
    "00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd",
    "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1",
]
"""Counter, key and answer: the lines ``philox4x32 10`` of the file ``kat_vectors`` of Random123."""


@pytest.mark.parametrize("line", KNOWN_ANSWERS)
def test_the_known_answers_of_its_authors(line: str) -> None:
    *counter_and_key, r0, r1, r2, r3 = (int(word, 16) for word in line.split())
    assert philox4x32(*counter_and_key) == (r0 | r1 << 32, r2 | r3 << 32)


@given(
    seed=words_of_64_bits,
    stream=st.integers(0, 31),
    index=words_of_64_bits,
    block=st.integers(0, 7),
)
def test_counter_and_key_of_a_random_word(seed: int, stream: int, index: int, block: int) -> None:
    """Key: the seed, low half first. Counter: block, stream, index (low half first)."""
    key = seed & LOW_32, seed >> 32
    counter = block, stream, index & LOW_32, index >> 32
    assert random_words(seed, stream, index, block) == philox4x32(*counter, *key)


def test_streams_do_not_meet() -> None:
    """Cards, first dealers, revokes, cuts and every position's policy have streams of their own.

    So have they in each extra deal that a session may have.
    """
    of_a_deal = [philox.CARDS, philox.FIRST_DEALER, philox.REVOKES, philox.CUT]
    of_a_deal += [philox.POLICY + position for position in range(MOST_PLAYERS)]
    streams = [
        stream + philox.STREAMS_OF_A_DEAL * extra_deal
        for extra_deal in range(MOST_EXTRA_DEALS + 1)
        for stream in of_a_deal
    ]
    assert len(set(streams)) == len(streams) == 11 * 21
    assert max(streams) < 2**32, "a stream is one word of the counter"
    assert len({random_words(1815, stream, 7, 0) for stream in streams}) == len(streams)


# Bounded draws -----------------------------------------------------------------------------------


@given(word=words_of_64_bits, bound=st.integers(1, WORDS - 1))
def test_a_draw_is_the_integer_part_and_leaves_the_fraction(word: int, bound: int) -> None:
    assert bounded_draw(word, bound) == divmod(word * bound, WORDS)


@given(word=words_of_64_bits, bound=st.integers(1, LOW_32))
def test_the_part_is_the_same_draw(word: int, bound: int) -> None:
    assert bounded_part(word, bound) == word * bound // WORDS


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 47, 52, LOW_32])
def test_the_ends_of_the_range(bound: int) -> None:
    """The word at which each draw begins, the last before it, and the very last."""
    for draw in range(0, bound, max(1, bound // 52)):
        begins = -(-draw * WORDS // bound)
        assert bounded_part(begins, bound) == bounded_draw(begins, bound)[0] == draw
        if draw:
            assert bounded_part(begins - 1, bound) == bounded_draw(begins - 1, bound)[0] == draw - 1
    assert bounded_part(WORDS - 1, bound) == bounded_draw(WORDS - 1, bound)[0] == bound - 1


# The bias of the cards ---------------------------------------------------------------------------
# Draws with bounds b1, b2, ... from one word read off the digits of floor(word * B / 2**64) in the
# mixed base b1, b2, ..., where B is the product of the bounds. So every combination of draws comes
# from floor(2**64 / B) or one more words, and its probability is off 1 / B by less than the B /
# 2**64-th part of itself. The first two tests show this, the third bounds it.


def combination(draws: list[int], bounds: list[int]) -> int:
    """The draws as one number below the product of the bounds, the first draw leading."""
    number = 0
    for draw, bound in zip(draws, bounds, strict=True):
        number = number * bound + draw
    return number


@given(word=words_of_64_bits, left=st.integers(CARDS_PER_WORD, 53))
def test_successive_draws_are_the_digits_of_one_number(word: int, left: int) -> None:
    bounds = [left - drawn for drawn in range(CARDS_PER_WORD)]
    draws, rest = [], word
    for bound in bounds:
        draw, rest = bounded_draw(rest, bound)
        draws.append(draw)
    assert combination(draws, bounds) == word * math.prod(bounds) // WORDS


@pytest.mark.parametrize("bounds", [[5, 4, 3], [7, 6], [13, 12, 11]])
def test_so_every_combination_comes_from_as_many_words_give_or_take_one(bounds: list[int]) -> None:
    """Counted out with words of 16 bits."""
    product = math.prod(bounds)
    counts = Counter(word * product >> 16 for word in range(2**16))
    assert len(counts) == product
    assert set(counts.values()) <= {2**16 // product, 2**16 // product + 1}


def packets(hand_size: int) -> list[int]:
    """How many cards of a hand come from each random word."""
    return [min(CARDS_PER_WORD, hand_size - dealt) for dealt in range(0, hand_size, CARDS_PER_WORD)]


def bias_of_a_deal(pack: int, players: int, hand_size: int) -> Fraction:
    """How far the probability of any deal may be off, as a part of itself."""
    return bias_of_packets(pack, packets(hand_size) * players)


def bias_of_packets(pack: int, drawn: list[int]) -> Fraction:
    """The same for packets of cards, a random word each, that are drawn one after the other.

    A product of factors 1 + b with sum S of the b is at most 1 + S + S**2 (for S below 1).
    """
    left = pack
    off = Fraction(0)
    for packet in drawn:
        off += Fraction(math.prod(range(left - packet + 1, left + 1)), WORDS)
        left -= packet
    return off + off**2


@pytest.mark.parametrize("hand_size", [5, 7])
@pytest.mark.parametrize("pack", [pack + joker for pack in PACKS for joker in (0, 1)])
def test_no_deal_is_likelier_than_another_by_a_part_in_2_to_the_32(
    pack: int, hand_size: int
) -> None:
    """For every pack, with and without a joker, and every table that it can be dealt to."""
    tables = range(2, min(MOST_PLAYERS, pack // hand_size) + 1)
    assert all(bias_of_a_deal(pack, players, hand_size) < Fraction(1, 2**32) for players in tables)
    assert len(tables) > 1


@pytest.mark.parametrize("pack", [pack + joker for pack in PACKS for joker in (0, 1)])
def test_no_order_of_a_pack_is_likelier_than_another_by_a_part_in_2_to_the_32(pack: int) -> None:
    """Where the whole pack is shuffled, card by card from the top."""
    assert bias_of_packets(pack, packets(pack)) < Fraction(1, 2**32)


def test_no_cut_is_likelier_than_another_by_a_part_in_2_to_the_58() -> None:
    """One draw a word, with as many places to cut as a pack of 53 has."""
    assert Fraction(53 - 2 * LEAST_CUT + 1, WORDS) < Fraction(1, 2**58)


def test_one_hand_of_a_pack_of_52() -> None:
    """The figure that the draw states for itself: below 2**-35."""
    assert Fraction(52 * 51 * 50 * 49 * 48, WORDS) < Fraction(1, 2**35)

"""Philox4x32-10, the counter-based generator behind every random choice.

A counter-based generator is a pure function: random word number *w* of stream *c* of deal *i*
under seed *s* needs no words before it, so deals can be simulated in any order, anywhere.
The key is the 64-bit seed; the counter is (block, stream, index), the index being the number of a
deal or of a session.

Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, *Parallel random numbers: as easy as
1, 2, 3*, SC'11. NumPy promises stable streams for its bit generators but not for the methods of
its ``Generator``, hence this derivation of our own; its known-answer vectors are tests.
"""

from __future__ import annotations

from sim.engine.bits import LOW_WORD, high_product, lane_function, u64

CARDS = 0
FIRST_DEALER = 1
REVOKES = 2
CUT = 3
POLICY = 16
"""Streams: the cards of a deal, the first dealer of a session, revokes, the cut of a pack that is
not shuffled, and ``POLICY + position`` for the policy that plays at that position. A policy's
choices can never move a card."""

STREAMS_OF_A_DEAL = 256
"""The streams of a session's extra deals stand so far apart, one after the other."""

DEALS_OF_A_SEED = 1 << 64
"""How many deals a seed has: their numbers take 64 bits of the counter."""

_ROUNDS = 10
_MULTIPLIER_0 = u64(0xD2511F53)
_MULTIPLIER_2 = u64(0xCD9E8D57)
_WEYL_0 = u64(0x9E3779B9)
_WEYL_1 = u64(0xBB67AE85)
_HALF = u64(32)


@lane_function
def philox(counter_0, counter_1, counter_2, counter_3, key_0, key_1):  # type: ignore[no-untyped-def]
    """Ten rounds of Philox4x32; all arguments hold 32 bits in a ``uint64``.

    Returns
    -------
    tuple of uint64
        The four 32-bit results as two 64-bit words, the earlier result in the lower half.
    """
    for _ in range(_ROUNDS):
        product_0 = _MULTIPLIER_0 * counter_0
        product_2 = _MULTIPLIER_2 * counter_2
        counter_0 = (product_2 >> _HALF) ^ counter_1 ^ key_0
        counter_1 = product_2 & LOW_WORD
        counter_2 = (product_0 >> _HALF) ^ counter_3 ^ key_1
        counter_3 = product_0 & LOW_WORD
        key_0 = (key_0 + _WEYL_0) & LOW_WORD
        key_1 = (key_1 + _WEYL_1) & LOW_WORD
    return counter_0 | (counter_1 << _HALF), counter_2 | (counter_3 << _HALF)


@lane_function
def random_words(seed, stream, index, block):  # type: ignore[no-untyped-def]
    """The two random 64-bit words of one block of a stream.

    Parameters
    ----------
    seed, stream, index, block : uint64
        The index is a deal number or a session number, as the stream has it.
    """
    return philox(
        block,
        stream,
        index & LOW_WORD,
        index >> _HALF,
        seed & LOW_WORD,
        seed >> _HALF,
    )


@lane_function
def bounded_draw(word, bound):  # type: ignore[no-untyped-def]
    """Draw a number below ``bound`` from a random word, and give what is left of the word.

    The draw is the integer part of ``word / 2**64 * bound``; the fraction serves the next draw.
    Draws with bounds b1, b2, … from one word have every combination within one part in
    2**64 / (b1·b2·…) of equal probability: below 2**-35 for five cards of a pack of 52.
    """
    return high_product(word, bound), word * bound


@lane_function
def bounded_part(word, bound):  # type: ignore[no-untyped-def]
    """The same draw for a bound below 2**32, without what is left; this one vectorises."""
    low = (word & LOW_WORD) * bound
    return ((word >> _HALF) * bound + (low >> _HALF)) >> _HALF

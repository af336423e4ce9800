"""What searches remember: whether the declarer keeps a contract from a position.

A position at the start of a trick, within one problem, is told by the cards still held and by the
leader, since who holds a card never changes. Both fit into one word, which is compared as a whole:
no two positions can be taken for each other, and a table of any size, or none, gives the same
answers. The other word has the number of the problem, and for each number of tricks wanted whether
the answer is known, and which it is.
"""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, i64, lane_function, u64
from sim.solver.bounds import BROKEN, KEPT, OPEN
from sim.solver.workspace import HAND, PLAYERS, PROBLEM, SLOTS, TABLE, WORDS_A_SLOT

_SPREAD = u64(0x9E37_79B9_7F4A_7C15)
"""2**64 over the golden ratio (Knuth, *The Art of Computer Programming* 3, §6.4)."""

_NUMBERS = u64(8)
"""Bits for the numbers of tricks from 0 to 7: known ones, and above them the answers."""
_ANSWERS = u64(0xFF)


@lane_function
def position_key(words, leader):  # type: ignore[no-untyped-def]
    """The cards held and, on places that no card has, the leader's turn from 1 on."""
    held = ZERO
    for turn in range(i64(words[PLAYERS])):
        held |= words[HAND + turn]
    leads = u64(leader) + ONE
    return held | ((leads & u64(3)) << u64(14)) | ((leads & u64(4)) << u64(28))


@lane_function
def slot_of(words, key):  # type: ignore[no-untyped-def]
    """Where the entry of a position would be.

    The problem has no part in it: so the positions searched are the same for any problem number.
    """
    mixed = (key ^ (key >> u64(29))) * _SPREAD
    slot = (mixed >> u64(32)) & (words[SLOTS] - ONE)
    return TABLE + i64(slot) * WORDS_A_SLOT


@lane_function
def remembered(words, slot, key, number):  # type: ignore[no-untyped-def]
    """The answer for a number of tricks, or that it is not known."""
    entry = words[slot + 1]
    if words[slot] != key or entry >> (_NUMBERS + _NUMBERS) != words[PROBLEM]:
        return OPEN
    if (entry >> u64(number)) & ONE == ZERO:
        return OPEN
    return KEPT if (entry >> (_NUMBERS + u64(number))) & ONE != ZERO else BROKEN


@lane_function
def remember(words, slot, key, known, answer):  # type: ignore[no-untyped-def]
    """Note the answer for some numbers of tricks, given as bits."""
    entry = words[slot + 1]
    same = words[slot] == key and entry >> (_NUMBERS + _NUMBERS) == words[PROBLEM]
    if not same:
        entry = words[PROBLEM] << (_NUMBERS + _NUMBERS)
    entry |= known
    if answer == KEPT:
        entry |= u64(known) << _NUMBERS
    words[slot] = key
    words[slot + 1] = entry


@lane_function
def known_by(number, answer, least, most, left):  # type: ignore[no-untyped-def]
    """The numbers of tricks, as bits, of which an answer tells.

    Who can take *n* or more can be content with fewer. Of other goals an answer tells nothing
    else: to take just *n* tricks may turn into taking none.
    """
    here = ONE << u64(number)
    down = here | (here - ONE)
    up = _ANSWERS & ~(here - ONE)
    if most < left or least == most:
        return here
    return down if answer == KEPT else up

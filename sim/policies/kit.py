"""What policies are written with: sets of cards, calls and lots, in plain arithmetic.

Everything here works alike on whole numbers, on NumPy arrays of them (a set of cards a table), and
in compiled scalar functions: it is nothing but arithmetic on numbers below 2**63.

A set of cards is a whole number with a bit a card: 16 places a suit (clubs, diamonds, hearts,
spades), the ranks from 2 to ace at places 0 to 12, the joker at place 13 of the trump suit. A set
of calls has bit *n* for the contract of number *n*, bit 0 for a pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from numba.extending import register_jitable

from sim.engine.block import CALL_BITS, EXCHANGED_BITS, VOID_BITS

__all__ = [
    "ACE",
    "KING",
    "KNAVE",
    "NO",
    "PASS",
    "QUEEN",
    "TEN",
    "YES",
    "above",
    "below",
    "call",
    "call_of",
    "card_by",
    "cards_exchanged",
    "cards_of_rank",
    "cards_of_suit",
    "count",
    "draw",
    "either",
    "highest",
    "highest_rank",
    "is_declarer",
    "is_defender",
    "longest_suit",
    "lowest",
    "lowest_rank",
    "played_by",
    "prefer",
    "ranks_of",
    "shared",
    "suit_of",
    "unseen",
    "void_suits",
    "winners",
]

PASS: Final = 1
"""The call of who does not bid."""
NO: Final = 1
YES: Final = 2
"""Answers to an offer: to look at the float, to see the peep card, to take the extra hand."""

TEN: Final = 8
KNAVE: Final = 9
QUEEN: Final = 10
KING: Final = 11
ACE: Final = 12
"""Ranks: the two has rank 0, the nine 7."""

_SUIT: Final = 0x3FFF
_ALL: Final = 0x3FFF_3FFF_3FFF_3FFF
_ONE_A_SUIT: Final = 0x0001_0001_0001_0001

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def shared(function: FunctionT) -> FunctionT:
    """Mark a function of one's own that decisions call, as all functions of this kit are marked.

    Scalar policies compile it along with the decision; for others it stays the plain function.

    >>> @shared
    ... def trumps(view):
    ...     return count(view.hand & view.trump)
    """
    marked: FunctionT = register_jitable(function)
    return marked


@register_jitable
def either(condition: Any, number: Any, other: Any) -> Any:
    """Return ``number`` where the condition holds, else ``other``.

    >>> either(2 > 1, 10, 20)
    10
    """
    return other + condition * (number - other)


@register_jitable
def count(cards: Any) -> Any:
    """Return how many cards (or calls) a set has.

    >>> count(0b1011)
    3
    """
    lengths = _lengths(cards)
    lengths = lengths + (lengths >> 32)
    return (lengths + (lengths >> 16)) & 0x7F


@register_jitable
def _lengths(cards: Any) -> Any:
    """Return how many cards of each suit a set has, at the 16 places of each."""
    pairs = cards - ((cards >> 1) & 0x5555_5555_5555_5555)
    fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333)
    eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    return (eights + (eights >> 8)) & 0x001F_001F_001F_001F


@register_jitable
def lowest(cards: Any) -> Any:
    """Return the card of a set at the lowest place: clubs before the other suits; 0 of none."""
    return cards & -cards


@register_jitable
def highest(cards: Any) -> Any:
    """Return the card of a set at the highest place: spades before the other suits; 0 of none.

    >>> highest(0b1011)
    8
    """
    below_or_there = cards | (cards >> 1)
    below_or_there = below_or_there | (below_or_there >> 2)
    below_or_there = below_or_there | (below_or_there >> 4)
    below_or_there = below_or_there | (below_or_there >> 8)
    below_or_there = below_or_there | (below_or_there >> 16)
    below_or_there = below_or_there | (below_or_there >> 32)
    return below_or_there ^ (below_or_there >> 1)


@register_jitable
def cards_of_suit(suit: Any) -> Any:
    """Return all cards of suit number ``suit``: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return _SUIT << (16 * suit)


@register_jitable
def cards_of_rank(rank: Any) -> Any:
    """Return the four cards of a rank: 0 the twos, 12 (``ACE``) the aces."""
    return _ONE_A_SUIT << rank


@register_jitable
def longest_suit(cards: Any) -> Any:
    """Return all cards of the suit that a set has most of, the lowest suit first among equals.

    >>> longest_suit((1 << 3) | (1 << 17) | (1 << 20)) == cards_of_suit(1)
    True
    """
    lengths = _lengths(cards)
    longest = 4 * (lengths & 31) + 3
    for suit in range(1, 4):
        length = 4 * ((lengths >> (16 * suit)) & 31) + 3 - suit
        longest = either(length > longest, length, longest)
    return cards_of_suit(3 - (longest & 3))


@register_jitable
def suit_of(card: Any) -> Any:
    """Return all cards of the suit of a card.

    >>> suit_of(1 << 20) == cards_of_suit(1)
    True
    """
    return _SUIT << (count(card - 1) & 48)


@register_jitable
def ranks_of(cards: Any) -> Any:
    """Return the ranks that a set has in any suit, as cards of clubs."""
    halves = cards | (cards >> 32)
    return (halves | (halves >> 16)) & _SUIT


@register_jitable
def lowest_rank(cards: Any) -> Any:
    """Return the card of lowest rank, the lowest suit first among equals; 0 of none.

    >>> lowest_rank((1 << 3) | (1 << 17)) == 1 << 17
    True
    """
    return lowest(cards & (lowest(ranks_of(cards)) * _ONE_A_SUIT))


@register_jitable
def highest_rank(cards: Any) -> Any:
    """Return the card of highest rank, the lowest suit first among equals; 0 of none."""
    return lowest(cards & (highest(ranks_of(cards)) * _ONE_A_SUIT))


@register_jitable
def below(cards: Any) -> Any:
    """Return all cards that are lower than some card of the set in the same suit."""
    lower = (cards >> 1) & 0x7FFF_7FFF_7FFF_7FFF
    lower = lower | ((lower >> 1) & 0x7FFF_7FFF_7FFF_7FFF)
    lower = lower | ((lower >> 2) & 0x3FFF_3FFF_3FFF_3FFF)
    lower = lower | ((lower >> 4) & 0x0FFF_0FFF_0FFF_0FFF)
    return lower | ((lower >> 8) & 0x00FF_00FF_00FF_00FF)


@register_jitable
def above(cards: Any) -> Any:
    """Return all cards that are higher than some card of the set in the same suit.

    >>> above(1 << 11) == (1 << 12) | (1 << 13)
    True
    """
    higher = (cards & 0x1FFF_1FFF_1FFF_1FFF) << 1
    higher = higher | ((higher & 0x1FFF_1FFF_1FFF_1FFF) << 1)
    higher = higher | ((higher & 0x0FFF_0FFF_0FFF_0FFF) << 2)
    higher = higher | ((higher & 0x03FF_03FF_03FF_03FF) << 4)
    return higher | ((higher & 0x003F_003F_003F_003F) << 8)


@register_jitable
def prefer(cards: Any, liked: Any) -> Any:
    """Return those of the cards that are liked if there are any, else all of them."""
    preferred = cards & liked
    return either(preferred != 0, preferred, cards)


@register_jitable
def is_declarer(view: Any) -> Any:
    """Return whether the player to act is the declarer."""
    return view.turn == view.declarer_turn


@register_jitable
def is_defender(view: Any) -> Any:
    """Return whether the player to act plays against the declarer."""
    return view.turn != view.declarer_turn


@register_jitable
def unseen(view: Any) -> Any:
    """Return the cards that the player to act cannot locate: not in his hand and not played."""
    return view.pack & ~(view.hand | view.seen)


@register_jitable
def winners(view: Any) -> Any:
    """Return own cards that no unseen card of their suit can beat."""
    return view.hand & ~below(unseen(view))


@register_jitable
def void_suits(view: Any, turn: Any) -> Any:
    """Return all cards of the suits that a turn of this trick has shown not to hold."""
    flags = view.voids >> (turn * VOID_BITS)
    one_a_suit = (flags & 1) | ((flags & 2) << 15) | ((flags & 4) << 30) | ((flags & 8) << 45)
    return one_a_suit * _SUIT


@register_jitable
def played_by(view: Any, turn: Any) -> Any:
    """Return the cards that a turn of this trick has played to earlier tricks."""
    return _of_turn(
        turn,
        view.played_0,
        view.played_1,
        view.played_2,
        view.played_3,
        view.played_4,
        view.played_5,
        view.played_6,
    )


@register_jitable
def card_by(view: Any, turn: Any) -> Any:
    """Return the card that a turn has played to this trick; 0 if it is still to play."""
    card = _of_turn(
        turn,
        view.card_0,
        view.card_1,
        view.card_2,
        view.card_3,
        view.card_4,
        view.card_5,
        view.card_6,
    )
    return card * (turn < view.turn)


@register_jitable
def _of_turn(turn: Any, *of_turns: Any) -> Any:
    chosen = 0 * turn
    for number, of_turn in enumerate(of_turns):
        chosen = chosen | (of_turn * (turn == number))
    return chosen


@register_jitable
def cards_exchanged(view: Any, speaker: Any) -> Any:
    """Return how many cards a speaking turn has exchanged before the auction."""
    return (view.exchanged >> (speaker * EXCHANGED_BITS)) & ((1 << EXCHANGED_BITS) - 1)


@register_jitable
def call_of(view: Any, speaker: Any) -> Any:
    """Return the contract number bid by a speaking turn; 0 if it passed or has not spoken."""
    return (view.auction >> (speaker * CALL_BITS)) & ((1 << CALL_BITS) - 1)


@register_jitable
def call(view: Any, contract: Any) -> Any:
    """Return the bid of a contract number if it is legal, else a pass.

    A contract that the ladder does not have has number 0, which is the pass.
    """
    wanted = view.legal & (1 << contract)
    return either(wanted != 0, wanted, PASS)


@register_jitable
def draw(view: Any, bound: Any) -> Any:
    """Return a random whole number from 0 to ``bound - 1``, one a decision; bound below 2**31."""
    return ((view.chance >> 31) * bound) >> 32

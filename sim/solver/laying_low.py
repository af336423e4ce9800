"""A misère that is surely kept, shown without trying what the defenders can do together.

Without a trump suit, and with a defender on lead, the declarer is to take none of the tricks left.
A search must try every choice of every defender, and with five of them and more these multiply.
Here each defender is looked at by himself, by the set of hands that he may still hold, told only
which suits have been led: having played to a suit he holds one card of it less or, if he held none,
any one card less. A set of hands of up to six cards is one word: bit *b* stands for the hand of
those of his cards whose bits are set in *b*.

Let a suit be led. A defender who surely holds it plays a card not lower than the lowest that he may
hold, and so does the leader. If *x* is the highest of these lowest cards, *x* or a better one wins
the trick, so the declarer loses it with any card of the suit below *x*; he plays the highest of
them. If he cannot follow, he throws the highest card of some suit. The next leader is one of those
who may hold a card that beats what all other defenders surely play.

If the declarer can go on so to the last trick, whatever suit is led by a possible leader, he keeps
his misère. For whatever the defenders have agreed upon, their true hands are always among the
possible ones, and the true leader among the possible leaders (by induction from trick to trick),
so every trick that they can play is among those looked at, and he loses it. If he cannot go on so,
nothing is known: the possible hands of different defenders may not be possible together.

A lone joker is one more suit, of which a defender holds the only card. Played to another suit it
takes the trick and the lead, and beats the declarer, too.
"""

from __future__ import annotations

from numba import njit

from sim.engine.bits import ONE, ZERO, highest_bit, i64, lane_function, lowest_bit, u64
from sim.engine.block import MOST_PLAYERS
from sim.engine.card_masks import suit_mask
from sim.game.cards import SUITS
from sim.solver.workspace import DECLARER, HAND, LONE, PLAYERS, TRUMP, words_on_stack

MOST_CARDS = 6
"""Cards whose sets of hands fit into a word."""

_FEWEST_PLAYERS = 4
"""With fewer a search is as fast."""

_HOLDING = tuple(
    u64((2**64 - 1) // (2 ** (2**place) + 1) << 2**place) for place in range(MOST_CARDS)
)
"""For each place among a defender's cards, lowest first: all hands with the card at that place."""

_NEXT = 0
"""Words of a trick, by turn: the hands possible after it; …"""
_LOWEST = _NEXT + MOST_PLAYERS
"""… the lowest card of the suit led that may be there, or 0; …"""
_FORCED = _LOWEST + MOST_PLAYERS
"""… the same if one must be there; …"""
_HIGHEST = _FORCED + MOST_PLAYERS
"""… and the highest card that may win."""
_WORDS = _HIGHEST + MOST_PLAYERS

_ALL_CARDS = MOST_PLAYERS * MOST_CARDS


@lane_function
def surely_takes_none(words, left, leader):  # type: ignore[no-untyped-def]
    """Whether this shows that the declarer need take none of the tricks left."""
    players = i64(words[PLAYERS])
    declarer = i64(words[DECLARER])
    shows_something = (
        players >= _FEWEST_PLAYERS
        and left <= MOST_CARDS
        and words[TRUMP] == words[LONE]
        and leader != declarer
    )
    if not shows_something:
        return False
    cards = words_on_stack(_ALL_CARDS)
    hands = words_on_stack(MOST_PLAYERS)
    for turn in range(players):
        hands[turn] = ONE << u64((i64(1) << left) - 1)
        hand = words[HAND + turn]
        for place in range(left):
            cards[turn * MOST_CARDS + place] = lowest_bit(hand)
            hand &= hand - ONE
    leaders = ONE << u64(leader)
    return stays_below(words, cards, left, hands, words[HAND + declarer], left, leaders)


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
def stays_below(words, cards, dealt, hands, own, left, leaders):  # type: ignore[no-untyped-def]
    """Whether the declarer stays below every trick from here on.

    Parameters
    ----------
    words : pointer to uint64
        See :mod:`sim.solver.workspace`.
    cards : pointer to uint64
        By turn, at every sixth word, the cards that a defender held at first, lowest first.
    dealt : int64
        How many that are.
    hands : pointer to uint64
        By turn the set of hands that he may hold now.
    own : uint64
        The declarer's cards.
    left : int64
        Tricks left, one or more.
    leaders : uint64
        The turns that may lead, as bits.
    """
    trick = words_on_stack(_WORDS)
    for held in (True, False):  # suits of the declarer first: there it fails soonest
        for suit in range(SUITS + 1):
            places = words[LONE] if suit == SUITS else suit_mask(u64(suit)) & ~words[LONE]
            mine = own & places
            if (mine != ZERO) != held or (left == 1 and not held):
                continue
            play_suit(words, cards, dealt, hands, places, trick)
            lead = lowest_lead(words, trick, leaders)
            if lead == ZERO:
                continue
            beaten = max(lead, surely_played(words, trick, i64(-1)))
            losing = mine & (beaten - ONE)
            if held and losing == ZERO:
                return False
            if left > 1:
                then = possible_winners(words, trick)
                if held:
                    rest = own ^ highest_bit(losing)
                    goes_on = stays_below(words, cards, dealt, trick, rest, left - 1, then)
                else:
                    goes_on = False
                    for thrown in range(SUITS):
                        of_suit = own & suit_mask(u64(thrown))
                        if of_suit != ZERO and not goes_on:
                            rest = own ^ highest_bit(of_suit)
                            goes_on = stays_below(words, cards, dealt, trick, rest, left - 1, then)
                if not goes_on:
                    return False
    return True


@lane_function
def play_suit(words, cards, dealt, hands, places, trick):  # type: ignore[no-untyped-def]
    """What each defender may play if a suit is led, and what he may hold then."""
    for turn in range(i64(words[PLAYERS])):
        first = turn * MOST_CARDS
        without = hands[turn]
        after = ZERO
        lowest = ZERO
        highest = ZERO
        if turn == i64(words[DECLARER]):
            without = ZERO
        elif words[HAND + turn] & places != ZERO:
            for place in range(dealt):
                played = hands[turn] & _HOLDING[place]
                if cards[first + place] & places != ZERO and played != ZERO:
                    without &= ~_HOLDING[place]
                    after |= played >> u64(i64(1) << place)
                    highest = cards[first + place]
                    if lowest == ZERO:
                        lowest = highest
        trick[_FORCED + turn] = lowest if without == ZERO else ZERO
        if without != ZERO:
            for place in range(dealt):
                thrown = without & _HOLDING[place]
                after |= thrown >> u64(i64(1) << place)
                if thrown != ZERO and cards[first + place] == words[LONE]:
                    highest = ~ZERO
        trick[_NEXT + turn] = after
        trick[_LOWEST + turn] = lowest
        trick[_HIGHEST + turn] = highest


@lane_function
def lowest_lead(words, trick, leaders):  # type: ignore[no-untyped-def]
    """The lowest card of the suit that a possible leader may hold; 0 if none can lead it."""
    lead = ZERO
    for turn in range(i64(words[PLAYERS])):
        card = trick[_LOWEST + turn]
        if (leaders >> u64(turn)) & ONE != ZERO and card != ZERO and (lead == ZERO or card < lead):
            lead = card
    return lead


@lane_function
def surely_played(words, trick, left_out):  # type: ignore[no-untyped-def]
    """The best card below which the defenders, one of them left out, surely do not stay; or 0."""
    best = ZERO
    for turn in range(i64(words[PLAYERS])):
        if turn != left_out:
            best = max(best, trick[_FORCED + turn])
    return best


@lane_function
def possible_winners(words, trick):  # type: ignore[no-untyped-def]
    """The defenders, as bits, who may win the trick."""
    winners = ZERO
    for turn in range(i64(words[PLAYERS])):
        if trick[_HIGHEST + turn] > surely_played(words, trick, turn):
            winners |= ONE << u64(turn)
    return winners

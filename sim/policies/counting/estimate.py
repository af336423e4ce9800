"""How many tricks a hand should take: the estimate behind the counting policy's bids.

A card wins unless a higher one is out against it. With *n* hands dealt, a card that is not in hand
is with an opponent with probability ``5 (n - 1) / 47`` (five-card hands, 52 cards): the fewer the
opponents, the more cards are asleep in the stock. The estimate of a hand is the sum over its cards
of the chance to win a trick, with the best suit as trumps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from sim.game.cards import JOKER_RANK, RANKS, SUITS

if TYPE_CHECKING:
    from sim.game.rules import Rules


def chance_asleep(rules: Rules) -> float:
    """Probability that a card out of hand is with no opponent."""
    return 1 - rules.hand_size * (rules.hands - 1) / unseen_cards(rules)


def unseen_cards(rules: Rules) -> int:
    """Cards that a player does not hold."""
    return rules.pack_size - rules.hand_size


def side_tricks(ranks: Sequence[int], asleep: float, untrumped: float) -> float:
    """Expected tricks of the cards of a side suit.

    A card wins if every higher card that is missing is asleep and no defender trumps; the longer
    the suit has been led, the likelier is a trump.
    """
    tricks = 0.0
    for order, rank in enumerate(reversed(ranks)):
        missing = len(RANKS) - 1 - rank - order
        tricks += asleep**missing * untrumped ** (order + 1)
    return tricks


def trump_tricks(ranks: Sequence[int], chances: Chances) -> float:
    """Expected tricks of the trumps of a declarer who leads them from the top.

    The card led in round *r* wins if every higher trump that is missing is asleep, or if no
    opponent holds *r* trumps any more. The joker has the rank above the ace.
    """
    met = chances.of_length[len(ranks)]
    tricks = 0.0
    for order, rank in enumerate(reversed(ranks)):
        missing = chances.highest_trump - rank - order
        tricks += 1 - met[order + 1] * (1 - chances.asleep**missing)
    return tricks


def trump_tricks_lowest_first(ranks: Sequence[int], chances: Chances) -> float:
    """Expected tricks of the trumps of a declarer who must lead the lowest to the first trick.

    The joker is led first only if it is his one trump.
    """
    if not ranks:
        return 0.0
    met = chances.of_length[len(ranks)]
    lowest, *others = ranks
    missing = chances.highest_trump - lowest - len(others)
    tricks = 1 - met[1] * (1 - chances.asleep**missing)
    for order, rank in enumerate(reversed(others)):
        missing = chances.highest_trump - rank - order
        tricks += 1 - met[order + 2] * (1 - chances.asleep**missing)
    return tricks


@dataclass(frozen=True)
class Chances:
    """What estimates of trumps take from the rules.

    Attributes
    ----------
    asleep : float
        Probability that a card out of hand is with no opponent.
    highest_trump : int
        Rank of the highest trump of the pack.
    of_length : tuple of tuple of float
        By how many trumps are held, and by a number up to that: the probability that some opponent
        holds at least so many trumps.
    """

    asleep: float
    highest_trump: int
    of_length: tuple[tuple[float, ...], ...]


def chances_under(rules: Rules, most_held: int) -> Chances:
    """Work out the chances for holdings of so many trumps at most."""
    return Chances(
        asleep=chance_asleep(rules),
        highest_trump=JOKER_RANK if rules.joker else len(RANKS) - 1,
        of_length=tuple(chances_of_lengths(held, rules) for held in range(most_held + 1)),
    )


def chances_of_lengths(held: int, rules: Rules) -> tuple[float, ...]:
    """Probabilities that some opponent holds at least 0, 1, … ``held`` trumps if so many are held.

    Hypergeometric for one opponent; opponents are taken as independent, which is close while the
    stock is large.
    """
    out = max(0, rules.pack // SUITS + rules.joker - held)
    unseen = unseen_cards(rules)
    return tuple(
        1 - _chance_of_fewer(length, out, unseen, rules.hand_size) ** (rules.hands - 1)
        for length in range(held + 1)
    )


@cache
def _chance_of_fewer(length: int, trumps: int, cards: int, drawn: int) -> float:
    """Probability that of some cards drawn fewer than ``length`` are trumps."""
    shorter = sum(
        comb(trumps, number) * comb(cards - trumps, drawn - number)
        for number in range(min(length, drawn + 1))
    )
    return shorter / comb(cards, drawn)

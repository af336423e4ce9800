"""How many tricks a hand should take: the estimate behind the counting policy's bids.

A card wins unless a higher one is out against it. With *n* hands dealt, a card that is not in hand
is with an opponent with probability ``5 (n - 1) / 47`` (five-card hands, 52 cards): the fewer the
opponents, the more cards are asleep in the stock. The estimate of a hand is the sum over its cards
of the chance to win a trick, with the best suit as trumps.
"""

from __future__ import annotations

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


def side_tricks(ranks: list[int], asleep: float, untrumped: float) -> float:
    """Expected tricks of the cards of a side suit.

    A card wins if every higher card that is missing is asleep and no defender trumps; the longer
    the suit has been led, the likelier is a trump.
    """
    tricks = 0.0
    for order, rank in enumerate(reversed(ranks)):
        missing = len(RANKS) - 1 - rank - order
        tricks += asleep**missing * untrumped ** (order + 1)
    return tricks


def trump_tricks(ranks: list[int], asleep: float, rules: Rules) -> float:
    """Expected tricks of the trumps of a declarer who leads them from the top.

    The card led in round *r* wins if every higher trump that is missing is asleep, or if no
    opponent holds *r* trumps any more. The joker has the rank above the ace.
    """
    tricks = 0.0
    for order, rank in enumerate(reversed(ranks)):
        missing = highest_trump(rules) - rank - order
        met = chance_of_length(order + 1, len(ranks), rules)
        tricks += 1 - met * (1 - asleep**missing)
    return tricks


def trump_tricks_lowest_first(ranks: list[int], asleep: float, rules: Rules) -> float:
    """Expected tricks of the trumps of a declarer who must lead the lowest to the first trick.

    The joker is led first only if it is his one trump.
    """
    if not ranks:
        return 0.0
    lowest, *others = ranks
    missing = highest_trump(rules) - lowest - len(others)
    met = chance_of_length(1, len(ranks), rules)
    tricks = 1 - met * (1 - asleep**missing)
    for order, rank in enumerate(reversed(others)):
        missing = highest_trump(rules) - rank - order
        met = chance_of_length(order + 2, len(ranks), rules)
        tricks += 1 - met * (1 - asleep**missing)
    return tricks


def highest_trump(rules: Rules) -> int:
    """The rank of the highest trump of the pack."""
    return JOKER_RANK if rules.joker else len(RANKS) - 1


def chance_of_length(length: int, held: int, rules: Rules) -> float:
    """Probability that some opponent holds at least ``length`` trumps, of which ``held`` are held.

    Hypergeometric for one opponent; opponents are taken as independent, which is close while the
    stock is large.
    """
    trumps_out = rules.pack // SUITS + rules.joker - held
    return 1 - _chance_of_fewer(length, trumps_out, unseen_cards(rules), rules.hand_size) ** (
        rules.hands - 1
    )


@cache
def _chance_of_fewer(length: int, trumps: int, cards: int, drawn: int) -> float:
    """Probability that of some cards drawn fewer than ``length`` are trumps."""
    shorter = sum(
        comb(trumps, number) * comb(cards - trumps, drawn - number)
        for number in range(min(length, drawn + 1))
    )
    return shorter / comb(cards, drawn)

"""How risky a hand is in a misère: the chance that its cards are made to win a trick.

A card wins if it is the highest of its suit in the trick. A defender who has a lower card of the
suit plays that one; so the card wins unless some defender has higher ones only. With *p* the
probability that a given card out of hand is with a given defender, of *b* lower and *a* higher
cards that are missing he has higher ones only with probability ``(1 - p)^b (1 - (1 - p)^a)``.

Risks are negative logarithms of the chance to go through, so they add up over the cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import TYPE_CHECKING

from sim.game.cards import RANKS, SUITS
from sim.policies.counting.estimate import chances_of_lengths, unseen_cards

if TYPE_CHECKING:
    from sim.game.rules import Rules

RisksOfCards = Sequence[Mapping[int, float]]
"""Risks of the cards of a suit, by their order, the lowest first, and by their rank."""

HIGHEST_RISK = 7.0
"""Risk that stands for a card which is sure to win: a chance of one in a thousand."""


def risk_of_lead(ranks: Sequence[int], rules: Rules) -> float:
    """Risk of leading the lowest card of a suit to the first trick."""
    return risk_of(chance_not_beaten(*missing_cards(ranks[0], 0, len(ranks), rules), rules))


def risk_of_following(ranks: Sequence[int], risks: RisksOfCards, first: int = 0) -> float:
    """Risk of the cards of a suit, from the one of order ``first`` on, as the defenders lead it.

    The lowest card is played to the first round of the suit, the next one to the second. ``risks``
    are those of so many cards.
    """
    risk = 0.0
    for order in range(first, len(ranks)):
        risk += risks[order][ranks[order]]
    return risk


def risks_of_cards(held: int, led: float, rules: Rules) -> RisksOfCards:
    """Risk of a card of a suit of which so many are held, by its order among them and its rank.

    A card is in danger if the suit is led so often, with probability ``led`` each time, if some
    defender still has as many cards of it, and has a lower one to lead.
    """
    met_so_often = chances_of_lengths(held, rules)
    lowest = len(RANKS) - rules.pack // SUITS

    def risk(order: int, rank: int) -> float:
        below, above = missing_cards(rank, order, held, rules)
        nobody_has_any = (1 - chance_held(rules)) ** ((below + above) * (rules.hands - 1))
        met = chance_not_beaten(below, above, rules) - nobody_has_any
        rounds = led ** (order + 1) * met_so_often[order + 1]
        return risk_of(met * rounds)

    return tuple(
        {rank: risk(order, rank) for rank in range(lowest + order, len(RANKS) - held + order + 1)}
        for order in range(held)
    )


def missing_cards(rank: int, order: int, held: int, rules: Rules) -> tuple[int, int]:
    """How many lower and how many higher cards are missing around one of those held."""
    lowest = len(RANKS) - rules.pack // SUITS
    below = rank - lowest - order
    above = len(RANKS) - 1 - rank - (held - 1 - order)
    return below, above


def chance_held(rules: Rules) -> float:
    """Probability that a given card out of hand is with a given defender."""
    return rules.hand_size / unseen_cards(rules)


def chance_not_beaten(below: int, above: int, rules: Rules) -> float:
    """Probability that no defender has higher cards only."""
    not_held = 1 - chance_held(rules)
    forced = not_held**below * (1 - not_held**above)
    return (1 - forced) ** (rules.hands - 1)


def risk_of(danger: float) -> float:
    """The risk of what goes wrong with that probability."""
    return min(-log(1 - danger), HIGHEST_RISK) if danger < 1 else HIGHEST_RISK

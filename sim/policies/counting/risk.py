"""How risky a hand is in a misère: the chance that its cards are made to win a trick.

A card wins if it is the highest of its suit in the trick. A defender who has a lower card of the
suit plays that one; so the card wins unless some defender has higher ones only. With *p* the
probability that a given card out of hand is with a given defender, of *b* lower and *a* higher
cards that are missing he has higher ones only with probability ``(1 - p)^b (1 - (1 - p)^a)``.

Risks are negative logarithms of the chance to go through, so they add up over the cards.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from sim.game.cards import RANKS, SUITS
from sim.policies.counting.estimate import chance_of_length, unseen_cards

if TYPE_CHECKING:
    from sim.game.rules import Rules

HIGHEST_RISK = 7.0
"""Risk that stands for a card which is sure to win: a chance of one in a thousand."""


def risk_of_lead(ranks: list[int], rules: Rules) -> float:
    """Risk of leading the lowest card of a suit to the first trick."""
    return risk_of(chance_not_beaten(*missing_cards(ranks, 0, rules), rules))


def risk_of_following(ranks: list[int], led: float, rules: Rules, first: int = 0) -> float:
    """Risk of the cards of a suit, from the one of order ``first`` on, as the defenders lead it.

    The lowest card is played to the first round of the suit, the next one to the second. A card is
    in danger if the suit is led so often, with probability ``led`` each time, if some defender
    still has as many cards of it, and has a lower one to lead.
    """
    risk = 0.0
    for order in range(first, len(ranks)):
        below, above = missing_cards(ranks, order, rules)
        nobody_has_any = (1 - chance_held(rules)) ** ((below + above) * (rules.hands - 1))
        met = chance_not_beaten(below, above, rules) - nobody_has_any
        rounds = led ** (order + 1) * chance_of_length(order + 1, len(ranks), rules)
        risk += risk_of(met * rounds)
    return risk


def missing_cards(ranks: list[int], order: int, rules: Rules) -> tuple[int, int]:
    """How many lower and how many higher cards are missing around the one of that order."""
    lowest = len(RANKS) - rules.pack // SUITS
    below = ranks[order] - lowest - order
    above = len(RANKS) - 1 - ranks[order] - (len(ranks) - 1 - order)
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

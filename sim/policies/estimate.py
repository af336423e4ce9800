"""How many tricks a hand should take: the estimate behind the counting policy's bids.

A card wins unless a higher one is out against it. With *n* players, a card that is not in hand is
with an opponent with probability ``5 (n - 1) / 47`` (five-card hands, 52 cards): the fewer the
opponents, the more cards are asleep in the stock. The estimate of a hand is the sum over its cards
of the chance to win a trick, with the best suit as trumps.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from sim.game.cards import RANKS, SUITS
from sim.policies.policy import Parameter, Table

if TYPE_CHECKING:
    from sim.game.rules import Rules

PER_TRICK = 256
"""Estimates are whole numbers of 1/256 trick, the same on every machine."""

HOLDINGS = 1 << len(RANKS)
LAST_ESTIMATE = 8 * PER_TRICK - 1
BIDS_BY_ESTIMATE = HOLDINGS
"""Where the table's second part starts: the contracts worth bidding, by estimate."""

PARAMETERS = (
    Parameter(
        name="three",
        meaning="estimated tricks that a contract for three is worth",
        default=2.25,
        low=0.0,
        high=8.0,
    ),
    Parameter(
        name="four",
        meaning="estimated tricks that a contract for four is worth",
        default=3.25,
        low=0.0,
        high=8.0,
    ),
    Parameter(
        name="five",
        meaning="estimated tricks that a contract for all tricks is worth",
        default=4.2,
        low=0.0,
        high=8.0,
    ),
    Parameter(
        name="overcall",
        meaning="further tricks wanted for each contract of the same target above the first",
        default=0.5,
        low=0.0,
        high=8.0,
    ),
    Parameter(
        name="side",
        meaning="chance that a side card is not trumped, each time its suit is led",
        default=0.8,
        low=0.0,
        high=1.0,
    ),
)


def estimate_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Work out the estimates of all holdings and the bids that they are worth.

    Returns
    -------
    int64 array, shape (HOLDINGS + 8 * PER_TRICK,)
        For every set of ranks held in a suit, by its mask: the upper half is what it gains as
        trumps over a side suit, the lower half its value as a side suit, in 1/256 trick. Then, by
        estimate, the contracts worth bidding, as bits.
    """
    asleep = 1 - rules.hand_size * (rules.players - 1) / (rules.pack - rules.hand_size)
    lowest = len(RANKS) - rules.pack // SUITS
    table = np.zeros(HOLDINGS + LAST_ESTIMATE + 1, np.int64)
    for holding in range(HOLDINGS):
        ranks = [rank for rank in range(lowest, len(RANKS)) if holding >> rank & 1]
        if len(ranks) <= rules.hand_size:
            side = _in_units(side_tricks(ranks, asleep, parameters["side"]))
            trump = _in_units(trump_tricks(ranks, asleep, rules))
            table[holding] = (max(trump - side, 1 if ranks else 0) << 32) | side
    table[BIDS_BY_ESTIMATE:] = worth_bidding(parameters, rules)
    return table


def _in_units(tricks: float) -> int:
    return round(tricks * PER_TRICK)


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
    opponent holds *r* trumps any more.
    """
    tricks = 0.0
    for order, rank in enumerate(reversed(ranks)):
        missing = len(RANKS) - 1 - rank - order
        met = chance_of_length(order + 1, len(ranks), rules)
        tricks += 1 - met * (1 - asleep**missing)
    return tricks


def chance_of_length(length: int, held: int, rules: Rules) -> float:
    """Probability that some opponent holds at least ``length`` cards of a suit partly held.

    Hypergeometric for one opponent; opponents are taken as independent, which is close while the
    stock is large.
    """
    suit = rules.pack // SUITS
    unseen = rules.pack - rules.hand_size
    hands = comb(unseen, rules.hand_size)
    shorter = sum(
        comb(suit - held, cards) * comb(unseen - suit + held, rules.hand_size - cards)
        for cards in range(length)
    )
    return 1 - (shorter / hands) ** (rules.players - 1)


def worth_bidding(parameters: Mapping[str, float], rules: Rules) -> Table:
    """The contracts worth bidding, as bits, for every estimate in 1/256 trick."""
    by_target = {
        3: parameters["three"],
        4: parameters["four"],
        5: parameters["five"],
    }
    wanted: dict[int, float] = {}
    bids = np.zeros(LAST_ESTIMATE + 1, np.int64)
    for number, contract in enumerate(rules.ladder, start=1):
        if contract.target in wanted:
            wanted[contract.target] += parameters["overcall"]
        else:
            wanted[contract.target] = by_target.get(contract.target, contract.target - 1.0)
        bids[_in_units(wanted[contract.target]) :] |= 1 << number
    return bids

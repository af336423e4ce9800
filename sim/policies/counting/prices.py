"""What further cards are worth to the counting policy: the float, the peep card, a new hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from sim.policies.counting import layout
from sim.policies.counting.layout import ESTIMATES, PER_TRICK
from sim.policies.counting.thresholds import EVEN, even_bets, tricks_wanted

if TYPE_CHECKING:
    from sim.game.ladder import Contract
    from sim.game.rules import Rules

SURER_BY_TRICK: Final = 0.15
"""How much surer nap on ten cards becomes with each trick that five of them are worth."""

MORE_BY_HAND: Final = 0.2
"""Further tricks wanted of these five for each hand dealt beyond four: it wakes sleeping cards."""

SURER_BY_ESTIMATE: Final = 0.55
"""How much surer a contract becomes with each trick that its hand is worth."""

NEVER: Final = ESTIMATES / PER_TRICK
"""More tricks than any estimate."""


def prices(parameters: Mapping[str, float], rules: Rules) -> dict[int, float]:
    """Tricks that cards must promise or may cost, by place in the table."""
    exchange = parameters["unit"] * rules.exchange_price
    per_card = rules.exchange_price_per == "card"
    return {
        layout.NEAR_FLOAT: near(rules.float_price, parameters),
        layout.NEAR_PEEP: near(rules.peep_price, parameters),
        layout.FRESH_CARD: max(parameters["fresh"] - (exchange if per_card else 0.0), 0.0),
        layout.PRICE_OF_EXCHANGE: 0.0 if per_card else exchange,
        layout.LEAST_HOPE: least_wanted(parameters, rules) if exchange else 0.0,
    }


def near(price: int, parameters: Mapping[str, float]) -> float:
    """Tricks short of a bid at which a card is worth looking at for a price; free, always."""
    return max(parameters["near"] - price * parameters["unit"], 0.0) if price else NEVER


def least_wanted(parameters: Mapping[str, float], rules: Rules) -> float:
    """The fewest estimated tricks that are worth any bid."""
    wanted = zip(rules.ladder, tricks_wanted(parameters, rules), strict=True)
    for_tricks = (tricks for contract, tricks in wanted if contract.judged == "at least")
    return min(for_tricks, default=NEVER)


def estimate_to_take(highest: int, parameters: Mapping[str, float], rules: Rules) -> float:
    """The estimate of the own hand from which on nap on ten cards promises most.

    It is compared with a pass, and with the bids on the own hand above contract number
    ``highest`` that require no other.
    """
    even = even_bets(parameters, rules)
    even_on_ten = parameters["take"] + MORE_BY_HAND * (rules.hands - 4)
    nap = rules.ladder.number("nap")
    rivals = [
        number
        for number in range(highest + 1, len(rules.ladder) + 1)
        if is_open_bid(rules.ladder[number])
    ]
    for step in range(ESTIMATES - 1, -1, -1):
        chances = [EVEN + SURER_BY_ESTIMATE * (step / PER_TRICK - tricks) for tricks in even]
        values = [units_promised(rules.ladder[number], chances[number - 1]) for number in rivals]
        with_extra_hand = EVEN + SURER_BY_TRICK * (step / PER_TRICK - even_on_ten)
        value = units_promised(rules.ladder[nap], max(with_extra_hand, chances[nap - 1]))
        if value <= 0 or value < max(values, default=0.0):
            return (step + 1) / PER_TRICK
    return 0.0


def is_open_bid(contract: Contract) -> bool:
    """Whether a contract for tricks can be bid on the own hand whatever was bid below."""
    return contract.judged == "at least" and not contract.with_float and contract.requires is None


def units_promised(contract: Contract, chance: float) -> float:
    """Units of each opponent that a contract promises which is made with some chance."""
    chance = min(max(chance, 0.0), 1.0)
    return chance * contract.made - (1 - chance) * contract.failed

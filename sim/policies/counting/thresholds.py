"""When a contract is worth bidding: thresholds of the estimate, by stakes and pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sim.game.ladder import Contract
    from sim.game.rules import Rules

EVEN: Final = 0.5
"""How often a contract must be made that pays alike made and failed."""

OF_TARGET: Final = ("two", "three", "four", "five", "six", "seven")
"""The parameters for targets of two tricks and more."""


def tricks_wanted(parameters: Mapping[str, float], rules: Rules) -> list[float]:
    """The estimated tricks that each contract is worth; of no meaning for a misère."""
    even = zip(rules.ladder, even_bets(parameters, rules), strict=True)
    return [
        within_reach(tricks + shift(break_even(contract), parameters), contract, parameters)
        for contract, tricks in even
    ]


def within_reach(tricks: float, contract: Contract, parameters: Mapping[str, float]) -> float:
    """As many tricks, but no more than a hand that is sure of the contract has.

    A first overcall alone may ask for more, by which a user can rule it out.
    """
    overcall = _tricks_for(contract.target, parameters) + parameters["overcall"]
    return min(max(tricks, 0.0), max(float(contract.target), overcall))


def even_bets(parameters: Mapping[str, float], rules: Rules) -> list[float]:
    """The estimated tricks that each contract would be worth at even stakes.

    A contract bid with the float is worth what it is without: the float is in the estimate.
    """
    wanted: dict[str, float] = {}
    alike: Counter[tuple[int, str]] = Counter()
    for contract in rules.ladder:
        if contract.base not in wanted:
            kind = (contract.target, contract.lead)
            further = alike[kind] + (contract.lead == "lowest trump")
            tricks = _tricks_for(contract.target, parameters)
            wanted[contract.base] = tricks + further * parameters["overcall"]
            alike[kind] += 1
    return [wanted[contract.base] for contract in rules.ladder]


def _tricks_for(target: int, parameters: Mapping[str, float]) -> float:
    if target < 2:
        return 0.0
    return parameters[OF_TARGET[target - 2]]


def chance_wanted(contract: Contract, parameters: Mapping[str, float]) -> float:
    """The chance of taking no trick that a misère is worth."""
    return parameters["misere"] + break_even(contract) - EVEN


def shift(needed: float, parameters: Mapping[str, float]) -> float:
    """Tricks more that are wanted of a contract that must be made more often than not."""
    return parameters["odds"] * (needed - EVEN)


def break_even(contract: Contract, opponents: int = 1, pool: int = 0) -> float:
    """How often a contract must be made to lose nothing, with a pool to be won by it.

    Examples
    --------
    >>> from sim.game.ladder import Contract
    >>> nap = Contract(name="nap", target=5, made=10, failed=5)
    >>> round(break_even(nap), 4), break_even(nap, opponents=3, pool=15)
    (0.3333, 0.25)
    """
    lost = contract.failed * opponents
    at_stake = (contract.made + contract.failed) * opponents + pool
    return lost / at_stake if at_stake else EVEN


def worth_of_pool(pool: int, parameters: Mapping[str, float], rules: Rules) -> float:
    """Tricks that a pool makes up for, in that contract that wins it with most at stake."""
    worth = (
        shift(break_even(contract), parameters)
        - shift(break_even(contract, rules.opponents, pool), parameters)
        for contract in rules.ladder
        if wins_pool(contract, rules)
    )
    return min(worth, default=0.0)


def wins_pool(contract: Contract, rules: Rules) -> bool:
    """Whether a contract takes the pool if made: it promises all tricks."""
    return rules.has_pool and contract.target == rules.hand_size

"""The numbers that the counting policy works out once from its parameters and the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sim.game.cards import JOKER_RANK, RANKS, SUITS
from sim.game.rules import EXTRA_HAND, Rules
from sim.policies.counting import layout
from sim.policies.counting.estimate import (
    Chances,
    chances_under,
    side_tricks,
    trump_tricks,
    trump_tricks_lowest_first,
)
from sim.policies.counting.layout import PER_TRICK
from sim.policies.counting.prices import estimate_to_take, prices
from sim.policies.counting.risk import risk_of, risk_of_following, risk_of_lead, risks_of_cards
from sim.policies.counting.thresholds import (
    chance_wanted,
    tricks_wanted,
    wins_pool,
    worth_of_pool,
)
from sim.policies.kind import Table

if TYPE_CHECKING:
    from sim.game.ladder import Contract

TrumpTricks = Callable[[Sequence[int], Chances], float]


def is_plain(rules: Rules) -> bool:
    """Whether bids need nothing but the estimate of the hand with its best suit as trumps."""
    options = (
        rules.joker,
        rules.peep,
        rules.float_card,
        rules.sir_garnet,
        rules.exchange_cards > 0,
        rules.has_pool,
    )
    return not any(options) and all(
        (contract.judged, contract.trump, contract.lead) == ("at least", "suit led", "any")
        for contract in rules.ladder
    )


def counting_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    """Work out what all holdings are worth, which contracts that is worth, and what cards are.

    Returns
    -------
    int64 array
        The sections of :mod:`sim.policies.counting.layout`: the first two under plain rules, else
        all of them, filled as far as the ladder and the pack need them.
    """
    table = np.zeros(layout.PLAIN_LENGTH if is_plain(rules) else layout.LENGTH, np.int64)
    fill_gains(table, layout.GAINS, trump_tricks, parameters, rules)
    fill_bids(table, parameters, rules)
    if not is_plain(rules):
        fill_further_holdings(table, parameters, rules)
        fill_single_numbers(table, parameters, rules)
    return table


def fill_gains(
    table: Table,
    section: int,
    tricks: TrumpTricks,
    parameters: Mapping[str, float],
    rules: Rules,
    *,
    joker: bool = False,
) -> None:
    """Fill a section with the gains of holdings as trumps and their values as side suits.

    What is held gains something as trumps, be it 1/256 trick: a declarer leads a suit he has.
    """
    chances = chances_under(rules, most_held(rules) + joker)
    for holding, ranks in holdings(rules):
        trumps = (*ranks, JOKER_RANK) if joker else ranks
        side = in_units(side_tricks(ranks, chances.asleep, parameters["side"]))
        gain = in_units(tricks(trumps, chances)) - side
        table[section + holding] = (max(gain, 1 if trumps else 0) << 32) | side


def holdings(rules: Rules) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """List what may be held of a suit: the mask of the ranks, and the ranks."""
    return _holdings(len(RANKS) - rules.pack // SUITS, most_held(rules))


@lru_cache(maxsize=8)
def _holdings(lowest: int, most: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """List the holdings of so many cards at most, none of them below a rank."""
    all_holdings = (
        (holding, tuple(rank for rank in range(lowest, len(RANKS)) if holding >> rank & 1))
        for holding in range(layout.HOLDINGS)
    )
    return tuple((holding, ranks) for holding, ranks in all_holdings if len(ranks) <= most)


def most_held(rules: Rules) -> int:
    """The most cards that a player ever holds: those that he is about to throw included."""
    extra_hand = EXTRA_HAND if rules.sir_garnet else 0
    return rules.hand_size + extra_hand + rules.float_card + rules.peep


def fill_further_holdings(table: Table, parameters: Mapping[str, float], rules: Rules) -> None:
    """Fill the sections of what holdings are worth along with the joker, and in other contracts."""
    leads_lowest = any(contract.lead == "lowest trump" for contract in rules.ladder)
    if rules.joker:
        section = layout.GAINS_WITH_JOKER
        fill_gains(table, section, trump_tricks, parameters, rules, joker=True)
    if leads_lowest:
        section = layout.GAINS_LOWEST_FIRST
        fill_gains(table, section, trump_tricks_lowest_first, parameters, rules)
    if rules.joker and leads_lowest:
        section = layout.GAINS_LOWEST_FIRST_WITH_JOKER
        fill_gains(table, section, trump_tricks_lowest_first, parameters, rules, joker=True)
    if any(map(is_misere, rules.ladder)):
        fill_risks(table, parameters, rules)


def fill_risks(table: Table, parameters: Mapping[str, float], rules: Rules) -> None:
    """Fill in the risks of holdings in a misère."""
    risks = [risks_of_cards(held, parameters["led"], rules) for held in range(most_held(rules) + 1)]
    for holding, ranks in holdings(rules):
        followed = in_units(risk_of_following(ranks, risks[len(ranks)]))
        change = layout.NOTHING_TO_LEAD
        if ranks:
            others = risk_of_following(ranks, risks[len(ranks)], first=1)
            opened = risk_of_lead(ranks, rules) + others
            change = layout.NO_CHANGE + in_units(opened) - followed
        table[layout.RISKS + holding] = (change << 32) | followed


def fill_single_numbers(table: Table, parameters: Mapping[str, float], rules: Rules) -> None:
    """Fill in what contracts are, and what cards may cost."""
    ladder = rules.ladder
    table[layout.WITH_FLOAT] = bits_of([contract.with_float for contract in ladder])
    table[layout.FOR_POOL] = bits_of([wins_pool(contract, rules) for contract in ladder])
    table[layout.TRUMP_LED] = bits_of([contract.trump == "suit led" for contract in ladder])
    table[layout.LOWEST_FIRST] = bits_of([contract.lead == "lowest trump" for contract in ladder])
    table[layout.MISERES] = bits_of([is_misere(contract) for contract in ladder])
    table[layout.REQUIRES_NOTHING] = bits_of([contract.requires is None for contract in ladder])
    for pool in range(layout.POOLS):
        table[layout.POOL_WORTH + pool] = in_units(worth_of_pool(pool, parameters, rules))
    for place, tricks in prices(parameters, rules).items():
        table[place] = in_units(tricks)
    if rules.sir_garnet:
        for highest in range(len(ladder) + 1):
            tricks = estimate_to_take(highest, parameters, rules)
            table[layout.TAKE_FROM + highest] = in_units(tricks)


def bits_of(contracts: list[bool]) -> int:
    """The contracts of a ladder of which something is true, a bit a contract number."""
    return sum(1 << number for number, true in enumerate(contracts, start=1) if true)


def fill_bids(table: Table, parameters: Mapping[str, float], rules: Rules) -> None:
    """Fill in, by worth, the contracts worth bidding.

    A contract for an exact number of tricks other than none is never worth it.
    """
    wanted = tricks_wanted(parameters, rules)
    for number, (contract, tricks) in enumerate(zip(rules.ladder, wanted, strict=True), start=1):
        least = in_units(tricks)
        if is_misere(contract):
            least = least_safety(contract, parameters)
        elif contract.judged == "exactly":
            continue
        section = section_of_bids(contract)
        table[section : section + layout.ESTIMATES][least:] |= 1 << number


def section_of_bids(contract: Contract) -> int:
    """The section of bids by what is counted for a contract."""
    if is_misere(contract):
        return layout.BIDS_BY_SAFETY
    if contract.trump == "none":
        return layout.BIDS_WITHOUT_TRUMPS
    return layout.BIDS_LOWEST_FIRST if contract.lead == "lowest trump" else layout.BIDS


def is_misere(contract: Contract) -> bool:
    """Whether the declarer must lose every trick."""
    return contract.judged == "exactly" and contract.target == 0


def least_safety(contract: Contract, parameters: Mapping[str, float]) -> int:
    """The least safety that a misère is worth: its risk taken from the last estimate."""
    wanted = chance_wanted(contract, parameters)
    if wanted > 1:
        return layout.ESTIMATES
    return layout.LAST_ESTIMATE - in_units(risk_of(1 - wanted))


def in_units(tricks: float) -> int:
    """Tricks, or risk, in 1/256."""
    return round(tricks * PER_TRICK)

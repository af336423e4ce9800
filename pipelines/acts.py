"""What players may do beside bidding and playing: exchange, look, peep, take the extra hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pipelines.shard_rows import ShardRows
from sim.game.rules import Rules

__all__ = [
    "EXCHANGE",
    "EXTRA_HAND",
    "FLOAT",
    "PEEP",
    "Act",
    "acts_of",
    "most_of_act",
    "names_of_acts",
]

EXCHANGE: Final = "exchange"
FLOAT: Final = "float"
PEEP: Final = "peep"
EXTRA_HAND: Final = "extra hand"

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Act:
    """One of the things that players may do, in every deal; both arrays are int64.

    Attributes
    ----------
    name : str
        `EXCHANGE`, `FLOAT` (to look at it), `PEEP` or `EXTRA_HAND` (to take it).
    amounts : array, shape (deals, players)
        1 where the position did it, else 0; of an exchange, how many cards.
    prices : array, shape (deals, players)
        Units that the position paid for it.
    """

    name: str
    amounts: Whole
    prices: Whole


def names_of_acts(rules: Rules) -> list[str]:
    """Return what can be done under these rules, in the order in which it is done.

    Examples
    --------
    >>> from sim.game.rules import load_rules
    >>> names_of_acts(load_rules("basic", 4, {"peep": True, "exchange_cards": 3}))
    ['exchange', 'peep']
    """
    possible = {
        EXCHANGE: rules.exchange_cards > 0,
        FLOAT: rules.float_card,
        PEEP: rules.peep,
        EXTRA_HAND: rules.sir_garnet,
    }
    return [name for name, on in possible.items() if on]


def most_of_act(name: str, rules: Rules) -> int:
    """Return the greatest amount of an act: cards that can be exchanged, or 1."""
    return rules.exchange_cards if name == EXCHANGE else 1


def acts_of(rows: ShardRows, rules: Rules) -> list[Act]:
    """Return everything that was done, in the order of `names_of_acts`."""
    return list(_acts(rows, rules))


def _acts(rows: ShardRows, rules: Rules) -> Iterator[Act]:
    if rules.exchange_cards:
        cards = _by_position(rows, "exchanged", rules)
        paid_for = cards if rules.exchange_price_per == "card" else np.minimum(cards, 1)
        yield Act(name=EXCHANGE, amounts=cards, prices=paid_for * rules.exchange_price)
    if rules.float_card:
        looked = _by_position(rows, "looked", rules)
        prices = looked * rules.float_price
        prices[:, 0] = 0  # the dealer looks free
        yield Act(name=FLOAT, amounts=looked, prices=prices)
    if rules.peep:
        peeped = _by_position(rows, "peeped", rules)
        yield Act(name=PEEP, amounts=peeped, prices=peeped * rules.peep_price)
    if rules.sir_garnet:
        took = rows.deal_columns["extra_hand"][:, None] == np.arange(rules.players)
        yield Act(name=EXTRA_HAND, amounts=took.astype(np.int64), prices=np.zeros(took.shape, int))


def _by_position(rows: ShardRows, what: str, rules: Rules) -> Whole:
    columns = [rows.deal_columns[f"{what}_{position}"] for position in range(rules.players)]
    return np.stack(columns, axis=1).astype(np.int64)

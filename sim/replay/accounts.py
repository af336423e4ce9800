"""What one deal brings each player, part by part: contract, ante, prices, pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.game.result import position_of_turn, result_of

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.game.rules import Rules

Units = tuple[int, ...]


@dataclass(frozen=True)
class Accounts:
    """Units that each position wins in a deal; what it pays is negative.

    Attributes
    ----------
    contract : tuple of int
        What declarer and opponents pay each other.
    costs : dict from str to tuple of int
        Ante and prices, under what they are paid for; only those that the rules have.
    pool : tuple of int or None
        What comes out of the pool; None where there is none.
    """

    contract: Units
    costs: dict[str, Units]
    pool: Units | None

    @property
    def before_settlement(self) -> Units:
        """What ante and prices come to."""
        return _added(self.costs.values(), len(self.contract))

    @property
    def in_all(self) -> Units:
        """What the whole deal comes to."""
        parts = [self.contract, *self.costs.values(), *filter(None, [self.pool])]
        return _added(parts, len(self.contract))


def accounts_of(
    rules: Rules, acts: Acts, purses: Sequence[int] | None, *, has_pool: bool
) -> Accounts:
    """Take apart what a deal pays.

    Parameters
    ----------
    rules : Rules
    acts : Acts
    purses : sequence of int or None
        What each position has before the deal, where nobody pays more than that.
    has_pool : bool
        Whether there is a pool. In a deal that breaks a tie there is none, and prices are lost.
    """
    payments = acts.payments
    if payments is None:
        payments = result_of(rules.ladder.auction_text(acts.calls), acts.tricks, rules).payments
    players = len(payments)
    costs = dict(_costs(rules, acts, players, purses))
    pool = None
    if has_pool:
        pool = tuple(
            acts.pool_won * (position == declaring_position(acts, players))
            for position in range(players)
        )
    others = _added([*costs.values(), *filter(None, [pool])], players)
    contract = tuple(paid - other for paid, other in zip(payments, others, strict=True))
    return Accounts(contract, costs, pool)


def exchange_price(rules: Rules, cards: int) -> int:
    """Units that an exchange of so many cards costs."""
    return rules.exchange_price * (cards if rules.exchange_price_per == "card" else min(cards, 1))


def look_price(rules: Rules, position: int) -> int:
    """Units that a look at the float costs a position; the dealer looks free."""
    return rules.float_price if position else 0


def declaring_position(acts: Acts, players: int) -> int | None:
    """The position of the declarer; None if all passed."""
    return None if acts.declarer is None else position_of_turn(acts.declarer, players)


def is_made(rules: Rules, acts: Acts) -> bool:
    """Whether there is a declarer who kept his contract; a revoke decides, whatever the tricks."""
    if acts.revoker is not None:
        return acts.revoker != acts.declarer
    return acts.declarer is not None and rules.ladder[acts.contract].keeps(acts.tricks)


def _costs(
    rules: Rules, acts: Acts, players: int, purses: Sequence[int] | None
) -> Iterator[tuple[str, Units]]:
    """Yield what each position pays for what costs anything, under the name of that."""
    if rules.pool_ante:
        can_pay = purses or [rules.pool_ante] * players
        yield "ante", tuple(-min(rules.pool_ante, units) for units in can_pay)
    if rules.exchange_cards and rules.exchange_price:
        prices = [exchange_price(rules, thrown.bit_count()) for thrown, _ in acts.exchanges]
        yield "exchange", _paid_by_turn(prices, players)
    if rules.float_card and rules.float_price:
        prices = [
            looked * look_price(rules, position_of_turn(turn, players))
            for turn, looked in enumerate(acts.looked)
        ]
        yield "float", _paid_by_turn(prices, players)
    if rules.peep and rules.peep_price:
        yield "peep", _paid_by_turn([peeped * rules.peep_price for peeped in acts.peeped], players)


def _paid_by_turn(prices: Sequence[int], players: int) -> Units:
    """By position what is paid by speaking turn; a dealer who sits out has none."""
    paid = [0] * players
    for turn, price in enumerate(prices):
        paid[position_of_turn(turn, players)] = -price
    return tuple(paid)


def _added(parts: Iterable[Units], players: int) -> Units:
    return tuple(map(sum, zip(*parts, strict=True))) or (0,) * players

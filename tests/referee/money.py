"""The money: purses, pool, and who pays whom at the end of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from tests.referee.house import House, Rung

Debt = tuple[int, int, int]
"""Who pays, who is paid, and the units."""


class Till:
    """All money that moves in one deal; `won` are the units that each position is up.

    Without `purses` everybody can pay anything. Without a pool (None) what would go there is
    lost: so it is in a deal that breaks a tie.
    """

    def __init__(
        self, house: House, players: int, purses: Sequence[int] | None, pool: int | None
    ) -> None:
        self.house = house
        self.purses = None if purses is None else list(purses)
        self.pool = pool
        self.pool_won = 0
        self.won = [0] * players
        self.rebuys = [0] * players

    def can_choose_to_pay(self, position: int, price: int) -> bool:
        """Say whether a player may buy something: he must have the units, or buy chips."""
        return self.purses is None or self.rebuys_allowed or self.purses[position] >= price

    @property
    def rebuys_allowed(self) -> bool:
        """Whether a player who cannot pay buys another stack of chips."""
        return self.house.when_broke == "rebuy"

    def pay_into_pool(self, position: int, units: int) -> None:
        """Take an ante or a price."""
        paid = self.take(position, units)
        if self.pool is not None:
            self.pool += paid

    def pay(self, debt: Debt) -> None:
        """Let one player pay another, as far as he can."""
        payer, paid, units = debt
        self.give(paid, self.take(payer, units))

    def win_pool(self, position: int) -> None:
        """Give the whole pool to a player."""
        self.pool_won = self.pool or 0
        self.give(position, self.pool_won)
        self.pool = None if self.pool is None else 0

    def take(self, position: int, units: int) -> int:
        """Take units from a player, or what he has left where the broke go out."""
        if self.purses is not None:
            while self.rebuys_allowed and self.purses[position] < units:
                self.purses[position] += self.house.chips
                self.rebuys[position] += 1
            units = min(units, self.purses[position])
            self.purses[position] -= units
        self.won[position] -= units
        return units

    def give(self, position: int, units: int) -> None:
        """Give units to a player."""
        if self.purses is not None:
            self.purses[position] += units
        self.won[position] += units


def debts(rung: Rung, declarer: int, made: bool, players: int) -> list[Debt]:
    """List what a contract costs whom, clockwise from the declarer's left.

    The declarer is paid by, or pays, every opponent alike, a dealer who sits out included.
    """
    opponents = [(declarer + step) % players for step in range(1, players)]
    if made:
        return [(opponent, declarer, rung.made) for opponent in opponents]
    return [(declarer, opponent, rung.failed) for opponent in opponents]


def debt_of_a_revoking_defender(rung: Rung, defender: int, declarer: int, players: int) -> Debt:
    """A defender who revokes pays for all opponents of the declarer."""
    return defender, declarer, rung.made * (players - 1)


def settle(rung: Rung, declarer: int, made: bool, players: int) -> tuple[int, ...]:
    """Give what each position wins by a contract where everybody can pay."""
    won = [0] * players
    for payer, paid, units in debts(rung, declarer, made, players):
        won[payer] -= units
        won[paid] += units
    return tuple(won)

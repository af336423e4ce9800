"""What deals and sessions add up to: balances by player and by position, shares of a win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.referee.acts import Verdict
from tests.referee.pack import Foul
from tests.referee.seats import position_of_seat, seat_of_player


@dataclass(frozen=True, kw_only=True)
class SeatedDeal:
    """A deal of a session: its number, the seats that took part by position, what it came to."""

    number: int
    seats: tuple[int, ...]
    verdict: Verdict

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.seats[0]


@dataclass(frozen=True, kw_only=True)
class SessionVerdict:
    """How a numbered session ended.

    `balances`, `rebuys`, `winners` and `shares` (of one win) are by player of the line-up,
    `by_position` by position. At the end every seat got `split` units of the pool: they are in
    the balances and not in `by_position`; `pool` is what stayed there.
    """

    deals: tuple[SeatedDeal, ...]
    balances: tuple[int, ...]
    by_position: tuple[int, ...]
    pool: int
    split: int
    rebuys: tuple[int, ...]
    extra_deals: tuple[SeatedDeal, ...]
    winners: tuple[bool, ...]
    shares: tuple[Fraction, ...]


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """What payments add up to: units by player and by position, each player's share of a win."""

    by_player: tuple[int, ...]
    by_position: tuple[int, ...]
    shares: tuple[Fraction, ...]


def winners_shares(balances: Sequence[int]) -> tuple[Fraction, ...]:
    """Share one win among the players with the highest balance."""
    return shares_of([balance == max(balances) for balance in balances])


def shares_of(winners: Sequence[bool]) -> tuple[Fraction, ...]:
    """Share one win among the winners."""
    return tuple(Fraction(int(wins), sum(winners)) for wins in winners)


def judge_session(
    payments: Sequence[Sequence[int]], session: int, opening_dealer: int, seating: str = "fixed"
) -> Reckoning:
    """Add up a session whose deals, in order, paid these units by position.

    `opening_dealer` is the seat that dealt first; the deal moves on after every deal.
    """
    players = len(payments[0])
    by_player, by_position = [0] * players, [0] * players
    for deals_before, paid in enumerate(payments):
        if sum(paid) != 0:
            raise Foul(f"the payments {tuple(paid)} do not sum to zero")
        dealer = (opening_dealer + deals_before) % players
        for player in range(players):
            seat = seat_of_player(player, session, players, seating)
            position = position_of_seat(seat, dealer, players)
            by_player[player] += paid[position]
            by_position[position] += paid[position]
    return Reckoning(
        by_player=tuple(by_player),
        by_position=tuple(by_position),
        shares=winners_shares(by_player),
    )

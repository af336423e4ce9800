"""One shard of outcomes as arrays of small integers, in whole sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sim.experiment import Seating

__all__ = ["Integers", "ShardRows"]

SESSIONS_A_BLOCK: Final = 8192
"""Sessions counted at once: twice as fast as a whole shard, which leaves the cache."""

Integers = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class ShardRows:
    """What a shard's files say, row by row.

    Attributes
    ----------
    first_session : int
        Number of the first session.
    deals_per_session : int
        Deals of a session, unless it ends early; the rows of a session's deals follow each other.
    first_dealer : uint8 array, shape (sessions,)
        Seat that deals first.
    auctions : tuple of str
        What the codes of auctions stand for.
    auction : int32 array, shape (deals,)
        Codes of auctions.
    tricks : uint8 array, shape (deals,)
        The declarer's tricks; 0 where the deal was passed out.
    hand_size : int
        Tricks of a deal.
    trumps : tuple of str
        What the codes of trump suits stand for; empty where the trump suit is not read.
    trump : int8 array, shape (deals,)
        Codes of trump suits.
    player_units, position_units : int32 arrays, shape (players, sessions)
        Balances of the line-up's players, and units won by position.
    deal_columns, session_columns : mapping of str to array
        What the options of the rules add to a deal, shape (deals,), and to a session, shape
        (sessions,), under the names that the files give.
    """

    first_session: int
    deals_per_session: int
    first_dealer: Integers
    auctions: tuple[str, ...]
    auction: Integers
    tricks: Integers
    hand_size: int
    player_units: Integers
    position_units: Integers
    trumps: tuple[str, ...] = ()
    trump: Integers = field(default_factory=lambda: np.empty(0, np.int8))
    deal_columns: Mapping[str, Integers] = field(default_factory=dict)
    session_columns: Mapping[str, Integers] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.player_units)

    @cached_property
    def blocks(self) -> tuple[ShardRows, ...]:
        """The rows in parts of whole sessions, small enough for the processor's cache."""
        return tuple(self.parts(SESSIONS_A_BLOCK))

    def parts(self, sessions: int) -> Iterator[ShardRows]:
        """Yield the rows in parts of so many sessions."""
        for start in range(0, len(self.first_dealer), sessions):
            yield self._part(start, start + sessions)

    def _part(self, start: int, stop: int) -> ShardRows:
        sessions = slice(start, stop)
        deals = slice(*self.first_deals[[start, min(stop, len(self.first_dealer))]])
        return replace(
            self,
            first_session=self.first_session + start,
            first_dealer=self.first_dealer[sessions],
            auction=self.auction[deals],
            tricks=self.tricks[deals],
            trump=self.trump[deals],
            player_units=self.player_units[:, sessions],
            position_units=self.position_units[:, sessions],
            deal_columns={name: column[deals] for name, column in self.deal_columns.items()},
            session_columns={
                name: column[sessions] for name, column in self.session_columns.items()
            },
        )

    @cached_property
    def deals_of_session(self) -> npt.NDArray[np.int64]:
        """Deals of every session."""
        if "deals" in self.session_columns:
            return self.session_columns["deals"].astype(np.int64)
        return np.full(len(self.first_dealer), self.deals_per_session, np.int64)

    @cached_property
    def first_deals(self) -> npt.NDArray[np.int64]:
        """Row of every session's first deal; one entry more says where the last one ends."""
        return np.concatenate([[0], np.cumsum(self.deals_of_session)])

    @cached_property
    def session_places(self) -> npt.NDArray[np.int64]:
        """To which of the sessions every deal belongs, counted from 0."""
        return np.repeat(np.arange(len(self.first_dealer)), self.deals_of_session)

    @cached_property
    def deal_numbers(self) -> npt.NDArray[np.uint64]:
        """Number of every deal: sessions that end early leave gaps."""
        within = np.arange(len(self.session_places)) - self.first_deals[self.session_places]
        first = self.session_numbers[self.session_places] * self.deals_per_session
        return (first + within).astype(np.uint64)

    @cached_property
    def session_numbers(self) -> npt.NDArray[np.int64]:
        """Numbers of the sessions, in order."""
        last = self.first_session + len(self.first_dealer)
        return np.arange(self.first_session, last, dtype=np.int64)

    def dealing_players(self, seating: Seating) -> npt.NDArray[np.int32]:
        """Return the line-up's index of every deal's dealer, where nobody leaves the table.

        The deal moves round with each deal.
        """
        deals = np.arange(self.deals_per_session)
        dealers_of_session = np.add.outer(np.arange(self.players), deals) % self.players
        first = self.first_dealing_players(seating)
        return np.take(dealers_of_session.astype(np.int32), first, axis=0).ravel()

    def first_dealing_players(self, seating: Seating) -> npt.NDArray[np.int64]:
        """Return the line-up's index of every session's first dealer."""
        first = self.first_dealer.astype(np.int64)
        return (first - self.seats_moved(seating)) % self.players

    def seats_moved(self, seating: Seating) -> npt.NDArray[np.int64]:
        """Return by how many seats the line-up has moved round in every session."""
        if seating == "rotate":
            return self.session_numbers % self.players
        return np.zeros_like(self.session_numbers)

    @cached_property
    def outcome_code(self) -> npt.NDArray[np.int32]:
        """Auction and tricks of every deal as one number, a place in `outcomes`."""
        code = self.auction * np.int32(self.hand_size + 1)
        code += self.tricks
        return code

    @cached_property
    def outcomes(self) -> list[tuple[str, int]]:
        """Auction and tricks for each value that `outcome_code` can take."""
        return list(product(self.auctions, range(self.hand_size + 1)))

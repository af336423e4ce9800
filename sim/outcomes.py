"""Outcomes as tables: a row a deal and a row a session, with names people can read.

Readable columns cost almost nothing, because a few hundred different auctions and a few suits and
numbers of tricks make up all rows: Arrow and Parquet keep each name once. A table has more columns
only where the rules make something happen that the others do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from numba import int8, int32, int64, uint8, uint64

from sim.dealers import dealer_seats
from sim.engine.bits import ONE, ZERO, leading_zeros, u64
from sim.engine.block import CALL_BITS, EXCHANGED_BITS, MOST_PLAYERS
from sim.engine.compiled import compile_kernel
from sim.engine.outcome import (
    LOOKED_SHIFT,
    PEEPED_SHIFT,
    REVOKED_SHIFT,
    TAKER_SHIFT,
    TRICKS_SHIFT,
    TRUMP_SHIFT,
)
from sim.game.cards import SUIT_NAMES
from sim.simulation import Outcomes, simulate_sessions

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.rules import Rules

AUCTION_BITS = CALL_BITS * MOST_PLAYERS
NO_TRUMP = "none"
NOBODY = -1
ONE_CALL = (1 << CALL_BITS) - 1
ABSENT = ONE_CALL
"""Stands in a packed auction for a player who has left; no ladder has so many contracts."""
_ONE_TURN = 7
_ONE_EXCHANGE = (1 << EXCHANGED_BITS) - 1

_GOLDEN = 0x9E3779B97F4A7C15
"""2**64 over the golden ratio: the upper bits of a product hash a number (Knuth, TAOCP 6.4)."""

_FIRST_ROOM = 512
"""Different auctions for which there is room at first."""


def deals_schema(experiment: Experiment) -> pa.Schema:
    """The columns of the table of deals.

    ``deal``: number; ``dealer``: seat; ``auction``: calls in speaking order; ``trump``: suit, or
    "none" if passed out or played without one; ``tricks``: the declarer's, 0 if passed out. Where
    the rules make it happen: ``players`` present; ``revoked`` and ``extra_hand``: position that
    did it or took it, -1 if nobody; by position ``exchanged_0`` …: cards exchanged, ``looked_0``
    … at the float, ``peeped_0`` …, and ``units_0`` …: units received, antes, prices and pool
    included; ``pool_won``: units that the declarer took from the pool; ``pool``: units left in it;
    ``tries``: deals that were tried until this one satisfied the condition, itself included.

    Nulls would cost a fifth of the writing time, so there are none.
    """
    rules = experiment.rules
    columns: list[tuple[str, pa.DataType]] = [
        ("deal", pa.uint64()),
        ("dealer", pa.uint8()),
        ("auction", pa.dictionary(pa.int32(), pa.string())),
        ("trump", pa.dictionary(pa.int8(), pa.string())),
        ("tricks", pa.uint8()),
    ]
    if rules.may_end_early:
        columns += [("players", pa.uint8())]
    if experiment.may_revoke:
        columns += [("revoked", pa.int8())]
    if rules.exchange_cards:
        columns += _each("exchanged", rules, pa.uint8())
    if rules.float_card:
        columns += _each("looked", rules, pa.bool_())
    if rules.peep:
        columns += _each("peeped", rules, pa.bool_())
    if rules.sir_garnet:
        columns += [("extra_hand", pa.int8())]
    if not experiment.pays_by_ladder:
        columns += _each("units", rules, pa.int32())
    if rules.has_pool:
        columns += [("pool_won", pa.int32()), ("pool", pa.int32())]
    if experiment.needs_tries:
        columns += [("tries", pa.uint32())]
    return _schema(columns)


def sessions_schema(experiment: Experiment) -> pa.Schema:
    """The columns of the table of sessions.

    ``session``: number; ``first_dealer``: seat; ``player_0`` …: balance of each player of the
    line-up; ``position_0`` …: units won over the session at each position, the dealer's first.
    Where the rules make it happen: ``deals`` played; ``pool``: units left in the pool at the end;
    ``split``: units that each seat got of it, part of the balances; ``rebuys_0`` …: stacks that
    each player bought; ``extra_deals`` played to break a tie; ``won_0`` …: whether each player is
    one of the winners.
    """
    rules = experiment.rules
    columns: list[tuple[str, pa.DataType]] = [
        ("session", pa.uint64()),
        ("first_dealer", pa.uint8()),
        *_each("player", rules, pa.int32()),
        *_each("position", rules, pa.int32()),
    ]
    if rules.may_end_early:
        columns += [("deals", pa.uint16())]
    if rules.has_pool:
        columns += [("pool", pa.int32()), ("split", pa.int32())]
    if rules.may_rebuy:
        columns += _each("rebuys", rules, pa.uint32())
    if rules.ties == "extra deal":
        columns += [("extra_deals", pa.uint8()), *_each("won", rules, pa.bool_())]
    return _schema(columns)


def _each(what: str, rules: Rules, kind: pa.DataType) -> list[tuple[str, pa.DataType]]:
    return [(f"{what}_{number}", kind) for number in range(rules.players)]


def _schema(columns: list[tuple[str, pa.DataType]]) -> pa.Schema:
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns])


def simulate_shard(
    experiment: Experiment, first_session: int, sessions: int
) -> tuple[pa.Table, pa.Table]:
    """Simulate consecutive sessions, and give their deals and the sessions themselves as tables.

    Returns
    -------
    tuple of pyarrow.Table
        Deals, as :func:`deals_schema`, and sessions, as :func:`sessions_schema`, both in order.

    Raises
    ------
    IllegalActError
        If a policy breaks the rules.
    """
    outcomes = simulate_sessions(experiment, first_session, sessions)
    return deals_table(outcomes, experiment), sessions_table(outcomes, experiment)


def deals_table(outcomes: Outcomes, experiment: Experiment) -> pa.Table:
    """The deals that were played in some sessions as a table."""
    rules = experiment.rules
    first = outcomes.first_session * rules.deals_per_session
    deals = _Deals(outcomes, experiment)
    numbers = np.arange(first, first + outcomes.kept.outcomes.size, dtype=np.uint64)
    unpacked = Unpacked.of(deals.words)
    auctions = [auction_text(int(auction), rules) for auction in unpacked.auctions]
    columns = [
        pa.array(deals.played(numbers)),
        pa.array(deals.dealers()),
        pa.DictionaryArray.from_arrays(unpacked.auction, auctions),
        pa.DictionaryArray.from_arrays(unpacked.trump, [*SUIT_NAMES, NO_TRUMP]),
        pa.array(unpacked.tricks),
        *map(pa.array, deals.further_columns()),
    ]
    return pa.table(columns, schema=deals_schema(experiment))


class _Deals:
    """The deals of some sessions, those not played left out."""

    def __init__(self, outcomes: Outcomes, experiment: Experiment) -> None:
        self.outcomes = outcomes
        self.experiment = experiment
        self.rules = experiment.rules
        self.words = self.played(outcomes.kept.outcomes)
        self.present = np.full(1, self.rules.players, np.uint8)
        if self.rules.may_end_early:
            self.present = self.played(outcomes.present)
            absent = [absent_calls(self.rules, present) for present in range(MOST_PLAYERS + 1)]
            self.words = self.words | np.array(absent, np.uint64)[self.present]

    def played(self, by_deal: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The entries of the deals that were played, from an array by session and deal."""
        if self.rules.may_end_early:
            return by_deal.reshape(self.outcomes.present.shape)[self.outcomes.present > 0]
        return by_deal.reshape(-1)

    def dealers(self) -> npt.NDArray[np.uint8]:
        """The seats that deal."""
        rules = self.rules
        if rules.may_end_early:
            return self.played(self.outcomes.dealers)
        return dealer_seats(self.outcomes.first_dealers, rules.deals_per_session, rules.players)

    def further_columns(self) -> Iterator[npt.NDArray[Any]]:
        """The columns that only some rules have, in the order of the schema."""
        rules = self.rules
        kept = self.outcomes.kept
        if rules.may_end_early:
            yield self.present
        if self.experiment.may_revoke:
            yield self._position(REVOKED_SHIFT)
        if rules.exchange_cards:
            exchanged = self.played(kept.exchanged)
            for position in range(rules.players):
                fields = exchanged >> self._turn(position) * u64(EXCHANGED_BITS)
                cards = fields & u64(_ONE_EXCHANGE)
                yield np.where(self._exists(position), cards, ZERO).astype(np.uint8)
        for shift, has_it in ((LOOKED_SHIFT, rules.float_card), (PEEPED_SHIFT, rules.peep)):
            if has_it:
                for position in range(rules.players):
                    bits = self.words >> (self._turn(position) + u64(shift))
                    yield self._exists(position) & (bits & ONE).astype(np.bool_)
        if rules.sir_garnet:
            yield self._position(TAKER_SHIFT)
        if not self.experiment.pays_by_ladder:
            for position in range(rules.players):
                yield self.played(kept.payments[:, :, position])
        if rules.has_pool:
            yield self.played(kept.pools[:, :, 0])
            yield self.played(kept.pools[:, :, 1])
        if self.experiment.needs_tries:
            assert self.outcomes.tries is not None
            yield self.outcomes.tries.astype(np.uint32)

    def _position(self, shift: int) -> npt.NDArray[np.int8]:
        """The position of the speaking turn that an outcome names, or nobody."""
        named = (self.words >> u64(shift)) & u64(_ONE_TURN)
        position = (named % self.present).astype(np.int8)
        return np.where(named == ZERO, np.int8(NOBODY), position)

    def _exists(self, position: int) -> npt.NDArray[np.bool_]:
        """In which deals so many players are present that there is such a position."""
        exists: npt.NDArray[np.bool_] = self.present > position
        return exists

    def _turn(self, position: int) -> npt.NDArray[np.uint64] | np.uint64:
        """The speaking turn of a position; one without cards has a turn that never does anything.

        The dealer speaks last, or comes after all who speak.
        """
        if position > 0:
            return u64(position - 1)
        return self.present.astype(np.uint64) - ONE


def sessions_table(outcomes: Outcomes, experiment: Experiment) -> pa.Table:
    """The sessions as a table."""
    rules = experiment.rules
    first = outcomes.first_session
    columns = [
        np.arange(first, first + len(outcomes.player_units), dtype=np.uint64),
        outcomes.first_dealers,
        *outcomes.player_units.T.astype(np.int32),
        *outcomes.position_units.T.astype(np.int32),
    ]
    if rules.may_end_early:
        columns.append(np.count_nonzero(outcomes.present, axis=1).astype(np.uint16))
    if rules.has_pool:
        columns += [outcomes.pools.astype(np.int32), outcomes.splits.astype(np.int32)]
    if rules.may_rebuy:
        columns += [*outcomes.buys.T.astype(np.uint32)]
    if outcomes.ties is not None:
        columns += [outcomes.ties.extra_deals, *outcomes.ties.winners.T]
    return pa.table([*map(pa.array, columns)], schema=sessions_schema(experiment))


def absent_calls(rules: Rules, present: int) -> int:
    """What stands in a packed auction for the turns of players who have left the table."""
    hands = present - rules.dealer_sits_out
    return sum(ABSENT << (CALL_BITS * turn) for turn in range(max(hands, 0), rules.hands))


def auction_text(auction: int, rules: Rules) -> str:
    """The calls of a packed auction in speaking order, such as ``pass three pass nap``."""
    calls = [auction >> (CALL_BITS * turn) & ONE_CALL for turn in range(rules.hands)]
    return rules.ladder.auction_text([call for call in calls if call != ABSENT])


def unpack(words, auctions, table, places, trumps, tricks):  # type: ignore[no-untyped-def]
    """Take outcomes apart: auction, trump suit, tricks; number auctions as they are met.

    ``table`` has the numbers of the auctions by hash, -1 where there is none; its length is a
    power of two.

    Returns
    -------
    int64
        How many different auctions there are, or -1 if ``auctions`` has no room for them.
    """
    shift = leading_zeros(u64(table.shape[0])) + ONE
    met = 0
    for deal in range(words.shape[0]):
        word = words[deal]
        auction = word & u64((1 << AUCTION_BITS) - 1)
        slot = (auction * u64(_GOLDEN)) >> shift
        while table[slot] >= 0 and auctions[table[slot]] != auction:
            slot = (slot + ONE) & u64(table.shape[0] - 1)
        if table[slot] < 0:
            if met == auctions.shape[0]:
                return -1
            auctions[met] = auction
            table[slot] = met
            met += 1
        places[deal] = table[slot]
        trumps[deal] = (word >> u64(TRUMP_SHIFT)) & u64(7)
        tricks[deal] = (word >> u64(TRICKS_SHIFT)) & u64(15)
    return met


@cache
def _unpack() -> Callable[..., Any]:
    signature = int64(uint64[::1], uint64[::1], int32[::1], int32[::1], int8[::1], uint8[::1])
    return compile_kernel(signature, unpack)


@dataclass(frozen=True)
class Unpacked:
    """Outcomes taken apart, an entry a deal.

    Attributes
    ----------
    auctions : uint64 array
        The different packed auctions that occur, ascending.
    auction : int32 array, shape (deals,)
        The place of each deal's auction among them.
    trump : int8 array, shape (deals,)
        Number of the trump suit; 4 if there was none or the deal was passed out.
    tricks : uint8 array, shape (deals,)
        The declarer's tricks; 0 if passed out.
    """

    auctions: npt.NDArray[np.uint64]
    auction: npt.NDArray[np.int32]
    trump: npt.NDArray[np.int8]
    tricks: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, words: npt.NDArray[np.uint64]) -> Unpacked:
        """Take packed outcomes apart."""
        places = np.empty(len(words), np.int32)
        trump = np.empty(len(words), np.int8)
        tricks = np.empty(len(words), np.uint8)
        room, met = _FIRST_ROOM, -1
        while met < 0:
            auctions = np.empty(room, np.uint64)
            table = np.full(4 * room, -1, np.int32)
            met = _unpack()(words, auctions, table, places, trump, tricks)
            room *= 4
        order = np.argsort(auctions[:met])
        number = np.empty(met, np.int32)
        number[order] = np.arange(met, dtype=np.int32)
        return cls(auctions[:met][order], number[places], trump, tricks)

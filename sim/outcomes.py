"""Outcomes as tables: a row a deal and a row a session, with names people can read.

Readable columns cost almost nothing, because a few hundred different auctions and a few suits and
numbers of tricks make up all rows: Arrow and Parquet keep each name once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from numba import int8, int32, types, uint8, uint64

from sim.dealers import dealer_seats
from sim.engine.bits import ONE, ZERO, u64
from sim.engine.block import CALL_BITS, MOST_PLAYERS
from sim.engine.compiled import compile_kernel
from sim.engine.kernel import TRICKS_SHIFT, TRUMP_SHIFT
from sim.game.cards import SUIT_NAMES, SUITS
from sim.simulation import Outcomes, simulate_sessions

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.game.ladder import Ladder
    from sim.game.rules import Rules

AUCTION_BITS = CALL_BITS * MOST_PLAYERS
NO_TRUMP = "none"
ONE_CALL = (1 << CALL_BITS) - 1

_GOLDEN = 0x9E3779B97F4A7C15
"""2**64 over the golden ratio: the upper bits of a product hash a number (Knuth, TAOCP 6.4)."""

DEALS_SCHEMA = pa.schema(
    [
        pa.field("deal", pa.uint64(), nullable=False),
        pa.field("dealer", pa.uint8(), nullable=False),
        pa.field("auction", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("trump", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("tricks", pa.uint8(), nullable=False),
    ]
)
"""deal: number; dealer: seat; auction: calls in speaking order; trump: suit, or "none" if passed
out; tricks: the declarer's, 0 if passed out. Nulls would cost a fifth of the writing time."""


def sessions_schema(players: int) -> pa.Schema:
    """The columns of the table of sessions.

    ``session``: number; ``first_dealer``: seat; ``player_0`` …: balance of each player of the
    line-up; ``position_0`` …: units won over the session at each position, the dealer's first.
    """
    units = [f"{what}_{number}" for what in ("player", "position") for number in range(players)]
    return pa.schema(
        [
            pa.field("session", pa.uint64(), nullable=False),
            pa.field("first_dealer", pa.uint8(), nullable=False),
            *(pa.field(name, pa.int32(), nullable=False) for name in units),
        ]
    )


def simulate_shard(
    experiment: Experiment, first_session: int, sessions: int
) -> tuple[pa.Table, pa.Table]:
    """Simulate consecutive sessions, and give their deals and the sessions themselves as tables.

    Returns
    -------
    tuple of pyarrow.Table
        Deals, as :data:`DEALS_SCHEMA`, and sessions, as :func:`sessions_schema`, both in order.

    Raises
    ------
    IllegalActError
        If a policy breaks the rules.
    """
    outcomes = simulate_sessions(experiment, first_session, sessions)
    return deals_table(outcomes, experiment.rules), sessions_table(outcomes, experiment.rules)


def deals_table(outcomes: Outcomes, rules: Rules) -> pa.Table:
    """The deals of some sessions as a table."""
    words = outcomes.deals.reshape(-1)
    first = outcomes.first_session * rules.deals_per_session
    unpacked = Unpacked.of(words, rules)
    auctions = [auction_text(int(auction), rules) for auction in unpacked.auctions]
    columns = [
        pa.array(np.arange(first, first + len(words), dtype=np.uint64)),
        pa.array(dealer_seats(outcomes.first_dealers, rules.deals_per_session, rules.players)),
        pa.DictionaryArray.from_arrays(unpacked.auction, auctions),
        pa.DictionaryArray.from_arrays(unpacked.trump, [*SUIT_NAMES, NO_TRUMP]),
        pa.array(unpacked.tricks),
    ]
    return pa.table(columns, schema=DEALS_SCHEMA)


def sessions_table(outcomes: Outcomes, rules: Rules) -> pa.Table:
    """The sessions as a table."""
    first = outcomes.first_session
    units = np.concatenate([outcomes.player_units, outcomes.position_units], axis=1)
    columns = [
        pa.array(np.arange(first, first + len(units), dtype=np.uint64)),
        pa.array(outcomes.first_dealers),
        *(pa.array(column) for column in units.T.astype(np.int32)),
    ]
    return pa.table(columns, schema=sessions_schema(rules.players))


def auction_text(auction: int, rules: Rules) -> str:
    """The calls of a packed auction in speaking order, such as ``pass three pass nap``."""
    turns = range(rules.players)
    return rules.ladder.auction_text([auction >> (CALL_BITS * turn) & ONE_CALL for turn in turns])


@dataclass(frozen=True)
class AuctionIndex:
    """All legal auctions of a ladder, and a hash table that finds the place of a packed one.

    Attributes
    ----------
    auctions : uint64 array
        Packed auctions, ascending.
    table : int32 array
        Places by hash; -1 where there is none. Its length is a power of two.
    """

    auctions: npt.NDArray[np.uint64]
    table: npt.NDArray[np.int32]

    @classmethod
    @cache
    def of(cls, ladder: Ladder, players: int) -> AuctionIndex:
        """Enumerate the auctions and build the table, less than half full."""
        packed = sorted(
            sum(number << (CALL_BITS * turn) for turn, number in enumerate(auction))
            for auction in ladder.auctions(players)
        )
        auctions = np.array(packed, np.uint64)
        table = np.full(2 << len(auctions).bit_length(), -1, np.int32)
        for place, auction in enumerate(packed):
            slot = (auction * _GOLDEN & 2**64 - 1) >> (65 - len(table).bit_length())
            while table[slot] >= 0:
                slot = (slot + 1) % len(table)
            table[slot] = place
        return cls(auctions, table)


def unpack(words, auctions, table, shift, places, trumps, tricks):  # type: ignore[no-untyped-def]
    """Take outcomes apart: the place of each one's auction in ``auctions``, trump suit, tricks."""
    for deal in range(words.shape[0]):
        word = words[deal]
        auction = word & u64((1 << AUCTION_BITS) - 1)
        slot = (auction * u64(_GOLDEN)) >> shift
        while auctions[table[slot]] != auction:
            slot = (slot + ONE) & u64(table.shape[0] - 1)
        places[deal] = table[slot]
        suit = (word >> u64(TRUMP_SHIFT)) & u64(3)
        trumps[deal] = suit if auction != ZERO else u64(SUITS)
        tricks[deal] = (word >> u64(TRICKS_SHIFT)) & u64(15)


@cache
def _unpack() -> Callable[..., Any]:
    signature = types.void(
        uint64[::1], uint64[::1], int32[::1], uint64, int32[::1], int8[::1], uint8[::1]
    )
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
        Number of the trump suit; 4 if the deal was passed out.
    tricks : uint8 array, shape (deals,)
        The declarer's tricks; 0 if passed out.
    """

    auctions: npt.NDArray[np.uint64]
    auction: npt.NDArray[np.int32]
    trump: npt.NDArray[np.int8]
    tricks: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, words: npt.NDArray[np.uint64], rules: Rules) -> Unpacked:
        """Take packed outcomes apart."""
        index = AuctionIndex.of(rules.ladder, rules.players)
        shift = u64(65 - len(index.table).bit_length())
        places = np.empty(len(words), np.int32)
        trump = np.empty(len(words), np.int8)
        tricks = np.empty(len(words), np.uint8)
        _unpack()(words, index.auctions, index.table, shift, places, trump, tricks)
        held = np.bincount(places, minlength=len(index.auctions)) > 0
        renumbered = np.cumsum(held, dtype=np.int32) - np.int32(1)
        return cls(index.auctions[held], renumbered[places], trump, tricks)

"""The arrays that the engine is handed, by what they are for, and their types for the compiler."""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import int32, int64, types, uint8, uint64


class Seats(NamedTuple):
    """Who plays in the lanes of each block, and which deals.

    Attributes
    ----------
    seating : int64 array, shape (blocks, seats)
        Players of the line-up who are present, clockwise from the dealer of the first deal.
    deals : uint64 array, shape (blocks, LANES)
        Number of each lane's first deal.
    places : uint64 array, shape (blocks, LANES)
        Where each lane's results go.
    """

    seating: Any
    deals: Any
    places: Any


class Lineup(NamedTuple):
    """How the players of the line-up decide; see :class:`sim.policies.slots.Slots`.

    Attributes
    ----------
    addresses, answering, tables, slots : int64 arrays
    revoke_rates : uint64 array, shape (players,)
        Probabilities in ``2**-53``.
    """

    addresses: Any
    answering: Any
    tables: Any
    slots: Any
    revoke_rates: Any


class State(NamedTuple):
    """What sessions carry from deal to deal, a row a place.

    Attributes
    ----------
    player_units, position_units, buys : int64 arrays, shape (places, players)
        Units won by each player of the line-up and at each position, stacks bought.
    pools : int64 array, shape (places,)
    packs : uint8 array, shape (places, cards) or (0, cards)
        Packs that are not shuffled for every deal, the top card first.
    reshuffle : uint8 array, shape (places,)
        1 if the pack is shuffled before the next deal.
    """

    player_units: Any
    position_units: Any
    buys: Any
    pools: Any
    packs: Any
    reshuffle: Any


class Given(NamedTuple):
    """What replaces the cards dealt and the calls chosen; arrays without rows replace nothing.

    Attributes
    ----------
    hands, bids : uint64 arrays, shape (deals, players) or (0, players)
        Hands (masks) and calls (contract numbers) by speaking turn, at
        ``place * deals a session + deal of the session``.
    """

    hands: Any
    bids: Any


class Kept(NamedTuple):
    """Where results go; of all but ``outcomes`` an array without rows keeps nothing.

    Attributes
    ----------
    outcomes : uint64 array, shape (places, deals a session)
    exchanged : uint64 array, shape (places, deals a session)
        Cards exchanged by each speaking turn, packed.
    payments : int32 array, shape (places, deals a session, seats)
        Units received by position.
    pools : int32 array, shape (places, deals a session, 2)
        Units that the declarer took from the pool, and those left in it.
    hands : uint64 array, shape (deals, players)
        Hands dealt by speaking turn.
    cards : uint8 array, shape (deals, players * hand size)
        Cards in the order played.
    events : uint64 array, shape (deals, EVENTS)
        See :mod:`sim.engine.events`.
    """

    outcomes: Any
    exchanged: Any
    payments: Any
    pools: Any
    hands: Any
    cards: Any
    events: Any


def _named(kind: Any, *fields: Any) -> Any:
    """The compiler's type of a named tuple."""
    return types.BaseTuple.from_types(fields, kind)


LINEUP_TYPE = _named(Lineup, int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1], uint64[::1])
SEATS_TYPE = _named(Seats, int64[:, ::1], uint64[:, ::1], uint64[:, ::1])
STATE_TYPE = _named(
    State,
    int64[:, ::1],
    int64[:, ::1],
    int64[:, ::1],
    int64[::1],
    uint8[:, ::1],
    uint8[::1],
)
GIVEN_TYPE = _named(Given, uint64[:, ::1], uint64[:, ::1])
KEPT_TYPE = _named(
    Kept,
    uint64[:, ::1],
    uint64[:, ::1],
    int32[:, :, ::1],
    int32[:, :, ::1],
    uint64[:, ::1],
    uint8[:, ::1],
    uint64[:, ::1],
)

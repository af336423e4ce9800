"""Tables of bids, contracts and tricks."""

from __future__ import annotations

from typing import Final

from pipelines.schemas.columns import (
    BIDS,
    BREAK_EVEN,
    CALL,
    CALLS,
    CONTRACT,
    DEALS,
    PLAYER,
    PLAYER_DEALS,
    POLICY,
    POSITION,
    SPLIT,
)
from pipelines.table_schema import (
    Column,
    TableSchema,
    bare_rate,
    ends,
    real,
    whole,
    word,
)

BIDDING: Final = (
    TableSchema(
        "overview",
        "The main answers",
        (
            word("measure", "what happened"),
            word("of", "what n counts"),
            whole("successes", "deals", "how often it happened"),
            whole("n", "deals", "how often it could have happened"),
            *bare_rate("successes", "n"),
        ),
    ),
    TableSchema(
        "contracts",
        "Bids and success by contract",
        (
            CONTRACT,
            whole("target", "tricks", "what the declarer needs"),
            whole("stake_made", "units per opponent", "received for a made contract"),
            whole("stake_failed", "units per opponent", "paid for a failed contract"),
            *SPLIT,
            real("mean_tricks", "tricks", "the declarer's, mean over deals played in it"),
            *ends("mean_tricks_", "tricks"),
        ),
    ),
    TableSchema(
        "contracts_by_position",
        "Bids and success by the bidder's position and contract",
        (POSITION, CONTRACT, *SPLIT),
    ),
    TableSchema(
        "contracts_by_player",
        "Bids and success by player and contract",
        (*PLAYER, CONTRACT, *SPLIT),
    ),
    TableSchema(
        "contracts_by_policy",
        "Bids and success by policy and contract; bid and played per player and deal",
        (*POLICY, CONTRACT, BREAK_EVEN, DEALS, *PLAYER_DEALS, *BIDS),
    ),
    TableSchema("calls_by_position", "What each position says", (POSITION, CALL, *CALLS)),
    TableSchema(
        "calls_by_position_given_bid",
        "What each position says, given the highest bid before",
        (
            POSITION,
            word("highest", 'highest bid before the call; "none" if all have passed'),
            CALL,
            *CALLS,
        ),
    ),
    TableSchema("calls_by_player", "What each player says", (*PLAYER, CALL, *CALLS)),
    TableSchema(
        "tricks",
        "Tricks of the declarer by contract",
        (
            CONTRACT,
            whole("tricks", "tricks", "taken by the declarer"),
            Column("makes", "Boolean", "", "whether so many tricks keep the contract"),
            whole("deals", "deals", "with this contract and so many tricks"),
            whole("played", "deals", "with this contract"),
            *bare_rate("deals", "played"),
        ),
    ),
)

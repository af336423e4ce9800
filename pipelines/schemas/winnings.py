"""Tables of units, balances and wins."""

from __future__ import annotations

from typing import Final

from pipelines.schemas.columns import (
    DEALS,
    EXPECTATION,
    PLAYER,
    PLAYER_DEALS,
    POLICY,
    POSITION,
    QUANTILES,
    SESSIONS,
    STANDINGS,
    UNITS,
    WIN_SHARE,
)
from pipelines.table_schema import (
    TableSchema,
    ends,
    real,
    whole,
)

WINNINGS: Final = (
    TableSchema(
        "expectation_by_position",
        "What a position is worth",
        (POSITION, *EXPECTATION),
    ),
    TableSchema("expectation_by_player", "What each player wins", (*PLAYER, *EXPECTATION)),
    TableSchema(
        "expectation_by_policy",
        "What each policy wins, per player and deal",
        (*POLICY, SESSIONS, DEALS, *PLAYER_DEALS, *UNITS),
    ),
    TableSchema(
        "balances",
        "Balances after a session",
        (
            *PLAYER,
            whole("balance", "units", "units won over a session"),
            whole("sessions", "sessions", "sessions that ended so"),
            real("share", "probability", "sessions / all sessions"),
            whole("cumulative", "sessions", "sessions that ended so or lower"),
        ),
    ),
    TableSchema(
        "balance_summary",
        "Balances after a session in figures",
        (
            *PLAYER,
            SESSIONS,
            real("mean", "units per session", "mean balance"),
            real("standard_error", "units per session", "of the mean"),
            *ends("mean_", "units per session"),
            real("sd", "units", "standard deviation of one session's balance"),
            whole("min", "units", "lowest balance"),
            whole("max", "units", "highest balance"),
            *QUANTILES,
            *STANDINGS,
            whole("sole_wins", "sessions", "highest balance alone"),
            whole("shared_wins", "sessions", "highest balance together with others"),
            *WIN_SHARE,
        ),
    ),
    TableSchema(
        "win_share_by_policy",
        "Sessions won by policy, per player",
        (*POLICY, SESSIONS, *WIN_SHARE),
    ),
)

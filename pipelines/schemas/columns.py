"""Columns that several tables have in common."""

from __future__ import annotations

from typing import Final

from pipelines.table_schema import (
    bare_rate,
    ends,
    only,
    rate_family,
    real,
    whole,
    word,
)

POSITION = whole("position", "", "0 dealer, 1 eldest (speaks first), and so on round the table")
CONTRACT = word("contract", "name on the ladder")
PLAYER = (
    whole("player", "", "place in the line-up, from 0"),
    word("name", "name of the player"),
    word("policy", "label of the policy that the player follows"),
)
POLICY = (
    word("policy", "label of the policy"),
    whole("players", "players", "how many of the line-up follow it"),
)
CALL = word("call", '"pass" or a contract')
DEALS = whole(
    "deals", "deals", "deals in which it was at the table: all, unless players can leave it"
)
PLAYER_DEALS = only(
    [whole("player_deals", "deals", "deals at the table, added up over its players")],
    "where players can leave the table; bid, played and means are of these",
)
SESSIONS = whole("sessions", "sessions", "all sessions: the independent clusters")
BREAK_EVEN = real(
    "break_even",
    "probability",
    "success rate at which it pays nothing on average; null if it never pays",
)

BIDS = (
    *rate_family("bid", "deals", "deals", "it was spoken in the auction, perhaps overcalled later"),
    *rate_family("played", "deals", "deals", "it became the final contract"),
    *rate_family("made", "played", "deals", "it was played and the declarer kept it"),
    real("value", "units per opponent", "the declarer's mean result per deal played in it"),
    *ends("value_", "units per opponent"),
)
SPLIT = (BREAK_EVEN, DEALS, *BIDS)

UNITS = (
    whole("units", "units", "what was won in all"),
    real("units_per_deal", "units per deal", "mean over all deals"),
    real("standard_error", "units per deal", "of the mean, clustered by session"),
    *ends("", "units per deal"),
    whole("declarer_deals", "deals", "deals as declarer"),
    whole("declarer_units", "units", "won as declarer"),
    real("declarer_per_deal", "units per deal", "won as declarer, mean over all deals"),
    *ends("declarer_", "units per deal"),
    whole("defender_deals", "deals", "deals as opponent of the declarer"),
    whole("defender_units", "units", "won as defender; all parts together are units"),
    real("defender_per_deal", "units per deal", "won as defender, mean over all deals"),
    *ends("defender_", "units per deal"),
    *only(
        (
            whole("pool_units", "units", "won from the pool, less what was paid into it"),
            real("pool_per_deal", "units per deal", "the same, mean over all deals"),
            *ends("pool_", "units per deal"),
        ),
        "with a pool",
    ),
)
EXPECTATION = (SESSIONS, DEALS, *UNITS)

CALLS = (
    whole("calls", "calls", "how often this was said"),
    whole("spoken", "calls", "how often anything was said there"),
    *bare_rate("calls", "spoken"),
)

WIN_SHARE = (
    real("win_share", "wins per session", "sessions won; k winners get 1/k each"),
    real("win_share_standard_error", "wins per session", "of the mean, clustered by session"),
    *ends("win_share_", "wins per session"),
)

PERCENTS: Final = (1, 5, 25, 50, 75, 95, 99)
"""Which quantiles of a balance are given."""

QUANTILES = tuple(
    whole(f"q{percent:02d}", "units", f"smallest balance not exceeded in {percent} % of sessions")
    for percent in PERCENTS
)

STANDINGS = (
    *rate_family("ahead", "sessions", "sessions", "balance above 0"),
    *rate_family("level", "sessions", "sessions", "balance 0"),
    *rate_family("behind", "sessions", "sessions", "balance below 0"),
)
FOLLOWED = whole(
    "sessions", "sessions", "those followed deal by deal: some, which their numbers alone tell"
)

ACT = word("act", '"exchange", "float" (a look at it), "peep" or "extra hand" (taken)')

DONE = (
    whole("deals", "deals", "deals in which it had cards"),
    *rate_family("done", "deals", "deals", "it was done"),
    whole("units", "units", "paid for it"),
)

REVOKES = (
    whole("declarer_deals", "deals", "deals as declarer"),
    *rate_family("declarer_revokes", "declarer_deals", "deals", "they were ended by his revoke"),
    whole("defender_deals", "deals", "deals as defender with cards"),
    *rate_family("defender_revokes", "defender_deals", "deals", "they were ended by his revoke"),
)

ACTS: Final = "exchange, peep, float or sir garnet"
OUT: Final = "chips, and those who are broke leave the table"
REVOKE_RATES: Final = "revoke rates"
PATHS: Final = "sessions that are followed deal by deal"
BY_NUMBER: Final = "counts by number, which earlier versions did not make"

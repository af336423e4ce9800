"""The final tables: every column with its type, unit and meaning, in one place.

The same descriptions check the tables when they are made, go into ``tables.json``, and are what
reports and readers rely on.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pipelines.table_schema import (
    Column,
    TableSchema,
    bare_rate,
    ends,
    only,
    rate_family,
    real,
    whole,
    word,
)

__all__ = ["PERCENTS", "TABLE_SCHEMAS", "Column", "TableSchema"]

_POSITION = whole("position", "", "0 dealer, 1 eldest (speaks first), and so on round the table")
_CONTRACT = word("contract", "name on the ladder")
_PLAYER = (
    whole("player", "", "place in the line-up, from 0"),
    word("name", "name of the player"),
    word("policy", "label of the policy that the player follows"),
)
_POLICY = (
    word("policy", "label of the policy"),
    whole("players", "players", "how many of the line-up follow it"),
)
_CALL = word("call", '"pass" or a contract')
_DEALS = whole(
    "deals", "deals", "deals in which it was at the table: all, unless players can leave it"
)
_PLAYER_DEALS = only(
    [whole("player_deals", "deals", "deals at the table, added up over its players")],
    "where players can leave the table; bid, played and means are of these",
)
_SESSIONS = whole("sessions", "sessions", "all sessions: the independent clusters")
_BREAK_EVEN = real(
    "break_even",
    "probability",
    "success rate at which it pays nothing on average; null if it never pays",
)

_BIDS = (
    *rate_family("bid", "deals", "deals", "it was spoken in the auction, perhaps overcalled later"),
    *rate_family("played", "deals", "deals", "it became the final contract"),
    *rate_family("made", "played", "deals", "it was played and the declarer kept it"),
    real("value", "units per opponent", "the declarer's mean result per deal played in it"),
    *ends("value_", "units per opponent"),
)
_SPLIT = (_BREAK_EVEN, _DEALS, *_BIDS)

_UNITS = (
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
_EXPECTATION = (_SESSIONS, _DEALS, *_UNITS)

_CALLS = (
    whole("calls", "calls", "how often this was said"),
    whole("spoken", "calls", "how often anything was said there"),
    *bare_rate("calls", "spoken"),
)

_WIN_SHARE = (
    real("win_share", "wins per session", "sessions won; k winners get 1/k each"),
    real("win_share_standard_error", "wins per session", "of the mean, clustered by session"),
    *ends("win_share_", "wins per session"),
)

PERCENTS: Final = (1, 5, 25, 50, 75, 95, 99)
"""Which quantiles of a balance are given."""

_QUANTILES = tuple(
    whole(f"q{percent:02d}", "units", f"smallest balance not exceeded in {percent} % of sessions")
    for percent in PERCENTS
)

_STANDINGS = (
    *rate_family("ahead", "sessions", "sessions", "balance above 0"),
    *rate_family("level", "sessions", "sessions", "balance 0"),
    *rate_family("behind", "sessions", "sessions", "balance below 0"),
)
_FOLLOWED = whole(
    "sessions", "sessions", "those followed deal by deal: some, which their numbers alone tell"
)

_ACT = word("act", '"exchange", "float" (a look at it), "peep" or "extra hand" (taken)')

_DONE = (
    whole("deals", "deals", "deals in which it had cards"),
    *rate_family("done", "deals", "deals", "it was done"),
    whole("units", "units", "paid for it"),
)

_REVOKES = (
    whole("declarer_deals", "deals", "deals as declarer"),
    *rate_family("declarer_revokes", "declarer_deals", "deals", "they were ended by his revoke"),
    whole("defender_deals", "deals", "deals as defender with cards"),
    *rate_family("defender_revokes", "defender_deals", "deals", "they were ended by his revoke"),
)

_ACTS: Final = "exchange, peep, float or sir garnet"
_OUT: Final = "chips, and those who are broke leave the table"
_REVOKE_RATES: Final = "revoke rates"
_PATHS: Final = "sessions that are followed deal by deal"
_BY_NUMBER: Final = "counts by number, which earlier versions did not make"

_SCHEMAS: Final = (
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
            _CONTRACT,
            whole("target", "tricks", "what the declarer needs"),
            whole("stake_made", "units per opponent", "received for a made contract"),
            whole("stake_failed", "units per opponent", "paid for a failed contract"),
            *_SPLIT,
            real("mean_tricks", "tricks", "the declarer's, mean over deals played in it"),
            *ends("mean_tricks_", "tricks"),
        ),
    ),
    TableSchema(
        "contracts_by_position",
        "Bids and success by the bidder's position and contract",
        (_POSITION, _CONTRACT, *_SPLIT),
    ),
    TableSchema(
        "contracts_by_player",
        "Bids and success by player and contract",
        (*_PLAYER, _CONTRACT, *_SPLIT),
    ),
    TableSchema(
        "contracts_by_policy",
        "Bids and success by policy and contract; bid and played per player and deal",
        (*_POLICY, _CONTRACT, _BREAK_EVEN, _DEALS, *_PLAYER_DEALS, *_BIDS),
    ),
    TableSchema("calls_by_position", "What each position says", (_POSITION, _CALL, *_CALLS)),
    TableSchema(
        "calls_by_position_given_bid",
        "What each position says, given the highest bid before",
        (
            _POSITION,
            word("highest", 'highest bid before the call; "none" if all have passed'),
            _CALL,
            *_CALLS,
        ),
    ),
    TableSchema("calls_by_player", "What each player says", (*_PLAYER, _CALL, *_CALLS)),
    TableSchema(
        "tricks",
        "Tricks of the declarer by contract",
        (
            _CONTRACT,
            whole("tricks", "tricks", "taken by the declarer"),
            Column("makes", "Boolean", "", "whether so many tricks keep the contract"),
            whole("deals", "deals", "with this contract and so many tricks"),
            whole("played", "deals", "with this contract"),
            *bare_rate("deals", "played"),
        ),
    ),
    TableSchema(
        "expectation_by_position",
        "What a position is worth",
        (_POSITION, *_EXPECTATION),
    ),
    TableSchema("expectation_by_player", "What each player wins", (*_PLAYER, *_EXPECTATION)),
    TableSchema(
        "expectation_by_policy",
        "What each policy wins, per player and deal",
        (*_POLICY, _SESSIONS, _DEALS, *_PLAYER_DEALS, *_UNITS),
    ),
    TableSchema(
        "balances",
        "Balances after a session",
        (
            *_PLAYER,
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
            *_PLAYER,
            _SESSIONS,
            real("mean", "units per session", "mean balance"),
            real("standard_error", "units per session", "of the mean"),
            *ends("mean_", "units per session"),
            real("sd", "units", "standard deviation of one session's balance"),
            whole("min", "units", "lowest balance"),
            whole("max", "units", "highest balance"),
            *_QUANTILES,
            *_STANDINGS,
            whole("sole_wins", "sessions", "highest balance alone"),
            whole("shared_wins", "sessions", "highest balance together with others"),
            *_WIN_SHARE,
        ),
    ),
    TableSchema(
        "win_share_by_policy",
        "Sessions won by policy, per player",
        (*_POLICY, _SESSIONS, *_WIN_SHARE),
    ),
    TableSchema(
        "acts_by_position",
        "What each position does beside bidding and playing",
        (_ACT, _POSITION, *_DONE),
        only_with=_ACTS,
    ),
    TableSchema(
        "acts_by_player",
        "What each player does beside bidding and playing",
        (_ACT, *_PLAYER, *_DONE),
        only_with=_ACTS,
    ),
    TableSchema(
        "success_by_act",
        "Success by what the declarer did before he bid",
        (
            _ACT,
            _CONTRACT,
            whole("amount", "", "1 if he did it, else 0; of an exchange, how many cards"),
            whole("played", "deals", "deals played in the contract by such a declarer"),
            *rate_family("made", "played", "deals", "he kept the contract"),
        ),
        only_with=_ACTS,
    ),
    TableSchema(
        "exchange_by_position",
        "Cards that each position exchanges",
        (
            _POSITION,
            whole("deals", "deals", "deals in which it had cards"),
            whole("cards", "cards", "exchanged in all"),
            real("cards_per_deal", "cards", "mean over its deals"),
            *ends("cards_", "cards"),
        ),
        only_with="exchange",
    ),
    TableSchema(
        "pool",
        "The pool",
        (
            word("measure", "what became of it"),
            word("of", "what n counts"),
            whole("total", "units", 'units in all; for "won": how often'),
            whole("n", "", "deals, sessions, or deals that won the pool"),
            real("mean", "units", 'total / n; for "won" a probability; null if n is 0'),
            *ends("", "units"),
        ),
        only_with="a pool",
    ),
    TableSchema(
        "revokes_by_position",
        "Revokes of each position",
        (_POSITION, *_REVOKES),
        only_with=_REVOKE_RATES,
    ),
    TableSchema(
        "revokes_by_player",
        "Revokes of each player",
        (*_PLAYER, *_REVOKES),
        only_with=_REVOKE_RATES,
    ),
    TableSchema(
        "session_lengths",
        "How long sessions last",
        (
            whole("deals", "deals", "deals of a session"),
            whole("sessions", "sessions", "sessions that lasted so long"),
            real("share", "probability", "sessions / all sessions"),
            whole("cumulative", "sessions", "sessions that lasted so long or less"),
        ),
        only_with=_OUT,
    ),
    TableSchema(
        "players_left",
        "How many players are left",
        (
            whole("players", "players", "at the table"),
            whole("deals", "deals", "deals played by so many"),
            whole("n", "deals", "all deals"),
            *bare_rate("deals", "n"),
        ),
        only_with=_OUT,
    ),
    TableSchema(
        "broke_by_player",
        "How often each player's chips run out",
        (
            *_PLAYER,
            _SESSIONS,
            *rate_family(
                "broke", "sessions", "sessions", "no chips left, before a pool is shared out"
            ),
        ),
        only_with=_OUT,
    ),
    TableSchema(
        "rebuys_by_player",
        "Stacks that each player buys",
        (
            *_PLAYER,
            _SESSIONS,
            whole("stacks", "stacks", "bought in all, beside the first one of each session"),
            real("stacks_per_session", "stacks", "mean over the sessions"),
            *ends("stacks_", "stacks"),
            *rate_family("rebought", "sessions", "sessions", "one stack at least was bought"),
        ),
        only_with="chips, and new ones for those who are broke",
    ),
    TableSchema(
        "extra_deals",
        "Extra deals that break ties",
        (
            whole("extra_deals", "deals", "after the session; 0 if one player led alone"),
            whole("sessions", "sessions", "sessions decided by so many"),
            real("share", "probability", "sessions / all sessions"),
            whole("cumulative", "sessions", "sessions decided by so many or fewer"),
            whole("shared", "sessions", "of these sessions, those still won by several"),
        ),
        only_with="extra deals for ties",
    ),
    TableSchema(
        "balances_after",
        "Balances in the course of a session",
        (
            *_PLAYER,
            whole(
                "deals", "deals", "deals of the session that were played, or all if it had ended"
            ),
            _FOLLOWED,
            real("mean", "units", "mean balance"),
            *ends("mean_", "units"),
            whole("min", "units", "lowest balance"),
            whole("max", "units", "highest balance"),
            *_QUANTILES,
            *_STANDINGS,
        ),
        only_with=_PATHS,
    ),
    TableSchema(
        "ruin",
        "How often a stack would be lost within a session",
        (
            *_PLAYER,
            whole("stack", "units", "what the player is taken to begin the session with"),
            _FOLLOWED,
            *rate_family(
                "ruined", "sessions", "sessions", "the balance fell by the stack, at some time"
            ),
        ),
        only_with=_PATHS,
    ),
    TableSchema(
        "convergence",
        "How the main rates settled down",
        (
            word("measure", '"bid", "played" or "made"'),
            _CONTRACT,
            whole("sessions", "sessions", "the first ones, by number"),
            whole("deals", "deals", "of these sessions"),
            whole("successes", "deals", "how often it happened in them"),
            whole("n", "deals", "how often it could have happened in them"),
            *bare_rate("successes", "n"),
        ),
        only_with=_BY_NUMBER,
    ),
    TableSchema(
        "hands",
        "Success by the declarer's hand",
        (
            _CONTRACT,
            Column("has_trump", "Boolean", "", "whether the contract has a trump suit"),
            word("lengths", "of his suits: trumps, then the others; without trumps by length"),
            whole("honours", "cards", "A, K, Q, J and joker in trumps; without trumps, in all"),
            whole("played", "deals", "deals dealt again in which he held such a hand"),
            *rate_family("made", "played", "deals", "he kept the contract"),
        ),
        only_with="hands that follow from the deals' numbers and independent deals",
    ),
    TableSchema(
        "audit",
        "The audit",
        (
            word("check", "what is checked; docs/numbers.md says what each is"),
            whole("place", "", "position, player or seat that it is about; null if about all"),
            word("item", "card, suit, number or contract that it is about; empty if none"),
            whole("n", "", "trials, or how many things must agree"),
            real("observed", "", "what was counted"),
            real("expected", "", "what is known exactly: the mean of its law, or what must be"),
            Column("must_equal", "Boolean", "", "whether chance has no part in it"),
            real("z", "", "(observed - expected) / standard deviation; null if it must be equal"),
            real("chance", "probability", "of so large a deviation; null if none can be told"),
            Column("sound", "Boolean", "", "whether it is as a sound run would have it"),
        ),
        only_with="counts of this version",
    ),
    TableSchema(
        "examples",
        "Deals and sessions to see again",
        (
            word("kind", '"deal" or "session"'),
            word("why", '"result" of a deal; "lowest", "median" or "highest" balance of a session'),
            word("contract", "of the deal; null for sessions"),
            whole("position", "", "the declarer's; null for sessions"),
            whole("player", "", "declarer, or who has the balance: place in the line-up, from 0"),
            word("name", "name of the player"),
            word("policy", "label of the policy that the player follows"),
            whole("tricks", "tricks", "taken by the declarer; null for sessions"),
            Column("made", "Boolean", "", "whether he kept the contract; null for sessions"),
            whole("balance", "units", "the player's, after the session; null for deals"),
            whole("times", "deals or sessions", "that ended so; not deals that a revoke ended"),
            whole("number", "", "lowest number of these: of a deal, or of a session"),
        ),
        only_with="counts with numbers of deals, which earlier versions did not make",
    ),
)

TABLE_SCHEMAS: Final[Mapping[str, TableSchema]] = MappingProxyType(
    {schema.name: schema for schema in _SCHEMAS}
)
"""Every final table by name, in the order in which they are written."""

"""Tables that only some options of the rules bring."""

from __future__ import annotations

from typing import Final

from pipelines.schemas.columns import (
    ACT,
    ACTS,
    CONTRACT,
    DONE,
    OUT,
    PLAYER,
    POSITION,
    REVOKE_RATES,
    REVOKES,
    SESSIONS,
)
from pipelines.table_schema import (
    TableSchema,
    bare_rate,
    ends,
    rate_family,
    real,
    whole,
    word,
)

OPTIONAL: Final = (
    TableSchema(
        "acts_by_position",
        "What each position does beside bidding and playing",
        (ACT, POSITION, *DONE),
        only_with=ACTS,
    ),
    TableSchema(
        "acts_by_player",
        "What each player does beside bidding and playing",
        (ACT, *PLAYER, *DONE),
        only_with=ACTS,
    ),
    TableSchema(
        "success_by_act",
        "Success by what the declarer did before he bid",
        (
            ACT,
            CONTRACT,
            whole("amount", "", "1 if he did it, else 0; of an exchange, how many cards"),
            whole("played", "deals", "deals played in the contract by such a declarer"),
            *rate_family("made", "played", "deals", "he kept the contract"),
        ),
        only_with=ACTS,
    ),
    TableSchema(
        "exchange_by_position",
        "Cards that each position exchanges",
        (
            POSITION,
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
        (POSITION, *REVOKES),
        only_with=REVOKE_RATES,
    ),
    TableSchema(
        "revokes_by_player",
        "Revokes of each player",
        (*PLAYER, *REVOKES),
        only_with=REVOKE_RATES,
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
        only_with=OUT,
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
        only_with=OUT,
    ),
    TableSchema(
        "broke_by_player",
        "How often each player's chips run out",
        (
            *PLAYER,
            SESSIONS,
            *rate_family(
                "broke", "sessions", "sessions", "no chips left, before a pool is shared out"
            ),
        ),
        only_with=OUT,
    ),
    TableSchema(
        "rebuys_by_player",
        "Stacks that each player buys",
        (
            *PLAYER,
            SESSIONS,
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
)

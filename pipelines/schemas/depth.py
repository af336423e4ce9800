"""Tables of what stands behind the figures: their course, hands, the audit, examples."""

from __future__ import annotations

from typing import Final

from pipelines.schemas.columns import (
    BY_NUMBER,
    CONTRACT,
    FOLLOWED,
    PATHS,
    PLAYER,
    QUANTILES,
    STANDINGS,
)
from pipelines.table_schema import (
    Column,
    TableSchema,
    bare_rate,
    ends,
    rate_family,
    real,
    whole,
    word,
)

DEPTH: Final = (
    TableSchema(
        "balances_after",
        "Balances in the course of a session",
        (
            *PLAYER,
            whole(
                "deals", "deals", "deals of the session that were played, or all if it had ended"
            ),
            FOLLOWED,
            real("mean", "units", "mean balance"),
            *ends("mean_", "units"),
            whole("min", "units", "lowest balance"),
            whole("max", "units", "highest balance"),
            *QUANTILES,
            *STANDINGS,
        ),
        only_with=PATHS,
    ),
    TableSchema(
        "ruin",
        "How often a stack would be lost within a session",
        (
            *PLAYER,
            whole("stack", "units", "what the player is taken to begin the session with"),
            FOLLOWED,
            *rate_family(
                "ruined", "sessions", "sessions", "the balance fell by the stack, at some time"
            ),
        ),
        only_with=PATHS,
    ),
    TableSchema(
        "convergence",
        "How the main rates settled down",
        (
            word("measure", '"bid", "played" or "made"'),
            CONTRACT,
            whole("sessions", "sessions", "the first ones, by number"),
            whole("deals", "deals", "of these sessions"),
            whole("successes", "deals", "how often it happened in them"),
            whole("n", "deals", "how often it could have happened in them"),
            *bare_rate("successes", "n"),
        ),
        only_with=BY_NUMBER,
    ),
    TableSchema(
        "hands",
        "Success by the declarer's hand",
        (
            CONTRACT,
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

"""Tables of what best play with all hands open would bring."""

from __future__ import annotations

from typing import Final

from pipelines.schemas.columns import CONTRACT, POLICY, POSITION
from pipelines.table_schema import (
    TableSchema,
    ends,
    only,
    real,
    share_family,
    whole,
    word,
)

SOLVED: Final = "solved sessions, by solve in the scenario"

_HANDS = whole("hands", "hands", "of these deals that were dealt to a player: each has one")
_MAKEABLE = (
    _HANDS,
    *share_family("", "makeable", "hands", "hands", "whose player could make it, double dummy"),
)
_PART = word("part", '"bidding", "declarer\'s play" or "defence"')
_LOST = (
    whole("deals", "deals", "of the part, added up over its players"),
    whole("sessions", "sessions", "with such a deal: the independent clusters"),
    whole(
        "mistakes",
        "",
        "cards that turned what the contract came to; in the bidding: deals in which units were "
        "lost by it",
    ),
    whole(
        "trick_deals",
        "deals",
        "of these in contracts that want as many tricks as they can get: not misère; null in the "
        "bidding",
    ),
    whole("tricks_lost", "tricks", "lost in these by cards; null in the bidding"),
    whole("units_lost", "units", "lost in all"),
    real("units_per_deal", "units per deal", "units_lost / deals"),
    *ends("", "units per deal"),
    real("tricks_per_deal", "tricks per deal", "tricks_lost / trick_deals; null in the bidding"),
    *ends("tricks_", "tricks per deal"),
)

PERFECT: Final = (
    TableSchema(
        "makeable",
        "How often each contract could be made, all hands open",
        (
            CONTRACT,
            whole("deals", "deals", "that were solved"),
            *_MAKEABLE,
            *share_family("somebody", "somebody", "deals", "deals", "in which anybody could"),
            *share_family("bid", "bid", "deals", "deals", "in which anybody bid it"),
            whole("played", "deals", "solved deals played in it to the end"),
            *share_family(
                "kept_double_dummy",
                "kept_double_dummy",
                "played",
                "deals",
                "of these in which it could be made, double dummy, at the opening lead",
            ),
            *share_family("made", "made", "played", "deals", "of these in which it was made"),
            *only(
                [whole("revoked", "deals", "played in it that a revoke ended: not in played")],
                "with revoke rates",
            ),
        ),
        only_with=SOLVED,
    ),
    TableSchema(
        "makeable_by_position",
        "How often each position could make each contract, all hands open",
        (
            POSITION,
            CONTRACT,
            *_MAKEABLE,
            *share_family("bid", "bid", "hands", "deals", "in which the position bid it"),
            whole("played", "deals", "solved deals that it played in it to the end"),
            *share_family("made", "made", "played", "deals", "of these in which it made it"),
        ),
        only_with=SOLVED,
    ),
    TableSchema(
        "double_dummy_tricks",
        "Most tricks of a declarer, all hands open, the suit led being trump",
        (
            POSITION,
            whole("tricks", "tricks", "the most that best defence leaves him"),
            *share_family(
                "", "hands", "dealt", "hands", "of the position that can take so many and no more"
            ),
            whole("dealt", "hands", "all of the position that were solved"),
        ),
        only_with=SOLVED,
    ),
    TableSchema(
        "regret",
        "What each policy loses to perfect information",
        (*POLICY, _PART, *_LOST),
        only_with=SOLVED,
    ),
    TableSchema(
        "regret_by_position",
        "What each position loses to perfect information",
        (POSITION, _PART, *_LOST),
        only_with=SOLVED,
    ),
    TableSchema(
        "regret_by_trick",
        "In which tricks units are lost by play",
        (
            word("part", '"declarer\'s play" or "defence"'),
            whole("trick", "", "1 is the first"),
            whole("cards", "cards", "played to it by this side"),
            *share_family(
                "", "mistakes", "cards", "cards", "that turned what the contract came to"
            ),
            whole("tricks_lost", "tricks", "by these cards, as in regret"),
            whole("units_lost", "units", "by these cards"),
        ),
        only_with=SOLVED,
    ),
)

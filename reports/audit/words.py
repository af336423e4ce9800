"""What each check of the audit is about, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from pipelines.tables import Provenance
from reports.conditions import position_label
from reports.language import marked, tr, trn
from reports.wording import contract_name, count, decimal, signed

__all__ = [
    "broken_line",
    "check_in_words",
    "exact_text",
    "item_in_words",
    "place_in_words",
    "z_text",
]

_CHECKS: Final[Mapping[str, str]] = {
    "deals dealt again": marked("deals whose hands were dealt again, by their numbers"),
    "cards dealt": marked("cards in the hands of a position"),
    "card": marked("each card of the pack, equally often (chi-square)"),
    "suit": marked("cards of each suit"),
    "joker": marked("hands with the joker"),
    "hands with some aces": marked("hands by number of aces, all together"),
    "aces": marked("hands by number of aces"),
    "hands of some pattern": marked("hands by lengths of suits, all together"),
    "pattern": marked("hands by lengths of suits"),
    "lay-down": marked("lay-down hands"),
    "deals with some aces": marked("deals by aces in play, all together"),
    "aces in play": marked("deals by aces in all hands together"),
    "shared": marked("cards that eldest holds in two deals running"),
    "deals with some mark": marked("deals by mark, all together"),
    "mark": marked("no deal dealt more often than others (chi-square of marks)"),
    "first dealer": marked("sessions in which the seat deals first"),
    "trump held": marked("deals in which the declarer, who led it, holds a trump"),
    "high trumps win": marked("deals in which the declarer takes all tricks of his highest trumps"),
    "a higher trump wins": marked("deals in which a defender’s highest trump takes a trick"),
    "sessions by balance": marked("sessions in the histogram of a player’s balances"),
    "sessions by winners": marked("sessions in the histogram of a player’s wins"),
    "shares of wins": marked("shares of wins that all sessions give"),
    "sessions by deals": marked("sessions by number of deals"),
    "sessions by extra deals": marked("sessions by number of extra deals"),
    "sessions by first dealer, seat": marked("sessions by the seat that deals first"),
    "sessions by first dealer, player": marked("sessions by the player who deals first"),
    "deals": marked("deals, as many as the sessions have"),
    "deals by dealer": marked("deals that a player deals, by who dealt first"),
    "calls": marked("calls of a position, one in each deal"),
    "played or passed out": marked("deals that were played or passed out"),
    "played in sessions": marked("deals played in a contract, session by session"),
    "made in sessions": marked("deals in which a contract was made, session by session"),
    "sessions that balance": marked("sessions whose units sum to zero with the pool"),
    "balances together": marked("units of all balances and the pool together"),
    "sessions in moments, player": marked("sessions in the sums of players"),
    "sessions in moments, position": marked("sessions in the sums of positions"),
    "squares of all balances, player": marked("square of all players’ units together"),
    "squares of all balances, position": marked("square of all positions’ units together"),
    "sum of balances": marked("sum of a player’s balances, by histogram"),
    "squares of balances": marked("squares of a player’s balances, by histogram"),
    "units by player": marked("units of a player: what the ladder pays for all contracts"),
    "units by position": marked("units of a position: what the ladder pays for all contracts"),
    "units as declarer by player": marked("units of a player as declarer: what the ladder pays"),
    "units as declarer by position": marked(
        "units of a position as declarer: what the ladder pays"
    ),
    "hands of declarers": marked("declarers’ hands, one for each deal played in a contract"),
    "hands that made it": marked("declarers’ hands that made a contract"),
    "solved settlement": marked(
        "units of declarers in solved deals: double dummy, and what cards lost"
    ),
    "solved bidding": marked("units lost by bidding, by policy and by position"),
    "solved declarer's play": marked("units lost by declarers’ cards, by policy and by position"),
    "solved defence": marked("units lost by defenders’ cards, by policy and by position"),
    "solved twice": marked("solved deals makeable at the lead, as before the auction"),
}

_BY_SEAT: Final = frozenset({"first dealer"})
_BY_POSITION: Final = frozenset(
    {"cards dealt", "card", "suit", "joker", "hands with some aces", "aces", "pattern"}
    | {"hands of some pattern", "lay-down", "calls", "units by position"}
    | {"units as declarer by position"}
)
_SUITS: Final = {
    "C": marked("clubs"),
    "D": marked("diamonds"),
    "H": marked("hearts"),
    "S": marked("spades"),
}
_LARGEST_IN_DIGITS: Final = 1e15
_DECIMALS_OF_SMALL: Final = 2
_WHOLE_FROM: Final = 1000


def check_in_words(check: str) -> str:
    """Say what a check counts."""
    return tr(_CHECKS[check])


def place_in_words(check: str, place: int | None, provenance: Provenance) -> str:
    """Say which position, seat or player a line is about; nothing if it is about all."""
    if place is None:
        return ""
    if check in _BY_SEAT:
        return tr("seat {number}", number=place)
    if check in _BY_POSITION:
        return position_label(place, provenance)
    return provenance.lineup[place].name


def item_in_words(check: str, item: str) -> str:
    """Say which card, suit, number or contract a line is about."""
    if check == "suit":
        return tr(_SUITS[item])
    if check in ("aces", "aces in play"):
        return trn("{n} ace", "{n} aces", int(item), n=item)
    if check == "shared":
        return trn("{n} card", "{n} cards", int(item), n=item)
    if check == "pattern":
        return item
    return contract_name(item) if item else ""


def exact_text(value: float, *, whole: bool = False) -> str:
    """Write an exact number, such as a mean, with the decimals that matter."""
    if whole or float(value).is_integer() or abs(value) >= _WHOLE_FROM:
        return count(round(value)) if abs(value) < _LARGEST_IN_DIGITS else f"{value:.6e}"
    if abs(value) >= 1 or value == 0:
        return decimal(value, _DECIMALS_OF_SMALL)
    return decimal(value, _DECIMALS_OF_SMALL - math.floor(math.log10(abs(value))) - 1)


def z_text(z: float) -> str:
    """Write a deviation in standard deviations.

    >>> z_text(-1.234), z_text(0.0)
    ('−1.23', '0.00')
    """
    return signed(z, _DECIMALS_OF_SMALL)


def broken_line(row: Mapping[str, Any], provenance: Provenance) -> str:
    """Say what is wrong with a line that a sound run would not have."""
    check, item = row["check"], row["item"]
    about = (
        check_in_words(check),
        item_in_words(check, item),
        place_in_words(check, row["place"], provenance),
    )
    what = ", ".join(filter(None, about))
    observed, expected = exact_text(row["observed"]), exact_text(row["expected"])
    if row["must_equal"]:
        return tr(
            "{what}: {observed}, but it must be {expected}",
            what=what,
            observed=observed,
            expected=expected,
        )
    return tr(
        "{what}: {observed}, where {expected} are expected (z = {z})",
        what=what,
        observed=observed,
        expected=expected,
        z=z_text(row["z"]),
    )

"""The exact values that take best play, and what each says in the solver's words.

`tests/data/exact_values_of_open_plays.json` holds those that only a search finds. The others are
among the exact values that `tests/statistics` shows on dealt hands by a rule for each family; here
the solver shows them without the rule.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from sim.game.cards import SUIT_LETTERS, pack_of, parse_cards
from tests.statistics.dealt_hands import of_suit
from tests.statistics.exact_values import ROWS as ROWS_ON_DEALT_HANDS
from tests.statistics.exact_values import Row

DOCUMENT = json.loads(
    (Path(__file__).parents[1] / "data" / "exact_values_of_open_plays.json").read_text(
        encoding="utf-8"
    )
)
ROWS_OF_OPEN_PLAYS = {row["id"]: Row.read(row) for row in DOCUMENT["rows"]}
ROWS = ROWS_ON_DEALT_HANDS | ROWS_OF_OPEN_PLAYS

HAND_OF_TWO = r"n2_(?P<fix>fix_)?(?P<what>mis|dd)(?P<tricks>\d?)_(?P<hand>\w{10})"
GAME_OF_TWO = r"n2_all_(?P<what>mis|dd)(?P<tricks>\d?)_(?P<pack>\d\d)"


def rows_like(pattern: str) -> list[str]:
    return [identifier for identifier in ROWS if re.fullmatch(pattern, identifier)]


def value_of(identifier: str) -> Fraction:
    return ROWS[identifier].value


# Hands against so many opponents -----------------------------------------------------------------


@dataclass(frozen=True)
class Promise:
    """All five tricks with a hand, clubs being trumps; the event may be that they are not taken.

    `leads` are the cards that may be led first.
    """

    hand: str
    leads: str
    players: int
    pack: int = 52
    fails: bool = False

    @property
    def mask(self) -> int:
        return parse_cards(self.hand)

    @property
    def whole_pack(self) -> int:
        return pack_of(self.pack)


def aces_beside(trumps: str) -> str:
    """The hand that these trumps and aces of other suits make."""
    aces = " ".join("A" + suit for suit in SUIT_LETTERS[1 : 1 + 5 - len(trumps)])
    return f"{of_suit(trumps, 'C')} {aces}".strip()


def promise_of(identifier: str) -> Promise:
    """What a row says: its hand and what is led."""
    family, *words = identifier.split("_")
    players = int(identifier[-1])
    if family == "maxtrump":
        return too_many_trumps(int(words[0][-1]), int(words[1][-1]), int(words[2]), players)
    trumps = words[1]
    if family == "wellington":
        return Promise(of_suit(trumps, "C"), trumps[-1] + "C", players)
    if family == "bonaparte":
        return Promise(of_suit(trumps, "C") + " AD", "AD", players)
    side = ""
    if words[0] == "4t":
        side = f" {words[2][-1]}D"
    elif words[0] == "AKQJ":
        trumps, side = "AKQJ", f" {words[1]}D"
    elif words[0] == "AKQ":
        trumps, side = "AKQ", " AD AH"
    return Promise(of_suit(trumps, "C") + side, of_suit(trumps, "C"), players)


def too_many_trumps(trumps: int, held: int, pack: int, players: int) -> Promise:
    """A hand that takes all tricks unless some opponent has so many trumps.

    It has one top trump less than that, the lowest ones beside them, and aces. If an opponent has
    no more trumps than it has tops, they are drawn and everything else is high; if he has more,
    one of them is left when the tops are gone, and beats a low trump or ruffs an ace.
    """
    ranks = "23456789TJQKA"[-(pack // 4) :]
    low = held - (trumps - 1)
    mine = ranks[::-1][: trumps - 1] + ranks[:low][::-1]
    return Promise(aces_beside(mine), of_suit(mine, "C"), players, pack, fails=True)


def can_be_shown(identifier: str) -> bool:
    """Against so many trumps as `ge5` of three, no hand with three wins but for them."""
    name = re.fullmatch(r"maxtrump_ge(\d)_t(\d)_.*", identifier)
    return not name or int(name[1]) <= int(name[2]) + 1


FAMILIES = (
    r"nap_(flush|4t|AKQ|AKQJ)_.*_52_N\d",
    r"wellington_lowlead_.*",
    r"bonaparte_offsuit_.*",
    r"maxtrump_.*",
)
PROMISES = {
    identifier: promise_of(identifier)
    for family in FAMILIES
    for identifier in rows_like(family)
    if can_be_shown(identifier)
}

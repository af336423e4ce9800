"""Legal auctions of one round, counted by the ladder, by the referee, and exactly.

Fault of this kind elsewhere: illegal bids found years later by fuzzing (CardsWithCats 72).
"""

from __future__ import annotations

import pytest

from sim.game.ladder import Contract, Ladder
from sim.game.rules import load_rules
from tests import referee
from tests.statistics.exact_values import ROWS, rows_shown_by, value_of

AUCTIONS = rows_shown_by("auctions")

STAKES = {"made": 1, "failed": 1}
THREE = Contract(name="three", target=3, **STAKES)
FOUR = Contract(name="four", target=4, **STAKES)
NAP = Contract(name="nap", target=5, **STAKES)
TWO = Contract(name="two", target=2, **STAKES)
MISERE = Contract(name="misere", target=0, judged="exactly", trump="none", **STAKES)
WELLINGTON = Contract(name="wellington", target=5, requires="nap", **STAKES)
BLUCHER = Contract(name="blucher", target=5, requires="wellington", **STAKES)

LADDERS = {
    "34N": (THREE, FOUR, NAP),
    "base34NW": (THREE, FOUR, NAP, WELLINGTON),
    "3M4NWB": (THREE, MISERE, FOUR, NAP, WELLINGTON, BLUCHER),
    "23M4NWB": (TWO, THREE, MISERE, FOUR, NAP, WELLINGTON, BLUCHER),
}
PROFILES = {"base34NW": "basic", "3M4NWB": "pub", "23M4NWB": "two"}
"""The profiles that have these ladders."""


def ladder_of(row: str) -> tuple[Contract, ...]:
    return LADDERS[row.split("_")[1]]


def players_of(row: str) -> int:
    players = ROWS[row].players
    assert players is not None
    return players


@pytest.mark.parametrize("row", AUCTIONS)
def test_number_of_legal_auctions(row: str) -> None:
    ladder = Ladder(ladder_of(row))
    auctions = ladder.auctions(players_of(row))
    assert len(set(auctions)) == len(auctions) == value_of(row)


@pytest.mark.parametrize("row", AUCTIONS)
def test_the_referee_allows_the_same_auctions(row: str) -> None:
    rungs = tuple(
        referee.Rung(
            name=contract.name,
            target=contract.target,
            made=contract.made,
            failed=contract.failed,
            requires=contract.requires,
        )
        for contract in ladder_of(row)
    )
    ladder, players = Ladder(ladder_of(row)), players_of(row)
    allowed = referee.all_auctions(referee.House(ladder=rungs), players)
    assert {ladder.auction_text(auction) for auction in ladder.auctions(players)} == {
        " ".join(auction) for auction in allowed
    }


@pytest.mark.parametrize("row", [row for row in AUCTIONS if row.split("_")[1] in PROFILES])
def test_the_profile_has_the_ladder_that_was_counted(row: str) -> None:
    profile = PROFILES[row.split("_")[1]]
    players = players_of(row)
    if players >= 3:
        ladder = load_rules(profile, players, {"dealer_sits_out": False}).ladder
        assert len(ladder.auctions(players)) == value_of(row)

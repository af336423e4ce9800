"""What stakes are worth: settlements, and chances of success that break even, by what is paid.

Faults of this kind elsewhere: a split pot paid wrongly (rlcard 286), losses counted 0 in one game
and -1 in another (rlcard 102).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from sim.experiment import Experiment, Player
from sim.game.cards import parse_cards
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import play_hands
from tests import referee
from tests.rules.in_words import house_of
from tests.single_deals import random_deals
from tests.statistics.exact_values import ROWS, rows_shown_by, value_of

SEED = 1815


@dataclass(frozen=True)
class Stake:
    """A contract of a profile; `stakes` replace those of the profile."""

    profile: str
    contract: str
    stakes: dict[str, int] = field(default_factory=dict)

    @property
    def changes(self) -> dict[str, Any]:
        """What differs from the profile, chips without limit among it: nobody is to leave."""
        return {"chips": 0} | ({"stakes": {self.contract: self.stakes}} if self.stakes else {})


BREAK_EVEN = {
    "breakeven_three": Stake("basic", "three"),
    "breakeven_four": Stake("basic", "four"),
    "breakeven_nap_5_5": Stake("basic", "nap"),
    "breakeven_well_10_10": Stake("basic", "wellington"),
    "breakeven_nap_10_5": Stake("hoyle", "nap"),
    "breakeven_nap_12_6": Stake("hoyle", "nap", {"made": 12, "failed": 6}),
    "breakeven_well_20_10": Stake("pub", "wellington"),
    "breakeven_bluch_20_20": Stake("hoyle", "blucher", {"made": 20, "failed": 20}),
    "breakeven_bluch_10_20": Stake("hoyle", "blucher"),
    "breakeven_bluch_10_15": Stake("hoyle", "blucher", {"made": 10, "failed": 15}),
    "breakeven_mis_3_3": Stake("hoyle", "misere"),
    "breakeven_mis_3_6": Stake("hoyle", "misere", {"made": 3, "failed": 6}),
}
RIVAL_BIDS = {
    "four_vs_three_p3_1": (Stake("basic", "four"), Stake("basic", "three")),
    "nap_vs_four_5_5_p4_1": (Stake("basic", "nap"), Stake("basic", "four")),
    "nap_vs_four_10_5_p4_1": (Stake("hoyle", "nap"), Stake("hoyle", "four")),
}
SETTLEMENTS = {
    "settle_four_made_N4": ("basic", "four", True),
    "settle_four_lost_N4": ("basic", "four", False),
    "settle_well10_made_N4": ("basic", "wellington", True),
    "settle_nap10_made_N5": ("hoyle", "nap", True),
    "settle_nap5_lost_N5": ("hoyle", "nap", False),
    "settle_six_dealer_out_three_made": ("hoyle", "three", True),
}


def test_every_row_has_a_test() -> None:
    tested = [*BREAK_EVEN, *RIVAL_BIDS, *SETTLEMENTS]
    assert sorted(tested) == sorted(rows_shown_by("stakes"))


# Hands that always win every trick, or none ------------------------------------------------------

ALWAYS = "AC KC QC JC TC"
"""Five tricks whichever card is led first, and whatever is played: of clubs there are no higher."""
NEVER = "2C 2D 2H 2S 3S"
"""No trick without trumps, whatever is played: all others hold higher cards of every suit. With
spades as trumps the three may win one."""
OTHERS = ["4C 4D 4H 4S 5S", "6C 6D 6H 6S 7S", "8C 8D 8H 8S 9S", "5C 5D 5H TS JS"]


def paid(stake: Stake, hand: str, players: int) -> int:
    """What the declarer of a contract receives for a hand, from random play.

    Whoever must bid before him bids what the contract requires.
    """
    rules = load_rules(stake.profile, players, {"deals_per_session": 1, **stake.changes})
    bids = [rules.ladder.number(stake.contract)]
    while (required := rules.ladder[bids[0]].requires) is not None:
        bids.insert(0, rules.ladder.number(required))
    declarer = len(bids)
    hands = [parse_cards(other) for other in OTHERS[: players - 1]]
    hands.insert(declarer, parse_cards(hand))
    lineup = tuple(Player(f"player {seat}", make_policy("random")) for seat in range(players))
    record = play_hands(
        Experiment(rules, lineup, "fixed", SEED),
        np.array([hands], np.uint64),
        np.array([bids + [0] * (players - len(bids))], np.uint64),
    )
    return int(record.outcomes.position_units[0, declarer])


def won_and_lost(stake: Stake, players: int) -> tuple[int, int]:
    """What the declarer wins if he makes the contract, and loses if he fails."""
    made, failed = (NEVER, ALWAYS) if stake.contract == "misere" else (ALWAYS, NEVER)
    won, lost = paid(stake, made, players), -paid(stake, failed, players)
    assert won > 0
    assert lost > 0
    return won, lost


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize(("row", "stake"), BREAK_EVEN.items(), ids=BREAK_EVEN)
def test_chance_of_success_that_breaks_even(row: str, stake: Stake, players: int) -> None:
    """Against any number of opponents: p won - (1 - p) lost = 0."""
    won, lost = won_and_lost(stake, players)
    assert Fraction(lost, won + lost) == value_of(row)


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize(("row", "bids"), RIVAL_BIDS.items(), ids=RIVAL_BIDS)
def test_chance_above_which_the_higher_bid_pays(
    row: str, bids: tuple[Stake, Stake], players: int
) -> None:
    """Against a lower contract that is certain: p won - (1 - p) lost = what that wins."""
    won, lost = won_and_lost(bids[0], players)
    certain, _ = won_and_lost(bids[1], players)
    assert Fraction(certain + lost, won + lost) == value_of(row)


@pytest.mark.parametrize(("row", "outcome"), SETTLEMENTS.items(), ids=SETTLEMENTS)
def test_what_the_declarer_wins(row: str, outcome: tuple[str, str, bool]) -> None:
    """In every simulated deal of the kind, and by the referee."""
    profile, name, made = outcome
    players = ROWS[row].players
    assert players is not None
    rules = load_rules(profile, players)
    target = rules.ladder[rules.ladder.number(name)].target
    won = {
        deal.declarer
        for deal in random_deals(profile, players, 20_000, SEED)
        if deal.contract == name and (deal.tricks >= target) == made
    }
    assert won == {value_of(row)}
    assert referee.settle(house_of(rules).rung(name), 2, made, players)[2] == value_of(row)


def test_a_dealer_who_sits_out_pays_like_the_others() -> None:
    deals = random_deals("hoyle", 6, 5_000, SEED)
    threes = {deal.defenders for deal in deals if deal.contract == "three" and deal.tricks >= 3}
    assert threes == {(-3, -3, -3, -3, -3)}

"""Simulated deals against exact values.

`tests/data/exact_values.json` holds exact probabilities and counts for Nap with 52 cards and
hands of five. Every one of them is compared here: probabilities with two million dealt hands for
each number of players, counts of auctions with the ladder, stakes with the settlement.

Judgement. Every probability is one binomial test (two-sided, exact tails) on independent trials:
one hand of each deal is "mine", a different place at the table from deal to deal. The bounds share
`FALSE_ALARM` equally between all tests of this module (Bonferroni), which makes each of them
about |z| < 4.8: if the deals are right, a run of the whole set raises a false alarm less than once
in 1,000 seeds. The seed is fixed, so a run that passes passes always. `pytest -m slow` repeats the
set with ten times as many deals and another seed.

Faults that this would show: biased shuffles, shuffles drawn twice (CellphoneDB 231, numpy 9650,
open_spiel 956), neighbouring seeds that are not independent (Stim 898), deals that resemble the
deal before, hands that depend on the place at the table.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from sim.game.ladder import Contract, Ladder
from sim.game.rules import load_rules
from sim.hands import deal_hands
from tests import referee
from tests.single_deals import random_deals_of_basic
from tests.statistics import facts_of_the_deal as facts
from tests.statistics.facts_of_the_deal import Deals, Masks

TABLES = range(3, 8)
DEALS = 2_000_000
MANY_DEALS = 20_000_000
SEED = 1815
ANOTHER_SEED = 1769
BLOCK = 1 << 15
FALSE_ALARM = 1e-3

PACK = np.array([facts.cards(card) for card in referee.pack_of(52)])

DOCUMENT = json.loads(
    (Path(__file__).parents[1] / "data" / "exact_values.json").read_text(encoding="utf-8")
)
ROWS = {row["id"]: row for row in DOCUMENT["rows"]}


def value_of(identifier: str) -> Fraction:
    return Fraction(ROWS[identifier]["value"])


# Which test shows which value ---------------------------------------------------------------------

DISTINCT = {"hands_5_52", "classes_5_52", "trumpclasses_5_52", "laydown_hands_52"}
AUCTIONS = {row for row in ROWS if row.startswith("auctions_")}
BREAK_EVEN = {
    "breakeven_three": "three",
    "breakeven_four": "four",
    "breakeven_nap_5_5": "nap",
    "breakeven_well_10_10": "wellington",
}
RIVAL_BIDS = {"four_vs_three_p3_1": ("four", "three"), "nap_vs_four_5_5_p4_1": ("nap", "four")}
SETTLEMENTS = {
    "settle_four_made_N4": ("four", True),
    "settle_four_lost_N4": ("four", False),
    "settle_well10_made_N4": ("wellington", True),
}
PROBABILITIES = [
    identifier
    for identifier in ROWS
    if identifier not in DISTINCT | AUCTIONS | {*BREAK_EVEN, *RIVAL_BIDS, *SETTLEMENTS}
]


def tables_that_show(identifier: str) -> list[int]:
    """Sizes of the tables at which a probability is counted.

    Two hands of a table are dealt like a table of two, so three players show the values of two.
    """
    players = ROWS[identifier]["players"]
    if players is None:
        return list(TABLES)
    return [max(players, min(TABLES))]


def block_that_shows(identifier: str, deals: Deals) -> Deals:
    return deals.of_two if ROWS[identifier]["players"] == 2 else deals


COMPARISONS = [(row, players) for row in PROBABILITIES for players in tables_that_show(row)]
PLACES = [(players, place) for players in TABLES for place in range(players)]
TESTS = len(COMPARISONS) + len(PLACES) + 3 * len(TABLES)
LEVEL = FALSE_ALARM / TESTS


# The simulation -----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was counted on all deals of one table."""

    deals: int = 0
    successes: Counter[str] = field(default_factory=Counter)
    trials: Counter[str] = field(default_factory=Counter)

    def count_block(self, deals: Deals) -> None:
        players, size = deals.hands.shape
        self.deals += size
        for row, table in COMPARISONS:
            if table == players:
                trials = facts.trials_of(row, block_that_shows(row, deals))
                self.successes[row] += int(np.count_nonzero(trials))
                self.trials[row] += trials.size


def blocks_of_deals(deals: int) -> Iterator[tuple[int, int]]:
    """Yield first deal and number of deals of each block."""
    for first_deal in range(0, deals, BLOCK):
        yield first_deal, min(BLOCK, deals - first_deal)


def with_me_first(hands: Masks, first_deal: int) -> Deals:
    """Turn the table so that I sit at place 0, 1, 2, ... in speaking order, deal after deal."""
    deals, players = hands.shape
    turn = (np.arange(players)[:, None] + first_deal + np.arange(deals)) % players
    return Deals(np.take_along_axis(hands.T, turn, axis=0))


@cache
def tally_of(players: int, deals: int, seed: int) -> Tally:
    """Count every probability of one table on numbered deals, a block at a time."""
    tally = Tally()
    for first_deal, size in blocks_of_deals(deals):
        hands = deal_hands(seed_of(players, seed), first_deal, size, players)
        tally.count_block(with_me_first(hands, first_deal))
    return tally


@lru_cache(maxsize=2)
def hands_of(players: int, deals: int = DEALS, neighbour: int = 0) -> Masks:
    """All hands of the simulation at one table, or of the same deals of a neighbouring seed."""
    return deal_hands(seed_of(players, SEED) + neighbour, 0, deals, players)


def seed_of(players: int, seed: int) -> int:
    """Tables have different seeds: with one seed, eldest would have the same hands at all."""
    return seed + 10 * players


# Judgement ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finding:
    """One comparison: `chance` is the probability of a deviation at least this large."""

    name: str
    observed: float
    expected: float
    z: float
    chance: float

    def __str__(self) -> str:
        return (
            f"{self.name}: observed {self.observed:.9g}, expected {self.expected:.9g}, "
            f"z = {self.z:+.2f}, chance {self.chance:.2g}"
        )

    def judge(self) -> None:
        print(self)
        assert self.chance >= LEVEL, f"{self} is under {LEVEL:.2g}"


def binomial_finding(name: str, successes: int, trials: int, probability: Fraction) -> Finding:
    p = float(probability)
    law = stats.binom(trials, p)
    spread = math.sqrt(trials * p * (1 - p))
    return Finding(
        name=name,
        observed=successes / trials,
        expected=p,
        z=(successes - trials * p) / spread,
        chance=min(1.0, 2 * min(law.cdf(successes), law.sf(successes - 1))),
    )


def normal_finding(name: str, observed: float, expected: float, spread: float) -> Finding:
    z = (observed - expected) / spread
    return Finding(name, observed, expected, z, chance=2 * float(stats.norm.sf(abs(z))))


def probability_of(row: str) -> Fraction:
    """The probability that a row states; odds of x to 1 against are 1 / (1 + x)."""
    return 1 / (1 + value_of(row)) if row.startswith("foster_odds") else value_of(row)


def compare(row: str, players: int, deals: int, seed: int) -> Finding:
    tally = tally_of(players, deals, seed)
    name = f"{row} at {players} players"
    return binomial_finding(name, tally.successes[row], tally.trials[row], probability_of(row))


# Tests --------------------------------------------------------------------------------------------


class TestTheList:
    """No exact value is skipped in silence."""

    def test_every_value_has_exactly_one_test(self) -> None:
        tested = [
            *(row for row in PROBABILITIES if families_of(row)),
            *DISTINCT,
            *(row for row in AUCTIONS if ladder_of(row)),
            *BREAK_EVEN,
            *RIVAL_BIDS,
            *SETTLEMENTS,
        ]
        assert sorted(tested) == sorted(ROWS)
        assert len(ROWS) == len(DOCUMENT["rows"]) == 321

    @pytest.mark.parametrize("row", PROBABILITIES)
    def test_one_family_counts_each_probability(self, row: str) -> None:
        assert len(families_of(row)) == 1

    def test_every_family_is_used(self) -> None:
        used = {pattern for row in PROBABILITIES for pattern in families_of(row)}
        assert used == set(facts.FAMILIES)

    def test_the_bounds_of_the_whole_set(self) -> None:
        """A bound of |z| < 4.8 for each test keeps the whole set under one alarm in 1,000."""
        assert TESTS * LEVEL <= FALSE_ALARM
        assert stats.norm.isf(LEVEL / 2) < 4.95


def families_of(row: str) -> list[str]:
    return [pattern for pattern in facts.FAMILIES if re.fullmatch(pattern, row)]


class TestProbabilities:
    @pytest.mark.parametrize(("row", "players"), COMPARISONS)
    def test_two_million_deals(self, row: str, players: int) -> None:
        compare(row, players, DEALS, SEED).judge()

    @pytest.mark.slow
    @pytest.mark.parametrize(("row", "players"), COMPARISONS)
    def test_twenty_million_deals(self, row: str, players: int) -> None:
        compare(row, players, MANY_DEALS, ANOTHER_SEED).judge()

    def test_a_probability_two_per_cent_off_is_refused(self) -> None:
        tally = tally_of(3, DEALS, SEED)
        seen = tally.successes["lho_has_card_52"], tally.trials["lho_has_card_52"]
        binomial_finding("as stated", *seen, Fraction(5, 47)).judge()
        with pytest.raises(AssertionError, match="chance"):
            binomial_finding("two per cent off", *seen, Fraction(5, 46)).judge()


class TestTheShuffle:
    @pytest.mark.parametrize("players", TABLES)
    def test_no_card_is_dealt_twice(self, players: int) -> None:
        """Hands have five cards of the pack each, and no two share one."""
        hands = hands_of(players)
        assert (facts.size(hands) == 5).all()
        in_play = np.bitwise_or.reduce(hands, axis=1)
        assert (facts.size(in_play) == 5 * players).all()
        assert (in_play & ~np.bitwise_or.reduce(PACK) == 0).all()

    @pytest.mark.parametrize(("players", "place"), PLACES)
    def test_every_card_falls_equally_on_every_place(self, players: int, place: int) -> None:
        """Chi-square of 52 counts; five cards without replacement shrink it by 47/51."""
        hands = hands_of(players)[:, place]
        counts = np.array([np.count_nonzero(hands & card) for card in PACK])
        expected = DEALS * 5 / 52
        statistic = ((counts - expected) ** 2).sum() / expected * 51 / 47
        law = stats.chi2(51)
        Finding(
            name=f"cards dealt to place {place} of {players}: chi-square of 51",
            observed=statistic,
            expected=51,
            z=(statistic - 51) / math.sqrt(2 * 51),
            chance=2 * min(law.cdf(statistic), law.sf(statistic)),
        ).judge()

    @pytest.mark.parametrize("players", TABLES)
    def test_no_more_hands_come_again_than_chance_brings(self, players: int) -> None:
        """Distinct hands of two million dealers: the occupancy law with `hands_5_52` cells.

        Deals that were drawn twice would leave fewer. With C cells and n draws a cell is empty
        with probability (1 - 1/C)^n, two cells with (1 - 2/C)^n (Feller, vol. 1, IV.2).
        """
        distinct = np.unique(hands_of(players)[:, -1]).size
        cells = int(value_of("hands_5_52"))
        empty = cells * math.exp(DEALS * math.log1p(-1 / cells))
        pairs = cells * (cells - 1) * math.exp(DEALS * math.log1p(-2 / cells))
        spread = math.sqrt(pairs + empty - empty**2)
        normal_finding(f"distinct hands at {players}", distinct, cells - empty, spread).judge()

    @pytest.mark.parametrize("players", TABLES)
    def test_a_deal_does_not_resemble_the_deal_before(self, players: int) -> None:
        eldest = hands_of(players)[:, 0]
        shared_cards(f"deal before, {players} players", eldest[1:], eldest[:-1]).judge()

    @pytest.mark.parametrize("players", TABLES)
    def test_a_seed_does_not_resemble_the_next(self, players: int) -> None:
        eldest, neighbour = hands_of(players)[:, 0], hands_of(players, neighbour=1)[:, 0]
        shared_cards(f"next seed, {players} players", eldest, neighbour).judge()


def shared_cards(name: str, hands: Masks, others: Masks) -> Finding:
    """Compare the cards shared by two unrelated hands with the hypergeometric law.

    Pairs of neighbouring deals overlap, but the numbers that they share are uncorrelated.
    """
    law = stats.hypergeom(52, 5, 5)
    spread = float(law.std()) / math.sqrt(hands.size)
    shared = float(facts.size(hands & others).mean())
    return normal_finding(f"cards shared with the {name}", shared, float(law.mean()), spread)


@pytest.fixture(scope="module")
def distinct_hands() -> Masks:
    """The different hands that two million deals of seven players give."""
    return np.unique(hands_of(7))


class TestCounts:
    """Counts that a big enough simulation reaches to the last one.

    Two million deals of seven hands give 14 million. The rarest classes have four hands of
    2,598,960; one of fewer than 4,000 such classes is missed with probability 4,000 exp(-21.5),
    under 2e-6.
    """

    def test_every_class_of_hands_can_be_dealt(self, distinct_hands: Masks) -> None:
        """Hands that differ only in the names of the suits are one class."""
        suits = np.stack([facts.field(distinct_hands, suit) for suit in range(4)], axis=1)
        classes = np.unique(packed(np.sort(suits, axis=1)))
        assert classes.size == value_of("classes_5_52")

    def test_every_class_of_hand_and_trump_can_be_dealt(self, distinct_hands: Masks) -> None:
        """The trump suit is one that is held; the other three have no names."""
        classes = []
        for trump in range(4):
            held = distinct_hands[facts.field(distinct_hands, trump) != 0]
            others = [facts.field(held, suit) for suit in range(4) if suit != trump]
            side_suits = np.sort(np.stack(others, axis=1), axis=1)
            trumps = facts.field(held, trump)[:, None]
            classes.append(np.unique(packed(np.concatenate([trumps, side_suits], axis=1))))
        assert np.unique(np.concatenate(classes)).size == value_of("trumpclasses_5_52")

    def test_the_lay_down_hands_are_all_dealt_somewhere(self) -> None:
        """50 million hands of all tables: one of the four is missed with 4 exp(-19) = 2e-8."""
        dealt = {
            int(royal)
            for players in TABLES
            for royal in hands_of(players)[np.isin(hands_of(players), facts.ROYALS)]
        }
        assert len(dealt) == value_of("laydown_hands_52")


def packed(suits: np.ndarray) -> Masks:
    """Write the four suits of each row into one number."""
    shifts = np.arange(0, 64, 16, dtype=np.uint64)
    return np.bitwise_or.reduce(suits.astype(np.uint64) << shifts, axis=1)


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


def ladder_of(row: str) -> tuple[Contract, ...]:
    return LADDERS[row.split("_")[1]]


class TestAuctions:
    """Legal auctions of one round, counted by the ladder, by the referee, and exactly."""

    @pytest.mark.parametrize("row", sorted(AUCTIONS))
    def test_number_of_legal_auctions(self, row: str) -> None:
        ladder = Ladder(ladder_of(row))
        auctions = ladder.auctions(ROWS[row]["players"])
        assert len(set(auctions)) == len(auctions) == value_of(row)

    @pytest.mark.parametrize("row", sorted(AUCTIONS))
    def test_the_referee_allows_the_same_auctions(self, row: str) -> None:
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
        ladder, players = Ladder(ladder_of(row)), ROWS[row]["players"]
        allowed = referee.all_auctions(referee.House(ladder=rungs), players)
        assert {ladder.auction_text(auction) for auction in ladder.auctions(players)} == {
            " ".join(auction) for auction in allowed
        }

    @pytest.mark.parametrize("players", TABLES)
    def test_the_profile_has_the_ladder_that_was_counted(self, players: int) -> None:
        ladder = load_rules("basic", players).ladder
        row = f"auctions_base34NW_N{players}"
        assert len(ladder.auctions(players)) == value_of(row)


class TestStakes:
    """What the stakes of the profile `basic` are worth."""

    @pytest.mark.parametrize(("row", "name"), BREAK_EVEN.items())
    def test_chance_of_success_that_breaks_even(self, row: str, name: str) -> None:
        contract = contract_of_basic(name)
        assert Fraction(contract.failed, contract.made + contract.failed) == value_of(row)

    @pytest.mark.parametrize(("row", "bids"), RIVAL_BIDS.items())
    def test_chance_above_which_the_higher_bid_pays(self, row: str, bids: tuple[str, str]) -> None:
        """Against a lower contract that is certain: p made - (1 - p) failed = its stake."""
        higher, lower = (contract_of_basic(name) for name in bids)
        chance = Fraction(lower.made + higher.failed, higher.made + higher.failed)
        assert chance == value_of(row)

    @pytest.mark.parametrize(("row", "outcome"), SETTLEMENTS.items())
    def test_what_the_declarer_wins(self, row: str, outcome: tuple[str, bool]) -> None:
        """In every simulated deal of the kind, and by the referee."""
        name, made = outcome
        players = ROWS[row]["players"]
        target = contract_of_basic(name).target
        deals = random_deals_of_basic(players, 20_000, SEED)
        won = {
            deal.declarer
            for deal in deals
            if deal.contract == name and (deal.tricks >= target) == made
        }
        assert won == {value_of(row)}
        assert referee.settle(referee.BASIC.rung(name), 2, made, players)[2] == value_of(row)


def contract_of_basic(name: str) -> Contract:
    ladder = load_rules("basic", 4).ladder
    return ladder[ladder.number(name)]

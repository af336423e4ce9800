"""Dealt hands against exact values.

`tests/data/exact_values.json` and `exact_values_of_options.json` hold exact probabilities and
counts for Nap. Every one of them is compared, in six modules: here the probabilities that dealt
hands show, with two million deals of each table; then `test_exact_values_counts.py`,
`..._auctions.py`, `..._stakes.py`, `..._acts.py` (peep card and exchange) and `..._plays.py`.

One hand of each deal is "mine", a different place at the table from deal to deal, so that trials
are independent. How they are judged, all modules together, stands in `exact_values.py`. The seed
is fixed; `pytest -m slow` repeats the set with ten times as many deals and another seed.

Faults that this would show: biased shuffles, shuffles drawn twice (CellphoneDB 231, numpy 9650,
open_spiel 956), neighbouring seeds that are not independent (Stim 898), deals that resemble the
deal before, hands that depend on the place at the table.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np
import pytest
from scipy import stats

from tests import referee
from tests.statistics import facts_of_the_deal as facts
from tests.statistics.dealt_hands import (
    JOKER,
    Deals,
    Masks,
    Table,
    cards,
    different,
    size,
    with_me_first,
)
from tests.statistics.exact_values import (
    DOCUMENTS,
    FALSE_ALARM,
    LEVEL,
    ON_DEALT_HANDS,
    ROWS,
    TESTS,
    Finding,
    Row,
    binomial_finding,
    distinct_finding,
    normal_finding,
    rows_shown_by,
    shown_by,
    value_of,
)

PLAYERS = range(3, 8)
TABLES = [Table(players) for players in PLAYERS]
OTHER_TABLES = [
    Table(7, joker=True),
    Table(7, hand_size=7),
    Table(7, pack=40),
    Table(3, pack=24, hand_size=7),
]
"""Further packs and hands of which every card is followed: the fullest ones."""

DEALS = 2_000_000
MANY_DEALS = 20_000_000
DEALS_OF_ONE_HAND = 25
"""How many times as many deals there are at a table of one hand, which is dealt so much faster."""
SEED = 1815
ANOTHER_SEED = 1769
BLOCK = 1 << 15

RARE = Fraction(1, 100_000)


# Which tables show which value --------------------------------------------------------------------

PROBABILITIES = rows_shown_by(ON_DEALT_HANDS)


def tables_that_show(row: Row) -> list[Table]:
    """The tables at which a probability is counted.

    Two hands of a table are dealt like a table of two, so three players show the values of two.
    What concerns one hand alone is shown at every table of the base game; of another pack at a
    table of four, or where it is rare by more deals of one hand.
    """
    if row.players is not None:
        return [replace(row.table, players=max(row.players, min(PLAYERS)))]
    if row.table == Table(1):
        return TABLES
    return [replace(row.table, players=1 if row.value < RARE else 4)]


COMPARISONS = [(row, table) for row in PROBABILITIES for table in tables_that_show(ROWS[row])]
PLACES = [(table, place) for table in TABLES + OTHER_TABLES for place in range(table.players)]


# The simulation -----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was counted on all deals of one table."""

    successes: Counter[str] = field(default_factory=Counter)
    trials: Counter[str] = field(default_factory=Counter)

    def count_block(self, deals: Deals) -> None:
        for row, table in COMPARISONS:
            if table == deals.table:
                shows_it = deals.of_two if ROWS[row].players == 2 else deals
                trials = facts.trials_of(row, shows_it)
                self.successes[row] += int(np.count_nonzero(trials))
                self.trials[row] += trials.size


def blocks_of_deals(deals: int) -> Iterator[tuple[int, int]]:
    """Yield first deal and number of deals of each block."""
    for first_deal in range(0, deals, BLOCK):
        yield first_deal, min(BLOCK, deals - first_deal)


@cache
def tally_of(table: Table, deals: int, seed: int) -> Tally:
    """Count every probability of one table on numbered deals, a block at a time."""
    tally = Tally()
    for first_deal, block in blocks_of_deals(deals):
        hands = table.deal(seed_of(table, seed), first_deal, block)
        tally.count_block(with_me_first(hands, first_deal, table))
    return tally


@lru_cache(maxsize=2)
def hands_of(table: Table, neighbour: int = 0) -> Masks:
    """All hands of the simulation at one table, or of the same deals of a neighbouring seed."""
    return table.deal(seed_of(table, SEED) + neighbour, 0, DEALS)


def seed_of(table: Table, seed: int) -> int:
    """Tables have different seeds: with one seed, eldest would have the same hands at all."""
    return seed + 10 * table.players + 1_000 * table.cards + 100_000 * table.hand_size


# Judgement ----------------------------------------------------------------------------------------


def probability_of(row: str) -> Fraction:
    """The probability that a row states; odds of x to 1 against are 1 / (1 + x)."""
    return 1 / (1 + value_of(row)) if row.startswith("foster_odds") else value_of(row)


def compare(row: str, table: Table, deals: int, seed: int) -> Finding:
    tally = tally_of(table, deals * (DEALS_OF_ONE_HAND if table.players == 1 else 1), seed)
    name = f"{row} at {table}"
    return binomial_finding(name, tally.successes[row], tally.trials[row], probability_of(row))


# Tests --------------------------------------------------------------------------------------------


class TestTheList:
    """No exact value is skipped in silence."""

    def test_every_value_is_shown_by_one_module(self) -> None:
        assert len(ROWS) == sum(len(document["rows"]) for document in DOCUMENTS.values()) == 532
        assert all(len(shown_by(row)) == 1 for row in ROWS)

    @pytest.mark.parametrize("row", PROBABILITIES)
    def test_one_family_counts_each_probability(self, row: str) -> None:
        assert len(families_of(row)) == 1

    def test_every_family_is_used(self) -> None:
        used = {pattern for row in PROBABILITIES for pattern in families_of(row)}
        assert used == set(facts.FAMILIES)

    def test_the_bounds_of_the_whole_set(self) -> None:
        """A bound of |z| < 4.95 for each test keeps the whole set under one alarm in 1,000."""
        assert len(COMPARISONS) + len(PLACES) + 3 * len(TABLES) == TESTS[ON_DEALT_HANDS]
        assert sum(TESTS.values()) * LEVEL <= FALSE_ALARM * (1 + 1e-9) < 1e-3
        assert stats.norm.isf(LEVEL / 2) < 4.95


def families_of(row: str) -> list[str]:
    return [pattern for pattern in facts.FAMILIES if re.fullmatch(pattern, row)]


class TestProbabilities:
    @pytest.mark.parametrize(("row", "table"), COMPARISONS, ids=str)
    def test_two_million_deals(self, row: str, table: Table) -> None:
        compare(row, table, DEALS, SEED).judge()

    @pytest.mark.slow
    @pytest.mark.parametrize(("row", "table"), COMPARISONS, ids=str)
    def test_twenty_million_deals(self, row: str, table: Table) -> None:
        compare(row, table, MANY_DEALS, ANOTHER_SEED).judge()

    def test_a_probability_two_per_cent_off_is_refused(self) -> None:
        tally = tally_of(Table(3), DEALS, SEED)
        seen = tally.successes["lho_has_card_52"], tally.trials["lho_has_card_52"]
        binomial_finding("as stated", *seen, Fraction(5, 47)).judge()
        with pytest.raises(AssertionError, match="chance"):
            binomial_finding("two per cent off", *seen, Fraction(5, 46)).judge()

    @pytest.mark.parametrize(("seen", "stated"), [(1, 0), (999, 1)])
    def test_what_is_impossible_or_certain_has_no_exception(self, seen: int, stated: int) -> None:
        binomial_finding("as stated", 1_000 * stated, 1_000, Fraction(stated)).judge()
        with pytest.raises(AssertionError, match="chance"):
            binomial_finding("one exception", seen, 1_000, Fraction(stated)).judge()


class TestTheShuffle:
    @pytest.mark.parametrize("table", TABLES + OTHER_TABLES, ids=str)
    def test_no_card_is_dealt_twice(self, table: Table) -> None:
        """Hands have as many cards of the pack as they ought to, and no two share one."""
        hands = hands_of(table)
        assert (size(hands) == table.hand_size).all()
        in_play = np.bitwise_or.reduce(hands, axis=1)
        assert (size(in_play) == table.hand_size * table.players).all()
        assert (in_play & ~np.bitwise_or.reduce(cards_of(table)) == 0).all()

    @pytest.mark.parametrize(("table", "place"), PLACES, ids=str)
    def test_every_card_falls_equally_on_every_place(self, table: Table, place: int) -> None:
        """Chi-square of the counts; h of n cards without replacement shrink it by (n-h)/(n-1)."""
        hands = hands_of(table)[:, place]
        counts = np.array([np.count_nonzero(hands & card) for card in cards_of(table)])
        expected = DEALS * table.hand_size / table.cards
        freedom = table.cards - 1
        shrunk = freedom / (table.cards - table.hand_size)
        statistic = ((counts - expected) ** 2).sum() / expected * shrunk
        law = stats.chi2(freedom)
        Finding(
            name=f"cards dealt to place {place} of {table}: chi-square of {freedom}",
            observed=statistic,
            expected=freedom,
            z=(statistic - freedom) / math.sqrt(2 * freedom),
            chance=2 * min(law.cdf(statistic), law.sf(statistic)),
        ).judge()

    @pytest.mark.parametrize("table", TABLES, ids=str)
    def test_no_more_hands_come_again_than_chance_brings(self, table: Table) -> None:
        """Distinct hands of two million dealers; deals that were drawn twice would leave fewer."""
        distinct = different(hands_of(table)[:, -1]).size
        cells = int(value_of("hands_5_52"))
        distinct_finding(f"distinct hands at {table}", distinct, cells, DEALS).judge()

    @pytest.mark.parametrize("table", TABLES, ids=str)
    def test_a_deal_does_not_resemble_the_deal_before(self, table: Table) -> None:
        eldest = hands_of(table)[:, 0]
        shared_cards(f"deal before, {table}", eldest[1:], eldest[:-1]).judge()

    @pytest.mark.parametrize("table", TABLES, ids=str)
    def test_a_seed_does_not_resemble_the_next(self, table: Table) -> None:
        eldest, neighbour = hands_of(table)[:, 0], hands_of(table, neighbour=1)[:, 0]
        shared_cards(f"next seed, {table}", eldest, neighbour).judge()


def cards_of(table: Table) -> Masks:
    """The cards of the pack, as the referee counts them, one by one."""
    plain = [cards(card) for card in referee.pack_of(table.pack)]
    return np.array([*plain, JOKER] if table.joker else plain)


def shared_cards(name: str, hands: Masks, others: Masks) -> Finding:
    """Compare the cards shared by two unrelated hands with the hypergeometric law.

    Pairs of neighbouring deals overlap, but the numbers that they share are uncorrelated.
    """
    law = stats.hypergeom(52, 5, 5)
    spread = float(law.std()) / math.sqrt(hands.size)
    shared = float(size(hands & others).mean())
    return normal_finding(f"cards shared with the {name}", shared, float(law.mean()), spread)

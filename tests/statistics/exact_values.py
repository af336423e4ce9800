"""The exact values, which test shows which of them, and how a simulation is judged by one.

Judgement. A probability is one binomial test (two-sided, exact tails) on independent trials. All
such tests of all modules share `FALSE_ALARM` equally (Bonferroni), which makes each of them about
|z| < 4.8. Counts that a simulation must reach to the last one are given so many deals that it
misses one with a probability below `MISS`. So if the deals are right, one run of everything raises
a false alarm less than once in 1,000 seeds. The seeds are fixed: a run that passes passes always.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from scipy import stats

from tests.statistics.dealt_hands import Table

FOLDER = Path(__file__).parents[1] / "data"
DOCUMENTS = {
    name: json.loads((FOLDER / name).read_text(encoding="utf-8"))
    for name in ("exact_values.json", "exact_values_of_options.json")
}

SHOWN_BY = {
    "counts": r"(hands|classes|trumpclasses|leadclasses)_.*|laydown(_hands|_joker)_\d\d"
    r"|laydown7_24|deals_52_N2",
    "stakes": r"breakeven_.*|four_vs_three_.*|nap_vs_four_.*|settle_.*",
    "auctions": r"auctions_.*",
    "acts": r"peep_.*|ecarte_.*",
    "plays": r"n2_.*|laydown7_52",
}
"""Which module shows a value, by its name; all others are counted on dealt hands."""
ON_DEALT_HANDS = "deals"

TESTS = {ON_DEALT_HANDS: 553, "counts": 4, "acts": 5, "plays": 22}
"""How many statistical tests each module has; the bounds depend on their sum."""
FALSE_ALARM = 9e-4
LEVEL = FALSE_ALARM / sum(TESTS.values())
MISS = 1e-6
"""Bound on the probability that a count falls short by chance; there are fewer than 50 counts."""


@dataclass(frozen=True)
class Row:
    """An exact value.

    `players` is None where any number of them shows it; `table` has one player then.
    """

    identifier: str
    value: Fraction
    players: int | None
    table: Table

    @classmethod
    def read(cls, row: dict[str, Any]) -> Row:
        table = Table(
            players=row["players"] or 1,
            pack=row.get("pack", 52),
            joker=row.get("joker", False),
            hand_size=row.get("hand_size", 5),
        )
        return cls(row["id"], Fraction(row["value"]), row["players"], table)


ROWS = {row["id"]: Row.read(row) for document in DOCUMENTS.values() for row in document["rows"]}


def value_of(identifier: str) -> Fraction:
    return ROWS[identifier].value


def shown_by(identifier: str) -> list[str]:
    """The modules that claim a value; exactly one ought to."""
    return [what for what, names in SHOWN_BY.items() if re.fullmatch(names, identifier)] or [
        ON_DEALT_HANDS
    ]


def rows_shown_by(what: str) -> list[str]:
    return [identifier for identifier in ROWS if shown_by(identifier) == [what]]


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
    """Judge independent trials; what is certain must always happen, what is impossible never."""
    p = float(probability)
    law = stats.binom(trials, p)
    spread = math.sqrt(trials * p * (1 - p))
    off = successes - trials * p
    return Finding(
        name=name,
        observed=successes / trials,
        expected=p,
        z=off / spread if spread else math.copysign(math.inf, off) if off else 0.0,
        chance=min(1.0, 2 * min(law.cdf(successes), law.sf(successes - 1))),
    )


def poisson_finding(name: str, events: int, expected: float) -> Finding:
    """Judge how often something rare has happened."""
    law = stats.poisson(expected)
    return Finding(
        name=name,
        observed=events,
        expected=expected,
        z=(events - expected) / math.sqrt(expected),
        chance=min(1.0, 2 * min(law.cdf(events), law.sf(events - 1))),
    )


def normal_finding(name: str, observed: float, expected: float, spread: float) -> Finding:
    z = (observed - expected) / spread
    return Finding(name, observed, expected, z, chance=2 * float(stats.norm.sf(abs(z))))


def distinct_finding(name: str, distinct: int, cells: int, draws: int) -> Finding:
    """Judge how many of equally likely cells so many draws have met: the occupancy law.

    With C cells and n draws a cell is empty with probability (1 - 1/C)^n, two cells with
    (1 - 2/C)^n (Feller, vol. 1, IV.2).
    """
    empty = cells * math.exp(draws * math.log1p(-1 / cells))
    pairs = cells * (cells - 1) * math.exp(draws * math.log1p(-2 / cells))
    spread = math.sqrt(pairs + empty - empty**2)
    return normal_finding(name, distinct, cells - empty, spread)

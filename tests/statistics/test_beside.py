"""Runs side by side: every number recomputed from the rows in plain Python, and what must hold."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.beside.conditions import differing_conditions
from pipelines.beside.dependence import deals_a_unit, dependence
from pipelines.beside.files import load_beside_tables, write_beside_tables
from pipelines.beside.making import RunBeside, beside_tables
from pipelines.beside.pair_sums import pair_sums
from pipelines.beside.schema import BESIDE_SCHEMAS
from pipelines.beside.tables import BesideTables
from pipelines.beside.units import Units
from pipelines.intervals import student_quantile
from pipelines.tables import Provenance, SeatedPlayer
from sim.errors import UserError
from sim.experiment import Experiment
from sim.runs.directory import RunDirectory
from tests.statistics.synthetic_play import Deal, Session
from tests.statistics.synthetic_run import experiment, synthetic_run

SESSIONS = 240
RUNS = {
    "four": experiment(4),
    "three": experiment(3),
    "hoyle": experiment(4, profile="hoyle"),
    "pub": experiment(4, profile="pub", options={"chips": 30}),
    "peep": experiment(4, profile="peep"),
    "other seed": replace(experiment(4), seed=7),
}
PAIRS = [("four", other) for other in ("three", "hoyle", "pub", "peep")]
BLOCKS = {"three": 1, "hoyle": 1, "pub": 40, "peep": 8}


class Made(dict[str, tuple[RunBeside, list[Session]]]):
    """The runs made so far, and their sessions."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, name: str) -> tuple[RunBeside, list[Session]]:
        self[name] = self.write(name, RUNS[name])
        return self[name]

    def write(self, name: str, chosen: Experiment) -> tuple[RunBeside, list[Session]]:
        path = self.folder / name
        sessions = synthetic_run(path, chosen, SESSIONS)
        tables = aggregate_run(path)
        return RunBeside(name, RunDirectory.open(path), tables), sessions

    def beside(self, *names: str) -> BesideTables:
        return beside_tables([self[name][0] for name in names])


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Made:
    return Made(tmp_path_factory.mktemp("beside"))


# The same, from single deals ----------------------------------------------------------------------


def shown(deal: Deal, row: dict) -> tuple[int, int]:
    """What one deal adds above and below in a row of the differences."""
    contract, position = row["contract"], row["position"]
    if position is not None:
        if position >= len(deal.present):
            return 0, 0
        return deal.units(deal.present[position]), 1
    return {
        "passed out": lambda: (deal.contract is None, 1),
        "contract made": lambda: (bool(deal.made), deal.contract is not None),
        "bid": lambda: (contract in deal.auction, 1),
        "played": lambda: (deal.contract == contract, 1),
        "made": lambda: (
            deal.contract == contract and bool(deal.made),
            deal.contract == contract,
        ),
    }[row["what"]]()


def by_unit(sessions: list[Session], row: dict, deals: int) -> dict[int, tuple[int, int]]:
    units = defaultdict(lambda: (0, 0))
    for session in sessions:
        for deal in session.deals:
            y, x = shown(deal, row)
            before = units[deal.number // deals]
            units[deal.number // deals] = before[0] + int(y), before[1] + int(x)
    return units


def errors_by_unit(units: dict[int, tuple[int, int]]) -> dict[int, Fraction]:
    """How much each unit moves the ratio."""
    above, below = (sum(pair[side] for pair in units.values()) for side in (0, 1))
    return {number: (y - Fraction(above, below) * x) / below for number, (y, x) in units.items()}


def expected(row: dict, first: list[Session], other: list[Session], deals: int) -> dict | None:
    units = [by_unit(sessions, row, deals) for sessions in (first, other)]
    if not all(any(x for _, x in each.values()) for each in units):
        return None
    one, two = (errors_by_unit(each) for each in units)
    square = sum(
        (two.get(number, Fraction(0)) - one.get(number, Fraction(0))) ** 2
        for number in {*one, *two}
    )
    apart = sum(error**2 for error in (*one.values(), *two.values()))
    clusters = min(sum(x > 0 for _, x in each.values()) for each in units)
    product = sum(one[number] * two[number] for number in one.keys() & two.keys())
    sizes = [sum(error**2 for error in each.values()) for each in (one, two)]
    return {
        "difference": float(
            Fraction(*map(sum, zip(*units[1].values(), strict=True)))
            - Fraction(*map(sum, zip(*units[0].values(), strict=True)))
        ),
        "clusters": clusters,
        "error": math.sqrt(square * clusters / (clusters - 1)) if clusters > 1 else None,
        "correlation": float(product) / math.sqrt(math.prod(sizes)) if all(sizes) else 0.0,
        "differing": sum(
            units[0].get(number, (0, 0)) != units[1].get(number, (0, 0))
            for number in one.keys() & two.keys()
        ),
        "gain": float(apart / square) if square else None,
    }


@pytest.mark.parametrize(("first", "other"), PAIRS)
def test_differences_are_those_of_the_rows(made, first, other):
    """Differences, paired errors, correlations and gains, by fractions over single deals."""
    tables = made.beside(first, other)
    found = tables.provenance.others[0]
    assert (found.dependence, found.unit) == ("paired", BLOCKS[other])
    compared = 0
    for row in tables.differences.rows(named=True):
        plain = expected(row, made[first][1], made[other][1], BLOCKS[other])
        if plain is None:
            assert row["difference"] is None
            assert row["verdict"] == "not told"
            continue
        assert row["difference"] == pytest.approx(plain["difference"], abs=1e-12)
        assert row["differing"] == plain["differing"]
        assert (row["gain"] is None) == (plain["gain"] is None)
        if plain["gain"] is not None:
            assert row["gain"] == pytest.approx(plain["gain"], rel=1e-9)
        if plain["differing"] >= (100 if row["what"] == "units" else 10):
            check = check_mean if row["what"] == "units" else check_rate
            check(row, plain, [made[name][0] for name in (first, other)])
            compared += 1
    assert compared >= 8


def check_mean(row: dict, plain: dict, _runs: list[RunBeside]) -> None:
    """Student's interval, with as many clusters as tell the spread: those that differ."""
    clusters = min(plain["clusters"], plain["differing"])
    margin = student_quantile(clusters, 0.95) * plain["error"]
    assert row["low"] == pytest.approx(plain["difference"] - margin, abs=1e-9)
    assert row["high"] == pytest.approx(plain["difference"] + margin, abs=1e-9)


def check_rate(row: dict, plain: dict, runs: list[RunBeside]) -> None:
    """The distances of both rates from their own ends, put together with their correlation."""
    if row["contract"] is None:
        frames = [run.tables.overview.filter(measure=row["what"]) for run in runs]
        names = ("rate", "low", "high")
    else:
        frames = [run.tables.contracts.filter(contract=row["contract"]) for run in runs]
        names = tuple(f"{row['what']}_{end}" for end in ("rate", "low", "high"))
    (p, p_low, p_high), (q, q_low, q_high) = (frame.select(names).row(0) for frame in frames)

    def together(one: float, two: float) -> float:
        return math.sqrt(one**2 + two**2 - 2 * plain["correlation"] * one * two)

    assert row["low"] == pytest.approx(q - p - together(q - q_low, p_high - p), abs=1e-9)
    assert row["high"] == pytest.approx(q - p + together(q_high - q, p - p_low), abs=1e-9)


# What must hold -----------------------------------------------------------------------------------


def test_the_same_deals_by_the_same_policies_do_not_differ_at_all(made):
    first = made["four"][0]
    tables = beside_tables([first, RunBeside("again", first.run, first.tables)])
    assert tables.conditions.is_empty()
    told = tables.differences.filter(tables.differences["difference"].is_not_null())
    assert len(told) > 10
    for name in ("difference", "low", "high", "all_low", "all_high", "differing"):
        assert set(told[name].to_list()) == {0}
    assert set(told["verdict"].to_list()) == {"equal"}


def test_other_seeds_are_independent_and_nothing_is_read_for_them(made):
    tables = made.beside("four", "other seed")
    assert tables.provenance.others[0].dependence == "independent"
    assert tables.differences["differing"].is_null().all()
    assert set(tables.conditions["condition"].to_list()) == {"seed"}


def test_without_rows_a_bound_holds_whatever_the_dependence(made):
    class WithoutRows(RunBeside):
        keeps_rows = False

    first, other = (made[name][0] for name in ("four", "three"))
    bound = beside_tables([first, WithoutRows("bare", other.run, other.tables)])
    assert bound.provenance.others[0].dependence == "unknown"
    paired = made.beside("four", "three").differences
    both = paired.join(bound.differences, on=["what", "contract", "position"], nulls_equal=True)
    told = both.filter(both["difference"].is_not_null() & (both["differing"] >= 10))
    assert len(told) > 8
    assert (told["low_right"] < told["low"]).all()
    assert (told["high_right"] > told["high"]).all()


def test_more_differences_widen_only_the_intervals_for_all_at_once(made):
    alone = made.beside("four", "three").differences
    several = made.beside("four", "three", "hoyle", "pub").differences.filter(run=1)
    assert several["low"].equals(alone["low"])
    known = alone["all_low"].is_not_null()
    assert (several.filter(known)["all_low"] <= alone.filter(known)["all_low"]).all()


def test_a_verdict_is_given_only_where_the_interval_for_all_excludes_zero(made):
    rows = made.beside("four", "three", "pub", "other seed").differences.rows(named=True)
    seen = set()
    for row in rows:
        seen.add(row["verdict"])
        if row["verdict"] == "higher":
            assert row["all_low"] > 0
        elif row["verdict"] == "lower":
            assert row["all_high"] < 0
        elif row["verdict"] == "not told" and row["all_low"] is not None:
            assert row["all_low"] <= 0 <= row["all_high"]
    assert {"lower", "not told"} <= seen


def test_contracts_are_matched_by_name_and_what_one_lacks_is_left_out(made):
    tables = made.beside("hoyle", "four")
    compared = {row["contract"] for row in tables.differences.rows(named=True)} - {None}
    assert compared == {"three", "four", "nap", "wellington"}
    of_run = {
        number: set(tables.contracts.filter(run=number)["contract"].to_list()) for number in (0, 1)
    }
    assert of_run[0] - of_run[1] == {"misere", "blucher"}
    lacks = tables.conditions.filter(condition="contract misere")
    assert lacks["value"].to_list()[1] is None


def test_tables_come_back_as_they_were_written_and_are_the_same_bytes(made, tmp_path):
    for folder in ("one", "two"):
        write_beside_tables(tmp_path / folder, made.beside("four", "pub", "other seed"))
    names = sorted(path.name for path in (tmp_path / "one/tables").iterdir())
    assert f"{next(iter(BESIDE_SCHEMAS))}.csv" in names
    for name in names:
        one, two = (tmp_path / folder / "tables" / name for folder in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    read, written = load_beside_tables(tmp_path / "one"), made.beside("four", "pub", "other seed")
    assert read.provenance == written.provenance
    assert all(frame.equals(read.frames()[name]) for name, frame in written.frames().items())


def test_tables_that_the_rows_contradict_are_refused(made):
    first, other = (made[name][0] for name in ("four", "three"))
    changed = replace(
        other.tables,
        overview=other.tables.overview.with_columns(successes=other.tables.overview["n"]),
    )
    with pytest.raises(UserError, match=r"the rows of the run say .* nap aggregate"):
        beside_tables([first, RunBeside("three", other.run, changed)])


# Units and dependence -----------------------------------------------------------------------------


def pieces(random: np.random.Generator, first: int, values: np.ndarray) -> list[Units]:
    """Cut units at random places."""
    cuts = sorted(random.choice(np.arange(1, values.shape[1]), 4, replace=False).tolist())
    edges = [0, *cuts, values.shape[1]]
    return [
        Units(
            first=first + start,
            kinds=np.arange(stop - start),
            y=values[:1, start:stop],
            x=values[1:, start:stop],
        )
        for start, stop in pairwise(edges)
    ]


def test_sums_do_not_depend_on_how_runs_are_cut():
    random = np.random.Generator(np.random.PCG64(3))
    runs = [(0, random.integers(0, 5, (2, 60))), (25, random.integers(0, 5, (2, 70)))]
    found = [
        pair_sums(*(pieces(random, first, values) for first, values in runs)) for _ in range(20)
    ]
    assert all(sums == found[0] for sums in found)
    assert found[0][0].common == 35


def provenance(made: Made, **changes) -> Provenance:
    return replace(made["four"][0].provenance, **changes)


@pytest.mark.parametrize(
    ("changes", "rows_kept", "depends"),
    [
        ({"seed": 7}, True, "independent"),
        ({"first_deal": 8 * SESSIONS}, True, "independent"),
        ({"first_deal": 8 * SESSIONS - 8}, True, "paired"),
        ({"players": 3}, True, "paired"),
        ({"players": 3}, False, "unknown"),
        # Deals 2,400 to 7,199 are others, but some of their sessions have the same numbers.
        ({"first_deal": 2400, "deals_per_session": 20}, True, "paired"),
    ],
)
def test_runs_are_independent_only_with_other_seeds_or_without_common_numbers(
    made, changes, rows_kept, depends
):
    found = dependence(provenance(made), provenance(made, **changes), rows_kept=rows_kept)
    assert found == depends


def test_deals_are_not_paired_where_others_draw_the_same_first_dealer(made):
    """Sessions of other lengths share first dealers, which matters where players are unlike."""
    lineup = tuple(
        SeatedPlayer(name=name, policy=policy)
        for name, policy in (("A", "foster"), ("B", "counting"), ("C", "peel"), ("D", "peel"))
    )
    longer = provenance(made, deals_per_session=20, lineup=lineup)
    assert dependence(provenance(made), longer, rows_kept=True) == "unknown"
    same_length = provenance(made, lineup=lineup)
    assert dependence(provenance(made), same_length, rows_kept=True) == "paired"


def test_units_hold_whole_sessions_of_both(made):
    plain = provenance(made)
    clustered = provenance(made, clustered=True, deals_per_session=20)
    assert (deals_a_unit(plain, plain), deals_a_unit(plain, clustered)) == (1, 40)


def test_conditions_that_all_share_are_not_named(made):
    found = differing_conditions([made[name][0].provenance for name in ("four", "three")])
    assert found["players"] == ("4", "3")
    assert set(found) <= {"players", "policies"}

"""The tables of a comparison, number by number, against plain arithmetic over single units."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from pipelines.comparisons.files import load_comparison_tables, write_comparison_tables
from pipelines.comparisons.making import ComparedDeals, comparison_tables
from pipelines.comparisons.schema import COMPARISON_SCHEMAS
from pipelines.comparisons.tables import ComparisonTables
from pipelines.intervals import mean_of_clusters
from sim.comparisons.comparison import Comparison, Entry, all_pairs, round_robin
from sim.comparisons.sums import ComparisonSums, ContractRatio, Ratio
from sim.errors import UserError
from sim.game.rules import load_rules
from sim.policies import make_policy
from tests.statistics.second_intervals import (
    ends_of_clustered_rate,
    ends_of_mean,
    ends_of_rate,
    rows_by,
)
from tests.statistics.synthetic_comparisons import comparison, nothing, sums_of

UNITS = 700
NAMES = ("counting:bold", "counting", "random")
CALLS = ("pass", "three", "four", "nap", "wellington")


def won_at_random(units: int, entries: int, players: int, seed: int = 3) -> np.ndarray:
    random = np.random.default_rng(seed)
    shape = (units, entries, players)
    return random.choice([0, 3, -3, 9, -12], shape, p=[0.6, 0.15, 0.15, 0.06, 0.04])


def tables_of(*found: tuple[Comparison, ComparisonSums], **options) -> ComparisonTables:
    return comparison_tables(
        [ComparedDeals(comparison=of, sums=sums, cap_units=10**6) for of, sums in found],
        **options,
    )


# Differences and scores -------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5])
def test_differences_are_those_of_single_units(players):
    of = comparison(players, NAMES)
    won = won_at_random(UNITS, 3, players)
    found = rows_by(tables_of((of, sums_of(of, won))).differences, "first", "second")
    labels = [entry.label for entry in of.entries]
    for first, second in [(0, 1), (0, 2), (1, 2)]:
        row = found[labels[first], labels[second]]
        unit = (won[:, first] - won[:, second]).sum(axis=1) / players
        assert row["difference"] == pytest.approx(unit.mean())
        assert row["standard_error"] == pytest.approx(unit.std(ddof=1) / UNITS**0.5)
        assert (row["low"], row["high"]) == pytest.approx(ends_of_mean(unit, np.ones(UNITS)))
        differing = (won[:, first] != won[:, second]).any(axis=1)
        assert row["differing"] == differing.sum()
        assert row["differing_share"] == pytest.approx(differing.mean())
        apart = won[:, [first, second]].reshape(UNITS, -1)
        assert row["gain"] == pytest.approx(
            apart.var(axis=0).sum() / (players * unit).var(), rel=0.02
        )
        assert (row["units"], row["deals"], row["players"]) == (UNITS, UNITS, players)


def test_scores_are_those_of_single_units():
    of = comparison(4, NAMES)
    won = won_at_random(UNITS, 3, 4)
    frame = tables_of((of, sums_of(of, won))).scores
    for number, row in enumerate(frame.iter_rows(named=True)):
        unit = won[:, number].mean(axis=1)
        assert (row["entry"], row["policy"]) == (
            of.entries[number].label,
            of.entries[number].studied.label,
        )
        assert row["score"] == pytest.approx(unit.mean())
        assert (row["low"], row["high"]) == pytest.approx(ends_of_mean(unit, np.ones(UNITS)))


def test_swapping_first_and_second_flips_every_sign_exactly():
    of = comparison(4, NAMES)
    turned = replace(of, contrasts=tuple(contrast.swapped() for contrast in of.contrasts))
    sums = sums_of(of, won_at_random(5_000, 3, 4))
    one = tables_of((of, sums)).differences.rows(named=True)
    other = tables_of((turned, sums)).differences.rows(named=True)
    opposite = {"better": "worse", "worse": "better"}
    for row, swapped in zip(one, other, strict=True):
        assert (row["first"], row["second"]) == (swapped["second"], swapped["first"])
        for this, that in [("low", "high"), ("anytime_low", "anytime_high")]:
            assert (row[this], row[that]) == (-swapped[that], -swapped[this])
        assert row["difference"] == -swapped["difference"]
        assert swapped["verdict"] == opposite.get(row["verdict"], row["verdict"])
        for same in ("standard_error", "differing", "gain", "more_deals"):
            assert row[same] == swapped[same]


def test_a_policy_against_itself_is_exactly_zero():
    of = comparison(4, ("counting", "counting:standard", "random"))
    won = won_at_random(UNITS, 3, 4)
    won[:, 1] = won[:, 0]
    row = tables_of((of, sums_of(of, won))).differences.row(0, named=True)
    assert row["verdict"] == "equal"
    exactly = ("difference", "standard_error", "low", "high", "anytime_low", "anytime_high")
    assert [row[name] for name in exactly] == [0.0] * 6
    assert (row["differing"], row["gain"], row["more_deals"]) == (0, None, None)


def test_a_round_robin_halves_the_difference_of_its_two_tables():
    policies = [(name, make_policy(name)) for name in ("counting", "random", "counting:bold")]
    entries, contrasts = round_robin(policies, 4)
    of = replace(comparison(4), design="round robin", entries=entries, contrasts=contrasts)
    won = won_at_random(UNITS, 6, 4)
    tables = tables_of((of, sums_of(of, won)))
    row = rows_by(tables.differences, "first", "second")["random", "counting:bold"]
    unit = (won[:, 4] - won[:, 5]).sum(axis=1) / 8
    assert row["difference"] == pytest.approx(unit.mean())
    assert (row["low"], row["high"]) == pytest.approx(ends_of_mean(unit, np.ones(UNITS)))
    named = [(policy.label, policy.policy) for policy in tables.provenance.policies]
    assert named == [
        ("counting", "counting:standard"),
        ("random", "random"),
        ("counting:bold", "counting:bold"),
    ]
    assert tables.provenance.field is None


def test_line_ups_are_named_with_all_their_policies():
    counting, random = make_policy("counting"), make_policy("random")
    entries = (
        Entry(label="two of two", policies=(counting, random, counting, random)),
        Entry(label="side by side", policies=(counting, counting, random, random)),
    )
    contrasts = all_pairs([entry.label for entry in entries])
    of = replace(comparison(4), design="line-ups", entries=entries, contrasts=contrasts)
    provenance = tables_of((of, sums_of(of, won_at_random(UNITS, 2, 4)))).provenance
    assert provenance.policies[1].label == "side by side"
    assert provenance.policies[1].policy == "counting:standard, counting:standard, random, random"


# Sessions as units ------------------------------------------------------------------------------


def test_where_only_sessions_are_independent_a_difference_is_still_per_deal():
    rules = load_rules("traditional", 4)
    of = replace(comparison(4), rules=rules)
    assert of.unit == "session"
    won = won_at_random(UNITS, 2, 4)
    sums = replace(sums_of(of, won), deals=UNITS * rules.deals_per_session)
    tables = tables_of((of, sums))
    row = tables.differences.row(0, named=True)
    unit = (won[:, 0] - won[:, 1]).sum(axis=1) / (4 * rules.deals_per_session)
    assert row["difference"] == pytest.approx(unit.mean())
    assert (row["units"], row["deals"]) == (UNITS, UNITS * rules.deals_per_session)
    assert tables.provenance.unit == "session"
    assert tables.provenance.cap == {4: 10**6 * rules.deals_per_session}
    by_position = tables.behaviour.filter(pl.col("position").is_not_null())
    assert by_position.select("low", "high").null_count().row(0) == (len(by_position),) * 2


# Behaviour --------------------------------------------------------------------------------------


def moments(y: np.ndarray, x: np.ndarray) -> list[int]:
    columns = (y, x, y * y, x * y, x * x, x > 0, y > 0, y < x)
    return [int(column.sum()) for column in columns]


def with_behaviour(of: Comparison, seed: int):
    """Sums of units whose counts are drawn at random, and these counts."""
    random = np.random.default_rng(seed)
    spoken = np.full(UNITS, of.players)
    declares = random.binomial(of.players, 0.2, UNITS)
    declarer, defender = random.integers(-30, 30, (2, UNITS))
    bids = random.binomial(spoken, 0.3)
    played = random.binomial(bids, 0.5)
    made = random.binomial(played, 0.7)
    drawn = {
        "declares": (declares, spoken),
        "declarer value": (declarer * (declares > 0), declares),
        "defender value": (defender * (declares < spoken), spoken - declares),
        "bid": (bids, spoken),
        "made": (made, played),
        "overbid": (random.binomial(played - made, 0.5), played),
        "underbid": (random.binomial(made, 0.2), played),
    }
    sums = nothing(of)
    for part, name in zip(Ratio, ("declares", "declarer value", "defender value"), strict=True):
        sums.ratios[0, part] = moments(*drawn[name])
    for part, name in zip(ContractRatio, ("bid", "made", "overbid", "underbid"), strict=True):
        sums.contract_ratios[0, 2, part] = moments(*drawn[name])
    return replace(sums, units=UNITS, deals=UNITS), drawn


def test_behaviour_over_all_positions_takes_units_for_clusters():
    of = comparison(4)
    sums, drawn = with_behaviour(of, seed=5)
    rows = rows_by(
        tables_of((of, sums)).behaviour.filter(
            pl.col("position").is_null(), entry=of.entries[0].label
        ),
        "measure",
        "contract",
    )
    for measure, (y, x) in drawn.items():
        overall = measure in ("declares", "declarer value", "defender value")
        row = rows[measure, None if overall else "four"]
        ends = ends_of_mean if measure.endswith("value") else ends_of_clustered_rate
        assert (row["numerator"], row["denominator"]) == (y.sum(), x.sum())
        assert row["value"] == pytest.approx(y.sum() / x.sum())
        assert (row["low"], row["high"]) == pytest.approx(ends(y, x), rel=1e-7)


def test_behaviour_by_position_counts_deals():
    of = comparison(3)
    random = np.random.default_rng(6)
    calls = random.multinomial(UNITS, [0.6, 0.25, 0.1, 0.04, 0.01], size=(2, 3))
    played = random.binomial(calls, 0.8)
    played[:, :, 0] = 0
    made = random.binomial(played, 0.6)
    sums = replace(nothing(of), units=UNITS, deals=UNITS, calls=calls, played=played, made=made)
    frame = tables_of((of, sums)).behaviour.filter(pl.col("position").is_not_null())
    found = rows_by(frame, "entry", "measure", "contract", "position")
    for entry, label in enumerate(entry.label for entry in of.entries):
        for position in range(3):
            wanted = {
                ("declares", None): (played[entry, position].sum(), UNITS),
                **{
                    ("bid", call): (calls[entry, position, number], UNITS)
                    for number, call in enumerate(CALLS)
                },
                **{
                    ("made", call): (made[entry, position, number], played[entry, position, number])
                    for number, call in enumerate(CALLS)
                    if number
                },
            }
            for (measure, contract), (successes, trials) in wanted.items():
                row = found.pop((label, measure, contract, position))
                assert (row["numerator"], row["denominator"]) == (successes, trials)
                ends = ends_of_rate(int(successes), int(trials))
                assert (row["low"], row["high"]) == pytest.approx(ends, rel=1e-7, abs=1e-9)
    assert not found


def test_a_dealer_who_sits_out_has_no_calls():
    of = comparison(6)
    without = replace(of, rules=load_rules("basic", 6, {"dealer_sits_out": True}))
    for each, first in [(of, 0), (without, 1)]:
        frame = tables_of((each, nothing(each))).behaviour
        assert frame["position"].drop_nulls().unique().sort().to_list() == list(range(first, 6))


def test_positions_are_worth_what_is_won_there():
    of = comparison(4)
    won = won_at_random(UNITS, 2, 4)
    sums = replace(
        sums_of(of, won),
        position_units=won.sum(axis=0),
        position_squares=(won * won).sum(axis=0),
    )
    found = rows_by(tables_of((of, sums)).positions, "entry", "position")
    for entry in range(2):
        for position in range(4):
            row = found[of.entries[entry].label, position]
            unit = won[:, entry, position]
            assert row["value"] == pytest.approx(unit.mean())
            assert (row["low"], row["high"]) == pytest.approx(ends_of_mean(unit, np.ones(UNITS)))


# Calibration ------------------------------------------------------------------------------------


def test_calibration_compares_estimates_with_tricks():
    of = comparison(4)
    tricks = np.random.default_rng(8).integers(1, 6, 400)
    sums = nothing(of)
    sums.calibration[1, 13] = [400, 400 * 860, tricks.sum(), (tricks**2).sum(), 250]
    frame = tables_of((of, sums)).calibration
    row = frame.row(0, named=True)
    assert len(frame) == 1, "bins without a contract have no row"
    assert (row["entry"], row["bin"]) == (of.entries[1].label, 13)
    assert (row["estimate_low"], row["estimate_high"]) == (3.25, 3.5)
    assert row["estimate"] == 860 / 256
    assert (row["contracts"], row["made"], row["made_rate"]) == (400, 250, 0.625)
    assert (row["made_low"], row["made_high"]) == pytest.approx(ends_of_rate(250, 400))
    assert row["tricks"] == pytest.approx(tricks.mean())
    ends = ends_of_mean(tricks, np.ones(400))
    assert (row["tricks_low"], row["tricks_high"]) == pytest.approx(ends)


# Extremes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", [0, 1, 2])
def test_few_units_say_little_and_nothing_false(units):
    of = comparison(4, NAMES)
    won = won_at_random(units, 3, 4)
    tables = tables_of((of, sums_of(of, won)))
    for row in tables.differences.iter_rows(named=True):
        assert row["verdict"] == "not decided"
        assert row["anytime_low"] is row["anytime_high"] is None
        assert (row["difference"] is None) == (units == 0)
        assert units > 1 or row["low"] is row["high"] is row["gain"] is None
    assert_finite(tables)


def test_equal_scores_in_every_unit_have_no_spread_to_tell_from():
    of = comparison(4)
    won = np.zeros((5_000, 2, 4), np.int64)
    tables = tables_of((of, sums_of(of, won)))
    row = tables.differences.row(0, named=True)
    assert (row["difference"], row["low"], row["high"], row["gain"]) == (0.0, None, None, None)
    assert (row["verdict"], row["more_deals"]) == ("equal", None)
    assert_finite(tables)


def test_totals_whose_products_pass_64_bits_are_exact():
    """10^12 deals: the square of a total has 27 digits, and the variance is its small rest."""
    of = comparison(4)
    units = 10**12
    rest = 10**9 + 7
    sums = replace(
        nothing(of),
        units=units,
        deals=units,
        scores=np.array([30 * units + rest, 30 * units]),
        products=np.array([[901 * units, 900 * units], [900 * units, 900 * units]]),
        squares=np.array([400 * units, 400 * units]),
        differing=np.array([units]),
    )
    tables = tables_of((of, sums))
    row = tables.differences.row(0, named=True)
    variance = Fraction(units * units - rest * rest, units * (units - 1))
    assert row["difference"] == float(Fraction(rest, 4 * units))
    assert row["standard_error"] == pytest.approx(float(variance / units) ** 0.5 / 4, rel=1e-12)
    unpaired = sum(Fraction(400 * 4 * units * units - total**2) for total in (sums.scores.tolist()))
    wanted = unpaired / (4 * (units * units - rest * rest))
    assert row["gain"] == pytest.approx(float(wanted), rel=1e-12)
    assert row["verdict"] == "better"
    assert_finite(tables)


def assert_finite(tables: ComparisonTables) -> None:
    for frame in tables.frames().values():
        for column in frame.select(pl.col(pl.Float64)):
            assert column.drop_nulls().is_finite().all(), column.name


# Sizes, files -----------------------------------------------------------------------------------


def some_tables(order: int = 1) -> ComparisonTables:
    found = [
        (of, sums_of(of, won_at_random(5_000, 3, of.players)))
        for of in (comparison(players, NAMES) for players in (3, 4, 5))
    ]
    return tables_of(*found[::order])


def test_tables_of_several_sizes_judge_all_differences_together():
    together = some_tables().differences.filter(players=4)
    of = comparison(4, NAMES)
    alone = tables_of((of, sums_of(of, won_at_random(5_000, 3, 4)))).differences
    assert together["low"].to_list() == alone["low"].to_list()
    assert (together["anytime_low"] < alone["anytime_low"]).all()
    provenance = some_tables().provenance
    assert provenance.sizes == (3, 4, 5)
    assert set(provenance.identities) == set(provenance.deals) == {3, 4, 5}
    assert provenance.field == "random"


def test_every_table_has_exactly_the_columns_of_its_schema():
    frames = some_tables().frames()
    assert list(frames) == [name for name in COMPARISON_SCHEMAS if name != "sweep"]
    for name, frame in frames.items():
        assert dict(frame.schema) == COMPARISON_SCHEMAS[name].dtypes


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_equal_tables_give_equal_bytes_and_come_back_as_they_were(tmp_path):
    write_comparison_tables(tmp_path / "one", some_tables())
    write_comparison_tables(tmp_path / "other", some_tables(order=-1))
    assert contents(tmp_path / "one/tables") == contents(tmp_path / "other/tables")
    loaded, made = load_comparison_tables(tmp_path / "one"), some_tables()
    assert loaded.provenance == made.provenance
    for name, frame in made.frames().items():
        assert loaded.frames()[name].equals(frame)
    index = json.loads((tmp_path / "one/tables/tables.json").read_text())
    assert index["tables"]["differences"]["rows"] == [list(row) for row in made.differences.rows()]


def test_damaged_or_missing_tables_are_refused_with_the_way_to_mend_them(tmp_path):
    with pytest.raises(UserError, match="has no tables yet; make them: nap compare"):
        load_comparison_tables(tmp_path)
    write_comparison_tables(tmp_path, some_tables())
    (tmp_path / "tables/scores.parquet").write_bytes(b"")
    with pytest.raises(
        UserError, match=r"scores\.parquet: is not the file .* make the tables again"
    ):
        load_comparison_tables(tmp_path)
    (tmp_path / "tables/tables.json").write_text('{"format": "nap.tables/2"}')
    with pytest.raises(UserError, match=r"has format nap\.tables/2"):
        load_comparison_tables(tmp_path)


def test_intervals_are_at_the_level_asked_for():
    of = comparison(4)
    won = won_at_random(5_000, 2, 4)
    row = tables_of((of, sums_of(of, won)), level=0.8).differences.row(0, named=True)
    score = (won[:, 0] - won[:, 1]).sum(axis=1)
    wanted = mean_of_clusters(
        clusters=5_000, total=int(score.sum()), squares=int((score**2).sum()), level=0.8
    ).per(4)
    assert (row["low"], row["high"]) == (wanted.low, wanted.high)
    usual = tables_of((of, sums_of(of, won))).differences.row(0, named=True)
    assert row["anytime_low"] > usual["anytime_low"]

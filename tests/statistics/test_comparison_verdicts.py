"""Verdicts: false ones by simulation, whenever one looks; what they wait for; and their words.

Fixed seeds. The chance of a false verdict is 0.05 at most, and in these laws about 0.01 to
0.035, so that 1,000 runs stay below 50 in all but a few of 1,000 seeds.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pipelines.comparisons.contrasts import ContrastSums, contrast_sums
from pipelines.comparisons.verdicts import Judging, anytime_interval, decided, verdict, verdicts
from pipelines.confidence_sequence import FEWEST_UNITS, fewest_differing, half_width, tuned_rho
from sim.comparisons.comparison import all_pairs
from tests.statistics.synthetic_comparisons import comparison, nothing, sums_of

RUNS, LOOKS, BLOCK = 1_000, 100, 1_000
CAP = LOOKS * BLOCK
VALUES = np.array([0, 3, -3, 4, -4, 5, -5, 10, -10])
"""What two policies of equal strength may differ by in a unit, in the sum over its rotations."""
CHANCES = np.array([0.92, 0.012, 0.012, 0.012, 0.012, 0.012, 0.012, 0.004, 0.004])


def looks(runs: int, number: int, block: int, seed: int, values=VALUES, chances=CHANCES):
    """Sums after every look: total, squares and units that differ; shape (runs, looks) each."""
    random = np.random.default_rng(seed)
    counts = random.multinomial(block, chances, size=(runs, number)).cumsum(axis=1)
    units = block * np.arange(1, number + 1)
    return counts @ values, counts @ values**2, units - counts[:, :, 0]


def after(units: int, total: int, squares: int, differing: int) -> ContrastSums:
    return ContrastSums(
        units=units,
        total=int(total),
        squares=int(squares),
        unpaired=0,
        differing=int(differing),
        players=4,
        deals_per_unit=1,
        divisor=1,
        zero=False,
    )


def every_look(run: int, found) -> list[ContrastSums]:
    rows = zip(*(part[run] for part in found), strict=True)
    return [after(BLOCK * number, *row) for number, row in enumerate(rows, start=1)]


def shows_a_difference(sums: ContrastSums, judging: Judging) -> bool:
    """Whether the verdict is "better" or "worse"; nothing else is worked out."""
    ends = anytime_interval(sums, judging)
    return ends is not None and not ends[0] <= 0 <= ends[1]


# False verdicts -----------------------------------------------------------------------------------


def test_a_hundred_looks_at_policies_of_equal_strength():
    found = looks(RUNS, LOOKS, BLOCK, seed=11)
    judging = Judging(differences=1, cap_units=CAP)
    false = [
        any(shows_a_difference(sums, judging) for sums in every_look(run, found))
        for run in range(RUNS)
    ]
    assert sum(false) < 0.05 * RUNS


def test_naive_intervals_looked_at_a_hundred_times_mislead_in_more_than_a_third():
    """About 0.37 of runs; 1,000 of them within 0.06 but for 1 seed in 10,000."""
    found = looks(RUNS, LOOKS, BLOCK, seed=11)
    false = 0
    for run in range(RUNS):
        means = [sums.mean() for sums in every_look(run, found)]
        false += any(mean.low > 0 or mean.high < 0 for mean in means)
    assert false / RUNS == pytest.approx(0.37, abs=0.06)


def test_skew_differences_raise_few_false_verdicts_as_well():
    """Many small gains against a few great losses, with a mean of zero."""
    values, chances = np.array([0, 3, -15]), np.array([0.94, 0.05, 0.01])
    found = looks(RUNS, LOOKS, BLOCK, 12, values, chances)
    judging = Judging(differences=1, cap_units=CAP)
    false = [
        any(shows_a_difference(sums, judging) for sums in every_look(run, found))
        for run in range(RUNS)
    ]
    assert sum(false) < 0.05 * RUNS


def test_ten_differences_judged_together_raise_few_false_verdicts():
    """Five policies of equal strength on common deals: ten pairs, 25 looks."""
    weights = np.array([contrast.weights for contrast in all_pairs("abcde")])
    assert len(weights) == 10
    judging = Judging(differences=10, cap_units=25_000)
    random = np.random.default_rng(13)
    false = 0
    for _ in range(RUNS):
        won = random.choice(VALUES, (25, 1_000, 5), p=CHANCES).astype(np.int64)
        pairs = won @ weights.T
        total = pairs.sum(axis=1).cumsum(axis=0)
        squares = (pairs**2).sum(axis=1).cumsum(axis=0)
        differing = (pairs != 0).sum(axis=1).cumsum(axis=0)
        false += any(
            shows_a_difference(after(1_000 * look, *sums), judging)
            for look, of_pairs in enumerate(zip(total, squares, differing, strict=True), start=1)
            for sums in zip(*of_pairs, strict=True)
        )
    assert false < 0.05 * RUNS


def test_a_real_difference_is_found():
    """A gain of 0.1 with a standard deviation of 1.4 shows after about 2,500 units."""
    chances = CHANCES + np.array([-0.025, 0.025, 0, 0, 0, 0, 0, 0, 0])
    found = looks(200, 20, BLOCK, 14, VALUES, chances / chances.sum())
    judging = Judging(differences=1, cap_units=CAP)
    last = [every_look(run, found)[-1] for run in range(200)]
    assert {verdict(sums, judging).outcome for sums in last} == {"better"}
    assert all(shows_a_difference(sums, judging) for sums in last)


def test_the_sequence_is_tuned_to_differences_that_show_before_the_cap():
    """Tuned to the cap it would be 7 % narrower there, but 2.3 times as wide at a hundredth."""

    def width(units: int, rho: float) -> float:
        return half_width(units=units, variance=1, alpha=0.05, rho=rho)

    tuned = Judging(differences=1, cap_units=10**6).rho
    to_the_cap = tuned_rho(units=10**6, alpha=0.05)
    assert width(10**6, tuned) / width(10**6, to_the_cap) == pytest.approx(1.07, abs=0.005)
    assert width(10**4, to_the_cap) / width(10**4, tuned) == pytest.approx(2.34, abs=0.005)


# What they wait for, and foretell -----------------------------------------------------------------

JUDGING = Judging(differences=3, cap_units=10**6)


def test_none_before_enough_units_and_enough_that_differ():
    clear = after(FEWEST_UNITS, 3 * 900, 9 * 900, 900)
    assert verdict(clear, JUDGING).outcome == "better"
    early = after(FEWEST_UNITS - 1, 3 * 900, 9 * 900, 900)
    assert verdict(early, JUDGING).outcome == "not decided"
    assert verdict(early, JUDGING).more_deals == 1
    half = fewest_differing(JUDGING.alpha) // 2
    rare = after(10_000, 3 * half, 9 * half, half)
    assert verdict(rare, JUDGING).outcome == "not decided"
    assert verdict(rare, JUDGING).more_deals == pytest.approx(10_000, rel=0.01), "as many again"


def test_so_many_more_deals_decide_it_if_nothing_changes():
    now = verdict(after(10_000, 60, 10_000, 900), JUDGING)
    assert now.outcome == "not decided"
    units = 10_000 + now.more_deals

    def later(units: int) -> str:
        same = after(units, round(60 * units / 10_000), units, units * 900 // 10_000)
        return verdict(same, JUDGING).outcome

    assert later(units + units // 100) == "better"
    assert later(units - units // 100) == "not decided"


def test_a_session_counts_its_deals():
    session = replace(after(10_000, 60, 10_000, 900), deals_per_unit=8)
    deals = verdict(after(10_000, 60, 10_000, 900), JUDGING).more_deals
    assert verdict(session, JUDGING).more_deals == 8 * deals


def test_an_estimate_of_zero_foretells_nothing():
    found = verdict(after(10_000, 0, 10_000, 900), JUDGING)
    assert (found.outcome, found.more_deals) == ("not decided", None)


# Words --------------------------------------------------------------------------------------------


def test_a_policy_against_itself_is_equal_and_decided_from_the_first_deal():
    of = comparison(names=("counting", "counting:standard", "random"))
    same = of.contrasts[0]
    assert (same.first, same.second) == ("0: counting", "1: counting:standard")
    found = verdicts(of, nothing(of), contrasts_in_all=3, cap_units=1_000)
    assert (found[0].outcome, found[0].final) == ("equal", True)
    assert (found[0].low, found[0].high, found[0].more_deals) == (0.0, 0.0, None)
    assert (found[1].outcome, found[1].final) == ("not decided", False)


def test_different_policies_that_never_differed_are_equal_but_may_yet_differ():
    of = comparison()
    won = np.ones((2 * FEWEST_UNITS, 2, 4), np.int64)
    few = verdicts(of, sums_of(of, won[: FEWEST_UNITS - 1]), contrasts_in_all=1, cap_units=10**5)
    many = verdicts(of, sums_of(of, won), contrasts_in_all=1, cap_units=10**5)
    assert [few[0].outcome, many[0].outcome] == ["not decided", "equal"]
    assert not decided(of, sums_of(of, won), contrasts_in_all=1, cap_units=10**5)


def test_it_is_decided_when_every_difference_is():
    of = comparison(names=("counting", "counting:bold", "random"))
    random = np.random.default_rng(15)
    won = random.choice([-1, 0, 1], (5_000, 3, 4))
    won[:, 0] += 1
    both_to_the_last = sums_of(of, won)
    found = verdicts(of, both_to_the_last, contrasts_in_all=3, cap_units=10**5)
    assert [each.outcome for each in found] == ["better", "better", "not decided"]
    assert not decided(of, both_to_the_last, contrasts_in_all=3, cap_units=10**5)
    won[:, 1] -= 1
    assert decided(of, sums_of(of, won), contrasts_in_all=3, cap_units=10**5)


def test_more_differences_need_more_evidence():
    won = np.random.default_rng(16).choice([-1, 0, 1], (5_000, 2, 4))
    of = comparison()
    sums = sums_of(of, won)
    one, many = (
        verdicts(of, sums, contrasts_in_all=number, cap_units=10**5)[0] for number in (1, 45)
    )
    assert many.high - many.low > one.high - one.low


def test_swapping_turns_every_sign():
    won = np.random.default_rng(17).choice([0, 3, -3, 9], (3_000, 2, 4), p=[0.7, 0.1, 0.1, 0.1])
    won[:, 1] = np.where(won[:, 1] == 9, 0, won[:, 1])
    of = comparison()
    turned = replace(of, contrasts=tuple(contrast.swapped() for contrast in of.contrasts))
    judging = Judging(differences=1, cap_units=10**5)
    one, other = (
        verdict(contrast_sums(each, sums_of(of, won), 0), judging) for each in (of, turned)
    )
    assert (one.outcome, other.outcome) == ("better", "worse")
    assert (one.low, one.high) == (-other.high, -other.low)

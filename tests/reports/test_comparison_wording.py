"""What is said of comparisons: no more than is shown, and plainly what is not."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from reports.comparison.answer import answers, conditions_in_words, glance, sweep_answers
from reports.comparison.figures.calibration import bias_of
from reports.comparison.names import short_names
from reports.comparison.page import compared_from
from reports.comparison.ranking import Standings
from reports.sheet import text_width
from reports.wording import MINUS
from tests.reports.comparison_builder import InventedComparison, build_comparison, swept
from tests.reports.comparison_cases import comparison_of


def answers_of(name: str) -> tuple[str, ...]:
    compared = compared_from(comparison_of(name))
    return answers(compared.tables, compared.standings)


def test_who_of_two_is_better_is_said_with_its_interval():
    row = comparison_of("two").differences.row(0, named=True)
    value, low, high = (f"{row[c]:.3f}" for c in ("difference", "anytime_low", "anytime_high"))
    assert answers_of("two") == (
        f"At four players foster wins {value} ({low} to {high}) units per deal more than peel.",
    )


def test_the_answer_is_the_same_whichever_is_named_first():
    worth = {"peel": -0.02, "foster": 0.02}
    tables = build_comparison(InventedComparison(worth=worth))
    (answer,) = answers(tables, compared_from(tables).standings)
    assert answer.startswith("At four players foster wins 0.0")
    assert answer.endswith(" more than peel.")


def test_what_is_not_decided_is_said_with_how_many_deals_that_would_need():
    (answer,) = answers_of("two undecided")
    row = comparison_of("two undecided").differences.row(0, named=True)
    assert row["verdict"] == "not decided"
    assert "whether foster wins more or less than peel is not decided" in answer
    assert f"{row['more_deals']:,}"[:2] in answer and answer.endswith("more deals).")


def test_equal_policies_are_said_to_be_equal():
    assert answers_of("two equal") == ("At four players foster never differs from peel.",)


def test_each_table_size_has_its_sentence_and_less_is_positive():
    found = answers_of("authors")
    starts = ["At three players", "At four players", "At five players"]
    assert [text[: len(start)] for text, start in zip(found, starts, strict=True)] == starts
    assert "peel wins 0.031 (0.021 to 0.042) units per deal less than counting:standard" in found[0]
    assert f"{MINUS}0.6" not in found[0]


def test_where_nothing_was_played_nothing_is_claimed():
    tables = build_comparison(InventedComparison(worth={"a": 0.0, "b": 0.0}, deals=1))
    unknown = tables.differences.with_columns(
        verdict=pl.lit("not decided"),
        more_deals=pl.lit(None, pl.Int64),
        difference=pl.lit(None, pl.Float64),
        anytime_low=pl.lit(None, pl.Float64),
        anytime_high=pl.lit(None, pl.Float64),
    )
    standings = Standings.of(replace(tables, differences=unknown), 4)
    (answer,) = answers(tables, [standings])
    assert "nothing was played; how many more deals it needs cannot be told" in answer


def test_the_conditions_say_what_sits_with_what_and_the_level():
    text = conditions_in_words(comparison_of("authors"))
    assert "alone among players of counting:standard" in text
    assert "200,000 deals at three, four and five players each, the same for all" in text
    assert "95\N{NO-BREAK SPACE}% intervals that hold for all differences at once" in text


def test_key_figures_count_what_is_decided():
    compared = compared_from(comparison_of("authors"))
    found = glance(compared.tables, compared.standings)
    for figure, players in zip(found, (3, 4, 5), strict=True):
        of_size = comparison_of("authors").differences.filter(players=players)
        decided = (of_size["verdict"] != "not decided").sum()
        assert figure.number == f"{decided} of {len(of_size)}"


@pytest.mark.parametrize(
    ("steepness", "said"),
    [
        (0.3, "five = 4.2 is best."),
        (0.09, "five = 4.2 does best; 4 to 4.4 cannot be told from it."),
        (0.0, "no point is shown to be worse."),
    ],
)
def test_the_best_point_of_a_sweep_is_named_with_what_cannot_be_told_from_it(steepness, said):
    grid = {"five": [3.6, 3.8, 4.0, 4.2, 4.4, 4.6]}
    tables = build_comparison(swept(grid, [4.2], steepness))
    (answer,) = sweep_answers(compared_from(tables).swept)
    assert said in answer
    assert "units per deal more than counting:standard" in answer


def test_standings_are_the_same_under_swapped_rows():
    tables = comparison_of("round robin")
    frame = tables.differences
    swapped = frame.with_columns(
        first=frame["second"],
        second=frame["first"],
        difference=-frame["difference"],
        low=-frame["high"],
        high=-frame["low"],
        anytime_low=-frame["anytime_high"],
        anytime_high=-frame["anytime_low"],
        verdict=frame["verdict"].replace({"better": "worse", "worse": "better"}),
    )
    one, other = (Standings.of(replace(tables, differences=each), 4) for each in (frame, swapped))
    assert one.strongest_first == other.strongest_first
    assert one.all_pairs() == other.all_pairs()


def test_the_field_is_found_under_the_name_it_has_in_the_comparison():
    tables = comparison_of("authors")
    named = tables.differences.with_columns(
        pl.col("first", "second").replace({"counting:standard": "usual"})
    )
    policies = [
        replace(each, label="usual") if each.label == "counting:standard" else each
        for each in tables.provenance.policies
    ]
    provenance = replace(tables.provenance, policies=tuple(policies))
    assert (
        Standings.of(replace(tables, differences=named, provenance=provenance), 4).field == "usual"
    )


def test_short_names_fit_and_are_never_alike():
    names = [f"blend (policy=counting:standard, errors=0.0{i}, overbid=0.25)" for i in range(9)]
    for width in (90, 150, 250):
        short = short_names(names, width, 13.0)
        assert len(set(short.of.values())) == len(names)
        assert all(text_width(text, 13.0, bold=True) <= width for text in short.of.values())
        assert all(name in short.key for name in names) or not short.numbered
    assert short_names(names, 1000, 13.0).of == dict(zip(names, names, strict=True))


def test_the_bias_of_estimates_is_that_of_all_contracts_together():
    bins = [
        {"contracts": 300, "estimate": 3.0, "tricks": 2.5, "tricks_low": 2.4, "tricks_high": 2.6},
        {"contracts": 100, "estimate": 4.0, "tricks": 4.1, "tricks_low": 3.9, "tricks_high": 4.3},
    ]
    found = bias_of(bins, 0.95, 1)
    assert found.value == pytest.approx((300 * -0.5 + 100 * 0.1) / 400)
    assert found.half_width == pytest.approx((30**2 + 20**2) ** 0.5 / 400)
    assert bias_of(bins, 0.95, 10).half_width > found.half_width
    assert bias_of([{**bins[0], "tricks_low": None, "tricks_high": None}], 0.95, 1) is None

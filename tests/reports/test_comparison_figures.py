"""Figures of comparisons: they say what they show, can be read, and leave nothing behind."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from reports.comparison.cells_panel import TINT
from reports.comparison.outliers import scale_for_most, within
from reports.comparison.verdicts import BETTER, EQUAL, UNDECIDED, WORSE
from reports.dots import mean_dot
from reports.estimates import Mean
from reports.forms.writing import figure_files
from reports.sheet import BROAD, NARROW
from reports.style import INK, MUTED, PAPER
from tests.reports.comparison_cases import charts_of_comparison, comparison_of
from tests.reports.figure_texts import assert_texts_stand_apart
from tests.reports.test_palette import SIGHT, contrast, difference

DRAWN = {
    "two equal": ("differences", "bids-4", "parts-4"),
    "two sizes": ("differences", "pairs", "bids-by-position-5", "success-3", "calibration-3"),
    "twelve": ("ladder-3", "pairs-3", "misjudged-3", "positions-5", "made-by-estimate-3"),
    "long names": ("ladder-4", "pairs-4", "bids-4", "calibration-4"),
    "curve": ("sweep-4", "bids-4"),
    "heat map": ("sweep-4",),
}


@pytest.mark.parametrize("canvas", [BROAD, NARROW], ids=lambda canvas: canvas.name)
@pytest.mark.parametrize("name", DRAWN)
def test_no_text_leaves_the_sheet_or_covers_another(name, canvas):
    for chart in DRAWN[name]:
        assert_texts_stand_apart(charts_of_comparison(name)[chart], canvas)


@pytest.mark.parametrize("name", DRAWN)
def test_every_figure_says_what_it_shows_and_where_it_comes_from(name):
    provenance = comparison_of(name).provenance
    for chart in charts_of_comparison(name).values():
        assert chart.title.startswith("At ") and not chart.title.endswith(".")
        assert "interval" in chart.caption and chart.caption.endswith(".")
        assert chart.alt.endswith(".") and len(chart.alt) > 60
        assert f"seed {provenance.seed}" in chart.footer
        sizes = [n for n in provenance.sizes if provenance.identities[n][:12] in chart.footer]
        assert sizes
        assert all(f"{provenance.deals[n]:,} deals" in chart.footer for n in sizes)


def test_the_forest_has_a_row_for_every_difference_while_they_fit():
    alt = charts_of_comparison("two sizes")["differences"].alt
    rows = comparison_of("two sizes").differences.rows(named=True)
    for row in rows:
        pair = (row["first"], row["second"])
        assert any(f"{one} against {other}: " in alt for one, other in (pair, pair[::-1]))
    assert alt.count(" against ") == len(rows)


@pytest.mark.parametrize("name", ["authors", "round robin", "twelve"])
def test_of_many_a_ladder_holds_every_policy_and_what_is_shown_of_every_step(name):
    tables, charts = comparison_of(name), charts_of_comparison(name)
    verdicts = {"better": "shown", "worse": "shown", "not decided": "not shown"}
    for players in tables.provenance.sizes:
        chart = charts[f"ladder-{players}"]
        rungs = chart.alt.partition(". ")[2].rstrip(".").replace("; ", "\n").splitlines()
        order = [rung.partition(": ")[0] for rung in rungs]
        assert sorted(order) == sorted(policy.label for policy in tables.provenance.policies)
        rows = tables.differences.filter(players=players).rows(named=True)
        verdict = {(row["first"], row["second"]): row["verdict"] for row in rows}
        verdict |= {(row["second"], row["first"]): row["verdict"] for row in rows}
        shown = 0
        for one, other, said in zip(order, order[1:], rungs, strict=False):
            assert f", {verdicts[verdict[one, other]]}" in said
            shown += verdict[one, other] != "not decided"
        assert chart.title.endswith(f"steps that are shown: {shown} of {len(order) - 1}")
        drawn = [text.get_text() for text in chart.draw().findobj(Text)]
        assert sum(text.startswith("? ") for text in drawn) == len(order) - 1 - shown


def test_where_a_ladder_shows_them_no_forest_repeats_all_against_the_field():
    assert not [name for name in charts_of_comparison("twelve") if name.startswith("diff")]
    assert "ladder-4" not in charts_of_comparison("two sizes")


def test_the_interval_for_a_fixed_number_of_deals_is_hidden_where_it_stopped_early():
    shown = charts_of_comparison("two undecided")["differences"].caption
    hidden = charts_of_comparison("two")["differences"].caption
    assert comparison_of("two").provenance.stopped_early[4]
    assert "Thin line with ends" in shown and "Thin line" not in hidden


def test_the_matrix_holds_every_pair_once_in_each_direction():
    chart = charts_of_comparison("authors")["pairs-4"]
    texts = [text.get_text() for text in chart.draw().findobj(Text)]
    for row in comparison_of("authors").differences.filter(players=4).rows(named=True):
        number = f"{abs(row['difference']):.3f}"
        found = [text for text in texts if text.endswith(number)]
        assert len(found) >= 2, number


def test_of_a_sweep_the_best_point_and_its_rivals_are_named():
    frame = comparison_of("heat map").sweep
    chart = charts_of_comparison("heat map")["sweep-4"]
    best = frame.filter(is_best=True).row(0, named=True)
    assert f"five = {best['five']:g} with four = {best['four']:g} does best" in chart.title
    assert chart.alt.count(", the best") == 1
    rivals = len(frame.filter(may_be_best=True)) - 1
    assert chart.alt.count(", may be the best") == rivals


def test_policies_without_an_estimate_have_no_panel():
    charts = charts_of_comparison("two sizes")
    assert "random" not in charts["calibration-3"].alt
    assert "foster: estimate" in charts["calibration-3"].alt


def test_a_single_far_value_does_not_squeeze_the_others():
    values = [0.02, 0.01, -0.03, -0.6]
    dots = [
        mean_dot(str(value), Mean(value=value, low=value - 0.01, high=value + 0.01, clusters=9))
        for value in values
    ]
    scale = scale_for_most(dots, label="units")
    assert -0.1 < scale.low < -0.04 and scale.high < 0.05
    *near, far = within(dots, scale)
    assert [dot.value for dot in near] == values[:3]
    assert far.value == scale.low and far.marker == "<" and far.low is None
    assert far.number == dots[-1].number


def tinted(colour: str, ground: str) -> str:
    parts = [
        round(TINT * int(colour[i : i + 2], 16) + (1 - TINT) * int(ground[i : i + 2], 16))
        for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("colour", [BETTER, WORSE], ids=lambda colour: colour.role)
def test_numbers_on_tinted_cells_meet_wcag_aa(colour, mode):
    ground = tinted(getattr(colour, mode), getattr(PAPER, mode))
    assert contrast(getattr(INK, mode), ground) >= 4.5
    assert contrast(getattr(MUTED, mode), getattr(PAPER, mode)) >= 4.5


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHT)
def test_verdicts_differ_for_every_sight(sight, mode):
    for one, other in ((BETTER, WORSE), (BETTER, UNDECIDED), (WORSE, UNDECIDED), (BETTER, EQUAL)):
        assert difference(one, other, mode, sight) >= 10


def test_files_are_the_same_bytes_every_time():
    for name in ("ladder-4", "pairs-4", "calibration-4"):
        files = [
            dict(figure_files(replace(charts_of_comparison("long names")[name]), ("svg", "png")))
            for _ in range(2)
        ]
        assert files[0] == files[1]


def test_figures_do_not_pile_up():
    charts = charts_of_comparison("two sizes")

    def alive() -> int:
        gc.collect()
        return sum(issubclass(type(thing), Figure) for thing in gc.get_objects())

    charts["pairs"].draw()
    before = alive()
    for name in ("differences", "pairs", "bids-3", "calibration-3"):
        charts[name].draw()
    assert alive() <= before

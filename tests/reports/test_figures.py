"""Every figure: self-contained, repeatable, readable, and nothing left in memory."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import polars as pl
import pytest
from matplotlib import _pylab_helpers
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from pipelines.tables import Tables
from reports.drawing import svg_for_page
from reports.estimates import Share
from reports.figures import all_charts
from reports.figures.balances import balances as draw_balances
from reports.forms.writing import figure_files
from reports.sheet import BROAD, NARROW
from reports.trick_bars import bar_numbers
from reports.wording import percent
from tests.reports.conftest import charts_of, tables_of
from tests.reports.figure_texts import assert_texts_stand_apart

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("canvas", [BROAD, NARROW], ids=lambda canvas: canvas.name)
def test_no_text_leaves_the_sheet_or_covers_another(run_name, canvas):
    for chart in charts_of(run_name):
        assert_texts_stand_apart(chart, canvas)


def test_every_figure_says_what_it_shows(tables):
    for chart in all_charts(tables):
        assert chart.title and not chart.title.endswith(".")
        assert "interval" in chart.caption or "exact" in chart.caption
        assert chart.caption.endswith(".") and chart.alt.endswith(".")
        assert f"seed {tables.provenance.seed}" in chart.footer
        assert tables.provenance.identity[:12] in chart.footer
        assert f"{tables.provenance.deals:,} deals" in chart.footer


def test_the_alternative_text_holds_the_numbers_of_the_tables():
    tables = tables_of("usual")
    chart = charts_of("usual")[0]
    for row in tables.contracts.rows(named=True):
        assert f"{row['made']:,} of {row['played']:,}" in chart.alt
        assert percent(Share.from_family(row, "made", "played")) in chart.alt


def test_the_histogram_of_balances_is_drawn_from_every_session():
    chart = next(chart for chart in charts_of("usual") if chart.name == "balances")
    figure = chart.draw()
    histograms = [p for axes in figure.axes for p in axes.patches if isinstance(p, StepPatch)]
    shares = [float(histogram.get_data().values.sum()) for histogram in histograms]
    assert len(shares) == tables_of("usual").provenance.players
    assert all(99.5 < share <= 100 + 1e-9 for share in shares)


def test_percentiles_of_all_balances_together_are_exact_for_any_counts():
    """A float would count 2^56 of 20 (2^56 + 1) balances as one in twenty."""
    sessions = [2**56, 19 * 2**56 + 20]
    tables = tables_of("usual")
    balances = tables.balances.head(2).with_columns(
        balance=pl.Series([-40, 7]), sessions=pl.Series(sessions)
    )
    chart = draw_balances(replace(tables, balances=balances))
    assert chart.title.endswith("one in twenty is +7 or less")


@pytest.mark.parametrize("name", ["nothing at stake", "all for nothing"])
def test_every_figure_can_be_drawn_where_nothing_is_at_stake(name):
    for chart in charts_of(name):
        assert svg_for_page(chart, BROAD)


@pytest.mark.parametrize("name", ["usual", "seven players"])
def test_the_bars_of_a_contract_add_up_to_one(name):
    chart = next(chart for chart in charts_of(name) if chart.name == "tricks-taken")
    panels = [axes for axes in chart.draw().axes if axes.patches]
    assert len(panels) == 4
    for axes in panels:
        assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(100)


def test_svg_in_the_page_has_real_text_roles_for_colours_and_its_own_identifiers():
    seen: set[str] = set()
    for chart in charts_of("usual"):
        for canvas in (BROAD, NARROW):
            text = svg_for_page(chart, canvas)
            root = ElementTree.fromstring(text)
            assert root.get("role") == "img" and root.get("aria-label") == chart.alt
            assert [element for element in root.iter(f"{SVG}text") if element.text]
            assert not re.search(r"#[0-9a-f]{6}\b", text), "a colour that dark mode cannot change"
            own = {element.get("id") for element in root.iter() if element.get("id")}
            assert not own & seen
            for target in re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", text):
                assert "".join(target) in own
            seen |= own


def test_files_are_the_same_bytes_every_time_and_hold_their_provenance():
    again = {chart.name: chart for chart in charts_of("usual")}
    for chart in charts_of("usual")[::3]:
        files = dict(figure_files(chart, ("svg", "png", "pgf")))
        assert files == dict(figure_files(again[chart.name], ("svg", "png", "pgf")))
        svg = ElementTree.fromstring(files[f"{chart.name}.svg"])
        assert svg.find(f"{SVG}title").text == chart.title
        assert svg.find(f"{SVG}desc").text == chart.alt
        png = files[f"{chart.name}.png"]
        assert png.startswith(b"\x89PNG") and b"iTXtDescription" in png
        identity = tables_of("usual").provenance.identity[:12].encode()
        assert all(identity in content for content in files.values())
        assert b"date" not in files[f"{chart.name}.svg"].lower().replace(b"dates", b"")


def test_a_figure_is_drawn_once_for_each_width_however_many_forms_it_takes():
    drawn = []
    chart = charts_of("usual")[0]
    counted = replace(chart, paint=lambda sheet: (drawn.append(sheet.canvas), chart.paint(sheet)))
    for _ in range(2):
        dict(figure_files(counted, ("svg", "png")))
        for canvas in (BROAD, NARROW):
            svg_for_page(counted, canvas)
    assert drawn == [BROAD, NARROW]


def test_figures_do_not_pile_up():
    chart = charts_of("usual")[0]

    def alive() -> int:
        gc.collect()
        return sum(issubclass(type(thing), Figure) for thing in gc.get_objects())

    chart.draw()
    before = alive()
    for _ in range(20):
        chart.draw()
    assert alive() <= before
    assert not _pylab_helpers.Gcf.figs


def test_drawing_never_imports_pyplot_and_needs_no_display():
    program = (
        "import sys; import reports; from reports.figures import all_charts;"
        "from reports.forms.writing import figure_files;"
        "from tests.reports.conftest import charts_of, tables_of;"
        "dict(figure_files(all_charts(tables_of('one session'))[0], ('svg', 'png', 'pgf')));"
        "assert 'matplotlib.pyplot' not in sys.modules, 'pyplot';"
        "assert not any(name.startswith('matplotlib.backends._backend_tk') for name in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={"MPLBACKEND": "tkagg"}
    )
    assert done.returncode == 0, done.stderr


def test_every_run_has_its_figures(run_name):
    names = [chart.name for chart in charts_of(run_name)]
    assert len(names) == len(set(names))
    several = len({seated.policy for seated in tables_of(run_name).provenance.lineup}) > 1
    assert ("success-by-policy" in names) == several


def test_figures_are_plain_matplotlib_figures_for_notebooks():
    tables: Tables = tables_of("usual")
    assert all(isinstance(chart.draw(), Figure) for chart in all_charts(tables))


@pytest.mark.parametrize(
    ("room", "numbers"),
    [
        (60.0, ["68.8 %", "31.2 %", "<0.1 %", "0 %"]),
        (33.0, ["68.8", "31.2", "<0.1", "0"]),
        (20.0, ["69", "31", "<1", "0"]),
    ],
)
def test_numbers_above_bars_grow_shorter_where_there_is_less_room(room, numbers):
    rates = (0.6876, 0.312, 0.0004, 0.0)
    shares = [Share(successes=1, of=9, rate=r, low=0.0, high=1.0) for r in rates]
    assert [
        text.replace("\N{NO-BREAK SPACE}", " ") for text in bar_numbers(shares, room, 12.0)
    ] == (numbers)

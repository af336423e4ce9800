"""Figures and tables of balances within sessions, of stacks lost, and of how rates settle."""

from __future__ import annotations

from dataclasses import replace

import pytest
from matplotlib.figure import Figure

from pipelines.tables import Tables
from reports.chart import Chart
from reports.figures import balance_after_deals, convergence, ruin
from reports.reading import reading_tables
from reports.sheet import BROAD, NARROW
from tests.reports.conftest import tables_of
from tests.reports.figure_texts import assert_texts_stand_apart
from tests.reports.report_parts import NB, charts_of, rows_of, shown_tables

PATHS = ("balance-after-deals", "ruin")


def lines_of(chart: Chart, longer_than: int = 2) -> list[tuple[list[float], list[float]]]:
    """What the curves of a figure go through: not its rules, which have two ends."""
    figure: Figure = chart.draw()
    return [
        (list(line.get_xdata()), list(line.get_ydata()))
        for axes in figure.axes[1:]
        for line in axes.lines
        if len(line.get_xdata()) > longer_than
    ]


# Balances within a session -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["usual", "evening"])
def test_the_medians_and_the_chances_drawn_are_those_of_the_table(name):
    table = tables_of(name).balances_after
    assert table is not None
    curves = [values for _, values in lines_of(charts_of(name)["balance-after-deals"])]
    players = tables_of(name).provenance.players
    assert len(curves) == 2 * players
    for player in range(players):
        own = table.filter(player=player).sort("deals")
        assert curves[player] == [0, *own["q50"].to_list()]
        shares = [100 * share for share in own["ahead_rate"]]
        assert curves[players + player] == pytest.approx(shares)


def test_the_title_tells_how_often_the_average_player_is_ahead():
    tables = tables_of("usual")
    table = tables.balances_after
    assert table is not None
    n = tables.provenance.sessions * tables.provenance.players
    first, last = (100 * table.filter(deals=deals)["ahead"].sum() / n for deals in (1, 8))
    title = charts_of("usual")["balance-after-deals"].title.replace(NB, " ")
    assert f"after the first deal in {first:.1f} % of sessions" in title
    assert title.endswith(f"after 8 deals in {last:.1f} %")


@pytest.mark.parametrize("canvas", [BROAD, NARROW], ids=lambda canvas: canvas.name)
@pytest.mark.parametrize("name", ["one deal", "pool", "long purses"])
def test_no_text_leaves_the_sheet_or_covers_another(name, canvas):
    """As for every figure of the typical runs."""
    for figure in (*PATHS, "convergence"):
        if chart := charts_of(name).get(figure):
            assert_texts_stand_apart(chart, canvas)


def test_a_session_of_one_deal_is_not_said_to_go_on():
    chart = charts_of("one deal")["balance-after-deals"]
    assert chart.title == "One session was played: its balances show no spread"
    assert "n is 1 session of 1 deal." in chart.caption


def test_the_caption_says_which_sessions_are_followed():
    tables = tables_of("usual")
    table = tables.balances_after
    assert table is not None
    more = replace(tables, provenance=replace(tables.provenance, sessions=9_000_000))
    for chart in (balance_after_deals(more), ruin(more)):
        assert chart is not None
        assert "n is 20,000 sessions of 8 deals, those of 9,000,000 sessions" in chart.caption


def test_balances_hold_shares_of_the_pool_and_say_so():
    assert "share of the pool" in charts_of("pool")["balance-after-deals"].caption
    assert "share of the pool" not in charts_of("pool that stays")["balance-after-deals"].caption


# Stacks lost -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["usual", "evening", "seven players"])
def test_larger_stacks_are_never_lost_more_often(name):
    for stacks, shares in lines_of(charts_of(name)["ruin"]):
        assert stacks == sorted(stacks)
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 100 for share in shares)


def test_the_title_names_the_first_stack_that_nobody_loses_often():
    table = tables_of("usual").ruin
    assert table is not None
    worst = {
        stack: max(table.filter(stack=stack)["ruined_rate"]) for stack in table["stack"].unique()
    }
    stack = min(stack for stack, rate in worst.items() if rate <= 0.05)
    assert charts_of("usual")["ruin"].title.startswith(f"A stack of {stack} units is lost")


def test_the_stack_of_the_rules_is_marked_and_who_is_broke_comes_first():
    names = [*charts_of("evening")]
    assert "Upright line: the stack of these rules." in charts_of("evening")["ruin"].caption
    assert {"broke", "ruin"} <= set(names)
    for name in ("usual", "long purses"):
        assert "Upright line" not in charts_of(name)["ruin"].caption


def test_nobody_loses_where_nothing_is_at_stake():
    names = charts_of("all for nothing")
    assert "ruin" not in names and "balance-after-deals" in names
    assert "ruin" not in shown_tables("all for nothing")


# How rates settle --------------------------------------------------------------------------------


def test_the_last_point_is_the_rate_of_the_whole_run():
    tables = tables_of("usual")
    curves = lines_of(charts_of("usual")["convergence"])
    for (deals, shares), measure in zip(curves, ("nap made", "nap bid"), strict=True):
        (row,) = tables.overview.filter(measure=measure).rows(named=True)
        assert deals[-1] == tables.provenance.deals
        assert deals == sorted(deals)
        assert shares[-1] == pytest.approx(100 * row["rate"])


def test_the_title_is_true_of_every_later_estimate():
    tables = tables_of("usual")
    assert tables.convergence is not None
    rows = tables.convergence.filter(measure="made").sort("deals").rows(named=True)
    low, high = rows[-1]["low"], rows[-1]["high"]
    outside = max(row["deals"] for row in rows if not low <= (row["rate"] or 0) <= high)
    settled = next(row["deals"] for row in rows if row["deals"] > outside)
    title = charts_of("usual")["convergence"].title
    assert title.startswith(f"Nap made: from {settled:,} deals on the estimate has stayed within")


def test_a_contract_never_played_has_only_the_share_of_bids():
    chart = charts_of("nap never bid")["convergence"]
    assert len(lines_of(chart)) == 1
    assert chart.title.startswith("Nap bid: ")
    table = rows_of(shown_tables("nap never bid")["convergence"])
    assert {row[-1] for row in table.values()} == {"—"}


@pytest.mark.parametrize("name", ["one session", "one deal"])
def test_one_estimate_does_not_settle(name):
    assert "convergence" not in charts_of(name)


def test_intervals_of_clusters_say_so():
    assert "independent clusters" in charts_of("evening")["convergence"].caption
    assert "independent clusters" not in charts_of("usual")["convergence"].caption


# Tables ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["usual", "evening", "one deal"])
def test_tables_for_reading_have_as_many_cells_as_columns(name):
    for found in ("balances_after", "convergence"):
        table = shown_tables(name)[found]
        assert table.rows and all(len(row) == len(table.columns) for row in table.rows)
        assert "interval" in table.note


def test_the_table_of_stacks_says_for_every_player_what_the_file_says():
    tables = tables_of("seven players")
    assert tables.ruin is not None
    shown = shown_tables("seven players")["ruin"]
    assert shown.columns[1:] == tuple(tables.balance_summary["name"])
    assert 5 <= len(shown.rows) <= 9
    stacks = {int(row[0].text) for row in shown.rows}
    assert stacks <= set(tables.ruin["stack"])


def test_runs_of_which_older_counts_are_kept_have_none_of_this():
    tables: Tables = replace(tables_of("usual"), balances_after=None, ruin=None, convergence=None)
    assert [balance_after_deals(tables), ruin(tables), convergence(tables)] == [None] * 3
    shown = {table.name for table in reading_tables(tables)}
    assert not {"balances_after", "ruin", "convergence"} & shown

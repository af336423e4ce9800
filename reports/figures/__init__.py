"""The figures of the report, in the order in which the page shows them."""

from __future__ import annotations

from pipelines.tables import Tables
from reports.chart import Chart
from reports.figures.acts import acts_by_position, success_by_acts
from reports.figures.balance_paths import balance_after_deals
from reports.figures.balances import balances
from reports.figures.calls import calls_by_position
from reports.figures.calls_given_bid import calls_given_bid
from reports.figures.chips import broke, rebuys
from reports.figures.convergence import convergence
from reports.figures.double_dummy_tricks import double_dummy_tricks
from reports.figures.expectation import expectation_by_player, expectation_by_position
from reports.figures.hands import hands_charts
from reports.figures.makeable import makeable, makeable_by_position
from reports.figures.regret import regret_by_policy, regret_by_position
from reports.figures.regret_by_trick import regret_by_trick
from reports.figures.ruin import ruin
from reports.figures.session_lengths import session_lengths
from reports.figures.success import success_by_contract
from reports.figures.success_split import success_by_policy, success_by_position
from reports.figures.tricks import tricks_taken
from reports.figures.wins import win_shares

__all__ = [
    "acts_by_position",
    "all_charts",
    "balance_after_deals",
    "balances",
    "broke",
    "calls_by_position",
    "calls_given_bid",
    "convergence",
    "double_dummy_tricks",
    "expectation_by_player",
    "expectation_by_position",
    "hands_charts",
    "makeable",
    "makeable_by_position",
    "rebuys",
    "regret_by_policy",
    "regret_by_position",
    "regret_by_trick",
    "ruin",
    "session_lengths",
    "success_by_acts",
    "success_by_contract",
    "success_by_policy",
    "success_by_position",
    "tricks_taken",
    "win_shares",
]


def all_charts(tables: Tables) -> tuple[Chart, ...]:
    """Make every figure that the tables have something to say for."""
    charts = (
        success_by_contract(tables),
        success_by_position(tables),
        success_by_policy(tables),
        tricks_taken(tables),
        *hands_charts(tables),
        convergence(tables),
        calls_by_position(tables),
        calls_given_bid(tables),
        acts_by_position(tables),
        *success_by_acts(tables),
        expectation_by_position(tables),
        expectation_by_player(tables),
        balances(tables),
        balance_after_deals(tables),
        ruin(tables),
        win_shares(tables),
        session_lengths(tables),
        broke(tables),
        rebuys(tables),
        makeable(tables),
        makeable_by_position(tables),
        double_dummy_tricks(tables),
        regret_by_policy(tables),
        regret_by_position(tables),
        regret_by_trick(tables),
    )
    return tuple(chart for chart in charts if chart is not None)

"""The tables of the page, for reading: numbers as text, with their intervals below them."""

from __future__ import annotations

from collections.abc import Callable

from pipelines.tables import Tables
from reports.conditions import policies_of
from reports.reading.acts import acts, revokes
from reports.reading.balances import balance_summary, win_shares, win_shares_by_policy
from reports.reading.calls import calls_by_position, calls_given_bid
from reports.reading.cells import Cell, ReadingTable
from reports.reading.chips import chips
from reports.reading.contracts import (
    contracts,
    contracts_by_player,
    contracts_by_policy,
    contracts_by_position,
)
from reports.reading.expectation import (
    expectation_by_player,
    expectation_by_policy,
    expectation_by_position,
)
from reports.reading.hands import hands
from reports.reading.paths import convergence, paths
from reports.reading.perfect import perfect
from reports.reading.tricks import tricks

__all__ = ["Cell", "ReadingTable", "reading_tables"]


def reading_tables(tables: Tables) -> tuple[ReadingTable, ...]:
    """Make every table of the page, in its order."""
    several_policies = len(policies_of(tables.provenance)) > 1

    def by_policy(table: Callable[[Tables], ReadingTable]) -> list[ReadingTable]:
        return [table(tables)] if several_policies else []

    return (
        contracts(tables),
        contracts_by_position(tables),
        *by_policy(contracts_by_policy),
        contracts_by_player(tables),
        tricks(tables),
        *hands(tables),
        *convergence(tables),
        *revokes(tables),
        calls_by_position(tables),
        calls_given_bid(tables),
        *acts(tables),
        expectation_by_position(tables),
        *by_policy(expectation_by_policy),
        expectation_by_player(tables),
        balance_summary(tables),
        *paths(tables),
        *by_policy(win_shares_by_policy),
        win_shares(tables),
        *chips(tables),
        *perfect(tables),
    )

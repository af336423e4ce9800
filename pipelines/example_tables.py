"""Deals and sessions to see again: the first of each result of a declarer, and of some balances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from pipelines.firsts import FIRST_DEAL
from pipelines.lineup import by_player
from pipelines.quantiles import percentiles
from pipelines.totals import Totals

__all__ = ["are_known", "examples"]

_WHY: Final = {"lowest": 0, "median": 50, "highest": 100}
"""Which balances of a player are shown, in percent of his sessions that are not above."""


def are_known(totals: Totals) -> bool:
    """Whether the numbers of all first deals and sessions are known."""
    sessions = totals.first_sessions
    none_lacks = len(sessions) > 0 and not any(column.has_nulls() for column in sessions)
    return none_lacks and totals.facts.results is not None


def examples(totals: Totals) -> pl.DataFrame:
    """Return the first deal of each result, and the first session of each player's main balances.

    A result is a declarer's position, player, contract and tricks. Deals that a revoke ended are
    left out.
    """
    rows = [*_deals(totals), *_sessions(totals)]
    return pl.DataFrame(rows, infer_schema_length=None)


def _deals(totals: Totals) -> Iterator[dict[str, Any]]:
    assert totals.facts.results is not None
    players = {group.number: group.labels for group in by_player(totals.experiment)}
    results = totals.facts.results.sort("contract", "position", "player", "tricks", "made")
    for row in results.iter_rows(named=True):
        yield {
            "kind": "deal",
            "why": "result",
            "contract": totals.rules.ladder[row["contract"]].name,
            "position": row["position"],
            **players[row["player"]],
            "tricks": row["tricks"],
            "made": bool(row["made"]),
            "balance": None,
            "times": row["deals"],
            "number": row[FIRST_DEAL],
        }


def _sessions(totals: Totals) -> Iterator[dict[str, Any]]:
    keys = ["quantity", "of", "first", "second"]
    histograms = totals.sums.filter(quantity="balance").join(totals.first_sessions, on=keys)
    for group in by_player(totals.experiment):
        rows = histograms.filter(first=group.number).sort("second")
        balances, times = rows["second"].to_list(), rows["value"].to_list()
        numbers = dict(zip(balances, rows["first_session"], strict=True))
        counts = dict(zip(balances, times, strict=True))
        shown = percentiles(balances, times, list(_WHY.values()))
        for why, balance in zip(_WHY, shown, strict=True):
            yield {
                "kind": "session",
                "why": why,
                **dict.fromkeys(("contract", "position")),
                **group.labels,
                **dict.fromkeys(("tricks", "made")),
                "balance": balance,
                "times": counts[balance],
                "number": numbers[balance],
            }

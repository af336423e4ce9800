"""How balances stand in the course of a session, and how often a stack would be lost by then."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import polars as pl

from pipelines.balance_tables import chances, histogram_of, location
from pipelines.intervals import rate
from pipelines.lineup import by_player
from pipelines.paths import LOWEST_BALANCE, balance_after, checkpoints
from pipelines.rates import rate_columns
from pipelines.schema import TABLE_SCHEMAS
from pipelines.totals import Totals

__all__ = ["balances_after", "followed", "ruin"]


def followed(totals: Totals) -> bool:
    """Whether any sessions were followed deal by deal, and none of them left out."""
    return bool(totals.binned) and not totals.sums.filter(quantity=LOWEST_BALANCE).is_empty()


def balances_after(totals: Totals) -> pl.DataFrame:
    """Return mean, spread and chances of every player's balance after some deals of a session."""
    rows = []
    for group in by_player(totals.experiment):
        for deals in checkpoints(totals.rules.deals_per_session):
            histogram = histogram_of(totals.sums, balance_after(deals), group)
            rows.append(
                {
                    **group.labels,
                    "deals": deals,
                    **location(histogram, totals.level),
                    **chances(histogram, totals.level),
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def ruin(totals: Totals) -> pl.DataFrame:
    """Return in how many sessions each player's balance falls by a stack, for every such fall.

    A stack that no session loses, and so every larger one, has no row.
    """
    lowest = totals.sums.filter(quantity=LOWEST_BALANCE)
    stacks = sorted({-balance for balance in lowest["second"].to_list() if balance < 0})
    rows = []
    for group in by_player(totals.experiment):
        histogram = histogram_of(totals.sums, LOWEST_BALANCE, group)
        balances, not_above = [*histogram], [0, *accumulate(histogram.values())]
        for stack in stacks:
            ruined = not_above[bisect_right(balances, -stack)]
            lost = rate_columns("ruined", rate(ruined, not_above[-1], totals.level))
            rows.append({**group.labels, "stack": stack, "sessions": not_above[-1], **lost})
    return pl.DataFrame(rows, schema=TABLE_SCHEMAS["ruin"].dtypes)

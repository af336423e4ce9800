"""How the main rates settled down while more and more sessions were counted."""

from __future__ import annotations

from itertools import accumulate
from operator import add

import polars as pl

from pipelines.headline import headline_of
from pipelines.intervals import Rate, rate
from pipelines.number_bins import OF
from pipelines.ratios import RatioSums, rate_of_clusters
from pipelines.totals import Totals

__all__ = ["convergence"]


def convergence(totals: Totals) -> pl.DataFrame:
    """Return the rates of the headline contract over the first sessions, more and more of them."""
    contract = headline_of(totals.rules.ladder.names)
    bins = totals.binned.values()
    so_far = {what: [*accumulate((rates[what] for rates in bins), add)] for what in OF}
    rows = []
    for what in OF:
        for sums, of_all in zip(so_far[what], so_far["bid"], strict=True):
            found = _rate(sums, totals)
            rows.append(
                {
                    "measure": what,
                    "contract": contract,
                    "sessions": _sessions(of_all, totals),
                    "deals": of_all.x,
                    "successes": found.successes,
                    "n": found.trials,
                    "rate": found.estimate,
                    "low": found.low,
                    "high": found.high,
                    **({} if found.effective is None else {"trials": found.effective}),
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def _rate(sums: RatioSums, totals: Totals) -> Rate:
    if totals.clustered:
        return rate_of_clusters(sums, totals.level)
    return rate(sums.y, sums.x, totals.level)


def _sessions(of_all_deals: RatioSums, totals: Totals) -> int:
    """Return in how many sessions the deals were: all are as long where deals are independent."""
    if totals.clustered:
        return of_all_deals.clusters
    return of_all_deals.x // totals.rules.deals_per_session

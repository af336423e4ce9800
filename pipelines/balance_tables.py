"""How the balances of a session spread: exact histograms, quantiles, chances, win shares."""

from __future__ import annotations

import polars as pl

from pipelines.expectation_tables import win_share_of
from pipelines.intervals import mean_of_clusters, rate, standard_deviation
from pipelines.lineup import Group, by_player, described
from pipelines.quantiles import percentiles
from pipelines.rates import rate_columns
from pipelines.schema import PERCENTS
from pipelines.totals import Totals

__all__ = ["balance_summary", "balances", "chances", "histogram_of", "location"]


def balances(totals: Totals) -> pl.DataFrame:
    """Return how many sessions left each player with each balance."""
    histogram = (
        totals.sums.filter(quantity="balance")
        .select(player="first", balance="second", sessions="value")
        .sort("player", "balance")
    )
    sessions = pl.col("sessions")
    return (
        described(by_player(totals.experiment))
        .join(histogram, on="player", maintain_order="left_right")
        .with_columns(
            share=sessions / sessions.sum().over("player"),
            cumulative=sessions.cum_sum().over("player", order_by="balance"),
        )
    )


def balance_summary(totals: Totals) -> pl.DataFrame:
    """Return mean, spread, quantiles and chances of every player's balance."""
    rows = []
    for group in by_player(totals.experiment):
        histogram = histogram_of(totals.sums, "balance", group)
        rows.append(
            {
                **group.labels,
                **location(histogram, totals.level),
                **chances(histogram, totals.level),
                **_wins(histogram_of(totals.sums, "winners", group)),
                **win_share_of(group, totals),
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def histogram_of(sums: pl.DataFrame, quantity: str, group: Group) -> dict[int, int]:
    """Return counts by value of one player."""
    (player,) = group.members
    rows = sums.filter(quantity=quantity, first=player).select("second", "value").sort("second")
    return dict(rows.rows())


def location(histogram: dict[int, int], level: float) -> dict[str, int | float | None]:
    """Return how many there are of a histogram, mean, spread and quantiles."""
    values, counts = list(histogram), list(histogram.values())
    sessions = sum(counts)
    total = sum(value * count for value, count in histogram.items())
    squares = sum(value * value * count for value, count in histogram.items())
    mean = mean_of_clusters(clusters=sessions, total=total, squares=squares, level=level)
    quantiles = percentiles(values, counts, PERCENTS)
    return {
        "sessions": sessions,
        "mean": mean.estimate,
        "standard_error": mean.standard_error,
        "mean_low": mean.low,
        "mean_high": mean.high,
        "sd": standard_deviation(sessions, total, squares),
        "min": values[0],
        "max": values[-1],
        **{f"q{p:02d}": value for p, value in zip(PERCENTS, quantiles, strict=True)},
    }


def chances(histogram: dict[int, int], level: float) -> dict[str, int | float | None]:
    """Return how often the values of a histogram lie above, at and below 0."""
    sessions = sum(histogram.values())
    counts = {
        "ahead": sum(count for value, count in histogram.items() if value > 0),
        "level": histogram.get(0, 0),
        "behind": sum(count for value, count in histogram.items() if value < 0),
    }
    columns: dict[str, int | float | None] = {}
    for name, count in counts.items():
        columns |= rate_columns(name, rate(count, sessions, level))
    return columns


def _wins(by_winners: dict[int, int]) -> dict[str, int]:
    """Return sessions won alone and together, from counts by number of winners (0: did not win)."""
    return {
        "sole_wins": by_winners.get(1, 0),
        "shared_wins": sum(count for winners, count in by_winners.items() if winners > 1),
    }

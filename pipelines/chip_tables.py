"""Where the chips and the units of the pool go: broke players, stacks bought, the pool's ends."""

from __future__ import annotations

import polars as pl

from pipelines.intervals import Mean, rate
from pipelines.lineup import by_player
from pipelines.rates import rate_columns
from pipelines.totals import RatioName, Totals
from sim.game.rules import FEWEST_PLAYERS

__all__ = [
    "broke_by_player",
    "extra_deals",
    "players_left",
    "pool",
    "rebuys_by_player",
    "session_lengths",
]

_OF_THE_POOL = (
    ("units won", "wins", "pool units won"),
    ("antes", "deals", "pool antes"),
    ("prices", "deals", "pool prices"),
    ("left", "sessions", "pool left"),
    ("split", "sessions", "pool split"),
)
"""Measures that are means, what they are means of, and what counts them."""


def pool(totals: Totals) -> pl.DataFrame:
    """Return how often the pool is won, and what goes into it and comes out of it."""
    won = totals.counted_rate(RatioName("pool won"))
    rows: list[tuple[str | float | None, ...]] = [
        ("won", "deals", won.successes, won.trials, won.estimate, won.low, won.high)
    ]
    for measure, of, what in _OF_THE_POOL:
        sums = totals.ratio(RatioName(what))
        ends = _not_negative(totals.mean(RatioName(what)))
        rows.append((measure, of, sums.y, sums.x, sums.ratio, *ends))
    names = ("measure", "of", "total", "n", "mean", "low", "high")
    return pl.DataFrame(rows, schema=names, orient="row", infer_schema_length=None)


def session_lengths(totals: Totals) -> pl.DataFrame:
    """Return how many deals the sessions last."""
    return _histogram(totals, "deals", "deals")


def extra_deals(totals: Totals) -> pl.DataFrame:
    """Return how many extra deals decide the sessions, and how many stay shared."""
    shared = totals.sums.filter(quantity="extra deals", first=1).select(
        extra_deals="second", shared="value"
    )
    return (
        _histogram(totals, "extra deals", "extra_deals")
        .join(shared, on="extra_deals", how="left", maintain_order="left")
        .with_columns(pl.col("shared").fill_null(0))
    )


def _histogram(totals: Totals, quantity: str, name: str) -> pl.DataFrame:
    """Count sessions by a whole number that each of them has."""
    histogram = (
        totals.sums.filter(quantity=quantity, of="session")
        .group_by(pl.col("second").alias(name))
        .agg(sessions=pl.col("value").sum())
        .sort(name)
    )
    shares = [sessions / totals.sessions for sessions in histogram["sessions"]]
    return histogram.with_columns(
        pl.Series("share", shares, dtype=pl.Float64), cumulative=pl.col("sessions").cum_sum()
    )


def players_left(totals: Totals) -> pl.DataFrame:
    """Return how many deals are played by how many players."""
    rows = []
    for players in range(FEWEST_PLAYERS, totals.rules.players + 1):
        found = totals.counted_rate(RatioName("players left", first=players))
        counts = (players, found.successes, found.trials)
        rows.append((*counts, found.estimate, found.low, found.high, found.effective))
    names = ("players", "deals", "n", "rate", "low", "high", "trials")
    return pl.DataFrame(rows, schema=names, orient="row", infer_schema_length=None)


def broke_by_player(totals: Totals) -> pl.DataFrame:
    """Return in how many sessions each player's chips run out; sessions are independent."""
    rows = []
    for group in by_player(totals.experiment):
        sums = totals.ratio(RatioName("broke", "player", group.number))
        broke = rate(sums.y, sums.x, totals.level)
        rows.append({**group.labels, "sessions": sums.x, **rate_columns("broke", broke)})
    return pl.DataFrame(rows, infer_schema_length=None)


def rebuys_by_player(totals: Totals) -> pl.DataFrame:
    """Return how many stacks each player buys; sessions are independent."""
    rows = []
    for group in by_player(totals.experiment):
        stacks = RatioName("stacks", "player", group.number)
        mean = totals.mean(stacks)
        low, high = _not_negative(mean)
        sums = totals.ratio(RatioName("rebought", "player", group.number))
        rows.append(
            {
                **group.labels,
                "sessions": sums.x,
                "stacks": totals.ratio(stacks).y,
                "stacks_per_session": mean.estimate,
                "stacks_low": low,
                "stacks_high": high,
                **rate_columns("rebought", rate(sums.y, sums.x, totals.level)),
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def _not_negative(mean: Mean) -> tuple[float | None, float | None]:
    """Return the ends of the interval of something that cannot be negative."""
    return None if mean.low is None else max(mean.low, 0.0), mean.high

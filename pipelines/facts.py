"""Facts of the auctions and the play: counts of who said and who played what."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from pipelines.dimension import Dimension
from sim.game.ladder import PASS
from sim.game.result import position_of_turn, spoken_calls

__all__ = ["Facts", "facts_of"]


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Counts from which the tables of bids and play are made; all numbers are Int64.

    Attributes
    ----------
    deals, passed_out : int
        All deals, and those in which nobody bid.
    played : polars.DataFrame
        position and player of the declarer, contract (number on the ladder), tricks, made (0 or
        1), deals.
    spoken : polars.DataFrame
        position and player of the speaker, highest (number of the highest bid before, 0 if none),
        call (number, 0 for a pass), deals.
    """

    deals: int
    passed_out: int
    played: pl.DataFrame
    spoken: pl.DataFrame


def facts_of(census: pl.DataFrame, dimension: Dimension) -> Facts:
    """Derive the facts from a census.

    Parameters
    ----------
    census : polars.DataFrame
        See `census_table`.
    dimension : Dimension
        The outcomes of the rules.
    """
    outcomes = dimension.table(census.select("auction", "tricks").rows())
    ended = census.join(outcomes, on=["auction", "tricks"])
    return Facts(
        deals=int(ended["deals"].sum()),
        passed_out=int(ended.filter(contract=PASS)["deals"].sum()),
        played=_played(ended, dimension),
        spoken=_spoken(census, dimension),
    )


def _player_at(position: str, dimension: Dimension) -> pl.Expr:
    """Return who of the line-up holds a position: players follow each other round the table."""
    return (pl.col("dealer_player") + pl.col(position)) % dimension.rules.players


def _played(ended: pl.DataFrame, dimension: Dimension) -> pl.DataFrame:
    return (
        ended.filter(pl.col("contract") != PASS)
        .with_columns(
            pl.col("made").cast(pl.Int64),
            position="declarer",
            player=_player_at("declarer", dimension),
        )
        .group_by("position", "player", "contract", "tricks", "made")
        .agg(pl.col("deals").sum())
        .sort("position", "player", "contract", "tricks")
    )


def _spoken(census: pl.DataFrame, dimension: Dimension) -> pl.DataFrame:
    calls = _calls_of_auctions(census["auction"].unique().to_list(), dimension)
    return (
        census.group_by("dealer_player", "auction")
        .agg(pl.col("deals").sum())
        .join(calls, on="auction")
        .with_columns(player=_player_at("position", dimension))
        .group_by("position", "player", "highest", "call")
        .agg(pl.col("deals").sum())
        .sort("position", "player", "highest", "call")
    )


def _calls_of_auctions(auctions: list[str], dimension: Dimension) -> pl.DataFrame:
    """Return one row for each call of each auction."""
    rules = dimension.rules
    rows = [
        (auction, position_of_turn(turn, rules.players), max(calls[:turn], default=PASS), call)
        for auction in sorted(auctions)
        for calls in [spoken_calls(auction, rules)]
        for turn, call in enumerate(calls)
    ]
    schema = {
        "auction": pl.String(),
        "position": pl.Int64(),
        "highest": pl.Int64(),
        "call": pl.Int64(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")

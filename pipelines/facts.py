"""Facts of the auctions and the play: counts of who said and who played what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import polars as pl

from pipelines.dimension import Dimension
from sim.game.ladder import PASS

__all__ = ["Facts", "facts_of", "with_deals_at_table"]

_ENDING: Final = ("auction", "tricks", "revoked")
"""What tells how a deal ended."""

_TABLE: Final = ("dealer_player", "seated")
"""What tells who is at the table and where."""


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
    seated : polars.DataFrame
        position and player of everybody at the table, bid (whether anybody did, 0 or 1), deals.
    """

    deals: int
    passed_out: int
    played: pl.DataFrame
    spoken: pl.DataFrame
    seated: pl.DataFrame

    def with_policies(self, policies: pl.DataFrame) -> Facts:
        """Return the facts with the policy of every player.

        Parameters
        ----------
        policies : polars.DataFrame
            player Int64, policy String.
        """
        return replace(
            self,
            played=self.played.join(policies, on="player"),
            spoken=self.spoken.join(policies, on="player"),
            seated=self.seated.join(policies, on="player"),
        )


def with_deals_at_table(groups: pl.DataFrame, who: str, facts: Facts) -> pl.DataFrame:
    """Add for each group how many deals it took part in.

    Parameters
    ----------
    groups : polars.DataFrame
        See `pipelines.lineup.described`.
    who : str
        What the groups are: "position", "player", "policy"; "" for all together.
    facts : Facts
        With policies.

    Returns
    -------
    polars.DataFrame
        With deals, in which it was at the table (of policies and of all together: all deals);
        player_deals, the deals of its players added up; sharing, the players who share a policy
        (1 for others).
    """
    if not who:
        return groups.with_columns(deals=facts.deals, player_deals=facts.deals, sharing=1)
    at_table = facts.seated.group_by(who).agg(player_deals=pl.col("deals").sum())
    table = groups.join(at_table, on=who, how="left", maintain_order="left").with_columns(
        pl.col("player_deals").fill_null(0)
    )
    if who == "policy":
        return table.with_columns(deals=facts.deals, sharing="players")
    return table.with_columns(deals="player_deals", sharing=1)


def facts_of(census: pl.DataFrame, dimension: Dimension) -> Facts:
    """Derive the facts from a census.

    Parameters
    ----------
    census : polars.DataFrame
        See `census_table` and `census_of_deals`.
    dimension : Dimension
        The outcomes of the rules.
    """
    ending = [name for name in _ENDING if name in census.columns]
    ended = census.join(dimension.table(census.select(ending)), on=ending)
    seats = _seats(census, dimension.rules.players)
    return Facts(
        deals=int(ended["deals"].sum()),
        passed_out=int(ended.filter(contract=PASS)["deals"].sum()),
        played=_played(ended, seats),
        spoken=_spoken(census, seats, dimension),
        seated=_seated(ended, seats),
    )


def _seats(census: pl.DataFrame, players: int) -> pl.DataFrame:
    """Return who of the line-up holds which position: players follow each other round the table."""
    table = [name for name in _TABLE if name in census.columns]
    distinct = census.select(table).unique()
    rows = [
        (*seen, position, player)
        for seen in distinct.rows()
        for position, player in enumerate(_clockwise(*seen, players=players))
    ]
    schema = dict.fromkeys((*table, "position", "player"), pl.Int64())
    return pl.DataFrame(rows, schema=schema, orient="row")


def _clockwise(dealer: int, seated: int | None = None, *, players: int) -> Iterator[int]:
    """Yield who is at the table, the dealer first; everybody, unless bits of ``seated`` tell."""
    for step in range(players):
        player = (dealer + step) % players
        if seated is None or seated >> player & 1:
            yield player


def _with_player(frame: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Add the player who holds the frame's position."""
    return frame.join(seats, on=[name for name in seats.columns if name != "player"])


def _played(ended: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    return (
        ended.filter(pl.col("contract") != PASS)
        .with_columns(pl.col("made").cast(pl.Int64), position="declarer")
        .pipe(_with_player, seats)
        .group_by("position", "player", "contract", "tricks", "made")
        .agg(pl.col("deals").sum())
        .sort("position", "player", "contract", "tricks", "made")
    )


def _spoken(census: pl.DataFrame, seats: pl.DataFrame, dimension: Dimension) -> pl.DataFrame:
    table = [name for name in _TABLE if name in census.columns]
    return (
        census.group_by(*table, "auction")
        .agg(pl.col("deals").sum())
        .join(_calls_of_auctions(census["auction"].unique().to_list(), dimension), on="auction")
        .pipe(_with_player, seats)
        .group_by("position", "player", "highest", "call")
        .agg(pl.col("deals").sum())
        .sort("position", "player", "highest", "call")
    )


def _seated(ended: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    table = [name for name in _TABLE if name in ended.columns]
    return (
        ended.with_columns(bid=(pl.col("contract") != PASS).cast(pl.Int64))
        .group_by(*table, "bid")
        .agg(pl.col("deals").sum())
        .join(seats, on=table)
        .group_by("position", "player", "bid")
        .agg(pl.col("deals").sum())
        .sort("position", "player", "bid")
    )


def _calls_of_auctions(auctions: list[str], dimension: Dimension) -> pl.DataFrame:
    """Return one row for each call of each auction."""
    rows = [
        (auction, *speech)
        for auction in sorted(auctions)
        for speech in dimension.auction(auction).speeches
    ]
    schema = {
        "auction": pl.String(),
        "position": pl.Int64(),
        "highest": pl.Int64(),
        "call": pl.Int64(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")

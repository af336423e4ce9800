"""Facts of the auctions and the play: counts of who said and who played what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import polars as pl

from pipelines.dimension import NOBODY, Dimension
from pipelines.firsts import FIRST_DEAL, lowest_of
from sim.game.ladder import PASS

__all__ = ["Facts", "Seated", "facts_of"]

_ENDING: Final = ("auction", "tricks", "revoked")
"""What tells how a deal ended."""

_TABLE: Final = ("dealer_player", "seated")
"""What tells who is at the table and where."""


class Seated(NamedTuple):
    """How many deals had a player of the line-up at a position; in how many anybody bid."""

    position: int
    player: int
    deals: int
    played: int


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
    seated : tuple of Seated
        How often who was at the table.
    results : polars.DataFrame or None
        The columns of played, of deals that no revoke ended, and first_deal, the lowest number of
        these deals. None where numbers are not known of all.
    """

    deals: int
    passed_out: int
    played: pl.DataFrame
    spoken: pl.DataFrame
    seated: tuple[Seated, ...]
    results: pl.DataFrame | None = None

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
            results=None if self.results is None else self.results.join(policies, on="player"),
        )


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
        seated=_seated(ended, dimension.rules.players),
        results=_results(ended, seats),
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
    return _with_contract(ended, seats, [pl.col("deals").sum()])


def _results(ended: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame | None:
    if FIRST_DEAL not in ended.columns or ended[FIRST_DEAL].has_nulls():
        return None
    to_the_end = ended.filter(revoked=NOBODY) if "revoked" in ended.columns else ended
    return _with_contract(to_the_end, seats, [pl.col("deals").sum(), lowest_of(FIRST_DEAL)])


def _with_contract(
    ended: pl.DataFrame, seats: pl.DataFrame, found: Sequence[pl.Expr]
) -> pl.DataFrame:
    """Find something of the deals that were played, by declarer, contract and result."""
    keys = ["position", "player", "contract", "tricks", "made"]
    return (
        ended.filter(pl.col("contract") != PASS)
        .with_columns(pl.col("made").cast(pl.Int64), position="declarer")
        .pipe(_with_player, seats)
        .group_by(keys)
        .agg(found)
        .sort(keys)
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


def _seated(ended: pl.DataFrame, players: int) -> tuple[Seated, ...]:
    table = [name for name in _TABLE if name in ended.columns]
    played = pl.col("deals").filter(pl.col("contract") != PASS).sum()
    deals: Counter[tuple[int, int]] = Counter()
    deals_played: Counter[tuple[int, int]] = Counter()
    tables = ended.group_by(table).agg(pl.col("deals").sum(), played=played)
    for *seen, all_deals, with_contract in tables.rows():
        for seat in enumerate(_clockwise(*seen, players=players)):
            deals[seat] += all_deals
            deals_played[seat] += with_contract
    return tuple(Seated(*seat, deals[seat], deals_played[seat]) for seat in sorted(deals))


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

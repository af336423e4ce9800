"""The census of a shard: how often each distinct outcome occurred.

Everything that the statistics say of deals is an exact function of this small table and the
rules. With each outcome goes the lowest number of its deals, at which it can be seen again.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.deals import Deals
from pipelines.firsts import (
    FIRST_DEAL,
    are_numbered,
    known_numbers,
    lowest_of,
    note_first,
    nothing_seen,
)
from pipelines.shard_rows import ShardRows
from sim.experiment import Experiment, Seating

__all__ = [
    "CENSUS_COUNT",
    "CENSUS_SCHEMA",
    "OutcomeCounts",
    "census_of_deals",
    "census_table",
    "count_outcomes",
]

CENSUS_COUNT: Final = "deals"
CENSUS_SCHEMA: Final = {
    "dealer_player": pl.Int64(),
    "auction": pl.String(),
    "tricks": pl.Int64(),
    "deals": pl.Int64(),
}

Counts = npt.NDArray[np.int64]


class OutcomeCounts(NamedTuple):
    """How often each outcome occurred while each player dealt, and where first.

    Attributes
    ----------
    deals, first : int64 arrays, shape (outcomes, players)
        Number of deals, and the row of the first, by `ShardRows.outcomes` and by the line-up's
        index of the dealer.
    """

    deals: Counts
    first: Counts


def count_outcomes(rows: ShardRows, seating: Seating) -> OutcomeCounts:
    """Count how often each outcome occurred while each player dealt.

    Parameters
    ----------
    rows : ShardRows
        The shard.
    seating : {"fixed", "rotate"}
        How the line-up is seated, to tell which player deals.
    """
    kinds = len(rows.outcomes) * rows.players
    deals, first = np.zeros(kinds, np.int64), nothing_seen(kinds)
    done = 0
    for block in rows.blocks:
        code = _outcome_and_dealer(block, seating)
        deals += np.bincount(code, minlength=kinds)
        note_first(first, code, done)
        done += len(code)
    return OutcomeCounts(deals.reshape(-1, rows.players), first.reshape(-1, rows.players))


def _outcome_and_dealer(rows: ShardRows, seating: Seating) -> npt.NDArray[np.int32]:
    """Return outcome code and dealing player of every deal as one number."""
    code = rows.outcome_code * np.int32(rows.players)
    code += rows.dealing_players(seating)
    return code


def census_table(rows: ShardRows, counts: OutcomeCounts) -> pl.DataFrame:
    """Return the counts of the outcomes that occurred as a table.

    Returns
    -------
    polars.DataFrame
        dealer_player Int64, the line-up's index of who deals; auction String; tricks Int64, the
        declarer's, 0 if passed out; deals Int64; first_deal Int64, the lowest number of these
        deals. Sorted by the first three.
    """
    outcome, player = np.nonzero(counts.deals)
    occurred = [rows.outcomes[place] for place in outcome]
    numbered = are_numbered(rows)
    first = counts.first[outcome, player] + numbered * rows.first_session * rows.deals_per_session
    columns = {
        "dealer_player": player,
        "auction": [auction for auction, _ in occurred],
        "tricks": [tricks for _, tricks in occurred],
        CENSUS_COUNT: counts.deals[outcome, player],
        FIRST_DEAL: known_numbers(first, numbered=numbered),
    }
    schema = {**CENSUS_SCHEMA, FIRST_DEAL: pl.Int64()}
    return pl.DataFrame(columns, schema=schema).sort("dealer_player", "auction", "tricks")


def census_of_deals(deals: Deals, experiment: Experiment) -> pl.DataFrame:
    """Count how often each outcome occurred, where more tells outcomes apart.

    Returns
    -------
    polars.DataFrame
        As `census_table`, but in no order; also revoked Int64, the position that revoked or
        `NOBODY`, where players may revoke; and seated Int64, a bit for each player of the line-up
        who is at the table, where players can leave it.
    """
    columns = {
        "dealer_player": deals.order[:, 0],
        "auction": deals.rows.auction,
        "tricks": deals.tricks,
    }
    if experiment.may_revoke:
        columns["revoked"] = deals.revoked
    if experiment.rules.may_end_early:
        columns["seated"] = ((1 << deals.order) * deals.seated).sum(axis=1)
    keys, texts = list(columns), list(deals.rows.auctions)
    numbered = are_numbered(deals.rows)
    numbers = deals.rows.deal_numbers.astype(np.int64) if numbered else None
    return (
        pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.Int64()))
        .with_columns(pl.lit(None if numbers is None else pl.Series(numbers)).alias(FIRST_DEAL))
        .group_by(keys)
        .agg(pl.len().cast(pl.Int64).alias(CENSUS_COUNT), lowest_of(FIRST_DEAL))
        .with_columns(pl.col("auction").replace_strict(range(len(texts)), texts))
    )

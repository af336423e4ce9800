"""The census of a shard: how often each distinct outcome occurred.

Everything that the statistics say of deals is an exact function of this small table and the
rules.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.deals import Deals
from pipelines.shard_rows import ShardRows
from sim.experiment import Experiment, Seating

__all__ = [
    "CENSUS_COUNT",
    "CENSUS_SCHEMA",
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


def count_outcomes(rows: ShardRows, seating: Seating) -> Counts:
    """Count how often each outcome occurred while each player dealt.

    Parameters
    ----------
    rows : ShardRows
        The shard.
    seating : {"fixed", "rotate"}
        How the line-up is seated, to tell which player deals.

    Returns
    -------
    int64 array, shape (outcomes, players)
        Deals by `ShardRows.outcomes` and by the line-up's index of the dealer.
    """
    counts = np.zeros((len(rows.outcomes), rows.players), np.int64)
    for block in rows.blocks:
        counts += _count_block(block, seating)
    return counts


def _count_block(rows: ShardRows, seating: Seating) -> Counts:
    code = rows.outcome_code * np.int32(rows.players)
    code += rows.dealing_players(seating)
    counts = np.bincount(code, minlength=len(rows.outcomes) * rows.players)
    return counts.reshape(-1, rows.players)


def census_table(rows: ShardRows, counts: Counts) -> pl.DataFrame:
    """Return the counts of the outcomes that occurred as a table.

    Returns
    -------
    polars.DataFrame
        dealer_player Int64, the line-up's index of who deals; auction String; tricks Int64, the
        declarer's, 0 if passed out; deals Int64. Sorted by all but the last.
    """
    outcome, player = np.nonzero(counts)
    occurred = [rows.outcomes[place] for place in outcome]
    columns = {
        "dealer_player": player,
        "auction": [auction for auction, _ in occurred],
        "tricks": [tricks for _, tricks in occurred],
        "deals": counts[outcome, player],
    }
    return pl.DataFrame(columns, schema=CENSUS_SCHEMA).sort("dealer_player", "auction", "tricks")


def census_of_deals(deals: Deals, experiment: Experiment) -> pl.DataFrame:
    """Count how often each outcome occurred, where more tells outcomes apart.

    Returns
    -------
    polars.DataFrame
        As `census_table`; also revoked Int64, the position that revoked or `NOBODY`, where players
        may revoke; and seated Int64, a bit for each player of the line-up who is at the table,
        where players can leave it.
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
    schema = dict.fromkeys(columns, pl.Int64())
    texts = list(deals.rows.auctions)
    return (
        pl.DataFrame(columns, schema=schema)
        .group_by(*columns)
        .agg(pl.len().cast(pl.Int64).alias(CENSUS_COUNT))
        .with_columns(pl.col("auction").replace_strict(range(len(texts)), texts))
    )

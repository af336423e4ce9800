"""What a shard's counts hold for the audit and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import polars as pl

from pipelines.dealt.counting import count_dealt
from pipelines.dimension import Dimension
from pipelines.sessions import SUMS_SCHEMA
from pipelines.shard_rows import ShardRows
from sim.experiment import Experiment

__all__ = ["COUNTED_FOR_AUDIT", "counts_for_audit"]

COUNTED_FOR_AUDIT: Final = ("first dealer", "unbalanced", "dealt", "hand")
"""What `counts_for_audit` yields that sums are compared with."""

Row = tuple[str, str, int, int, int]


def counts_for_audit(rows: ShardRows, experiment: Experiment, dimension: Dimension) -> pl.DataFrame:
    """Count the hands that were dealt, who deals first, and sessions whose units do not cancel.

    Returns
    -------
    polars.DataFrame
        As `pipelines.sessions.session_sums`: see `pipelines.dealt.counting.count_dealt`; further

        - ``first dealer`` of ``seat`` and of ``player``: sessions in which seat *first*, and the
          line-up's player *first*, dealt the first deal; *second* is 0.
        - ``unbalanced`` of ``session``: sessions in which the balances of all players and what is
          left in the pool are not 0 together, or the units of all positions and the pool before
          it was shared out; *first* and *second* are 0.
        - ``audited`` of ``session``: all sessions. Counts of an older version lack them.
    """
    further = pl.DataFrame([*_of_sessions(rows, experiment)], schema=SUMS_SCHEMA, orient="row")
    return pl.concat([count_dealt(rows, experiment, dimension), further])


def _of_sessions(rows: ShardRows, experiment: Experiment) -> Iterator[Row]:
    for who, dealers in (
        ("seat", rows.first_dealer),
        ("player", rows.first_dealing_players(experiment.seating)),
    ):
        for number, sessions in enumerate(np.bincount(dealers, minlength=rows.players).tolist()):
            yield "first dealer", who, number, 0, sessions
    yield "unbalanced", "session", 0, 0, _unbalanced(rows)
    yield "audited", "session", 0, 0, len(rows.first_dealer)


def _unbalanced(rows: ShardRows) -> int:
    nothing = np.zeros(len(rows.first_dealer), np.int64)
    left, share = (rows.session_columns.get(name, nothing) for name in ("pool", "split"))
    of_players = rows.player_units.sum(axis=0, dtype=np.int64) + left
    of_positions = rows.position_units.sum(axis=0, dtype=np.int64) + left + rows.players * share
    return int(np.count_nonzero((of_players != 0) | (of_positions != 0)))

"""Counting one shard: outcome by outcome where these tell all, else session by session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.auctions import Auctions
from pipelines.census import CENSUS_COUNT, Counts, census_of_deals, census_table, count_outcomes
from pipelines.consistency import check_money, check_zero_sums
from pipelines.deal_checks import check_deals
from pipelines.deals import read_deals
from pipelines.dimension import Dimension
from pipelines.firsts import FIRST_DEAL, first_sessions, lowest_of
from pipelines.outcome_columns import is_plain
from pipelines.partial_tables import PartialTables
from pipelines.ratio_sums import RatioTotals
from pipelines.session_checks import check_sessions
from pipelines.session_counts import countings
from pipelines.sessions import histograms, session_sums
from pipelines.shard_rows import ShardRows
from sim.experiment import Experiment
from sim.game.result import Result

__all__ = ["count_by_outcomes", "count_by_sessions", "count_shard"]

_NUMBERS_A_PART: Final = 1 << 19
"""So many calls, and so many counts of calls, are held at once: four megabytes of each."""


def count_shard(rows: ShardRows, experiment: Experiment, dimension: Dimension) -> PartialTables:
    """Count a shard in the way that its experiment allows.

    Raises
    ------
    ImpossibleOutcomeError, ImpossibleDealsError
        If a deal contradicts the rules or the deals before it.
    InconsistentSessionsError
        If the sessions contradict the deals.
    """
    if is_plain(experiment):
        return count_by_outcomes(rows, experiment, dimension)
    return count_by_sessions(rows, experiment, dimension)


def count_by_outcomes(
    rows: ShardRows, experiment: Experiment, dimension: Dimension
) -> PartialTables:
    """Count a shard of a plain run: see `pipelines.outcome_columns.is_plain`.

    Raises
    ------
    ImpossibleOutcomeError
        If a deal contradicts the rules.
    InconsistentSessionsError
        If the sessions contradict the deals.
    """
    counts = count_outcomes(rows, experiment.seating)
    outcomes = _outcomes_that_occurred(rows, counts.deals, dimension)
    check_money(rows, counts.deals, outcomes)
    sums = session_sums(rows, _declarer_units(rows, outcomes))
    check_zero_sums(sums, rows.players)
    return PartialTables(census_table(rows, counts), sums, first_sessions=first_sessions(rows))


def _outcomes_that_occurred(
    rows: ShardRows, counts: Counts, dimension: Dimension
) -> dict[int, Result]:
    """Return how the deals of each outcome code that occurred ended."""
    return {
        code: dimension.outcome(*rows.outcomes[code])
        for code in np.flatnonzero(counts.any(axis=1)).tolist()
    }


def _declarer_units(rows: ShardRows, outcomes: Mapping[int, Result]) -> npt.NDArray[np.int32]:
    """Return what the declarer receives by outcome code; 0 if passed out or not occurred."""
    units = np.zeros(len(rows.outcomes), np.int32)
    for code, ended in outcomes.items():
        if ended.declarer is not None:
            units[code] = ended.payments[ended.declarer]
    return units


def count_by_sessions(
    rows: ShardRows, experiment: Experiment, dimension: Dimension
) -> PartialTables:
    """Count a shard of any run.

    Raises
    ------
    ImpossibleOutcomeError, ImpossibleDealsError
        If a deal contradicts the rules or the deals before it.
    InconsistentSessionsError
        If the sessions contradict the deals.
    """
    rules = experiment.rules
    auctions = Auctions.of(rows.auctions, np.unique(rows.auction).tolist(), dimension)
    totals, censuses = RatioTotals(len(rows.first_dealer)), []
    for part in rows.parts(_sessions_a_part(experiment)):
        deals = read_deals(part, auctions, experiment)
        check_deals(deals, experiment)
        check_sessions(deals, rules)
        censuses.append(census_of_deals(deals, experiment))
        for counting in countings(deals, experiment):
            totals.add(counting)
    keys = [name for name in censuses[0].columns if name not in (CENSUS_COUNT, FIRST_DEAL)]
    added = (
        pl.concat(censuses).group_by(keys).agg(pl.col(CENSUS_COUNT).sum(), lowest_of(FIRST_DEAL))
    )
    return PartialTables(added.sort(keys), histograms(rows), totals.table(), first_sessions(rows))


def _sessions_a_part(experiment: Experiment) -> int:
    rules = experiment.rules
    calls = rules.players * rules.deals_per_session
    counts = rules.players * (len(rules.ladder) + 1) ** 2
    return max(_NUMBERS_A_PART // max(calls, counts), 1)

"""Counting one shard: outcome by outcome where these tell all, else session by session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.auctions import Auctions
from pipelines.audit.counting import counts_for_audit
from pipelines.census import CENSUS_COUNT, Counts, census_of_deals, census_table, count_outcomes
from pipelines.consistency import check_money, check_zero_sums
from pipelines.deal_checks import check_deals
from pipelines.deals import read_deals
from pipelines.dimension import Dimension
from pipelines.firsts import FIRST_DEAL, first_sessions, lowest_of
from pipelines.number_bins import binned_deals, binned_outcomes, binned_ratios
from pipelines.outcome_columns import is_plain
from pipelines.partial_tables import PartialTables
from pipelines.paths import paths_of_deals, paths_of_outcomes
from pipelines.ratio_sums import RatioTotals
from pipelines.session_checks import check_sessions
from pipelines.session_counts import Counting, countings
from pipelines.sessions import SUMS_COUNT, SUMS_SCHEMA, histograms, session_sums
from pipelines.shard_rows import ShardRows
from sim.double_dummy import SOLVE_NONE, SolvedShare
from sim.experiment import Experiment
from sim.game.result import Result

__all__ = ["count_by_outcomes", "count_by_sessions", "count_shard"]

_NUMBERS_A_PART: Final = 1 << 19
"""So many calls, and so many counts of calls, are held at once: four megabytes of each."""

_SUMS_KEYS: Final = [name for name in SUMS_SCHEMA if name != SUMS_COUNT]

Int32s = npt.NDArray[np.int32]


def count_shard(
    rows: ShardRows,
    experiment: Experiment,
    dimension: Dimension,
    solve: SolvedShare = SOLVE_NONE,
) -> PartialTables:
    """Count a shard in the way that its experiment allows, and solve a share of its sessions.

    Raises
    ------
    ImpossibleOutcomeError, ImpossibleDealsError
        If a deal contradicts the rules or the deals before it, or comes out otherwise when it is
        played again to be solved.
    InconsistentSessionsError
        If the sessions contradict the deals.
    """
    count = count_by_outcomes if is_plain(experiment) else count_by_sessions
    counted = count(rows, experiment, dimension)
    if not solve:
        return counted
    # Not at the top: the solver is compiled, and most runs do without it.
    from pipelines.double_dummy.counting import count_solved

    solved = count_solved(rows, experiment, solve)
    return replace(counted, ratios=pl.concat([counted.ratios, solved]))


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
    units, declarers = _declarers(rows, outcomes)
    sums = session_sums(rows, units)
    check_zero_sums(sums, rows.players)
    paths = paths_of_outcomes(rows, experiment.seating, units, declarers)
    binned = binned_outcomes(rows, counts.deals, outcomes, dimension)
    audited = counts_for_audit(rows, experiment, dimension)
    together = pl.concat([sums, paths, binned, audited]).sort(_SUMS_KEYS)
    return PartialTables(census_table(rows, counts), together, first_sessions=first_sessions(rows))


def _outcomes_that_occurred(
    rows: ShardRows, counts: Counts, dimension: Dimension
) -> dict[int, Result]:
    """Return how the deals of each outcome code that occurred ended."""
    return {
        code: dimension.outcome(*rows.outcomes[code])
        for code in np.flatnonzero(counts.any(axis=1)).tolist()
    }


def _declarers(rows: ShardRows, outcomes: Mapping[int, Result]) -> tuple[Int32s, Int32s]:
    """Return what the declarer receives, and his position, by outcome code.

    Both are 0 if passed out or not occurred.
    """
    units, positions = np.zeros((2, len(rows.outcomes)), np.int32)
    for code, ended in outcomes.items():
        if ended.declarer is not None:
            units[code], positions[code] = ended.payments[ended.declarer], ended.declarer
    return units, positions


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
    sums = [histograms(rows)]
    for part in rows.parts(_sessions_a_part(experiment)):
        deals = read_deals(part, auctions, experiment)
        check_deals(deals, experiment)
        check_sessions(deals, rules)
        censuses.append(census_of_deals(deals, experiment))
        sums.append(paths_of_deals(deals))
        if rules.session_matters:
            by_session: Iterator[Counting] = chain(
                countings(deals, experiment), binned_ratios(deals)
            )
        else:
            by_session = countings(deals, experiment)
            sums.append(binned_deals(deals))
        for counting in by_session:
            totals.add(counting)
    keys = [name for name in censuses[0].columns if name not in (CENSUS_COUNT, FIRST_DEAL)]
    added = [pl.col(CENSUS_COUNT).sum(), lowest_of(FIRST_DEAL)]
    census = pl.concat(censuses).group_by(keys).agg(added).sort(keys)
    sums.append(counts_for_audit(rows, experiment, dimension))
    total = pl.concat(sums).group_by(_SUMS_KEYS).agg(pl.col(SUMS_COUNT).sum()).sort(_SUMS_KEYS)
    return PartialTables(census, total, totals.table(), first_sessions(rows))


def _sessions_a_part(experiment: Experiment) -> int:
    rules = experiment.rules
    calls = rules.players * rules.deals_per_session
    counts = rules.players * (len(rules.ladder) + 1) ** 2
    return max(_NUMBERS_A_PART // max(calls, counts), 1)

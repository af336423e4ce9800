"""Counting sessions in memory as workers do it, and auditing what was counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from pipelines.audit.lines import Line, broken_lines
from pipelines.audit.table import audit_lines
from pipelines.dimension import Dimension
from pipelines.intervals import LEVEL
from pipelines.partial_tables import PartialTables
from pipelines.shard_counting import count_shard
from pipelines.shard_reading import rows_of_shard
from pipelines.totals import Totals
from sim.engine.arrays import Given
from sim.experiment import Experiment
from sim.outcomes import deals_table, sessions_table, simulate_shard
from sim.runs.shards import Shard
from sim.simulation import no_words, run_sessions
from tests.statistics.synthetic_run import experiment

Simulated = tuple[pa.Table, pa.Table]


def table_of(
    players: int = 4, profile: str = "basic", *, policy: str = "random", **options: Any
) -> Experiment:
    """An experiment in which all follow one policy."""
    return experiment(players, policies=(policy,) * players, profile=profile, options=options)


def counted(
    chosen: Experiment,
    sessions: int,
    *,
    first: int = 0,
    simulated: Simulated | None = None,
    dimension: Dimension | None = None,
) -> PartialTables:
    """Count sessions; they are simulated unless they are given."""
    shard = Shard(0, first, sessions)
    tables = simulated or simulate_shard(chosen, first, sessions)
    rows = rows_of_shard(shard, chosen, *tables)
    return count_shard(rows, chosen, dimension or Dimension(chosen.rules))


def played_with(hands: Any, chosen: Experiment) -> Simulated:
    """Play given hands, a row a deal, in speaking order."""
    sessions = len(hands) // chosen.rules.deals_per_session
    given = Given(hands, no_words(chosen.rules))
    outcomes = run_sessions(chosen, 0, sessions, given)
    return deals_table(outcomes, chosen), sessions_table(outcomes, chosen)


def audit_of(
    parts: Sequence[PartialTables], chosen: Experiment, sessions: int, first: int = 0
) -> list[Line]:
    """All lines of the audit of so many sessions."""
    deals = chosen.rules.deals_per_session
    numbers = range(first * deals, (first + sessions) * deals)
    return audit_lines(Totals.of(PartialTables.total(parts), chosen, LEVEL), numbers)


def failed(lines: Sequence[Line]) -> Mapping[str, list[Line]]:
    """The lines that failed, by what they check."""
    by_check: dict[str, list[Line]] = {}
    for line in broken_lines(lines):
        by_check.setdefault(line.check, []).append(line)
    return by_check

"""From a run's shards to its tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from pipelines import balance_tables, call_tables, contract_tables, expectation_tables
from pipelines.dimension import Dimension
from pipelines.facts import facts_of
from pipelines.intervals import LEVEL
from pipelines.moments import Moments
from pipelines.partials import PartialTables, total_of_shards
from pipelines.schema import TABLE_SCHEMAS
from pipelines.shard_rows import resume_command
from pipelines.table_files import write_tables
from pipelines.tables import Provenance, SeatedPlayer, Stake, Tables
from sim.errors import UserError
from sim.experiment import Experiment
from sim.runs.cpus import usable_cpus
from sim.runs.directory import RunDirectory
from sim.runs.shards import Shard

__all__ = ["aggregate_run", "contiguous_prefix", "tables_of"]


def aggregate_run(directory: Path | str, *, threads: int | None = None) -> Tables:
    """Count a run's finished shards and write its tables.

    Only the shards before the first gap are counted. `Provenance` says how many these are.

    Parameters
    ----------
    directory : Path or str
        The run directory.
    threads : int, optional
        How many shards are read at once; all usable CPUs by default.

    Raises
    ------
    UserError
        If there is no run, nothing to count yet, or a shard is damaged or foreign; the message
        names the file.
    """
    run = RunDirectory.open(directory)
    scenario = run.scenario(to_simulate=False)
    finished = run.finished_shards()
    counted = contiguous_prefix(finished)
    if not counted:
        raise UserError(
            f"{run.path}: the first of {len(run.plan)} shards is not simulated yet, so there is "
            f"nothing to count; go on with: {resume_command(run.path)}"
        )
    total = total_of_shards(
        run, counted, scenario.experiment, threads=usable_cpus() if threads is None else threads
    )
    provenance = _provenance(run, scenario.name, scenario.experiment, len(finished), counted)
    tables = tables_of(total, scenario.experiment, provenance)
    write_tables(run.path, tables)
    return tables


def contiguous_prefix(finished: Sequence[Shard]) -> list[Shard]:
    """Return the shards 0, 1, 2, ... up to the first that is not there.

    Which shards finish early may depend on what happens in them; which come first does not.

    Examples
    --------
    >>> shards = [Shard(number, 10 * number, 10) for number in (3, 0, 1)]
    >>> [shard.number for shard in contiguous_prefix(shards)]
    [0, 1]
    """
    in_order = sorted(finished, key=lambda shard: shard.number)
    return [shard for place, shard in enumerate(in_order) if shard.number == place]


def _provenance(
    run: RunDirectory,
    scenario_name: str,
    experiment: Experiment,
    finished: int,
    counted: Sequence[Shard],
) -> Provenance:
    rules = experiment.rules
    sessions = sum(shard.sessions for shard in counted)
    return Provenance(
        identity=run.identity.digest,
        scenario=scenario_name,
        profile=rules.profile,
        players=rules.players,
        seed=experiment.seed,
        seating=experiment.seating,
        lineup=tuple(
            SeatedPlayer(name=player.name, policy=player.policy.label)
            for player in experiment.lineup
        ),
        stakes=tuple(
            Stake(contract=row.name, target=row.target, made=row.made, failed=row.failed)
            for row in rules.ladder
        ),
        deals_per_session=rules.deals_per_session,
        sessions=sessions,
        deals=sessions * rules.deals_per_session,
        shards_planned=len(run.plan),
        shards_used=len(counted),
        shards_missing=len(run.plan) - finished,
        shards_beyond_gap=finished - len(counted),
        level=LEVEL,
    )


def tables_of(total: PartialTables, experiment: Experiment, provenance: Provenance) -> Tables:
    """Derive every table from the totals of an experiment.

    Parameters
    ----------
    total : PartialTables
        Of all counted shards.
    experiment : Experiment
        What was sampled.
    provenance : Provenance
        Goes with the tables; its level is that of the intervals.

    Raises
    ------
    ValueError
        If the totals do not hold the number of sessions and deals that the provenance says.
    """
    level, sums, ladder = provenance.level, total.sums, experiment.rules.ladder
    facts = facts_of(total.census, Dimension(experiment.rules))
    sessions = Moments.of(sums, "player").sessions
    if (sessions, facts.deals) != (provenance.sessions, provenance.deals):
        raise ValueError(
            f"{sessions} sessions and {facts.deals} deals were counted, "
            f"not {provenance.sessions} and {provenance.deals}"
        )
    frames = {
        "overview": contract_tables.overview(facts, ladder, level),
        "contracts": contract_tables.contracts(facts, experiment, level),
        "contracts_by_position": contract_tables.contracts_by_position(facts, experiment, level),
        "contracts_by_player": contract_tables.contracts_by_player(facts, experiment, level),
        "contracts_by_policy": contract_tables.contracts_by_policy(facts, experiment, level),
        "calls_by_position": call_tables.calls_by_position(facts, experiment, level),
        "calls_by_position_given_bid": call_tables.calls_by_position_given_bid(
            facts, experiment, level
        ),
        "calls_by_player": call_tables.calls_by_player(facts, experiment, level),
        "tricks": contract_tables.tricks(facts, experiment, level),
        "expectation_by_position": expectation_tables.expectation_by_position(
            facts, sums, experiment, level
        ),
        "expectation_by_player": expectation_tables.expectation_by_player(
            facts, sums, experiment, level
        ),
        "expectation_by_policy": expectation_tables.expectation_by_policy(
            facts, sums, experiment, level
        ),
        "balances": balance_tables.balances(sums, experiment),
        "balance_summary": balance_tables.balance_summary(sums, experiment, level),
        "win_share_by_policy": expectation_tables.win_share_by_policy(sums, experiment, level),
    }
    return Tables(provenance=provenance, **_conforming(frames))


def _conforming(frames: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    return {name: TABLE_SCHEMAS[name].conform(frame) for name, frame in frames.items()}

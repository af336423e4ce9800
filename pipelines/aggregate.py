"""From a run's shards to its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from pipelines import (
    act_tables,
    balance_tables,
    call_tables,
    chip_tables,
    contract_tables,
    convergence_tables,
    example_tables,
    expectation_tables,
    path_tables,
)
from pipelines.acts import names_of_acts
from pipelines.adding_job import total_by_crew
from pipelines.audit.table import audit_table
from pipelines.condition import stated_condition
from pipelines.double_dummy import tables as solved_tables
from pipelines.hand_tables import hands, has_hands
from pipelines.intervals import LEVEL
from pipelines.partials import total_of_shards
from pipelines.precision.reaching import asked_of, standing_of
from pipelines.precision.targets import Target
from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_files import write_tables
from pipelines.tables import Provenance, SeatedPlayer, Stake, Tables
from pipelines.totals import Totals
from sim.double_dummy import SolvedShare
from sim.errors import UserError
from sim.game.options import SINGLE_OPTIONS
from sim.runs.cpus import usable_cpus
from sim.runs.directory import RunDirectory, resume_command
from sim.runs.shards import Shard
from sim.runs.workforce import Workforce
from sim.storage import Folder

__all__ = ["LostCountsError", "aggregate_run", "contiguous_prefix", "tables_of", "tables_so_far"]

Maker = Callable[[Totals], pl.DataFrame]


class LostCountsError(ValueError):
    """Totals that do not hold everything that was to be added up: a fault of the program."""


def aggregate_run(
    directory: Folder | str, *, threads: int | None = None, workforce: Workforce | None = None
) -> Tables:
    """Count a run's finished shards and write its tables.

    Only the shards before the first gap are counted, and none behind those at which the run
    stopped because it was precise enough. `Provenance` says how many these are.

    Parameters
    ----------
    directory : Path, ObjectPath or str
        The run directory.
    threads : int, optional
        How many shards are read at once; all usable CPUs by default.
    workforce : Workforce, optional
        Processes that count and add up instead of threads of this one; the tables are the same.

    Raises
    ------
    UserError
        If there is no run, nothing to count yet, or a shard is damaged or foreign; the message
        names the file.
    RunInterruptedError
        If processes were asked to stop.
    """
    run = RunDirectory.open(directory)
    tables = tables_so_far(run, run.finished_shards(), threads=threads, workforce=workforce)
    write_tables(run.path, tables)
    return tables


def tables_so_far(
    run: RunDirectory,
    finished: Sequence[Shard],
    *,
    threads: int | None = None,
    workforce: Workforce | None = None,
    keep_partials: bool = True,
) -> Tables:
    """Count a run's finished shards, and give its tables without writing them.

    Parameters
    ----------
    run : RunDirectory
    finished : sequence of Shard
        Those that a look has found.
    threads : int, optional
        How many shards are read at once; all usable CPUs by default.
    workforce : Workforce, optional
        Processes that count and add up instead.
    keep_partials : bool
        Whether the counts of shards that are counted now are written down; processes do it.

    Raises
    ------
    UserError
        If there is nothing to count yet, or a shard contradicts itself.
    """
    scenario = run.scenario(to_simulate=False)
    counted = contiguous_prefix(finished)
    if not counted:
        raise UserError(
            f"{run.path}: the first of {run.shards_that_count} shards is not simulated yet, so "
            f"there is nothing to count; go on with: {resume_command(run.path)}"
        )
    if workforce is not None:
        crew = workforce.crew(folder=run.path.absolute(), lock=None, environment={})
        total = total_by_crew(run, counted, scenario.experiment, crew)
    else:
        total = total_of_shards(
            run,
            counted,
            scenario.experiment,
            threads=usable_cpus() if threads is None else threads,
            keep=keep_partials,
        )
    totals = Totals.of(total, scenario.experiment, LEVEL)
    provenance = _provenance(run, scenario.name, totals, len(finished), counted)
    return tables_of(totals, provenance)


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
    totals: Totals,
    finished: int,
    counted: Sequence[Shard],
) -> Provenance:
    rules, experiment = totals.rules, totals.experiment
    sessions = sum(shard.sessions for shard in counted)
    all_deals = sessions * rules.deals_per_session
    options = rules.options
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
            Stake(
                contract=row.name,
                target=row.target,
                made=row.made,
                failed=row.failed,
                judged=row.judged,
            )
            for row in rules.ladder
        ),
        deals_per_session=rules.deals_per_session,
        sessions=sessions,
        deals=totals.facts.deals if rules.may_end_early else all_deals,
        shards_planned=run.shards_that_count,
        shards_used=len(counted),
        shards_missing=run.shards_that_count - finished,
        shards_beyond_gap=finished - len(counted),
        level=totals.level,
        clustered=totals.clustered,
        first_deal=run.plan.deal_numbers[0],
        most_deals=run.plan.deals,
        asked=tuple(asked_of(standing_of(Target.parse(text), totals)) for text in run.until),
        stopped_by_precision=run.stopped_after is not None,
        options={name: options[name] for name in SINGLE_OPTIONS if name != "ladder"},
        given=stated_condition(totals),
        solve=run.solve.written,
    )


def tables_of(totals: Totals, provenance: Provenance) -> Tables:
    """Derive every table from the totals of an experiment.

    Parameters
    ----------
    totals : Totals
        Of all counted shards.
    provenance : Provenance
        Goes with the tables.

    Raises
    ------
    LostCountsError
        If the totals do not hold the number of sessions, solved sessions and deals that the
        provenance says.
    """
    counted = (totals.sessions, totals.facts.deals, solved_tables.solved_sessions(totals))
    expected = (provenance.sessions, provenance.deals, _solved_sessions(provenance))
    if counted != expected:
        raise LostCountsError(_lost(counted, expected))
    frames = {name: make(totals) for name, make in _makers(totals).items()}
    frames["audit"] = audit_table(totals, provenance.deal_numbers)
    if not totals.rules.may_end_early:
        frames = {name: frame.drop("player_deals", strict=False) for name, frame in frames.items()}
    conforming = {name: TABLE_SCHEMAS[name].conform(frame) for name, frame in frames.items()}
    return Tables(provenance=provenance, **conforming)


def _lost(counted: tuple[int, int, int], expected: tuple[int, int, int]) -> str:
    """Say what is missing; sessions that should be solved are named only where there are any."""
    if counted[2] == expected[2] == 0:
        said = "{} sessions and {} deals were counted, not {} and {}"
        return said.format(*counted[:2], *expected[:2])
    said = "{} sessions, {} deals and {} solved sessions were counted, not {}, {} and {}"
    return said.format(*counted, *expected)


def _solved_sessions(provenance: Provenance) -> int:
    """Return how many sessions must have been solved."""
    first = provenance.first_deal // provenance.deals_per_session
    return SolvedShare.of(provenance.solve).count(first, provenance.sessions)


def _makers(totals: Totals) -> dict[str, Maker]:
    """Return what makes each table that there is of what was counted."""
    experiment, rules = totals.experiment, totals.rules
    makers: dict[str, Maker] = {
        "overview": contract_tables.overview,
        "contracts": contract_tables.contracts,
        "contracts_by_position": contract_tables.contracts_by_position,
        "contracts_by_player": contract_tables.contracts_by_player,
        "contracts_by_policy": contract_tables.contracts_by_policy,
        "calls_by_position": call_tables.calls_by_position,
        "calls_by_position_given_bid": call_tables.calls_by_position_given_bid,
        "calls_by_player": call_tables.calls_by_player,
        "tricks": contract_tables.tricks,
        "expectation_by_position": expectation_tables.expectation_by_position,
        "expectation_by_player": expectation_tables.expectation_by_player,
        "expectation_by_policy": expectation_tables.expectation_by_policy,
        "balances": balance_tables.balances,
        "balance_summary": balance_tables.balance_summary,
        "win_share_by_policy": expectation_tables.win_share_by_policy,
    }
    if names_of_acts(rules):
        makers["acts_by_position"] = act_tables.acts_by_position
        makers["acts_by_player"] = act_tables.acts_by_player
        makers["success_by_act"] = act_tables.success_by_act
    if rules.exchange_cards:
        makers["exchange_by_position"] = act_tables.exchange_by_position
    if rules.has_pool:
        makers["pool"] = chip_tables.pool
    if experiment.may_revoke:
        makers["revokes_by_position"] = act_tables.revokes_by_position
        makers["revokes_by_player"] = act_tables.revokes_by_player
    if rules.may_end_early:
        makers["session_lengths"] = chip_tables.session_lengths
        makers["players_left"] = chip_tables.players_left
        makers["broke_by_player"] = chip_tables.broke_by_player
    elif rules.may_rebuy:
        makers["rebuys_by_player"] = chip_tables.rebuys_by_player
    if rules.ties == "extra deal":
        makers["extra_deals"] = chip_tables.extra_deals
    if path_tables.followed(totals):
        makers["balances_after"] = path_tables.balances_after
        makers["ruin"] = path_tables.ruin
    if totals.binned:
        makers["convergence"] = convergence_tables.convergence
    if has_hands(experiment):
        makers["hands"] = hands
    if example_tables.are_known(totals):
        makers["examples"] = example_tables.examples
    if solved_tables.are_there(totals):
        makers |= solved_tables.MAKERS
    return makers

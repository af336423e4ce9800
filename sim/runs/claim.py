"""Starting a run in a folder, or going on with the one that is there."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from sim.errors import UserError
from sim.runs.claimed_folder import (
    claimed_folder,
    held_folder,
    see_that_it_is_free,
    write_if_new,
)
from sim.runs.directory import FORMAT, RUN_FILE, RunDirectory, in_short
from sim.runs.files import make_folder, write_whole
from sim.runs.plan import Plan
from sim.runs.policy_files import FOLDER, policy_files, write_policy_files
from sim.runs.shard_files import ALL_FOLDERS
from sim.runs.versions import versions
from sim.scenarios.scenario import Scenario
from sim.storage import Folder

logger = logging.getLogger(__name__)

FOLDERS_WRITTEN: Final = (
    ".",
    FOLDER,
    *ALL_FOLDERS,
    "tables",
    "report",
    "report/figures",
)
"""All folders of a run in which files are written, itself included."""


@contextmanager
def claimed_run(
    path: Folder, scenario: Scenario, *, resume: bool
) -> Iterator[tuple[RunDirectory, int | None]]:
    """Make a folder the run of a scenario, or go on with it, and hold its lock.

    Parameters
    ----------
    path : Folder or ObjectPath
        The folder; made if it is not there.
    scenario : Scenario
        What to simulate, and how many sessions.
    resume : bool
        Whether a run that is there already may be continued. It may also be made longer.

    Yields
    ------
    (RunDirectory, int or None)
        The run, and the descriptor that holds the lock; none in a store.

    Raises
    ------
    UserError
        If the folder holds something else, a run of another identity, one that begins with
        another deal, a longer one, a shorter one by another engine, one as long that keeps the
        outcomes of other shards, one that solves other sessions, or another process is at work on
        it. Nothing is touched then.
    """

    def look() -> RunDirectory | None:
        return _run_to_continue(path, scenario, resume=resume)

    files = policy_files(player.policy for player in scenario.experiment.lineup)
    with claimed_folder(path, look, FOLDERS_WRITTEN) as (before, lock):
        run = _grown(before, scenario) if before else _new(path, scenario)
        if run != before:
            write_whole(path / RUN_FILE, description(run).encode())
        write_policy_files(path, files)
        write_if_new(run.scenario_file, scenario.to_toml())
        for folder in ALL_FOLDERS:
            make_folder(path / folder)
        yield run, lock
        _see_that_it_is_still_a_run(run)


@contextmanager
def held_run(path: Folder) -> Iterator[RunDirectory]:
    """Hold the lock of a run, to make something of it; what killed writers left is removed.

    Parameters
    ----------
    path : Path or ObjectPath
        The run directory.

    Raises
    ------
    UserError
        If it holds no run, or another process is at work on it.
    """
    RunDirectory.open(path)
    with held_folder(path, FOLDERS_WRITTEN, lambda: RunDirectory.open(path)) as (run, _):
        yield run


def _run_to_continue(path: Folder, scenario: Scenario, *, resume: bool) -> RunDirectory | None:
    """Return the run that is there already, or None if the folder is free for a new one."""
    if not (path / RUN_FILE).exists():
        see_that_it_is_free(path, RUN_FILE, "run")
        return None
    if not resume:
        raise UserError(
            f"{path}: holds a run already; go on with it by --resume, or choose another --out",
            again=True,
        )
    run = RunDirectory.open(path)
    differences = run.identity.difference(scenario.experiment.identity)
    if differences:
        raise UserError(
            f"{path}: holds a run of another identity ({in_short(differences)}); "
            "choose another --out"
        )
    if scenario.first_session != run.plan.first_session:
        first = run.plan.deal_numbers[0]
        raise UserError(
            f"{path}: holds a run that begins with deal {first:,}, not with deal "
            f"{scenario.first_deal:,}; go on with it by --first-deal {first}, or choose another "
            "--out"
        )
    if scenario.solve != run.solve:
        raise UserError(
            f"{path}: holds a run with solve = {run.solve}, not {scenario.solve}; write "
            f"solve = {run.solve} into the scenario to go on with it, or choose another --out"
        )
    if scenario.sessions < run.plan.sessions:
        raise UserError(
            f"{path}: holds a run of {run.plan.deals:,} deals, more than {scenario.deals:,}; "
            f"a run can only grow: give --deals {run.plan.deals} or more"
        )
    if scenario.sessions == run.plan.sessions and scenario.outcomes != run.plan.outcomes:
        raise UserError(
            f'{path}: holds a run with outcomes = "{run.plan.outcomes}", not '
            f'"{scenario.outcomes}"; give outcomes = "{run.plan.outcomes}" to go on with it, or '
            f"more --deals than {run.plan.deals}: only what is added can be kept otherwise"
        )
    return run


def _new(path: Folder, scenario: Scenario) -> RunDirectory:
    experiment = scenario.experiment
    plan = Plan.of(
        sessions=scenario.sessions,
        deals_per_session=experiment.rules.deals_per_session,
        outcomes=scenario.outcomes,
        first_session=scenario.first_session,
        by_tenths=bool(scenario.until),
        solve=scenario.solve,
    )
    return RunDirectory(
        path, experiment.identity, plan, versions(), _texts(scenario), solve=scenario.solve
    )


def _see_that_it_is_still_a_run(run: RunDirectory) -> None:
    """Write the description again if somebody removed it: without it no shard would count."""
    file = run.path / RUN_FILE
    if not file.exists():
        logger.warning("%s: was removed meanwhile; it is written again", file)
        write_whole(file, description(run).encode())


def _grown(run: RunDirectory, scenario: Scenario) -> RunDirectory:
    """Return the run as long as the scenario asks; refuse to make it so by another engine.

    Other targets are not reached yet, as far as anybody knows.
    """
    until = _texts(scenario)
    plan = run.plan.grown(
        sessions=scenario.sessions,
        outcomes=scenario.outcomes,
        by_tenths=bool(until),
        solve=run.solve,
    )
    grown = replace(
        run,
        plan=plan,
        until=until,
        stopped_after=run.stopped_after if until == run.until else None,
    )
    if grown != run:
        run.see_that_the_engine_is_the_same()
    return grown


def _texts(scenario: Scenario) -> tuple[str, ...]:
    return tuple(map(str, scenario.until))


def with_stop(run: RunDirectory, stopped_after: int | None) -> RunDirectory:
    """Return the run with so many shards that count, written down in one step.

    Only for who holds the run's lock.

    Parameters
    ----------
    run : RunDirectory
    stopped_after : int or None
        How many shards reached the targets; None if the run goes on.
    """
    if stopped_after == run.stopped_after:
        return run
    stopped = replace(run, stopped_after=stopped_after)
    write_whole(run.path / RUN_FILE, description(stopped).encode())
    return stopped


def description(run: RunDirectory) -> str:
    """Return the content of ``run.json``: no dates, no hosts, the same for the same run."""
    fields: dict[str, Any] = {
        "format": FORMAT,
        "identity": {"digest": run.identity.digest, "fields": run.identity.fields},
        "plan": run.plan.to_json(),
        "versions": dict(run.versions),
    }
    if run.until:
        fields["until"] = list(run.until)
    if run.stopped_after is not None:
        fields["stopped_after"] = run.stopped_after
    if run.solve:
        fields["solve"] = run.solve.written
    return json.dumps(fields, indent=2, sort_keys=True) + "\n"

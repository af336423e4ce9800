"""Starting a run in a folder, or going on with the one that is there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from sim.errors import UserError
from sim.runs.claimed_folder import claimed_folder, see_that_it_is_free, write_if_new
from sim.runs.directory import FORMAT, RUN_FILE, RunDirectory, in_short
from sim.runs.files import make_folder, write_whole
from sim.runs.policy_files import FOLDER, policy_files, write_policy_files
from sim.runs.shard_files import FOLDERS
from sim.runs.shards import Plan
from sim.runs.versions import versions
from sim.scenarios.scenario import Scenario

_FOLDERS: Final = (".", FOLDER, *FOLDERS, "tables", "tables/partial", "report", "report/figures")
"""All folders of a run in which files are written, itself included."""


@contextmanager
def claimed_run(
    path: Path, scenario: Scenario, *, resume: bool
) -> Iterator[tuple[RunDirectory, int]]:
    """Make a folder the run of a scenario, or go on with it, and hold its lock.

    Parameters
    ----------
    path : Path
        The folder; made if it is not there.
    scenario : Scenario
        What to simulate, and how many sessions.
    resume : bool
        Whether a run that is there already may be continued. It may also be made longer.

    Yields
    ------
    (RunDirectory, int)
        The run, and the descriptor that holds the lock.

    Raises
    ------
    UserError
        If the folder holds something else, a run of another identity or a longer one, a shorter
        one by another engine, or another process is at work on it. Nothing is touched then.
    """

    def look() -> RunDirectory | None:
        return _run_to_continue(path, scenario, resume=resume)

    files = policy_files(player.policy for player in scenario.experiment.lineup)
    with claimed_folder(path, look, _FOLDERS) as (before, lock):
        run = _grown(before, scenario) if before else _new(path, scenario)
        if run != before:
            write_whole(path / RUN_FILE, _description(run).encode())
        write_policy_files(path, files)
        write_if_new(run.scenario_file, scenario.to_toml())
        for folder in FOLDERS:
            make_folder(path / folder)
        yield run, lock


def _run_to_continue(path: Path, scenario: Scenario, *, resume: bool) -> RunDirectory | None:
    """Return the run that is there already, or None if the folder is free for a new one."""
    if not (path / RUN_FILE).exists():
        see_that_it_is_free(path, RUN_FILE, "run")
        return None
    if not resume:
        raise UserError(
            f"{path}: holds a run already; go on with it by --resume, or choose another --out"
        )
    run = RunDirectory.open(path)
    differences = run.identity.difference(scenario.experiment.identity)
    if differences:
        raise UserError(
            f"{path}: holds a run of another identity ({in_short(differences)}); "
            "choose another --out"
        )
    if scenario.sessions < run.plan.sessions:
        raise UserError(
            f"{path}: holds a run of {run.plan.deals:,} deals, more than {scenario.deals:,}; "
            f"a run can only grow: give --deals {run.plan.deals} or more"
        )
    return run


def _new(path: Path, scenario: Scenario) -> RunDirectory:
    experiment = scenario.experiment
    plan = Plan.of(
        sessions=scenario.sessions,
        deals_per_session=experiment.rules.deals_per_session,
        by_tenths=bool(scenario.until),
    )
    return RunDirectory(path, experiment.identity, plan, versions(), _texts(scenario))


def _grown(run: RunDirectory, scenario: Scenario) -> RunDirectory:
    """Return the run as long as the scenario asks; refuse to make it so by another engine.

    Other targets are not reached yet, as far as anybody knows.
    """
    until = _texts(scenario)
    grown = replace(
        run,
        plan=run.plan.grown(sessions=scenario.sessions, by_tenths=bool(until)),
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
    write_whole(run.path / RUN_FILE, _description(stopped).encode())
    return stopped


def _description(run: RunDirectory) -> str:
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
    return json.dumps(fields, indent=2, sort_keys=True) + "\n"

"""Starting a run in a folder, or going on with the one that is there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from sim.errors import UserError
from sim.runs.directory import FORMAT, RUN_FILE, RunDirectory, in_short
from sim.runs.files import is_temporary, make_folder, remove_temporaries, write_whole
from sim.runs.policy_files import FOLDER, policy_files, write_policy_files
from sim.runs.run_lock import LOCK_NAME, run_lock
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
    _run_to_continue(path, scenario, resume=resume)
    files = policy_files(player.policy for player in scenario.experiment.lineup)
    make_folder(path)
    with run_lock(path) as lock:
        before = _run_to_continue(path, scenario, resume=resume)
        _remove_temporaries(path)
        run = _grown(before, scenario) if before else _new(path, scenario)
        if run != before:
            write_whole(path / RUN_FILE, _description(run).encode())
        write_policy_files(path, files)
        _write_if_new(run.scenario_file, scenario.to_toml())
        for folder in FOLDERS:
            make_folder(path / folder)
        try:
            yield run, lock
        finally:
            _remove_temporaries(path)  # of writers that were killed meanwhile


def _run_to_continue(path: Path, scenario: Scenario, *, resume: bool) -> RunDirectory | None:
    """Return the run that is there already, or None if the folder is free for a new one."""
    if not (path / RUN_FILE).exists():
        _see_that_it_is_free(path)
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


def _see_that_it_is_free(path: Path) -> None:
    """Refuse a folder that holds anything but what a start that was killed leaves behind."""
    if not path.exists():
        return
    if not path.is_dir():
        raise UserError(f"{path}: is a file; choose a folder for --out")
    for entry in path.iterdir():
        if entry.name != LOCK_NAME and not is_temporary(entry):
            raise UserError(
                f"{path}: is not empty and holds no run (it has {entry.name}, but no {RUN_FILE}); "
                "choose an empty or a new folder for --out"
            )


def _new(path: Path, scenario: Scenario) -> RunDirectory:
    experiment = scenario.experiment
    plan = Plan.of(sessions=scenario.sessions, deals_per_session=experiment.rules.deals_per_session)
    return RunDirectory(path, experiment.identity, plan, versions())


def _grown(run: RunDirectory, scenario: Scenario) -> RunDirectory:
    """Return the run as long as the scenario asks; refuse to make it so by another engine."""
    grown = replace(run, plan=run.plan.grown(sessions=scenario.sessions))
    if grown != run:
        run.see_that_the_engine_is_the_same()
    return grown


def _remove_temporaries(run: Path) -> None:
    for folder in _FOLDERS:
        remove_temporaries(run / folder)


def _write_if_new(path: Path, text: str) -> None:
    content = text.encode()
    if not path.exists() or path.read_bytes() != content:
        write_whole(path, content)


def _description(run: RunDirectory) -> str:
    """Return the content of ``run.json``: no dates, no hosts, the same for the same run."""
    fields = {
        "format": FORMAT,
        "identity": {"digest": run.identity.digest, "fields": run.identity.fields},
        "plan": run.plan.to_json(),
        "versions": dict(run.versions),
    }
    return json.dumps(fields, indent=2, sort_keys=True) + "\n"

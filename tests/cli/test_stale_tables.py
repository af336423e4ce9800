"""Nothing is shown of tables that belong to another run, or to a shorter one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import pipelines
from pipelines.aggregate import aggregate_run
from pipelines.current_tables import tables_as_it_is
from sim.errors import UserError
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.runs.simulate import simulate_run
from tests.crash.runs import scenario

SESSIONS = 500


def simulated(path: Path, sessions: int = SESSIONS, **changes: object) -> RunDirectory:
    return simulate_run(
        path, scenario(sessions=sessions, **changes), workforce=LocalProcesses(1), resume=True
    ).run


def test_tables_of_the_run_as_it_is_are_taken(tmp_path: Path) -> None:
    run = simulated(tmp_path / "run")
    made = aggregate_run(run.path)
    assert tables_as_it_is(run).provenance == made.provenance


def test_tables_from_before_the_run_grew_are_refused(tmp_path: Path) -> None:
    aggregate_run(simulated(tmp_path / "run").path)
    grown = simulated(tmp_path / "run", sessions=2 * SESSIONS)
    with pytest.raises(UserError, match="make the tables again: nap aggregate"):
        tables_as_it_is(grown)
    with pytest.raises(UserError, match="make the tables again: nap aggregate"):
        pipelines.load(grown.path)


def test_tables_of_another_run_are_refused(tmp_path: Path) -> None:
    aggregate_run(simulated(tmp_path / "other", seed=7).path)
    run = simulated(tmp_path / "run")
    shutil.copytree(tmp_path / "other" / "tables", run.tables)
    with pytest.raises(UserError, match="was made of another run"):
        tables_as_it_is(run)

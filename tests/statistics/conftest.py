"""The runs with options, made once for all tests of their tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.aggregate import aggregate_run
from pipelines.table_files import load_tables
from tests.statistics.option_cases import CASES, SESSIONS, Case, Made
from tests.statistics.synthetic_run import synthetic_run


class Runs(dict[str, Made]):
    """The runs made so far, by the name of their case."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def of(self, case: Case) -> Made:
        """The run of a case; it is made when it is asked for first."""
        if case.name not in self:
            run = self.folder / case.name
            chosen = case.experiment
            sessions = synthetic_run(run, chosen, SESSIONS)
            aggregate_run(run)
            self[case.name] = Made(case, chosen, sessions, load_tables(run))
        return self[case.name]


@pytest.fixture(scope="session")
def runs(tmp_path_factory) -> Runs:
    return Runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def made(request, runs) -> Made:
    return runs.of(request.param)

"""The runs with options, made once for all tests of their tables."""

from __future__ import annotations

import pytest

from pipelines.aggregate import aggregate_run
from pipelines.table_files import load_tables
from tests.statistics.option_cases import CASES, SESSIONS, Made
from tests.statistics.synthetic_run import synthetic_run


@pytest.fixture(scope="session", params=CASES, ids=lambda case: case.name)
def made(request, tmp_path_factory) -> Made:
    chosen = request.param.experiment
    run = tmp_path_factory.mktemp("run") / "run"
    sessions = synthetic_run(run, chosen, SESSIONS)
    aggregate_run(run)
    return Made(request.param, chosen, sessions, load_tables(run))

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from pipelines.table_files import write_tables
from pipelines.tables import Tables
from reports.figures import all_charts
from reports.page import render_page
from tests.reports.invented_run import CONTRACTS, POLICIES, Invented
from tests.reports.tables_builder import build_tables

HOSTILE_NAMES = (
    "<b>Ada</b> & Söhne, a name that is much longer than anybody needs",
    '" onload="alert(1)',
    "$x^2$ and $y_1$",
    "Б",
    "{{ 7*7 }}",
    "漢字",
    "--",
)

RUNS = {
    "usual": Invented(),
    "three players": Invented(players=3, sessions=2_000),
    "seven players": Invented(players=7, sessions=2_000, policies=POLICIES),
    "one session": Invented(players=3, sessions=1),
    "nap never bid": Invented(sessions=100, never_bid=("nap", "wellington")),
    "nap always made": Invented(sessions=3_000, always={"nap": True}),
    "nap never made": Invented(sessions=3_000, always={"nap": False}),
    "hostile names": Invented(players=7, sessions=50, names=HOSTILE_NAMES, policies=POLICIES),
    "incomplete": Invented(sessions=200, missing=3),
    "uneven stakes": Invented(
        sessions=2_000,
        stakes={"three": (3, 3), "four": (4, 4), "nap": (10, 5), "wellington": (10, 20)},
    ),
    "nothing at stake": Invented(
        players=3,
        sessions=300,
        policies=POLICIES,
        stakes={"three": (3, 3), "four": (0, 0), "nap": (0, 0), "wellington": (10, 10)},
    ),
    "all for nothing": Invented(
        players=3, sessions=20, stakes=dict.fromkeys(CONTRACTS, (0, 0)), seed=11
    ),
}


@lru_cache
def tables_of(name: str) -> Tables:
    return build_tables(RUNS[name])


@lru_cache
def page_of(name: str) -> str:
    return render_page(tables_of(name), all_charts(tables_of(name)), {"numpy": "2.0.0"})


TYPICAL = ("usual", "seven players", "one session", "nap never bid", "hostile names")
"""Runs that every page and every figure is tried on."""


@pytest.fixture(params=TYPICAL)
def run_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def tables(run_name: str) -> Tables:
    return tables_of(run_name)


@pytest.fixture
def run_directory(tmp_path: Path) -> Callable[[str], Path]:
    """Write a run's tables and record, as `nap aggregate` leaves them."""

    def write(name: str) -> Path:
        run = tmp_path / name.replace(" ", "-")
        run.mkdir()
        write_tables(run, tables_of(name))
        (run / "run.json").write_text(json.dumps({"versions": {"numpy": "2.0.0"}}))
        return run

    return write

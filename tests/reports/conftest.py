from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from pipelines.table_files import write_tables
from pipelines.tables import Tables
from reports.chart import Chart
from reports.figures import all_charts
from reports.page import AUDIT, render_pages
from reports.questions import QUESTIONS
from reports.record import RunRecord
from tests.reports.invented_run import CONTRACTS, POLICIES, Invented
from tests.reports.tables_builder import Ruled, build_ruled, build_tables, invented_record

HOSTILE_NAMES = (
    "<b>Ada</b> & Söhne, a name that is much longer than anybody needs",
    '" onload="alert(1)',
    "$x^2$ and $y_1$",
    "Б",
    "{{ 7*7 }}",
    "漢字",
    "--",
)

TWO_POLICIES = ("random", "counting:bold", *("random",) * 5)

RUNS: dict[str, Invented | Ruled] = {
    "usual": Invented(solve_every=10),
    "three players": Invented(players=3, sessions=2_000),
    "seven players": Invented(players=7, sessions=2_000, policies=POLICIES),
    "one session": Invented(players=3, sessions=1),
    "one deal": Ruled(profile="basic", players=4, sessions=1, options={"deals_per_session": 1}),
    "nap never bid": Invented(sessions=100, never_bid=("nap", "wellington")),
    "nap always made": Invented(sessions=3_000, always={"nap": True}),
    "nap never made": Invented(sessions=3_000, always={"nap": False}),
    "hostile names": Invented(
        players=7, sessions=50, names=HOSTILE_NAMES, policies=POLICIES, solve_every=2
    ),
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
    "hoyle at six": Ruled(profile="hoyle", players=6),
    "full ladder with float": Ruled(
        profile="pub", players=7, options={"float": True, "chips": 0}, policies=TWO_POLICIES
    ),
    "seven cards": Ruled(profile="seven-card", players=4),
    "bonaparte": Ruled(profile="bonaparte", players=3, sessions=40),
    "two": Ruled(profile="two", players=3, sessions=40),
    "pool": Ruled(profile="pool", players=4),
    "pool that stays": Ruled(profile="pool", players=3, options={"pool_end": "stay"}),
    "exchange": Ruled(profile="ecarte", players=4),
    "buy": Ruled(profile="buy", players=4),
    "peep": Ruled(profile="peep", players=4),
    "extra hand": Ruled(profile="sir-garnet", players=4),
    "traditional": Ruled(profile="traditional", players=4),
    "evening": Ruled(profile="pub", players=4, options={"chips": 30}),
    "long purses": Ruled(profile="pub", players=3, sessions=30, options={"chips": 10_000}),
    "rebuy": Ruled(profile="hoyle", players=4, options={"chips": 15, "when_broke": "rebuy"}),
    "revokes": Ruled(profile="basic", players=4, revoke_rates=(0.3, 0.0, 0.05)),
    "everything": Ruled(
        profile="pub",
        players=7,
        options={
            "float": True,
            "peep": True,
            "sir_garnet": True,
            "exchange_cards": 3,
            "pool_ante": 1,
            "chips": 60,
            "joker": True,
        },
        policies=TWO_POLICIES,
        revoke_rates=(0.2,),
    ),
}


@lru_cache
def built(name: str) -> tuple[Tables, RunRecord]:
    run = RUNS[name]
    if isinstance(run, Ruled):
        return build_ruled(run)
    return build_tables(run), invented_record(run)


def tables_of(name: str) -> Tables:
    return built(name)[0]


@lru_cache
def charts_of(name: str) -> tuple[Chart, ...]:
    """Return the figures of a run; what is drawn of them once is kept in them."""
    return all_charts(tables_of(name))


@lru_cache
def pages_of(name: str) -> dict[str, str]:
    """Return the pages of a run's report by the names of their files."""
    tables, record = built(name)
    return render_pages(tables, charts_of(name), record)


def page_of(name: str, page: str = "success.html") -> str:
    return pages_of(name)[page]


@pytest.fixture(scope="module", autouse=True)
def forgotten_with_its_file(request: pytest.FixtureRequest) -> Iterator[None]:
    """What is kept for the tests of a file ends with them, or memory would grow with the files."""
    yield
    of_the_file = vars(request.module).values()
    for kept in (charts_of, pages_of, *(each for each in of_the_file if callable(each))):
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


TYPICAL = (
    "usual",
    "one session",
    "nap never bid",
    "hostile names",
    "hoyle at six",
    "everything",
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("seven cards", "evening", "rebuy")),
)
"""Runs that every page and every figure is tried on."""


@pytest.fixture(params=TYPICAL)
def run_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=("index.html", *(question.file for question in QUESTIONS), AUDIT))
def page_name(request: pytest.FixtureRequest) -> str:
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
        tables, record = built(name)
        write_tables(run, tables)
        (run / "run.json").write_text(json.dumps(_run_json(record)))
        return run

    return write


def _run_json(record: RunRecord) -> dict[str, object]:
    """Return what of ``run.json`` a report reads."""
    players = [{"revoke_rate": rate} for rate in record.revoke_rates]
    fields = {"rules": {"contracts": record.contracts}, "players": players}
    return {"versions": record.versions, "identity": {"fields": fields}}

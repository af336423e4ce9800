"""Runs that solve some of their sessions: which, however they come about, what is refused."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.aggregate import aggregate_run
from pipelines.schemas.perfect import PERFECT
from pipelines.tables import Tables
from pipelines.worker_counting import WorkerCounting
from sim.double_dummy import SOLVE_NONE, SolvedShare
from sim.errors import UserError
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory
from sim.runs.kept_outcomes import KEEP_NONE
from sim.runs.merge import merge_runs
from sim.runs.simulate import simulate_run
from sim.scenarios.scenario import Scenario, load_scenario
from tests.crash.in_process import InThisProcess
from tests.crash.runs import contents
from tests.crash.runs import scenario as scenario_without

SESSIONS = 14_000
"""Three shards, of 6,250 sessions and of 1,500: 112,000 deals …"""
SHARE = 0.002
"""… of which 224 are solved."""


def scenario(sessions: int = SESSIONS, *, share: object = SHARE, first: int = 0) -> Scenario:
    wanted = scenario_without(sessions=sessions, first_session=first)
    return replace(wanted, solve=SolvedShare.of(share))


def simulated(path: Path, wanted: Scenario, *, resume: bool = False) -> RunDirectory:
    counting = WorkerCounting(wanted.experiment, wanted.solve)
    done = simulate_run(path, wanted, workforce=InThisProcess(), counting=counting, resume=resume)
    return done.run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    return simulated(tmp_path_factory.mktemp("solved") / "run", scenario())


@pytest.fixture(scope="module")
def tables(run: RunDirectory) -> Tables:
    return aggregate_run(run.path)


def solved(tables: Tables) -> dict[str, pl.DataFrame]:
    return {schema.name: tables.frames()[schema.name] for schema in PERFECT}


def same(one: Tables, other: Tables) -> bool:
    mine, theirs = solved(one), solved(other)
    return all(mine[name].equals(theirs[name]) for name in mine)


# --- which sessions are solved


@given(
    st.fractions(min_value=0, max_value=1, max_denominator=10**6),
    st.integers(0, 10**12),
    st.integers(0, 300),
)
def test_a_sessions_number_alone_tells_whether_it_is_solved(
    share: Fraction, first: int, sessions: int
) -> None:
    """The law that the documentation states, session by session, in exact fractions."""
    chosen = SolvedShare(share)
    expected = [
        session
        for session in range(first, first + sessions)
        if (session + 1) * share // 1 > session * share // 1
    ]
    assert chosen.sessions(first, sessions).tolist() == expected
    assert chosen.count(first, sessions) == len(expected)


def test_what_is_meant_is_the_decimal_number_that_is_written() -> None:
    """0.1 as a binary fraction lies above a tenth: it would solve a session too early some day."""
    assert SolvedShare.of(0.1).share == Fraction(1, 10)
    assert [SolvedShare.of(written) for written in (True, 1, 1.0)] == [SolvedShare(Fraction(1))] * 3
    assert [SolvedShare.of(written) for written in (False, 0, 0.0)] == [SOLVE_NONE] * 3


@pytest.mark.parametrize("share", [True, 0.01, 1e-5, False])
def test_the_scenario_in_full_says_it(share: object, tmp_path: Path) -> None:
    wanted = scenario(share=share)
    file = tmp_path / "scenario.toml"
    file.write_text(wanted.to_toml())
    assert load_scenario(file).solve == wanted.solve
    assert ("solve" in file.read_text()) == bool(wanted.solve)


@pytest.mark.parametrize("written", ["2", "-0.5", "nan", '"all"', "1e-20", "[0.1]"])
def test_anything_else_is_a_mistake(written: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        f'profile = "basic"\nplayers = 3\npolicy = "random"\ndeals = 8\nsolve = {written}\n'
    )
    with pytest.raises(
        UserError, match=r"wrong.toml:5: solve: .* allowed: true, false, or a share"
    ):
        load_scenario(file)


# --- however the run comes about


def test_nothing_else_changes(run: RunDirectory, tables: Tables, tmp_path: Path) -> None:
    """All other tables, but for lines that the audit has more; the identity; the rows."""
    plain = simulated(tmp_path / "plain", scenario(share=False))
    assert plain.identity == run.identity
    without, frames = aggregate_run(plain.path).frames(), tables.frames()
    assert frames.keys() - without.keys() == solved(tables).keys()
    assert all(frames[name].equals(frame) for name, frame in without.items() if name != "audit")
    assert tables.audit is not None and tables.audit["sound"].all()
    for folder in ("deals", "sessions"):
        assert contents(plain.path / folder) == contents(run.path / folder)
    assert "solve" not in json.loads((plain.path / "run.json").read_text())
    assert json.loads((run.path / "run.json").read_text())["solve"] == SHARE


def test_counted_again_of_the_rows_or_without_any(
    run: RunDirectory, tables: Tables, tmp_path: Path
) -> None:
    """Counts that are gone are made again, byte for byte; and rows need not be kept."""
    before = contents(run.path / "counts")
    for file in (run.path / "counts").iterdir():
        file.unlink()
    assert same(aggregate_run(run.path, threads=2), tables)
    assert contents(run.path / "counts") == before
    without = simulated(tmp_path / "none", replace(scenario(), outcomes=KEEP_NONE))
    assert same(aggregate_run(without.path), tables)


def test_grown_and_joined(tables: Tables, tmp_path: Path) -> None:
    """Cut otherwise: the same deals are solved, and the same tables come out."""
    grown = simulated(tmp_path / "grown", scenario(6_900))
    simulated(grown.path, scenario(), resume=True)
    assert same(aggregate_run(grown.path), tables)
    there = simulated(tmp_path / "there", scenario(SESSIONS - 6_900, first=6_900))
    here = simulated(tmp_path / "here", scenario(6_900))
    joined = merge_runs([there.path, here.path], tmp_path / "joined")
    assert joined.solve == RunDirectory.open(joined.path).solve == here.solve
    assert joined.scenario().solve == here.solve
    assert same(aggregate_run(joined.path), tables)


@pytest.mark.slow
def test_by_processes(tables: Tables, tmp_path: Path) -> None:
    wanted = scenario()
    counting = WorkerCounting(wanted.experiment, wanted.solve)
    done = simulate_run(tmp_path, wanted, workforce=LocalProcesses(2), counting=counting)
    assert same(aggregate_run(done.run.path), tables)


def test_what_is_sent_to_workers_says_it() -> None:
    counting = WorkerCounting(scenario().experiment, SolvedShare.of(0.1))
    assert pickle.loads(pickle.dumps(counting)).solve == SolvedShare.of(0.1)


# --- what is refused


@pytest.mark.parametrize("share", [False, 0.003])
def test_a_run_goes_on_with_its_own_share(run: RunDirectory, share: object) -> None:
    before = contents(run.path)
    for sessions in (SESSIONS, 2 * SESSIONS):
        with pytest.raises(UserError, match=r"solve = 0\.002, not"):
            simulated(run.path, scenario(sessions, share=share), resume=True)
    assert contents(run.path) == before


def test_other_shares_are_not_joined(run: RunDirectory, tmp_path: Path) -> None:
    there = simulated(tmp_path / "there", scenario(100, share=False, first=SESSIONS))
    with pytest.raises(UserError, match=r"solve = 0\.002 and solve = false; only runs that solve"):
        merge_runs([run.path, there.path], tmp_path / "joined")
    assert not (tmp_path / "joined").exists()

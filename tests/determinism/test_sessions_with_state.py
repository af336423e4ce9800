"""Sessions whose deals depend on each other are pure functions of their number all the same.

Chips, pool, pack and extra deals pass from deal to deal; none of it may pass from session to
session, whichever sessions are simulated beside, before or after.

Faults of this kind elsewhere: another batch size gives other samples (tsim 104), the seed belongs
to the worker (RocketPy 1053), the determinism test passes only because things travel by fork
(RocketPy 1076).
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest

from sim.engine.block import LANES
from sim.experiment import Player
from sim.outcomes import simulate_shard
from sim.policies import make_policy
from sim.records import play_sessions
from sim.runs.crew import LocalProcesses
from sim.runs.simulate import simulate_run
from sim.runs.worker_process import StartMethod
from sim.scenarios.scenario import Scenario
from sim.simulation import Outcomes, simulate_sessions
from tests.crash.runs import contents
from tests.determinism.comparing import same
from tests.determinism.tables_with_state import TABLES, experiment_of

SESSIONS = 260
"""More than two blocks for every player who may deal first."""


def first_session_of(name: str, where: str) -> int:
    """The session that a range begins with: the first one, or so that it ends with the last."""
    per_session = experiment_of(name).rules.deals_per_session
    return 0 if where == "the first" else 2**64 // per_session - SESSIONS


@cache
def whole(name: str, first_session: int) -> Outcomes:
    return simulate_sessions(experiment_of(name), first_session, SESSIONS)


@pytest.fixture(scope="module", params=TABLES)
def name(request: pytest.FixtureRequest) -> str:
    """Each table in turn."""
    table: str = request.param
    return table


@pytest.fixture(params=["the first", "the last"])
def all_together(request: pytest.FixtureRequest, name: str) -> Outcomes:
    """All sessions of a range, simulated in one go."""
    return whole(name, first_session_of(name, request.param))


# What is carried over at all ---------------------------------------------------------------------


@pytest.mark.parametrize(("table", "ties"), [("pub", 10), ("everything", 3)])
def test_players_leave_and_ties_are_broken(table: str, ties: int) -> None:
    outcomes = whole(table, 0)
    assert outcomes.ties is not None
    assert (outcomes.present < TABLES[table].players).any(axis=1).sum() > 20
    assert (outcomes.ties.extra_deals > 0).sum() >= ties


@pytest.mark.parametrize("table", ["pool", "ecarte", "peep", "rebuy", "everything"])
def test_pools_grow_and_are_won(table: str) -> None:
    pools = whole(table, 0).kept.pools
    assert (pools[:, -1, 1] > pools[:, 0, 1]).sum() > 20
    assert (pools[:, 1:, 0] > 0).any(axis=1).sum() > 10


def test_stacks_are_bought() -> None:
    assert (whole("rebuy", 0).buys > 0).any(axis=1).sum() > 20


def test_the_cards_depend_on_the_play_before() -> None:
    """With other players the first deals of the sessions are the same, the last ones are not."""
    experiment = experiment_of("traditional")
    lineup = tuple(Player(f"player {place}", make_policy("random")) for place in range(4))
    record = play_sessions(experiment, 0, SESSIONS)
    other = play_sessions(replace(experiment, lineup=lineup), 0, SESSIONS)
    moved = (record.hands != other.hands).any(axis=1).reshape(SESSIONS, -1)
    assert not moved[:, 0].any()
    assert moved[:, -1].mean() > 0.9


# Any cut of a range ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, LANES - 1, LANES, LANES + 1])
def test_pieces_of_one_size_are_the_whole(size: int, name: str, all_together: Outcomes) -> None:
    """The last pieces first; pieces of one session are those from a third of the range on."""
    first = all_together.first_session
    starts = range(0, SESSIONS - size + 1, size)[:: -1 if size > 1 else -3]
    for start in starts:
        piece = simulate_sessions(experiment_of(name), first + start, size)
        assert same(piece, all_together, slice(start, start + size)), start


@pytest.mark.parametrize("session", [0, 1, 97, SESSIONS - 1])
def test_a_session_does_not_depend_on_those_beside_it(session: int, name: str) -> None:
    """Alone it fills all lanes of its block; else it is first, last, or somewhere among others."""
    expected = whole(name, 0)
    for before, after in [(0, 0), (0, 1), (1, 0), (0, 200), (session, 0), (session // 2, 50)]:
        first = max(0, session - before)
        last = min(SESSIONS, session + 1 + after)
        beside = simulate_sessions(experiment_of(name), first, last - first)
        assert same(beside, expected, slice(first, last)), (before, after)


def test_rows_of_pieces_are_the_rows_of_the_whole(name: str) -> None:
    """Deals and sessions as they are written to files, in pieces of 100."""
    experiment = experiment_of(name)
    starts = range(0, SESSIONS, 100)
    pieces = [simulate_shard(experiment, start, min(100, SESSIONS - start)) for start in starts]
    for together, *parts in zip(simulate_shard(experiment, 0, SESSIONS), *pieces, strict=True):
        assert pa.concat_tables(parts).to_pylist() == together.to_pylist()


def test_a_session_with_its_acts_is_the_same(name: str, all_together: Outcomes) -> None:
    """Replayed alone, as for a transcript."""
    first = all_together.first_session
    for session in (0, 63, 64, SESSIONS - 1):
        record = play_sessions(experiment_of(name), first + session, 1)
        assert same(record.outcomes, all_together, slice(session, session + 1))


# The surroundings --------------------------------------------------------------------------------


def test_the_order_of_ranges_changes_nothing(name: str) -> None:
    """Nothing is left over from what was simulated before, of this table or of another."""
    before = simulate_sessions(experiment_of(name), 100, 70)
    for other in TABLES:
        simulate_sessions(experiment_of(other), 7, 30)
    again = simulate_sessions(experiment_of(name), 100, 70)
    assert same(again, before, slice(0, 70))
    assert same(again, whole(name, 0), slice(100, 170))


def shards_as_bytes() -> list[bytes]:
    """A shard of every table as Arrow IPC."""
    written = []
    for name in TABLES:
        sink = pa.BufferOutputStream()
        for table in simulate_shard(experiment_of(name), 2**40, SESSIONS):
            with pa.ipc.new_stream(sink, table.schema) as writer:
                writer.write_table(table)
        written.append(sink.getvalue().to_pybytes())
    return written


@pytest.mark.parametrize(("method", "hash_seed"), [("spawn", "1"), ("forkserver", "2")])
def test_other_processes_give_the_same_bytes(
    method: str, hash_seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(max_workers=1, mp_context=context) as elsewhere:
        there = elsewhere.submit(shards_as_bytes).result(timeout=240)
    assert there == shards_as_bytes()


def run_of(path: Path, table: str, workers: int, method: StartMethod) -> dict[str, bytes]:
    experiment = experiment_of(table)
    sessions = 100_000 // experiment.rules.deals_per_session
    scenario = Scenario(name="state", experiment=experiment, sessions=sessions)
    simulate_run(path, scenario, workforce=LocalProcesses(workers, method))
    return contents(path)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
@pytest.mark.parametrize("table", ["pub", "ecarte", "traditional"])
def test_workers_change_nothing(table: str, method: StartMethod, tmp_path: Path) -> None:
    """Several shards by one worker, and by two."""
    alone = run_of(tmp_path / "one", table, workers=1, method=method)
    assert sum(name.startswith("deals/") for name in alone) > 1
    assert run_of(tmp_path / "two", table, workers=2, method=method) == alone

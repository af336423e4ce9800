"""A run can be checked against the simulator, row by row.

Runs are written here by the project's own writer, so that every seal is right: a false row in
such a file can only be found by simulating it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipelines.worker_counting import WorkerCounting
from sim.errors import UserError
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.outcomes import simulate_shard
from sim.policies import make_policy
from sim.runs.claim import claimed_run
from sim.runs.directory import RunDirectory
from sim.runs.kept_outcomes import KeptOutcomes
from sim.runs.shard_files import (
    COUNTS,
    DEALS,
    SESSIONS,
    encode_counts,
    encode_shard,
    read_counts,
    write_shard,
)
from sim.runs.shards import Shard
from sim.runs.simulate import simulate_run
from sim.runs.verify import MOST_DIFFERENCES, Verification, verify_run
from sim.scenarios.scenario import Scenario
from tests.crash.in_process import InThisProcess
from tests.determinism.tables_with_state import experiment_of

Tables = dict[str, pa.Table]

DEALS_PER_SESSION = 8
FEW = 200
"""Sessions of a run with one shard: all of them are compared."""
MANY = 7_000
"""Sessions of a run with two shards: some of them are."""


def scenario(sessions: int, seed: int = 1815) -> Scenario:
    """Three players of different policies."""
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy(policy))
        for place, policy in enumerate(("random", "counting", "counting:bold"))
    )
    experiment = Experiment(load_rules("basic", 3), lineup, seating="rotate", seed=seed)
    return Scenario(name="small", experiment=experiment, sessions=sessions)


def untouched(shard: Shard, tables: Tables) -> Tables:
    return tables


def write_run(
    path: Path,
    sessions: int,
    change: Callable[[Shard, Tables], Tables] = untouched,
    experiment: Experiment | None = None,
) -> RunDirectory:
    """Write a run of which some tables have been changed before they were sealed."""
    asked = scenario(sessions)
    if experiment is not None:
        asked = replace(asked, experiment=experiment)
    with claimed_run(path, asked, resume=False) as (run, _):
        for shard in run.plan.shards():
            deals, balances = simulate_shard(asked.experiment, shard.first_session, shard.sessions)
            changed = change(shard, {DEALS: deals, SESSIONS: balances})
            sealed = encode_shard(shard, run.identity.digest, changed[DEALS], changed[SESSIONS])
            write_shard(run.path, sealed)
    return RunDirectory.open(path)


def with_column(table: pa.Table, column: str, values: list[Any]) -> pa.Table:
    """The table with other values in a column, of the same type."""
    field = table.schema.field(column)
    place = table.schema.get_field_index(column)
    return table.set_column(place, field, pa.array(values).cast(field.type))


def falsify(folder: str, column: str, row: int, value: Any) -> Callable[[Shard, Tables], Tables]:
    """Change one value."""

    def change(shard: Shard, tables: Tables) -> Tables:
        values = tables[folder][column].to_pylist()
        assert values[row] != value
        values[row] = value
        return {**tables, folder: with_column(tables[folder], column, values)}

    return change


def test_an_untouched_run_passes(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", MANY)
    assert len(run.finished_shards()) == 2
    found = verify_run(run, deals=2_000, sample_seed=7)
    assert found.differences == ()
    assert (found.sessions, found.deals, found.sample_seed) == (250, 2_000, 7)


FALSE_ROWS = [
    (DEALS, "tricks", 1_000, 9, "deal 1000: tricks is 9 in the file"),
    (DEALS, "auction", 0, "three four nap", "deal 0: auction is 'three four nap' in the file"),
    (DEALS, "trump", 1_599, "stars", "deal 1599: trump is 'stars' in the file"),
    (DEALS, "dealer", 77, 3, "deal 77: dealer is 3 in the file"),
    (DEALS, "deal", 8, 2_000, "deal 8: deal is 2000 in the file"),
    (SESSIONS, "player_0", 0, 1_000, "session 0: player_0 is 1000 in the file"),
    (SESSIONS, "position_2", 199, -999, "session 199: position_2 is -999 in the file"),
    (SESSIONS, "first_dealer", 100, 3, "session 100: first_dealer is 3 in the file"),
]


@pytest.mark.parametrize(
    ("folder", "column", "row", "value", "line"), FALSE_ROWS, ids=[row[1] for row in FALSE_ROWS]
)
def test_one_false_value_is_found(
    folder: str, column: str, row: int, value: Any, line: str, tmp_path: Path
) -> None:
    """In any column of either table; the line says what the file has and what it ought to have."""
    run = write_run(tmp_path / "run", FEW, falsify(folder, column, row, value))
    found = verify_run(run, deals=FEW * DEALS_PER_SESSION)
    assert len(found.differences) == 1
    assert found.differences[0].startswith(line)
    assert found.differences[0].endswith(" when simulated")


FALSE_ROWS_OF_OPTIONS = [
    ("pub", DEALS, "players", 40, 2),
    ("pub", DEALS, "units_3", 500, 77),
    ("pub", SESSIONS, "deals", 10, 1),
    ("pub", SESSIONS, "extra_deals", 10, 20),
    ("ecarte", DEALS, "exchanged_2", 33, 7),
    ("ecarte", DEALS, "pool", 33, -1),
    ("ecarte", SESSIONS, "split", 199, 99),
    ("everything", DEALS, "revoked", 5, 9),
    ("everything", DEALS, "extra_hand", 5, 9),
]


@pytest.mark.parametrize(
    ("table", "folder", "column", "row", "value"),
    FALSE_ROWS_OF_OPTIONS,
    ids=[f"{row[0]}, {row[2]}" for row in FALSE_ROWS_OF_OPTIONS],
)
def test_one_false_value_of_an_option_is_found(
    table: str, folder: str, column: str, row: int, value: int, tmp_path: Path
) -> None:
    """Sessions may have ended before their last deal."""
    experiment = experiment_of(table)
    run = write_run(tmp_path / "run", FEW, falsify(folder, column, row, value), experiment)
    (line,) = verify_run(run, deals=FEW * experiment.rules.deals_per_session).differences
    assert f": {column} is {value} in the file, " in line


@pytest.mark.parametrize("table", ["pub", "ecarte", "everything"])
def test_an_untouched_run_with_options_passes(table: str, tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", FEW, experiment=experiment_of(table))
    (shard,) = run.plan.shards()
    found = verify_run(run, deals=FEW * run.plan.deals_per_session)
    assert found.differences == ()
    assert found.deals == len(pq.read_table(run.file(DEALS, shard)))


def test_a_deal_too_many_is_found(tmp_path: Path) -> None:
    """The last deal of a session that ended early, once more."""

    def once_more(shard: Shard, tables: Tables) -> Tables:
        deals = tables[DEALS]
        per_session = experiment_of("pub").rules.deals_per_session
        numbers = deals["deal"].to_pylist()
        place = next(
            place
            for place, number in enumerate(numbers[:-1])
            if number % per_session < per_session - 1 and numbers[place + 1] != number + 1
        )
        row = with_column(deals.slice(place, 1), "deal", [numbers[place] + 1])
        longer = pa.concat_tables([deals.slice(0, place + 1), row, deals.slice(place + 1)])
        return {**tables, DEALS: longer}

    experiment = experiment_of("pub")
    run = write_run(tmp_path / "run", FEW, once_more, experiment)
    (line,) = verify_run(run, deals=FEW * experiment.rules.deals_per_session).differences
    assert " rows in the file, " in line


def test_a_trick_more_is_found(tmp_path: Path) -> None:
    """The least that can be false: one trick in one of 1,600 deals."""

    def one_more(shard: Shard, tables: Tables) -> Tables:
        tricks = tables[DEALS]["tricks"][500].as_py()
        return falsify(DEALS, "tricks", 500, tricks + 1)(shard, tables)

    found = verify_run(write_run(tmp_path / "run", FEW, one_more), FEW * DEALS_PER_SESSION)
    (line,) = found.differences
    told = line.removeprefix("deal 500: tricks is ").removesuffix(" when simulated")
    in_file, simulated = map(int, told.split(" in the file, "))
    assert in_file == simulated + 1


def test_the_files_of_other_deals_are_found_by_a_small_sample(tmp_path: Path) -> None:
    """Right numbers, right identity, but the cards of another seed. 20 lines are enough."""

    def of_another_seed(shard: Shard, tables: Tables) -> Tables:
        other = scenario(FEW, seed=1816).experiment
        deals, balances = simulate_shard(other, shard.first_session, shard.sessions)
        return {DEALS: deals, SESSIONS: balances}

    found = verify_run(write_run(tmp_path / "run", FEW, of_another_seed), deals=100, sample_seed=1)
    assert len(found.differences) == MOST_DIFFERENCES


def test_a_false_second_shard_is_found(tmp_path: Path) -> None:
    """The sample is drawn from all shards."""

    def no_tricks_in_the_second(shard: Shard, tables: Tables) -> Tables:
        if shard.number == 0:
            return tables
        deals = tables[DEALS]
        return {**tables, DEALS: with_column(deals, "tricks", [0] * len(deals))}

    run = write_run(tmp_path / "run", MANY, no_tricks_in_the_second)
    second = list(run.plan.shards())[1]
    found = verify_run(run, deals=4_000, sample_seed=2)
    assert len(found.differences) == MOST_DIFFERENCES
    for line in found.differences:
        deal = int(line.split()[1].rstrip(":"))
        assert deal >= second.first_session * DEALS_PER_SESSION


def test_the_sample_can_be_drawn_again(tmp_path: Path) -> None:
    """By the number that is told; another number draws another sample."""

    def a_few_impossible_deals(shard: Shard, tables: Tables) -> Tables:
        deals = tables[DEALS]
        tricks = deals["tricks"].to_pylist()
        tricks[::37] = [9] * len(tricks[::37])
        return {**tables, DEALS: with_column(deals, "tricks", tricks)}

    run = write_run(tmp_path / "run", FEW, a_few_impossible_deals)
    drawn_by_the_system = verify_run(run, deals=400)
    assert verify_run(run, 400, drawn_by_the_system.sample_seed) == drawn_by_the_system
    assert verify_run(run, 400, 1).differences != verify_run(run, 400, 2).differences


def test_deals_are_rounded_up_to_sessions_and_down_to_what_is_there(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", FEW)
    assert verify_run(run, deals=9).sessions == 2
    assert verify_run(run, deals=10**9).deals == FEW * DEALS_PER_SESSION


def test_nothing_to_compare_is_no_success(tmp_path: Path) -> None:
    """A run of which no shard is finished."""
    with claimed_run(tmp_path / "run", scenario(FEW), resume=False) as (run, _):
        pass
    with pytest.raises(UserError, match="has no finished shard to compare"):
        verify_run(run, deals=100)


def test_a_damaged_file_is_named_and_not_compared(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", FEW)
    (shard,) = run.plan.shards()
    file = run.file(DEALS, shard)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(UserError, match=f"{file}: "):
        verify_run(run, deals=100)


def test_a_scenario_that_was_edited_is_refused(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", FEW)
    text = run.scenario_file.read_text(encoding="utf-8")
    run.scenario_file.write_text(text.replace("seed = 1815", "seed = 1816"), encoding="utf-8")
    with pytest.raises(UserError, match="seed: 1815 != 1816"):
        verify_run(run, deals=100)


# --- shards without rows


def write_run_without_rows(
    path: Path, outcomes: str = "none", change: Callable[[pa.Table], pa.Table] | None = None
) -> RunDirectory:
    """Write a run of two shards; the counts of the second may be changed before they are sealed."""
    asked = replace(scenario(MANY), outcomes=KeptOutcomes.of(outcomes))
    counting = WorkerCounting(asked.experiment)
    run = simulate_run(path, asked, workforce=InThisProcess(), counting=counting).run
    if change:
        *_, second = run.plan.shards()
        digest = run.identity.digest
        counts = change(read_counts(run.path, second, digest, {}))
        run.file(COUNTS, second).write_bytes(encode_counts(second, digest, counts, {}))
    return run


def verify_all_counts(run: RunDirectory) -> Verification:
    return verify_run(run, MANY * 8, counting=WorkerCounting(run.scenario().experiment))


def test_an_untouched_run_without_rows_passes(tmp_path: Path) -> None:
    found = verify_all_counts(write_run_without_rows(tmp_path / "run"))
    assert found.differences == ()
    assert (found.sessions, found.deals) == (0, 0)
    assert (found.counted_shards, found.counted_deals) == (2, MANY * DEALS_PER_SESSION)


def test_a_shard_without_rows_is_simulated_whole_for_a_single_deal(tmp_path: Path) -> None:
    run = write_run_without_rows(tmp_path / "run")
    counting = WorkerCounting(run.scenario().experiment)
    found = verify_run(run, 1, sample_seed=3, counting=counting)
    assert found.counted_shards == 1
    assert found.counted_deals in (50_000, 6_000)


def test_one_deal_counted_elsewhere_is_found(tmp_path: Path) -> None:
    """The least that can be false: one deal of 6,000 in the row of its neighbour."""

    def misplace_a_deal(counts: pa.Table) -> pa.Table:
        deals = counts["deals"].to_pylist()
        deals[0], deals[1] = deals[0] + 1, deals[1] - 1
        return with_column(counts, "deals", deals)

    run = write_run_without_rows(tmp_path / "run", change=misplace_a_deal)
    differences = verify_all_counts(run).differences
    assert len(differences) == 4
    assert all(line.startswith("shard-000001: table census, dealer_p") for line in differences)
    ends = sorted(line.rpartition(": ")[2] for line in differences)
    assert ends == ["only in the file"] * 2 + ["only when simulated"] * 2


def test_rows_and_counts_are_compared_where_both_are_kept(tmp_path: Path) -> None:
    """The first of two shards keeps its rows; what the second counted is that of no session."""

    def nothing_is_won(counts: pa.Table) -> pa.Table:
        return with_column(counts, "value", [None] * counts.num_rows)

    run = write_run_without_rows(tmp_path / "run", "1 in 2", nothing_is_won)
    counting = WorkerCounting(run.scenario().experiment)
    found = verify_run(run, 400, counting=counting)
    assert (found.sessions, found.counted_shards) == (50, 1)
    assert len(found.differences) == MOST_DIFFERENCES
    assert all(line.startswith("shard-000001: table sessions, ") for line in found.differences)


def test_the_stored_rows_are_those_of_the_simulator(tmp_path: Path) -> None:
    """Read back from the file, types and all: what `verify` takes for granted."""
    run = write_run(tmp_path / "run", FEW)
    (shard,) = run.plan.shards()
    expected = simulate_shard(run.scenario().experiment, 0, FEW)
    for folder, table in zip((DEALS, SESSIONS), expected, strict=True):
        assert pq.read_table(run.file(folder, shard)).equals(table)

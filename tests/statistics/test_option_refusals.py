"""Files of runs with options: whatever contradicts the rules or itself is refused by its name.

A shard is whole and sealed, but one number in it is not what the rules make it. Each of the
mistakes is put into a run that is right without it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.partial_tables import PartialTables
from pipelines.ratio_sums import RatioTotals
from pipelines.session_counts import Counting
from sim.errors import UserError
from sim.experiment import Experiment
from sim.runs.shard_files import encode_shard
from sim.runs.shards import Shard
from tests.statistics.option_cases import CASES
from tests.statistics.synthetic_play import Deal, Session, play_sessions
from tests.statistics.synthetic_run import (
    deals_table,
    experiment,
    sessions_table,
    synthetic_run,
    write_simulated,
)

ROOT = Path(__file__).parents[2]
SESSIONS = 40
EVERYTHING = experiment(
    5,
    profile="hoyle",
    options={
        "ties": "extra deal",
        "pool_ante": 2,
        "exchange_cards": 2,
        "peep": True,
        "float": True,
        "sir_garnet": True,
        "chips": 30,
    },
    revoke_rates=(0.1, 0.05, 0.0, 0.0, 0.1),
)
REBUY = experiment(
    3,
    options={"chips": 5, "when_broke": "rebuy", "ties": "extra deal", "deals_per_session": 2},
)
SITS_OUT = experiment(4, options={"dealer_sits_out": True, "peep": True})
AFTER_NAP = experiment(4, profile="traditional")


@cache
def played(chosen: Experiment) -> list[Session]:
    return play_sessions(chosen, 0, SESSIONS)


def first_deal(chosen: Experiment, like: Any) -> int:
    """Return the row of the first deal that is like this."""
    deals = [deal for session in played(chosen) for deal in session.deals]
    return next(row for row, deal in enumerate(deals) if like(deal))


def first_session(chosen: Experiment, like: Any) -> int:
    return next(row for row, session in enumerate(played(chosen)) if like(session))


@dataclass(frozen=True)
class Spoiled:
    """A column of a run, in which one value is changed.

    Attributes
    ----------
    row : callable
        Which deal or session it is, told by what it is like.
    change : callable
        The wrong value, from the right one.
    complaint : str
        What must be said, after the name of the file.
    """

    column: str
    row: Any
    change: Any
    complaint: str
    chosen: Experiment = EVERYTHING

    @property
    def folder(self) -> str:
        return "deals" if self.column in deals_of(self.chosen).column_names else "sessions"


@cache
def deals_of(chosen: Experiment) -> pa.Table:
    return deals_table(played(chosen), chosen)


@cache
def sessions_of(chosen: Experiment) -> pa.Table:
    return sessions_table(played(chosen), chosen)


def any_deal(deal: Deal) -> bool:
    return True


def any_session(session: Session) -> bool:
    return True


def made_nap(deal: Deal) -> bool:
    return deal.pool_won > 0


def passed_out(deal: Deal) -> bool:
    return deal.contract is None


def one_is_gone(deal: Deal) -> bool:
    return len(deal.present) == 4


def not_first(deal: Deal) -> bool:
    return deal.number % 8 == 3


def more(value: int) -> int:
    return value + 1


def less(value: int) -> int:
    return value - 1


MISTAKES = [
    Spoiled("auction", any_deal, lambda _: "three three pass pass pass", "not legal there"),
    Spoiled("auction", any_deal, lambda _: "pass pass pass pass", "others bid than have chips"),
    Spoiled("auction", any_deal, lambda _: "pass pass", "2 calls; 5 players speak"),
    Spoiled("tricks", passed_out, lambda _: 3, "more tricks than were played"),
    Spoiled("tricks", lambda deal: deal.revoked is not None, lambda _: 5, "more tricks than were"),
    Spoiled("players", any_deal, less, "others have chips than are at the table"),
    Spoiled("dealer", not_first, lambda seat: (seat + 1) % 5, "not this seat's turn to deal"),
    Spoiled("revoked", passed_out, lambda _: 1, "a revoke that cannot be"),
    Spoiled("revoked", any_deal, lambda _: 7, "a revoke that cannot be"),
    Spoiled(
        "revoked", lambda deal: one_is_gone(deal) and deal.contract, lambda _: 4,
        "a revoke by a position without cards",
    ),
    Spoiled("exchanged_1", any_deal, lambda _: 3, "more cards exchanged than allowed"),
    Spoiled("exchanged_4", one_is_gone, lambda _: 1, "exchange by a position without cards"),
    Spoiled(
        "exchanged_1", lambda deal: deal.exchanged.get(deal.present[1]) == 1, more,
        "the pool is not",
    ),
    Spoiled(
        "looked_1", lambda deal: deal.present[1] not in deal.looked, lambda _: True,
        "the pool is not",
    ),
    Spoiled(
        "looked_0", lambda deal: deal.contract and "float" in deal.contract
        and deal.declarer == deal.dealer, lambda _: False, "by one who has not looked at it",
    ),
    Spoiled("peeped_2", any_deal, lambda looked: not looked, "the pool is not"),
    Spoiled("peeped_4", one_is_gone, lambda _: True, "peep by a position without cards"),
    Spoiled("peeped_0", any_deal, lambda _: True, "peep by a position without", SITS_OUT),
    Spoiled("extra_hand", passed_out, lambda _: 2, "extra hand taken by one who did not bid nap"),
    Spoiled("extra_hand", any_deal, lambda _: 9, "extra hand taken by one who did not bid nap"),
    Spoiled("units_2", lambda deal: deal.number % 8 == 7, more, "units that do not follow"),
    Spoiled("units_1", any_deal, lambda _: -100, "pays more chips than he has"),
    Spoiled("pool", passed_out, more, "the pool is not"),
    Spoiled("pool_won", made_nap, less, "the pool is not won as it must be"),
    Spoiled("pool_won", passed_out, more, "the pool is not won as it must be"),
    Spoiled("deal", lambda deal: deal.number == 2, more, "has deal 3 where"),
    Spoiled("player_0", any_session, more, "session 0: units by player are not those"),
    Spoiled("position_3", any_session, less, "session 0: units by position are not those"),
    Spoiled("player_2", any_session, more, "session 0: units by player are not those", AFTER_NAP),
    Spoiled("deals", any_session, lambda _: 9, "says that a session has 9 deals"),
    Spoiled("deals", any_session, lambda _: 0, "says that a session has 0 deals"),
    Spoiled("pool", lambda session: session.pool > 0, less, "units by player|the pool is not"),
    Spoiled("split", lambda session: session.split > 0, less, "the pool is shared out wrongly"),
    Spoiled("won_0", any_session, lambda won: not won, "a player wins|its winners are not"),
    Spoiled(
        "extra_deals", lambda session: session.extra_deals == 0, more,
        "extra deals that its balances do not call for",
    ),
    Spoiled(
        "extra_deals", lambda session: len(session.winners) > 1, lambda _: 19,
        "winners are not those", REBUY,
    ),
    Spoiled(
        "extra_deals", lambda session: session.extra_deals, lambda _: 21,
        "extra deals that its balances", REBUY,
    ),
    Spoiled("rebuys_1", any_session, more, "stacks bought are not those", REBUY),
    Spoiled(
        "rebuys_0", lambda session: session.stacks_bought[session.seat_of_player[0]], less,
        "stacks bought are not those", REBUY,
    ),
]  # fmt: skip


@pytest.fixture(scope="module", params=[EVERYTHING, REBUY, SITS_OUT, AFTER_NAP], ids=lambda _: "")
def whole_run(request, tmp_path_factory) -> tuple[Experiment, Path]:
    path = tmp_path_factory.mktemp("whole") / "run"
    synthetic_run(path, request.param, SESSIONS)
    return request.param, path


def test_the_runs_are_right_before_they_are_spoiled(whole_run):
    chosen, run = whole_run
    assert aggregate_run(run).provenance.identity == chosen.identity.digest


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_the_simulator_writes_contradicts_nothing(case, tmp_path):
    deals = write_simulated(tmp_path / "run", case.experiment, 300)
    provenance = aggregate_run(tmp_path / "run").provenance
    assert (provenance.sessions, provenance.deals) == (300, sum(map(len, deals)))


@pytest.mark.parametrize("spoiled", MISTAKES, ids=lambda spoiled: spoiled.column)
def test_a_file_that_contradicts_the_rules_is_named(spoiled, tmp_path):
    chosen = spoiled.chosen
    synthetic_run(tmp_path / "run", chosen, SESSIONS)
    tables = {"deals": deals_of(chosen), "sessions": sessions_of(chosen)}
    of_deals = spoiled.folder == "deals" and spoiled.row.__code__.co_varnames[0] == "deal"
    folder = "deals" if of_deals else "sessions"
    find = first_deal if of_deals else first_session
    row = find(chosen, spoiled.row)
    tables[folder] = with_one_changed(tables[folder], spoiled.column, row, spoiled.change)
    put_first_shard(tmp_path / "run", chosen, **tables)
    named = folder if spoiled.column != "deals" or "says" in spoiled.complaint else "deals"
    with pytest.raises(UserError, match=rf"{named}/shard-000000.parquet.*({spoiled.complaint})"):
        aggregate_run(tmp_path / "run")


def with_one_changed(table: pa.Table, column: str, row: int, change: Any) -> pa.Table:
    kind = table.schema.field(column).type
    values = table[column].to_pylist()
    values[row] = change(values[row])
    changed = (
        pa.array(values).cast(kind) if pa.types.is_dictionary(kind) else pa.array(values, kind)
    )
    return table.set_column(table.column_names.index(column), column, changed)


def put_first_shard(run: Path, chosen: Experiment, deals: pa.Table, sessions: pa.Table) -> None:
    shard = Shard(0, 0, SESSIONS)
    encoded = encode_shard(shard, chosen.identity.digest, deals, sessions)
    for folder, content in encoded.contents.items():
        (run / folder / shard.file_name).write_bytes(content)


def test_a_session_that_ends_too_early_is_named(tmp_path):
    """Its last deal is missing from both files, and so are its units."""
    synthetic_run(tmp_path / "run", EVERYTHING, SESSIONS)
    shortened = play_sessions(EVERYTHING, 0, SESSIONS)
    place = next(k for k, session in enumerate(shortened) if session.deals[-1].number % 8 == 7)
    del shortened[place].deals[-1]
    session = shortened[place]
    pool = session.deals[-1].pool
    session.split, session.pool = pool // 5, pool % 5
    balances = [session.balance_of_seat(seat) for seat in range(5)]
    session.winners, session.extra_deals = [balances.index(max(balances))], 0
    tables = deals_table(shortened, EVERYTHING), sessions_table(shortened, EVERYTHING)
    put_first_shard(tmp_path / "run", EVERYTHING, *tables)
    with pytest.raises(UserError, match=r"sessions/.*it ends although three players have chips"):
        aggregate_run(tmp_path / "run")


def test_rows_that_are_missing_are_noticed(tmp_path):
    synthetic_run(tmp_path / "run", EVERYTHING, SESSIONS)
    deals = deals_of(EVERYTHING)
    put_first_shard(tmp_path / "run", EVERYTHING, deals.slice(1), sessions_of(EVERYTHING))
    with pytest.raises(
        UserError, match=rf"deals/.* has {len(deals) - 1} rows, but {len(deals)} by"
    ):
        aggregate_run(tmp_path / "run")


@pytest.mark.parametrize("column", ["units_3", "pool", "exchanged_0", "looked_4", "players"])
def test_a_column_that_is_missing_is_named(tmp_path, column):
    synthetic_run(tmp_path / "run", EVERYTHING, SESSIONS)
    deals = deals_of(EVERYTHING).drop_columns([column])
    put_first_shard(tmp_path / "run", EVERYTHING, deals, sessions_of(EVERYTHING))
    with pytest.raises(UserError, match=rf"deals/.* has no column {column}"):
        aggregate_run(tmp_path / "run")


# Counts of such runs -----------------------------------------------------------------------------


def test_counts_are_used_again_and_give_equal_bytes(tmp_path):
    run = tmp_path / "run"
    synthetic_run(run, AFTER_NAP, 7_000)
    aggregate_run(run)
    folder = run / "counts"
    assert len(list(folder.iterdir())) == 2
    first = {path: path.read_bytes() for path in run.rglob("*.*") if path.is_file()}
    written = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    aggregate_run(run, threads=1)
    assert written == {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    (folder / "shard-000000.parquet").write_bytes(b"")
    aggregate_run(run)
    assert first == {path: path.read_bytes() for path in first}


def test_ratios_do_not_depend_on_how_sessions_are_cut_into_parts(tmp_path, monkeypatch):
    run = tmp_path / "run"
    synthetic_run(run, EVERYTHING, SESSIONS)
    whole = aggregate_run(run).frames()
    for path in (run / "counts").iterdir():
        path.unlink()
    monkeypatch.setattr("pipelines.shard_counting._NUMBERS_A_PART", 1)
    in_parts = aggregate_run(run).frames()
    assert all(frame.equals(in_parts[name]) for name, frame in whole.items())


def test_bytes_do_not_depend_on_threads_or_hash_seeds(tmp_path):
    contents = []
    for threads in (1, 2, 4):
        run = tmp_path / str(threads) / "run"
        synthetic_run(run, EVERYTHING, SESSIONS)
        code = f"from pipelines.aggregate import aggregate_run; aggregate_run({str(run)!r})"
        environment = {
            **os.environ,
            "POLARS_MAX_THREADS": str(threads),
            "PYTHONHASHSEED": str(17 * threads),
        }
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=environment)
        files = sorted(path for path in run.rglob("*") if path.is_file())
        contents.append({path.relative_to(run): path.read_bytes() for path in files})
    assert contents[0] == contents[1] == contents[2]


def test_sums_of_ratios_that_64_bits_cannot_hold_are_an_error_not_a_wrong_number():
    units = pa.array([2**31, -(2**31)]).to_numpy()[None]
    totals = RatioTotals(sessions=2)
    with pytest.raises(UserError, match=r"a session moves 2147483648 units.*lower stakes"):
        totals.add(Counting(what="units", who="", y=units, x=0 * units + 8))


def test_nothing_has_no_ratios():
    assert len(PartialTables.nothing().ratios) == 0

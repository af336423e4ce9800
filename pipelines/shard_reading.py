"""Reading one shard of outcomes: two Parquet files, checked, as arrays of small integers.

Speed decides how this is written. For a million deals on one core, PyArrow gives the dictionary
codes of the auctions in 5 ms and NumPy counts them in 3 ms; Polars, which makes a string of every
row, needs 25 ms for that column alone. Columns that follow from others are not read; those that
an option of the rules adds are.
"""

from __future__ import annotations

import shlex
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.outcome_columns import added_deal_columns, added_session_columns
from pipelines.shard_rows import Integers, ShardRows
from sim.errors import UserError
from sim.experiment import Experiment
from sim.runs.directory import SCENARIO_FILE, RunDirectory
from sim.runs.parquet import CHECKSUM_KEY, readable
from sim.runs.shard_files import DEALS, SESSIONS
from sim.runs.shards import Shard
from sim.storage import Folder

__all__ = ["DamagedShardError", "read_shard", "resume_command", "seals_of_shard"]


def resume_command(run: Folder) -> str:
    """Return the command that simulates what a run directory lacks.

    Examples
    --------
    >>> from pathlib import Path
    >>> resume_command(Path("my runs/first"))
    "nap run 'my runs/first/scenario.toml' --out 'my runs/first' --resume"
    """
    return shlex.join(["nap", "run", str(run / SCENARIO_FILE), "--out", str(run), "--resume"])


class DamagedShardError(UserError):
    """A shard whose files are whole, but do not say what they must."""

    def __init__(self, path: Folder, complaint: str) -> None:
        super().__init__(
            f"{path}: {complaint}; no tables were made. Remove {path.name} from deals/ and "
            f"sessions/, and simulate it again: {resume_command(path.parent.parent)}"
        )
        self.path = path


def seals_of_shard(run: RunDirectory, shard: Shard) -> tuple[str, str]:
    """Return the seals of a finished shard's deals and sessions; equal seals mean equal rows."""
    deals_seal, sessions_seal = (
        pq.read_metadata(readable(run.file(folder, shard))).metadata[CHECKSUM_KEY.encode()].decode()
        for folder in (DEALS, SESSIONS)
    )
    return deals_seal, sessions_seal


def read_shard(run: RunDirectory, shard: Shard, experiment: Experiment) -> ShardRows:
    """Read a finished shard: one whose seals have been checked.

    Parameters
    ----------
    run : RunDirectory
        To which it belongs.
    shard : Shard
        What is to be read.
    experiment : Experiment
        What was sampled: its rules tell which columns there are.

    Raises
    ------
    DamagedShardError
        If its rows are not those that the plan says.
    """
    rules = experiment.rules
    deals_path, sessions_path = (run.file(folder, shard) for folder in (DEALS, SESSIONS))
    unit_columns = [f"{who}_{j}" for who in ("player", "position") for j in range(rules.players)]
    of_deals, of_sessions = added_deal_columns(experiment), added_session_columns(experiment)
    numbers = None if rules.may_end_early else _range(shard, rules.deals_per_session)
    if rules.may_end_early:
        of_deals += ("deal", "dealer")
    deals = _read(deals_path, ["auction", "tricks", *of_deals], "deal", numbers)
    sessions = _read(
        sessions_path, ["first_dealer", *unit_columns, *of_sessions], "session", _range(shard, 1)
    )
    units = np.stack([_numbers(sessions[name]) for name in unit_columns])
    auctions, auction = _codes(deals["auction"])
    rows = ShardRows(
        first_session=shard.first_session,
        deals_per_session=rules.deals_per_session,
        first_dealer=_numbers(sessions["first_dealer"]),
        auctions=auctions,
        auction=auction,
        tricks=_numbers(deals["tricks"]),
        hand_size=rules.hand_size,
        player_units=units[: rules.players],
        position_units=units[rules.players :],
        deal_columns={name: _numbers(deals[name]) for name in of_deals},
        session_columns={name: _numbers(sessions[name]) for name in of_sessions},
    )
    if rows.tricks.max() > rules.hand_size:
        raise DamagedShardError(deals_path, f"says {rows.tricks.max()} tricks in a deal")
    if rows.first_dealer.max() >= rules.players:
        raise DamagedShardError(sessions_path, f"says that seat {rows.first_dealer.max()} deals")
    if rules.may_end_early:
        _check_lengths(rows, deals_path, sessions_path)
    return rows


def _range(shard: Shard, rows_a_session: int) -> range:
    """Return the numbers that the rows of a file must bear."""
    first = shard.first_session * rows_a_session
    return range(first, first + shard.sessions * rows_a_session)


def _read(path: Folder, columns: list[str], counter: str, numbers: range | None) -> pa.Table:
    """Return these columns of a file, each in one piece, auctions as codes of a dictionary.

    Parameters
    ----------
    path : Path or ObjectPath
        The file.
    columns : list of str
        What is wanted.
    counter, numbers : str, range
        The column that numbers the rows, and what it must say; None where that is not known yet.
    """
    texts = [name for name in columns if name == "auction"]
    with pq.ParquetFile(readable(path), read_dictionary=texts) as file:
        missing = [name for name in (*columns, counter) if name not in file.schema_arrow.names]
        if missing:
            raise DamagedShardError(path, f"has no column {missing[0]}")
        if numbers is not None:
            _check_numbering(file.metadata, counter, numbers, path)
        table = file.read(columns=columns, use_threads=False)
    return table.unify_dictionaries().combine_chunks()


def _check_numbering(metadata: Any, counter: str, numbers: range, path: Folder) -> None:
    """Check number of rows, lowest and highest number: the seal vouches for what lies between."""
    place = next(
        place
        for place in range(metadata.num_columns)
        if metadata.schema.column(place).path == counter
    )
    groups = [metadata.row_group(group).column(place) for group in range(metadata.num_row_groups)]
    extremes = [group.statistics for group in groups if group.statistics is not None]
    lowest = min((extreme.min for extreme in extremes), default=None)
    highest = max((extreme.max for extreme in extremes), default=None)
    found = (metadata.num_rows, lowest, highest)
    if found != (len(numbers), numbers[0], numbers[-1]):
        raise DamagedShardError(
            path,
            f"has {found[0]} rows, numbered {lowest} to {highest}, "
            f"but {numbers[0]} to {numbers[-1]} by the plan of this run",
        )


def _check_lengths(rows: ShardRows, deals_path: Folder, sessions_path: Folder) -> None:
    """Check that there are as many deals as the sessions say, numbered as these are."""
    lengths = rows.deals_of_session
    if not ((lengths >= 1) & (lengths <= rows.deals_per_session)).all():
        wrong = lengths[(lengths < 1) | (lengths > rows.deals_per_session)][0]
        raise DamagedShardError(sessions_path, f"says that a session has {wrong} deals")
    if len(rows.auction) != len(rows.deal_numbers):
        raise DamagedShardError(
            deals_path,
            f"has {len(rows.auction)} rows, but {len(rows.deal_numbers)} by the sessions beside it",
        )
    wrong_numbers = rows.deal_columns["deal"] != rows.deal_numbers
    if wrong_numbers.any():
        place = int(wrong_numbers.argmax())
        raise DamagedShardError(
            deals_path,
            f"has deal {rows.deal_columns['deal'][place]} where the sessions beside it have deal "
            f"{rows.deal_numbers[place]}",
        )


def _numbers(column: pa.ChunkedArray) -> Integers:
    """Return a column of whole numbers as one array."""
    numbers: Integers = column.to_numpy()
    return numbers


def _codes(column: pa.ChunkedArray) -> tuple[tuple[str, ...], Integers]:
    """Return the distinct texts of a column, and which of them each row has."""
    chunk = column.chunk(0)
    return tuple(chunk.dictionary.to_pylist()), chunk.indices.to_numpy()

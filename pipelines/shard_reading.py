"""One shard of outcomes as arrays of small integers: from its two files, or as it was simulated.

Speed decides how this is written. For a million deals on one core, PyArrow gives the dictionary
codes of the auctions in 5 ms and NumPy counts them in 3 ms; Polars, which makes a string of every
row, needs 25 ms for that column alone. Columns that follow from others are not read; those that
an option of the rules adds are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.dealt.sample import cards_stay
from pipelines.outcome_columns import added_deal_columns, added_session_columns
from pipelines.shard_rows import Integers, ShardRows
from sim.errors import UserError
from sim.experiment import Experiment
from sim.runs.directory import RunDirectory, resume_command
from sim.runs.parquet import footer_of, read_whole
from sim.runs.shard_files import DEALS, FOLDERS, SESSIONS
from sim.runs.shards import Shard
from sim.storage import Folder

__all__ = [
    "ContradictionError",
    "DamagedShardError",
    "ShardContent",
    "read_shard",
    "rows_of_shard",
    "seals_of_shard",
]


class DamagedShardError(UserError):
    """A shard whose files are whole, but do not say what they must."""

    def __init__(self, path: Folder, complaint: str) -> None:
        super().__init__(
            f"{path}: {complaint}; no tables were made. Remove {path.name} from deals/ and "
            f"sessions/, and simulate it again: {resume_command(path.parent.parent)}"
        )
        self.path = path


class ContradictionError(Exception):
    """Rows of a shard that are not those of its plan and its rules.

    Parameters
    ----------
    folder : {"deals", "sessions"}
        Which of its tables.
    complaint : str
        What is wrong with it.
    """

    def __init__(self, folder: str, complaint: str) -> None:
        super().__init__(folder, complaint)
        self.folder = folder
        self.complaint = complaint

    def __str__(self) -> str:
        return f"the table of {self.folder} {self.complaint}"


@dataclass(frozen=True)
class ShardContent:
    """What the files of a shard hold.

    Attributes
    ----------
    rows : ShardRows
        Row by row.
    seals : mapping of str to str
        The seals of the bytes that were read, by folder.
    """

    rows: ShardRows
    seals: Mapping[str, str]


def seals_of_shard(run: RunDirectory, shard: Shard) -> dict[str, str]:
    """Return the seals of a finished shard's deals and sessions; equal seals mean equal rows.

    A file that a look has not seen is opened for its seal.

    Raises
    ------
    DamagedFileError
        If a file says nothing of itself.
    """
    return {
        folder: run.checked.seal(folder, shard) or footer_of(run.file(folder, shard)).checksum
        for folder in FOLDERS
    }


def read_shard(run: RunDirectory, shard: Shard, experiment: Experiment) -> ShardContent:
    """Read a finished shard that keeps its rows; each file is read once, checked, and then parsed.

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
    DamagedFileError
        If a file is not whole.
    DamagedShardError
        If its rows are not those that the plan says.
    """
    wanted = _Wanted.of(shard, experiment)
    paths = {folder: run.file(folder, shard) for folder in FOLDERS}
    whole = {folder: read_whole(path) for folder, path in paths.items()}
    try:
        deals, sessions = (_parsed(whole[each.folder].content, each) for each in wanted)
        rows = _rows(shard, experiment, deals, sessions)
    except ContradictionError as error:
        raise DamagedShardError(paths[error.folder], error.complaint) from None
    return ShardContent(rows, {folder: each.footer.checksum for folder, each in whole.items()})


def rows_of_shard(
    shard: Shard, experiment: Experiment, deals: pa.Table, sessions: pa.Table
) -> ShardRows:
    """Take the rows of a shard, or of a piece of one, as they were simulated.

    Parameters
    ----------
    shard : Shard
        The range that was simulated.
    experiment : Experiment
        What was simulated.
    deals, sessions : pyarrow.Table
        See :func:`sim.outcomes.simulate_shard`.

    Raises
    ------
    ContradictionError
        If they are not those of the shard.
    """
    of_deals, of_sessions = _Wanted.of(shard, experiment)
    return _rows(shard, experiment, _taken(deals, of_deals), _taken(sessions, of_sessions))


@dataclass(frozen=True)
class _Wanted:
    """What is wanted of one of a shard's tables.

    Attributes
    ----------
    folder : str
        Where its file is.
    columns : tuple of str
        Which columns.
    counter, numbers : str, range
        The column that numbers the rows, and what it must say; None where that is not known yet.
    """

    folder: str
    columns: tuple[str, ...]
    counter: str
    numbers: range | None

    @classmethod
    def of(cls, shard: Shard, experiment: Experiment) -> tuple[_Wanted, _Wanted]:
        """Return what is wanted of a shard's deals and of its sessions."""
        rules = experiment.rules
        of_deals: tuple[str, ...] = ("auction", "tricks", *added_deal_columns(experiment))
        if cards_stay(experiment):
            of_deals += ("trump",)
        of_sessions = (
            "first_dealer",
            *_unit_columns(rules.players),
            *added_session_columns(experiment),
        )
        numbers = None if rules.may_end_early else _range(shard, rules.deals_per_session)
        if rules.may_end_early:
            of_deals += ("deal", "dealer")
        return (
            cls(DEALS, of_deals, "deal", numbers),
            cls(SESSIONS, of_sessions, "session", _range(shard, 1)),
        )

    def check_columns(self, names: Collection[str]) -> None:
        """See that all columns are there."""
        for name in (*self.columns, self.counter):
            if name not in names:
                raise ContradictionError(self.folder, f"has no column {name}")

    def check_numbers(self, rows: int, lowest: int | None, highest: int | None) -> None:
        """Check the number of rows and both ends: a seal vouches for what lies between."""
        numbers = self.numbers
        if numbers is None or (rows, lowest, highest) == (len(numbers), numbers[0], numbers[-1]):
            return
        raise ContradictionError(
            self.folder,
            f"has {rows} rows, numbered {lowest} to {highest}, "
            f"but {numbers[0]} to {numbers[-1]} by the plan of this run",
        )


def _unit_columns(players: int) -> list[str]:
    return [f"{who}_{number}" for who in ("player", "position") for number in range(players)]


def _rows(shard: Shard, experiment: Experiment, deals: pa.Table, sessions: pa.Table) -> ShardRows:
    """Return the rows that tables tell which have all the columns wanted, each in one piece."""
    rules = experiment.rules
    units = np.stack([_numbers(sessions[name]) for name in _unit_columns(rules.players)])
    auctions, auction = _codes(deals["auction"])
    trumps: tuple[str, ...] = ()
    trump: Integers = np.empty(0, np.int8)
    if "trump" in deals.column_names:
        trumps, trump = _codes(deals["trump"])
    added = [name for name in deals.column_names if name not in ("auction", "tricks", "trump")]
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
        trumps=trumps,
        trump=trump,
        deal_columns={name: _numbers(deals[name]) for name in added},
        session_columns={
            name: _numbers(sessions[name]) for name in added_session_columns(experiment)
        },
    )
    if rows.tricks.max() > rules.hand_size:
        raise ContradictionError(DEALS, f"says {rows.tricks.max()} tricks in a deal")
    if rows.first_dealer.max() >= rules.players:
        raise ContradictionError(SESSIONS, f"says that seat {rows.first_dealer.max()} deals")
    if rules.may_end_early:
        _check_lengths(rows)
    return rows


def _range(shard: Shard, rows_a_session: int) -> range:
    """Return the numbers that the rows of a file must bear."""
    first = shard.first_session * rows_a_session
    return range(first, first + shard.sessions * rows_a_session)


def _parsed(content: memoryview, wanted: _Wanted) -> pa.Table:
    """Return columns of a file, each in one piece, auctions as codes of a dictionary."""
    texts = [name for name in wanted.columns if name in ("auction", "trump")]
    # Read by this thread alone: see `sim.runs.parquet.rows_of`.
    source = pa.BufferReader(content)
    with pq.ParquetFile(source, read_dictionary=texts, pre_buffer=False) as file:
        wanted.check_columns(file.schema_arrow.names)
        wanted.check_numbers(file.metadata.num_rows, *_extremes(file.metadata, wanted.counter))
        table = file.read(columns=list(wanted.columns), use_threads=False)
    return table.unify_dictionaries().combine_chunks()


def _taken(table: pa.Table, wanted: _Wanted) -> pa.Table:
    """Return columns of a table in memory, each in one piece."""
    wanted.check_columns(table.column_names)
    numbers = table[wanted.counter]
    wanted.check_numbers(len(numbers), numbers[0].as_py(), numbers[-1].as_py())
    return table.select(wanted.columns).unify_dictionaries().combine_chunks()


def _extremes(metadata: Any, counter: str) -> tuple[int | None, int | None]:
    """Return the lowest and the highest number in a column of a file."""
    place = next(
        place
        for place in range(metadata.num_columns)
        if metadata.schema.column(place).path == counter
    )
    groups = [metadata.row_group(group).column(place) for group in range(metadata.num_row_groups)]
    extremes = [group.statistics for group in groups if group.statistics is not None]
    lowest = min((extreme.min for extreme in extremes), default=None)
    return lowest, max((extreme.max for extreme in extremes), default=None)


def _check_lengths(rows: ShardRows) -> None:
    """Check that there are as many deals as the sessions say, numbered as these are."""
    lengths = rows.deals_of_session
    if not ((lengths >= 1) & (lengths <= rows.deals_per_session)).all():
        wrong = lengths[(lengths < 1) | (lengths > rows.deals_per_session)][0]
        raise ContradictionError(SESSIONS, f"says that a session has {wrong} deals")
    if len(rows.auction) != len(rows.deal_numbers):
        raise ContradictionError(
            DEALS,
            f"has {len(rows.auction)} rows, but {len(rows.deal_numbers)} by the sessions beside it",
        )
    wrong_numbers = rows.deal_columns["deal"] != rows.deal_numbers
    if wrong_numbers.any():
        place = int(wrong_numbers.argmax())
        raise ContradictionError(
            DEALS,
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

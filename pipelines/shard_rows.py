"""Reading one shard of outcomes: two Parquet files, checked, as arrays of small integers.

Speed decides how this is written. For a million deals on one core, PyArrow gives the dictionary
codes of the auctions in 5 ms and NumPy counts them in 3 ms; Polars, which makes a string of every
row, needs 25 ms for that column alone. Columns that follow from others are not read.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from sim.errors import UserError
from sim.game.rules import Rules
from sim.runs.directory import SCENARIO_FILE, RunDirectory
from sim.runs.parquet import CHECKSUM_KEY
from sim.runs.shard_files import DEALS, SESSIONS
from sim.runs.shards import Shard

__all__ = ["DamagedShardError", "ShardRows", "read_shard", "resume_command", "seals_of_shard"]

SESSIONS_A_BLOCK: Final = 8192
"""Sessions counted at once: twice as fast as a whole shard, which leaves the cache."""

Integers = npt.NDArray[Any]


def resume_command(run: Path) -> str:
    """Return the command that simulates what a run directory lacks.

    Examples
    --------
    >>> resume_command(Path("my runs/first"))
    "nap run 'my runs/first/scenario.toml' --out 'my runs/first' --resume"
    """
    return shlex.join(["nap", "run", str(run / SCENARIO_FILE), "--out", str(run), "--resume"])


class DamagedShardError(UserError):
    """A shard whose files are whole, but do not say what they must."""

    def __init__(self, path: Path, complaint: str) -> None:
        super().__init__(
            f"{path}: {complaint}; no tables were made. Remove {path.name} from deals/ and "
            f"sessions/, and simulate it again: {resume_command(path.parent.parent)}"
        )
        self.path = path


@dataclass(frozen=True, kw_only=True)
class ShardRows:
    """What a shard's files say, row by row.

    Attributes
    ----------
    first_session : int
        Number of the first session.
    deals_per_session : int
        Deals of a session; the rows of a session's deals follow each other.
    first_dealer : uint8 array, shape (sessions,)
        Seat that deals first.
    auctions : tuple of str
        What the codes of auctions stand for.
    auction : int32 array, shape (deals,)
        Codes of auctions.
    tricks : uint8 array, shape (deals,)
        The declarer's tricks; 0 where the deal was passed out.
    hand_size : int
        Tricks of a deal.
    player_units, position_units : int32 arrays, shape (players, sessions)
        Balances of the line-up's players, and units won by position.
    """

    first_session: int
    deals_per_session: int
    first_dealer: Integers
    auctions: tuple[str, ...]
    auction: Integers
    tricks: Integers
    hand_size: int
    player_units: Integers
    position_units: Integers

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.player_units)

    @cached_property
    def blocks(self) -> tuple[ShardRows, ...]:
        """The rows in parts of whole sessions, small enough for the processor's cache."""
        starts = range(0, len(self.first_dealer), SESSIONS_A_BLOCK)
        return tuple(self._part(start, start + SESSIONS_A_BLOCK) for start in starts)

    def _part(self, start: int, stop: int) -> ShardRows:
        sessions = slice(start, stop)
        deals = slice(start * self.deals_per_session, stop * self.deals_per_session)
        return replace(
            self,
            first_session=self.first_session + start,
            first_dealer=self.first_dealer[sessions],
            auction=self.auction[deals],
            tricks=self.tricks[deals],
            player_units=self.player_units[:, sessions],
            position_units=self.position_units[:, sessions],
        )

    @cached_property
    def session_numbers(self) -> npt.NDArray[np.int64]:
        """Numbers of the sessions, in order."""
        last = self.first_session + len(self.first_dealer)
        return np.arange(self.first_session, last, dtype=np.int64)

    @cached_property
    def outcome_code(self) -> npt.NDArray[np.int32]:
        """Auction and tricks of every deal as one number, a place in `outcomes`."""
        code = self.auction * np.int32(self.hand_size + 1)
        code += self.tricks
        return code

    @cached_property
    def outcomes(self) -> list[tuple[str, int]]:
        """Auction and tricks for each value that `outcome_code` can take."""
        return list(product(self.auctions, range(self.hand_size + 1)))


def seals_of_shard(run: RunDirectory, shard: Shard) -> tuple[str, str]:
    """Return the seals of a finished shard's deals and sessions; equal seals mean equal rows."""
    deals_seal, sessions_seal = (
        pq.read_metadata(run.file(folder, shard)).metadata[CHECKSUM_KEY.encode()].decode()
        for folder in (DEALS, SESSIONS)
    )
    return deals_seal, sessions_seal


def read_shard(run: RunDirectory, shard: Shard, rules: Rules) -> ShardRows:
    """Read a finished shard: one whose seals have been checked.

    Parameters
    ----------
    run : RunDirectory
        To which it belongs.
    shard : Shard
        What is to be read.
    rules : Rules
        By which it was played.

    Raises
    ------
    DamagedShardError
        If its rows are not those that the plan says.
    """
    players, per_session = rules.players, rules.deals_per_session
    deals_path, sessions_path = (run.file(folder, shard) for folder in (DEALS, SESSIONS))
    unit_columns = [f"{who}_{j}" for who in ("player", "position") for j in range(players)]
    deals = _read(deals_path, ["auction", "tricks"], "deal", _range(shard, per_session))
    sessions = _read(sessions_path, ["first_dealer", *unit_columns], "session", _range(shard, 1))
    units = np.stack([_numbers(sessions[name]) for name in unit_columns])
    auctions, auction = _codes(deals["auction"])
    rows = ShardRows(
        first_session=shard.first_session,
        deals_per_session=per_session,
        first_dealer=_numbers(sessions["first_dealer"]),
        auctions=auctions,
        auction=auction,
        tricks=_numbers(deals["tricks"]),
        hand_size=rules.hand_size,
        player_units=units[:players],
        position_units=units[players:],
    )
    if rows.tricks.max() > rules.hand_size:
        raise DamagedShardError(deals_path, f"says {rows.tricks.max()} tricks in a deal")
    if rows.first_dealer.max() >= players:
        raise DamagedShardError(sessions_path, f"says that seat {rows.first_dealer.max()} deals")
    return rows


def _range(shard: Shard, rows_a_session: int) -> range:
    """Return the numbers that the rows of a file must bear."""
    first = shard.first_session * rows_a_session
    return range(first, first + shard.sessions * rows_a_session)


def _read(path: Path, columns: list[str], counter: str, numbers: range) -> pa.Table:
    """Return these columns of a file, each in one piece, auctions as codes of a dictionary.

    Parameters
    ----------
    path : Path
        The file.
    columns : list of str
        What is wanted.
    counter, numbers : str, range
        The column that numbers the rows, and what it must say.
    """
    texts = [name for name in columns if name == "auction"]
    with pq.ParquetFile(path, read_dictionary=texts) as file:
        missing = [name for name in (*columns, counter) if name not in file.schema_arrow.names]
        if missing:
            raise DamagedShardError(path, f"has no column {missing[0]}")
        _check_numbering(file.metadata, counter, numbers, path)
        table = file.read(columns=columns, use_threads=False)
    return table.unify_dictionaries().combine_chunks()


def _check_numbering(metadata: Any, counter: str, numbers: range, path: Path) -> None:
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


def _numbers(column: pa.ChunkedArray) -> Integers:
    """Return a column of whole numbers as one array."""
    numbers: Integers = column.to_numpy()
    return numbers


def _codes(column: pa.ChunkedArray) -> tuple[tuple[str, ...], Integers]:
    """Return the distinct texts of a column, and which of them each row has."""
    chunk = column.chunk(0)
    return tuple(chunk.dictionary.to_pylist()), chunk.indices.to_numpy()

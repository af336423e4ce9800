"""Partial tables: what one shard adds to every total, kept beside the shards, exactly addable.

A partial is two small tables of whole numbers, census and session sums. Adding many is exact and
free of order. Each of its files names the experiment and the seals of the shard's two files: it
is used only while these are what they were, and made anew otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow.parquet as pq

from pipelines.census import CENSUS_COUNT, CENSUS_SCHEMA, Counts, census_table, count_outcomes
from pipelines.consistency import InconsistentSessionsError, check_money, check_zero_sums
from pipelines.dimension import Dimension
from pipelines.sessions import SUMS_COUNT, SUMS_SCHEMA, session_sums
from pipelines.shard_rows import DamagedShardError, ShardRows, read_shard, seals_of_shard
from sim.experiment import Experiment
from sim.game.result import ImpossibleOutcomeError, Result
from sim.runs.directory import RunDirectory
from sim.runs.files import make_folder, write_whole
from sim.runs.parquet import DamagedFileError, check, encode
from sim.runs.shard_files import DEALS, SESSIONS
from sim.runs.shards import Shard

__all__ = ["PartialTables", "partial_of_shard", "total_of_shards"]

PARTIALS: Final = Path("tables") / "partial"
"""Folder of a run where partials are kept."""

PARTIAL_FORMAT: Final = "1"
"""Raised whenever the same shard would give a different partial."""

SHARDS_A_BATCH: Final = 32
"""Partials held in memory before they are added up."""


@dataclass(frozen=True)
class PartialTables:
    """What some sessions add to the totals.

    Attributes
    ----------
    census : polars.DataFrame
        See `census_table`.
    sums : polars.DataFrame
        See `session_sums`.
    """

    census: pl.DataFrame
    sums: pl.DataFrame

    @classmethod
    def nothing(cls) -> PartialTables:
        """Return what no session adds."""
        return cls(pl.DataFrame(schema=CENSUS_SCHEMA), pl.DataFrame(schema=SUMS_SCHEMA))

    @classmethod
    def total(cls, parts: Iterable[PartialTables]) -> PartialTables:
        """Add any number of partials, in any order, exactly."""
        parts = [cls.nothing(), *parts]
        return cls(
            _added([part.census for part in parts], CENSUS_COUNT),
            _added([part.sums for part in parts], SUMS_COUNT),
        )


def _added(frames: Sequence[pl.DataFrame], count: str) -> pl.DataFrame:
    """Add the counts of equal keys; an overflow of 64 bits is an error, never a wrong number."""
    keys = [name for name in frames[0].columns if name != count]
    total = pl.col(count).cast(pl.Int128).sum().cast(pl.Int64, strict=True)
    return pl.concat(frames).group_by(keys).agg(total).sort(keys)


def total_of_shards(
    run: RunDirectory, shards: Iterable[Shard], experiment: Experiment, *, threads: int
) -> PartialTables:
    """Add up shards, from their cached partials where these are still good.

    Memory does not grow with the number of shards: they are added batch by batch.

    Parameters
    ----------
    run : RunDirectory
        To which the shards belong.
    shards : iterable of Shard
        What to count: finished shards.
    experiment : Experiment
        Its rules and seating tell what the outcomes mean.
    threads : int
        How many shards are read at once.

    Raises
    ------
    DamagedShardError
        If a shard's files contradict the rules or each other; the message names one.
    """
    make_folder(run.path / PARTIALS)
    dimension = Dimension(experiment.rules)
    total = PartialTables.nothing()
    with ThreadPoolExecutor(max_workers=threads) as readers:
        for batch in _batches(shards, SHARDS_A_BATCH):
            parts = readers.map(
                lambda shard: partial_of_shard(run, shard, experiment, dimension), batch
            )
            total = PartialTables.total([total, *parts])
    return total


def _batches(shards: Iterable[Shard], size: int) -> Iterator[list[Shard]]:
    remaining = iter(shards)
    while batch := list(islice(remaining, size)):
        yield batch


def partial_of_shard(
    run: RunDirectory, shard: Shard, experiment: Experiment, dimension: Dimension
) -> PartialTables:
    """Return a shard's partial: the cached one, or a new one that is then cached.

    Raises
    ------
    DamagedShardError
        If the shard's files contradict the rules or each other.
    """
    deals_seal, sessions_seal = seals_of_shard(run, shard)
    stamp = {
        "nap.partial": PARTIAL_FORMAT,
        "nap.identity": run.identity.digest,
        "nap.deals": deals_seal,
        "nap.sessions": sessions_seal,
    }
    census_path = run.path / PARTIALS / f"census-{shard.number:06d}.parquet"
    sums_path = run.path / PARTIALS / f"sessions-{shard.number:06d}.parquet"
    census, sums = _cached(census_path, stamp), _cached(sums_path, stamp)
    if census is not None and sums is not None:
        return PartialTables(census, sums)
    counted = _counted(run, shard, experiment, dimension)
    _write(census_path, counted.census, CENSUS_COUNT, stamp)
    _write(sums_path, counted.sums, SUMS_COUNT, stamp)
    return counted


def _counted(
    run: RunDirectory, shard: Shard, experiment: Experiment, dimension: Dimension
) -> PartialTables:
    rows = read_shard(run, shard, experiment.rules)
    counts = count_outcomes(rows, experiment.seating)
    try:
        outcomes = _outcomes_that_occurred(rows, counts, dimension)
        check_money(rows, counts, outcomes)
        sums = session_sums(rows, _declarer_units(rows, outcomes))
        check_zero_sums(sums, rows.players)
    except ImpossibleOutcomeError as error:
        path = run.file(DEALS, shard)
        raise DamagedShardError(path, f"holds an impossible deal: {error}") from None
    except InconsistentSessionsError as error:
        raise DamagedShardError(run.file(SESSIONS, shard), str(error)) from None
    return PartialTables(census_table(rows, counts), sums)


def _outcomes_that_occurred(
    rows: ShardRows, counts: Counts, dimension: Dimension
) -> dict[int, Result]:
    """Return how the deals of each outcome code that occurred ended."""
    return {
        code: dimension.outcome(*rows.outcomes[code])
        for code in np.flatnonzero(counts.any(axis=1)).tolist()
    }


def _declarer_units(rows: ShardRows, outcomes: Mapping[int, Result]) -> npt.NDArray[np.int32]:
    """Return what the declarer receives by outcome code; 0 if passed out or not occurred."""
    units = np.zeros(len(rows.outcomes), np.int32)
    for code, ended in outcomes.items():
        if ended.declarer is not None:
            units[code] = ended.payments[ended.declarer]
    return units


def _cached(path: Path, stamp: Mapping[str, str]) -> pl.DataFrame | None:
    """Return a partial that is whole and bears this stamp; None if there is none."""
    try:
        entries = check(path).entries
    except DamagedFileError:
        return None
    if any(entries.get(key) != value for key, value in stamp.items()):
        return None
    frame = pl.from_arrow(pq.read_table(path))
    assert isinstance(frame, pl.DataFrame)
    return frame


def _write(path: Path, frame: pl.DataFrame, count: str, stamp: Mapping[str, str]) -> None:
    write_whole(path, encode(frame.to_arrow(), count, stamp))

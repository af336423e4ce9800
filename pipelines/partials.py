"""Partial tables are kept beside the shards, so that nothing is counted twice.

Each file of a partial names the experiment and the seals of the shard's two files: it is used
only while these are what they were, and made anew otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final

import polars as pl
import pyarrow.parquet as pq

from pipelines.census import CENSUS_COUNT
from pipelines.chips import ImpossibleDealsError
from pipelines.consistency import InconsistentSessionsError
from pipelines.dimension import Dimension
from pipelines.outcome_columns import is_plain
from pipelines.partial_tables import PartialTables
from pipelines.ratio_sums import RATIO_COUNTS
from pipelines.sessions import SUMS_COUNT
from pipelines.shard_counting import count_by_outcomes, count_by_sessions
from pipelines.shard_reading import DamagedShardError, read_shard, seals_of_shard
from sim.experiment import Experiment
from sim.game.result import ImpossibleOutcomeError
from sim.runs.directory import RunDirectory
from sim.runs.files import make_folder, write_whole
from sim.runs.parquet import DamagedFileError, check, encode
from sim.runs.shard_files import DEALS, SESSIONS
from sim.runs.shards import Shard

__all__ = ["partial_of_shard", "total_of_shards"]

PARTIALS: Final = Path("tables") / "partial"
"""Folder of a run where partials are kept."""

PARTIAL_FORMAT: Final = "1"
"""Raised whenever the same shard would give a different partial."""

SHARDS_A_BATCH: Final = 32
"""Partials held in memory before they are added up."""


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
    kinds = {"census": CENSUS_COUNT, "sessions": SUMS_COUNT}
    if not is_plain(experiment):
        kinds["ratios"] = RATIO_COUNTS[0]
    folder = run.path / PARTIALS
    paths = {kind: folder / f"{kind}-{shard.number:06d}.parquet" for kind in kinds}
    cached = [frame for path in paths.values() if (frame := _cached(path, stamp)) is not None]
    if len(cached) == len(kinds):
        return PartialTables(*cached)
    counted = _counted(run, shard, experiment, dimension)
    for kind, path in paths.items():
        _write(path, counted.frames[kind], kinds[kind], stamp)
    return counted


def _counted(
    run: RunDirectory, shard: Shard, experiment: Experiment, dimension: Dimension
) -> PartialTables:
    rows = read_shard(run, shard, experiment)
    try:
        if is_plain(experiment):
            return count_by_outcomes(rows, experiment, dimension)
        return count_by_sessions(rows, experiment, dimension)
    except (ImpossibleOutcomeError, ImpossibleDealsError) as error:
        path = run.file(DEALS, shard)
        raise DamagedShardError(path, f"holds an impossible deal: {error}") from None
    except InconsistentSessionsError as error:
        raise DamagedShardError(run.file(SESSIONS, shard), str(error)) from None


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
    make_folder(path.parent)
    write_whole(path, encode(frame.to_arrow(), count, stamp))

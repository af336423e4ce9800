"""Partial tables are kept beside the shards, so that nothing is counted twice.

A worker counts each shard that it simulates. Its file of counts names the experiment and the seals
of the shard's two files of rows: it is used only while these are what they were, and made anew
otherwise. Where no rows are kept, it is all there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from typing import Final

import pyarrow as pa

from pipelines.chips import ImpossibleDealsError
from pipelines.consistency import InconsistentSessionsError
from pipelines.counts_table import added_up, counts_table, partial_of
from pipelines.dimension import Dimension
from pipelines.partial_tables import PartialTables
from pipelines.shard_counting import count_shard
from pipelines.shard_reading import (
    DamagedShardError,
    read_shard,
    seals_of_shard,
)
from sim.errors import UserError
from sim.experiment import Experiment
from sim.game.result import ImpossibleOutcomeError
from sim.runs.directory import RunDirectory, resume_command
from sim.runs.files import make_folder, write_whole
from sim.runs.parquet import DamagedFileError, check
from sim.runs.shard_files import (
    COUNTS,
    DEALS,
    SESSIONS,
    ForeignFileError,
    encode_counts,
    read_counts,
)
from sim.runs.shards import Shard

__all__ = ["batches", "counts_of_shard", "damaged_counts", "partial_of_shard", "total_of_shards"]

SHARDS_A_BATCH: Final = 32
"""Partials held in memory before they are added up."""


def total_of_shards(
    run: RunDirectory,
    shards: Iterable[Shard],
    experiment: Experiment,
    *,
    threads: int,
    keep: bool = True,
) -> PartialTables:
    """Add up shards, from their counts where these are still good.

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
    keep : bool
        Whether partials that are made now are cached.

    Raises
    ------
    UserError
        If a shard's files are damaged, or contradict the rules or each other; the message names
        one.
    """
    dimension = Dimension(experiment.rules)
    total: list[pa.Table] = []
    with ThreadPoolExecutor(max_workers=threads) as readers:
        for batch in batches(shards, SHARDS_A_BATCH):
            counts = readers.map(
                lambda shard: counts_of_shard(run, shard, experiment, dimension, keep=keep), batch
            )
            total = [added_up([*total, *counts])]
    return PartialTables.total(map(partial_of, total))


def batches(shards: Iterable[Shard], size: int) -> Iterator[tuple[Shard, ...]]:
    """Yield shards in groups of so many; the last may have fewer."""
    remaining = iter(shards)
    while batch := tuple(islice(remaining, size)):
        yield batch


def partial_of_shard(
    run: RunDirectory, shard: Shard, experiment: Experiment, dimension: Dimension
) -> PartialTables:
    """Return the partial tables of a shard; see `counts_of_shard`."""
    return partial_of(counts_of_shard(run, shard, experiment, dimension))


def counts_of_shard(
    run: RunDirectory,
    shard: Shard,
    experiment: Experiment,
    dimension: Dimension,
    *,
    keep: bool = True,
) -> pa.Table:
    """Return a shard's counts as they are kept; count its rows where that is not good.

    New counts are kept if they are to be. See `pipelines.counts_table.counts_table`.

    Raises
    ------
    DamagedShardError
        If the shard's rows contradict the rules or each other.
    UserError
        If a file is damaged or foreign, and nothing is there to make it again of.
    """
    try:
        if not shard.keeps_rows:
            return _kept(run, shard, seals={})
        with suppress(DamagedFileError, ForeignFileError):
            return _kept(run, shard, seals_of_shard(run, shard))
        return _counted_again(run, shard, experiment, dimension, keep=keep)
    except (DamagedFileError, ForeignFileError) as fault:
        raise UserError(f"{fault}; simulate it again: {resume_command(run.path)}") from None


def damaged_counts(run: RunDirectory) -> Iterator[DamagedFileError]:
    """Read the counts of shards that keep rows, and yield what is wrong with those not whole."""
    for shard in run.plan.shards():
        path = run.file(COUNTS, shard)
        if shard.keeps_rows and path.exists():
            try:
                check(path)
            except DamagedFileError as fault:
                yield fault


def _kept(run: RunDirectory, shard: Shard, seals: Mapping[str, str]) -> pa.Table:
    return read_counts(run.path, shard, run.identity.digest, seals)


def _counted_again(
    run: RunDirectory, shard: Shard, experiment: Experiment, dimension: Dimension, *, keep: bool
) -> pa.Table:
    """Count the rows of a shard, and keep the counts if they are to be."""
    content = read_shard(run, shard, experiment)
    try:
        counted = count_shard(content.rows, experiment, dimension, run.solve)
    except (ImpossibleOutcomeError, ImpossibleDealsError) as error:
        path = run.file(DEALS, shard)
        raise DamagedShardError(path, f"holds an impossible deal: {error}") from None
    except InconsistentSessionsError as error:
        raise DamagedShardError(run.file(SESSIONS, shard), str(error)) from None
    counts = counts_table(counted)
    if keep:
        make_folder(run.path / COUNTS)
        encoded = encode_counts(shard, run.identity.digest, counts, content.seals)
        write_whole(run.file(COUNTS, shard), encoded)
    return counts

"""Checking a run against the simulator: what was drawn is simulated again and compared.

Where rows are kept, sessions are drawn, and compared row by row. Other shards are drawn whole,
simulated again from end to end, and their counts compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa

from sim.errors import UserError
from sim.experiment import Experiment
from sim.outcomes import simulate_shard
from sim.runs.counted_shard import Counting, simulate_and_count
from sim.runs.directory import RunDirectory
from sim.runs.shard_files import (
    DEALS,
    FOLDERS,
    SESSIONS,
    counted_less,
    read_counts,
    read_rows,
)
from sim.runs.shards import Shard

MOST_DIFFERENCES = 20


@dataclass(frozen=True)
class Verification:
    """What a comparison of files and simulator has found.

    Attributes
    ----------
    sessions, deals : int
        How many rows of each kind were compared.
    counted_shards, counted_deals : int
        How many shards without rows were simulated again whole, and how many deals these have.
    sample_seed : int
        Draws the same sample again.
    differences : tuple of str
        A line for each row that differs, 20 at most; empty if files and simulator agree.
    """

    sessions: int
    deals: int
    counted_shards: int
    counted_deals: int
    sample_seed: int
    differences: tuple[str, ...]


def verify_run(
    run: RunDirectory,
    deals: int,
    sample_seed: int | None = None,
    *,
    counting: Counting | None = None,
) -> Verification:
    """Simulate randomly drawn parts of a run again, and compare them with its files.

    Of shards that keep rows, sessions are drawn, and every column of their rows is compared. Of
    the others, if there are any, whole shards are drawn, and all their counts are compared.

    Parameters
    ----------
    run : RunDirectory
    deals : int
        How many deals to compare, of each kind of shards that there is: rounded up to whole
        sessions, or to whole shards; all of them if there are fewer.
    sample_seed : int, optional
        Draws the sample; taken from the system, and told, if it is left out.
    counting : Counting, optional
        How shards without rows were counted.

    Raises
    ------
    UserError
        If a file is damaged or belongs to another run, or if there is none.
    ValueError
        If there are shards without rows, and nobody counts them.
    """
    finished = run.finished_shards()
    if not finished:
        raise UserError(
            f"{run.path}: has no finished shard to compare; simulate some: {run.resume_command}"
        )
    experiment = run.scenario().experiment
    entropy = np.random.SeedSequence().entropy if sample_seed is None else sample_seed
    drawn_by = int(entropy) % 2**63  # type: ignore[arg-type]
    wanted = -(-deals // run.plan.deals_per_session)
    with_rows = tuple(shard for shard in finished if shard.keeps_rows)
    without = tuple(shard for shard in finished if not shard.keeps_rows)
    if without and counting is None:
        raise ValueError("shards that keep no rows must be counted")
    found = _Findings()
    for shard, sessions in draw_sessions(with_rows, wanted, drawn_by):
        if not found.enough:
            found.compare_rows(run, experiment, shard, sessions)
    for shard in draw_shards(without, wanted, drawn_by):
        if not found.enough and counting is not None:
            found.compare_counts(run, experiment, shard, counting)
    return Verification(
        sessions=found.sessions,
        deals=found.deals,
        counted_shards=found.counted_shards,
        counted_deals=found.counted_deals,
        sample_seed=drawn_by,
        differences=tuple(found.differences[:MOST_DIFFERENCES]),
    )


class _Findings:
    """What has been compared so far, and what differed."""

    def __init__(self) -> None:
        self.sessions = self.deals = self.counted_shards = self.counted_deals = 0
        self.differences: list[str] = []

    @property
    def enough(self) -> bool:
        """Whether there are more differences than anybody reads."""
        return len(self.differences) >= MOST_DIFFERENCES

    def compare_rows(
        self, run: RunDirectory, experiment: Experiment, shard: Shard, sessions: Sequence[int]
    ) -> None:
        """Compare sessions of a shard row by row."""
        for deals, found in _differences(run, experiment, shard, sessions):
            self.deals += deals
            self.differences += found
        self.sessions += len(sessions)

    def compare_counts(
        self, run: RunDirectory, experiment: Experiment, shard: Shard, counting: Counting
    ) -> None:
        """Simulate a whole shard again, and compare its counts."""
        stored = read_counts(run.path, shard, run.identity.digest, seals={})
        again, played = simulate_and_count(experiment, shard, counting)
        self.counted_shards += 1
        self.counted_deals += played
        self.differences += islice(_count_differences(shard, stored, again), MOST_DIFFERENCES)


def draw_shards(shards: Sequence[Shard], wanted: int, sample_seed: int) -> list[Shard]:
    """Draw shards uniformly without repeats until they hold so many sessions, and sort them.

    Examples
    --------
    >>> shards = [Shard(number, 100 * number, 100) for number in range(10)]
    >>> len(draw_shards(shards, wanted=250, sample_seed=1))
    3
    """
    drawn: list[Shard] = []
    for place in np.random.default_rng(sample_seed).permutation(len(shards)):
        if sum(shard.sessions for shard in drawn) >= wanted:
            break
        drawn.append(shards[place])
    return sorted(drawn, key=lambda shard: shard.number)


def draw_sessions(
    shards: tuple[Shard, ...], wanted: int, sample_seed: int
) -> list[tuple[Shard, list[int]]]:
    """Draw sessions uniformly without repeats, and sort them by shard.

    Examples
    --------
    >>> shards = (Shard(0, 0, 100), Shard(1, 100, 100))
    >>> sum(len(sessions) for _, sessions in draw_sessions(shards, 30, sample_seed=1))
    30
    """
    ends = np.cumsum([shard.sessions for shard in shards])
    total = int(ends[-1]) if len(ends) else 0
    generator = np.random.default_rng(sample_seed)
    places = np.sort(generator.choice(total, size=min(wanted, total), replace=False))
    shard_of_place = np.searchsorted(ends, places, side="right")
    drawn = []
    for number, shard in enumerate(shards):
        offset = int(ends[number]) - shard.sessions
        mine = places[shard_of_place == number] - offset + shard.first_session
        if len(mine):
            drawn.append((shard, [int(session) for session in mine]))
    return drawn


def _differences(
    run: RunDirectory, experiment: Experiment, shard: Shard, sessions: Sequence[int]
) -> Iterator[tuple[int, list[str]]]:
    """The deals of each drawn session of a shard, and lines about rows that differ."""
    stored = {folder: read_rows(run.path, folder, shard) for folder in FOLDERS}
    numbers = stored[DEALS]["deal"].to_numpy()
    per_session = run.plan.deals_per_session
    for session in sessions:
        deals, balances = simulate_shard(experiment, session, 1)
        # A session may have ended before its last deal.
        first, end = np.searchsorted(numbers, [session * per_session, (session + 1) * per_session])
        place = session - shard.first_session
        yield (
            deals.num_rows,
            [
                *_row_differences("deal", stored[DEALS].slice(first, end - first), deals),
                *_row_differences("session", stored[SESSIONS].slice(place, 1), balances),
            ],
        )


def _count_differences(shard: Shard, stored: pa.Table, again: pa.Table) -> Iterator[str]:
    """Say which rows of a shard's counts are only in the file, or only come out now.

    What an older version did not count yet may well come out now.
    """
    in_file, simulated = (_rows_in_words(table) for table in (stored, again))
    differing = in_file - simulated if counted_less(stored) else in_file ^ simulated
    for row in sorted(differing):
        where = "in the file" if row in in_file else "when simulated"
        yield f"{shard.name}: {row}: only {where}"


def _rows_in_words(counts: pa.Table) -> set[str]:
    """Return the rows of counts as words, what does not belong to a row left out."""
    return {
        ", ".join(f"{name} {value}" for name, value in row.items() if value is not None)
        for row in counts.to_pylist()
    }


def _row_differences(what: str, stored: pa.Table, simulated: pa.Table) -> Iterator[str]:
    if stored.num_rows != simulated.num_rows:
        first = stored[what][0] if stored.num_rows else simulated[what][0]
        yield (
            f"from {what} {first} on there are {stored.num_rows} rows in the file, "
            f"{simulated.num_rows} when simulated"
        )
        return
    rows = zip(stored.to_pylist(), simulated.to_pylist(), strict=True)
    for in_file, again in rows:
        if in_file != again:
            yield f"{what} {again[what]}: {_unequal(in_file, again)}"


def _unequal(in_file: dict[str, Any], again: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} is {in_file.get(name)!r} in the file, {value!r} when simulated"
        for name, value in again.items()
        if in_file.get(name) != value
    )

"""Checking a run against the simulator: drawn sessions are simulated again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sim.errors import UserError
from sim.experiment import Experiment
from sim.outcomes import simulate_shard
from sim.runs.directory import RunDirectory
from sim.runs.shard_files import DEALS, SESSIONS
from sim.runs.shards import Shard

MOST_DIFFERENCES = 20


@dataclass(frozen=True)
class Verification:
    """What a comparison of files and simulator has found.

    Attributes
    ----------
    sessions, deals : int
        How many rows of each kind were compared.
    sample_seed : int
        Draws the same sample again.
    differences : tuple of str
        A line for each row that differs, 20 at most; empty if files and simulator agree.
    """

    sessions: int
    deals: int
    sample_seed: int
    differences: tuple[str, ...]


def verify_run(run: RunDirectory, deals: int, sample_seed: int | None = None) -> Verification:
    """Simulate randomly drawn sessions of a run again, and compare every column of their rows.

    Parameters
    ----------
    run : RunDirectory
    deals : int
        How many deals to compare, rounded up to whole sessions; all of them if there are fewer.
    sample_seed : int, optional
        Draws the sample; taken from the system, and told, if it is left out.

    Raises
    ------
    UserError
        If a file is damaged or belongs to another run, or if there is none.
    """
    finished = run.finished_shards()
    if not finished:
        raise UserError(
            f"{run.path}: has no finished shard to compare; simulate some: {run.resume_command}"
        )
    experiment = run.scenario().experiment
    entropy = np.random.SeedSequence().entropy if sample_seed is None else sample_seed
    drawn_by = int(entropy) % 2**63  # type: ignore[arg-type]
    per_session = run.plan.deals_per_session
    drawn = draw_sessions(finished, -(-deals // per_session), drawn_by)
    differences: list[str] = []
    compared = 0
    rows = 0
    for shard, sessions in drawn:
        for session_deals, found in _differences(run, experiment, shard, sessions):
            rows += session_deals
            differences += found
        compared += len(sessions)
        if len(differences) >= MOST_DIFFERENCES:
            break
    return Verification(
        sessions=compared,
        deals=rows,
        sample_seed=drawn_by,
        differences=tuple(differences[:MOST_DIFFERENCES]),
    )


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
    run: RunDirectory, experiment: Experiment, shard: Shard, sessions: list[int]
) -> Iterator[tuple[int, list[str]]]:
    """The deals of each drawn session of a shard, and lines about rows that differ."""
    stored = {folder: pq.read_table(run.file(folder, shard)) for folder in (DEALS, SESSIONS)}
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

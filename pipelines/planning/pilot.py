"""A pilot: a few deals of a scenario, or a run that is there; what they tell of a longer one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pipelines.aggregate import contiguous_prefix
from pipelines.intervals import LEVEL
from pipelines.partials import total_of_shards
from pipelines.planning.pace import Disk, Pace, bytes_in
from pipelines.totals import Totals
from pipelines.worker_counting import WorkerCounting
from sim.errors import UserError
from sim.policies import kind_of
from sim.runs.cpus import usable_cpus
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory, resume_command
from sim.runs.interrupts import signals_blocked
from sim.runs.plan import Plan
from sim.runs.progress import no_progress
from sim.runs.shard_files import COUNTS, FOLDERS
from sim.runs.shards import Shard
from sim.runs.simulate import ShowProgress, simulate_run
from sim.scenarios.scenario import Scenario
from sim.storage import Folder

__all__ = ["RunPilot", "default_pilot_deals", "pilot_of_run", "pilot_of_scenario", "vanishing"]

COMPILED_DEALS: Final = 4_000_000
"""Deals of a pilot, where all policies are compiled: a second or two."""

PYTHON_DEALS: Final = 100_000
"""Where one answers in Python, some hundred times as slowly."""

SOLVED_DEALS: Final = 50_000
"""So many are solved at most, where some are: seconds with four players and five cards, …"""

_LONGER_BY_PLAYER: Final = 8
_LONGER_BY_CARD: Final = 12
"""… and so many times longer for each player more, and for each card."""

_USUAL_PLAYERS: Final = 4
_USUAL_CARDS: Final = 5

_SHARDS_MEASURED: Final = 64
"""The files of so many shards at most, from all parts of a run, tell how much the others take."""


@dataclass(frozen=True, kw_only=True)
class RunPilot:
    """What is known before a long run.

    Attributes
    ----------
    scenario : Scenario
        What is to be run.
    totals : Totals
        Of the pilot's deals.
    deals : int
        How many there were.
    pace : Pace or None
        None where a run has no log that tells it.
    disk : Disk
    plan : Plan
        Of a run that is there and would grow; an empty one otherwise.
    """

    scenario: Scenario
    totals: Totals
    deals: int
    pace: Pace | None
    disk: Disk
    plan: Plan

    def bytes_of(self, deals: int) -> float:
        """Return how many bytes a run of so many deals takes."""
        sessions = -(-deals // self.plan.deals_per_session)
        grown = self.plan.grown(
            sessions=sessions, by_tenths=bool(self.scenario.until), solve=self.scenario.solve
        )
        return self.disk.bytes_of(deals=deals, shards=len(grown))

    def seconds_of(self, deals: int, workers: int) -> float | None:
        """Return how long a run is at the deals that are not there yet."""
        to_do = max(deals - self.deals, 0) if len(self.plan) else deals
        return None if self.pace is None else self.pace.seconds(to_do, workers)


def default_pilot_deals(scenario: Scenario) -> int:
    """Return how many deals take a few seconds."""
    policies = [player.policy for player in scenario.experiment.lineup]
    in_python = any(kind_of(policy).answers_in_python for policy in policies)
    deals = PYTHON_DEALS if in_python else COMPILED_DEALS
    share = scenario.solve.share
    return min(deals, int(_solved_deals(scenario) / share)) if share else deals


def _solved_deals(scenario: Scenario) -> int:
    """Return how many deals are solved in a few seconds, at least one."""
    rules = scenario.experiment.rules
    more_players = max(rules.hands - _USUAL_PLAYERS, 0)
    more_cards = max(rules.hand_size - _USUAL_CARDS, 0)
    longer: int = _LONGER_BY_PLAYER**more_players * _LONGER_BY_CARD**more_cards
    return max(SOLVED_DEALS // longer, 1)


def pilot_of_scenario(
    scenario: Scenario, deals: int, *, workers: int, progress: ShowProgress = no_progress
) -> RunPilot:
    """Simulate some deals of a scenario, as a run does it, in a folder that vanishes again.

    Parameters
    ----------
    scenario : Scenario
    deals : int
        Rounded up to whole sessions.
    workers : int
        How many processes simulate.
    progress : callable
        See `sim.runs.simulate.simulate_run`.

    Raises
    ------
    UserError, WorkerError, RunInterruptedError
        As `sim.runs.simulate.simulate_run`.
    """
    per_session = scenario.experiment.rules.deals_per_session
    # Without targets: where there are some, the first shards are cut smaller than the others.
    short = replace(scenario, sessions=-(-deals // per_session), until=())
    with vanishing() as folder:
        workforce = LocalProcesses(workers)
        run = simulate_run(
            folder / "run",
            short,
            workforce=workforce,
            counting=WorkerCounting(scenario.experiment, scenario.solve),
            progress=progress,
        ).run
        return _measured(run, scenario, list(run.plan.shards()), Plan(per_session, ()))


def pilot_of_run(path: Folder) -> RunPilot:
    """Return a run that is there as the pilot of a longer one.

    Only the shards before the first gap are counted. Nothing of it is changed.

    Raises
    ------
    UserError
        If there is no run, nothing to count, or a shard is damaged.
    """
    run = RunDirectory.open(path)
    scenario = run.scenario(to_simulate=False)
    shards = contiguous_prefix(run.finished_shards())
    if not shards:
        raise UserError(
            f"{path}: the first of {len(run.plan)} shards is not simulated yet, so there is "
            f"nothing to plan by; go on with: {resume_command(path)}"
        )
    return _measured(run, scenario, shards, run.plan_that_counts)


@contextmanager
def vanishing() -> Iterator[Path]:
    """Give a folder that is removed at the end, whatever the end is; signals wait for that."""
    folder = TemporaryDirectory(prefix="nap-plan-")
    try:
        yield Path(folder.name)
    finally:
        with signals_blocked():
            folder.cleanup()


def _measured(
    run: RunDirectory, scenario: Scenario, shards: Sequence[Shard], plan: Plan
) -> RunPilot:
    experiment = scenario.experiment
    total = total_of_shards(run, shards, experiment, threads=usable_cpus(), keep=False)
    totals = Totals.of(total, experiment, LEVEL)
    deals = totals.sessions * experiment.rules.deals_per_session
    # The log counts deals that were played; where sessions end early, fewer than were planned.
    pace = Pace.of_log(run.log_file)
    return RunPilot(
        scenario=scenario,
        totals=totals,
        deals=deals,
        pace=pace and pace.slower(totals.facts.deals / deals),
        disk=_disk(run, shards[:: -(-len(shards) // _SHARDS_MEASURED)]),
        plan=plan,
    )


def _disk(run: RunDirectory, shards: Sequence[Shard]) -> Disk:
    names = [shard.file_name for shard in shards]
    deals = sum(shard.sessions for shard in shards) * run.plan.deals_per_session
    outcomes = sum(bytes_in(run.path / folder, names) for folder in FOLDERS)
    return Disk(outcomes / deals, bytes_in(run.path / COUNTS, names) / len(names))

"""Simulating a run: every shard of the plan that is not there yet, by worker processes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from sim.errors import UserError
from sim.runs.claim import claimed_run, with_stop
from sim.runs.crew import LocalProcesses
from sim.runs.directory import RunDirectory, ShardsFound
from sim.runs.policy_files import environment_for
from sim.runs.prefix import Enough, Prefix
from sim.runs.progress import Progress, no_progress
from sim.runs.run_errors import RunInterruptedError, WorkerError
from sim.runs.run_log import run_log
from sim.runs.shard_job import ShardJob
from sim.runs.shards import Shard
from sim.runs.workforce import Crew, Workforce
from sim.scenarios.scenario import Scenario

logger = logging.getLogger(__name__)

ShowProgress = Callable[[int, int], AbstractContextManager[Progress]]


@dataclass(frozen=True)
class RunSummary:
    """A finished run.

    Attributes
    ----------
    run : RunDirectory
        The run; all its shards that count are there.
    deals : int
        Deals that were simulated this time.
    seconds : float
        What it took, compiling and starting included.
    """

    run: RunDirectory
    deals: int
    seconds: float


def simulate_run(
    path: Path | str,
    scenario: Scenario,
    *,
    workforce: Workforce | None = None,
    resume: bool = False,
    progress: ShowProgress = no_progress,
    enough: Enough | None = None,
) -> RunSummary:
    """Simulate a scenario into a run directory.

    The files are the same, byte for byte, for any number of workers, wherever they are, and
    however often the run was stopped, killed and resumed. So is the shard after which it stops,
    if it is told when to; some shards behind it may be there too.

    Parameters
    ----------
    path : Path or str
        The run directory; made if it is not there.
    scenario : Scenario
        What to simulate.
    workforce : Workforce, optional
        Who simulates; as many processes as this one may use CPUs if not given.
    resume : bool
        Whether a run that is there already may be continued, or made longer.
    progress : callable
        Given all deals and those that are there already, returns a context that shows progress.
    enough : callable, optional
        Whether a shard is the last that counts. It is asked once of each shard from the first on,
        in order, as soon as that shard and all before it are there. After a yes no further shard
        is begun, and those in hand are finished.

    Returns
    -------
    RunSummary
        The finished run.

    Raises
    ------
    UserError
        If something is wrong that the user can mend; see :func:`sim.runs.claim.claimed_run`.
    RunInterruptedError
        After ^C or SIGTERM: the shards in hand were finished, or dropped after the second.
    WorkerError
        If a shard that counts cannot be simulated.
    """
    began = time.monotonic()
    workforce = workforce or LocalProcesses()
    with claimed_run(Path(path), scenario, resume=resume) as (run, lock), run_log(run.log_file):
        found = _found(run)
        prefix = Prefix(run, enough, found.finished)
        run = with_stop(run, prefix.stopped_after)
        todo = [] if prefix.is_enough else _shards_to_do(run, found)
        done = 0
        if todo:
            logger.info("%d of %d shards to do, %s", len(todo), len(run.plan), workforce)
            deals = _deals(run, todo)
            before = run.plan.deals - deals
            job = ShardJob(run.path.absolute(), scenario.experiment)
            policies = (player.policy for player in scenario.experiment.lineup)
            crew = workforce.crew(lock=lock, environment=environment_for(policies))
            with progress(run.plan.deals, before) as shown:
                done = _simulate(todo, job, crew, shown, prefix)
            if done < deals and not prefix.is_enough:
                raise RunInterruptedError(run.path, before + done, run.plan.deals)
        run = with_stop(run, prefix.stopped_after)
    return RunSummary(run, done, time.monotonic() - began)


def _found(run: RunDirectory) -> ShardsFound:
    """Return what is there; complain of everything that is not the run's."""
    found = run.look()
    if found.foreign:
        raise UserError(f"{found.foreign[0]}; move it away, then go on with --resume")
    found.warn_of_strangers()
    return found


def _shards_to_do(run: RunDirectory, found: ShardsFound) -> list[Shard]:
    """Return the shards that are missing or damaged.

    If there are any, the engine must be the one that the run was begun with.
    """
    if found.missing or found.damaged:
        run.see_that_the_engine_is_the_same()
    for shard, fault in found.damaged:
        logger.warning("%s; %s is simulated again", fault, shard.name)
    damaged = [shard for shard, _ in found.damaged]
    return sorted([*found.missing, *damaged], key=lambda shard: shard.number)


def _simulate(todo: list[Shard], job: ShardJob, crew: Crew, shown: Progress, prefix: Prefix) -> int:
    """Simulate shards until they are enough; return how many deals were finished.

    Once they are, nobody needs those still in hand: whether one of them fails depends on how far
    it was ahead of those that count, and must not matter.
    """
    done = 0
    try:
        with crew.at_work(job) as pool:
            for shard, deals in pool.results(todo):
                done += deals
                prefix.add(shard)
                shown.advance(deals)
                if prefix.is_enough:
                    pool.drop(lambda waiting: True)
    except (UserError, WorkerError) as error:
        if not prefix.is_enough:
            raise
        logger.warning("%s; it would not have counted", error)
    return done


def _deals(run: RunDirectory, shards: list[Shard]) -> int:
    return sum(shard.sessions for shard in shards) * run.plan.deals_per_session

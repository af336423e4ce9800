"""``nap run`` and ``nap simulate``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipelines.commands.compiling import (
    tell_if_engine_compiles,
    tell_if_solver_of_runs_compiles,
)
from pipelines.commands.endings import resumable
from pipelines.commands.results import make_report, make_tables
from pipelines.commands.workforces import WhoSimulates
from pipelines.worker_counting import WorkerCounting
from sim.runs.directory import RunDirectory
from sim.runs.progress import progress_on, time_in_words
from sim.runs.simulate import simulate_run
from sim.scenarios.scenario import Scenario, load_scenario
from sim.scenarios.shipped import scenario_file
from sim.storage import Folder

if TYPE_CHECKING:
    from pipelines.precision.watch import Watch

_RUNS = Path("data/runs")

_ALONE = "every deal satisfies it, and is a session of its own"


@dataclass(frozen=True)
class RunRequest:
    """What was asked for on the command line.

    Attributes
    ----------
    scenario : str
        A file, or the name of a shipped scenario.
    out : Folder, ObjectPath or None
        The run directory; None for one named like the scenario.
    deals, seed : str and int, or None
        What replaces the scenario's own.
    who : WhoSimulates
        Processes of this machine, or a cluster.
    resume : bool
        Whether to go on with what is there.
    first_deal : str or None
        Number of the first deal, in place of the scenario's own.
    until : sequence of str, optional
        Targets of precision that replace the scenario's own.
    given : str or None
        A condition that replaces the scenario's own.
    """

    scenario: str
    out: Folder | None
    deals: str | None
    seed: int | None
    who: WhoSimulates
    resume: bool
    first_deal: str | None = None
    until: Sequence[str] | None = None
    given: str | None = None


def run_all(request: RunRequest) -> None:
    """Simulate a scenario, make its tables, and write its report."""
    with resumable():
        path, _ = _simulated(request)
        make_tables(path, request.who.workforce() if request.who.is_a_cluster else None)
        make_report(path)


def run_simulation(request: RunRequest) -> None:
    """Simulate a scenario, and say which command makes its tables."""
    with resumable():
        path, watch = _simulated(request)
        for line in _outcome(path, watch):
            print(line)
        command = shlex.join(["nap", "aggregate", str(path)])
        print(f"{path} is simulated; its tables are made by: {command}")


def _simulated(request: RunRequest) -> tuple[Folder, Watch | None]:
    """Return the run directory, with all its shards, and who watched how precise it became."""
    overrides = {
        "deals": request.deals,
        "first_deal": request.first_deal,
        "until": list(request.until) if request.until else None,
        "seed": request.seed,
        "given": request.given,
    }
    file = scenario_file(request.scenario)
    scenario = load_scenario(file, overrides)
    path = request.out or _RUNS / file.stem
    workforce = request.who.workforce()
    if scenario.experiment.given is not None:
        print(f"given {scenario.experiment.given}: {_ALONE}", file=sys.stderr)
    if not request.who.is_a_cluster:
        tell_if_engine_compiles([scenario.experiment.rules.players])
        if scenario.solve:
            tell_if_solver_of_runs_compiles()
    watch = _watch(scenario)
    done = simulate_run(
        path,
        scenario,
        workforce=workforce,
        counting=WorkerCounting(scenario.experiment, scenario.solve),
        resume=request.resume,
        progress=partial(progress_on, sys.stderr, **_told(watch)),
        enough=watch.is_enough if watch else None,
    )
    if done.deals:
        spent = time_in_words(done.seconds)
        print(f"{done.deals:,} deals simulated in {spent}", file=sys.stderr)
    return path, watch


def _watch(scenario: Scenario) -> Watch | None:
    """Say what is asked of a run and how long it may take; give who watches it."""
    if not scenario.until:
        return None
    from pipelines.precision.watch import Watch

    asked = " and ".join(map(str, scenario.until))
    print(f"until {asked}, with {scenario.deals:,} deals at most", file=sys.stderr)
    return Watch(scenario.until, scenario.experiment)


def _told(watch: Watch | None) -> dict[str, Any]:
    """Return what progress tells of a run that is watched."""
    if watch is None:
        return {}
    return {"remark": watch.in_words, "goal": lambda: watch.deals_needed}


def _outcome(path: Folder, watch: Watch | None) -> Iterator[str]:
    """Yield what was asked, what is reached and how many deals it took."""
    if watch is None:
        return
    from pipelines.precision.reaching import asked_of
    from pipelines.precision.wording import outcome_lines

    run = RunDirectory.open(path)
    asked = tuple(map(asked_of, watch.standings))
    yield from outcome_lines(asked, run.deals_that_count, run.plan.deals, path)
